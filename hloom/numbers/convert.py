"""Conversion between element types (StableHLO spec: convert), with one correct rounding for every pair.

To a narrower integer: the low bits. Float to integer: toward zero, saturating, NaN gives 0. To i1: whether the value
is not zero. To a float: nearest, halves to even. To a real type, i1 too, from a complex one: as the real part alone.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers.element_type import F32, F64, ElementType, of_dtype
from hloom.numbers.rounding import Array, quiet, round_to, widen


@quiet
def convert(x: Array, to: ElementType) -> Array:
    """`x` with every element converted to the type `to`; `x` itself if it has that type already."""
    x = np.asarray(x)
    source = of_dtype(x.dtype)
    if source.dtype == to.dtype:
        return x
    if to.is_complex:
        return _to_complex(x, source, to)
    if source.is_complex:
        return convert(x.real, to)
    if to.kind == "pred":
        return np.asarray(widen(x, F64) != 0) if source.is_float else np.asarray(x != 0)
    if source.is_float:
        return _float_to_float(x, source, to) if to.is_float else _float_to_integer(widen(x, F64), to)
    if to.is_float:
        return _integer_to_float(widen_integer(x), to)
    return np.asarray(narrow_integer(widen_integer(x), to))


def widen_integer(x: Array) -> Array:
    """Integers of 2 and 4 bits and truth values in one byte, for NumPy to compute with; others as they are."""
    type = of_dtype(x.dtype)
    if type.width >= 8:
        return x
    return np.asarray(x.astype(np.int8 if type.kind == "sint" else np.uint8))


def narrow_integer(x: Array, to: ElementType) -> Array:
    """The low bits of integers `x` of at least 8 bits, as the integer type `to`."""
    if to.width >= 8:
        return x.astype(to.dtype, copy=False)
    return np.asarray(x.astype(np.int8 if to.kind == "sint" else np.uint8, copy=False).astype(to.dtype))


def _to_complex(x: Array, source: ElementType, to: ElementType) -> Array:
    result = np.zeros(x.shape, to.dtype)
    result.real = convert(x.real if source.is_complex else x, to.part)
    if source.is_complex:
        result.imag = convert(x.imag, to.part)
    return result


def _float_to_float(x: Array, source: ElementType, to: ElementType) -> Array:
    return round_to(widen(x, F64 if source is F64 or to is F64 else F32), to)


def _integer_to_float(x: Array, to: ElementType) -> Array:
    if to.width >= 32:
        return np.asarray(x.astype(to.dtype))
    if x.dtype.itemsize == 8:
        # f64 holds 53 bits. Beyond that, bits that cannot matter to a type of at most 24 bits are folded into a
        # sticky one.
        lost = x & x.dtype.type(0xFFF)
        beyond = (x >= 1 << 53) | (x <= -(1 << 53)) if x.dtype == np.int64 else x >= 1 << 53
        x = np.where(beyond & (lost != 0), (x - lost) | x.dtype.type(0x800), x)
    return round_to(x.astype(np.float64), to)


def _float_to_integer(x: Array, to: ElementType) -> Array:
    x = np.where(np.isnan(x), 0.0, x)
    low, high = (-(1 << (to.width - 1)), (1 << (to.width - 1)) - 1) if to.kind != "uint" else (0, (1 << to.width) - 1)
    if to.width < 64:
        return narrow_integer(np.clip(x, low, high).astype(np.int64), to)
    # f64 does not hold `high`; the first number above it does not fit either.
    above, below = x >= float(high), x <= float(low)
    inside = np.where(above | below, 0.0, x).astype(to.dtype)
    return np.where(above, to.dtype.type(high), np.where(below, to.dtype.type(low), inside))
