"""Inverse hyperbolic functions: by way of log(1 + u), and of floats by way of logarithms in double, whose digits suffice to add
first."""

from __future__ import annotations

from hloom.codegen.llvm.lanes import NAN, Lanes, elementwise, fma, narrowed, select, sign_of, sqrt, with_sign
from hloom.codegen.llvm.math.logarithm import log_for_float, log_plus_one_of

#: From here on asinh(x) and acosh(x) are log(2 x).
_LARGE = 2.0**28
#: Below it two terms of their series are asinh(x) and atanh(x) for all digits of a double; from it on 1 + x has kept enough of x
#: for those of a float.
_SMALL = 2.0**-14


def _sum(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a + b and its rounding error, for |a| >= |b| or so."""
    total = a + b
    return total, (a - total) + b


def _log_of_sum(a: Lanes, b: Lanes, x: Lanes) -> Lanes:
    """log(1 + a + b), or log(2 x) for a large x."""
    large = x >= _LARGE
    total, low = _sum(a, b)
    return log_plus_one_of(select(large, x - 1.0, total), select(large, 0.0, low), select(large, 1.0, x.like(0.0)))


@narrowed
def _asinh_for_float(x: Lanes) -> Lanes:
    a = abs(x)
    far = log_for_float(a + sqrt(fma(a, a, 1.0)))
    return with_sign(select(a < _SMALL, fma(a * a, a * (-1 / 6), a), far), sign_of(x))


def asinh_of(x: Lanes) -> Lanes:
    """Inverse hyperbolic sine."""
    if not x.is_double:
        return _asinh_for_float(x)
    a = abs(x)
    # a + sqrt(a^2 + 1) = 1 + a + a^2 / (1 + sqrt(a^2 + 1))
    return with_sign(_log_of_sum(a, a * (a / (sqrt(fma(a, a, 1.0)) + 1.0)), a), sign_of(x))


asinh = elementwise(asinh_of)


@narrowed
def _acosh_for_float(x: Lanes) -> Lanes:
    return log_for_float(x + sqrt(fma(x, x, -1.0)))


@elementwise
def acosh(x: Lanes) -> Lanes:
    """Inverse hyperbolic cosine; NaN below 1."""
    if x.is_double:
        # x + sqrt(x^2 - 1) = 1 + t + sqrt(t (t + 2)) for t = x - 1
        t = x - 1.0
        result = _log_of_sum(sqrt(t * (t + 2.0)), t, x)
    else:
        result = _acosh_for_float(x)
    return select(x < 1.0, NAN, result)


@narrowed
def _atanh_for_float(x: Lanes) -> Lanes:
    a = abs(x)
    far = 0.5 * log_for_float((1.0 + a) / (1.0 - a))
    return with_sign(select(a < _SMALL, fma(a * a, a * (1 / 3), a), far), sign_of(x))


@elementwise
def atanh(x: Lanes) -> Lanes:
    """Inverse hyperbolic tangent; infinite at -1 and 1, NaN beyond."""
    if not x.is_double:
        return _atanh_for_float(x)
    a = abs(x)
    # (1 + a) / (1 - a) = 1 + 2 a / (1 - a)
    denominator = 1.0 - a
    denominator_low = (1.0 - denominator) - a
    quotient = (a + a) / denominator
    low = (fma(-quotient, denominator, a + a) - quotient * denominator_low) / denominator
    low = select(a < 1.0, low, 0.0)
    return with_sign(0.5 * log_plus_one_of(quotient, low), sign_of(x))
