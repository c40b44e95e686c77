"""Convolutions with one output feature, along whose rows the lanes lie.

    convolution(x, w), padded    ->    convolution(pad(x), w)

A block's window of a padded convolution is copied, and in it lanes lie along output features: one leaves all but one of them
empty. Without padding the input is read where it is, and where neighbours of a row lie side by side in it and in the result
(filters of an image, a signal or a volume, each of its own) they are the lanes, as columns of a product with one row.
"""

from __future__ import annotations

from math import prod
from typing import Any

from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.windows import ones
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.limits import Limits


def goes_along_rows(limits: Limits, op: Any) -> bool:
    """Whether the lanes of a convolution lie along rows, and nothing else is better."""
    return not _is_padded(op) and _may_go_along_rows(limits, op)


def _is_padded(op: Any) -> bool:
    return any(n > 0 for pads in op.pads for n in pads)


def _may_go_along_rows(limits: Limits, op: Any) -> bool:
    """Whether lanes lie along rows if there is no padding."""
    types: list[Any] = [op.lhs.type, op.rhs.type, op.result.type]
    if not all(t.is_static and t.size and not t.is_quantized for t in types) or op.lhs.rank < 3 or op.batch_group_count > 1:
        return False
    numbers = op.dimension_numbers
    inputs = op.rhs.shape[numbers.kernel_input_feature_dimension]
    if op.rhs.shape[numbers.kernel_output_feature_dimension] != op.feature_group_count:
        return False
    if inputs > limits.few_features and op.feature_group_count == 1:
        return False
    if any(n > 1 for n in ones(op.lhs_dilation, op.lhs.rank - 2)) or not _are_side_by_side(limits, op):
        return False
    taps = prod(op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions)
    return taps > 1 and op.result.type.size * taps * inputs >= limits.rows_worth_it


def padded_before(limits: Limits, op: Any, b: Builder) -> Replacement:
    """convolution(x, w), padded -> convolution(pad(x), w) along whose rows lanes lie, part of the pass `decompose`."""
    if not _is_padded(op) or not _may_go_along_rows(limits, op):
        return None
    low, high = ([0] * op.lhs.rank for _ in range(2))
    for d, (before, behind) in zip(op.dimension_numbers.input_spatial_dimensions, op.pads):
        low[d], high[d] = before, behind
    size = prod(n + before + behind for n, before, behind in zip(op.lhs.shape, low, high))
    most = min(limits.most_times * (op.lhs.type.size + op.result.type.size),
               limits.most_bytes * 8 // op.lhs.type.element.width)
    if size > most:
        return None
    return b(Convolution, b.padded(op.lhs, low, high), op.rhs, result_types=[op.result.type], window_strides=op.window_strides,
             rhs_dilation=op.rhs_dilation, window_reversal=op.window_reversal, dimension_numbers=op.dimension_numbers,
             feature_group_count=op.feature_group_count, batch_group_count=op.batch_group_count,
             precision_config=op.precision_config)


def _are_side_by_side(limits: Limits, op: Any) -> bool:
    """Whether neighbours along the innermost dimension of the result, images or places of windows one apart, are so in the
    input."""
    numbers = op.dimension_numbers
    inner_input, inner_output = (max((d for d in range(v.rank) if v.shape[d] > 1), default=None) for v in (op.lhs, op.result))
    if inner_output is None or op.result.shape[inner_output] < limits.long_row:
        return False
    if inner_output == numbers.output_batch_dimension:
        return inner_input == numbers.input_batch_dimension
    if inner_output not in numbers.output_spatial_dimensions:
        return False
    k = numbers.output_spatial_dimensions.index(inner_output)
    return inner_input == numbers.input_spatial_dimensions[k] and ones(op.window_strides, op.lhs.rank - 2)[k] == 1
