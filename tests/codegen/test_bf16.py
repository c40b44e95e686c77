"""Arithmetic on bf16: every pattern of bits, NaN of all payloads among them, rounded once and stored as it is."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

from tests.codegen.execution import load, lower, targets
from tests.passes.programs import program

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
    compiled = load(lower(program(f"""(%x: tensor<65536xbf16>, %y: tensor<bf16>) -> tensor<65536xbf16> {{
        %wide = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<bf16>) -> tensor<65536xbf16>
        %0 = stablehlo.{function} %x, %wide : tensor<65536xbf16>
        return %0 : tensor<65536xbf16> }}"""), target=targets()[target]))
    with np.errstate(all="ignore"):
        for partner in PARTNERS:
            exact = FUNCTIONS[function](ALL.astype(np.float32), np.float32(partner))
            check(compiled(ALL, np.array(partner))[0], exact.astype(ml_dtypes.bfloat16))


@pytest.mark.parametrize("target", targets())
def test_several_operations_in_a_row(target: str) -> None:
    """Each rounds, also from a NaN that another made."""
    compiled = load(lower(program("""(%x: tensor<65536xbf16>) -> (tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32>) {
        %root = stablehlo.sqrt %x : tensor<65536xbf16>
        %less = stablehlo.subtract %root, %x : tensor<65536xbf16>
        %most = stablehlo.maximum %less, %root : tensor<65536xbf16>
        %wide = stablehlo.convert %most : (tensor<65536xbf16>) -> tensor<65536xf32>
        return %root, %most, %wide : tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32> }"""), target=targets()[target]))
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
    compiled = load(lower(program("""(%x: tensor<96xf32>) -> tensor<96xbf16> {
        %0 = stablehlo.convert %x : (tensor<96xf32>) -> tensor<96xbf16>
        return %0 : tensor<96xbf16> }""")))
    assert np.isnan(compiled(bits.view(np.float32))[0]).all()


def test_numbers_are_rounded_once() -> None:
    """What registers hold is rounded where it is computed: memory takes it as it is."""
    def text(line: str) -> str:
        return f"""(%x: tensor<64xbf16>) -> tensor<64xbf16> {{
            %0 = stablehlo.{line} : tensor<64xbf16>
            return %0 : tensor<64xbf16> }}"""

    assert "32767" not in lower(program(text("maximum %x, %x"))).llvm
    assert lower(program(text("add %x, %x"))).llvm.count("i32 32767") == 1
