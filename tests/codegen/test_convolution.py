"""Convolutions against a sum over taps in double precision: windows, layouts, groups, element types, hooks."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.contraction.convolution import plan_convolution
from hloom.codegen.cpu.contraction.convolution_spec import ConvolutionSpec
from hloom.codegen.cpu.contraction.window import Window, WindowAxis
from hloom.codegen.llvm.builder import constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.machine import Machine
from hloom.codegen.target import Target
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, F32, of_dtype
from tests.codegen.contraction_harness import WORKERS, Compiled, assert_untouched, in_margins, target_named
from tests.harness import agree, use_machine

TARGETS = ("host", "avx2", "sse")
#: Where batch, spatial and feature stand: input, kernel (i: input feature, o: output feature), output.
LAYOUTS = {"channels last": ("bsf", "sio", "bsf"), "channels first": ("bfs", "ois", "bfs"),
           "odd": ("fsb", "osi", "sfb")}


def reference(x: np.ndarray, w: np.ndarray, strides, padding, lhs_dilation, rhs_dilation, reversal, feature_groups: int,
              batch_groups: int) -> np.ndarray:
    """The definition, for x[batch, space..., feature] and w[space..., input feature, output feature]."""
    rank = x.ndim - 2
    w = np.flip(w, [d for d in range(rank) if reversal[d]])
    sizes = ((x.shape[d + 1] - 1) * lhs_dilation[d] + 1 for d in range(rank))
    dilated = np.zeros([x.shape[0], *sizes, x.shape[-1]], x.dtype)
    dilated[(slice(None), *(slice(None, None, step) for step in lhs_dilation))] = x
    grown = np.pad(dilated, [(0, 0), *((max(low, 0), max(high, 0)) for low, high in padding), (0, 0)])
    x = grown[(slice(None), *(slice(max(-low, 0), grown.shape[d + 1] - max(-high, 0))
                              for d, (low, high) in enumerate(padding)))]
    size = [(x.shape[d + 1] - (w.shape[d] - 1) * rhs_dilation[d] - 1) // strides[d] + 1 for d in range(rank)]
    groups = feature_groups * batch_groups
    images, inputs = np.split(x, batch_groups), w.shape[-2]
    result = []
    for g, kernel in enumerate(np.split(w, groups, axis=-1)):
        source = images[g] if batch_groups > 1 else x[..., g * inputs:(g + 1) * inputs]
        total = np.zeros([source.shape[0], *size, kernel.shape[-1]], x.dtype)
        for tap in np.ndindex(*w.shape[:rank]):
            at = (slice(t * r, t * r + (n - 1) * s + 1, s)
                  for t, r, n, s in zip(tap, rhs_dilation, size, strides, strict=True))
            total += source[(slice(None), *at)] @ kernel[tap]
        result.append(total)
    return np.concatenate(result, axis=-1)


def place(array: np.ndarray, order: str, names: str) -> tuple[np.ndarray, tuple[int, int, list[int]]]:
    """`array`, whose dimensions are `names` (s: all spatial ones), laid out in `order`; its dimension numbers."""
    rank = array.ndim - 2
    expand = {name: name for name in names if name != "s"} | {"s": "".join(str(d) for d in range(rank))}
    source, goal = ("".join(expand[c] for c in text) for text in (names, order))
    moved = np.ascontiguousarray(array.transpose([source.index(c) for c in goal]))
    first, second = (c for c in sorted(names) if c != "s")
    return moved, (goal.index(first), goal.index(second), [goal.index(str(d)) for d in range(rank)])


def check(x: np.ndarray, w: np.ndarray, target: Target, layout: str = "channels last", *, strides=None, padding=None,
          lhs_dilation=None, rhs_dilation=None, reversal=None, feature_groups: int = 1, batch_groups: int = 1,
          out_dtype: object = None, bound: float = 2e-6, **options) -> Compiled:
    rank = x.ndim - 2
    ones, dtype = (1,) * rank, np.dtype(out_dtype or x.dtype)
    settings = (strides or ones, padding or ((0, 0),) * rank, lhs_dilation or ones, rhs_dilation or ones,
                reversal or (False,) * rank)
    exact = {"c": np.complex128, "i": np.int64, "u": np.int64}.get(dtype.kind, np.float64)
    expected = reference(x.astype(exact), w.astype(exact), *settings, feature_groups, batch_groups)
    orders = LAYOUTS[layout]
    lhs, lhs_numbers = place(x, orders[0], "bsf")
    rhs, rhs_numbers = place(w, orders[1], "sio")
    placed, out_numbers = place(expected, orders[2], "bsf")
    spec = ConvolutionSpec.of(
        lhs.shape, rhs.shape, lhs_type=of_dtype(x.dtype), rhs_type=of_dtype(w.dtype), out_type=of_dtype(dtype),
        input_dimensions=lhs_numbers, kernel_dimensions=rhs_numbers, output_dimensions=out_numbers,
        window_strides=settings[0], padding=settings[1], lhs_dilation=settings[2], rhs_dilation=settings[3],
        window_reversal=settings[4], feature_groups=feature_groups, batch_groups=batch_groups)
    # Neither operand begins where its buffer does.
    spec = replace(spec, lhs_offset=3, rhs_offset=5)
    lhs, rhs = (np.concatenate([np.zeros(start, a.dtype), a.ravel()]) for a, start in ((lhs, 3), (rhs, 5)))
    module = LLVMModule()
    made = plan_convolution(spec, target, workers=WORKERS, **options).emit(module, "convolution")
    compiled = Compiled(module, made, target)
    out, memory = in_margins(placed.shape, dtype)
    compiled(lhs, rhs, out)
    assert_untouched(memory, out.size)
    if dtype.kind in "iu":
        np.testing.assert_array_equal(out, placed.astype(dtype))
    else:
        scale = max(1, np.abs(placed).max(initial=0)) * w[..., 0].size**0.5
        assert np.abs(out.astype(exact) - placed).max(initial=0) <= bound * scale
    return compiled


def random(generator: np.random.Generator, shape: tuple[int, ...], dtype: object = np.float32) -> np.ndarray:
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        return generator.integers(-100 if dtype.kind == "i" else 0, 100, shape).astype(dtype)
    values = generator.standard_normal(shape)
    return (values + 1j * generator.standard_normal(shape) if dtype.kind == "c" else values).astype(dtype)


CASES = {
    "same padding": ((2, 8, 9, 16), (3, 3, 16, 40), {"padding": ((1, 1), (1, 1))}),
    "no padding": ((2, 8, 9, 5), (3, 2, 5, 7), {}),
    "pointwise": ((2, 7, 9, 16), (1, 1, 16, 24), {}),
    "pointwise, strided": ((2, 7, 9, 16), (1, 1, 16, 24), {"strides": (2, 3)}),
    "strided stem": ((1, 23, 21, 3), (7, 7, 3, 20), {"strides": (2, 2), "padding": ((3, 3), (3, 3))}),
    "uneven and negative padding": ((2, 9, 11, 5), (3, 2, 5, 7), {"padding": ((-1, 2), (4, -3)), "strides": (2, 1)}),
    "cropped in place": ((1, 9, 11, 5), (3, 2, 5, 7), {"padding": ((-2, -1), (-1, 0))}),
    "transposed": ((2, 5, 6, 8), (4, 4, 8, 6), {"padding": ((2, 2), (2, 2)), "lhs_dilation": (2, 3)}),
    "dilated window": ((2, 12, 11, 5), (3, 2, 5, 7), {"padding": ((1, 1), (0, 2)), "rhs_dilation": (3, 2)}),
    "reversed": ((2, 9, 11, 6), (3, 2, 6, 8), {"padding": ((1, 1), (2, 0)), "reversal": (True, False)}),
    "feature groups": ((2, 9, 7, 6), (3, 2, 3, 8), {"padding": ((1, 1), (2, 0)), "feature_groups": 2}),
    "batch groups": ((4, 9, 7, 6), (3, 2, 6, 8), {"padding": ((1, 1), (2, 0)), "batch_groups": 2}),
    "depthwise": ((2, 19, 8, 40), (3, 2, 1, 40),
                  {"padding": ((1, 1), (1, 2)), "strides": (2, 1), "feature_groups": 40}),
    "depthwise, odd": ((2, 9, 8, 7), (3, 2, 1, 7), {"feature_groups": 7}),
    "depthwise, two outputs": ((1, 9, 8, 6), (3, 2, 1, 12), {"padding": ((1, 1), (1, 1)), "feature_groups": 6}),
    # A dimension of one element has no neighbour in memory, whatever its stride.
    "depthwise, one pixel": ((2, 1, 1, 40), (3, 3, 1, 40), {"padding": ((1, 1), (1, 1)), "feature_groups": 40}),
    "depthwise, one row": ((1, 1, 7, 5), (2, 3, 1, 10), {"padding": ((1, 0), (1, 1)), "feature_groups": 5}),
    "one pixel": ((2, 1, 1, 6), (3, 3, 3, 8), {"padding": ((1, 1), (1, 1)), "feature_groups": 2}),
    "one dimension": ((2, 40, 3), (7, 3, 64), {"padding": ((3, 3),), "strides": (2,)}),
    "three dimensions": ((1, 5, 6, 7, 3), (3, 3, 3, 3, 16), {"padding": ((1, 1),) * 3}),
    "one output feature": ((2, 6, 5), (2, 5, 1), {"lhs_dilation": (2,)}),
    "no spatial dimension": ((5, 7), (7, 9), {}),
    "weight gradient": ((6, 20, 20, 4), (20, 20, 4, 10), {"padding": ((1, 1), (1, 1))}),
    "many features": ((1, 6, 6, 300), (3, 3, 300, 34), {"padding": ((1, 1), (1, 1))}),
    "window larger than the input": ((1, 2, 2, 3), (5, 5, 3, 4), {"padding": ((2, 1), (1, 2))}),
    "padding only": ((1, 1, 1, 3), (1, 1, 3, 4), {"padding": ((2, 1), (1, 2))}),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_windows(case: str, layout: str) -> None:
    lhs, rhs, settings = CASES[case]
    generator = np.random.default_rng(len(case))
    number = list(CASES).index(case) + list(LAYOUTS).index(layout)
    check(random(generator, lhs), random(generator, rhs), target_named(TARGETS[number % 3]), layout, **settings)


@pytest.mark.parametrize("case", [
    "uneven and negative padding", "transposed", "reversed", "feature groups", "batch groups", "depthwise",
    "three dimensions"])
@pytest.mark.parametrize("dtype", [np.float32, np.complex64, np.int16])
def test_windows_too_large_to_copy(case: str, dtype: type, monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, windows={"largest_window_bytes": 0})
    lhs, rhs, settings = CASES[case]
    generator = np.random.default_rng(1)
    compiled = check(random(generator, lhs, dtype), random(generator, rhs, dtype), Target.host(), "odd", **settings)
    assert not compiled.scratch


def test_a_huge_dilation_takes_no_memory() -> None:
    far = 1 << 40
    spec = ConvolutionSpec.of(
        (1, 3, 1), (2, 1, 1), lhs_type=F32, rhs_type=F32, out_type=F32, input_dimensions=(0, 2, (1,)),
        kernel_dimensions=(1, 2, (0,)), output_dimensions=(0, 2, (1,)), padding=((far, 0),), rhs_dilation=(far,))
    module, target = LLVMModule(), Target.host()
    made = plan_convolution(spec, target, workers=2).emit(module, "convolution")
    out = np.empty((1, 3, 1), np.float32)
    Compiled(module, made, target)(np.array([1, 2, 3], np.float32), np.array([10, 1], np.float32), out)
    np.testing.assert_array_equal(out.ravel(), [1, 2, 3])


@pytest.mark.parametrize("name", ["f64", "bf16", "f16", "i8", "i32", "ui16", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("case", ["strided stem", "transposed", "pointwise", "depthwise"])
def test_every_type(name: str, case: str) -> None:
    dtype = ELEMENT_TYPES[name].dtype
    generator = np.random.default_rng(5)
    bound = {"bf16": 2**-8, "f16": 2**-11}.get(name, 2e-6)
    lhs, rhs, settings = CASES[case]
    layout = "odd" if case == "transposed" else "channels last"
    target = target_named(TARGETS[len(case + name) % 3])
    check(random(generator, lhs, dtype), random(generator, rhs, dtype), target, layout, bound=bound, **settings)


@pytest.mark.parametrize(("operands", "result"), [("bf16", "f32"), ("bf16", "bf16"), ("i8", "i32"), ("ui8", "i32"), ("i8", "i8"),
                                                  ("i4", "i32"), ("i16", "i32")])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_features_in_groups(operands: str, result: str, layout: str) -> None:
    """Input features that the processor multiplies several at a time, beside padding, dilation and groups."""
    generator = np.random.default_rng(len(layout))
    element, out = ELEMENT_TYPES[operands], ELEMENT_TYPES[result]
    for shape, kernel, options in [
            ((2, 8, 9, 16), (3, 3, 16, 40), {"padding": ((1, 1), (2, 0))}),
            ((1, 5, 6, 4), (3, 3, 4, 5), {"padding": ((1, 1), (1, 1)), "lhs_dilation": (2, 1)}),
            ((2, 6, 5, 24), (3, 2, 8, 9), {"padding": ((1, 1), (0, 1)), "feature_groups": 3, "rhs_dilation": (1, 2)}),
            ((3, 7, 9, 12), (1, 1, 12, 33), {"strides": (2, 1)}),
            ((1, 7, 7, 8), (2, 2, 8, 6), {"reversal": (True, False), "padding": ((0, 1), (1, 0))}),
            ((1, 7, 7, 6), (3, 3, 6, 5), {"padding": ((1, 1), (1, 1))})]:
        x, w = (random(generator, s) * 4 if element.is_float else generator.integers(-8, 8, s) for s in (shape, kernel))
        bound = float(ml_dtypes.finfo(out.dtype).eps) if out.is_float else 0.0
        check(convert(x, element), convert(w, element), Target.host(), layout, out_dtype=out.dtype, bound=bound, **options)


@pytest.mark.parametrize("seed", range(16))
def test_random_windows(seed: int) -> None:
    generator = np.random.default_rng(seed)
    rank = int(generator.integers(1, 4))
    pick = lambda low, high: tuple(int(v) for v in generator.integers(low, high, rank))  # noqa: E731
    kernel, dilation, window_dilation = pick(1, 4), pick(1, 3), pick(1, 3)
    padding = tuple((int(a), int(b)) for a, b in generator.integers(-1, 3, (rank, 2)))
    smallest = [(k - 1) * r + 3 for k, r in zip(kernel, window_dilation, strict=True)]
    space = tuple(int(generator.integers(low, low + 6)) for low in smallest)
    groups, features, outputs = (int(v) for v in generator.integers(1, 4, 3))
    x = random(generator, (2, *space, groups * features))
    w = random(generator, (*kernel, features, groups * outputs * 5))
    check(x, w, target_named(TARGETS[seed % 3]), list(LAYOUTS)[seed // 3 % 3], strides=pick(1, 3), padding=padding,
          lhs_dilation=dilation, rhs_dilation=window_dilation, reversal=tuple(bool(v) for v in pick(0, 2)),
          feature_groups=groups)


@pytest.mark.parametrize(("case", "target"), [
    ("same padding", "host"), ("same padding", "sse"), ("pointwise", "avx2"), ("depthwise", "host"),
    ("depthwise", "sse"), ("feature groups", "avx2"), ("many features", "host"), ("many features", "avx2")])
def test_epilogue(case: str, target: str) -> None:
    """out = max(sum + bias[feature] + residual, 0), the result in the residual's own memory."""
    lhs_shape, rhs_shape, settings = CASES[case]
    generator = np.random.default_rng(9)
    x, w, bias = random(generator, lhs_shape), random(generator, rhs_shape), random(generator, rhs_shape[-1:])
    plain = {"strides": (1, 1), "padding": ((0, 0), (0, 0))} | settings
    groups = plain.pop("feature_groups", 1)
    expected = reference(x.astype(np.float64), w.astype(np.float64), plain["strides"], plain["padding"], (1, 1), (1, 1),
                         (False, False), groups, 1)
    residual = random(generator, expected.shape)
    spec = ConvolutionSpec.of(
        x.shape, w.shape, lhs_type=F32, rhs_type=F32, out_type=F32, input_dimensions=(0, 3, (1, 2)),
        kernel_dimensions=(2, 3, (0, 1)), output_dimensions=(0, 3, (1, 2)), window_strides=plain["strides"],
        padding=plain["padding"], feature_groups=groups)
    columns = spec.contraction().n[0].size

    def epilogue(f, sums, batch, rows, features, width):
        def pointer(index: int):
            return f.value("ptr", f"load ptr, {f.address(f.parameters[0], index, 'ptr')}")

        feature = f.add(f.mul(batch[1], columns), features[0])
        at = rows[0]
        for index, size in zip((*rows[1:], feature), expected.shape[1:], strict=True):
            at = f.add(f.mul(at, size), index)
        type = vector("float", width)
        total = f.add(sums, f.load(type, f.address(pointer(3), feature, "float")))
        total = f.add(total, f.load(type, f.address(pointer(2), at, "float")))
        return f.intrinsic("maxnum", total, constant(type, 0.0))

    module, chosen = LLVMModule(), target_named(target)
    made = plan_convolution(spec, chosen, workers=WORKERS, first_scratch=4, epilogue=epilogue).emit(module, "convolution")
    out = residual.copy()
    Compiled(module, made, chosen)(x, w, out, bias)
    np.testing.assert_allclose(out, np.maximum(expected + bias + residual, 0), atol=1e-3)


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
@pytest.mark.parametrize(("image", "filter", "result", "numbers", "window"), [
    ("1x10x1x4", "1x1x1x1", "5x5x1x1", "[b, 1, f, 0]x[0, 1, i, o]->[1, 0, f, b]", "stride = [1, 3], pad = [[0, 1], [1, 2]]"),
    ("1x28x1x4", "1x1x1x32", "31x7x32x1", "[b, 1, f, 0]x[0, 1, i, o]->[1, 0, f, b]", "stride = [1, 1], pad = [[0, 3], [0, 3]]"),
    ("1x8x1x6", "1x3x1x1", "1x1x9x6", "[b, 1, f, 0]x[0, 1, i, o]->[b, f, 0, 1]", "stride = [1, 1], pad = [[0, 3], [0, 0]]")])
