"""Functions of complex numbers, as pairs (real part, imaginary part) of values.

float pairs are computed in double and rounded once: nothing overflows on the way, and what cancels has digits to
spare. double pairs use the scalings and error terms that this spares the floats. Branch cuts, signs of zeros and
limits are those of Annex G of the C standard unless a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.lanes import (
    DOUBLE,
    INFINITY,
    Lanes,
    any_lane,
    at_most,
    fma,
    narrow,
    select,
    sign_of,
    sqrt,
    two_sum,
    widen,
    with_sign,
)
from hloom.codegen.llvm.math.basic import cbrt_of
from hloom.codegen.llvm.math.exponential import (
    decay_of,
    exponential_minus_one_of,
    factor_parts,
    half_exponential_of,
    scaled_product,
    sinh_of,
)
from hloom.codegen.llvm.math.inverse_trigonometric import atan2_of
from hloom.codegen.llvm.math.logarithm import log_of, log_plus_one_of
from hloom.codegen.llvm.math.trigonometric import sine_and_cosine_of, tan_of

#: A complex number of values, and of `Lanes` inside a formula.
Pair = tuple[Value, Value]
Complex = tuple[Lanes, Lanes]


def complex_emitter(
    formula: Callable[..., Complex], widened: Callable[..., Complex] | None = None
) -> Callable[..., Pair]:
    """An emitter `(f, (re, im), ...) -> (re, im)` from a formula over double pairs.

    float pairs go through `widened`, in double, where the full formula would take care of what floats cannot do.
    """

    def emit(f: Function, *arguments: Pair) -> Pair:
        numbers = [(Lanes(f, re), Lanes(f, im)) for re, im in arguments]
        if numbers[0][0].is_double:
            re, im = formula(*numbers)
        else:
            re, im = map(narrow, (widened or formula)(*((widen(re), widen(im)) for re, im in numbers)))
        return re.value, im.value

    emit.__name__, emit.__doc__ = formula.__name__, formula.__doc__
    return emit


# -- exact sums and products ----------------------------------------------------------------------------------------
def difference_of_products(a: Lanes, b: Lanes, c: Lanes, d: Lanes) -> Lanes:
    """a b - c d without cancellation of rounding errors (Kahan)."""
    product = c * d
    return fma(a, b, -product) - fma(c, d, -product)


# -- powers of two ----------------------------------------------------------------------------------------------------
def binary_exponent(x: Lanes) -> Lanes:
    """The integer e with 2^e <= |x| < 2^(e+1), as i64 lanes, within [-1021, 1022]: so that 2^-e is a normal number."""
    field = abs(x).bits().shift_right_logical(DOUBLE.fraction_bits) - DOUBLE.bias
    field = select(field > 1022, 1022, field)
    return select(field < -1021, -1021, field)


def two_to(exponent: Lanes) -> Lanes:
    return (exponent + DOUBLE.bias << DOUBLE.fraction_bits).as_float()


def scale_of(x: Lanes) -> Lanes:
    """The power of two that brings x to size 1."""
    return two_to(-binary_exponent(x))


def _scaled(y: Lanes, exponent: Lanes) -> Lanes:
    """y 2^exponent for |exponent| <= 2044; rounded once if y is of moderate size."""
    half = exponent >> 1
    return y * two_to(half) * two_to(exponent - half)


def finite(x: Lanes) -> Lanes:
    return abs(x) < INFINITY


def is_infinite(x: Lanes) -> Lanes:
    return abs(x).equals(INFINITY)


def larger(a: Lanes, b: Lanes) -> Lanes:
    return select(abs(a) > abs(b), a, b)


# -- arithmetic -----------------------------------------------------------------------------------------------------
def multiply(f: Function, x: Pair, y: Pair) -> Pair:
    """The textbook product, each operation rounded, as NumPy and XLA have it (no recovery of infinities)."""
    (a, b), (c, d) = ((Lanes(f, re), Lanes(f, im)) for re, im in (x, y))
    return (a * c - b * d).value, (a * d + b * c).value


def _widened_quotient(x: Complex, y: Complex) -> Complex:
    (a, b), (c, d) = x, y
    size = c * c + d * d
    return _recovered_quotient(x, y, (a * c + b * d) / size, (b * c - a * d) / size)


def divide_of(x: Complex, y: Complex) -> Complex:
    """x / y; infinities and division by zero as in Annex G."""
    (a, b), (c, d) = x, y
    # Operands of size 1 cannot overflow; the powers of two come back in at the end.
    top_exponent, bottom_exponent = binary_exponent(larger(a, b)), binary_exponent(larger(c, d))
    up, down = two_to(-top_exponent), two_to(-bottom_exponent)
    a, b, c, d = a * up, b * up, c * down, d * down
    size = c * c + d * d
    exponent = top_exponent - bottom_exponent
    re, im = _scaled((a * c + b * d) / size, exponent), _scaled((b * c - a * d) / size, exponent)
    return _recovered_quotient(x, y, re, im)


divide = complex_emitter(divide_of, _widened_quotient)


def _recovered_quotient(x: Complex, y: Complex, re: Lanes, im: Lanes) -> Complex:
    """The quotient x / y, given as computed, with the infinities and zeros that NaN has swallowed."""
    (a, b), (c, d) = x, y
    f = a.f
    failed = re.is_nan() & im.is_nan()
    results = [f.variable(re.value), f.variable(im.value)]
    with f.when(any_lane(failed)):
        top_infinite, bottom_infinite = (is_infinite(p) | is_infinite(q) for p, q in (x, y))
        by_zero = c.equals(0.0) & d.equals(0.0)
        recovered = failed & (by_zero | (top_infinite ^ bottom_infinite))
        p, q = (_direction(part, top_infinite) for part in x)
        u, v = (_direction(part, bottom_infinite) for part in y)
        infinity = with_sign(a.like(INFINITY), sign_of(c))
        factor = select(top_infinite, INFINITY, a.like(0.0))
        quotients = (infinity * a, factor * (p * u + q * v)), (infinity * b, factor * (q * u - p * v))
        for result, (over_zero, other) in zip(results, quotients):
            f.set(result, select(recovered, select(by_zero, over_zero, other), Lanes(f, f.get(result))).value)
    return Lanes(f, f.get(results[0])), Lanes(f, f.get(results[1]))


def _direction(part: Lanes, infinite: Lanes) -> Lanes:
    """A part of a number that is `infinite` as a whole: 1 if the part is infinite too, else 0, with its sign."""
    return select(infinite, with_sign(select(is_infinite(part), 1.0, part.like(0.0)), sign_of(part)), part)


def _hypotenuse(a: Lanes, b: Lanes) -> Lanes:
    """sqrt(a^2 + b^2) in double without overflow; infinite if either is."""
    exponent = binary_exponent(larger(a, b))
    down = two_to(-exponent)
    p, q = a * down, b * down
    result = sqrt(fma(p, p, q * q)) * two_to(exponent)
    return select(is_infinite(a) | is_infinite(b), INFINITY, result)


def absolute(f: Function, x: Pair) -> Value:
    """|x|, one real value; infinite if a part is, even if the other is NaN."""
    re, im = Lanes(f, x[0]), Lanes(f, x[1])
    if re.is_double:
        return _hypotenuse(re, im).value
    a, b = widen(re), widen(im)
    result = narrow(sqrt(fma(a, a, b * b)))
    return select(is_infinite(re) | is_infinite(im), INFINITY, result).value


@complex_emitter
def sign(x: Complex) -> Complex:
    """x / |x|; +0 in both parts for 0."""
    a, b = x
    down = two_to(-binary_exponent(larger(a, b)))
    p, q = a * down, b * down
    length = sqrt(fma(p, p, q * q))
    zero = length.equals(0.0)
    return select(zero, 0.0, p / length), select(zero, 0.0, q / length)


# -- exponentials and logarithms ------------------------------------------------------------------------------------
def exponential_complex(x: Complex) -> Complex:
    """e^x. Where the imaginary part is not finite both parts are NaN, whatever the real part is, as in the evaluator."""
    a, b = x
    n, fraction = factor_parts(a)
    sine, cosine = sine_and_cosine_of(b)
    # e^a may overflow and its products with a small sine not.
    size = select(a.equals(INFINITY), INFINITY, fraction + 1.0)
    re, im = scaled_product(size, cosine, n), scaled_product(size, sine, n)
    return re, select(b.equals(0.0), b, im)


exponential = complex_emitter(exponential_complex)


@complex_emitter
def exponential_minus_one(x: Complex) -> Complex:
    """e^x - 1."""
    a, b = x
    re, im = exponential_complex(x)
    half_sine, _ = sine_and_cosine_of(0.5 * b)
    _, cosine = sine_and_cosine_of(b)
    # e^a cos b - 1 = (e^a - 1) cos b - 2 sin(b/2)^2
    near = fma(exponential_minus_one_of(a), cosine, (half_sine * half_sine) * -2.0)
    return select(abs(a) < 1.0, near, re - 1.0), im


def log_of_square_sum(a: Lanes, b: Lanes, extra: Lanes) -> Lanes:
    """log(1 + extra + a^2 + b^2) / 2 for moderate numbers, accurate also where the sum is near 0."""
    aa, bb = a * a, b * b
    total, low = two_sum(extra, aa)
    total, more = two_sum(total, bb)
    low = (low + more) + (fma(a, a, -aa) + fma(b, b, -bb))
    high, rest = two_sum(total, low)
    return 0.5 * log_plus_one_of(high, rest)


def log_of_size(a: Lanes, b: Lanes) -> Lanes:
    """log sqrt(a^2 + b^2) for any numbers but those near the unit circle."""
    swapped = abs(b) > abs(a)
    large, small = abs(select(swapped, b, a)), abs(select(swapped, a, b))
    ratio = select(small.equals(0.0), 0.0, small / large)
    result = log_of(large) + 0.5 * log_plus_one_of(ratio * ratio)
    infinite = large.equals(INFINITY) | small.equals(INFINITY)
    return select(infinite, INFINITY, result)


def log_complex(x: Complex) -> Complex:
    """Natural logarithm; the imaginary part lies in [-pi, pi]."""
    a, b = x
    largest = abs(larger(a, b))
    near = (largest > 0.5) & (largest < 2.0)
    re = select(near, log_of_square_sum(a, b, a.like(-1.0)), log_of_size(a, b))
    return re, atan2_of(b, a)


log = complex_emitter(log_complex)


@complex_emitter
def log_plus_one(x: Complex) -> Complex:
    """log(1 + x)."""
    a, b = x
    near = abs(larger(a, b)) < 4.0
    re = select(near, log_of_square_sum(a, b, a + a), log_of_size(a + 1.0, b))
    return re, atan2_of(b, a + 1.0)


@complex_emitter
def cbrt(x: Complex) -> Complex:
    """The principal cube root: a third of the argument, which lies in [-pi, pi]."""
    a, b = x
    size = cbrt_of(_hypotenuse(a, b))
    angle = atan2_of(b, a) / 3.0
    sine, cosine = sine_and_cosine_of(angle)
    # On the real axis an infinite size must not meet the zero of the sine.
    return size * cosine, select(angle.equals(0.0), angle, size * sine)


# -- roots ----------------------------------------------------------------------------------------------------------
def square_root_of(x: Complex) -> Complex:
    """Square root with a real part >= 0."""
    a, b = x
    # An even power of two brings both parts to a size whose squares are harmless.
    exponent = binary_exponent(larger(a, b)) & -2
    down = two_to(-exponent)
    p, q = abs(a * down), b * down
    t = sqrt(0.5 * (p + sqrt(fma(p, p, q * q))))
    large = t * two_to(exponent >> 1)
    small = select(t.equals(0.0), 0.0, abs(b) / (large + large))
    left = a.bits() < 0
    re, im = select(left, small, large), select(left, large, small)
    re, im = abs(re), with_sign(abs(im), sign_of(b))
    # Infinities: an infinite imaginary part wins, an infinite real one leaves a zero or NaN.
    right_end, left_end = a.equals(INFINITY), a.equals(-INFINITY)
    rest = select(b.compare("uno", b), b, a.like(0.0))
    re = select(right_end, INFINITY, select(left_end, rest, re))
    im = select(right_end, select(b.compare("uno", b), b, with_sign(b.like(0.0), sign_of(b))), im)
    im = select(left_end, with_sign(b.like(INFINITY), sign_of(b)), im)
    tall = is_infinite(b)
    return select(tall, INFINITY, re), select(tall, b, im)


square_root = complex_emitter(square_root_of)


@complex_emitter
def rsqrt(x: Complex) -> Complex:
    """1 / sqrt(x)."""
    re, im = square_root_of(x)
    re, im = divide_of((re.like(1.0), re.like(0.0)), (re, im))
    return re, with_sign(abs(im), sign_of(-x[1]))  # zeros, too


# -- trigonometry ---------------------------------------------------------------------------------------------------
def _hyperbolic_parts(b: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """(c, s, n) with cosh(b) = 2^n c and sinh(b) = 2^n s."""
    n, fraction = factor_parts(abs(b))
    large = abs(b) > 40.0
    growing = select(is_infinite(b), INFINITY, 0.5 * (fraction + 1.0))
    moderate = at_most(abs(b), 41.0)
    half = half_exponential_of(moderate)
    cosh = select(large, growing, half + 0.25 / half)
    sinh = select(large, growing, sinh_of(moderate))
    return cosh, with_sign(sinh, sign_of(b)), select(large, n, 0.0)


def _sine_of(x: Complex) -> Complex:
    """sin(x)."""
    a, b = x
    sin, cos = sine_and_cosine_of(a)
    cosh, sinh, n = _hyperbolic_parts(b)
    re, im = scaled_product(cosh, sin, n), scaled_product(sinh, cos, n)
    wild = ~finite(a) & (b.equals(0.0) | is_infinite(b))
    return select(a.equals(0.0), a, re), select(wild, b, im)


sine = complex_emitter(_sine_of)


def _cosine_of(x: Complex) -> Complex:
    """cos(x)."""
    a, b = x
    sin, cos = sine_and_cosine_of(a)
    cosh, sinh, n = _hyperbolic_parts(b)
    re, im = scaled_product(cosh, cos, n), -scaled_product(sinh, sin, n)
    re = select(~finite(a) & is_infinite(b), INFINITY, re)
    # Zeros times infinity or NaN; the sign is that of -a b, to which a NaN adds none.
    zero = (a.equals(0.0) & ~finite(b)) | (b.equals(0.0) & ~finite(a))
    p, q = (select(part.is_nan(), 0.0, part) for part in x)
    return re, select(zero, with_sign(a.like(0.0), sign_of(p) ^ sign_of(-q)), im)


cosine = complex_emitter(_cosine_of)


def _tanh_of(x: Complex) -> Complex:
    """Hyperbolic tangent."""
    a, b = x
    # Kahan's formula: t = tan b, s = sinh a, tanh = (s sqrt(1 + s^2) (1 + t^2) + i t) / (1 + (1 + t^2) s^2)
    moderate = with_sign(at_most(abs(a), 25.0), sign_of(a))
    s, t = sinh_of(moderate), tan_of(b)
    beta = fma(t, t, 1.0)
    denominator = fma(beta * s, s, 1.0)
    re = beta * sqrt(fma(s, s, 1.0)) * s / denominator
    im = t / denominator
    # Far out the real part is 1 and the imaginary part 4 sin(b) cos(b) e^-2|a|.
    far = abs(a) > 22.0
    sin, cos = sine_and_cosine_of(b)
    decay = decay_of(-abs(a))
    far_im = 4.0 * (sin * decay) * (cos * decay)
    far_im = select(is_infinite(a) & ~finite(b), with_sign(b.like(0.0), sign_of(b)), far_im)
    limit = far & (finite(b) | is_infinite(a))
    re = select(limit, with_sign(re.like(1.0), sign_of(a)), re)
    im = select(limit, far_im, im)
    return select(a.equals(0.0), a, re), select(b.equals(0.0), b, im)


tanh = complex_emitter(_tanh_of)


@complex_emitter
def sinh(x: Complex) -> Complex:
    """sinh(x) = -i sin(i x)."""
    a, b = x
    re, im = _sine_of((-b, a))
    return im, -re


@complex_emitter
def cosh(x: Complex) -> Complex:
    """cosh(x) = cos(i x)."""
    a, b = x
    return _cosine_of((-b, a))


@complex_emitter
def tan(x: Complex) -> Complex:
    """tan(x) = -i tanh(i x)."""
    a, b = x
    re, im = _tanh_of((-b, a))
    return im, -re


@complex_emitter
def logistic(x: Complex) -> Complex:
    """1 / (1 + e^-x)."""
    a, b = x
    # With the decaying one of e^x and e^-x nothing overflows.
    left = a < 0.0
    re, im = exponential_complex((-abs(a), select(left, b, -b)))
    top = select(left, re, re.like(1.0)), select(left, im, im.like(0.0))
    return divide_of(top, (re + 1.0, im))
