"""Convolutions as contractions: pixels of the output are rows, output features columns, taps and input features k.

Without padding the operands are read where they are. Otherwise each task first copies its padded window of the input
(`window`), in which the rows of patches overlap at constant strides: no patch matrix is ever built.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, accumulator_type, llvm_type
from hloom.codegen.cpu.contraction.blocking import LHS_BLOCK_BYTES, Blocking, choose_blocking
from hloom.codegen.cpu.contraction.complex_numbers import as_real
from hloom.codegen.cpu.contraction.direct import emit_direct
from hloom.codegen.cpu.contraction.emission import Indices, offset
from hloom.codegen.cpu.contraction.matmul import (
    NOTHING,
    ContractionKernels,
    ContractionPlan,
    Hooks,
    choose_rhs_packing,
    plan_matmul,
    plan_of,
)
from hloom.codegen.cpu.contraction.product import LhsView, Operand, Product
from hloom.codegen.cpu.contraction.spec import Axis, Epilogue, Index, MatmulSpec, RhsLoad, row_major, size_of
from hloom.codegen.cpu.contraction.window import Window, WindowAxis, WindowCopy, extent, padded_size
from hloom.codegen.llvm.builder import Function, Module, Value
from hloom.codegen.target import Target
from hloom.numbers.element_type import ElementType

#: `(f, image, feature, spatial position, width)` -> `width` elements of the input along its contiguous dimension.
InputLoad = Callable[[Function, Value, Value, Index, int], Value]


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
           lhs_strides: Sequence[int] | None = None, rhs_strides: Sequence[int] | None = None,
           out_strides: Sequence[int] | None = None) -> ConvolutionSpec:
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
        if out_strides is None:
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


def emit_convolution(module: Module, name: str, spec: ConvolutionSpec, target: Target, **settings: Any) -> ContractionKernels:
    """Emits the kernels of a convolution; their names begin with `name`. The settings are those of `plan_convolution`."""
    return plan_convolution(spec, target, **settings).emit(module, name)


def plan_convolution(spec: ConvolutionSpec, target: Target, *, workers: int, arguments: tuple[int, int, int] = (0, 1, 2),
                     first_scratch: int = 3, lhs_load: InputLoad | None = None, rhs_load: RhsLoad | None = None,
                     epilogue: Epilogue | None = None) -> ContractionPlan:
    """How a convolution is computed, as `plan_matmul` says it of a matrix product.

    `rhs_load` and `epilogue` receive the indices of `spec.contraction()`: m is (image, spatial...), n (feature,) within
    the groups of batch = (batch group, feature group), k (tap..., input feature).
    """
    contraction = spec.contraction()
    if 0 in (size_of(contraction.batch), size_of(contraction.m), size_of(contraction.n)):
        return NOTHING
    if spec.out_type.is_complex:
        if lhs_load or rhs_load or epilogue:
            raise ValueError("a complex convolution takes no hooks")
        contraction, rhs_load = as_real(contraction, arguments[1])
    in_place = lhs_load is None and not spec.is_depthwise and not any(s.pads for s in spec.spatial)
    if size_of(contraction.k) == 0 or in_place:
        return plan_matmul(contraction, target, workers=workers, arguments=arguments, first_scratch=first_scratch,
                           rhs_load=rhs_load, epilogue=epilogue)
    plan = _WindowPlan(spec, contraction, target, workers)
    if plan.window.size * plan.blocking.arithmetic.bytes > LARGEST_WINDOW_BYTES:
        return ContractionPlan((), 1, lambda module, name: (emit_direct(
            module, name, spec, contraction, plan.blocking.arithmetic, arguments, lhs_load, rhs_load, epilogue),))
    hooks = Hooks(contraction, plan.blocking.axes, None, rhs_load, epilogue)
    plain_rhs = rhs_load is None and llvm_type(contraction.rhs_type) == plan.blocking.arithmetic.element
    product = Product(
        plan.blocking, Operand(arguments[0], contraction.lhs_type, plan.parts * spec.lhs_offset),
        Operand(arguments[1], contraction.rhs_type, contraction.rhs_offset),
        Operand(arguments[2], contraction.out_type), first_scratch, packs_lhs=False,
        rhs_packing=choose_rhs_packing(plan.blocking, plain_rhs), rhs_hook=hooks.rhs, epilogue=hooks.epilogue,
        window=padded_size(plan.window, plan.blocking.arithmetic.width))
    return plan_of(product, lambda module, name: plan.view(module, name, spec, product, lhs_load))


#: Bytes of a window beyond which blocks are made smaller, as far as they can be, and those that are too many.
WINDOW_BYTES = 4 * LHS_BLOCK_BYTES
LARGEST_WINDOW_BYTES = 256 << 20


class _WindowPlan:
    """Blocking of a convolution over windows, and the window of a block."""

    def __init__(self, spec: ConvolutionSpec, contraction: MatmulSpec, target: Target, workers: int) -> None:
        element = accumulator_type(contraction.lhs_type, contraction.rhs_type, contraction.out_type)
        arithmetic = Arithmetic.of(element, target, boolean=spec.out_type.kind == "pred")
        self.spec = spec
        #: Real numbers in an element.
        self.parts = 2 if spec.lhs_type.is_complex else 1
        #: Features that a window holds: those of a group.
        self.features = spec.features if spec.is_depthwise else spec.features // spec.feature_groups
        batch, m, k = (tuple(a for a in numbered(axes) if a.size > 1)
                       for axes in (contraction.batch, contraction.m, contraction.k))
        pixel = self.parts * self.features * math.prod(s.stride for s in spec.spatial) * arithmetic.bytes
        rows = max(1, LHS_BLOCK_BYTES // pixel)
        while True:
            blocking = choose_blocking(batch, m, numbered(contraction.n), k, arithmetic, target, workers, rows)
            window = self._window(blocking)
            if window.size * arithmetic.bytes <= WINDOW_BYTES or rows <= blocking.tile.rows:
                break
            rows //= 2
        self.window, self.blocking = window, self._in_window(blocking)

    def _window(self, b: Blocking) -> Window:
        spec, features = self.spec, self.features
        steps = {a.members: count for a, count in ((b.q, b.q_step), (b.e, b.e_step), (b.u, b.u.size))}
        axes = [WindowAxis(spec.out_images, self.parts * spec.lhs_strides[0], steps.get((0,), 1))]
        for d, s in enumerate(spec.spatial):
            covered = extent(steps.get((d + 1,), 1), s.stride, s.kernel, s.rhs_dilation)
            axes.append(WindowAxis(s.input, self.parts * s.lhs_stride, covered, s.low, s.lhs_dilation))
        axes.append(WindowAxis(features, self.parts * spec.lhs_strides[1], features))
        if self.parts > 1:
            axes.append(WindowAxis(self.parts, 1, self.parts))
        return Window.of(axes, b.arithmetic.bytes)

    def _in_window(self, b: Blocking) -> Blocking:
        """The blocking with the strides of the left operand replaced by those in the window."""
        strides, spatial = self._window(b).strides, self.spec.spatial
        m = [strides[0], *(s.stride * stride for s, stride in zip(spatial, strides[1:], strict=False))]
        k = [*(s.rhs_dilation * stride for s, stride in zip(spatial, strides[1:], strict=False)),
             *strides[len(spatial) + 1:]]

        def within(axis: Axis, strides: Sequence[int]) -> Axis:
            return replace(axis, lhs=strides[axis.members[0]]) if axis.members else axis

        return replace(b, q=within(b.q, m), e=within(b.e, m), u=within(b.u, m), k=tuple(within(a, k) for a in b.k))

    def view(self, module: Module, name: str, spec: ConvolutionSpec, product: Product,
             load: InputLoad | None) -> LhsView:
        """What fills a task's window, and gives its address."""
        axes = [Axis(a.size, members=(i,)) for i, a in enumerate(self.window.axes)]

        def hook(f: Function, at: Indices, width: int) -> Value:
            assert load is not None
            image, *position, feature = (value for _, value in at)
            return load(f, image, feature, tuple(position), width)

        copy = WindowCopy(module, name, self.window, product.lhs.type, product.blocking.arithmetic, axes,
                          hook if load is not None else None)
        scratch = product.window_buffer
        assert scratch is not None

        def fill(f: Function, product: Product, at: Indices) -> Value:
            by_group: dict[tuple[int, ...], Value] = {a.members: v for a, v in at[:len(product.blocking.batch)]}
            by_axis: dict[tuple[int, ...], Value] = {a.members: v for a, v in at[len(product.blocking.batch):]}
            none = Value("i64", "0")
            batch_group, feature_group = by_group.get((0,), none), by_group.get((1,), none)
            first = [by_axis.get((0,), none), *(
                f.mul(by_axis[d + 1,], s.stride) if (d + 1,) in by_axis else none for d, s in enumerate(spec.spatial)),
                     *[none] * self.parts]
            origin = [offset(f, [(batch_group, spec.out_images)]), *(none for _ in spec.spatial),
                      offset(f, [(feature_group, self.features)]), *[none] * (self.parts - 1)]
            goal = product.pointer(f, scratch)
            source = f.address(product.pointer(f, product.lhs.argument), product.lhs.offset, llvm_type(product.lhs.type))
            copy.fill(f, source, goal, first, origin)
            return goal

        return fill


def numbered(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """The axes, each standing for itself."""
    return tuple(replace(a, members=(i,)) for i, a in enumerate(axes))
