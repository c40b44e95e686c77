"""Complex kernels, on complex128 (complex64 callers widen) where accuracy asks for it, else on the operands' own type.

The inverse functions, sqrt and the hyperbolic and trigonometric functions are NumPy's, which follow Annex G of ISO C
99 in branch cuts, signs of zero and limits. Here is what NumPy lacks, computes naively, or with several wrong digits in f64.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers.fused import two_product, two_sum
from hloom.numbers.rounding import Array


def combine(real: Array, imaginary: Array) -> Array:
    """The complex numbers with these parts (`real + 1j * imaginary` would spoil infinities and signs of zero)."""
    real, imaginary = np.broadcast_arrays(real, imaginary)
    result = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    result.real, result.imag = real, imaginary
    return result


def extended(z: Array) -> Array:
    """`z` in the widest type that NumPy has. Where processors compute with 80 or 128 bits, functions whose rounding errors grow
    with their operands are exact to nearly the last digit so."""
    return z.astype(np.clongdouble)


def multiply(x: Array, y: Array) -> Array:
    """The schoolbook product, every operation rounded by itself (NumPy may contract to fused multiply-adds)."""
    a, b, c, d = x.real, x.imag, y.real, y.imag
    return combine(a * c - b * d, a * d + b * c)


def divide(x: Array, y: Array) -> Array:
    """The quotient, scaled against overflow; infinities and division by zero as in Annex G of ISO C 99.

    complex64 is computed in f64, where it needs no scaling, for the caller to round.
    """
    a, b, c, d = (part.astype(np.result_type(part, np.float64), copy=False) for part in (x.real, x.imag, y.real, y.imag))
    # Numerator and denominator each to exponents around 0, so that no product overflows.
    own, other = _exponent(x), _exponent(y)
    a, b, c, d = _scale(a, -own), _scale(b, -own), _scale(c, -other), _scale(d, -other)
    norm = c * c + d * d
    real = _scale((a * c + b * d) / norm, own - other)
    imaginary = _scale((b * c - a * d) / norm, own - other)
    lost = np.isnan(real) & np.isnan(imaginary)
    if lost.any():
        real, imaginary = _recover_quotient(lost, real, imaginary, x, y)
    return combine(real, imaginary)


def _scale(x: Array, exponent: Array) -> Array:
    """`x * 2**exponent`, in two steps because the exponent may exceed what one factor can hold."""
    half = exponent // 2
    return np.ldexp(np.ldexp(x, half), exponent - half)


def _recover_quotient(lost: Array, real: Array, imaginary: Array, x: Array, y: Array) -> tuple[Array, Array]:
    a, b, c, d = np.broadcast_arrays(x.real, x.imag, y.real, y.imag)
    zero = lost & (c == 0) & (d == 0) & ~(np.isnan(a) & np.isnan(b))
    infinity = np.copysign(np.inf, c)
    real, imaginary = np.where(zero, infinity * a, real), np.where(zero, infinity * b, imaginary)
    lost = lost & ~zero
    x_infinite, y_infinite = np.isinf(a) | np.isinf(b), np.isinf(c) | np.isinf(d)
    x_finite, y_finite = np.isfinite(a) & np.isfinite(b), np.isfinite(c) & np.isfinite(d)
    for case, (p, q, r, s), factor in (
        (lost & x_infinite & y_finite, (_box(a), _box(b), c, d), np.inf),
        (lost & y_infinite & x_finite, (a, b, _box(c), _box(d)), 0.0),
    ):
        real = np.where(case, factor * (p * r + q * s), real)
        imaginary = np.where(case, factor * (q * r - p * s), imaginary)
    return real, imaginary


def _box(x: Array) -> Array:
    """Infinities to 1, the rest to 0, signs kept."""
    return np.copysign(np.isinf(x).astype(x.dtype), x)


def sign(z: Array) -> Array:
    """`z / |z|`, each part by itself: beside an infinite part, which gives NaN, a finite one gives 0. 0 gives 0, NaN gives NaN
    in both parts."""
    exponent = _exponent(z)
    x, y = _scale(z.real, -exponent), _scale(z.imag, -exponent)
    norm = np.hypot(x, y)
    bad = np.isnan(z.real) | np.isnan(z.imag)
    x, y = np.where(norm == 0, 0.0, x / norm), np.where(norm == 0, 0.0, y / norm)
    return combine(np.where(bad, np.nan, x), np.where(bad, np.nan, y))


def exponential(z: Array) -> Array:
    """e^x cos y + i e^x sin y. A large e^x is applied in two halves, so that it meets a small sine or cosine without
    overflow.
    """
    x, y = z.real, z.imag
    large = x > 700.0
    outer = np.exp(np.where(large, 0.5 * x, 0.0))
    inner = np.exp(np.where(large, 0.5 * x, x))
    real = outer * (inner * np.cos(y))
    imaginary = outer * (inner * np.sin(y))
    # On the real axis an infinite modulus must not meet the zero of the sine.
    return combine(real, np.where(y == 0, y, imaginary))


def exponential_minus_one(z: Array) -> Array:
    """e^z - 1 = (expm1(x) cos y - 2 sin²(y/2)) + i e^x sin y."""
    x, y = z.real, z.imag
    half_sine = np.sin(0.5 * y)
    whole = exponential(z)
    return combine(np.where(x > 700.0, whole.real, np.expm1(x) * np.cos(y) - 2.0 * half_sine * half_sine), whole.imag)


def log_plus_one(z: Array) -> Array:
    """log(1 + z); the real part is log|1 + z|² / 2, whose distance from 0 is summed in double-double where it is
    small.
    """
    x, y = z.real, z.imag
    # 2x + x² + y² = |1 + z|² - 1. The leading terms may cancel twice, so it takes more than compensated summation.
    moderate = (np.abs(x) < 4.0) & (np.abs(y) < 4.0)
    u, v = np.where(moderate, x, 1.0), np.where(moderate, y, 1.0)
    excess = _sum_of_pairs((2.0 * u, np.zeros(u.shape)), two_product(u, u), two_product(v, v))
    scale = np.where(np.maximum(np.abs(x), np.abs(y)) > 1e300, 0.5, 1.0)
    modulus = np.log(np.hypot(scale * (1.0 + x), scale * y)) - np.log(scale)
    return combine(np.where(moderate & (excess > -0.6), 0.5 * np.log1p(excess), modulus), np.arctan2(y, 1.0 + x))


def _sum_of_pairs(first: tuple[Array, Array], *pairs: tuple[Array, Array]) -> Array:
    """The sum of double-double numbers, compensated twice so that leading terms may cancel."""
    high, low = first
    lowest = np.zeros(np.shape(high))
    for head, tail in pairs:
        high, error = two_sum(high, head)
        low, small = two_sum(low, error)
        low, smaller = two_sum(low, tail)
        lowest = lowest + small + smaller
    return high + (low + lowest)


def sine(z: Array) -> Array:
    """NumPy's, and where C leaves a sign open, at sin(±inf + i inf) and sin(NaN + i inf), that of the imaginary part."""
    found = np.sin(z)
    return combine(found.real, np.where(~np.isfinite(z.real) & np.isinf(z.imag), z.imag, found.imag))


