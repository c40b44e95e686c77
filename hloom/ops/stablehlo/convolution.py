"""Convolution: products of a kernel with the windows of an input."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.scalar import Literal, Scalar
from hloom.ir.types import DYNAMIC
from hloom.numbers.element_type import I64, ElementType, of_dtype
from hloom.numbers.rounding import quiet
from hloom.ops.common.accumulation import SEQUENTIAL_STEPS
from hloom.ops.common.attributes import ConvDimensionNumbers
from hloom.ops.common.quantization import is_quantized, on_expressed, unless_quantized
from hloom.ops.common.shapes import Shape, infer_tensor, known, window_count
from hloom.ops.definition.attribute_kinds import bool_array, dense, i64, i64_array, struct
from hloom.ops.definition.constraints import (
    any_tensor,
    compatible_shapes,
    expressed_element,
    in_range,
    per_tensor_quantized,
    tensor,
    unique,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.stablehlo.contraction import (
    at_most_two_precisions,
    chosen_element,
    contract,
    matrix_product,
    of_one_type,
    precisions,
    quantization_checks,
    quantized_result_checks,
    stored,
    sum_of_products,
)
from hloom.ops.stablehlo.movement import padded, read_between
from hloom.ops.stablehlo.windows import no_padding, one_entry, ones, padding_table, positive
from hloom.support.memory import need

Array = Any


def spatial_rank(op: Any) -> int:
    """The number of spatial dimensions."""
    return max(op.lhs.rank - 2, 0)


def _divides(group: int, size: int) -> bool:
    return size == DYNAMIC or size % group == 0


def input_dimensions(n: ConvDimensionNumbers) -> tuple[int, ...]:
    """Dimensions of lhs: batch, spatial ones, feature."""
    return (n.input_batch_dimension, *n.input_spatial_dimensions, n.input_feature_dimension)


def kernel_dimensions(n: ConvDimensionNumbers) -> tuple[int, ...]:
    """Dimensions of rhs: spatial ones, input feature, output feature."""
    return (*n.kernel_spatial_dimensions, n.kernel_input_feature_dimension, n.kernel_output_feature_dimension)


def output_dimensions(n: ConvDimensionNumbers) -> tuple[int, ...]:
    """Dimensions of the result: batch, spatial ones, feature."""
    return (n.output_batch_dimension, *n.output_spatial_dimensions, n.output_feature_dimension)


def permutes(dimensions: Sequence[int], rank: int) -> bool:
    """Whether a list names dimensions of a tensor, none twice."""
    return unique(dimensions) and in_range(dimensions, rank)


def _features_match(op: Any) -> bool:
    """C14: rhs has the input features of one group."""
    n = op.dimension_numbers
    wanted = known(lambda features: features // op.feature_group_count, op.lhs.shape[n.input_feature_dimension])
    return compatible_shapes((wanted,), (op.rhs.shape[n.kernel_input_feature_dimension],))


#: Constraints on everything but the padding, which `dynamic_conv` takes as an operand; the numbers are the same there.
COMMON_CHECKS = [
    C(1, "lhs and rhs must have one rank of at least 2, got {lhs} and {rhs}",
      lambda op: op.lhs.rank == op.rhs.rank >= 2),
    one_entry(2, "window_strides", spatial_rank), positive(3, "window_strides"),
    one_entry(5, "lhs_dilation", spatial_rank), positive(6, "lhs_dilation"),
    one_entry(7, "rhs_dilation", spatial_rank), positive(8, "rhs_dilation"),
    one_entry(9, "window_reversal", spatial_rank),
    C(21, "feature_group_count must be positive, got {feature_group_count}", lambda op: op.feature_group_count > 0),
    C(22, "batch_group_count must be positive, got {batch_group_count}", lambda op: op.batch_group_count > 0),
    C(23, "feature_group_count or batch_group_count must be 1, got {feature_group_count} and {batch_group_count}",
      lambda op: 1 in (op.feature_group_count, op.batch_group_count)),
    C(12, "input_spatial_dimensions must be all but two dimensions of {lhs}, got {dimension_numbers}",
      lambda op: len(op.dimension_numbers.input_spatial_dimensions) == spatial_rank(op)),
    C(13, "input dimensions must be unique and lie in [0, {lhs.rank}), got {dimension_numbers}",
      lambda op: permutes(input_dimensions(op.dimension_numbers), op.lhs.rank)),
    C(17, "kernel_spatial_dimensions must be all but two dimensions of {rhs}, got {dimension_numbers}",
      lambda op: len(op.dimension_numbers.kernel_spatial_dimensions) == spatial_rank(op)),
    C(18, "kernel dimensions must be unique and lie in [0, {rhs.rank}), got {dimension_numbers}",
      lambda op: permutes(kernel_dimensions(op.dimension_numbers), op.rhs.rank)),
    C(19, "output_spatial_dimensions must be all but two dimensions of the result, got {dimension_numbers}",
      lambda op: len(op.dimension_numbers.output_spatial_dimensions) == spatial_rank(op)),
    C(20, "output dimensions must be unique and lie in [0, {lhs.rank}), got {dimension_numbers}",
      lambda op: permutes(output_dimensions(op.dimension_numbers), op.lhs.rank)),
    C(10, "batch_group_count must divide the batch of {lhs}, got {batch_group_count}",
      lambda op: _divides(op.batch_group_count, op.lhs.shape[op.dimension_numbers.input_batch_dimension])),
    C(11, "feature_group_count must divide the input features of {lhs}, got {feature_group_count}",
      lambda op: _divides(op.feature_group_count, op.lhs.shape[op.dimension_numbers.input_feature_dimension])),
    C(14, "rhs must have the input features of {lhs} divided by feature_group_count {feature_group_count}, got {rhs}",
      _features_match),
    C(15, "batch_group_count must divide the output features of {rhs}, got {batch_group_count}",
      lambda op: _divides(op.batch_group_count, op.rhs.shape[op.dimension_numbers.kernel_output_feature_dimension])),
    C(16, "feature_group_count must divide the output features of {rhs}, got {feature_group_count}",
      lambda op: _divides(op.feature_group_count, op.rhs.shape[op.dimension_numbers.kernel_output_feature_dimension])),
    C(24, "precision_config must have at most two entries, got {precision_config}", at_most_two_precisions),
    C(27, "lhs and rhs must have one element type, got {lhs} and {rhs}",
      lambda op: is_quantized(op.lhs) or is_quantized(op.rhs) or op.lhs.element is op.rhs.element),
    *quantization_checks(28, 31, 32, 34),
    C(29, "rhs must be quantized along its output features, got {rhs}",
      lambda op: not is_quantized(op.rhs)
      or op.rhs.element.axis in (-1, op.dimension_numbers.kernel_output_feature_dimension)),
]
RESULT_CHECKS = [
    *quantized_result_checks(28, 32, 33, 34),
    C(30, "the result must be quantized along its features, got {result}",
      lambda op: not is_quantized(op.result)
      or op.result.element.axis in (-1, op.dimension_numbers.output_feature_dimension)),
]


def convolution_shape(op: Any, padding: Sequence[tuple[int, int]], lhs: Shape, rhs: Shape) -> Shape:
    """Shape of the result (StableHLO spec: convolution (C25))."""
    n, rank = op.dimension_numbers, len(lhs)
    shape = [0] * rank
    shape[n.output_batch_dimension] = known(lambda b: b // op.batch_group_count, lhs[n.input_batch_dimension])
    shape[n.output_feature_dimension] = rhs[n.kernel_output_feature_dimension]
    for k, (low, high) in enumerate(padding):
        stride, base, dilation = (ones(v, rank - 2)[k] for v in (op.window_strides, op.lhs_dilation, op.rhs_dilation))
        shape[n.output_spatial_dimensions[k]] = window_count(
            lhs[n.input_spatial_dimensions[k]], low, high, rhs[n.kernel_spatial_dimensions[k]], stride, base, dilation)
    return tuple(shape)


@quiet
def convolve(op: Any, lhs: Array, rhs: Array, padding: Sequence[tuple[int, int]], type: ElementType) -> Array:
    """The convolution of two arrays, accumulated widely and rounded once to `type`; attributes are those of `op`."""
    n, rank = op.dimension_numbers, lhs.ndim
    shape = convolution_shape(op, padding, lhs.shape, rhs.shape)
    spatial = [shape[d] for d in n.output_spatial_dimensions]
    strides, base, dilations = (ones(v, rank - 2) for v in (op.window_strides, op.lhs_dilation, op.rhs_dilation))
    lhs, rhs = of_one_type(lhs, rhs, type)
    x, w = lhs.transpose(input_dimensions(n)), rhs.transpose(kernel_dimensions(n))
    low, high = zip(*padding) if padding else ((), ())
    x = padded(x, x.dtype.type(0), (0, *low, 0), (0, *high, 0), (0, *(b - 1 for b in base), 0))
    reverse = op.window_reversal or (False,) * (rank - 2)
    w = np.flip(w, tuple(k for k, r in enumerate(reverse) if r))
    # Groups come first on both sides: (group, batch, spatial, features), (spatial, group, features, output features).
    groups = op.feature_group_count * op.batch_group_count
    batch, features, outputs = x.shape[0] // op.batch_group_count, w.shape[-2], w.shape[-1] // groups
    x = np.moveaxis(x.reshape(op.batch_group_count, batch, *x.shape[1:-1], op.feature_group_count, features), -2, 1)
    x = x.reshape(groups, batch, *x.shape[3:-1], features)
    w = np.moveaxis(w.reshape(*w.shape[:-1], groups, outputs), -2, -3)
    need(128 * prod(w.shape[: rank - 2]))
    offsets, places = list(np.ndindex(*w.shape[: rank - 2])), batch * prod(spatial)

    def seen(offset: Sequence[int]) -> Array:
        """What the kernel element at `offset` meets: [groups, places, features]."""
        steps = (slice(k * d, k * d + (count - 1) * s + 1, s)
                 for k, d, s, count in zip(offset, dilations, strides, spatial))
        return x[(slice(None), slice(None), *steps)].reshape(groups, places, features)

    if not groups * places * outputs:
        total = np.zeros((groups, places, outputs), type.dtype)
    elif groups * places * outputs * len(offsets) * features <= SEQUENTIAL_STEPS:
        kernel = np.moveaxis(w.reshape(len(offsets), groups, features, outputs), 1, 0)
        windows = np.concatenate([np.empty((groups, places, 0), x.dtype), *map(seen, offsets)], axis=-1)
        total = contract(windows, kernel.reshape(groups, len(offsets) * features, outputs), type)
    else:
        total = stored(sum(matrix_product(seen(offset), w[offset]) for offset in offsets), of_dtype(lhs.dtype), type)
    joined = np.moveaxis(total.reshape(groups, batch, *spatial, outputs), 0, -2)
    return np.transpose(joined.reshape(batch, *spatial, groups * outputs), np.argsort(output_dimensions(n)))


def convolution_element(op: Any, i: Sequence[Any], padding: Sequence[tuple[int, int]]) -> Scalar:
    """Element `i` of a convolution's result."""
    n, rank = op.dimension_numbers, op.lhs.rank
    variables = [fresh(op.rhs.shape[d], "w") for d in n.kernel_spatial_dimensions]
    feature = fresh(op.rhs.shape[n.kernel_input_feature_dimension], "f")
    batch, output = i[n.output_batch_dimension], i[n.output_feature_dimension]
    outputs = op.rhs.shape[n.kernel_output_feature_dimension]
    input_feature: Any = feature
    if op.feature_group_count > 1:
        group = output // (outputs // op.feature_group_count)
        input_feature = group * op.rhs.shape[n.kernel_input_feature_dimension] + feature
    if op.batch_group_count > 1:
        group = output // (outputs // op.batch_group_count)
        batch = group * (op.lhs.shape[n.input_batch_dimension] // op.batch_group_count) + batch
    whole = (0, 0, 1)
    places: list[Any] = [None] * rank
    places[n.input_batch_dimension], places[n.input_feature_dimension] = (batch, *whole), (input_feature, *whole)
    kernel: list[Any] = [None] * rank
    kernel[n.kernel_input_feature_dimension], kernel[n.kernel_output_feature_dimension] = feature, output
    strides, base, dilations = (ones(v, rank - 2) for v in (op.window_strides, op.lhs_dilation, op.rhs_dilation))
    reverse = op.window_reversal or (False,) * (rank - 2)
    for k, ((low, _), w) in enumerate(zip(padding, variables)):
        out, size = n.output_spatial_dimensions[k], op.rhs.shape[n.kernel_spatial_dimensions[k]]
        highest = (op.shape[out] - 1) * strides[k] + (size - 1) * dilations[k] - low
        places[n.input_spatial_dimensions[k]] = (i[out] * strides[k] + w * dilations[k] - low, -low, highest, base[k])
        kernel[n.kernel_spatial_dimensions[k]] = size - 1 - w if reverse[k] else w
    zero = Literal(0, op.lhs.type.storage)
    return sum_of_products(read_between(op.lhs, zero, places), op.rhs[kernel], [*variables, feature], op.result.element)


class Convolution(Op, name="stablehlo.convolution"):
    """Sums of products of the kernel rhs with each window of lhs."""

    lhs: Operand = tensor | per_tensor_quantized
    rhs: Operand = any_tensor
    window_strides: Attr = i64_array.optional
    padding: Attr = dense(I64).optional
    lhs_dilation: Attr = i64_array.optional
    rhs_dilation: Attr = i64_array.optional
    window_reversal: Attr = bool_array.optional
    dimension_numbers: Attr = struct(ConvDimensionNumbers)
    feature_group_count: Attr = i64
    batch_group_count: Attr = i64
    precision_config: Attr = precisions
    is_contraction = True
    kernel = "contraction"
    syntax = ("`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` "
              "`=` `{` "
              "custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` "
              "attr-dict `:` functional-type(operands, results)")
    checks = [COMMON_CHECKS[0], padding_table(4, spatial_rank), *COMMON_CHECKS[1:]]
    result_checks = RESULT_CHECKS

    @property
    def pads(op) -> list[tuple[int, int]]:
        """Low and high padding of each spatial dimension."""
        return no_padding(op.padding, spatial_rank(op))

    @infers(shape="C25", rank="C26")
    def result(op) -> Any:
        return infer_tensor(chosen_element(op, op.lhs.element),
                            lambda lhs, rhs: convolution_shape(op, op.pads, lhs, rhs), op.lhs.type, op.rhs.type)

    @on_expressed
    def eval(op, lhs: Array, rhs: Array) -> Any:
        return convolve(op, lhs, rhs, op.pads, expressed_element(op.result.type))

    @unless_quantized
    def element(op, i: Any) -> Any:
        return convolution_element(op, i, op.pads)
