"""Who reads a value: the operations, inside of fusions and of what is called too, each with the maps to what it makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hloom.analysis.dependence import MAXIMUM_DEPTH, called_block, function_body, input_to_output
from hloom.analysis.operation_maps import has_indices
from hloom.expr.indexing_map import UNDEFINED, IndexingMap
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import AnyType, TupleType
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.hlo import control as hlo_control
from hloom.ops.stablehlo.tuples import GetTupleElement, Tuple
from hloom.support.diagnostics import InputError

#: Places that a value is followed to at most: computations that share others may hand it on very often.
MOST_PLACES = 20_000


class Reading(NamedTuple):
    """One place where a value is read.

    `operation` reads it as its operand `operand`. `maps` lead from an index of the value to the indices of each result that
    depend on it, by the numbers of the results, or of the members of a result that is a tuple; UNDEFINED where that is not known
    (loops, custom calls). `path` is the member of the value that is read, where it is a tuple; `through` are the fusions and
    calls inside which the operation stands, outermost first.
    """

    operation: Operation
    operand: int
    maps: Mapping[int, Sequence[IndexingMap]]
    path: tuple[int, ...] = ()
    through: tuple[Operation, ...] = ()


def readers(value: Value) -> list[Reading]:
    """Every place where a value is read, in the order of the program.

    Tuples, barriers, fusions and calls hand a value on: what reads it there is told, each call by itself. What only returns it
    does not read it. Of an if the branches see the value itself. InputError for one that is handed on to very many places.
    """
    search = _Search(value)
    found = [reading for path in _leaf_paths(value.type) for reading in search.of(value, path, (), path)]
    return sorted(found, key=lambda r: (r.path, [search.order[op] for op in (*r.through, r.operation)]))


class _Search:
    """The uses of values in the program of one."""

    def __init__(self, value: Value) -> None:
        self.places = 0
        self.uses: dict[Value, list[tuple[Operation, int]]] = {}
        self.order: dict[Operation, int] = {}
        for op in (inner for each in _outermost(value).operations for inner in each.walk()):
            self.order[op] = len(self.order)
            for number, operand in enumerate(op.operands):
                self.uses.setdefault(operand, []).append((op, number))

    def of(self, value: Value, way: tuple[int, ...], through: tuple[Operation, ...], path: tuple[int, ...]) -> Iterator[Reading]:
        """Readings of the member `way` of a value, which is the member `path` of the one that is asked about."""
        pending = [(value, way, through)]
        while pending:
            value, way, through = pending.pop()
            self.places += 1
            if self.places > MOST_PLACES:
                raise InputError(f"the value is handed on to more than {MOST_PLACES} places, by calls of calls")
            later: list[tuple[Value, tuple[int, ...], tuple[Operation, ...]]] = []
            for op, number in self.uses.get(value, ()):
                onward = _onward(op, number, way, through)
                if onward is not None:
                    # What is inside comes before what follows.
                    for each in onward:
                        if each[2] == through:
                            later.append(each)
                        else:
                            yield from self.of(*each, path)
                elif not (isinstance(op, Op) and op.control is Control.RETURN):
                    yield Reading(op, number, _maps(op, number, way), path, through)
                elif through:
                    back = _given_back(op, number, way, through)
                    if back is not None:
                        later.append(back)
            pending.extend(reversed(later))


_Place = tuple[Value, tuple[int, ...], tuple[Operation, ...]]


def _onward(op: Operation, number: int, way: tuple[int, ...], through: tuple[Operation, ...]) -> list[_Place] | None:
    """Where an operation hands the member `way` of its operand on to, unchanged; None if it reads it."""
    if isinstance(op, Tuple):
        return [(op.results[0], (number, *way), through)]
    if isinstance(op, GetTupleElement):
        return [(op.results[0], way[1:], through)] if way[:1] == (op.index,) else []
    if isinstance(op, Op) and op.control is Control.BARRIER:
        return [(op.results[number], way, through)]
    if isinstance(op, hlo_control.AsyncUpdate):
        return [(op.results[0], way, through)]
    if isinstance(op, hlo_control.AsyncDone):
        return [(op.results[0], way[1:], through)] if way[:1] == (1,) else []
    block, place = _inside(op, number)
    if block is None or len(through) >= MAXIMUM_DEPTH:
        return None
    return [(block.arguments[place], way, (*through, op))]


def _inside(op: Operation, number: int) -> tuple[Block | None, int]:
    """The block that an operation hands its operand to as an argument, and which one that is."""
    if isinstance(op, hlo_control.AsyncStart):
        return function_body(op, op.called), number
    if isinstance(op, hlo_control.Conditional):
        return (op.regions[number - 1].block, 0) if number else (None, 0)
    if isinstance(op, hlo_control.Fusion) or (isinstance(op, Op) and op.control in (Control.CALL, Control.REGION)):
        return called_block(op), number
    return None, 0


def _given_back(op: Operation, number: int, way: tuple[int, ...], through: tuple[Operation, ...]) -> _Place | None:
    """The result of a fusion or call that is what a terminator inside of it returns."""
    outer = through[-1]
    if not any(_inside(outer, k)[0] is op.block for k in range(len(outer.operands))):
        return None  # the end of a region inside, as of a reduction
    if isinstance(outer, hlo_control.AsyncStart):
        return outer.results[0], (1, *way), through[:-1]
    return outer.results[number], way, through[:-1]


def _maps(op: Operation, number: int, way: tuple[int, ...]) -> Mapping[int, Sequence[IndexingMap]]:
    if not op.results:
        return {}
    if not way and has_indices(op.operands[number]):
        return input_to_output(op, number)
    type = op.results[0].type if len(op.results) == 1 else None
    count = len(type.elements) if isinstance(type, TupleType) else len(op.results)
    return {k: [UNDEFINED] for k in range(count)}


def _leaf_paths(type: AnyType, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if not isinstance(type, TupleType):
        yield path
        return
    for number, part in enumerate(type.elements):
        yield from _leaf_paths(part, (*path, number))


def _outermost(value: Any) -> Block:
    """The block of the whole program that a value belongs to: that of the module, if it is in one."""
    owner = value.owner
    block: Block = owner if isinstance(owner, Block) else owner.block
    while block.region is not None and (holder := block.region.owner) is not None:
        if holder.block is None:
            return holder.regions[0].block if isinstance(holder, Op) and holder.is_symbol_table else block
        block = holder.block
    return block
