"""a * b + c rounded once, as processors do it: NumPy has no function for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.numbers.rounding import quiet

Array = Any
#: Splits a double into two halves of 26 bits (Dekker).
_SPLITTER = 134217729.0


@quiet
def fused_multiply_add(a: Array, b: Array, c: Array) -> Array:
    """a * b + c for arrays of f32 or f64, rounded once, half to even.

    In f64, where an intermediate result overflows or a product is denormal, it is rounded twice.
    """
    if np.result_type(a, b, c) == np.float32:  # products of f32 are exact in f64
        total, error = two_sum(np.float64(a) * np.float64(b), np.float64(c))
        return _to_odd(total, error).astype(np.float32)
    product, below = two_product(a, b)
    total, error = two_sum(c, below)
    high, low = two_sum(product, total)
    found = high + _to_odd(*two_sum(low, error))  # Boldo and Melquiond, "Emulation of FMA and correctly rounded sums"
    return np.where(np.isfinite(found), found, a * b + c)


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """a + b and its rounding error, exactly (Knuth)."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """a * b and its rounding error, exactly (Dekker), for f64."""
    product = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Array) -> tuple[Array, Array]:
    split = _SPLITTER * a
    high = split - (split - a)
    return high, a - high


def _to_odd(total: Array, error: Array) -> Array:
    """total + error rounded so that an inexact result is odd in its last place: rounding it again is as good as once."""
    bits = np.asarray(total).view(np.int64)
    is_even = (bits & 1 == 0) & (error != 0) & np.isfinite(total) & np.isfinite(error)
    step = np.where((error > 0) == (total > 0), 1, -1)
    return np.where(is_even, bits + step, bits).view(np.float64)
