"""Pooling over windows of space (lib/pooling)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.arithmetic import CreateScalarAddComputation, CreateScalarMaxComputation
from hloom.xla.ops.constants import FullLike, MinValue, Zero
from hloom.xla.ops.movement import Pad
from hloom.xla.ops.parts import integers, make_padding, pairs
from hloom.xla.ops.reduction import ReduceWindow, ReduceWindowWithGeneralPadding


@dataclass(frozen=True)
class TensorFormat:
    """Which dimension is the batch, which the features, which are space."""

    batch_dimension: int
    feature_dimension: int
    spatial_dimensions: tuple[int, ...]


def MakeSpatialPadding(input_size: Sequence[int], kernel_size: Sequence[int], stride: Sequence[int], padding: str,
                       data_format: TensorFormat) -> tuple[tuple[int, int], ...]:
    """The pairs of padding that SAME or VALID says, one a dimension of space; sizes, kernel and strides are of all dimensions."""
    dims = data_format.spatial_dimensions
    sizes, kernel, strides = ([integers(values, "sizes")[d] for d in dims] for values in (input_size, kernel_size, stride))
    return make_padding(sizes, kernel, strides, padding)


def _whole(padding: Any, rank: int, data_format: TensorFormat) -> list[tuple[int, int]]:
    found = pairs(padding, "padding")
    if len(found) != len(data_format.spatial_dimensions):
        raise InputError(f"the padding has {len(found)} pairs for {len(data_format.spatial_dimensions)} dimensions of space")
    whole = [(0, 0)] * rank
    for d, pair in zip(data_format.spatial_dimensions, found):
        whole[d] = pair
    return whole


@operation
def MaxPool(operand: XlaOp, kernel_size: Sequence[int], stride: Sequence[int], padding: str, data_format: TensorFormat) -> XlaOp:
    """The largest element of each window; `padding` is SAME or VALID, kernel and strides are of all dimensions."""
    return ReduceWindow(
        operand,
        MinValue(operand.builder, operand.element_type),
        CreateScalarMaxComputation(operand.element_type),
        kernel_size,
        stride,
        padding,
    )


def _sums(x: XlaOp, kernel: Sequence[int], stride: Sequence[int], padding: Any) -> XlaOp:
    ones = (1,) * x.rank
    return ReduceWindowWithGeneralPadding(
        x, Zero(x.builder, x.element_type), CreateScalarAddComputation(x.element_type), kernel, stride, ones, ones, padding
    )


@operation
def AvgPool(operand: XlaOp, kernel_size: Sequence[int], stride: Sequence[int], padding: Any, data_format: TensorFormat,
            counts_include_padding: bool) -> XlaOp:
    """The mean of each window; `padding` has a pair a dimension of space. Padding counts as zeros, or not at all."""
    kernel, strides = integers(kernel_size, "kernel_size"), integers(stride, "stride")
    pads = _whole(padding, operand.rank, data_format)
    sums = _sums(operand, kernel, strides, pads)
    if counts_include_padding:
        count = 1
        for n in kernel:
            count *= n
        return e.Div(sums, FullLike(sums, count))
    return e.Div(sums, _sums(FullLike(operand, 1), kernel, strides, pads))


@operation
def AvgPoolGrad(out_backprop: XlaOp, gradients_size: Sequence[int], kernel_size: Sequence[int], stride: Sequence[int],
                spatial_padding: Any, data_format: TensorFormat, counts_include_padding: bool) -> XlaOp:
    """The gradient of AvgPool with respect to its input, whose sizes are `gradients_size`."""
    kernel, strides, sizes = (
        integers(kernel_size, "kernel_size"),
        integers(stride, "stride"),
        integers(gradients_size, "gradients_size"),
    )
    pads = _whole(spatial_padding, out_backprop.rank, data_format)
    if counts_include_padding:
        count = 1
        for n in kernel:
            count *= n
        shares = e.Div(out_backprop, FullLike(out_backprop, count))
    else:
        from hloom.xla.ops.movement import Broadcast

        ones = Broadcast(FullLike(Zero(out_backprop.builder, out_backprop.element_type), 1), sizes)
        shares = e.Div(out_backprop, _sums(ones, kernel, strides, pads))
    # Each share stands at the first place of its window; an element gets those of the windows that it lies in.
    config = []
    for n, k, s, (low, _), m in zip(sizes, kernel, strides, pads, out_backprop.shape.dimensions):
        spread = (m - 1) * s + 1 if m else 0
        config.append((k - 1 - low, n + low - spread, s - 1))
    placed = Pad(shares, Zero(shares.builder, shares.element_type), config)
    return _sums(placed, kernel, (1,) * len(kernel), [(0, 0)] * len(kernel))
