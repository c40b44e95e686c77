"""The error function, its complement and its inverse."""

from __future__ import annotations

from hloom.codegen.llvm.lanes import (
    INFINITY,
    Lanes,
    at_most,
    elementwise,
    fma,
    polynomial,
    select,
    sign_of,
    sqrt,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import (
    ERF_INVERSE_CENTRE,
    ERF_INVERSE_TAIL,
    ERF_LARGE,
    ERF_SMALL,
    ERFC,
    ERFC_CENTRE,
)
from hloom.codegen.llvm.math.exponential import exponential_parts, scale
from hloom.codegen.llvm.math.logarithm import log_of


@elementwise
def erf(x: Lanes) -> Lanes:
    """Error function."""
    element = x.format.element
    # From the limit on, erf rounds to 1.
    magnitude = at_most(abs(x), {"float": 3.93, "double": 5.93}[element])
    square = magnitude * magnitude
    small = fma(polynomial(square, ERF_SMALL[element]), magnitude, magnitude)
    # erfc(x) = q(x)^8: q is much flatter, and an absolute error is what counts here.
    root = polynomial(magnitude, ERF_LARGE[element])
    fourth = (root * root) * (root * root)
    large = fma(-fourth, fourth, 1.0)
    return with_sign(select(magnitude < 1.25, small, large), sign_of(x))


@elementwise
def erfc(x: Lanes) -> Lanes:
    """1 - erf(x), accurate where that is small."""
    element = x.format.element
    square = x * x
    near_zero = 1.0 - fma(polynomial(square, ERF_SMALL[element]), x, x)
    # erfc(a) = exp(-a^2) W(u) / (1 + 2a) with u = (a - 4) / (a + 4), |u| < 0.78 from a = 1/2 until erfc is 0.
    a = at_most(abs(x), {"float": 10.1, "double": 27.5}[element])
    square = a * a
    square_low = fma(a, a, -square)
    n, fraction = exponential_parts(-square, -square_low)  # exp(-a^2) = 2^n (1 + fraction)
    u = (a - 4.0) / (a + 4.0)
    centre, centre_low = ERFC_CENTRE[element]
    slope = u * polynomial(u, ERFC[element])
    numerator = slope + centre
    numerator_low = ((centre - numerator) + slope) + centre_low
    denominator = (a + a) + 1.0
    denominator_low = 1.0 - (denominator - (a + a))
    reciprocal = 1.0 / denominator
    quotient = numerator * reciprocal
    left_over = fma(-quotient, denominator, numerator) + fma(-quotient, denominator_low, numerator_low)
    tail = scale(quotient + fma(quotient, fraction, left_over * reciprocal), n)
    return select(abs(x) < 0.5, near_zero, select(x < 0.0, 2.0 - tail, tail))


@elementwise
def erf_inverse(x: Lanes) -> Lanes:
    """The y with erf(y) = x: infinite at -1 and 1, NaN beyond."""
    element = x.format.element
    # erf_inverse(x) / x is smooth in w = -log(1 - x^2) up to 6.25, and in sqrt(w) after that.
    w = -log_of((1.0 - x) * (1.0 + x))
    centre = polynomial(w - 3.125, ERF_INVERSE_CENTRE[element])
    root = sqrt(w)
    tail = root * polynomial(1.0 / root - 0.28125, ERF_INVERSE_TAIL[element])
    result = x * select(w < 6.25, centre, tail)
    return select(abs(x).equals(1.0), x * INFINITY, result)
