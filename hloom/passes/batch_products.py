"""What a loop multiplies by the same matrix, one piece an iteration, is multiplied at once before it.

    stablehlo.while(%i = %c0, %h = %h0) ... do { %x = stablehlo.dynamic_slice %all, %i
                                                 %p = stablehlo.dot_general %x, %weights ... }
->  %products = stablehlo.dot_general %all, %weights
    stablehlo.while(%i = %c0, %h = %h0) ... do { %p = stablehlo.dynamic_slice %products, %i ... }

Recurrent nets project their inputs so. A product of many rows takes less time than products of a few, which read all weights
for each of them. Slices that overlap or repeat are computed once: the pieces of the product are the products of the pieces,
whatever the index is. Only where the loop runs, as everyone can see, about as often as there are pieces, and where all
products together are not too large to be kept.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from hloom.ir.core import Block, Operation, Value
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.control import While
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.gather import DynamicSlice
from hloom.ops.stablehlo.movement import Reshape
from hloom.passes.counting import iterations
from hloom.passes.rewriting import producer, substitute
from hloom.support.records import dataclass

#: Rows of a product that already takes what time it takes for its operations, rather than for reading the other operand.
_MOST_ROWS = 256
#: Terms of a sum from which on computing a product again takes longer than reading it.
_LEAST_TERMS = 16
#: Bytes of all products together that are kept.
_MOST_BYTES = 256 << 20
#: Without any of these it changes nothing.
NEEDS = (While,)


def run(module: Operation, most_bytes: int = _MOST_BYTES) -> bool:
    """The pass `batch_products`, which keeps so many bytes of products at most."""
    values: dict[Value, Value] = {}
    loops: list[Any] = [op for op in module.walk() if isinstance(op, While)]
    for loop in reversed(loops):  # inner loops first: what goes before one may be pieces of what an outer one goes through
        count = iterations(loop)
        if count is not None and count > 1:
            _Batcher(loop, count, values, most_bytes).run()
    substitute(module, values)
    return bool(values)


@dataclass(frozen=True)
class _Pieces:
    """A value that is a piece of `all` of size 1 in dimension `dimension`, `at` a place that the iteration says; the piece may
    lack that dimension (`is_dropped`), and may have been converted."""

    slice: Any
    dimension: int
    is_dropped: bool
    element: Any

    @property
    def all(self) -> Any:
        return self.slice.operand

    @property
    def at(self) -> Any:
        return self.slice.start_indices[self.dimension]

    def dimension_of_all(self, d: int) -> int:
        """The dimension of `all` that is dimension `d` of the piece."""
        return d + (self.is_dropped and d >= self.dimension)


class _Batcher:
    def __init__(self, loop: Any, count: int, values: dict[Value, Value], most_bytes: int) -> None:
        self.loop, self.count, self.values, self.most_bytes = loop, count, values, most_bytes
        self.body: Block = loop.body.block
        self.inside: set[Value] = {v for region in loop.regions for v in region.block.arguments}
        for op in loop.walk():
            self.inside.update(op.results if op is not loop else ())

    def run(self) -> None:
        """Makes products before the loop of those in its body for which that pays."""
        outer = self.loop.block
        assert outer is not None
        made: list[Operation] = []
        operations: list[Operation] = []
        for op in self.body.operations:
            found = self._replacement(op, made, operations) if isinstance(op, DotGeneral) else None
            if found is None:
                operations.append(op)
            else:
                self.values[op.results[0]] = found
        self.body.operations = operations
        at = outer.operations.index(self.loop)
        outer.operations[at:at] = made
        for op in made:
            op.block = outer

    def _replacement(self, op: Any, before: list[Operation], inside: list[Operation]) -> Value | None:
        """What stands for the product, with operations before the loop and inside of it; None if it stays."""
        if not all(map(is_static, (op.lhs, op.rhs, op.result))):
            return None
        for side in (0, 1):
            pieces = self._pieces(op.operands[side])
            if pieces is not None and op.operands[1 - side] not in self.inside and self._pays(op, side, pieces):
                return self._batched(op, side, pieces, before, inside)
        return None

    def _pieces(self, value: Any) -> _Pieces | None:
        element = value.type.element
        shape = value.type.shape
        if (converted := producer(value, Convert)) is not None:
            value = converted.operand
        if (reshaped := producer(value, Reshape)) is not None:
            value = reshaped.operand
        found = producer(value, DynamicSlice)
        if found is None or value not in self.inside or found.operand in self.inside or not is_static(found.operand):
            return None
        sizes, sizes_of_all = tuple(found.slice_sizes), found.operand.type.shape
        cut = [d for d, (n, m) in enumerate(zip(sizes, sizes_of_all)) if n != m]
        if len(cut) != 1 or sizes[cut[0]] != 1:
            return None
        (dimension,) = cut
        if reshaped is not None and shape != sizes[:dimension] + sizes[dimension + 1 :]:
            return None
        return _Pieces(found, dimension, reshaped is not None, element)

    def _pays(self, op: Any, side: int, pieces: _Pieces) -> bool:
        contracting, batching = _dimensions(op.numbers, side)
        fixed = {pieces.dimension_of_all(d) for d in (*contracting, *batching)}
        shape = op.operands[side].type.shape
        rows = prod(n for d, n in enumerate(shape) if d not in (*contracting, *batching))
        number = pieces.all.type.shape[pieces.dimension]
        kept = number * prod(op.result.type.shape) * op.result.type.storage.dtype.itemsize
        return (pieces.dimension not in fixed and number <= 2 * self.count and rows < _MOST_ROWS
                and prod(shape[d] for d in contracting) >= _LEAST_TERMS and kept <= self.most_bytes)

    def _batched(self, op: Any, side: int, pieces: _Pieces, before: list[Operation], inside: list[Operation]) -> Value:
        outside, within = Builder(Block([]), op.location, op.span), Builder(Block([]), op.location, op.span)
        all = pieces.all
        if all.type.element is not pieces.element:
            all = outside(Convert, all, result_types=[all.type.with_element(pieces.element)])
        operands = [*op.operands]
        operands[side] = all
        contracting, batching = (tuple(map(pieces.dimension_of_all, ds)) for ds in _dimensions(op.numbers, side))
        name = ("lhs", "rhs")[side]
        numbers = replace(op.numbers, **{f"{name}_contracting_dimensions": contracting, f"{name}_batching_dimensions": batching})
        # The result has the batching dimensions, those of the left operand that are free, and those of the right one.
        free = [d for d in range(all.type.rank) if d not in (*contracting, *batching)]
        place = len(batching) + free.index(pieces.dimension)
        if side:
            place += op.lhs.type.rank - len(op.numbers.lhs_contracting_dimensions) - len(batching)
        shape = [*op.result.type.shape]
        shape[place:place + (not pieces.is_dropped)] = [all.type.shape[pieces.dimension]]
        products = outside(DotGeneral, *operands, result_types=[op.result.type.with_shape(tuple(shape))],
                           dot_dimension_numbers=numbers, precision_config=op.precision_config, algorithm=op.algorithm)
        zero = within.splat(0, pieces.at.type)
        starts = [pieces.at if d == place else zero for d in range(len(shape))]
        sizes = [1 if d == place else n for d, n in enumerate(shape)]
        found = within(DynamicSlice, products, starts, slice_sizes=tuple(sizes))
        if pieces.is_dropped:
            found = within(Reshape, found, result_types=[op.result.type])
        before += outside.block.operations
        for made in within.block.operations:
            made.block = self.body
        inside += within.block.operations
        return found


def _dimensions(numbers: Any, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The contracting and the batching dimensions of an operand."""
    if side == 0:
        return numbers.lhs_contracting_dimensions, numbers.lhs_batching_dimensions
    return numbers.rhs_contracting_dimensions, numbers.rhs_batching_dimensions
