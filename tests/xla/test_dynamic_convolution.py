"""Convolutions of arrays whose sizes are known at run time, against convolutions of these sizes, on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError
from hloom.xla import ops
from hloom.xla.builder import BuilderError, XlaBuilder
from tests.xla.test_builder_document import ENGINES, run

RNG = np.random.default_rng(5)


def same_padding(n: int, window: int, stride: int) -> tuple[int, int]:
    """By the words of the header: as few elements as make ceil(n / stride) places, the odd one at the end."""
    total = max((-(-n // stride) - 1) * stride + window - n, 0)
    return total // 2, total - total // 2


def padding_of(kind: str, n: int, window: int, stride: int) -> tuple[int, int]:
    return same_padding(n, window, stride) if kind == "PADDING_SAME" else (0, 0)


def forward(x: np.ndarray, w: np.ndarray, stride: int, dilation: int, kind: str) -> np.ndarray:
    """The convolution of arrays as they are, by the document's loop."""
    n, k = x.shape[2], w.shape[2]
    low, high = padding_of(kind, n, (k - 1) * dilation + 1, stride)
    padded = np.pad(x, ((0, 0), (0, 0), (low, high)))
    places = (padded.shape[2] - (k - 1) * dilation - 1) // stride + 1
    return np.stack([np.einsum("bik,oik->bo", padded[:, :, p * stride : p * stride + (k - 1) * dilation + 1 : dilation], w)
                     for p in range(max(places, 0))] or [np.zeros((x.shape[0], w.shape[0]))], -1)[:, :, :max(places, 0)]


@ENGINES
@pytest.mark.parametrize("kind", ["PADDING_SAME", "PADDING_VALID"])
@pytest.mark.parametrize(("size", "stride", "k", "dilation"),
                         [(9, 2, 3, 1), (8, 2, 3, 1), (4, 1, 2, 2), (7, 3, 2, 2), (3, 4, 1, 1)])
def test_results_are_those_of_the_sizes_at_run_time(engine: str, kind: str, size: int, stride: int, k: int,
                                                    dilation: int) -> None:
    x, w = RNG.normal(size=(2, 3, 9)).astype(np.float32), RNG.normal(size=(4, 3, k)).astype(np.float32)
    window = (k - 1) * dilation + 1
    bound = padding_of(kind, 9, window, stride)

    def made(b: XlaBuilder, lhs: Any, rhs: Any, n: Any) -> Any:
        return ops.DynamicConvForward(ops.SetDimensionSize(lhs, n, 2), rhs, [stride], [bound], [1], [dilation], "bf0_oi0->bf0",
                                      padding_type=kind)

    found = run(engine, made, x, w, np.int32(size))
    np.testing.assert_allclose(found, forward(x[:, :, :size], w, stride, dilation, kind), rtol=1e-4, atol=1e-5)


@ENGINES
@pytest.mark.parametrize("kind", ["PADDING_SAME", "PADDING_VALID"])
@pytest.mark.parametrize(("n", "stride", "k", "dilation"), [(9, 2, 3, 1), (8, 2, 3, 1), (6, 3, 2, 2), (5, 1, 3, 1), (7, 4, 1, 1)])
def test_gradients_are_the_transposes(engine: str, kind: str, n: int, stride: int, k: int, dilation: int) -> None:
    """A convolution is linear in both operands: <conv(x, w), g> = <x, input gradient> = <w, kernel gradient>."""
    x, w = RNG.normal(size=(2, 3, n)), RNG.normal(size=(4, 3, k))
    y = forward(x, w, stride, dilation, kind)
    g = RNG.normal(size=y.shape)
    window, m = (k - 1) * dilation + 1, y.shape[2]
    low = padding_of(kind, n, window, stride)[0]
    before = window - 1 - low
    pads = before, n + window - 1 - ((m - 1) * stride + 1) - before

    def of_input(b: XlaBuilder, grad: Any, kernel: Any) -> Any:
        sizes = ops.ConstantR1(b, [2, 3, n])
        return ops.DynamicConvInputGrad(sizes, grad, ops.Rev(kernel, [2]), [1], [pads], [stride], [dilation], "bf0_io0->bf0",
                                        padding_type=kind)

    back = run(engine, of_input, g, w)
    assert back.shape == x.shape
    np.testing.assert_allclose((x * back).sum(), (y * g).sum(), rtol=1e-9)

    high = (m - 1) * stride + window - n - low

    def of_kernel(b: XlaBuilder, activations: Any, grad: Any) -> Any:
        return ops.DynamicConvKernelGrad(activations, grad, [dilation], [(low, high)], [1], [stride], "fb0_io0->fb0",
                                         padding_type=kind)

    found = run(engine, of_kernel, x, g)
    assert found.shape == w.shape
    np.testing.assert_allclose((w * found).sum(), (y * g).sum(), rtol=1e-9)


