"""Scatters of very many updates to few elements: sums of segments, histograms.

Updates of one element are combined one after another, which is work for one processor. In parts that go to copies of their own,
which are combined at the end, they are work for several; the number of parts depends on the shapes alone, so that the result
does not depend on the number of threads. Long windows are work for several as they are: each takes a part of all of them. Sums
and products of narrow floats are rounded once, at the end.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.dispatch import working_float
from hloom.numbers.element_type import F32, PRED
from hloom.ops.common.attributes import ScatterDimensionNumbers
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.stablehlo.movement import Pad
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.scatter import Scatter
from hloom.passes.rewriting import Replacement

#: Parts, updates from which on they are worth it, and how many times as many as elements of all copies.
_PARTS, _MANY, _TIMES = 8, 1 << 16, 4
#: Elements of a window that workers share.
_LONG = 512


def in_parts(op: Any, b: Builder) -> Replacement:
    """scatter(x, i, u) -> f(x, reduce(scatter(identities, parts of i, parts of u)))."""
    numbers = op.scatter_dimension_numbers
    if len(op.inputs) != 1 or numbers.input_batching_dims or numbers.index_vector_dim == 0 or op.unique_indices:
        return None
    (x,), (updates,), indices = op.inputs, op.updates, op.scatter_indices
    if indices.element.width < 32:
        return None
    types: list[Any] = [x.type, updates.type, indices.type, op.results[0].type]
    if not all(t.is_static and not t.is_quantized for t in types) or op.results[0].type is not x.type:
        return None
    inner = reducing_operation(op.update_computation)
    element = x.element
    if inner is None or inner.reducer is None or element is PRED or element.is_complex or element.is_small_float:
        return None
    if updates.type.size < max(_MANY, _TIMES * _PARTS * x.type.size):
        return None
    along = next((d for d in range(updates.rank) if d not in numbers.update_window_dims), None)
    if along is None or indices.shape[0] < 2 * _PARTS:
        return None
    wide = working_float(element) if inner.reducer.accumulates and element.is_float and element.width < F32.width else element
    fixed = {*range(x.rank)}.difference(numbers.inserted_window_dims, numbers.scatter_dims_to_operand_dims)
    parts = 1 if prod(x.shape[d] for d in fixed) >= _LONG else _PARTS
    if parts == 1 and wide is element:
        return None
    rest = -indices.shape[0] % parts
    if rest:  # nothing is updated outside; what changes nothing may lie anywhere, as it does if indices have no components
        outside = -1 if indices.element.kind == "sint" else np.iinfo(indices.element.dtype).max
        indices = _padded(b, indices, 0, rest, b.constant(outside, indices.element))
        nothing = np.asarray(inner.reducer.identity(element), element.dtype)
        updates = _padded(b, updates, along, rest, b.constant(nothing, element))
    updates = b.converted(_parted(b, updates, along, parts), wide)
    copies = b.splat(inner.reducer.identity(wide), TensorType((parts, *x.shape), wide))
    body = combining(inner.name, wide)
    made = b(Scatter, [copies], _parted(b, indices, 0, parts), [updates], regions=[body], result_types=[copies.type],
             scatter_dimension_numbers=ScatterDimensionNumbers(
                 tuple(d + (d > along) for d in numbers.update_window_dims), tuple(d + 1 for d in numbers.inserted_window_dims),
                 (0,), (0,), tuple(d + 1 for d in numbers.scatter_dims_to_operand_dims), numbers.index_vector_dim + 1))
    start = b.constant(np.asarray(inner.reducer.identity(wide), wide.dtype), wide)
    total = b(Reduce, [made], [start], dimensions=(0,), regions=[combining(inner.name, wide)])
    return b.converted(b(type(inner), b.converted(x, wide), total), element)


def _padded(b: Builder, x: Value, dimension: int, count: int, value: Value) -> Value:
    rank = len(x.type.shape)  # type: ignore[union-attr]
    none = (0,) * rank
    behind = tuple(count if d == dimension else 0 for d in range(rank))
    return b(Pad, x, value, edge_padding_low=none, edge_padding_high=behind, interior_padding=none)


def _parted(b: Builder, x: Value, dimension: int, parts: int) -> Value:
    """A dimension as two: parts, and what is in each."""
    type: Any = x.type
    shape = list(type.shape)
    shape[dimension : dimension + 1] = [parts, shape[dimension] // parts]
    return b.reshaped(x, shape)
