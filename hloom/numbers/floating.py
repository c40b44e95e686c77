"""Kernels of real functions on f32 and f64 arrays that NumPy lacks or defines differently."""

from __future__ import annotations

import numpy as np

from hloom.numbers.rounding import Array


def maximum(x: Array, y: Array) -> Array:
    """The larger one; NaN if either is; +0 is larger than -0 (IEEE 754-2019 maximum)."""
    result = np.asarray(np.maximum(x, y))
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, x + y, result) if zeros.any() else result


def minimum(x: Array, y: Array) -> Array:
    """The smaller one; NaN if either is; -0 is smaller than +0 (IEEE 754-2019 minimum)."""
    result = np.asarray(np.minimum(x, y))
    zeros = (x == 0) & (y == 0)
    return np.where(zeros, -(-x - y), result) if zeros.any() else result


def power(x: Array, y: Array) -> Array:
    """x ** y. NumPy takes a shortcut where all exponents lie at one place: a half is a square root then, which makes NaN of -Inf
    and -0 of -0; so they lie side by side."""
    x, y = np.broadcast_arrays(x, y)
    return np.power(np.array(x, order="C", ndmin=1), np.array(y, order="C", ndmin=1)).reshape(x.shape)


def sign(x: Array) -> Array:
    """-1 or 1; zeros and NaN as they are."""
    return np.where((x == 0) | np.isnan(x), x, np.copysign(x.dtype.type(1), x))


def round_half_away(x: Array) -> Array:
    """The nearest integer, halves away from zero (adding a half before truncating would be off just below 0.5)."""
    whole = np.trunc(x)
    away = np.abs(x - whole) >= 0.5
    return np.copysign(np.where(away, np.abs(whole) + x.dtype.type(1), np.abs(whole)), x)


def logistic(x: Array) -> Array:
    """1 / (1 + e^-x), without overflow, and accurate down to the smallest results."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


def reciprocal_sqrt(x: Array) -> Array:
    return 1.0 / np.sqrt(x)
