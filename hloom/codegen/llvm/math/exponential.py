"""The exponential family: exp, expm1, 2^x, logistic, tanh, sinh, cosh.

All start alike. n = round(x / ln 2) comes from adding the shifter constant, whose low bits then hold n; the remainder
r = x - n ln 2 is taken with ln 2 in two parts; e^r is a polynomial; 2^n is put together from the bits of n. Where a processor
looks lanes up in a register, e^x rounds to fractions of n, whose powers of two are looked up.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.hooks import WholeRegisters, hooks
from hloom.codegen.llvm.lanes import (
    Format,
    Lanes,
    at_least,
    at_most,
    elementwise,
    fma,
    in_whole_registers,
    polynomial,
    select,
    sign_of,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import EXP, EXP2, EXP_OF_SHORT, LN2_PARTS, SINH


def _rounded_multiple(x: Lanes, factor: float) -> Lanes:
    """`x * factor` rounded to an integer."""
    shifter = x.format.shifter
    return fma(x, factor, shifter) - shifter


def _rounded_multiple_and_power(x: Lanes, factor: float, doublings: int = 0) -> tuple[Lanes, Lanes]:
    """(n, 2^(n + doublings)) for n = `x * factor` rounded to an integer; the power must be a normal number."""
    fmt = x.format
    shifter = fmt.shifter + fmt.bias + doublings
    shifted = fma(x, factor, shifter)
    return shifted - shifter, (shifted.bits() << fmt.fraction_bits).as_float()


def scale(y: Lanes, n: Lanes) -> Lanes:
    """`y * 2^n` for a y of moderate size and an integer n at most twice the exponent's range.

    Overflow gives infinity; a result below the normal range is rounded once.
    """
    found = hooks(y.f).scale(y, n)
    return _scaled(y, (n + _shifter_of_halves(y.format)).bits()) if found is None else found


def _shifter_of_halves(fmt: Format, doublings: int = 0) -> float:
    """What is added to an integer n for `_scaled` by 2^(n + doublings)."""
    return fmt.shifter + 2 * fmt.bias + doublings


def _scaled(y: Lanes, shifted: Lanes) -> Lanes:
    """`scale` in generic code; `shifted` are the bits of n + `_shifter_of_halves`."""
    # 2^n itself may not be representable: multiply by two powers of about 2^(n/2). Only the low bits of `shifted`
    # count: those above the exponent fall off in the shifts.
    fraction_bits = y.format.fraction_bits
    first = shifted.shift_right_logical(1)
    second = shifted - first
    return y * (first << fraction_bits).as_float() * (second << fraction_bits).as_float()


def factor_parts(x: Lanes, low: Lanes | None = None) -> tuple[Lanes, Lanes]:
    """`exponential_parts` of x + low for a `scaled_product`: n is limited where 2^n times the smallest number is infinite."""
    return exponential_parts(x, x.like(0.0) if low is None else low, 2 * x.format.bias + x.format.fraction_bits + 4)


def scaled_product(p: Lanes, q: Lanes, n: Lanes) -> Lanes:
    """`p q 2^n` for a p of moderate size, |q| <= 1 and the n of `factor_parts`, as if nothing overflowed or lost digits on the
    way: a large 2^n comes half before the product, which a small q would take out of the normal range."""
    half = at_least(0.5 * n, 0.0).intrinsic("floor")
    return scale(p * scale(q, half), n - half)


def power_of_two(n: Lanes) -> Lanes:
    """2^n for an integer n; it must be a normal number."""
    fmt = n.format
    return ((n + (fmt.shifter + fmt.bias)).bits() << fmt.fraction_bits).as_float()


def _lower_limit(x: Lanes) -> float:
    """e^x is 0 from here down for certain."""
    return -(x.format.bias + x.format.fraction_bits + 2) * math.log(2)


def _upper_limit(x: Lanes) -> float:
    """e^x is infinite from here up for certain, and so is e^x / 2."""
    return (x.format.bias + 3) * math.log(2)


def exponential_parts(x: Lanes, low: Lanes, most_doublings: int | None = None) -> tuple[Lanes, Lanes]:
    """(n, s) with e^(x + low) = 2^n (1 + s), |s| < 0.42; `low` is a small correction of x.

    s has little more than its own rounding error. n is limited, to `most_doublings` or else such that 2^n times any normal
    number is infinite, and where 2^n is 0.
    """
    element = x.format.element
    most = 2 * x.format.bias - 1 if most_doublings is None else most_doublings
    x = at_least(at_most(x, most * math.log(2)), _lower_limit(x))
    n = _rounded_multiple(x, 1 / math.log(2))
    high_part, low_part = LN2_PARTS[element]
    # `high` is exact: see `exponential_minus_one`.
    high = fma(n, -high_part, x)
    small = fma(n, -low_part, low)
    r = high + small
    rounding = (high - r) + small
    return n, r + fma(polynomial(r, EXP[element]), r * r, rounding)


def _exponential_within_limits(x: Lanes, doublings: int = 0) -> Lanes:
    """e^x 2^doublings for x between the limits above."""
    shifter = _shifter_of_halves(x.format, doublings)
    shifted = fma(x, 1 / math.log(2), shifter)
    return _scaled(_exponential_of_rest(x, shifted - shifter), shifted.bits())


def _exponential_of_rest(x: Lanes, n: Lanes) -> Lanes:
    """e^(x - n ln 2) for the integer n nearest to x / ln 2."""
    high_part, low_part = LN2_PARTS[x.format.element]
    r = fma(n, -low_part, fma(n, -high_part, x))
    return polynomial(r, [1.0, 1.0, *EXP[x.format.element]])


def _exponential_by_table(x: Lanes, whole: WholeRegisters, doublings: int = 0) -> Lanes:
    """e^x 2^doublings in whole registers, of which one holds the powers of two whose exponents are fractions: x = n ln 2 + r
    for a multiple n of a 16th (an 8th for doubles), whose fraction is the low bits of `shifted`. The shorter r takes a polynomial
    of fewer terms."""
    fmt, count = x.format, whole.lanes
    shifter = fmt.shifter / count
    shifted = fma(x, 1 / math.log(2), shifter)
    n = shifted - shifter
    high_part, low_part = LN2_PARTS[fmt.element]
    # Where 2^n is 0 or infinite, r may be anything: e^r only has to be a positive number. `scale` makes NaN of a NaN in n.
    r = whole.limited(fma(n, -low_part, fma(n, -high_part, x)), 1.0)
    power = whole.look_up([2.0 ** (k / count) for k in range(count)], shifted.bits())
    value = fma(power * r, polynomial(r, [1.0, *EXP_OF_SHORT[fmt.element]]), power)
    return scale(value, n + doublings if doublings else n)


def exponential_of(x: Lanes) -> Lanes:
    """e^x."""
    whole = hooks(x.f).whole_registers(x)
    if whole is not None:
        return in_whole_registers(x, whole.lanes, lambda each: _exponential_by_table(each, whole))
    return _exponential_within_limits(at_least(at_most(x, _upper_limit(x)), _lower_limit(x)))


exponential = elementwise(exponential_of)


def decay_of(x: Lanes) -> Lanes:
    """e^x for an x that is not above 0, or NaN."""
    if hooks(x.f).whole_registers(x) is not None:
        return exponential_of(x)
    # 2^n with half of the exponent's range added is a normal number, which is all that the last product has to round.
    lift = x.format.bias // 2
    x = at_least(x, _lower_limit(x))
    n, power = _rounded_multiple_and_power(x, 1 / math.log(2), lift)
    return _exponential_of_rest(x, n) * power * 2.0 ** -lift


exponential_of_negative = elementwise(decay_of)


def half_exponential_of(x: Lanes) -> Lanes:
    """e^x / 2 for x >= 0."""
    whole = hooks(x.f).whole_registers(x)
    if whole is not None:
        return in_whole_registers(x, whole.lanes, lambda each: _exponential_by_table(each, whole, -1))
    return _exponential_within_limits(at_most(x, _upper_limit(x)), -1)


@elementwise
def exponential_base_two(x: Lanes) -> Lanes:
    """2^x; exact for integers x."""
    fmt = x.format
    x = at_least(at_most(x, fmt.bias + 2.0), -(fmt.bias + fmt.fraction_bits + 2.0))
    n = _rounded_multiple(x, 1.0)
    return scale(polynomial(x - n, [1.0, *EXP2[fmt.element]]), n)


def exponential_minus_one_of(x: Lanes) -> Lanes:
    """e^x - 1, accurate near 0."""
    fmt = x.format
    # Half the result is computed, as 2^n overflows a little before e^x - 1 does.
    limited = at_least(at_most(x, (fmt.bias + 1.1) * math.log(2)), -(fmt.fraction_bits + 3) * math.log(2))
    n, half_power = _rounded_multiple_and_power(limited, 1 / math.log(2), -1)
    high_part, low_part = LN2_PARTS[fmt.element]
    # `high` is exact: x - n high_part is a multiple of the last place of high_part and less than 1/2.
    high = fma(n, -high_part, limited)
    r = fma(n, -low_part, high)
    tail = fma(n, -low_part, polynomial(r, EXP[fmt.element]) * (r * r))
    half = fma(half_power, tail, fma(half_power, high, half_power - 0.5))
    return select(abs(x) < 2.0 ** -(fmt.fraction_bits + 2), x, half + half)


exponential_minus_one = elementwise(exponential_minus_one_of)


@elementwise
def logistic(x: Lanes) -> Lanes:
    """1 / (1 + e^-x)."""
    # With e = e^-|x| and q = e / (1 + e), the result is e - e q for a negative x, 1 - q otherwise: e cannot overflow,
    # keeps its precision for very negative x, and the rounding of 1 + e hardly counts.
    small = decay_of(-abs(x))
    quotient = small / (small + 1.0)
    factor = select(x < 0.0, small, 1.0)
    return fma(-quotient, factor, factor)


@elementwise
def tanh(x: Lanes) -> Lanes:
    """Hyperbolic tangent: h / (h + 1) for h = (e^2|x| - 1) / 2."""
    element = x.format.element
    # From the limit on, tanh rounds to 1, and so does the quotient.
    magnitude = at_most(abs(x), {"float": 9.1, "double": 19.1}[element])
    n, power = _rounded_multiple_and_power(magnitude, 2 / math.log(2))
    # With r = |x| - n ln 2 / 2: h = 2^n (r + 2 r^2 P(2 r)) + (2^n - 1) / 2; powers of two go into the coefficients.
    coefficients = [c * 2.0 ** (k + 1) for k, c in enumerate(EXP[element])]
    rest = fma(power, 0.5, -0.5)
    if x.is_double:
        high_part, low_part = (part / 2 for part in LN2_PARTS["double"])
        high = fma(n, -high_part, magnitude)
        r = fma(n, -low_part, high)
        tail = fma(n, -low_part, polynomial(r, coefficients) * (r * r))
        half = fma(power, tail, fma(power, high, rest))
    else:  # the float nearest to ln 2 is enough: what it lacks matters only where tanh is 1 already
        r = fma(n, -math.log(2) / 2, magnitude)
        half = fma(power, fma(polynomial(r, coefficients), r * r, r), rest)
    quotient = half / (half + 1.0)
    # For a small h, h - h q has less error: the rounding of h + 1 hardly counts.
    return with_sign(select(half < 0.5, fma(-half, quotient, half), quotient), sign_of(x))


@elementwise
def cosh(x: Lanes) -> Lanes:
    """Hyperbolic cosine."""
    half = half_exponential_of(abs(x))
    return half + 0.25 / half


def sinh_of(x: Lanes) -> Lanes:
    """Hyperbolic sine."""
    magnitude = abs(x)
    half = half_exponential_of(magnitude)
    square = x * x
    small = fma(polynomial(square, SINH[x.format.element]) * square, magnitude, magnitude)
    # From 2 on, which is a little before the limit, no last place of the result is smaller than that of e^x / 2.
    return with_sign(select(magnitude < 1.45, small, half - 0.25 / half), sign_of(x))


sinh = elementwise(sinh_of)
