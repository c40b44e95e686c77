"""The numbers of element types at which conversions go wrong: ends of ranges and precisions, their own and those of others."""

from __future__ import annotations

from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

from hloom.numbers.bits import from_bits
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from tests.numbers.exact_model import limits

TYPES = [t for t in ELEMENT_TYPES.values() if t.kind != "index"]
#: Bits of the mantissas of floats, the hidden one included.
_PRECISIONS = sorted({int(ml_dtypes.finfo(t.dtype).nmant) + 1 for t in TYPES if t.is_float})


@cache
def _integers() -> list[int]:
    """Powers of two and their neighbours; numbers halfway between those that floats hold, and their neighbours."""
    found = {0, 3, 5, 6, 7, 9, 10, 11, 100, 200, 300}
    for k in range(65):
        found |= {(1 << k) + d for d in (-1, 0, 1)}
    for precision in _PRECISIONS:
        for k in (precision, precision + 1, 30, 31, 54, 61, 62, 63):
            if k >= precision:
                unit = 1 << (k - precision + 1)
                found |= {(1 << k) + odd * unit // 2 + d for odd in (1, 3) for d in (-1, 0, 1)}
    return sorted({sign * n for n in found for sign in (1, -1)})


@cache
def _reals() -> Any:
    """Ends of all floats and integers, halfway cases at them, and the nearest f64 on both sides of each."""
    found = [0.0, 0.1, 0.5, 1.5, 2.5, 1e-45, 1e300]
    for type in TYPES:
        if type.is_float:
            info = ml_dtypes.finfo(type.dtype)
            half = float(info.eps) / 2
            for end in (float(info.max), float(info.smallest_normal), float(info.smallest_subnormal), 1.0):
                with np.errstate(over="ignore"):
                    factors = 1, 1 + half, 1 - half / 2, 1 + 3 * half, 0.5, 1.5, 0.25
                    found += [float(np.float64(end) * factor) for factor in factors]
        if type.is_integer:
            for end in map(float, limits(type)):
                found += [end, end + 0.5, end - 0.5, end + 1, end - 1]
    found += [float(n) for n in _integers() if abs(n) < 1 << 26]
    near = np.array([x for x in found if np.isfinite(x)])
    with np.errstate(over="ignore"):
        near = np.concatenate([near, np.nextafter(near, np.inf), np.nextafter(near, -np.inf)])
    return np.unique(np.concatenate([near, -near]))


@cache
def ends(type: ElementType) -> Any:
    """A vector of such numbers; of truth values and floats of up to 8 bits all, zeros of both signs, infinities and NaN."""
    if type.kind == "pred":
        return np.array([False, True])
    if type.is_complex:
        real = ends(type.part)
        made = np.empty(real.shape, type.dtype)
        made.real, made.imag = real, real[::-1]
        return made
    if type.is_integer:
        low, high = limits(type)
        numbers = [n for n in {*_integers(), low, low + 1, high - 1, high} if low <= n <= high]
        return np.array(sorted(numbers), np.uint64 if type.kind == "uint" else np.int64).astype(type.dtype)
    if type.width <= 8:
        return from_bits(np.arange(1 << type.width).astype(np.uint8), type)
    special = convert(np.array([0.0, -0.0, np.inf, -np.inf, np.nan]), type)
    rounded = np.unique(convert(_reals(), type))
    return np.concatenate([rounded, special])
