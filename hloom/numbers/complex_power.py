"""Complex numbers to the power of complex numbers, with y log x as a sum of two doubles: as many digits as it is long are lost
from the angle of the result.

A `Pair` is such a sum, (high, low), with |low| at most half a unit in the last place of high.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from hloom.numbers.fused import two_product, two_sum
from hloom.numbers.rounding import Array

Pair = tuple[Array, Array]
ComplexPair = tuple[Pair, Pair]

#: ln 2 and pi / 2 to about 107 bits.
_LN2, _HALF_PI = (0.6931471805599453, 2.3190468138462996e-17), (1.5707963267948966, 6.123233995736766e-17)
#: How often an argument of the exponential series is halved, and the terms of the series.
_HALVINGS, _TERMS = 3, 21


def power(base: Array, exponent: Array) -> Array:
    """base^exponent. x^0 = 1^y = 1; 0 to a power with a positive real part is 0; a positive infinity to a real power is infinite
    or 0. Where else a part is not finite, or 0 is raised to another power, the result is NaN in both parts.
    """
    base, exponent = np.broadcast_arrays(base, exponent)
    is_zero = base == 0
    is_ordinary = np.isfinite(base) & np.isfinite(exponent) & ~is_zero
    size, angle = _log(np.where(is_ordinary, base, 1))
    # A large exponent is multiplied by less than itself, so that only what it means can overflow.
    scale = np.where(np.maximum(np.abs(exponent.real), np.abs(exponent.imag)) > 2.0**900, 2.0**-100, 1.0)
    c, d = (np.where(is_ordinary, part, 1.0) * scale for part in (exponent.real, exponent.imag))
    real = _sum(_times(size, c), _times(angle, -d))
    imaginary = _sum(_times(angle, c), _times(size, d))
    result = _exponential(tuple(part / scale for part in real), tuple(part / scale for part in imaginary),
                          angle[0] * c + size[0] * d)
    result = np.where(is_ordinary, result, np.nan * (1 + 1j))
    result = np.where(is_zero & (exponent.real > 0), 0, result)
    is_limit = (base.real == np.inf) & (base.imag == 0) & (exponent.imag == 0)
    result = np.where(is_limit & (exponent.real > 0), complex(np.inf, 0), result)
    result = np.where((is_limit & (exponent.real < 0)), 0, result)
    return np.where((exponent == 0) | (base == 1), 1, result)


def _exponential(real: Pair, imaginary: Pair, plain: Array) -> Array:
    """e^(real + i imaginary); a zero of the imaginary part has the sign of `plain`."""
    # Beyond all doubles no digit of an angle is known: any will do.
    high = np.clip(imaginary[0], -np.finfo(np.float64).max, np.finfo(np.float64).max)
    low = np.where(np.isfinite(imaginary[1]), imaginary[1], 0.0)
    cosine = np.cos(high) * np.cos(low) - np.sin(high) * np.sin(low)
    sine = np.sin(high) * np.cos(low) + np.cos(high) * np.sin(low)
    sine = np.where(high == 0, plain, sine)
    # In two halves, so that a large factor meets a small sine or cosine without overflow.
    is_moderate = np.abs(real[0]) < 2000.0
    exponent = np.clip(real[0], -2000.0, 2000.0)
    outer = np.where(exponent > 700.0, np.exp(0.5 * exponent), 1.0)
    inner = np.exp(np.where(exponent > 700.0, 0.5 * exponent, exponent)) * (1.0 + np.where(is_moderate, real[1], 0.0))
    result = np.empty(np.shape(exponent), np.complex128)
    result.real, result.imag = outer * (inner * cosine), np.where(high == 0, plain, outer * (inner * sine))
    return result


def _log(x: Array) -> ComplexPair:
    """log x for finite x that are not 0, with an error of about 2^-99 relative to the size of log x."""
    # x = 2^k i^n u for |u| in [sqrt(1/2), sqrt(2)] and the angle of u in [-pi/4, pi/4]: log u is small only where log x is.
    k = np.frexp(np.maximum(np.abs(x.real), np.abs(x.imag)))[1]
    a, b = np.ldexp(x.real, -k), np.ldexp(x.imag, -k)
    is_small = a * a + b * b < 0.5
    a, b, k = np.where(is_small, 2 * a, a), np.where(is_small, 2 * b, b), k - is_small
    is_upright, is_left, sign = np.abs(b) > np.abs(a), a < 0, np.where(np.signbit(b), -1.0, 1.0)
    u, v = np.where(is_upright, np.abs(b), np.abs(a)), np.where(is_upright, -sign * a, np.where(is_left, -b, b))
    turns = sign * np.where(is_upright, 1.0, np.where(is_left, 2.0, 0.0))
    # A step of Newton's method from log u in double: e = u / e^(log u) - 1 is what log u lacks.
    excess = two_sum(u - 1.0, np.zeros(u.shape))
    squares = _sum(_times(excess, u + 1.0), two_product(v, v))  # |u|^2 - 1
    real, imaginary = 0.5 * np.log1p(squares[0]), np.arctan2(v, u)
    inverse = _exponential_minus_one(-real, -imaginary)
    product = _complex_product(inverse, (_of(u), _of(v)))
    e, e_imaginary = (high + low for high, low in (_sum(product[0], _of(u - 1.0)), _sum(product[1], _of(v))))
    rest = two_sum(real, e - 0.5 * (e * e - e_imaginary * e_imaginary))
    rest_imaginary = two_sum(imaginary, e_imaginary - e * e_imaginary)
    size = _sum(_times((np.full(u.shape, _LN2[0]), np.full(u.shape, _LN2[1])), k.astype(np.float64)), rest)
    angle = _sum((turns * _HALF_PI[0], turns * _HALF_PI[1]), rest_imaginary)
    return size, (np.copysign(angle[0], x.imag), angle[1])  # a zero has the sign of the imaginary part


def _exponential_minus_one(real: Array, imaginary: Array) -> ComplexPair:
    """e^z - 1 for |z| < 0.9, with an error of about 2^-100 relative to the result."""
    z = _of(real * 0.5**_HALVINGS), _of(imaginary * 0.5**_HALVINGS)
    total = _inverse_factorial(_TERMS, real), _of(np.zeros(real.shape))
    for n in range(_TERMS - 1, 0, -1):
        total = _complex_product(total, z)
        total = _sum(_inverse_factorial(n, real), total[0]), total[1]
    total = _complex_product(total, z)
    for _ in range(_HALVINGS):  # e^2z - 1 = (e^z - 1) (2 + (e^z - 1))
        total = _complex_product(total, (_sum(_of(np.full(real.shape, 2.0)), total[0]), total[1]))
    return total


def inverse_factorial(n: int) -> tuple[float, float]:
    """1 / n! as a sum of two numbers."""
    high = 1 / factorial(n)
    numerator, denominator = high.as_integer_ratio()
    return high, (denominator - numerator * factorial(n)) / (denominator * factorial(n))


def _inverse_factorial(n: int, like: Array) -> Pair:
    high, low = inverse_factorial(n)
    return np.full(like.shape, high), np.full(like.shape, low)


def _of(x: Array) -> Pair:
    return x, np.zeros(np.shape(x))


def _sum(a: Pair, b: Pair) -> Pair:
    high, low = two_sum(a[0], b[0])
    return two_sum(high, low + (a[1] + b[1]))


def _times(a: Pair, b: Array) -> Pair:
    high, low = two_product(a[0], b)
    return high, low + a[1] * b


def _complex_product(x: ComplexPair, y: ComplexPair) -> ComplexPair:
    def product(a: Pair, b: Pair) -> Pair:
        high, low = two_product(a[0], b[0])
        return high, low + (a[0] * b[1] + a[1] * b[0])

    def negative(a: Pair) -> Pair:
        return -a[0], -a[1]

    return (_sum(product(x[0], y[0]), negative(product(x[1], y[1]))), _sum(product(x[0], y[1]), product(x[1], y[0])))