def test_padding_behind_the_input(image: str, filter: str, result: str, numbers: str, window: str, threads: int) -> None:
    """Windows that begin behind the first place end in padding, even where they hold as many places as the input has."""
    x, w, y = (f"tensor<{shape}xi64>" for shape in (image, filter, result))
    module = hloom.parse(f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = {numbers}, window = {{{window}}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({x}, {w}) -> {y}
      return %0 : {y} }}""")
    generator = np.random.default_rng(0)
    arguments = [random(generator, tuple(map(int, shape.split("x"))), np.int64) for shape in (image, filter)]
    agree(module, *arguments, threads=threads)


@pytest.mark.parametrize(("lhs", "rhs"), [((0, 5, 5, 3), (3, 3, 3, 4)), ((1, 2, 2, 3), (3, 3, 3, 4)),
                                          ((1, 5, 5, 3), (3, 3, 3, 0))])
def test_an_empty_result_needs_no_kernel(lhs: tuple[int, ...], rhs: tuple[int, ...]) -> None:
    spec = ConvolutionSpec.of(lhs, rhs, lhs_type=F32, rhs_type=F32, out_type=F32, input_dimensions=(0, 3, (1, 2)),
                              kernel_dimensions=(2, 3, (0, 1)), output_dimensions=(0, 3, (1, 2)))
    assert plan_convolution(spec, Target.host(), workers=2).emit(LLVMModule(), "convolution").kernels == ()


def test_no_input_features_give_zeros() -> None:
    x, w = np.zeros((1, 5, 5, 0), np.float32), np.zeros((3, 3, 0, 4), np.float32)
    check(x, w, Target.host(), padding=((1, 1), (1, 1)))


@pytest.mark.parametrize("rows, columns", [(2, 3), (3, 8), (5, 20), (7, 40)])
def test_images_that_are_one_image(rows: int, columns: int) -> None:
    """A depthwise convolution of one row, which is the input of each image."""
    row, image, kernel = f"tensor<{columns}xf32>", f"tensor<{rows}x{columns}xf32>", f"tensor<{columns}x1xf32>"
    module = hloom.parse(f"""
