"""Kernels that only move elements: which they are, and their elements as bits. Results that do not stay in the caches."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.codegen.cpu.loop_shape import Flat, base_of
from hloom.codegen.llvm.types import is_signed
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, cost_of
from hloom.codegen.target import Target
from hloom.expr.access import coefficient, split_affine
from hloom.expr.index import IndexExpr, Symbol, linear_combination
from hloom.expr.scalar import (
    Apply,
    Literal,
    Read,
    ReductionResult,
    Scalar,
    Select,
    free_variables,
    index_variables,
    reads,
    walk,
)
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType

#: Bytes of a line of the cache, and of the stores before and after those of whole lines, where a loop stores past the caches.
LINE_BYTES, UNALIGNED_BYTES = 64, 16
#: Why a movement is not of some kind, for `schedules`.
MORE_THAN_MOVES = "it does more than to move elements to one result"
AT_NO_STEPS = "what it reads or stores does not go by steps of the loops"


def is_streaming(stores: Sequence[Store], last: Symbol, target: Target, side_by_side: int = 0) -> bool:
    """Whether the only store of a kernel fills places beside each other in a result that no cache holds: then lines need not be
    read before they are written. So many are stored `side_by_side`, or the turns of the loop."""
    if not _fills_rows(stores, last, target, side_by_side or last.bounds.upper + 1):
        return False
    (store,) = stores
    is_uncached = _bytes_at(store.target, store.scalar.type) >= target.machine.caches.uncached_bytes
    return (is_uncached and is_movement(store.scalar)) or _is_light(target.machine, store)


def stores_lines(target: Target) -> bool:
    """Whether lines are stored past the caches, by one instruction or by two: the processor joins what follows each other before
    memory takes it. In halves sums of 64 MB take 0.75 of the time, layer normalization of 16 MB 0.4."""
    return target.vector_bytes >= LINE_BYTES // 2


def streams_rows(stores: Sequence[Store], last: Symbol, target: Target) -> bool:
    """The same of a stage of a kernel that goes through rows several times, whatever it computes: rows come from memory but once,
    so that half of its traffic is what is stored."""
    is_large = 2 * _bytes_at(stores[0].target, stores[0].scalar.type) >= target.machine.streaming.all_bytes
    return is_large and _fills_rows(stores, last, target, last.bounds.upper + 1)


def rows_are_lines(store: Store, last: Symbol) -> bool:
    """Whether each row of a store is whole lines of the cache if the result begins with one."""
    return (last.bounds.upper + 1) * store.scalar.type.bytes % LINE_BYTES == 0 and begins_at_lines(store, last, [])


def _fills_rows(stores: Sequence[Store], last: Symbol, target: Target, side_by_side: int) -> bool:
    """Whether there is one store, which fills long rows of a large result, and lines can be stored at once."""
    streaming = target.machine.streaming
    if len(stores) != 1 or not stores_lines(target):
        return False
    (store,) = stores
    type = store.scalar.type
    row = streaming.row_of_ranges_bytes if any(isinstance(node, Select) for node in walk(store.scalar)) else streaming.row_bytes
    if side_by_side * type.bytes < row or coefficient(store.index[0], last) != 1:
        return False
    return _bytes_at(store.target, type) >= streaming.result_bytes


def begins_at_lines(store: Store, last: Symbol, starts: Sequence[int]) -> bool:
    """Whether all ranges of a store's last loop begin with a line of the cache if the result does; these are their `starts`."""
    size = store.scalar.type.bytes
    constant, terms = split_affine(store.index[0])
    steps = [constant, *starts, *(factor for term, factor in terms.items() if term is not last)]
    return all(step * size % LINE_BYTES == 0 for step in steps)


def _bytes_at(source: Any, type: ElementType) -> int:
    return prod(source.shape) * type.bytes


def _is_light(machine: Machine, store: Store) -> bool:
    """Whether a store computes so little that its time is that of memory, of which it takes more than the caches hold."""
    streaming = machine.streaming
    nodes = walk(store.scalar)
    if any(isinstance(node, ReductionResult) for node in nodes):
        return False
    elements = prod(store.target.shape)
    sources = {node.source: min(prod(node.source.shape), elements) * node.type.bytes
               for node in nodes if isinstance(node, Read)}
    return (sum(cost_of(node.function) for node in nodes if isinstance(node, Apply)) <= streaming.light
            and sum(sources.values()) + _bytes_at(store.target, store.scalar.type) >= streaming.all_bytes)


def in_order_of_source(machine: Machine, outer: Sequence[Symbol], store: Store) -> list[Symbol]:
    """The loops around rows that are stored past the caches, so that rows are read in the order in which they lie. Where they
    lie apart the processor does not look ahead, unless they are a few streams; lines that are stored need not be in order."""
    found = {read.index[0] for read in reads(store.scalar)}
    if not outer or outer[-1].bounds.upper < machine.streaming.streams or len(found) != 1:
        return list(outer)
    steps = {v: coefficient(next(iter(found)), v) for v in outer}
    return list(outer) if None in steps.values() else sorted(outer, key=lambda v: -abs(steps[v] or 0))