@ENGINES
def test_without_a_type_the_padding_is_that_of_the_window(engine: str) -> None:
    x, w = np.arange(5.0).reshape(1, 1, 5), np.array([[[1.0, 10.0]]])
    found = run(engine, lambda b, p, q: ops.DynamicConvForward(p, q, [1], [(1, -1)], [1], [1], "bf0_oi0->bf0",
                                                               padding_type="PADDING_INVALID"), x, w)
    np.testing.assert_array_equal(found, [[[0.0, 10.0, 21.0, 32.0]]])


def test_calls_print_and_read_again() -> None:
    b = XlaBuilder("again")
    x, w = ops.Parameter(b, 0, "f32[1,4,9,9]"), ops.Parameter(b, 1, "f32[8,2,3,3]")
    made = b.Build(ops.DynamicConvForward(x, w, [2, 1], [(1, 1), (2, 2)], [1, 1], [1, 2], "bf01_oi01->bf01", 2, 1,
                                          "HIGHEST", "PADDING_SAME"))
    text = str(made)
    for part in ("window={size=3x3 stride=2x1 pad=1_1x2_2 rhs_dilate=1x2}", "dim_labels=bf01_oi01->bf01",
                 "feature_group_count=2", "padding_type=PADDING_SAME", "operand_precision={highest,highest}"):
        assert part in text, part
    again = hloom.parse(text, format="hlo")
    assert str(again) == text
    values = RNG.normal(size=(1, 4, 9, 9)).astype(np.float32), RNG.normal(size=(8, 2, 3, 3)).astype(np.float32)
    np.testing.assert_array_equal(hloom.evaluate(again, *values)[0], made(*values))


@pytest.mark.parametrize("old, new", [("size=3", "size=3x3"), ("bf0_oi0->bf0", "bf0_oi0->bf0x"), ("size=3", "size=x")])
def test_calls_that_do_not_say_their_window_are_refused(old: str, new: str) -> None:
    text = """HloModule wrong

ENTRY %main (x: f32[1,1,5], w: f32[1,1,3]) -> f32[1,1,3] {
  %x = f32[1,1,5]{2,1,0} parameter(0)
  %w = f32[1,1,3]{2,1,0} parameter(1)
  ROOT %c = f32[1,1,3]{2,1,0} custom-call(%x, %w), window={size=3}, dim_labels=bf0_oi0->bf0,
      custom_call_target="DynamicConvolutionForward"
}
"""
    with pytest.raises(UserError):
        hloom.evaluate(hloom.parse(text.replace(old, new), format="hlo"), np.ones((1, 1, 5), np.float32),
                       np.ones((1, 1, 3), np.float32))


def test_what_does_not_fit_is_refused() -> None:
    b = XlaBuilder("wrong", die_immediately_on_error=True)
    x, w = ops.Parameter(b, 0, "f32[1,1,5]"), ops.Parameter(b, 1, "f32[1,1,3]")
    with pytest.raises(BuilderError, match="padding_type is PADDING_VALID or PADDING_SAME or PADDING_INVALID, not 'FULL'"):
        ops.DynamicConvForward(x, w, [1], [(0, 0)], [1], [1], "bf0_oi0->bf0", padding_type="FULL")
    with pytest.raises(BuilderError, match=r"input_sizes has a whole number for each dimension of f32\[1,1,5\], got s32\[2\]"):
        ops.DynamicConvInputGrad(ops.ConstantR1(b, [1, 5]), x, w, [1], [(0, 0)], [1], [1], "bf0_oi0->bf0")
