"""Inverse hyperbolic functions, by way of log(1 + u)."""

from __future__ import annotations

from hloom.codegen.llvm.math.lanes import NAN, Lanes, elementwise, fma, in_double, select, sign_of, sqrt, with_sign
from hloom.codegen.llvm.math.logarithm import log_plus_one_of

#: From here on asinh(x) and acosh(x) are log(2 x).
_LARGE = 2.0**28


def _sum(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a + b and its rounding error, for |a| >= |b| or so."""
    total = a + b
    return total, (a - total) + b


def _log_of_sum(a: Lanes, b: Lanes, x: Lanes) -> Lanes:
    """log(1 + a + b), or log(2 x) for a large x."""
    large = x >= _LARGE
    total, low = _sum(a, b)
    return log_plus_one_of(select(large, x - 1.0, total), select(large, 0.0, low), select(large, 1.0, x.like(0.0)))


@in_double
def asinh_of(x: Lanes) -> Lanes:
    """Inverse hyperbolic sine."""
    a = abs(x)
    # a + sqrt(a^2 + 1) = 1 + a + a^2 / (1 + sqrt(a^2 + 1))
    return with_sign(_log_of_sum(a, a * (a / (sqrt(fma(a, a, 1.0)) + 1.0)), a), sign_of(x))


asinh = elementwise(asinh_of)


@elementwise
@in_double
def acosh(x: Lanes) -> Lanes:
    """Inverse hyperbolic cosine; NaN below 1."""
    # x + sqrt(x^2 - 1) = 1 + t + sqrt(t (t + 2)) for t = x - 1
    t = x - 1.0
    root = sqrt(t * (t + 2.0))
    return select(x < 1.0, NAN, _log_of_sum(root, t, x))


@elementwise
@in_double
def atanh(x: Lanes) -> Lanes:
    """Inverse hyperbolic tangent; infinite at -1 and 1, NaN beyond."""
    a = abs(x)
    # (1 + a) / (1 - a) = 1 + 2 a / (1 - a)
    denominator = 1.0 - a
    denominator_low = (1.0 - denominator) - a
    quotient = (a + a) / denominator
    low = (fma(-quotient, denominator, a + a) - quotient * denominator_low) / denominator
    low = select(a < 1.0, low, 0.0)
    return with_sign(0.5 * log_plus_one_of(quotient, low), sign_of(x))
