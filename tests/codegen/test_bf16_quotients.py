"""Quotients of bf16 by one number: by its reciprocal, with the bits of a division."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hloom
from tests.harness import load, lower, targets

BF16 = ml_dtypes.bfloat16
#: Every number of bf16.
ALL = np.arange(1 << 16, dtype=np.uint16).view(BF16)
#: Numbers with all fractions between 1 and 2, and at the ends of the range in which a reciprocal will do; special numbers.
FRACTIONS = np.arange(0x3F80, 0x4000, dtype=np.uint16).view(BF16)
ENDS = np.array([sign * fraction * 2.0**exponent for sign in (1, -1) for fraction in (1, 1.25, 1.9921875)
                 for exponent in (-127, -126, -101, -100, 99, 100, 127)], BF16)
SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 2.0**-133, -(2.0**-130), 3.0, 1e-30, -1e30], BF16)


def quotients(divisors: np.ndarray) -> np.ndarray:
    """All numbers over each divisor: computed in f32, which holds the operands, and rounded once."""
    with np.errstate(all="ignore"):
        return (ALL.astype(np.float32) / divisors.astype(np.float32)[:, None]).astype(BF16)


def same(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether the bits are those, but for those of NaN."""
    are_nan = np.isnan(a.astype(np.float32)) & np.isnan(b.astype(np.float32))
    return bool(np.all((a.view(np.uint16) == b.view(np.uint16)) | are_nan))


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("divisors", [FRACTIONS, ENDS, SPECIAL], ids=["fractions", "ends", "special"])
def test_by_a_number_of_each_row(divisors: np.ndarray, target: str) -> None:
    rows = len(divisors)
    module = hloom.parse(f"""
func.func @main(%x: tensor<65536xbf16>, %y: tensor<{rows}xbf16>) -> tensor<{rows}x65536xbf16> {{
  %a = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<65536xbf16>) -> tensor<{rows}x65536xbf16>
  %b = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<{rows}xbf16>) -> tensor<{rows}x65536xbf16>
  %q = stablehlo.divide %a, %b : tensor<{rows}x65536xbf16>
  return %q : tensor<{rows}x65536xbf16>
}}""")
    made = lower(module, target)
    assert made.llvm.count("fdiv") >= 2  # of one, and where that will not do
    assert same(load(made)(ALL, divisors)[0], quotients(divisors))


@pytest.mark.parametrize("divisor", [3.0, -0.1, 2.0**-127, 2.0**100, 2.0**120, 0.0, float("inf")])
def test_by_a_constant(divisor: float) -> None:
    bits = np.array(divisor, BF16).view(np.uint16)
    module = hloom.parse(f"""
func.func @main(%x: tensor<65536xbf16>) -> tensor<65536xbf16> {{
  %c = stablehlo.constant dense<0x{bits:04X}> : tensor<65536xbf16>
  %q = stablehlo.divide %x, %c : tensor<65536xbf16>
  return %q : tensor<65536xbf16>
}}""")
    assert same(load(lower(module))(ALL)[0], quotients(np.array([divisor], BF16))[0])


def test_the_numbers_of_a_row_are_divided_where_they_differ() -> None:
    module = hloom.parse("""
func.func @main(%x: tensor<65536xbf16>, %y: tensor<65536xbf16>) -> tensor<65536xbf16> {
  %q = stablehlo.divide %x, %y : tensor<65536xbf16>
  return %q : tensor<65536xbf16>
}""")
    divisors = np.random.default_rng(0).permutation(ALL)
    with np.errstate(all="ignore"):
        expected = (ALL.astype(np.float32) / divisors.astype(np.float32)).astype(BF16)
    assert same(load(lower(module))(ALL, divisors)[0], expected)
