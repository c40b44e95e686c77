"""Elementwise operations that are exact or rounded once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from tests.ops.expected.language import (
    COMPARISONS,
    EXPECTED,
    Array,
    Expected,
    bits,
    each,
    exact,
    expects,
    is_real,
    of_kinds,
    total_order,
    unsigned,
)


def truncated(x: int, y: int) -> int:
    return -1 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def remainder(x: int, y: int) -> int:
    return x if y == 0 else x - y * truncated(x, y)


def _power(x: int, y: int) -> int:
    if y >= 0:
        return pow(x, y, 1 << 64)
    return {1: 1, -1: -1 if y % 2 else 1}.get(x, 0)


def _by_kind(floats: Callable[..., Any], integers: Callable[..., Any],
             truths: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A function of two arrays by the kind of their elements; that of integers takes Python's."""
    def values(op: Any, x: Array, y: Array) -> Array:
        if x.dtype.kind == "b" and truths is not None:
            return truths(x, y)
        return each(integers, x, y) if x.dtype.kind in "iu" else floats(x, y)

    return values


def _shifted(shift: Callable[[int, int, int], int], kind: str) -> Callable[..., Any]:
    """`shift(x, amount, width)`; the amount has no sign, and x has the bits of an integer of the kind."""
    def values(op: Any, x: Array, y: Array) -> Array:
        width = bits(x)
        return each(lambda a, s: shift(a, s, width), x.view(f"{kind}{x.dtype.itemsize}"), unsigned(y))

    return values


BINARY: dict[str, Expected] = {
    "add": Expected(_by_kind(np.add, operator.add, np.logical_or)),
    "subtract": Expected(_by_kind(np.subtract, operator.sub), admits=of_kinds("iufc")),
    "multiply": Expected(_by_kind(np.multiply, operator.mul, np.logical_and), admits=is_real),
    "divide": Expected(_by_kind(np.divide, truncated), admits=of_kinds("iuf")),
    "remainder": Expected(_by_kind(np.fmod, remainder), admits=of_kinds("iuf")),
    "maximum": Expected(lambda op, x, y: np.maximum(x, y), admits=is_real),
    "minimum": Expected(lambda op, x, y: np.minimum(x, y), admits=is_real),
    "and": Expected(lambda op, x, y: x & y),
    "or": Expected(lambda op, x, y: x | y),
    "xor": Expected(lambda op, x, y: x ^ y),
    "power": Expected(_by_kind(lambda x, y: np.power(x.astype(np.longdouble), y.astype(np.longdouble)), _power), units=4,
                      admits=of_kinds("iuf")),
    "shift_left": Expected(_shifted(lambda x, s, width: x << s if s < width else 0, "u"), admits=of_kinds("iu")),
    "shift_right_arithmetic": Expected(_shifted(lambda x, s, width: x >> min(s, width), "i"), admits=of_kinds("iu")),
    "shift_right_logical": Expected(_shifted(lambda x, s, width: x >> s, "u"), admits=of_kinds("iu")),
    "atan2": Expected(lambda op, x, y: np.arctan2(x.astype(np.longdouble), y.astype(np.longdouble)), units=4,
                      admits=of_kinds("f")),
    "next_after": Expected(lambda op, x, y: np.nextafter(x, y), admits=of_kinds("f")),
    "complex": Expected(lambda op, x, y: _joined(x, y)),
}
EXPECTED.update({f"stablehlo.{name}": entry for name, entry in BINARY.items() if name != "next_after"})
EXPECTED.update({f"chlo.broadcast_{name}": entry for name, entry in BINARY.items()})
EXPECTED["chlo.next_after"] = BINARY["next_after"]


def _joined(x: Array, y: Array) -> Array:
    found = np.empty(np.broadcast_shapes(x.shape, y.shape), "c8" if x.dtype == np.float32 else "c16")
    found.real, found.imag = x, y
    return found


def _away_from_zero(x: Array) -> Array:
    whole = np.trunc(x)
    return whole + np.copysign(np.abs(x - whole) >= 0.5, x)


