"""Order and distance of numbers: compare, the total order, neighbours, units in the last place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np

from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.convert import widen_integer
from hloom.numbers.element_type import F64, ElementType, of_dtype
from hloom.numbers.rounding import Array, quiet, widen
from hloom.support.diagnostics import EvaluationError

_RELATIONS: dict[str, Callable[..., Any]] = {
    "EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal, "LT": np.less,
}

#: What `ulp_difference` gives where there is no distance.
INFINITE_DISTANCE = np.uint64(0xFFFFFFFFFFFFFFFF)


@quiet
def compare(x: Array, y: Array, direction: str, type: str | None = None) -> Array:
    """The i1 array of `x direction y`; `direction` is EQ, NE, GE, GT, LE or LT.

    `type` TOTALORDER orders floats -NaN < -inf < ... < -0 < +0 < ... < +inf < +NaN; any other (FLOAT, SIGNED,
    UNSIGNED, none) follows from the element type. Complex numbers are ordered by their real, then their imaginary
    parts.
    """
    x, y = np.asarray(x), np.asarray(y)
    relation = _RELATIONS[direction]
    element = of_dtype(x.dtype)
    if is_native(element, type):
        return np.asarray(relation(x, y))
    if element.is_complex:
        return _compare_complex(x, y, direction, type)
    if not element.is_float:
        return np.asarray(relation(widen_integer(x), widen_integer(y)))
    if type == "TOTALORDER":
        return np.asarray(relation(total_order_key(x), total_order_key(y)))
    return np.asarray(relation(_comparable(x), _comparable(y)))


def is_native(element: ElementType, type: str | None) -> bool:
    """Whether NumPy's relations are what `compare` computes."""
    return element.dtype.kind in "iub" or (element.dtype.kind == "f" and type != "TOTALORDER")


def direct(element: ElementType, direction: str, type: str | None = None) -> Callable[..., Any]:
    """`compare` for arrays of `element` only and where `quietly` holds: NumPy's relation where that is all there is to do."""
    if is_native(element, type):
        return _RELATIONS[direction]
    return partial(compare, direction=direction, type=type)


def _comparable(x: Array) -> Array:
    return x if x.dtype.kind == "f" and x.dtype.itemsize > 2 else widen(x, F64)


def _compare_complex(x: Array, y: Array, direction: str, type: str | None) -> Array:
    same = compare(x.real, y.real, "EQ", type)
    if direction in ("EQ", "NE"):
        both = same & compare(x.imag, y.imag, "EQ", type)
        return np.asarray(both if direction == "EQ" else ~both)
    strict = "GT" if direction in ("GT", "GE") else "LT"
    return np.asarray(compare(x.real, y.real, strict, type) | (same & compare(x.imag, y.imag, direction, type)))


def _sign_and_magnitude(x: Array) -> tuple[Array, Array]:
    """The sign bit and the other bits of floats; f8E8M0FNU has no sign."""
    type, raw = of_dtype(x.dtype), to_bits(x)
    if type.name == "f8E8M0FNU":
        return np.zeros(raw.shape, np.bool_), raw.astype(np.int64)
    sign = raw.dtype.type(1 << (type.width - 1))
    return (raw & sign) != 0, (raw & ~sign).astype(np.int64)


def total_order_key(x: Array) -> Array:
    """Integers (i64) that are ordered as the floats `x` are in the total order; useful as sort keys."""
    negative, magnitude = _sign_and_magnitude(x)
    key = np.where(negative, -magnitude - 1, magnitude)
    if of_dtype(x.dtype).name.endswith("FNUZ"):
        # The only NaN has the bits of -0.
        key = np.where(negative & (magnitude == 0), 1 << 7, key)
    return key


@quiet
def ulp_difference(x: Array, y: Array) -> Array:
    """The distance between floats of one type, in units in the last place, as u64.

    It counts the representable numbers from one to the other; both zeros are one number. Where either is not finite
    it is 0 if they are equal or both NaN, else `INFINITE_DISTANCE`. Complex operands give a last dimension with the
    two parts.
    """
    x, y = np.asarray(x), np.asarray(y)
    if of_dtype(x.dtype).is_complex:
        return np.stack([ulp_difference(x.real, y.real), ulp_difference(x.imag, y.imag)], axis=-1)
    (x_negative, x_size), (y_negative, y_size) = _sign_and_magnitude(x), _sign_and_magnitude(y)
    first, second = np.where(x_negative, -x_size, x_size), np.where(y_negative, -y_size, y_size)
    distance = np.where(first > second, first - second, second - first).astype(np.uint64)
    wide_x, wide_y = _comparable(x), _comparable(y)
    same = (wide_x == wide_y) | (np.isnan(wide_x) & np.isnan(wide_y))
    finite = np.isfinite(wide_x) & np.isfinite(wide_y)
    return np.where(finite, distance, np.where(same, np.uint64(0), INFINITE_DISTANCE))


@quiet
def unit_in_last_place(x: Array) -> Array:
    """How far floats lie from their neighbours on the side away from 0, as f64: of 0 the smallest number, of the type's own NaN
    and infinities NaN. Of complex numbers it is that of the modulus, which bounds how both parts are rounded."""
    x = np.asarray(x)
    type = of_dtype(x.dtype)
    size = np.hypot(x.real.astype(np.float64), x.imag.astype(np.float64)) if type.is_complex else np.abs(_as_double(x))
    info = ml_dtypes.finfo(type.part.dtype)
    exponent = np.where(size > 0, np.maximum(np.frexp(size)[1] - 1, int(info.minexp)), int(info.minexp))
    return np.where(np.isfinite(size), np.ldexp(1.0, exponent - int(info.nmant)), np.nan)


def _as_double(x: Array) -> Array:
    return x.astype(np.float64) if x.dtype.kind == "f" else widen(x, F64)


@quiet
def next_after(x: Array, y: Array) -> Array:
    """The neighbour of `x` toward `y`; `y` where they are equal; NaN where either is (CHLO: next_after).

    EvaluationError for what is no float, which CHLO's form with broadcasting admits.
    """
    x, y = np.broadcast_arrays(np.asarray(x), np.asarray(y))
    type = of_dtype(x.dtype)
    if not type.is_float:
        raise EvaluationError(f"next_after has no meaning for {type}")
    wide_x, wide_y = _comparable(x), _comparable(y)
    raw = to_bits(x)
    one = raw.dtype.type(1)
    outward = (wide_y > wide_x) == (wide_x > 0)
    stepped: Array = np.where(outward, raw + one, raw - one)
    smallest = np.where(wide_y < 0, raw.dtype.type((1 << (type.width - 1)) + 1), one)
    stepped = np.where(wide_x == 0, smallest, stepped)
    stepped = np.where(wide_x == wide_y, to_bits(y), stepped)
    stepped = np.where(np.isnan(wide_x), raw, np.where(np.isnan(wide_y), to_bits(y), stepped))
    if type.name.endswith("FNUZ"):
        # A step from the smallest negative number leads to the bits of -0, which mean NaN.
        stepped = np.where((stepped == 1 << 7) & ~np.isnan(wide_x) & ~np.isnan(wide_y), raw.dtype.type(0), stepped)
    return from_bits(stepped, type)
