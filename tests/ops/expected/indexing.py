"""Gathering and scattering, one window after the other; sorting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.ops.expected.language import Array, expects, total_order
from tests.ops.expected.reductions import combined


def _clamped(x: Array, starts: Any, sizes: Any) -> tuple[slice, ...]:
    """The window of `sizes` of an array that starts nearest to `starts`."""
    at = [min(max(int(s), 0), n - size) for s, n, size in zip(starts, x.shape, sizes)]
    return tuple(slice(a, a + size) for a, size in zip(at, sizes))


@expects("stablehlo.dynamic_slice")
def _(op: Any, x: Array, *starts: Array) -> Array:
    return x[_clamped(x, starts, op.slice_sizes)]


@expects("stablehlo.dynamic_update_slice")
def _(op: Any, x: Array, update: Array, *starts: Array) -> Array:
    x = np.array(x)
    x[_clamped(x, starts, update.shape)] = update
    return x


@expects("stablehlo.torch_index_select")
def _(op: Any, x: Array, index: Array) -> Array:
    batch, dim = op.batch_dims, op.dim
    found = np.zeros(op.results[0].type.shape, x.dtype)
    if not x.size:
        return found
    for b in np.ndindex(x.shape[:batch]):
        for place in np.ndindex(index.shape[batch:]):
            number = int(index[(*b, *place)])
            before = (slice(None),) * (dim - batch)
            # A number that is none of a slice takes the nearest one.
            found[(*b, *before, *place)] = x[(*b, *before, min(max(number, 0), x.shape[dim] - 1))]
    return found


def _windows(numbers: Array, vector_dim: int, index_map: Any, batching: Any, indices_batching: Any,
             rank: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The place of each index vector, and where its window starts in an array of the rank."""
    vectors = np.moveaxis(numbers, vector_dim, -1) if vector_dim < numbers.ndim else numbers[..., np.newaxis]
    batches = [d - (d > vector_dim) for d in indices_batching]
    for place in np.ndindex(vectors.shape[:-1]):
        start = [0] * rank
        for d, n in zip(index_map, vectors[place]):
            start[d] = int(n)
        for d, k in zip(batching, batches):
            start[d] = place[k]
        yield place, start


def _joined(places: Any, windows: Any, offsets: Any) -> tuple[Any, ...]:
    """Indices of an array in which the dimensions `offsets` are those of windows, the others those of places."""
    at: list[Any] = list(places)
    for d, index in sorted(zip(offsets, windows)):
        at.insert(d, index)
    return tuple(at)


def _gathered(op: Any, x: Array, numbers: Array, sizes: Any) -> Array:
    n = op.dimension_numbers
    dropped = (*n.collapsed_slice_dims, *n.operand_batching_dims)
    found = np.zeros(op.results[0].type.shape, x.dtype)
    if not x.size:
        return found
    # Slices may be of no element along what is dropped, and results have elements all the same.
    sizes = [1 if d in dropped else int(size) for d, size in enumerate(sizes)]
    for place, start in _windows(numbers, n.index_vector_dim, n.start_index_map, n.operand_batching_dims,
                                 n.start_indices_batching_dims, x.ndim):
        window = x[_clamped(x, start, sizes)].reshape([size for d, size in enumerate(sizes) if d not in dropped])
        found[_joined(place, [slice(None)] * window.ndim, n.offset_dims)] = window
    return found


@expects("stablehlo.gather")
def _(op: Any, x: Array, numbers: Array) -> Array:
    return _gathered(op, x, numbers, op.slice_sizes)


@expects("stablehlo.dynamic_gather")
def _(op: Any, x: Array, numbers: Array, sizes: Array) -> Array:
    return _gathered(op, x, numbers, sizes)


@expects("stablehlo.scatter")
def _(op: Any, x: Array, numbers: Array, updates: Array) -> Array:
    n, found = op.scatter_dimension_numbers, np.array(x)
    dropped = (*n.inserted_window_dims, *n.input_batching_dims)
    kept = [d for d in range(x.ndim) if d not in dropped]
    sizes = [1] * x.ndim
    for d, k in zip(kept, n.update_window_dims):
        sizes[d] = updates.shape[k]
    combine = combined(op.regions[0])
    for place, start in _windows(numbers, n.index_vector_dim, n.scatter_dims_to_operand_dims, n.input_batching_dims,
                                 n.scatter_indices_batching_dims, x.ndim):
        if any(s < 0 or s + size > whole for s, size, whole in zip(start, sizes, x.shape)):
            continue  # a window that lies outside, be it in part, is left out
        for offset in np.ndindex(*sizes):
            at = tuple(s + o for s, o in zip(start, offset))
            found[at] = combine(found[at], updates[_joined(place, [offset[d] for d in kept], n.update_window_dims)])
    return found


def _is_order(op: Any, *arrays: Array) -> bool:
    """Whether the comparator is one comparison that orders elements."""
    first, *others = op.regions[0].block.operations
    return len(others) == 1 and getattr(first, "comparison_direction", "") in ("LT", "GT") and op.is_stable


@expects("stablehlo.sort", admits=_is_order)
def _(op: Any, *arrays: Array) -> tuple[Array, ...]:
    compare, _ = op.regions[0].block.operations
    number = op.regions[0].block.arguments.index(compare.operands[0]) // 2
    in_total_order = compare.compare_type == "TOTALORDER"
    keys = total_order(arrays[number]) if in_total_order else arrays[number] + 0  # which makes -0 the same as 0
    # Ranks of equal keys are equal, so that those in falling order have a stable sort, too.
    ranks = np.unique(keys, return_inverse=True)[1].reshape(keys.shape)
    order = np.argsort(ranks if compare.comparison_direction == "LT" else -ranks, axis=op.dimension, kind="stable")
    return tuple(np.take_along_axis(x, order, op.dimension) for x in arrays)


@expects("chlo.top_k")
def _(op: Any, x: Array) -> tuple[Array, Array]:
    ranks = np.unique(total_order(x), return_inverse=True)[1].reshape(x.shape)
    order = np.argsort(-ranks, axis=-1, kind="stable")[..., : op.k]
    return np.take_along_axis(x, order, -1), order