UNARY: dict[str, Callable[[Array], Any]] = {
    "negate": lambda x: -exact(x), "not": lambda x: ~x, "floor": np.floor, "ceil": np.ceil, "round_nearest_even": np.rint,
    "round_nearest_afz": _away_from_zero, "is_finite": np.isfinite, "real": np.real, "imag": np.imag,
    "popcnt": lambda x: each(lambda n: n.bit_count(), unsigned(x)),
    "count_leading_zeros": lambda x: each(lambda n: bits(x) - n.bit_length(), unsigned(x)),
}
EXPECTED.update({f"stablehlo.{name}": Expected(lambda op, x, f=f: f(x)) for name, f in UNARY.items()})
for _name, _values in {"stablehlo.abs": lambda op, x: np.abs(exact(x)), "stablehlo.sign": lambda op, x: np.sign(x),
                       "chlo.square": lambda op, x: x * x}.items():
    EXPECTED[_name] = Expected(_values, admits=is_real)
for _name, _test in {"is_inf": np.isinf, "is_pos_inf": np.isposinf, "is_neg_inf": np.isneginf, "conj": np.conj}.items():
    EXPECTED[f"chlo.{_name}"] = Expected(lambda op, x, f=_test: f(x))


@expects("stablehlo.compare", "chlo.broadcast_compare")
def _(op: Any, x: Array, y: Array) -> Array:
    if op.compare_type == "TOTALORDER":
        x, y = total_order(x), total_order(y)
    return COMPARISONS[op.comparison_direction](x, y)


@expects("stablehlo.select", "chlo.broadcast_select")
def _(op: Any, chosen: Array, x: Array, y: Array) -> Array:
    return np.where(chosen, x, y)


@expects("stablehlo.clamp", admits=is_real)
def _(op: Any, low: Array, x: Array, high: Array) -> Array:
    return np.minimum(np.maximum(x, low), high)


@expects("chlo.mulhi")
def _(op: Any, x: Array, y: Array) -> Array:
    return each(lambda a, b: a * b >> bits(x), x, y)


@expects("chlo.constant_like")
def _(op: Any, x: Array) -> Array:
    return np.full(x.shape, op.value.value)


def _stays_complex(op: Any, x: Array) -> bool:
    """Not a complex number made real, of which conventions say what is left."""
    return x.dtype.kind != "c" or op.results[0].type.storage.dtype.kind == "c"


@expects("stablehlo.convert", admits=_stays_complex)
def _(op: Any, x: Array) -> Array:
    to = op.results[0].type.storage.dtype
    if x.dtype.kind != "f" or to.kind not in "iu":
        return x != 0 if to.kind == "b" else exact(x)
    least, most = np.iinfo(to).min, np.iinfo(to).max  # truncated, then the nearest there is; NaN to 0
    return each(lambda v: 0 if v != v else least if v < least else most if v > most else int(v), x)


@expects("stablehlo.bitcast_convert", "tensor.bitcast", "arith.bitcast", admits=lambda op, x: "b" not in (
    x.dtype.kind, op.results[0].type.storage.dtype.kind))
def _(op: Any, x: Array) -> Array:
    to = op.results[0].type.storage.dtype
    if to.itemsize == x.dtype.itemsize:
        return x.view(to)
    if to.itemsize < x.dtype.itemsize:
        return x.reshape(*x.shape, 1).view(to)
    return np.ascontiguousarray(x).view(to)[..., 0]


@expects("stablehlo.reduce_precision", admits=lambda op, x: op.mantissa_bits > 0 or not np.isnan(x).any())
def _(op: Any, x: Array) -> Array:
    """In fractions: rounded half to even to the place of the last bit kept, then out of the exponents kept or not."""
    format, bias = np.finfo(x.dtype), (1 << op.exponent_bits - 1) - 1

    def one(value: float) -> float:
        if not np.isfinite(value) or value == 0:
            return value
        exponent = max(int(np.frexp(value)[1]) - 1, format.minexp)  # denormal numbers keep their places
        unit = Fraction(2) ** (exponent - min(op.mantissa_bits, format.nmant))
        rounded = round(Fraction(value) / unit) * unit
        if bias < 1 - format.minexp:
            if abs(rounded) >= Fraction(2) ** (bias + 1):
                return float(np.copysign(np.inf, value))
            if abs(rounded) < Fraction(2) ** (1 - bias):
                return float(np.copysign(0.0, value))
        return float(np.copysign(np.inf, value)) if abs(rounded) > Fraction(float(format.max)) else float(rounded)

    return each(one, x.astype(np.float64)).astype(np.float64)
