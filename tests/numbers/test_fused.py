"""Fused multiply-add against exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hloom.numbers.fused import fused_multiply_add


def nearest(value: Fraction, dtype: type) -> np.floating:
    """`value` rounded once to a binary float, half to even: Python's own division of integers does so to f64."""
    double = value.numerator / value.denominator
    if dtype is np.float64:
        return np.float64(double)
    near = np.float32(double)
    candidates = [np.nextafter(near, np.float32(-np.inf)), near, np.nextafter(near, np.float32(np.inf))]
    return min(candidates, key=lambda x: (abs(Fraction(float(x)) - value), int(x.view(np.int32)) & 1))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_result_is_rounded_once(dtype: type) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, 3000)).astype(dtype)
    c = rng.standard_normal(3000).astype(dtype)
    c[1000:2000] = -(a * b)[1000:2000]  # the sum is the rounding error of the product
    c[2000:] *= dtype(np.finfo(dtype).eps) / 2  # near halves
    found = fused_multiply_add(a, b, c)
    assert found.dtype == dtype
    for x, y, z, result in zip(a, b, c, found):
        assert result == nearest(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z)), dtype)


def test_f32_halves_are_not_rounded_twice() -> None:
    # 2^-24 (1 - 2^-46) + 1 + 2^-23 lies just below the middle of two f32 numbers. In f64 it is the middle, which goes up.
    a, b, c = np.float32(2**-12 * (1 + 2**-23)), np.float32(2**-12 * (1 - 2**-23)), np.float32(1 + 2**-23)
    assert np.float32(float(a) * float(b) + float(c)) == np.float32(1 + 2**-22)
    assert fused_multiply_add(a, b, c) == np.float32(1 + 2**-23)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_infinities_and_nan(dtype: type) -> None:
    a = np.array([np.inf, np.inf, 0, 1, np.finfo(dtype).max], dtype)
    b = np.array([2, 2, np.inf, np.nan, 2], dtype)
    c = np.array([1, -np.inf, 1, 1, 0], dtype)
    np.testing.assert_array_equal(fused_multiply_add(a, b, c), np.array([np.inf, np.nan, np.nan, np.nan, np.inf], dtype))
