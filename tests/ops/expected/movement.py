"""Operations that move elements."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tests.ops.expected.language import Array, exact, expects


def shape_of_result(op: Any) -> tuple[int, ...]:
    return op.results[0].type.shape


@expects("stablehlo.broadcast_in_dim", "stablehlo.dynamic_broadcast_in_dim")
def _(op: Any, x: Array, *shape: Array) -> Array:
    order = np.argsort(op.broadcast_dimensions)
    sizes = [1] * len(shape_of_result(op))
    for d, n in zip(op.broadcast_dimensions, x.shape):
        sizes[d] = n
    return np.broadcast_to(x.transpose(order).reshape(sizes), shape_of_result(op))


@expects("stablehlo.broadcast")
def _(op: Any, x: Array) -> Array:
    return np.broadcast_to(x, (*op.broadcast_sizes, *x.shape))


@expects("stablehlo.reshape", "stablehlo.dynamic_reshape", "chlo.dynamic_reshape", "tensor.collapse_shape",
         admits=lambda op, x, *shape: x.size == prod(shape_of_result(op)))
def _(op: Any, x: Array, *shape: Array) -> Array:
    return x.reshape(shape_of_result(op))


@expects("stablehlo.transpose")
def _(op: Any, x: Array) -> Array:
    return x.transpose(op.permutation)


@expects("stablehlo.reverse")
def _(op: Any, x: Array) -> Array:
    return x[tuple(slice(None, None, -1 if d in op.dimensions else 1) for d in range(x.ndim))]


@expects("stablehlo.slice")
def _(op: Any, x: Array) -> Array:
    return x[tuple(map(slice, op.start_indices, op.limit_indices, op.strides))]


@expects("stablehlo.real_dynamic_slice")
def _(op: Any, x: Array, starts: Array, limits: Array, strides: Array) -> Array:
    return x[tuple(map(slice, starts, limits, strides))]


@expects("stablehlo.concatenate")
def _(op: Any, *arrays: Array) -> Array:
    return np.concatenate(arrays, op.dimension)


@expects("tensor.concat")
def _(op: Any, *arrays: Array) -> Array:
    return np.concatenate(arrays, op.dim)


def padded(x: Array, value: Array, low: Any, high: Any, interior: Any) -> Array:
    """`x` with elements between and around; negative amounts around remove what is there."""
    if not x.ndim:
        return x
    apart = np.full([max(n + (n - 1) * k, 0) for n, k in zip(x.shape, interior)], value, x.dtype)
    apart[tuple(slice(None, None, int(k) + 1) for k in interior)] = x
    around = np.pad(apart, [(max(int(a), 0), max(int(b), 0)) for a, b in zip(low, high)], constant_values=value)
    return around[tuple(slice(max(-int(a), 0), n - max(-int(b), 0)) for a, b, n in zip(low, high, around.shape))]


@expects("stablehlo.pad")
def _(op: Any, x: Array, value: Array) -> Array:
    return padded(x, value, op.edge_padding_low, op.edge_padding_high, op.interior_padding)


@expects("stablehlo.dynamic_pad")
def _(op: Any, x: Array, value: Array, low: Array, high: Array, interior: Array) -> Array:
    return padded(x, value, low, high, interior)


@expects("stablehlo.iota", "stablehlo.dynamic_iota")
def _(op: Any, *shape: Array) -> Array:
    return exact(np.indices(shape_of_result(op))[op.iota_dimension])


@expects("stablehlo.get_dimension_size")
def _(op: Any, x: Array) -> Array:
    return np.array(x.shape[op.dimension])