def cosine(z: Array) -> Array:
    """NumPy's, and where C leaves the sign of a zero open, beside a NaN, that of `_imaginary_part_of_cosine`."""
    found = np.cos(z)
    return combine(found.real, _imaginary_part_of_cosine(z.real, z.imag, found.imag))


def sinh(z: Array) -> Array:
    """sinh(z) = -i sin(iz), with the signs that `sine` has."""
    found = np.sinh(z)
    return combine(np.where(np.isinf(z.real) & ~np.isfinite(z.imag), z.real, found.real), found.imag)


def cosh(z: Array) -> Array:
    """cosh(z) = cos(iz), with the signs that `cosine` has."""
    found = np.cosh(z)
    return combine(found.real, _imaginary_part_of_cosine(-z.imag, z.real, found.imag))


def _imaginary_part_of_cosine(x: Array, y: Array, found: Array) -> Array:
    """The imaginary part of cos(x + iy), where it is a zero times an infinity or NaN: a zero of the sign of -xy; NaN has none."""
    is_zero = ((x == 0) & ~np.isfinite(y)) | ((y == 0) & ~np.isfinite(x))
    a, b = (np.copysign(1.0, np.where(np.isnan(part), 1.0, part)) for part in (x, y))
    return np.where(is_zero, np.copysign(0.0, -a * b), found)


def tan(z: Array) -> Array:
    return np.tan(extended(z)).astype(np.complex128)