def streamed_lanes(store: Store, target: Target) -> int:
    """Elements that a turn of the loop stores which goes past the caches: some lines of them."""
    streaming = target.machine.streaming
    size, bytes_of_value = store.scalar.type.bytes, streaming.registers * target.vector_bytes
    registers = [node.type.bytes if is_movement(store.scalar) else max(4, node.type.bytes) for node in walk(store.scalar)]
    return max(LINE_BYTES // size, min(streaming.turn_bytes // size, bytes_of_value // max(registers)))


def is_movement(root: Scalar) -> bool:
    """Whether a scalar is an element of some source as it is, or a constant: nothing is computed."""
    found = _choices(root)
    return found is not None and not found[0]


def as_bits(store: Store) -> Store:
    """A store that only moves elements, or chooses which, as one of unsigned integers of their size: numbers that registers hold
    in another form than memory (narrow floats, truth values, complex numbers) need not be converted there and back."""
    type = store.scalar.type
    if type.name not in MOVED_AS or not _is_worth_bits(store.scalar):
        return store
    return Store(store.target, store.index, _bits(store.scalar, type, ELEMENT_TYPES[MOVED_AS[type.name]]))


def _is_worth_bits(root: Scalar) -> bool:
    """Whether a scalar moves elements, and is better off with their bits: where conditions are computed, only beside elements
    that lie anywhere, each of which is a load of its own, and unless these elements themselves are compared."""
    found = _choices(root)
    if found is None or not found[0]:
        return found is not None
    conditions, moved = found
    compared = {read.source for read in reads(*conditions)}
    return any(e.depends_on_data for read in moved for e in read.index) and all(read.source not in compared for read in moved)


def is_choice(root: Scalar) -> bool:
    """Whether a scalar is one of several elements or constants as it is, whatever decides which."""
    return _choices(root) is not None


def _choices(root: Scalar) -> tuple[list[Scalar], list[Read]] | None:
    """What is computed to decide which element a scalar is, and the elements; None if it is anything else."""
    pending, conditions, moved = [root], [], []
    while pending:
        node = pending.pop()
        if isinstance(node, Select):
            pending += [node.then, node.otherwise]
        elif isinstance(node, Apply) and node.function == "select":
            conditions.append(node.children[0])
            pending += node.children[1:]
        elif isinstance(node, Read):
            moved.append(node)
        elif not isinstance(node, Literal):
            return None
    return conditions, moved


def in_wider_units(loops: list[Symbol], stores: list[Store]) -> tuple[list[Symbol], list[Store]]:
    """Loops that move a few elements side by side in each turn of all but the last one, or choose between such runs, as loops
    that move these at once, as one unsigned integer (the channels of a pixel, say); any others as they are. Stores are flat."""
    if len(stores) != 1 or len(loops) < 2:
        return loops, stores
    (store,), (*outer, last) = stores, loops
    count = last.bounds.upper + 1
    into = _UNITS.get(count * store.scalar.type.bytes)
    if count == 1 or into is None:
        return loops, stores
    units = _Units(last, count, ELEMENT_TYPES[into])
    place, scalar = units.of_place(store.target, store.index), units.of_scalar(store.scalar)
    return (loops, stores) if place is None or scalar is None else in_wider_units(outer, [Store(*place, scalar)])


class _Units(NamedTuple):
    """Runs of `count` elements along the loop `last` as elements of another type."""

    last: Symbol
    count: int
    into: ElementType

    def of_scalar(self, node: Scalar) -> Scalar | None:
        """A scalar that is such a run, or a choice between them; None if it is anything else."""
        if isinstance(node, Literal):
            return Literal(np.tile(bytes_in_memory(node), self.count).view(self.into.dtype)[0], self.into)
        if isinstance(node, Read):
            place = self.of_place(node.source, node.index)
            return None if place is None else Read(*place, self.into)
        if isinstance(node, Select):
            arms = [self.of_scalar(arm) for arm in (node.then, node.otherwise)]
            is_same = all(self.last not in index_variables(c.expression) for c in node.condition.constraints)
            return Select(node.condition, *arms) if is_same and None not in arms else None  # type: ignore[arg-type]
        if not isinstance(node, Apply) or node.function != "select" or self.last in free_variables(node.children[0]):
            return None
        arms = [self.of_scalar(arm) for arm in node.children[1:]]
        return None if None in arms else Apply("select", (node.children[0], *arms), self.into)  # type: ignore[arg-type]

    def of_place(self, source: Any, index: Sequence[IndexExpr]) -> tuple[Flat, tuple[IndexExpr]] | None:
        """Where a run is, in runs; None where runs are cut."""
        constant, terms = split_affine(index[0])
        if terms.pop(self.last, 0) != 1 or any(n % self.count for n in (constant, *terms.values())):
            return None
        if any(self.last in index_variables(term) for term in terms):
            return None
        place = linear_combination([(term, factor // self.count) for term, factor in terms.items()], constant // self.count)
        return Flat(base_of(source), source.shape[0] // self.count), (place,)


def bytes_in_memory(literal: Literal) -> np.ndarray:
    """The bytes of an element."""
    type, value = literal.type, np.asarray(literal.value)
    if type.is_integer and type.width < 8:
        value = value.astype(np.int8 if is_signed(type) else np.uint8)
    return value.reshape(1).view(np.uint8)


#: Unsigned integers by their bytes.
_UNITS = {2: "ui16", 4: "ui32", 8: "ui64"}
#: What registers hold in another form than memory, and as what it is moved.
MOVED_AS = {"i1": "ui8", "f16": "ui16", "bf16": "ui16", "complex<f32>": "ui64"}


def _bits(node: Any, type: ElementType, into: ElementType) -> Scalar:
    if isinstance(node, Select):
        return Select(node.condition, _bits(node.then, type, into), _bits(node.otherwise, type, into))
    if isinstance(node, Read):
        return Read(node.source, node.index, into)
    if isinstance(node, Apply):
        condition, *chosen = node.children
        return Apply("select", (condition, *(_bits(each, type, into) for each in chosen)), into, node.parameters)
    return Literal(np.asarray(node.value, type.dtype).reshape(1).view(into.dtype)[0], into)
