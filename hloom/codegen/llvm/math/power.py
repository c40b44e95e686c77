"""x to the power of y."""

from __future__ import annotations

import math

from hloom.codegen.llvm.lanes import (
    INFINITY,
    NAN,
    Lanes,
    at_least,
    at_most,
    elementwise,
    fma,
    narrow,
    polynomial,
    round_to_integer,
    select,
    sign_of,
    widen,
)
from hloom.codegen.llvm.math.coefficients import EXP2_FOR_FLOAT_POWER, LN2_PARTS, LOG_FOR_POWER
from hloom.codegen.llvm.math.exponential import exponential_parts, power_of_two, scale
from hloom.codegen.llvm.math.logarithm import log_parts_for_float, split


def _power_in_double(x: Lanes, y: Lanes) -> Lanes:
    """x^y for x >= 0 of float precision, in double."""
    k, rest = log_parts_for_float(x)
    exponent = at_least(at_most(y * fma(rest, 1 / math.log(2), k), 1000.0), -1000.0)
    n = round_to_integer(exponent)
    return polynomial(exponent - n, [1.0, *EXP2_FOR_FLOAT_POWER]) * power_of_two(n)


def _log_in_two_parts(x: Lanes) -> tuple[Lanes, Lanes]:
    """log(x) as a sum, with an error of about 2^-64 relative to the result; the low part is NaN for special values."""
    k, m = split(x)
    f = m - 1.0
    # s = f / (2 + f)
    denominator = f + 2.0
    denominator_low = f - (denominator - 2.0)
    reciprocal = 1.0 / denominator
    s = f * reciprocal
    s_low = (fma(-s, denominator, f) - s * denominator_low) * reciprocal
    # log(1 + f) = s (2 + z (2/3 + z P(z))) for z = s^2
    z = s * s
    z_low = fma(s, s, -z) + (s + s) * s_low
    third, third_low = 2 / 3, 2.0**-54 * 2 / 3  # 2/3 = (1 - 2^-54) 2/3 + 2^-54 2/3
    tail = z * polynomial(z, LOG_FOR_POWER)
    inner = tail + third
    inner_low = ((third - inner) + tail) + third_low
    product = z * inner
    product_low = fma(z, inner, -product) + fma(z, inner_low, z_low * inner)
    factor = product + 2.0
    factor_low = ((2.0 - factor) + product) + product_low
    log = s * factor
    log_low = fma(s, factor, -log) + fma(s, factor_low, s_low * factor)
    high_part, low_part = LN2_PARTS["double"]
    whole = k * high_part
    whole_low = fma(k, low_part, fma(k, high_part, -whole))
    total = whole + log
    return total, ((whole - total) + log) + (whole_low + log_low)


def _power_of_magnitude(x: Lanes, y: Lanes) -> Lanes:
    """x^y for x >= 0."""
    log, log_low = _log_in_two_parts(x)
    exponent = y * log
    exponent_low = fma(y, log, -exponent) + y * log_low
    exponent_low = select(abs(exponent) < 1e4, exponent_low, 0.0)
    n, fraction = exponential_parts(exponent, exponent_low)
    return scale(fraction + 1.0, n)


@elementwise
def power(x: Lanes, y: Lanes) -> Lanes:
    """x^y with the special values of IEEE 754 and C: x^0 and 1^y are 1; NaN for x < 0 unless y is an integer."""
    magnitude = abs(x)
    if x.is_double:
        result = _power_of_magnitude(magnitude, y)
    else:
        result = narrow(_power_in_double(widen(magnitude), widen(y)))
    whole = y.intrinsic("floor").equals(y)
    half = y * 0.5
    odd = whole & half.intrinsic("floor").compare("one", half)
    result = select(magnitude.equals(1.0) & y.compare("ord", y), 1.0, result)
    result = select(odd, (result.bits() | sign_of(x)).as_float(), result)
    result = select((x < 0.0) & (x > -INFINITY) & ~whole, NAN, result)
    return select(x.equals(1.0) | y.equals(0.0), 1.0, result)
