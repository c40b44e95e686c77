"""Convolutions as contractions: pixels of the output are rows, output features columns, taps and input features k.

Without padding the operands are read where they are. Otherwise each task first copies its padded window of the input
(`window`), in which the rows of patches overlap at constant strides: no patch matrix is ever built.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.blocking import Blocking, choose_blocking
from hloom.codegen.cpu.contraction.convolution_spec import ConvolutionSpec
from hloom.codegen.cpu.contraction.direct import emit_direct
from hloom.codegen.cpu.contraction.dots import Group
from hloom.codegen.cpu.contraction.emission import Indices, offset, scaled
from hloom.codegen.cpu.contraction.groups import fits_tiles
from hloom.codegen.cpu.contraction.matmul import (
    NOTHING,
    ContractionPlan,
    Request,
    plan_matmul,
    plan_of,
    product_of,
    real_request,
)
from hloom.codegen.cpu.contraction.operand_layouts import LhsLayout
from hloom.codegen.cpu.contraction.product import MakeWindow, Product
from hloom.codegen.cpu.contraction.spec import Axis, Epilogue, Examples, leads, size_of
from hloom.codegen.cpu.contraction.window import Window, WindowAxis, WindowCopy, extent, padded_size
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target


def plan_convolution(spec: ConvolutionSpec, target: Target, *, workers: int, first_scratch: int = 3,
                     epilogue: Epilogue | None = None, keeps_rhs: bool = False, rhs_is_constant: bool = False,
                     examples: Examples | None = None) -> ContractionPlan:
    """How a convolution is computed, as `plan_matmul` says it of a matrix product.

    `epilogue` receives the indices of `spec.contraction()`: m is (image, spatial...), n (feature,) within the groups of
    batch = (batch group, feature group).
    """
    request = Request(spec.contraction(), target, workers, first_scratch=first_scratch, epilogue=epilogue, keeps_rhs=keeps_rhs,
                      rhs_is_constant=rhs_is_constant, examples=examples)
    if 0 in (size_of(axes) for axes in (request.spec.batch, request.spec.m, request.spec.n)):
        return NOTHING
    if spec.out_type.is_complex:
        request = real_request(request)
    is_in_place = not spec.is_depthwise and not any(s.pads for s in spec.spatial)
    if size_of(request.spec.k) == 0 or is_in_place:
        return plan_matmul(request)
    grouped = _in_groups(spec, request)
    plan = _WindowPlan(spec, grouped, target, workers)
    if plan.window.size * plan.blocking.arithmetic.bytes > target.machine.windows.largest_window_bytes:
        return ContractionPlan((), 1, lambda module, name: (emit_direct(
            module, name, spec, request.spec, request.arithmetic, request.arguments, request.rhs_load, epilogue,
            examples.most if examples is not None else 0),), product="windows would take too much memory")
    # The window's elements lie as they do in the input, which begins at its own offset.
    product = product_of(grouped, plan.blocking, LhsLayout.in_place(plan.blocking),
                         window=padded_size(plan.window, grouped.arithmetic.width))
    product.lhs = replace(product.lhs, offset=plan.parts * spec.lhs_offset)
    return plan_of(product, lambda module: plan.window_maker(module, product))


def _in_groups(spec: ConvolutionSpec, request: Request) -> Request:
    """The request with its input features in groups of neighbours, where the processor has an instruction for them."""
    lhs, rhs, out = spec.lhs_type, spec.rhs_type, spec.out_type
    if spec.is_depthwise or 1 in (size_of(request.spec.m), size_of(request.spec.n)):
        return request
    *taps, features = request.spec.k
    hooks = hooks_of(request.target)
    dot = hooks.dot_on_tiles(lhs, rhs, out)
    # Groups of features follow each other in windows only where features do in the input.
    if dot is None or features.lhs != 1 or not fits_tiles(
            request.target.machine, dot, request.spec.m, size_of(request.spec.n), features.size):
        dot = hooks.dot(lhs, rhs, out)
    if dot is None or features.size % dot.size:
        return request
    k = (*taps, Axis(features.size // dot.size, dot.size * features.lhs, dot.size * features.rhs))
    contraction = replace(request.spec, k=k, lhs_type=Group(lhs, dot.size, features.lhs, dot.flips),
                          rhs_type=Group(rhs, dot.size, features.rhs))
    return replace(request, spec=contraction, dot=dot)


class _WindowPlan:
    """Blocking of a convolution over windows, and the window of a block."""

    def __init__(self, spec: ConvolutionSpec, request: Request, target: Target, workers: int) -> None:
        self.spec = spec
        contraction, arithmetic = request.spec, request.arithmetic
        #: Real numbers in an element; neighbouring features that are one element.
        self.parts = 2 if spec.lhs_type.is_complex else 1
        self.together = request.dot.size if request.dot is not None else 1
        #: Features that a window holds: those of a group of the convolution.
        self.features = (spec.features if spec.is_depthwise else spec.features // spec.feature_groups) // self.together
        batch, m, k = (tuple(a for a in numbered(axes) if a.size > 1)
                       for axes in (contraction.batch, contraction.m, contraction.k))
        pixel = self.parts * self.features * math.prod(s.stride for s in spec.spatial) * arithmetic.bytes
        rows = max(1, target.machine.blocking.lhs_block_bytes // pixel)
        # Windows of images that a launch does not have would be read: each is of one image then.
        examples = request.examples
        outer, m = (m[:1], m[1:]) if examples is not None and leads(m) else ((), m)
        workers = -(-workers // examples.most) if outer and examples is not None else workers
        while True:
            blocking = choose_blocking(batch, m, numbered(contraction.n), k, arithmetic, target, workers, rows, has_windows=True,
                                       examples=examples)
            blocking = replace(blocking, m_outer=(*outer, *blocking.m_outer))
            window = self._window(blocking)
            if window.size * arithmetic.bytes <= target.machine.windows.window_bytes or rows <= blocking.tile.mr:
                break
            rows //= 2
        self.window, self.blocking = window, self._in_window(blocking)

    def _window(self, b: Blocking) -> Window:
        spec, features = self.spec, self.features
        steps = {a.members: count for a, count in zip(b.m_inner, (b.m_block_step, b.m_tile_step, b.m_unit.size))}
        images = steps.get((0,), 1)
        axes = [WindowAxis(spec.out_images, self.parts * spec.lhs_strides[0], images, is_shared=images == spec.out_images)]
        for d, s in enumerate(spec.spatial):
            outputs = steps.get((d + 1,), 1)
            covered = extent(outputs, s.stride, s.kernel, s.rhs_dilation)
            axes.append(WindowAxis(s.input, self.parts * s.lhs_stride, covered, s.low, s.lhs_dilation, outputs == s.output))
        axes.append(WindowAxis(features, self.parts * self.together * spec.lhs_strides[1], features))
        if self.parts > 1:
            axes.append(WindowAxis(self.parts, 1, self.parts))
        return Window.of(b.machine, axes, b.arithmetic.bytes)

    def _in_window(self, b: Blocking) -> Blocking:
        """The blocking with the strides of the left operand replaced by those in the window."""
        strides, spatial = self._window(b).strides, self.spec.spatial
        m = [strides[0], *(s.stride * stride for s, stride in zip(spatial, strides[1:], strict=False))]
        k = [*(s.rhs_dilation * stride for s, stride in zip(spatial, strides[1:], strict=False)),
             *strides[len(spatial) + 1:]]

        def within(axis: Axis, strides: Sequence[int]) -> Axis:
            return replace(axis, lhs=strides[axis.members[0]]) if axis.members else axis

        return replace(b, m_block=within(b.m_block, m), m_tile=within(b.m_tile, m), m_unit=within(b.m_unit, m),
                       k=tuple(within(a, k) for a in b.k))

    def window_maker(self, module: LLVMModule, product: Product) -> MakeWindow:
        """What fills a task's window, and gives its address."""
        spec, batch = self.spec, product.blocking.batch
        copy = WindowCopy(module, self.window, product.lhs.type, product.blocking.arithmetic)
        window = product.window_buffer
        assert window is not None

        def fill(f: Function, product: Product, at: Indices) -> Value:
            by_group: dict[tuple[int, ...], Value] = {a.members: v for a, v in at[:len(batch)]}
            by_axis: dict[tuple[int, ...], Value] = {a.members: v for a, v in at[len(batch):]}
            none = Value("i64", "0")
            batch_group, feature_group = by_group.get((0,), none), by_group.get((1,), none)
            first = [by_axis.get((0,), none), *(
                scaled(f, by_axis[d + 1,], s.stride) if (d + 1,) in by_axis else none for d, s in enumerate(spec.spatial)),
                     *[none] * self.parts]
            origin = [offset(f, [(batch_group, spec.out_images)]), *(none for _ in spec.spatial),
                      offset(f, [(feature_group, self.features)]), *[none] * (self.parts - 1)]
            goal = product.pointer(f, window)
            source = f.address(product.pointer(f, product.lhs.argument), product.lhs.offset, llvm_type(product.lhs.type))
            copy.fill(f, source, goal, first, origin)
            return goal

        return fill


def numbered(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """The axes, each standing for itself."""
    return tuple(replace(a, members=(i,)) for i, a in enumerate(axes))
