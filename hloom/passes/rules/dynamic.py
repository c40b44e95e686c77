"""Operations whose shapes or amounts are operands, where these are constants: their static forms."""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import IntegerAttr
from hloom.ir.types import DYNAMIC
from hloom.numbers.element_type import INDEX
from hloom.ops.common.decomposition import Builder
from hloom.ops.others.arith import Constant as Number
from hloom.ops.others.tensor import Dim, Rank
from hloom.ops.stablehlo.creation import Constant, constant_values, is_static
from hloom.ops.stablehlo.dimension_sizes import LARGEST_GIVEN_SIZE, GetDimensionSize, SetDimensionSize
from hloom.ops.stablehlo.dynamic import (
    DynamicBroadcastInDim,
    DynamicConv,
    DynamicGather,
    DynamicIota,
    DynamicPad,
    DynamicReshape,
    RealDynamicSlice,
)
from hloom.passes.partly_dynamic import moving_slice
from hloom.passes.rewriting import Replacement, RuleTable

TABLE = RuleTable()


def _has_shape(op: Any, sizes: Any) -> bool:
    """Whether the result has the known shape that an operand gives. (If not, the program fails at run time.)"""
    return is_static(op.result) and constant_values(sizes) == list(op.result.shape)


def _static(op: Any, b: Builder) -> Replacement:
    """The operation without the operands that say shapes or amounts, where these are known."""
    form = op.static_form()
    return None if form is None else b.place(form)


@TABLE.rule("dynamic_broadcast_in_dim(x, shape) -> broadcast_in_dim(x)", DynamicBroadcastInDim, of=Constant,
            operand=1)
def static_broadcast(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_dimensions) or not is_static(op.operand):
        return None
    return _static(op, b)


@TABLE.rule("dynamic_reshape(x, shape) -> reshape(x)", DynamicReshape, of=Constant, operand=1)
def static_reshape(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_shape) or not is_static(op.operand):
        return None
    return _static(op, b)


@TABLE.rule("dynamic_iota(shape) -> iota", DynamicIota, of=Constant)
def static_iota(op: Any, b: Builder) -> Replacement:
    if not _has_shape(op, op.output_shape):
        return None
    return _static(op, b)


@TABLE.rule("dynamic_pad(x, v, amounts) -> pad(x, v)", DynamicPad, of=Constant, operand=2)
def static_pad(op: Any, b: Builder) -> Replacement:
    return _static(op, b)


@TABLE.rule("real_dynamic_slice(x, starts, limits, strides) -> slice(x)", RealDynamicSlice, of=Constant,
            operand=1)
def static_slice(op: Any, b: Builder) -> Replacement:
    return _static(op, b)


@TABLE.rule("real_dynamic_slice(x, starts, starts + sizes, strides) -> slice(dynamic_slice(x, starts))", RealDynamicSlice)
def slice_of_known_size(op: Any, b: Builder) -> Replacement:
    if constant_values(op.start_indices) is not None or not is_static(op.result):
        return None
    return moving_slice(op, op.operand, op.start_indices, constant_values, b)


@TABLE.rule("dynamic_gather(x, starts, sizes) -> gather(x, starts)", DynamicGather, of=Constant, operand=2)
def static_gather(op: Any, b: Builder) -> Replacement:
    return _static(op, b) if constant_values(op.slice_sizes) is not None else None


@TABLE.rule("dynamic_conv(x, w, padding) -> convolution(x, w)", DynamicConv, of=Constant, operand=2)
def static_convolution(op: Any, b: Builder) -> Replacement:
    return _static(op, b)


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
