"""Loops in blocks that workers share: ranges with conditions of their own, which begin and end anywhere, between guard pages."""

from __future__ import annotations

import sys
from functools import partial

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.cpu import loops, movements
from tests.codegen.execution import load, lower, memory_from, targets, workers
from tests.codegen.guarded import GuardedBuffer, guarded
from tests.passes.programs import program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")

TYPES = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16, "i8": np.int8, "i32": np.int32, "i64": np.int64,
         "ui8": np.uint8, "complex<f32>": np.complex64, "i1": np.bool_}
#: Lengths of what is put one behind another.
PIECES = [(1, 300), (300, 1), (64, 64, 64), (63, 65, 200), (7, 128, 1, 1, 90), (129, 2, 253), (2, 3, 5, 7, 11, 13, 17, 300)]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "_BLOCK", 16)


def check(text: str, arrays: list[np.ndarray], expected: np.ndarray, target: str) -> None:
    """Runs a program on one worker and on two, with memory that ends at a page that must not be touched, or begins behind one."""
    made = lower(program(text), targets()[target])
    for count in (1, 2):
        for at_end in (True, False):
            with memory_from(partial(GuardedBuffer, at_end=at_end)), workers(count):
                (found,) = load(made)(*(guarded(x, at_end) for x in arrays))
            np.testing.assert_array_equal(found.view(np.uint8), expected.view(np.uint8))


def drawn(length: int, type: str) -> np.ndarray:
    return np.random.default_rng(length).integers(0, 2, length).astype(TYPES[type])


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("lengths", PIECES, ids=str)
@pytest.mark.parametrize("is_past", [False, True], ids=["", "past the caches"])
def test_what_is_put_together(lengths: tuple[int, ...], type: str, target: str, is_past: bool,
                              monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of any length, joined and combined with a tensor as long as all of them."""
    if is_past:
        monkeypatch.setattr(movements, "UNCACHED_BYTES", 0)
    whole = sum(lengths)
    names = ", ".join(f"%a{k}: tensor<{n}x{type}>" for k, n in enumerate(lengths))
    types = ", ".join(f"tensor<{n}x{type}>" for n in lengths)
    parts = ", ".join(f"%a{k}" for k in range(len(lengths)))
    function = "or" if type == "i1" else "add"
    text = f"""({names}, %b: tensor<{whole}x{type}>) -> tensor<{whole}x{type}> {{
        %c = stablehlo.concatenate {parts}, dim = 0 : ({types}) -> tensor<{whole}x{type}>
        %d = stablehlo.{function} %c, %b : tensor<{whole}x{type}>
        return %d : tensor<{whole}x{type}> }}"""
    arrays = [drawn(n, type) for n in (*lengths, whole)]
    check(text, arrays, np.concatenate(arrays[:-1]) + arrays[-1], target)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("type", ["f32", "f64", "i8", "bf16"])
@pytest.mark.parametrize("shift", [1, 2, 8, 63, 400])
def test_neighbours(shift: int, type: str, target: str) -> None:
    """Each element with those before and behind it, in a ring."""
    x = drawn(777, type)
    n, rest = len(x), len(x) - shift
    vector, few, most = (f"tensor<{k}x{type}>" for k in (n, shift, rest))
    text = f"""(%x: {vector}) -> {vector} {{
        %0 = stablehlo.slice %x [{rest}:{n}] : ({vector}) -> {few}
        %1 = stablehlo.slice %x [0:{rest}] : ({vector}) -> {most}
        %2 = stablehlo.concatenate %0, %1, dim = 0 : ({few}, {most}) -> {vector}
        %3 = stablehlo.slice %x [0:{shift}] : ({vector}) -> {few}
        %4 = stablehlo.slice %x [{shift}:{n}] : ({vector}) -> {most}
        %5 = stablehlo.concatenate %4, %3, dim = 0 : ({most}, {few}) -> {vector}
        %6 = stablehlo.add %2, %5 : {vector}
        %7 = stablehlo.subtract %6, %x : {vector}
        return %7 : {vector} }}"""
    check(text, [x], np.roll(x, shift) + np.roll(x, -shift) - x, target)


def test_ranges_are_shared_by_workers() -> None:
    text = "(%x: tensor<5000xf32>, %y: tensor<5000xf32>) -> tensor<10000xf32> {{ {} }}".format("""
        %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<5000xf32>, tensor<5000xf32>) -> tensor<10000xf32>
        %1 = stablehlo.sqrt %0 : tensor<10000xf32>
        return %1 : tensor<10000xf32>""")
    (kernel,) = (kernel for found in lower(program(text)).emitter.emitted.values() for kernel in found)
    assert kernel.tasks > 16
