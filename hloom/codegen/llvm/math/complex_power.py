"""Complex numbers to the power of complex numbers.

x^y is e^(y log x). What y log x lacks in absolute terms the result lacks in relative ones, and the angle loses as many digits as
y log x is long: so it is computed as a sum of two doubles.
"""

from __future__ import annotations

from math import factorial

from hloom.codegen.llvm.lanes import INFINITY, NAN, Lanes, any_lane, fma, select, sign_of, with_sign
from hloom.codegen.llvm.math.coefficients import HALF_PI_PARTS, LN2_PARTS, PI_PARTS
from hloom.codegen.llvm.math.complex_functions import (
    Complex,
    binary_exponent,
    complex_emitter,
    exponential_complex,
    finite,
    is_infinite,
    larger,
    log_complex,
    log_of_square_sum,
    two_to,
)
from hloom.codegen.llvm.math.double_double import Complex2, Double2, exact_sum
from hloom.codegen.llvm.math.exponential import factor_parts, scaled_product
from hloom.codegen.llvm.math.inverse_trigonometric import atan2_of
from hloom.codegen.llvm.math.trigonometric import sine_and_cosine_of
from hloom.numbers.complex_power import inverse_factorial

#: The largest double.
_LARGEST = 1.7976931348623157e308
#: How long a product in double may be whose error is not to be seen in a float.
_LONG = 2.0**20

#: How often an argument of `_exponential_minus_one` is halved; terms of its series, and those of them in double.
_HALVINGS, _TERMS, _SHORT_TERMS = 4, 17, 8


def _exponential_minus_one(a: Lanes, b: Lanes) -> Complex2:
    """e^(a + b i) - 1 for a size below 0.9, with an error of about 2^-100 relative to the result."""
    a, b = a * 0.5**_HALVINGS, b * 0.5**_HALVINGS
    # z (1 + z (1/2 + z (1/6 + ...))): the later terms in double, then as sums of two.
    re, im = a.like(1.0 / factorial(_TERMS)), a.like(0.0)
    for n in range(_TERMS - 1, _TERMS - 1 - _SHORT_TERMS, -1):
        re, im = fma(re, a, fma(-im, b, 1.0 / factorial(n))), fma(re, b, im * a)
    zero = a.like(0.0)
    total = Complex2(Double2(re, zero), Double2(im, zero))
    for n in range(_TERMS - 1 - _SHORT_TERMS, 0, -1):
        product = total.times(a, b)
        total = Complex2(Double2(*map(a.like, inverse_factorial(n))) + product.re, product.im)
    total = total.times(a, b)
    for _ in range(_HALVINGS):  # e^2z - 1 = (e^z - 1) (2 + (e^z - 1))
        total = total * Complex2(Double2(a.like(2.0), zero) + total.re, total.im)
    return total


def _log_in_two_parts(x: Complex) -> tuple[Double2, Double2]:
    """The parts of log x for a finite x that is not 0, with an error of about 2^-99 relative to the size of log x."""
    a, b = x
    largest = abs(larger(a, b))
    tiny, large = largest < 2.0**-900, largest > 2.0**900
    moved = select(tiny, 2.0**60, select(large, 2.0**-60, a.like(1.0)))
    a, b = a * moved, b * moved
    # x = 2^k i^n u for |u| in [sqrt(1/2), sqrt(2)] and the angle of u in [-pi/4, pi/4]: log u is small only where log x is.
    exponent = binary_exponent(larger(a, b))
    down = two_to(-exponent)
    p, q = a * down, b * down
    wide = fma(p, p, q * q) >= 2.0
    half = select(wide, 0.5, p.like(1.0))
    p, q = p * half, q * half
    k = exponent.cast("sitofp", "double") + select(tiny, -60.0, select(large, 60.0, p.like(0.0)))
    k = select(wide, k + 1.0, k)
    upright, left = abs(q) > abs(p), p.bits() < 0
    opposite = (upright & ~(q.bits() < 0)) | (~upright & left)
    u, v = abs(select(upright, q, p)), select(upright, p, q)
    v = select(opposite, -v, v)
    turns = [select(upright, half_pi, select(left, pi, p.like(0.0)))
             for half_pi, pi in zip(HALF_PI_PARTS["double"], PI_PARTS["double"])]
    turn = Double2(*(with_sign(part, sign_of(q)) for part in turns))
    # A step of Newton's method from log u in double: e = u / e^(log u) - 1 is what log u lacks.
    re, im = log_of_square_sum(u, v, u.like(-1.0)), atan2_of(v, u)
    inverse = _exponential_minus_one(-re, -im)
    product = inverse.times(u, v)
    error = Complex2(product.re + Double2(u - 1.0, u.like(0.0)), product.im + Double2(v, u.like(0.0)))
    e, e_im = error.re.high + error.re.low, error.im.high + error.im.low
    rest, rest_im = fma(-0.5 * e, e, fma(0.5 * e_im, e_im, e)), fma(-e, e_im, e_im)
    high_part, low_part = LN2_PARTS["double"]
    angle = turn + exact_sum(im, rest_im)
    return Double2(k.like(high_part), k.like(low_part)).times(k) + exact_sum(re, rest), Double2(
        with_sign(abs(angle.high), sign_of(q)), angle.low)  # a zero, too, has the sign of the imaginary part


