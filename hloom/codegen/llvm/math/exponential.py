"""The exponential family: exp, expm1, 2^x, logistic, tanh, sinh, cosh.

All start alike. n = round(x / ln 2) comes from adding the shifter constant, whose low bits then hold n; the remainder
r = x - n ln 2 is taken with ln 2 in two parts; e^r is a polynomial; 2^n is put together from the bits of n.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.math import avx512
from hloom.codegen.llvm.math.coefficients import EXP, EXP2, LN2_PARTS, SINH
from hloom.codegen.llvm.math.lanes import (
    Lanes,
    at_least,
    at_most,
    elementwise,
    fma,
    polynomial,
    select,
    sign_of,
    with_sign,
)


def _shifted(x: Lanes, factor: float) -> tuple[Lanes, Lanes]:
    """(`x * factor` plus the shifter, `x * factor` rounded to an integer)."""
    shifted = fma(x, factor, x.format.shifter)
    return shifted, shifted - x.format.shifter


def scale(y: Lanes, n: Lanes, shifted: Lanes) -> Lanes:
    """`y * 2^n` for 1/2 <= |y| < 2 and an integer n (n = `shifted` - shifter) at most twice the exponent's range.

    Overflow gives infinity; a result below the normal range is rounded once.
    """
    if avx512.serves(y):
        return avx512.scale(y, n)
    # 2^n itself may not be representable: multiply by two powers of about 2^(n/2). Only the low bits of `total`
    # count: those above the exponent fall off in the shifts.
    fraction_bits = y.format.fraction_bits
    total = shifted.bits() + 2 * y.format.bias
    first = total.shift_right_logical(1)
    second = total - first
    return y * (first << fraction_bits).as_float() * (second << fraction_bits).as_float()


def power_of_two(shifted: Lanes, offset: int = 0) -> Lanes:
    """2^(n + offset) for an n (in the low bits of `shifted`) with a result in the normal range."""
    return ((shifted.bits() + (shifted.format.bias + offset)) << shifted.format.fraction_bits).as_float()


def _limited(x: Lanes, wide: bool = False) -> Lanes:
    """`x` within limits beyond which e^x is 0 or infinite for certain, and 2^n still easy to form.

    If `wide`, so is e^x times any nonzero number.
    """
    fmt = x.format
    return at_least(at_most(x, (2 * fmt.bias - 1 if wide else fmt.bias + 3) * math.log(2)),
                    -(fmt.bias + fmt.fraction_bits + 2) * math.log(2))


def exponential_parts(x: Lanes, low: Lanes, wide: bool = False) -> tuple[Lanes, Lanes, Lanes]:
    """(n, n plus the shifter, s) with e^(x + low) = 2^n (1 + s), |s| < 0.42; `low` is a small correction of x.

    s has little more than its own rounding error. Outside the range of the format n is limited, but 2^n times any
    nonzero number overflows where it should if `wide`.
    """
    element = x.format.element
    x = _limited(x, wide)
    shifted, n = _shifted(x, 1 / math.log(2))
    high_part, low_part = LN2_PARTS[element]
    # `high` is exact: see `exponential_minus_one`.
    high = fma(n, -high_part, x)
    small = fma(n, -low_part, low)
    r = high + small
    rounding = (high - r) + small
    return n, shifted, r + fma(polynomial(r, EXP[element]), r * r, rounding)


def exponential_of(x: Lanes, doublings: int = 0) -> Lanes:
    """e^x 2^doublings."""
    element = x.format.element
    x = _limited(x)
    shifted, n = _shifted(x, 1 / math.log(2))
    high_part, low_part = LN2_PARTS[element]
    r = fma(n, -low_part, fma(n, -high_part, x))
    if doublings:
        n, shifted = n + doublings, shifted + doublings
    return scale(polynomial(r, [1.0, 1.0, *EXP[element]]), n, shifted)


@elementwise
def exponential(x: Lanes) -> Lanes:
    """e^x."""
    return exponential_of(x)


@elementwise
def exponential_base_two(x: Lanes) -> Lanes:
    """2^x; exact for integers x."""
    fmt = x.format
    x = at_least(at_most(x, fmt.bias + 2.0), -(fmt.bias + fmt.fraction_bits + 2.0))
    shifted, n = _shifted(x, 1.0)
    r = x - n
    return scale(fma(polynomial(r, EXP2[fmt.element]), r, 1.0), n, shifted)


def exponential_minus_one_of(x: Lanes) -> Lanes:
    """e^x - 1, accurate near 0."""
    fmt = x.format
    # Half the result is computed, as 2^n overflows a little before e^x - 1 does.
    limited = at_least(at_most(x, (fmt.bias + 1.1) * math.log(2)), -(fmt.fraction_bits + 3) * math.log(2))
    shifted, n = _shifted(limited, 1 / math.log(2))
    high_part, low_part = LN2_PARTS[fmt.element]
    high = fma(n, -high_part, limited)
    r = fma(n, -low_part, high)
    tail = fma(n, -low_part, polynomial(r, EXP[fmt.element]) * (r * r))
    half_power = power_of_two(shifted, -1)
    half = fma(half_power, tail, fma(half_power, high, half_power - 0.5))
    return select(abs(x) < 2.0 ** -(fmt.fraction_bits + 2), x, half + half)


exponential_minus_one = elementwise(exponential_minus_one_of)


@elementwise
def logistic(x: Lanes) -> Lanes:
    """1 / (1 + e^-x)."""
    # With e = e^-|x| and q = e / (1 + e), the result is e - e q for a negative x, 1 - q otherwise: e cannot overflow,
    # keeps its precision for very negative x, and the rounding of 1 + e hardly counts.
    small = exponential_of(-abs(x))
    quotient = small / (small + 1.0)
    factor = select(x < 0.0, small, 1.0)
    return fma(-quotient, factor, factor)


@elementwise
def tanh(x: Lanes) -> Lanes:
    """Hyperbolic tangent: h / (h + 1) for h = (e^2|x| - 1) / 2."""
    fmt = x.format
    # From the limit on, tanh rounds to 1, and so does the quotient.
    magnitude = abs(x)
    doubled = at_most(magnitude + magnitude, {"float": 18.2, "double": 38.2}[fmt.element])
    shifted, n = _shifted(doubled, 1 / math.log(2))
    if x.is_double:
        high_part, low_part = LN2_PARTS["double"]
        high = fma(n, -high_part, doubled)
        r = fma(n, -low_part, high)
        tail = fma(n, -low_part, polynomial(r, EXP["double"]) * (r * r))
    else:  # the nearest float to ln 2 is enough: what it lacks matters only where tanh is 1 already
        high = fma(n, -math.log(2), doubled)
        tail = polynomial(high, EXP["float"]) * (high * high)
    half_power = power_of_two(shifted, -1)
    half = fma(half_power, tail, fma(half_power, high, half_power - 0.5))
    quotient = half / (half + 1.0)
    # For a small h, h - h q has less error: the rounding of h + 1 hardly counts.
    return with_sign(select(half < 0.5, fma(-half, quotient, half), quotient), sign_of(x))


def half_exponential(x: Lanes) -> Lanes:
    """e^x / 2: finite as long as cosh(x) is."""
    return exponential_of(x, -1)


@elementwise
def cosh(x: Lanes) -> Lanes:
    """Hyperbolic cosine."""
    half = half_exponential(abs(x))
    return half + 0.25 / half


def sinh_of(x: Lanes) -> Lanes:
    """Hyperbolic sine."""
    magnitude = abs(x)
    half = half_exponential(magnitude)
    square = x * x
    small = fma(polynomial(square, SINH[x.format.element]) * square, magnitude, magnitude)
    return with_sign(select(magnitude < 1.0, small, half - 0.25 / half), sign_of(x))


sinh = elementwise(sinh_of)
