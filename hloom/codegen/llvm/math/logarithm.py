"""Natural logarithms: x = 2^k m with m in [3/4, 3/2), log x = k ln 2 + log(1 + f) for f = m - 1."""

from __future__ import annotations

import math

from hloom.codegen.llvm.hooks import hooks
from hloom.codegen.llvm.lanes import (
    INFINITY,
    NAN,
    Lanes,
    elementwise,
    fma,
    polynomial,
    select,
    sign_of,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import LN2_PARTS, LOG, LOG_FOR_FLOAT
from hloom.codegen.llvm.math.exponential import power_of_two


def split(x: Lanes) -> tuple[Lanes, Lanes]:
    """(k, m) with x = 2^k m, m in [3/4, 3/2), k an integer as a float.

    (-inf, finite) for 0, (inf, finite) for infinity, m is NaN for a negative x and for NaN: a formula that adds a
    multiple of k to a function of m has the logarithm's special values.
    """
    found = hooks(x.f).split(x)
    if found is not None:
        return found
    fmt = x.format
    tiny = x < fmt.smallest_normal
    bits = select(tiny, x * 2.0**fmt.fraction_bits, x).bits()
    offset = (fmt.bias << fmt.fraction_bits) - _bits_of_three_quarters(x)
    moved = bits + offset
    m = (moved & ((1 << fmt.fraction_bits) - 1)) + _bits_of_three_quarters(x)
    # The biased exponent becomes a float as the low bits of the shifter constant.
    shifter_bits = (fmt.bias + fmt.fraction_bits << fmt.fraction_bits) | 1 << fmt.fraction_bits - 1
    biased = (moved.shift_right_logical(fmt.fraction_bits) + shifter_bits).as_float()
    k = biased - select(tiny, x.like(fmt.shifter + fmt.bias + fmt.fraction_bits), fmt.shifter + fmt.bias)
    k = select(x < INFINITY, k, x)
    return select(x.equals(0.0), -INFINITY, k), select(x < 0.0, NAN, m.as_float())


def _bits_of_three_quarters(x: Lanes) -> int:
    fmt = x.format
    return (fmt.bias - 1 << fmt.fraction_bits) | 1 << fmt.fraction_bits - 1


def log_of_parts(k: Lanes, f: Lanes, correction: Lanes | None = None) -> Lanes:
    """k ln 2 + log(1 + f) for f in [-1/4, 1/2]; `correction` is a small number to add.

    The low part of ln 2 is positive, so that infinite k give infinities and no NaN.
    """
    element = f.format.element
    high_part, low_part = LN2_PARTS[element]
    square = f * f
    if f.is_double:
        # With s = f / (2 + f): log(1 + f) = f - (f^2/2 - s (f^2/2 + s^2 R(s^2))).
        half_square = 0.5 * square
        s = f / (f + 2.0)
        z = s * s
        low = fma(s, fma(polynomial(z, LOG[element]), z, half_square), k * low_part)
        if correction is not None:
            low = low + correction
        return fma(k, high_part, f + (low - half_square))
    # log(1 + f) = f - f^2/2 + f^3 P(f)
    low = fma(square, polynomial(f, [-0.5, *LOG[element]]), k * low_part)
    if correction is not None:
        low = low + correction
    return fma(k, high_part, f + low)


def log_of(x: Lanes) -> Lanes:
    k, m = split(x)
    return log_of_parts(k, m - 1.0)


@elementwise
def log(x: Lanes) -> Lanes:
    """Natural logarithm: -inf for 0, NaN below."""
    return log_of(x)


def log_parts_for_float(x: Lanes) -> tuple[Lanes, Lanes]:
    """(k, y) in double with log(x) = k ln 2 + y, good enough to round to float; special values as those of `split`."""
    k, m = split(x)
    f = m - 1.0
    return k, fma(polynomial(f, LOG_FOR_FLOAT), f * f, f)


def log_for_float(x: Lanes) -> Lanes:
    """Natural logarithm in double, good enough to round to float."""
    k, rest = log_parts_for_float(x)
    return fma(k, math.log(2), rest)


def log_plus_one_of(x: Lanes, low: Lanes | None = None, doublings: Lanes | None = None) -> Lanes:
    """log(2^doublings (1 + x + low)), where `low` is a small correction of x."""
    fmt = x.format
    k, m = split(x + 1.0)
    # f = 2^-k (1 + x) - 1 with one rounding; beyond the range of 2^-k, and for special values, m - 1 is as good.
    power = power_of_two(-k)
    f = fma(power, x, power - 1.0)
    ordinary = (x > -1.0) & (x < 2.0 ** (fmt.fraction_bits + 7))
    f = select(ordinary, f, m - 1.0)
    correction = None
    if low is not None:
        scaled = select(ordinary, power * low, 0.0)
        total = f + scaled
        rest = (f - total) + scaled
        f, correction = total, fma(-rest, f, rest)
    if doublings is not None:
        k = k + doublings
    return log_of_parts(k, f, correction)


@elementwise
def log_plus_one(x: Lanes) -> Lanes:
    """log(1 + x), accurate near 0."""
    result = log_plus_one_of(x)
    return with_sign(result, sign_of(x))
