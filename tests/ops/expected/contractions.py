"""Products summed over dimensions. Operands are small whole numbers, of which all sums are exact."""

from __future__ import annotations

from string import ascii_letters
from typing import Any

import numpy as np

from tests.ops.expected.language import Array, expects, wide
from tests.ops.expected.movement import padded


def _summed(notation: str, *arrays: Array) -> Array:
    """np.einsum in the widest type of the elements' kind; of truth values, whether any product is true."""
    if arrays[0].dtype.kind == "b":
        return np.einsum(notation, *(x.astype(int) for x in arrays)) > 0
    return np.asarray(np.einsum(notation, *map(wide, arrays), optimize=False))


@expects("stablehlo.dot_general")
def _(op: Any, x: Array, y: Array) -> Array:
    n, letters = op.dot_dimension_numbers, iter(ascii_letters)
    left, right = [""] * x.ndim, [""] * y.ndim
    batch = [next(letters) for _ in n.lhs_batching_dimensions]
    for a, b, name in zip((*n.lhs_batching_dimensions, *n.lhs_contracting_dimensions),
                          (*n.rhs_batching_dimensions, *n.rhs_contracting_dimensions), (*batch, *letters)):
        left[a] = right[b] = name
    free = iter(reversed(ascii_letters))
    left, right = ([name or next(free) for name in side] for side in (left, right))
    kept = [name for side, dims in ((left, (*n.lhs_batching_dimensions, *n.lhs_contracting_dimensions)),
                                    (right, (*n.rhs_batching_dimensions, *n.rhs_contracting_dimensions)))
            for d, name in enumerate(side) if d not in dims]
    return _summed(f"{''.join(left)},{''.join(right)}->{''.join((*batch, *kept))}", x, y)


@expects("stablehlo.dot")
def _(op: Any, x: Array, y: Array) -> Array:
    left, right = "ac"[-x.ndim :] if x.ndim else "", "cb"[: y.ndim]
    return _summed(f"{left},{right}->{'a' * (x.ndim == 2)}{'b' * (y.ndim == 2)}", x, y)


@expects("stablehlo.einsum", "stablehlo.unary_einsum")
def _(op: Any, *arrays: Array) -> Array:
    return _summed(op.einsum_config, *arrays)


def _convolved(op: Any, x: Array, y: Array, edges: Any) -> Array:
    """A convolution, by the product of each window with the kernel."""
    n, spatial = op.dimension_numbers, y.ndim - 2
    ones = [1] * spatial
    x = x.transpose(n.input_batch_dimension, n.input_feature_dimension, *n.input_spatial_dimensions)
    y = y.transpose(n.kernel_output_feature_dimension, n.kernel_input_feature_dimension, *n.kernel_spatial_dimensions)
    y = y[(slice(None), slice(None), *(slice(None, None, -1 if r else 1) for r in op.window_reversal or [False] * spatial))]
    outer = [0, 0]
    base = padded(x, x.dtype.type(0), outer + [e[0] for e in edges], outer + [e[1] for e in edges],
                  outer + [d - 1 for d in op.lhs_dilation or ones])
    strides, apart = op.window_strides or ones, op.rhs_dilation or ones
    sizes = [max((n - (k - 1) * d - 1) // s + 1, 0) if k else 0
             for n, k, d, s in zip(base.shape[2:], y.shape[2:], apart, strides)]
    batches, groups, outputs = op.batch_group_count, op.feature_group_count, y.shape[0]
    found = np.zeros((x.shape[0] // batches, outputs, *sizes), wide(x).dtype)
    rows, features = found.shape[0], y.shape[1]
    for o in range(outputs):
        by_batch, by_feature = o * batches // outputs, o * groups // outputs
        part = wide(base[by_batch * rows : (by_batch + 1) * rows, by_feature * features : (by_feature + 1) * features])
        for place in np.ndindex(*sizes):
            window = tuple(slice(p * s, p * s + (k - 1) * d + 1, d) for p, s, k, d in zip(place, strides, y.shape[2:], apart))
            products = part[(slice(None), slice(None), *window)] * wide(y[o])
            found[(slice(None), o, *place)] = products.reshape(rows, -1).sum(1)
    order = np.argsort((n.output_batch_dimension, n.output_feature_dimension, *n.output_spatial_dimensions))
    return found.transpose(order)


@expects("stablehlo.convolution")
def _(op: Any, x: Array, y: Array) -> Array:
    return _convolved(op, x, y, [(0, 0)] * (x.ndim - 2) if op.padding is None else op.padding.tolist())


@expects("stablehlo.dynamic_conv")
def _(op: Any, x: Array, y: Array, padding: Array) -> Array:
    return _convolved(op, x, y, padding.tolist())