func.func @main(%x: {row}, %k: {kernel}) -> {image} {{
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : ({row}) -> {image}
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, f]x[o, i]->[b, f], window = {{pad = [], lhs_dilate = [], rhs_dilate = []}}
      {{batch_group_count = 1 : i64, feature_group_count = {columns} : i64}} : ({image}, {kernel}) -> {image}
  return %1 : {image}
}}
""")
    x = np.arange(1, columns + 1, dtype=np.float32)
    k = np.arange(-3, columns - 3, dtype=np.float32)[:, None]
    assert np.array_equal(hloom.compile(module)(x, k)[0], np.broadcast_to(x * k[:, 0], (rows, columns)))


@pytest.mark.parametrize("extents", [
    (8, 16, 16, 64), (2, 4, 256), (5, 3, 16, 64), (3, 10, 10, 60), (7, 1, 16, 64), (16, 16, 16, 4)])
def test_rows_of_windows_share_no_places_in_the_cache(extents: tuple[int, ...]) -> None:
    """Images of 14x14x64 with padding would be 64 KB apart, and their rows 4 KB."""
    axes = [WindowAxis(extent, prod(extents[i + 1:]), extent) for i, extent in enumerate(extents)]
    window = Window.of(Machine(), axes, 4)
    steps = [stride for stride, extent in zip(window.strides, extents) if extent > 1]
    assert all(4 * step % 4096 for step in steps)
    assert all(4 * stride % 1024 or stride == 1 for stride in steps[-2:])
    # No two elements share a place.
    last = sum(stride * (extent - 1) for stride, extent in zip(window.strides, extents))
    assert last < window.size and all(a >= b * n for a, b, n in zip(window.strides, window.strides[1:], extents[1:]) if a)
