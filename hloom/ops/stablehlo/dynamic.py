"""Operations whose shapes are operands: the dynamic_* forms. What gives and sets sizes is in `dimension_sizes`.

Each computes like the operation without `dynamic_` once its operands are known, and is stated by it. Arrays of bounded
tensors have their actual size. A size that is impossible at run time is an EvaluationError.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Operation, Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.ops.common.attributes import ConvDimensionNumbers, GatherDimensionNumbers
from hloom.ops.common.quantization import on_expressed
from hloom.ops.common.shapes import has_array
from hloom.ops.definition.attribute_kinds import bool_array, boolean, i64, i64_array, struct
from hloom.ops.definition.constraints import (
    any_tensor,
    baseline_element,
    compatible_shapes,
    complex_,
    expressed_element,
    float_,
    in_range,
    index,
    integer,
    per_tensor_quantized,
    rank,
    same_shape,
    scalar,
    static,
    tensor,
    unique,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result
from hloom.ops.definition.traits import Domain, starts
from hloom.ops.stablehlo.contraction import precisions
from hloom.ops.stablehlo.convolution import COMMON_CHECKS, RESULT_CHECKS, convolution_shape, convolve, spatial_rank
from hloom.ops.stablehlo.creation import Iota, constant_values
from hloom.ops.stablehlo.dynamism import (
    as_static,
    broadcast,
    convolution,
    convolution_accesses,
    gather,
    iota,
    pad,
    pad_accesses,
    reshape,
    slice_accesses,
    slice_between,
)
from hloom.ops.stablehlo.elementwise import ANY_RESULT
from hloom.ops.stablehlo.gather import Gather, clamped_starts, may_equal, within
from hloom.ops.stablehlo.movement import BroadcastInDim, Pad, Reshape, padded, padded_size
from hloom.support.diagnostics import EvaluationError

ANY = tensor | per_tensor_quantized
#: The sizes of a shape, or indices: a vector of integers.
sizes = (integer | index) & rank(1)
static_sizes = sizes & static

Array = Any


def failed(op: Operation, message: str) -> EvaluationError:
    """What an operation raises whose operands make no sense together at run time."""
    return EvaluationError.at(op.span, "shape", f"{op.name}: {message}")


def as_sizes(op: Operation, values: Array, least: int = 0) -> tuple[int, ...]:
    """A vector as Python integers, none below `least`."""
    found = tuple(int(n) for n in np.asarray(values).reshape(-1))
    if any(n < least for n in found):
        raise failed(op, f"sizes must be at least {least}, got {list(found)}")
    return found


def as_shape(op: Operation, values: Array) -> tuple[int, ...]:
    """A vector as the shape of a tensor."""
    found = as_sizes(op, values)
    if not has_array(found):
        raise failed(op, f"there are no tensors as large as {list(found)}")
    return found


def _typed(op: Any, shape: Sequence[int]) -> TensorType:
    """The type of the result of a run: the element type that was inferred, with the actual shape."""
    return TensorType(tuple(shape), op.results[0].type.element)


def _shape_fits(value: Any, result: Any) -> bool:
    """Whether a result may have the shape that an operand gives, as far as that is constant."""
    known = constant_values(value)
    return known is None or (all(n >= 0 for n in known) and same_shape(result.type, TensorType(tuple(known), result.element)))


def _counts(value: Any, count: int) -> bool:
    """Whether a vector has `count` entries, as far as that is known."""
    return value.shape[0] in (DYNAMIC, count)


class DynamicBroadcastInDim(Op, name="stablehlo.dynamic_broadcast_in_dim"):
    """broadcast_in_dim to the shape `output_dimensions`."""

    operand: Operand = any_tensor
    output_dimensions: Operand = sizes
    broadcast_dimensions: Attr = i64_array
    known_expanding_dimensions: Attr = i64_array.optional
    known_nonexpanding_dimensions: Attr = i64_array.optional
    result: Result = any_tensor
    looks_outside = True
    kernel = "dynamic"
    makes_view = True
    syntax = ("$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` "
              "functional-type(operands, results)")
    checks = [
        BroadcastInDim.checks[0], BroadcastInDim.checks[1],
        C(8, "a dimension must not be known to expand or not to expand twice, got {known_expanding_dimensions} and "
          "{known_nonexpanding_dimensions}",
          lambda op: unique((op.known_expanding_dimensions or ()) + (op.known_nonexpanding_dimensions or ()))),
        C(9, "known_expanding_dimensions must lie in [0, {operand.rank}), got {known_expanding_dimensions}",
          lambda op: in_range(op.known_expanding_dimensions or (), op.operand.rank)),
        C(10, "known_nonexpanding_dimensions must lie in [0, {operand.rank}), got {known_nonexpanding_dimensions}",
          lambda op: in_range(op.known_nonexpanding_dimensions or (), op.operand.rank)),
    ]
    result_checks = [
        *BroadcastInDim.result_checks,
        C(7, "output_dimensions must have one entry for each dimension of {result}, got {output_dimensions}",
          lambda op: op.output_dimensions.shape[0] == op.result.rank),
        C("output_dimensions", "output_dimensions must be the shape of {result}, to which {operand} broadcasts",
          lambda op: _shape_fits(op.output_dimensions, op.result) and _broadcasts(op)),
    ]

    static_form = broadcast
    accesses = as_static(broadcast, "output_dimensions")

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, operand: Array, output_dimensions: Array) -> Any:
        shape = as_shape(op, output_dimensions)
        if any(n not in (1, shape[d]) for n, d in zip(operand.shape, op.broadcast_dimensions)):
            raise failed(op, f"cannot broadcast {list(operand.shape)} along {list(op.broadcast_dimensions)} to "
                             f"{list(shape)}")
        static = BroadcastInDim.create(op.operand, broadcast_dimensions=op.broadcast_dimensions,
                                       result_types=[_typed(op, shape)])
        return static.eval(operand)


class DynamicReshape(Op, name="stablehlo.dynamic_reshape"):
    """reshape to the shape `output_shape`."""

    operand: Operand = any_tensor
    output_shape: Operand = static_sizes
    result: Result = any_tensor
    looks_outside = True
    kernel = "dynamic"
    working_bytes = 0
    syntax = ANY_RESULT
    result_checks = [
        *Reshape.result_checks,
        C(4, "output_shape must have one entry for each dimension of {result}, got {output_shape}",
          lambda op: _counts(op.output_shape, op.result.rank)),
        C("output_shape", "output_shape must be the shape of {result}, and have as many elements as {operand}",
          lambda op: reshape_fits(op)),
    ]

    static_form = reshape
    accesses = as_static(reshape, "output_shape")

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, operand: Array, output_shape: Array) -> Any:
        return reshaped(op, operand, output_shape)


def _broadcasts(op: Any) -> bool:
    """Whether each size of the operand is 1 or that of its dimension in the shape that is given, as far as they are known."""
    shape = constant_values(op.output_dimensions)
    return shape is None or all(n in (1, DYNAMIC, shape[d]) for n, d in zip(op.operand.shape, op.broadcast_dimensions))


def reshape_fits(op: Any) -> bool:
    """Whether `output_shape` may be the shape of the result, and has as many elements as the operand."""
    shape = constant_values(op.output_shape)
    return _shape_fits(op.output_shape, op.result) and (
        shape is None or not op.operand.type.is_static or prod(shape) == op.operand.type.size)


def reshaped(op: Operation, operand: Array, output_shape: Array) -> Array:
    """`operand` in another shape of as many elements. EvaluationError where there are more, or fewer."""
    shape = as_shape(op, output_shape)
    if prod(shape) != operand.size:
        raise failed(op, f"cannot reshape {list(operand.shape)} to {list(shape)}")
    return np.reshape(operand, shape)


class DynamicIota(Op, name="stablehlo.dynamic_iota"):
    """iota in the shape `output_shape`."""

    output_shape: Operand = static_sizes
    iota_dimension: Attr = i64
    result: Result = integer | float_ | complex_ | per_tensor_quantized
    looks_outside = True
    is_generator = True
    kernel = "dynamic"
    makes_view = True
    syntax = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)"
    result_checks = [
        C(2, "output_shape must have one entry for each dimension of {result}, got {output_shape}",
          lambda op: _counts(op.output_shape, op.result.rank)),
        C(1, "iota_dimension must lie in [0, {result.rank}), got {iota_dimension}",
          lambda op: 0 <= op.iota_dimension < op.result.rank),
        C("output_shape", "output_shape must be the shape of {result}",
          lambda op: _shape_fits(op.output_shape, op.result)),
    ]

    static_form = iota
    accesses = as_static(iota, "output_shape")

    def shape_operands(op) -> Sequence[Value]:
        return op.operands

    def eval(op, output_shape: Array) -> Any:
        return Iota.create(iota_dimension=op.iota_dimension,
                           result_types=[_typed(op, as_shape(op, output_shape))]).eval()


class DynamicPad(Op, name="stablehlo.dynamic_pad"):
    """pad by the amounts `edge_padding_low`, `edge_padding_high` and `interior_padding`."""

    operand: Operand = ANY
    padding_value: Operand = ANY & scalar
    edge_padding_low: Operand = static_sizes
    edge_padding_high: Operand = static_sizes
    interior_padding: Operand = static_sizes
    result: Result = ANY
    looks_outside = True
    kernel = "dynamic"
    working_bytes = 0
    syntax = ANY_RESULT
    checks = [
        Pad.checks[0],
        C("type", "edge_padding_low, edge_padding_high and interior_padding must have one type, got {edge_padding_low}, "
          "{edge_padding_high} and {interior_padding}", lambda op: len({v.type for v in op.operands[2:]}) == 1),
        C(2, "edge_padding_low, edge_padding_high and interior_padding need one entry for each dimension of {operand}, "
          "got {edge_padding_low}, {edge_padding_high} and {interior_padding}",
          lambda op: all(_counts(v, op.operand.rank) for v in op.operands[2:])),
        C(3, "interior_padding must not be negative",
          lambda op: all(p >= 0 for p in constant_values(op.interior_padding) or ())),
    ]
    result_checks = [
        C(1, "the result must have the element type of {operand}, got {result}",
          lambda op: baseline_element(op.operand.type) == baseline_element(op.result.type)),
        C(4, "the result must have the padded shape of {operand}, got {result}", lambda op: _padded_shape_fits(op)),
    ]

    static_form = pad
    accesses = pad_accesses

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[2:]

    def eval(op, operand: Array, padding_value: Array, low: Array, high: Array, interior: Array) -> Any:
        return padded(operand, padding_value, low.tolist(), high.tolist(), as_sizes(op, interior))


def _padded_shape_fits(op: Any) -> bool:
    amounts: list[Any] = [constant_values(v) for v in op.operands[2:]]
    if op.operand.rank != op.result.rank or None in amounts:
        return op.operand.rank == op.result.rank
    return compatible_shapes(op.result.shape, tuple(map(padded_size, op.operand.shape, *amounts)))


class RealDynamicSlice(Op, name="stablehlo.real_dynamic_slice"):
    """slice from `start_indices` up to `limit_indices`, `strides` apart; as by dynamic_slice moved into the operand."""

    operand: Operand = ANY
    start_indices: Operand = sizes
    limit_indices: Operand = sizes
    strides: Operand = sizes
    result: Result = ANY
    kernel = "dynamic"
    makes_view = True
    syntax = ANY_RESULT
    checks = [
        C("indices", "start_indices, limit_indices and strides need one entry for each dimension of {operand}, "
          "got {start_indices}, {limit_indices} and {strides}",
          lambda op: all(v.shape == (op.operand.rank,) for v in op.operands[1:])),
        C("elements", "start_indices, limit_indices and strides must have one type, got {start_indices}, "
                      "{limit_indices} and {strides}",
          lambda op: len({v.element for v in op.operands[1:]}) == 1),
    ]
    result_checks = [
        C("result", "the result must have the element type and the rank of {operand}, got {result}",
          lambda op: op.operand.element is op.result.element and op.operand.rank == op.result.rank),
    ]

    static_form = slice_between
    accesses = slice_accesses

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[1:]

    def eval(op, operand: Array, start_indices: Array, limit_indices: Array, strides: Array) -> Any:
        lengths = as_sizes(op, limit_indices - start_indices)
        if not within(lengths, operand.shape):
            raise failed(op, f"a slice of {list(lengths)} does not lie inside of {list(operand.shape)}")
        starts = clamped_starts(start_indices, operand.shape, lengths)
        steps = as_sizes(op, strides, least=1)
        return operand[tuple(slice(start, start + n, step) for start, n, step in zip(starts, lengths, steps))]


#: Numbers of gather's constraints -> those of dynamic_gather, whose specification has no batching dimensions.
_GATHER_LABELS = {"C1": "C1", "C2": "C2", "C3": "C3", "C4": "C4", "C5": "C5", "C6": "C6", "C7": "C6", "C8": "C7",
                  "C18": "C9", "C19": "C10"}
_GATHER_LABELS |= dict.fromkeys(("C10", "C11", "C13", "C14", "C15", "C16", "C17"), "batching")


class DynamicGather(Op, name="stablehlo.dynamic_gather"):
    """gather of slices whose sizes are an operand."""

    operand: Operand = ANY
    start_indices: Operand = integer
    slice_sizes: Operand = static_sizes
    dimension_numbers: Attr = struct(GatherDimensionNumbers)
    indices_are_sorted: Attr = boolean.default(False)
    result: Result = ANY
    looks_outside = True
    kernel = "dynamic"
    checks = [
        *(C(_GATHER_LABELS[check.label], check.message, check.holds, states=check.states) for check in Gather.checks
          if check.label in _GATHER_LABELS),
        C(11, "slice_sizes needs one entry for each dimension of {operand}, got {slice_sizes}",
          lambda op: _counts(op.slice_sizes, op.operand.rank)),
        C(12, "slice_sizes must lie between 0 and the sizes of {operand}",
          lambda op: min(constant_values(op.slice_sizes) or (), default=0) >= 0
          and within(constant_values(op.slice_sizes) or (), op.operand.type.bounds)),
        C(8, "slices must have size 0 or 1 in collapsed and batching dimensions, {dimension_numbers}",
          lambda op: _drops_single(op, constant_values(op.slice_sizes) or ())),
    ]
    result_checks = [
        C(14, "the result must have the element type of {operand}, got {result}",
          lambda op: op.operand.element is op.result.element),
        C(13, "the result must have the sizes of slices at the offset dimensions and those of {start_indices} "
              "elsewhere, got {result}",
          lambda op: _gathered_shape_fits(op)),
    ]
    numbers = Gather.numbers
    window_dims = Gather.window_dims

    static_form = gather
    accesses = as_static(gather, "slice_sizes")

    def operand_domain(op, number: int) -> Domain | None:
        sizes, dims = constant_values(op.slice_sizes), op.numbers.start_index_map
        windows = [1 if sizes is None else sizes[d] for d in dims]
        return starts([op.operand.shape[d] for d in dims], windows) if number == 1 else None

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[2:]

    def eval(op, operand: Array, start_indices: Array, slice_sizes: Array) -> Any:
        chosen = as_sizes(op, slice_sizes)
        if not within(chosen, operand.shape):
            raise failed(op, f"slices of {list(chosen)} do not lie inside of {list(operand.shape)}")
        if not _drops_single(op, chosen):
            raise failed(op, f"slices of {list(chosen)} have other sizes than 0 or 1 in collapsed or batching dimensions, "
                         f"{op.dimension_numbers}")
        static = Gather.create(op.operand, op.start_indices, result_types=[op.result.type],
                               dimension_numbers=op.dimension_numbers,
                               slice_sizes=chosen, indices_are_sorted=op.indices_are_sorted)
        return static.eval(operand, start_indices)


def _drops_single(op: Any, slice_sizes: Sequence[int]) -> bool:
    """C8: dimensions that the result has not are dropped from slices of at most one element along them."""
    return all(n <= 1 for d, n in enumerate(slice_sizes) if d not in op.window_dims)


def _gathered_shape_fits(op: Any) -> bool:
    """C13, as far as sizes are known."""
    n, shape = op.numbers, op.result.shape
    batch = [size for d, size in enumerate(op.start_indices.shape) if d != n.index_vector_dim]
    given = constant_values(op.slice_sizes)
    if len(shape) != len(n.offset_dims) + len(batch):
        return False
    offsets = [DYNAMIC if given is None else given[d] for d in op.window_dims]
    mine = [size for d, size in enumerate(shape) if d in n.offset_dims]
    others = [size for d, size in enumerate(shape) if d not in n.offset_dims]
    return all(map(may_equal, mine, offsets)) and all(map(may_equal, others, batch))


class DynamicConv(Op, name="stablehlo.dynamic_conv"):
    """convolution with the padding as an operand."""

    lhs: Operand = ANY
    rhs: Operand = any_tensor
    padding: Operand = integer & rank(2) & static
    window_strides: Attr = i64_array.optional
    lhs_dilation: Attr = i64_array.optional
    rhs_dilation: Attr = i64_array.optional
    window_reversal: Attr = bool_array.optional
    dimension_numbers: Attr = struct(ConvDimensionNumbers)
    feature_group_count: Attr = i64
    batch_group_count: Attr = i64
    precision_config: Attr = precisions
    result: Result = any_tensor
    looks_outside = True
    is_contraction = True
    kernel = "dynamic"
    checks = [
        COMMON_CHECKS[0],
        C(4, "padding must be a low and a high amount for each spatial dimension of {lhs}, got {padding}",
          lambda op: compatible_shapes(op.padding.shape, (spatial_rank(op), 2))),
        C(2, "window_strides needs one entry for each spatial dimension of {lhs} (exported programs have more), got "
             "{window_strides}",
          lambda op: not op.window_strides or len(op.window_strides) >= spatial_rank(op)),
        *(check for check in COMMON_CHECKS[1:] if check.label != "C2"),
    ]
    result_checks = [
        *RESULT_CHECKS,
        C(26, "the result must have the rank of {lhs}, got {result}", lambda op: op.result.rank == op.lhs.rank),
        C(25, "the result must have the sizes of the convolution of {lhs} and {rhs}, got {result}",
          lambda op: _convolved_shape_fits(op)),
    ]

    static_form = convolution
    accesses = convolution_accesses

    def shape_operands(op) -> Sequence[Value]:
        return op.operands[2:]

    @on_expressed
    def eval(op, lhs: Array, rhs: Array, padding: Array) -> Any:
        return convolve(op, lhs, rhs, padding.tolist(), expressed_element(op.result.type))


def _convolved_shape_fits(op: Any) -> bool:
    values = constant_values(op.padding)
    if values is None:
        n = op.dimension_numbers
        shape = list(convolution_shape(op, [(0, 0)] * spatial_rank(op), op.lhs.shape, op.rhs.shape))
        for d in n.output_spatial_dimensions:
            shape[d] = DYNAMIC
    else:
        shape = list(convolution_shape(op, list(zip(values[::2], values[1::2])), op.lhs.shape, op.rhs.shape))
    return compatible_shapes(op.result.shape, tuple(shape))
