"""When a compiled result equals an evaluated one: bit by bit, or for functions within some units in the last place."""

from __future__ import annotations

import numpy as np

from hloom.numbers.bits import to_bits
from hloom.numbers.element_type import of_dtype


def mismatch(found: np.ndarray, expected: np.ndarray, ulps: float | np.ndarray = 0) -> str | None:
    """What is different, None if nothing is. All NaN are equal; with `ulps`, a number or one for each element, zeros of either
    sign are, too."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"expected {expected.dtype} {expected.shape}, got {found.dtype} {found.shape}"
    type = of_dtype(found.dtype)
    if type.is_complex:
        size = np.maximum(*(np.abs(_finite(part)) for part in (np.real(expected), np.imag(expected)))) if np.any(ulps) else None
        return (_mismatch(np.real(found), np.real(expected), ulps, size)
                or _mismatch(np.imag(found), np.imag(expected), ulps, size))
    return _mismatch(found, expected, ulps, None)


def _mismatch(found: np.ndarray, expected: np.ndarray, ulps: float | np.ndarray, size: np.ndarray | None) -> str | None:
    equal = np.asarray(to_bits(found) == to_bits(expected))
    if of_dtype(found.dtype).is_float:
        wide = [x.astype(np.float64) for x in (found, expected)]
        equal |= np.isnan(wide[0]) & np.isnan(wide[1])
        if np.any(ulps):
            scale = np.abs(_finite(wide[1]) if size is None else size.astype(np.float64))
            precision = _precision(found.dtype)
            with np.errstate(all="ignore"):
                equal |= np.abs(wide[0] - wide[1]) <= ulps * np.maximum(scale * precision[0], precision[1])
    if equal.all():
        return None
    first = tuple(int(k) for k in np.argwhere(~equal)[0]) if equal.ndim else ()
    return f"{np.count_nonzero(~equal)} of {equal.size} elements, at {first}: expected {expected[first]!r}, got {found[first]!r}"


def _finite(x: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(x), x, 0)


def _precision(dtype: np.dtype) -> tuple[float, float]:
    """The distance from 1 to the next number, and the smallest number above zero."""
    import ml_dtypes

    info = ml_dtypes.finfo(dtype)
    return float(info.eps), float(info.smallest_subnormal)
