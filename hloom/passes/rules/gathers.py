"""Gathers whose index vectors have components of their own along different dimensions, as one gather behind the other.

`x[:, rows[:, None], columns[None, :]]`, which is how images are resized, arrives as a gather from pairs of numbers, one for
each place. Its columns are the same in each row: as `x[:, rows][:, :, columns]` a row's address is computed once, the pairs need
not be there, and elements of short rows can be looked up in registers. The compiler makes one loop of both gathers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.ops.common.attributes import GatherDimensionNumbers
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.creation import Iota, constant, is_static
from hloom.ops.stablehlo.gather import Gather
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate
from hloom.passes.rewriting import Replacement, RuleTable, producer
from hloom.support.records import dataclass

TABLE = RuleTable()


@dataclass(frozen=True)
class _Component:
    """A component of index vectors: the operand's dimension that it is for, the batch dimensions along which it changes, and its
    numbers in the shape of these."""

    dimension: int
    along: frozenset[int]
    numbers: Callable[[Builder], Any]


@TABLE.rule("gather(x, pairs of rows and columns) -> gather(gather(x, rows), columns)", Gather)
def gather_along_each_dimension(op: Any, b: Builder) -> Replacement:
    numbers = op.dimension_numbers
    if len(numbers.start_index_map) < 2 or numbers.operand_batching_dims or not all(map(is_static, (*op.operands, op.result))):
        return None
    if not set(numbers.start_index_map) <= set(numbers.collapsed_slice_dims) or not op.result.type.size:
        return None
    groups = _groups(_components(op))
    if len(groups) < 2 or not all(component.along for group in groups for component in group):
        return None
    first, between = min(((group, _size_between(op, group)) for group in groups), key=lambda entry: entry[1])
    if between > max(op.operand.type.size, 4 * op.result.type.size):
        return None
    return _split(op, b, first, [component for group in groups if group is not first for component in group])


# -- components of index vectors ------------------------------------------------------------------------------------------------
def _components(op: Any) -> list[_Component]:
    """The components of a gather's index vectors; none where they are not known apart."""
    starts, dimension = op.start_indices, op.dimension_numbers.index_vector_dim
    if data := constant(starts):
        parts = np.split(np.broadcast_to(data.data, starts.shape), starts.shape[dimension], dimension)
        return [_of_array(m, np.squeeze(part, dimension), starts.element) for m, part in zip(
            op.dimension_numbers.start_index_map, parts)]
    joined = producer(starts, Concatenate)
    if joined is None or joined.dimension != dimension or any(part.shape[dimension] != 1 for part in joined.inputs):
        return []
    return [_of_value(m, part, dimension) for m, part in zip(op.dimension_numbers.start_index_map, joined.inputs)]


def _of_array(m: int, array: np.ndarray, element: Any) -> _Component:
    along = [d for d, n in enumerate(array.shape) if n > 1 and (array != np.take(array, [0], d)).any()]
    kept = array[tuple(slice(None) if d in along else 0 for d in range(array.ndim))]
    return _Component(m, frozenset(along), lambda b: b.constant(np.ascontiguousarray(kept), element))


def _of_value(m: int, part: Any, dimension: int) -> _Component:
    """What a part of a concatenation repeats; such a part has size 1 along `dimension`, which is no batch dimension."""
    if data := constant(part):
        return _of_array(m, np.squeeze(np.broadcast_to(data.data, part.shape), dimension), part.element)

    def batch(d: int) -> int:
        return d - (d > dimension)

    places: Sequence[int] = range(len(part.shape))
    source = part
    if (spread := producer(part, BroadcastInDim)) and list(spread.broadcast_dimensions) == sorted(spread.broadcast_dimensions):
        source, places = spread.operand, spread.broadcast_dimensions
    if counted := producer(part, Iota):
        along = [counted.iota_dimension]
        type = TensorType((part.shape[along[0]],), part.element)
        return _Component(m, frozenset(map(batch, along)), lambda b: b(Iota, iota_dimension=0, result_types=[type]))
    along = [d for d, n in zip(places, source.shape) if n > 1 and d != dimension]
    sizes = [part.shape[d] for d in along]
    return _Component(m, frozenset(map(batch, along)), lambda b: b.reshaped(source, sizes))


