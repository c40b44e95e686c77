"""Logarithm of the gamma function and its derivative, digamma.

A positive argument below 8 is shifted into [1, 3), where a polynomial times the function's zeros serves; from 8 on
Stirling's series does; a negative one is reflected. Relative errors grow near the zeros at negative arguments only.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.lanes import (
    INFINITY,
    NAN,
    Lanes,
    elementwise,
    fma,
    in_double,
    polynomial,
    round_to_integer,
    select,
    sign_of,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import COS, DIGAMMA, DIGAMMA_LARGE, LGAMMA, SIN, STIRLING
from hloom.codegen.llvm.math.logarithm import log_of
from hloom.numbers.special_tables import DIGAMMA_ROOT

#: Stirling's series serves from here on.
_LARGE = 8.0
_LOWER_STEPS = range(5)


def _sine_and_cosine_of_half_turns(x: Lanes) -> tuple[Lanes, Lanes]:
    """(sin, cos) of pi x up to sign: magnitudes."""
    distance = abs(x - round_to_integer(x))
    far = distance > 0.25
    angle = select(far, 0.5 - distance, distance) * math.pi
    square = angle * angle
    sine = fma(polynomial(square, SIN["double"]), square * angle, angle)
    cosine = polynomial(square, [1.0, -0.5, *COS["double"]])
    return select(far, cosine, sine), select(far, sine, cosine)


def _lgamma_of_positive(z: Lanes) -> Lanes:
    below_one = z < 1.0
    y, product = z, select(below_one, z, z.like(1.0))
    for _ in _LOWER_STEPS:
        step = y >= 3.0
        y = select(step, y - 1.0, y)
        product = select(step, product * y, product)
    t = select(below_one, z - 1.0, y - 2.0)
    u = select(below_one, z, y - 1.0)
    near = t * u * polynomial(t, LGAMMA)
    large = z >= _LARGE
    log = log_of(select(large, z, product))
    near = near + select(below_one, -log, log)
    inverse = 1.0 / z
    rest = fma(polynomial(inverse * inverse, STIRLING), inverse, 0.5 * math.log(2 * math.pi) - 0.5)
    return select(large, fma(z - 0.5, log - 1.0, rest), near)


@elementwise
@in_double
def lgamma(x: Lanes) -> Lanes:
    """log |gamma(x)|; infinite at zero and the negative integers, and for infinities."""
    negative = x < 0.0
    result = _lgamma_of_positive(select(negative, 1.0 - x, x))
    sine, _ = _sine_and_cosine_of_half_turns(x)
    reflected = -log_of(sine * (1 / math.pi)) - result
    result = select(negative, reflected, result)
    pole = negative & round_to_integer(x).equals(x)
    return select(pole | abs(x).equals(INFINITY) | x.equals(0.0), INFINITY, result)


def _digamma_of_positive(z: Lanes) -> Lanes:
    below_one = z < 1.0
    y = select(below_one, z + 1.0, z)
    # digamma(z) = digamma(y) + numerator / denominator
    numerator, denominator = select(below_one, -1.0, z.like(0.0)), select(below_one, z, z.like(1.0))
    for _ in _LOWER_STEPS:
        step = y >= 3.0
        lower = y - 1.0
        y = select(step, lower, y)
        numerator = select(step, fma(numerator, lower, denominator), numerator)
        denominator = select(step, denominator * lower, denominator)
    root, root_low = DIGAMMA_ROOT
    near = fma(polynomial(y - 2.0, DIGAMMA), (y - root) - root_low, numerator / denominator)
    inverse = 1.0 / z
    square = inverse * inverse
    far = log_of(z) - fma(polynomial(square, DIGAMMA_LARGE), square, 0.5 * inverse)
    return select(z >= _LARGE, far, near)


@elementwise
@in_double
def digamma(x: Lanes) -> Lanes:
    """Derivative of `lgamma`; NaN at zero and the negative integers."""
    negative = x < 0.0
    result = _digamma_of_positive(select(negative, 1.0 - x, x))
    sine, cosine = _sine_and_cosine_of_half_turns(x)
    cotangent = with_sign(cosine / sine, sign_of(x - round_to_integer(x)))
    result = select(negative, fma(cotangent, -math.pi, result), result)
    return select((x <= 0.0) & round_to_integer(x).equals(x), NAN, result)
