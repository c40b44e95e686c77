"""What a convolution computes: spatial dimensions with their windows, and element strides in each operand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.spec import Axis, MatmulSpec, row_major
from hloom.codegen.cpu.contraction.window import extent
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass


@dataclass(frozen=True)
class SpatialDimension:
    """One spatial dimension: sizes, element strides, and how the window moves in it (StableHLO spec: convolution)."""

    input: int
    kernel: int
    lhs_stride: int
    rhs_stride: int
    out_stride: int
    stride: int = 1
    low: int = 0
    high: int = 0
    lhs_dilation: int = 1
    rhs_dilation: int = 1
    reversed: bool = False

    @property
    def output(self) -> int:
        """Windows that fit the padded and dilated input."""
        dilated = (self.input - 1) * self.lhs_dilation + 1 if self.input else 0
        window = (self.kernel - 1) * self.rhs_dilation + 1 if self.kernel else 0
        padded = self.low + dilated + self.high
        return (padded - window) // self.stride + 1 if padded > 0 and padded >= window else 0

    @property
    def pads(self) -> bool:
        """Whether some window reaches over the input, or between its elements."""
        last = extent(self.output, self.stride, self.kernel, self.rhs_dilation) - 1
        return self.lhs_dilation > 1 or self.low > 0 or last - self.low >= self.input


@dataclass(frozen=True)
class ConvolutionSpec:
    """A convolution; strides count elements, `features` are those of the whole input, all groups together."""

    images: int
    features: int
    output_features: int
    spatial: tuple[SpatialDimension, ...]
    #: Element strides of image and feature in the input, of input and output feature in the kernel, of image and
    #: feature in the output.
    lhs_strides: tuple[int, int]
    rhs_strides: tuple[int, int]
    out_strides: tuple[int, int]
    lhs_type: ElementType
    rhs_type: ElementType
    out_type: ElementType
    feature_groups: int = 1
    batch_groups: int = 1
    #: Where the first elements of input and kernel are, counted in elements.
    lhs_offset: int = 0
    rhs_offset: int = 0

    @classmethod
    def of(cls, lhs_shape: Sequence[int], rhs_shape: Sequence[int], *, lhs_type: ElementType, rhs_type: ElementType,
           out_type: ElementType, input_dimensions: tuple[int, int, Sequence[int]],
           kernel_dimensions: tuple[int, int, Sequence[int]], output_dimensions: tuple[int, int, Sequence[int]],
           window_strides: Sequence[int] | None = None, padding: Sequence[tuple[int, int]] | None = None,
           lhs_dilation: Sequence[int] | None = None, rhs_dilation: Sequence[int] | None = None,
           window_reversal: Sequence[bool] | None = None, feature_groups: int = 1, batch_groups: int = 1,
           lhs_strides: Sequence[int] | None = None, rhs_strides: Sequence[int] | None = None) -> ConvolutionSpec:
        """The convolution of StableHLO's operation; strides default to row-major ones.

        Dimension numbers: (batch, feature, spatial) of the input, (input feature, output feature, spatial) of the
        kernel, (batch, feature, spatial) of the output.
        """
        lhs_strides = row_major(lhs_shape) if lhs_strides is None else lhs_strides
        rhs_strides = row_major(rhs_shape) if rhs_strides is None else rhs_strides
        (lb, lf, ls), (ri, ro, rs), (ob, of, os) = input_dimensions, kernel_dimensions, output_dimensions
        rank = len(ls)
        ones = (1,) * rank
        settings = zip(window_strides or ones, padding or ((0, 0),) * rank, lhs_dilation or ones, rhs_dilation or ones,
                       window_reversal or (False,) * rank, strict=True)
        plain = [
            SpatialDimension(lhs_shape[a], rhs_shape[b], lhs_strides[a], rhs_strides[b], 0, stride, low, high,
                             lhs_step, rhs_step, is_reversed)
            for a, b, (stride, (low, high), lhs_step, rhs_step, is_reversed) in zip(ls, rs, settings, strict=True)]
        shape = [0] * (rank + 2)
        shape[ob], shape[of] = lhs_shape[lb] // batch_groups, rhs_shape[ro]
        for d, s in zip(os, plain, strict=True):
            shape[d] = s.output
        out_strides = row_major(shape)
        return cls(
            lhs_shape[lb], lhs_shape[lf], rhs_shape[ro],
            tuple(replace(s, out_stride=out_strides[d]) for d, s in zip(os, plain, strict=True)),
            (lhs_strides[lb], lhs_strides[lf]), (rhs_strides[ri], rhs_strides[ro]), (out_strides[ob], out_strides[of]),
            lhs_type, rhs_type, out_type, feature_groups, batch_groups)

    def text(self) -> str:
        """A listing: loops, and offsets in memory; outside of the input, and between its elements, are zeros."""
        lines = [self.contraction().text()]
        for number, s in enumerate(self.spatial):
            if s.pads:
                lines.append(f"    // spatial dimension {number}: input of {s.input}, {s.low} zeros before, {s.high} behind, "
                             f"{s.lhs_dilation - 1} between")
        return "\n".join(lines)

    @property
    def out_images(self) -> int:
        return self.images // self.batch_groups

    @property
    def is_depthwise(self) -> bool:
        """Whether every output feature depends on one input feature of its own, and features lie side by side."""
        return (1 < self.feature_groups == self.features == self.output_features and self.batch_groups == 1
                and self.lhs_strides[1] == 1 and not self.out_type.is_complex)

    def contraction(self) -> MatmulSpec:
        """The contraction that the convolution is over a padded input; without padding it is the convolution.

        Axes: batch = (batch group, feature group), m = (image, spatial...), n = (output feature of the group),
        k = (tap..., input feature of the group). A depthwise convolution has all features in n, which then moves in the
        left operand too, and one feature group.
        """
        features, columns = self.features // self.feature_groups, self.output_features // self.feature_groups
        columns //= self.batch_groups
        reversal = sum((s.kernel - 1) * s.rhs_stride for s in self.spatial if s.reversed and s.kernel)
        groups = Axis(self.feature_groups, features * self.lhs_strides[1], columns * self.rhs_strides[1],
                      columns * self.out_strides[1])
        n = Axis(columns, 0, self.rhs_strides[1], self.out_strides[1])
        if self.is_depthwise:
            groups, n = Axis(1), replace(groups, members=())
        return MatmulSpec(
            batch=(Axis(self.batch_groups, self.out_images * self.lhs_strides[0], columns * self.rhs_strides[1],
                        columns * self.out_strides[1]),
                   groups),
            m=(Axis(self.out_images, self.lhs_strides[0], 0, self.out_strides[0]),
               *(Axis(s.output, s.stride * s.lhs_stride, 0, s.out_stride) for s in self.spatial)),
            n=(n,),
            k=(*(Axis(s.kernel, s.rhs_dilation * s.lhs_stride, -s.rhs_stride if s.reversed else s.rhs_stride)
                 for s in self.spatial),
               Axis(features, self.lhs_strides[1], self.rhs_strides[0])),
            lhs_type=self.lhs_type, rhs_type=self.rhs_type, out_type=self.out_type,
            lhs_offset=self.lhs_offset - sum(s.low * s.lhs_stride for s in self.spatial),
            rhs_offset=self.rhs_offset + reversal)