def _groups(components: Iterable[_Component]) -> list[list[_Component]]:
    """Components that share batch dimensions, directly or through others."""
    groups: list[list[_Component]] = []
    for component in components:
        met = [group for group in groups if any(component.along & other.along for other in group)]
        groups = [group for group in groups if group not in met]
        groups.append([*(other for group in met for other in group), component])
    return groups


# -- one gather behind the other ------------------------------------------------------------------------------------------------
def _batch_dimensions(group: Iterable[_Component]) -> list[int]:
    return sorted(frozenset().union(*(component.along for component in group)))


def _size_between(op: Any, group: Sequence[_Component]) -> int:
    """Elements of what the first of two gathers, that by this group, gives."""
    shape, sizes = _batch_shape(op), dict(enumerate(op.operand.shape))
    for component in group:
        del sizes[component.dimension]
    return prod(sizes.values()) * prod(shape[d] for d in _batch_dimensions(group))


def _batch_shape(op: Any) -> list[int]:
    shape = list(op.start_indices.shape)
    del shape[op.dimension_numbers.index_vector_dim : op.dimension_numbers.index_vector_dim + 1]
    return shape


def _split(op: Any, b: Builder, first: Sequence[_Component], rest: Sequence[_Component]) -> Value:
    numbers, sizes = op.dimension_numbers, _batch_shape(op)
    places = [d for d in range(op.result.rank) if d not in numbers.offset_dims]  # of batch dimensions in the result
    taken = _batch_dimensions(first)
    left = [d for d in range(len(sizes)) if d not in taken]
    # What the first gather gives: dimensions of the operand, and in between its batch dimensions (below 0), in the order in which
    # the result has those of both that stay.
    mapped = {component.dimension for component in first}
    order: list[int] = [d for d in range(op.operand.rank) if d not in mapped]
    later = {component.dimension for component in rest}
    kept = [d for d in range(op.operand.rank) if d not in numbers.collapsed_slice_dims]
    place_of = {**dict(zip(kept, numbers.offset_dims)), **{-1 - d: places[d] for d in taken}}
    near = sum(d < min(mapped) for d in order)
    for d in taken:
        before = [k for k, x in enumerate(order) if x in place_of and place_of[x] < places[d]]
        behind = [k for k, x in enumerate(order) if x in place_of and place_of[x] > places[d]]
        at = min(max(near, before[-1] + 1 if before else 0), behind[0] if behind else len(order))
        order.insert(at, -1 - d)
        near = at + 1
    window = [op.slice_sizes[d] if d not in later else op.operand.shape[d] for d in range(op.operand.rank)]
    x = _gathered(b, op.operand, first, [sizes[d] for d in taken], taken, window,
                  [k for k, d in enumerate(order) if d >= 0], mapped)
    moved = [_Component(order.index(c.dimension), c.along, c.numbers) for c in rest]
    collapsed = {k for k, d in enumerate(order) if d >= 0 and d in numbers.collapsed_slice_dims}
    window = [1 if k in collapsed else n for k, n in enumerate(x.shape)]
    return _gathered(b, x, moved, [sizes[d] for d in left], left, window, sorted(place_of.values()), collapsed)


def _gathered(b: Builder, x: Any, group: Sequence[_Component], sizes: Sequence[int], batch: Sequence[int], window: Sequence[int],
              offsets: Sequence[int], collapsed: Iterable[int]) -> Any:
    """A gather by components over batch dimensions of these sizes."""
    parts = [b.broadcast(c.numbers(b), [batch.index(d) for d in sorted(c.along)], sizes) for c in group]
    parts = [b.reshaped(part, (*sizes, 1)) for part in parts]
    starts = b(Concatenate, parts, dimension=len(sizes)) if len(parts) > 1 else parts[0]
    return b(Gather, x, starts, slice_sizes=window, dimension_numbers=GatherDimensionNumbers(
        offset_dims=tuple(offsets), collapsed_slice_dims=tuple(sorted(collapsed)),
        start_index_map=tuple(c.dimension for c in group), index_vector_dim=len(sizes)))
