"""The padding of the gradients of convolutions (lib/conv_grad_size_util)."""

from __future__ import annotations

from typing import NamedTuple

from hloom.support.diagnostics import InputError
from hloom.xla.ops.parts import integer, make_padding


class SpatialDimensionOutputSizeAndPadding(NamedTuple):
    """A dimension of space of a gradient: its size with the holes of the stride, and the padding for the input's gradient."""

    output_size: int
    pad_before: int
    pad_after: int


def ConvGradExtractAndVerifyDimension(input_size: int, filter_size: int, output_size: int, dilation: int, stride: int,
                                      padding: str) -> SpatialDimensionOutputSizeAndPadding:
    """Size and padding of a dimension for the gradient of a convolution with padding SAME or VALID (lib/conv_grad_size_util).

    InputError for an output of another size than the convolution has.
    """
    names = ("input_size", "filter_size", "output_size", "dilation", "stride")
    n, k, m, d, s = (integer(v, name) for v, name in zip((input_size, filter_size, output_size, dilation, stride), names))
    if n < 0 or k < 1 or d < 1 or s < 1:
        raise InputError(f"a convolution has positive filters, dilations and strides, got {k}, {d} and {s} on {n} elements")
    window = (k - 1) * d + 1
    ((before, after),) = make_padding([n], [window], [s], str(padding))
    expected = max((n + before + after - window) // s + 1, 0) if n + before + after >= window else 0
    if m != expected:
        raise InputError(f"Size of out_backprop doesn't match computed: actual = {m}, computed = {expected}; input: {n}, filter: "
                         f"{k}, output: {m}, stride: {s}, dilation: {d}")
    size = (m - 1) * s + 1
    low = window - 1 - before
    return SpatialDimensionOutputSizeAndPadding(size, low, n + window - 1 - size - low)
