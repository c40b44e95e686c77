"""Indexing maps of operations, and of whole computations by composition (indexing analysis: "Indexing maps for fusion").

From a result, a walk goes back through the operations of a block: the maps to a value are composed with those of the operation
that makes it. Calls lead into functions, choices into all their arms, tuples to their members. A value that is read in several
ways keeps several maps; equal ones are one. The body of a loop runs as often as data decides: what it reads is UNDEFINED.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hloom.analysis.operation_maps import Maps, has_indices, known_shape, stated_maps, stated_place
from hloom.analysis.runtime_values import fold_runtime_variables
from hloom.expr.compose import compose
from hloom.expr.index import Dim
from hloom.expr.indexing_map import UNDEFINED, IndexingMap
from hloom.expr.interval import Interval
from hloom.expr.inverse import inverse, relation
from hloom.expr.map_variables import merge_duplicate_runtime_variables, remove_unused_symbols
from hloom.ir.core import Block, Operation, Region, Value, captured_values
from hloom.ir.types import AnyType, TensorType, TupleType
from hloom.ops.builtin.function import Function
from hloom.ops.common.decomposition import decompose_into
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.ops.hlo import control as hlo_control
from hloom.ops.hlo.lowering import expansion, is_known_call
from hloom.ops.stablehlo.communication import AsyncDone, AsyncStart
from hloom.ops.stablehlo.tuples import GetTupleElement, Tuple
from hloom.support.diagnostics import UserError

#: A value, and the way to one of its members where it is a tuple.
Place = tuple[Value, tuple[int, ...]]
#: More ways to read one value than this are not told apart.
MAXIMUM_MAPS = 64
#: Calls within calls.
MAXIMUM_DEPTH = 100


def output_to_input(op: Operation, output: int = 0, assume_feasible: bool = False) -> Maps:
    """For each operand, the maps from an index of result `output` to the indices of the operand that it depends on.

    Of an operation of HLO, whose one result may be a tuple, `output` numbers the members. An operand on which no element of the
    result depends has an empty list; several maps of one operand are all needed. What is not known is UNDEFINED. With
    `assume_feasible` starts that the program shows are taken to lie in range. Raises IndexError where there is no such result.
    """
    members = _members(op)
    result, path = (op.results[output], ()) if members is None else (op.results[0], (range(members)[output],))
    if not path and not _is_made_of_others(op):
        return stated_maps(op, result.index)
    walk = Walk(assume_feasible=assume_feasible)
    walk.add(result, path, walk.start(result, path))
    walk.visit(op)
    return {number: walk.maps(operand) for number, operand in enumerate(op.operands)}


def input_to_output(op: Operation, input: int = 0) -> Maps:
    """For each result, the maps from an index of operand `input` to the indices of the result that depend on it.

    Raises IndexError where there is no such operand.
    """
    operand = op.operands[input]
    number = input % len(op.operands)
    if isinstance(op, Op) and op.undone is not None and has_indices(op.results[0]) and has_indices(operand):
        (maps,) = output_to_input(op.undone()).values()
        if not any(map.is_undefined for map in maps):
            return {0: maps}
    count = _members(op)
    return {k: list(dict.fromkeys(inverted(map, operand) for map in output_to_input(op, k)[number]))
            for k in range(len(op.results) if count is None else count)}


def _members(op: Operation) -> int | None:
    """How many members the one result of an operation of HLO has that is a tuple."""
    type = op.results[0].type if len(op.results) == 1 else None
    return len(type.elements) if isinstance(type, TupleType) else None


def physical(map: IndexingMap, source: AnyType, target: AnyType) -> IndexingMap:
    """The map between places in memory: from the dimensions of `source` from major to minor in its layout to those of `target`.

    The types are those that a program of HLO states (`Value.stated_type`); one without a layout is row-major.
    """
    if map.is_undefined:
        return map
    order, other = (major_to_minor(t) for t in (source, target))
    sizes: Any = source
    into = IndexingMap.from_sizes([Dim(order.index(d)) for d in range(len(order))], [sizes.shape[d] for d in order])
    made = compose(into, map)
    return replace(made, results=tuple(made.results[d] for d in other)).simplify()


def major_to_minor(type: Any) -> list[int]:
    """The dimensions of a type in the order in which they lie in memory, the slowest first."""
    return list(range(type.rank)) if type.layout is None else list(type.layout.major_to_minor)


def inverted(map: IndexingMap, source: Value) -> IndexingMap:
    """The map back from indices of `source`: solved where it can be, else as a relation that says the same."""
    if map.is_undefined or not has_indices(source):
        return UNDEFINED
    solved = inverse(map)
    return solved if solved is not None else relation(map, source.shape)


def computation_maps(root: Value, block: Block, assume_feasible: bool = False) -> dict[Value, list[IndexingMap]]:
    """For every value of a block (and of blocks inside) that `root` depends on, the maps from indices of `root` to its indices.

    The arguments of the block are among them. The identity of `root` itself is not, unless it is an argument.
    """
    walk = Walk(assume_feasible=assume_feasible)
    walk.add(root, (), walk.start(root))
    walk.block(block)
    return {value: walk.maps(value) for value, path in walk.found if not path and (value is not root or value in block.arguments)}


def gathered_places(root: Value, block: Block) -> dict[Value, list[IndexingMap]]:
    """For every value that a collective operation takes from the processes of a group, the maps from an index of `root` to the
    place in the group of the process whose element is read. (Of a pair, the source's place is 0.)"""
    walk = Walk()
    walk.add(root, (), walk.start(root))
    walk.block(block)
    return {value: list(maps) for value, maps in walk.places.items()}


def function_maps(function: Operation, output: int = 0) -> Maps:
    """For each argument of a function, the maps from an index of its result `output` to indices of the argument."""
    block = function.regions[0].block
    found = computation_maps(block.terminator.operands[output], block)
    return {k: found.get(argument, []) for k, argument in enumerate(block.arguments)}


class Walk:
    """Collects the maps from one root to the values that it depends on; values are visited after all that read them.

    `assume_feasible`: starts of slices that the program shows are taken to lie in range (see `fold_runtime_variables`).
    """

    def __init__(self, depth: int = 0, assume_feasible: bool = False) -> None:
        self.found: dict[Place, dict[IndexingMap, None]] = {}
        #: For values that are taken from the processes of a group: the maps to the place in its group of the process.
        self.places: dict[Value, dict[IndexingMap, None]] = {}
        self._depth, self._assume_feasible = depth, assume_feasible

    def start(self, root: Value, path: tuple[int, ...] = ()) -> IndexingMap:
        """The identity on the indices of the root, or of a member of it; UNDEFINED for one without."""
        type = _member(root.type, path)
        shape = known_shape(root) if not path else type.shape if isinstance(type, TensorType) and type.is_static else None
        return IndexingMap.identity(shape) if shape is not None else UNDEFINED

    def maps(self, value: Value) -> list[IndexingMap]:
        """The maps found to a value, of all its members where it is a tuple."""
        places = [maps for (v, _), maps in self.found.items() if v is value]
        return list(dict.fromkeys(map for maps in places for map in maps))

    def add(self, value: Value, path: tuple[int, ...], map: IndexingMap) -> None:
        """Records that the root reads a value by a map."""
        if map.is_known_empty and not map.is_undefined:
            return
        known = self.found.setdefault((value, path), {})
        if UNDEFINED in known:
            return
        if map.is_undefined or len(known) >= MAXIMUM_MAPS:
            known.clear()
            known[UNDEFINED] = None
        else:
            known[map] = None

    def block(self, block: Block) -> None:
        for op in reversed(block.operations):
            self.visit(op)

    def visit(self, op: Operation) -> None:
        """Hands the maps to the results of an operation on to what it reads."""
        for result in op.results:
            paths = [path for (v, path) in self.found if v is result] if self.found else []
            for path in paths:
                self._step(op, result.index, path, list(self.found[result, path]))

    def _step(self, op: Operation, number: int, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        if isinstance(op, Tuple):
            if path:
                self._hand_on(op.operands[path[0]], path[1:], maps)
            else:
                for operand in op.operands:
                    self.add(operand, (), UNDEFINED)
        elif isinstance(op, GetTupleElement):
            self._hand_on(op.operands[0], (op.index, *path), maps)
        elif isinstance(op, AsyncDone):
            self._hand_on(op.operands[0], (number, *path), maps)
        elif isinstance(op, AsyncStart):
            block = op.regions[0].block
            self._inside(op, block, block.terminator.operands[path[0]], path[1:], maps)
        elif isinstance(op, hlo_control.AsyncStart):
            self._started(op, path, maps)
        elif isinstance(op, Op) and op.control is Control.BARRIER:
            self._hand_on(op.operands[number], path, maps)
        elif isinstance(op, Op) and op.control is Control.BRANCH:
            self._choice(op, number, path, maps)
        elif isinstance(op, hlo_control.Fusion) or (isinstance(op, Op) and op.control in (Control.CALL, Control.REGION)):
            self._call(op, number, path, maps)
        elif getattr(op, "expand", None) is not None or isinstance(op.results[number].type, TupleType) or is_known_call(op):
            self._expanded(op, number, path, maps)
        elif isinstance(op, Op) and op.decompose is not None:
            self._decomposed(op, number, path, maps)
        elif (op.regions and getattr(op, "control", None) is not None) or path or UNDEFINED in maps:
            self._unknown(op)
        else:
            self._compose(op, number, maps)

    def _hand_on(self, value: Value, path: tuple[int, ...], maps: Iterable[IndexingMap]) -> None:
        for map in maps:
            self.add(value, path, map)

    def _compose(self, op: Operation, result: int, maps: Sequence[IndexingMap]) -> None:
        own, type = stated_maps(op, result), op.results[result].type
        for number, operand in enumerate(op.operands):
            self._hand_on(operand, (), self._composed(maps, own[number], type))
        place = stated_place(op, result)
        if place is not None:
            self._note(op.operands[result], self._composed(maps, [place], type))

    def _note(self, value: Value, places: Iterable[IndexingMap]) -> None:
        self.places.setdefault(value, {}).update(dict.fromkeys(places))

    def _composed(self, maps: Iterable[IndexingMap], own: Iterable[IndexingMap], between: AnyType) -> Iterator[IndexingMap]:
        return composed(maps, own, between, self._assume_feasible)

    def _unknown(self, op: Operation) -> None:
        for value in (*op.operands, *captured_values(op)):
            self.add(value, (), UNDEFINED)

    def _choice(self, op: Operation, number: int, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        """Each arm may give the result, and the selector decides for all elements."""
        for region in op.regions:
            self._hand_on(region.block.terminator.operands[number], path, maps)
            self.block(region.block)
        for map in maps:
            self.add(op.operands[0], (), UNDEFINED if map.is_undefined else remove_unused_symbols(
                IndexingMap((), map.dims, map.ranges, map.runtime, map.constraints).simplify()))

    def _call(self, op: Operation, number: int, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        block = called_block(op)
        if block is None or self._depth >= MAXIMUM_DEPTH:
            self._unknown(op)
            return
        self._inside(op, block, block.terminator.operands[number], path, maps)

    def _started(self, op: hlo_control.AsyncStart, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        """The state of an asynchronous computation of HLO: its operands, what it gives, and what nobody looks at."""
        block = function_body(op, op.called)
        if path[:1] == (0,) and len(path) > 1:
            self._hand_on(op.operands[path[1]], path[2:], maps)
        elif path[:1] == (1,) and block is not None and self._depth < MAXIMUM_DEPTH:
            self._inside(op, block, block.terminator.operands[0], path[1:], maps)
        elif path[:1] <= (1,):
            self._unknown(op)

    def _decomposed(self, op: Op, number: int, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        block = Block([v.type for v in op.operands])
        region = Region([block])
        region.owner = op
        outer, op.operands = op.operands, list[Value](block.arguments)
        try:
            results = decompose_into(op, block)
        finally:
            op.operands = outer
        self._inside(op, block, results[number], path, maps)

    def _inside(self, op: Operation, block: Block, root: Value, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        """Composes with what a block that computes the operation reads of its arguments, which are the operands."""
        inner = Walk(self._depth + 1, self._assume_feasible)
        inner.add(root, path, inner.start(root, path))
        inner.block(block)
        for argument, operand in zip(block.arguments, op.operands):
            for (value, way), own in list(inner.found.items()):
                if value is argument:
                    self._hand_on(operand, way, self._composed(maps, own, _member(root.type, path)))
        self._note_inner(inner, dict(zip(block.arguments, op.operands)), maps, _member(root.type, path))

    def _note_inner(self, inner: Walk, operands: Mapping[Value, Value], maps: list[IndexingMap], between: AnyType) -> None:
        """Notes the places that a walk inside found, of operands where it found them of what stands for these."""
        for value, places in inner.places.items():
            self._note(operands.get(value, value), self._composed(maps, places, between))

    def _expanded(self, op: Operation, number: int, path: tuple[int, ...], maps: list[IndexingMap]) -> None:
        """Composes with what an operation of HLO reads, which StableHLO says; or itself, where it has no counterpart."""
        if self._depth >= MAXIMUM_DEPTH:
            self._unknown(op)
            return
        try:
            block, arguments, result = expansion(op)  # type: ignore[arg-type]
        except UserError:
            if isinstance(op, Op) and op.accesses is not None and not path:
                self._compose(op, number, maps)
            else:
                self._unknown(op)
            return
        for number in path:
            result = result[number]
        if not isinstance(result, Value):
            self._unknown(op)
            return
        inner = Walk(self._depth + 1, self._assume_feasible)
        inner.add(result, (), inner.start(result))
        inner.block(block)
        ways = {value: (operand, way) for argument, operand in zip(arguments, op.operands) for value, way in _leaves(argument)}
        for (value, _), own in list(inner.found.items()):
            if value in ways:
                self._hand_on(*ways[value], self._composed(maps, own, result.type))
        self._note_inner(inner, {value: operand for value, (operand, way) in ways.items() if not way}, maps, result.type)


def _member(type: Any, path: Sequence[int]) -> AnyType:
    """The type of a member of a value of tuple type."""
    for number in path:
        type = type.elements[number]
    return type


def _leaves(nested: Any, way: tuple[int, ...] = ()) -> Iterator[tuple[Value, tuple[int, ...]]]:
    """The values in nested tuples, each with the way to it."""
    if isinstance(nested, tuple):
        for number, part in enumerate(nested):
            yield from _leaves(part, (*way, number))
    else:
        yield nested, way


def composed(maps: Iterable[IndexingMap], own: Iterable[IndexingMap], between: AnyType,
             assume_feasible: bool = False) -> Iterator[IndexingMap]:
    """Each of `maps`, which lead to a value of type `between`, followed by each of `own`, simplified."""
    own = list(own)
    shape = between.shape if isinstance(between, TensorType) and between.is_static else None
    for first in maps:
        for second in own:
            if first.is_undefined or second.is_undefined:
                yield UNDEFINED
                continue
            map = first if _changes_nothing(second, shape) else compose(first, second).simplify()
            if map.runtime:
                map = merge_duplicate_runtime_variables(fold_runtime_variables(map, assume_feasible), assume_feasible)
            yield remove_unused_symbols(map)


def _changes_nothing(second: IndexingMap, between: Sequence[int] | None) -> bool:
    """Whether a map is the identity on all of a tensor of shape `between`. (The first operand of a concatenation is read as it
    stands, but only for a part of the result.)"""
    return (between is not None and second.is_identity and not second.constraints.intervals
            and all(v.bounds.encloses(Interval.of_extent(n)) for v, n in zip(second.dims, between)))


def _is_made_of_others(op: Operation) -> bool:
    return isinstance(op, Op) and (op.decompose is not None or op.control is not None or getattr(op, "expand", None) is not None)


def called_block(op: Operation) -> Block | None:
    """The body that a call runs: a function's, or a region of its own."""
    if op.regions and op.regions[0].blocks and len(op.regions[0].arguments) == len(op.operands):
        return op.regions[0].block
    symbol: Any = op.attributes.get(op.callee_attribute or "") if isinstance(op, Op) else None
    return None if symbol is None else function_body(op, symbol.value)


def function_body(op: Operation, name: str) -> Block | None:
    """The body of a function by its name, as an operation sees it."""
    module: Any = op.parent
    while module is not None and not module.is_symbol_table:
        module = module.parent
    for each in module.regions[0].block.operations if module is not None else ():
        if isinstance(each, Function) and each.sym_name == name and not each.is_declaration:
            return each.body.block
    return None
