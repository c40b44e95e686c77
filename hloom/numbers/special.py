"""Special functions of f64 arrays to a few units in the last place: erf and its kin, the gamma family, a Bessel
function.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers import special_tables as tables
from hloom.numbers.many_dimensions import broadcast_shape
from hloom.numbers.rounding import Array

#: B(2k) / (2k (2k - 1)), the coefficients of Stirling's series.
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400)
#: B(2k) / 2k, the coefficients of the asymptotic series of digamma.
_DIGAMMA_ASYMPTOTIC = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)


def _minus_square_exponential(x: Array) -> Array:
    """e^(-x²), with x² split so that its rounding error is not magnified."""
    head = (x.view(np.uint64) & np.uint64(0xFFFFFFFFF8000000)).view(np.float64)
    return np.exp(-head * head) * np.exp((head - x) * (head + x))


def _erf_centre(x: Array) -> Array:
    """erf for |x| <= 1."""
    return x * np.polynomial.chebyshev.chebval(2.0 * x * x - 1.0, tables.ERF_CENTRE)


def _erfc_tail(x: Array) -> Array:
    """erfc for x >= 0.5; it underflows to 0 before 28."""
    x = np.minimum(x, 28.0)
    tail = np.polynomial.chebyshev.chebval((x - 3.5) / (x + 2.5), tables.ERFC_TAIL)
    return _minus_square_exponential(x) * tail / (1.0 + 2.0 * x)


def erf(x: Array) -> Array:
    size = np.abs(x)
    outside = np.copysign(1.0 - _erfc_tail(np.maximum(size, 1.0)), x)
    return np.where(size < 1.0, _erf_centre(np.where(size < 1.0, x, 0.0)), outside)


def erfc(x: Array) -> Array:
    size = np.abs(x)
    tail = _erfc_tail(np.maximum(size, 0.5))
    return np.where(size < 0.5, 1.0 - _erf_centre(np.where(size < 0.5, x, 0.0)), np.where(x > 0, tail, 2.0 - tail))


def erf_inv(x: Array) -> Array:
    """The inverse of erf on [-1, 1]; NaN outside. Winitzki's approximation, then Halley steps (cubic convergence)."""
    size = np.abs(x)
    inside = (size < 1.0) & (size > 0.0)
    target = np.where(inside, size, 0.5)
    complement = 1.0 - target
    log = np.log1p(-target) + np.log1p(target)
    middle = 2.0 / (np.pi * 0.147) + 0.5 * log
    root = np.sqrt(np.maximum(np.sqrt(middle * middle - log / 0.147) - middle, 0.0))
    for _ in range(3):
        # Near 1 the complement (exact there) keeps the accuracy that 1 - erf would lose.
        error = np.where(target < 0.5, erf(root) - target, complement - erfc(root))
        step = error * (0.5 * np.sqrt(np.pi)) / _minus_square_exponential(root)
        root = root - step / (1.0 + root * step)
    # Below 1e-8 the cubic term of the series is beyond f64, and subnormal numbers need no iteration.
    root = np.where(size < 1e-8, 0.5 * np.sqrt(np.pi) * size, root)
    limit = np.where(size == 1.0, np.inf, np.where(size > 1.0, np.nan, size))
    return np.copysign(np.where(inside, root, limit), x)


def _distance_to_integer(x: Array) -> Array:
    return x - np.rint(x)


def log_gamma(x: Array) -> Array:
    """log |gamma(x)|; +inf at 0, -1, -2, ... and at both infinities."""
    positive = np.where(x > 0, x, 1.0 - x)
    positive = np.where(np.isnan(x), 1.5, positive)
    # gamma(x) = gamma(base) * factor, with base in [1, 3] unless x is large.
    base, factor = positive, np.ones_like(positive)
    for _ in range(6):
        high = (base > 3.0) & (positive < 8.0)
        base = np.where(high, base - 1.0, base)
        factor = np.where(high, factor * base, factor)
    low = base < 1.0
    moderate = np.where(low, base + 1.0, np.where(positive < 8.0, base, 2.0))
    result = (moderate - 1.0) * (moderate - 2.0) * np.polynomial.chebyshev.chebval(moderate - 2.0, tables.LOG_GAMMA)
    result = result + np.where(low, -np.log(np.where(low, base, 1.0)), np.log(factor))
    large = np.maximum(positive, 8.0)
    inverse = 1.0 / large
    series = inverse * np.polynomial.polynomial.polyval(inverse * inverse, _STIRLING)
    stirling = (large - 0.5) * (np.log(large) - 1.0) + (0.5 * np.log(2.0 * np.pi) - 0.5) + series
    result = np.where(positive < 8.0, result, np.where(np.isinf(large), np.inf, stirling))
    sine = np.sin(np.pi * _distance_to_integer(np.where(np.isinf(x), 0.0, x)))
    reflected = np.log(np.pi) - np.log(np.abs(sine)) - result
    # Close to 0 the reflection would subtract lgamma(1) from -log|x|, and 1 - x would lose x.
    reflected = np.where(np.abs(x) < 1e-9, -np.log(np.abs(x)) - 0.5772156649015329 * x, reflected)
    pole = (x <= 0) & (x == np.floor(x))
    return np.where(np.isnan(x), x, np.where(pole, np.inf, np.where(x > 0, result, reflected)))


