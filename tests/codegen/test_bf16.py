"""Arithmetic on bf16: every pattern of bits, NaN of all payloads among them, rounded once and stored as it is."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.target import Target
from tests.harness import load, lower, targets

ALL = np.arange(1 << 16, dtype=np.uint16).view(ml_dtypes.bfloat16)
#: Numbers of all kinds; the NaN's bits are all set, so that rounding up would make them those of a zero.
PARTNERS = np.array([0x0000, 0x8000, 0x0001, 0x0080, 0x3F80, 0xBF81, 0x3EAB, 0x4049, 0x7F7F, 0x7F80, 0xFF80, 0x7FFF, 0xFFFF],
                    np.uint16).view(ml_dtypes.bfloat16)
FUNCTIONS: dict[str, Callable] = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide}


def check(found: np.ndarray, expected: np.ndarray) -> None:
    is_nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(found), is_nan)
    assert found[~is_nan].tobytes() == expected[~is_nan].tobytes()


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("function", FUNCTIONS)
def test_arithmetic(function: str, target: str) -> None:
    """NumPy computes in f32, ml_dtypes rounds."""
    compiled = load(lower(f"""(%x: tensor<65536xbf16>, %y: tensor<bf16>) -> tensor<65536xbf16> {{
        %wide = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<bf16>) -> tensor<65536xbf16>
        %0 = stablehlo.{function} %x, %wide : tensor<65536xbf16>
        return %0 : tensor<65536xbf16> }}""", target=target))
    with np.errstate(all="ignore"):
        for partner in PARTNERS:
            exact = FUNCTIONS[function](ALL.astype(np.float32), np.float32(partner))
            check(compiled(ALL, np.array(partner))[0], exact.astype(ml_dtypes.bfloat16))


@pytest.mark.parametrize("target", targets())
def test_several_operations_in_a_row(target: str) -> None:
    """Each rounds, also from a NaN that another made."""
    compiled = load(lower("""(%x: tensor<65536xbf16>) -> (tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32>) {
        %root = stablehlo.sqrt %x : tensor<65536xbf16>
        %less = stablehlo.subtract %root, %x : tensor<65536xbf16>
        %most = stablehlo.maximum %less, %root : tensor<65536xbf16>
        %wide = stablehlo.convert %most : (tensor<65536xbf16>) -> tensor<65536xf32>
        return %root, %most, %wide : tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32> }""", target=target))
    found = compiled(ALL)
    with np.errstate(all="ignore"):
        root = np.sqrt(ALL.astype(np.float32)).astype(ml_dtypes.bfloat16)
        less = (root.astype(np.float32) - ALL.astype(np.float32)).astype(ml_dtypes.bfloat16)
        most = np.maximum(less.astype(np.float32), root.astype(np.float32))
    check(found[0], root)
    is_zero = most == 0  # NumPy does not say which zero is the larger one
    check(found[1][~is_zero], most.astype(ml_dtypes.bfloat16)[~is_zero])
    check(found[2][~is_zero], most[~is_zero])


def test_narrowing_keeps_every_nan() -> None:
    """Those of f32 may have bits that rounding up would carry into the sign."""
    bits = np.array([0x7F800001, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFF8000, 0xFFC00000, 0x7FBFFFFF] * 16, np.uint32)
    compiled = load(lower("""(%x: tensor<96xf32>) -> tensor<96xbf16> {
        %0 = stablehlo.convert %x : (tensor<96xf32>) -> tensor<96xbf16>
        return %0 : tensor<96xbf16> }"""))
    assert np.isnan(compiled(bits.view(np.float32))[0]).all()


def test_numbers_are_rounded_once() -> None:
    """What registers hold is rounded where it is computed: memory takes it as it is."""
    def text(line: str) -> str:
        return f"""(%x: tensor<64xbf16>) -> tensor<64xbf16> {{
            %0 = stablehlo.{line} : tensor<64xbf16>
            return %0 : tensor<64xbf16> }}"""

    assert "32767" not in lower(text("maximum %x, %x")).llvm
    assert lower(text("add %x, %x"), target=targets()["avx2"]).llvm.count("i32 32767") == 1
    if Target.host().has_bf16_dot:  # the instruction for it, and what it does not do
        assert lower(text("add %x, %x")).llvm.count("call <32 x bfloat>") == 1


#: Numbers of f32 about which rounding may be wrong: all beside two of bf16 and half-way between, of each sign and exponent.
EDGES = np.add.outer(np.arange(0, 1 << 32, 1 << 16, dtype=np.uint32),
                     np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)).reshape(-1)


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("order", ["sorted", "mixed", "rarely denormal"])
def test_every_number_is_rounded_to_the_nearest(order: str, target: str) -> None:
    """Denormal ones, too, alone in a register or all together, in steps and in what is left of them; ml_dtypes is the measure."""
    bits = EDGES if order == "sorted" else np.random.default_rng(0).permutation(EDGES)
    if order == "rarely denormal":
        is_denormal = (bits & 0x7F800000) == 0
        bits = np.where(is_denormal & (np.arange(bits.size) % 7 > 0), bits | 0x3F800000, bits).astype(np.uint32)
    x = np.append(bits, bits[:45]).view(np.float32)
    compiled = load(lower(f"""(%x: tensor<{x.size}xf32>, %k: tensor<f32>) ->
          (tensor<{x.size}xbf16>, tensor<{x.size}xbf16>) {{
        %wide = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<{x.size}xf32>
        %0 = stablehlo.convert %x : (tensor<{x.size}xf32>) -> tensor<{x.size}xbf16>
        %1 = stablehlo.multiply %x, %wide : tensor<{x.size}xf32>
        %2 = stablehlo.convert %1 : (tensor<{x.size}xf32>) -> tensor<{x.size}xbf16>
        return %0, %2 : tensor<{x.size}xbf16>, tensor<{x.size}xbf16> }}""", target=target))
    for factor in (np.float32(0.75), np.float32(2.0**-20)):
        with np.errstate(all="ignore"):
            found = compiled(x, factor)
            check(found[0], x.astype(ml_dtypes.bfloat16))
            check(found[1], (x * factor).astype(ml_dtypes.bfloat16))