def _exponential(re: Double2, im: Double2) -> Complex:
    """e^(re + im i) for finite numbers."""
    low = select(abs(re.high) < 1e4, re.low, 0.0)
    n, fraction = factor_parts(re.high, low)
    (sine, cosine), (low_sine, low_cosine) = sine_and_cosine_of(im.high), sine_and_cosine_of(im.low)
    sine, cosine = fma(cosine, low_sine, sine * low_cosine), fma(-sine, low_sine, cosine * low_cosine)
    size = fraction + 1.0
    return scaled_product(size, cosine, n), select(im.high.equals(0.0), im.high, scaled_product(size, sine, n))


def _power_in_double(x: Complex, y: Complex) -> Complex:
    """x^y in double, for numbers of float precision: y log x as one double will do unless it is long."""
    f, (a, b), (c, d) = x[0].f, x, y
    size, angle = log_complex((select(a.equals(0.0) & b.equals(0.0), 1.0, a), b))
    re, im = c * size - d * angle, c * angle + d * size
    results = [f.variable(part.value) for part in exponential_complex((re, im))]
    with f.when(any_lane((abs(c) + abs(d)) * (abs(size) + abs(angle)) > _LONG)):
        for result, part in zip(results, _exact_power(x, y)):
            f.set(result, part.value)
    return _limits(x, y, (Lanes(f, f.get(results[0])), Lanes(f, f.get(results[1]))))


def _exact_power(x: Complex, y: Complex) -> Complex:
    """x^y for finite numbers."""
    (a, b), (c, d) = x, y
    zero = a.equals(0.0) & b.equals(0.0)
    size, angle = _log_in_two_parts((select(zero, 1.0, a), b))
    # A large exponent is multiplied by less than itself, so that only what it means can overflow.
    huge = abs(larger(c, d)) > 2.0**990
    down, up = select(huge, 2.0**-20, c.like(1.0)), select(huge, 2.0**20, c.like(1.0))
    p, q = c * down, d * down
    re, im = size.times(p) - angle.times(q), angle.times(p) + size.times(q)
    plain = p * angle.high + q * size.high  # a zero has the sign that multiplication gives it
    turn, turn_low = select(im.high.equals(0.0), plain, im.high) * up, im.low * up
    # No digit of an angle beyond all doubles is known: any will do.
    beyond = is_infinite(turn)
    turn = select(beyond, with_sign(turn.like(_LARGEST), sign_of(turn)), turn)
    return _exponential(Double2(re.high * up, re.low * up), Double2(turn, select(beyond, 0.0, turn_low)))


def _limits(x: Complex, y: Complex, result: Complex) -> Complex:
    """x^y, given as computed for finite numbers, with what it is where it is no ordinary number."""
    (a, b), (c, d) = x, y
    nan, nothing, real = c.like(NAN), c.like(0.0), b.equals(0.0)
    limit = select(c > 0.0, INFINITY, select(c < 0.0, 0.0, nan))
    to_zero = select(c > 0.0, 0.0, nan)
    for case, re, im in (
        (~(finite(a) & finite(b) & finite(c) & finite(d)), nan, nan),
        (a.equals(INFINITY) & real & d.equals(0.0), limit, select(limit.is_nan(), nan, 0.0)),
        (a.equals(0.0) & real, to_zero, to_zero),
        ((a.equals(1.0) & real) | (c.equals(0.0) & d.equals(0.0)), c.like(1.0), nothing),
    ):
        result = select(case, re, result[0]), select(case, im, result[1])
    return result


def _power(x: Complex, y: Complex) -> Complex:
    """x^y. 1^y and x^0 are 1; 0^y is 0 where the real part of y is positive; a positive infinity to the power of a real number is
    infinite or 0; where else a part is not finite the result is NaN.

    As long as |y log x| is below 2^46, the error is that of e^z for the right z.
    """
    return _limits(x, y, _exact_power(x, y))


power = complex_emitter(_power, _power_in_double)