def tanh(z: Array) -> Array:
    return np.tanh(extended(z)).astype(np.complex128)


def square(z: Array) -> Array:
    """z * z = (x - y)(x + y) + 2ixy, whose real part does not cancel and is 0 on the diagonals, infinite parts
    included.
    """
    x, y = z.real, z.imag
    return combine(np.where(np.abs(x) == np.abs(y), np.zeros_like(x), (x - y) * (x + y)), 2 * (x * y))


def cube_root(z: Array) -> Array:
    """The principal cube root, by its polar form."""
    exponent = _exponent(z) // 3 * 3
    x, y = _scale(z.real, -exponent), _scale(z.imag, -exponent)
    modulus = _scale(np.cbrt(np.hypot(x, y)), exponent // 3)
    angle = np.arctan2(y, x) / 3.0
    return combine(modulus * np.cos(angle), np.where(angle == 0, angle, modulus * np.sin(angle)))


def reciprocal_sqrt(z: Array) -> Array:
    """1 / sqrt(z); infinities give 0, and 0 gives inf + i NaN."""
    exponent = _exponent(z) // 2 * 2
    x, y = _scale(z.real, -exponent), _scale(z.imag, -exponent)
    modulus = np.hypot(x, y)
    # The larger part of sqrt(z), which does not cancel; the smaller one follows from the product of both, |y| / 2.
    larger = np.sqrt(0.5 * (modulus + np.abs(x)))
    major, minor = larger / modulus, np.abs(y) / (2.0 * larger * modulus)
    real = _scale(np.where(x < 0, minor, major), -exponent // 2)
    imaginary = _scale(np.copysign(np.where(x < 0, major, minor), -y), -exponent // 2)
    infinite, zero = np.isinf(modulus), modulus == 0
    real = np.where(infinite, 0.0, np.where(zero, np.inf, real))
    return combine(real, np.where(infinite, np.copysign(0.0, -y), np.where(zero, np.nan, imaginary)))


def _exponent(z: Array) -> Array:
    """The binary exponent of the larger part; 0 for 0, infinities and NaN."""
    size = np.maximum(np.abs(z.real), np.abs(z.imag))
    return np.where(np.isfinite(size), np.frexp(size)[1], 0)


def logistic(z: Array) -> Array:
    """1 / (1 + e^-z), from whichever of e^z and e^-z does not overflow.

    Near its poles on the imaginary axis 1 + s, for s = e^(-|x|) (cos y + i sin y), is summed from two positive numbers:
    1 - e^(-|x|) and 2 e^(-|x|) cos²(y / 2).
    """
    positive = z.real >= 0
    small = extended(np.where(positive, -z, z))
    half_cosine, excess = np.cos(0.5 * small.imag), np.expm1(small.real)
    small = exponential(small)
    denominator = combine(2.0 * (1.0 + excess) * half_cosine * half_cosine - excess, small.imag)
    return divide(np.where(positive, 1, small), denominator).astype(np.complex128)


def modulus(z: Array) -> Array:
    """|z| without overflow, in f64 for complex64 too, for the caller to round."""
    return np.hypot(z.real.astype(np.float64), z.imag.astype(np.float64))


def atan2(y: Array, x: Array) -> Array:
    """-i log((x + iy) / sqrt(x² + y²)). Near 1 the logarithm loses what an arctangent keeps; the root is about x there, or -x."""
    x, y = extended(x), extended(y)
    above, below = combine(x.real - y.imag, x.imag + y.real), combine(x.real + y.imag, x.imag - y.real)  # x + iy, x - iy
    root = np.sqrt(multiply(above, below))
    log = np.log(divide(above, root))
    # Near 1 the logarithm loses what an arctangent keeps; the root is about x there, or its negative.
    ratio = divide(y, x)
    near = (np.maximum(np.abs(ratio.real), np.abs(ratio.imag)) < 0.5) & np.isfinite(root)
    angle = np.arctan(ratio)
    side = np.where(angle.real == 0, y.real, -angle.real)  # of the cut: a zero says nothing
    turn = np.where(root.real * x.real + root.imag * x.imag < 0, np.copysign(np.longdouble(np.pi), side), 0)
    found = combine(np.where(near, angle.real + turn, log.imag), np.where(near, angle.imag, -log.real))
    return found.astype(np.complex128)