def digamma(x: Array) -> Array:
    """The logarithmic derivative of gamma; NaN at 0, -1, -2, ..."""
    positive = np.where(np.isnan(x), 1.5, np.where(x > 0, x, 1.0 - x))
    base, shift = positive, np.zeros_like(positive)
    for _ in range(8):
        high = (base > 2.0) & (positive < 10.0)
        base = np.where(high, base - 1.0, base)
        shift = np.where(high, shift + 1.0 / base, shift)
    low = base < 1.0
    shift = np.where(low, -1.0 / np.where(low, base, 1.0), shift)
    moderate = np.where(low, base + 1.0, np.where(positive < 10.0, base, 1.5))
    root, rest = tables.DIGAMMA_ROOT
    result = ((moderate - root) - rest) * np.polynomial.chebyshev.chebval(2.0 * moderate - 3.0, tables.DIGAMMA) + shift
    large = np.maximum(positive, 10.0)
    square = 1.0 / (large * large)
    asymptotic = np.log(large) - 0.5 / large - square * np.polynomial.polynomial.polyval(square, _DIGAMMA_ASYMPTOTIC)
    result = np.where(positive < 10.0, result, asymptotic)
    fraction = _distance_to_integer(np.where(np.isinf(x), 0.5, x))
    reflected = result - np.pi / np.tan(np.pi * fraction)
    pole = (x <= 0) & (x == np.floor(x))
    return np.where(np.isnan(x), x, np.where(pole, np.nan, np.where(x > 0, result, reflected)))


def _zeta_positive(x: Array, q: Array) -> Array:
    """The Hurwitz zeta function for x > 1 and q > 0, by the Euler-Maclaurin formula after ten terms."""
    total = np.zeros(broadcast_shape(x.shape, q.shape))
    for k in range(10):
        total = total + (q + k) ** -x
    far = q + 10.0
    power = far**-x
    total = total + power * far / (x - 1.0) + 0.5 * power
    rising, scale = x, power / far
    for k, coefficient in enumerate(tables.BERNOULLI_OVER_FACTORIAL):
        # For large x the powers underflow before the factors in front of them overflow.
        total = total + np.where(scale == 0, 0.0, coefficient * rising * scale)
        rising = rising * (x + 2 * k + 1.0) * (x + 2 * k + 2.0)
        scale = scale / (far * far)
    return total


def zeta(x: Array, q: Array) -> Array:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k >= 0.

    +inf for x = 1; NaN for x < 1. For q <= 0 it exists for integer x only: +inf at a pole (q an integer) if x is even,
    NaN if x is odd.
    """
    x, q = np.broadcast_arrays(x, q)
    integral = x == np.floor(x)
    even = integral & (_distance_to_integer(0.5 * x) == 0)
    order = np.where(x > 1.0, x, 2.0)
    positive = _zeta_positive(order, np.where(q > 0, q, 1.0))
    # For q = f - m, the first m terms are those of zeta(x, 1 - f) with the sign of (-1)^x, less those from m on.
    whole = np.floor(q)
    fraction = np.where((q < 0) & (q != whole), q - whole, 0.5)
    rest = _zeta_positive(order, 1.0 - fraction + np.where(q < 0, -whole, 0.0))
    backward = _zeta_positive(order, 1.0 - fraction) - rest
    negative = _zeta_positive(order, fraction) + np.where(even, backward, -backward)
    negative = np.where(q == whole, np.where(even, np.inf, np.nan), np.where(integral, negative, np.nan))
    result = np.where(q > 0, np.where(np.isinf(q), 0.0, positive), negative)
    result = np.where(x == 1.0, np.inf, np.where(x < 1.0, np.nan, result))
    return np.where(np.isnan(x) | np.isnan(q), np.nan, result)


def polygamma(n: Array, x: Array) -> Array:
    """The n-th derivative of digamma, (-1)^(n+1) n! zeta(n + 1, x); NaN unless n is an integer >= 0."""
    n, x = np.broadcast_arrays(n, x)
    valid = (n >= 0) & (n == np.floor(n))
    order = np.where(valid & (n > 0), n, 1.0)
    odd = _distance_to_integer(0.5 * order) != 0
    magnitude = np.exp(log_gamma(order + 1.0)) * zeta(order + 1.0, x)
    result = np.where(n == 0, digamma(x), np.where(odd, magnitude, -magnitude))
    return np.where(valid, result, np.nan)


def bessel_i1e(x: Array) -> Array:
    """e^-|x| I1(x), the exponentially scaled modified Bessel function of order 1."""
    size = np.abs(x)
    near, far = np.minimum(size, 8.0), np.maximum(size, 8.0)
    small = near * np.polynomial.chebyshev.chebval(0.25 * near - 1.0, tables.BESSEL_I1E_SMALL)
    large = np.polynomial.chebyshev.chebval(16.0 / far - 1.0, tables.BESSEL_I1E_LARGE) / np.sqrt(far)
    return np.copysign(np.where(size <= 8.0, small, large), x)
