"""Operations whose shapes or amounts are operands, where these are constants: their static forms."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.attributes import IntegerAttr
from hloom.ir.types import DYNAMIC
from hloom.numbers.element_type import INDEX
from hloom.ops.common.decomposition import Builder
from hloom.ops.others.arith import Constant as Number
from hloom.ops.others.tensor import Dim, Rank
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.creation import Constant, Iota
from hloom.ops.stablehlo.dynamic import (
    LARGEST_GIVEN_SIZE,
    DynamicBroadcastInDim,
    DynamicConv,
    DynamicGather,
    DynamicIota,
    DynamicPad,
    DynamicReshape,
    GetDimensionSize,
    RealDynamicSlice,
    SetDimensionSize,
)
from hloom.ops.stablehlo.gather import Gather, clamped_starts, within
from hloom.ops.stablehlo.known_values import constant_values
from hloom.ops.stablehlo.movement import BroadcastInDim, Pad, Reshape, Slice
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.passes.rules.matching import is_static

TABLE = RuleTable()


def _attributes(op: Any, *names: str) -> dict[str, Any]:
    """Some of an operation's attributes, for another one that has them too."""
    return {name: op.attributes[name] for name in names if name in op.attributes}


def _has_shape(op: Any, sizes: Any) -> bool:
    """Whether the result has the known shape that an operand gives. (If not, the program fails at run time.)"""
    return is_static(op.result) and constant_values(sizes) == list(op.result.shape)


@TABLE.rule("dynamic_broadcast_in_dim(x, shape) -> broadcast_in_dim(x)", DynamicBroadcastInDim, of=Constant,
            operand=1)
def static_broadcast(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_dimensions) or not is_static(op.operand):
        return None
    return b(BroadcastInDim, op.operand, **_attributes(op, "broadcast_dimensions"),
             result_types=[op.result.type])


@TABLE.rule("dynamic_reshape(x, shape) -> reshape(x)", DynamicReshape, of=Constant, operand=1)
def static_reshape(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_shape) or not is_static(op.operand):
        return None
    return b(Reshape, op.operand, result_types=[op.result.type])


@TABLE.rule("dynamic_iota(shape) -> iota", DynamicIota, of=Constant)
def static_iota(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_shape):
        return None
    return b(Iota, **_attributes(op, "iota_dimension"), result_types=[op.result.type])


@TABLE.rule("dynamic_pad(x, v, amounts) -> pad(x, v)", DynamicPad, of=Constant, operand=2)
def static_pad(op: Any, b: Builder) -> Replacement:
    low, high, interior = map(constant_values, op.operands[2:])
    if low is None or high is None or interior is None or not is_static(op.operand):
        return None
    return b(Pad, op.operand, op.padding_value, edge_padding_low=low, edge_padding_high=high,
             interior_padding=interior)


@TABLE.rule("real_dynamic_slice(x, starts, limits, strides) -> slice(x)", RealDynamicSlice, of=Constant,
            operand=1)
def static_slice(op: Any, b: Builder) -> Replacement:
    starts, limits, strides = map(constant_values, op.operands[1:])
    if starts is None or limits is None or strides is None or not is_static(op.operand):
        return None
    lengths = [limit - start for start, limit in zip(starts, limits)]
    if not within(lengths, op.operand.shape) or any(stride < 1 for stride in strides):
        return None
    starts = clamped_starts(starts, op.operand.shape, lengths)
    return b(Slice, op.operand, start_indices=starts, strides=strides,
             limit_indices=[start + length for start, length in zip(starts, lengths)])


@TABLE.rule("dynamic_gather(x, starts, sizes) -> gather(x, starts)", DynamicGather, of=Constant, operand=2)
def static_gather(op: Any, b: Builder) -> Replacement:
    sizes = constant_values(op.slice_sizes)
    if sizes is None or not is_static(op.operand):
        return None
    return b(Gather, op.operand, op.start_indices, slice_sizes=sizes, result_types=[op.result.type],
             **_attributes(op, "dimension_numbers", "indices_are_sorted"))


@TABLE.rule("dynamic_conv(x, w, padding) -> convolution(x, w)", DynamicConv, of=Constant, operand=2)
def static_convolution(op: Any, b: Builder) -> Replacement:
    values = constant_values(op.padding)
    if values is None or not is_static(op.lhs) or not is_static(op.rhs):
        return None
    rank = op.padding.shape[0]
    strides = None if op.window_strides is None else op.window_strides[:rank]
    rows = [values[2 * d : 2 * d + 2] for d in range(rank)]
    return b(Convolution, op.lhs, op.rhs, window_strides=strides,
             padding=np.array(rows, np.int64).reshape(rank, 2), result_types=[op.result.type],
             **_attributes(op, "lhs_dilation", "rhs_dilation", "window_reversal", "dimension_numbers",
                           "feature_group_count", "batch_group_count", "precision_config"))


@TABLE.rule("get_dimension_size(x) of a known size -> constant", GetDimensionSize)
def known_size(op: Any, b: Builder) -> Replacement:
    size = op.operand.shape[op.dimension]
    return b.splat(size, op.result.type) if 0 <= size <= LARGEST_GIVEN_SIZE else None


@TABLE.rule("set_dimension_size(x, n) to the size that it has -> x", SetDimensionSize, of=Constant, operand=1)
def unchanged_size(op: Any, b: Builder) -> Replacement:
    return op.operand if constant_values(op.size) == [op.operand.shape[op.dimension]] else None


@TABLE.rule("dim(x, d) of a known size -> constant", Dim)
def size_of_known_shape(op: Any, b: Builder) -> Replacement:
    (dimension,) = constant_values(op.index) or (-1,)
    if not 0 <= dimension < op.source.rank:
        return None
    size = op.source.shape[dimension]
    return None if size == DYNAMIC else b(Number, value=IntegerAttr(size, INDEX))


@TABLE.rule("rank(x) -> constant", Rank)
def number_of_dimensions(op: Any, b: Builder) -> Replacement:
    return b(Number, value=IntegerAttr(op.tensor.rank, INDEX))
