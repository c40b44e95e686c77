"""Functions by series: a Bessel function, the Hurwitz zeta function, the derivatives of digamma.

All are computed in double, by the formulas and tables of `numbers.special`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Value, zero
from hloom.codegen.llvm.lanes import (
    INFINITY,
    NAN,
    Lanes,
    any_lane,
    at_least,
    at_most,
    elementwise,
    fma,
    in_double,
    narrow,
    round_to_integer,
    select,
    sign_of,
    sqrt,
    widen,
    with_sign,
)
from hloom.codegen.llvm.math.exponential import exponential_of
from hloom.codegen.llvm.math.gamma import digamma, lgamma
from hloom.codegen.llvm.math.power import power
from hloom.numbers.special_tables import BERNOULLI_OVER_FACTORIAL, BESSEL_I1E_LARGE, BESSEL_I1E_SMALL

#: Terms of the zeta function before the formula for the rest.
_TERMS = 10


def _chebyshev(t: Lanes, coefficients: Sequence[float]) -> Lanes:
    """The sum of c[k] T_k(t) by Clenshaw's rule."""
    twice = t + t
    last, before = t.like(0.0), t.like(0.0)
    for coefficient in reversed(coefficients[1:]):
        last, before = fma(twice, last, coefficient - before), last
    return fma(t, last, coefficients[0] - before)


@elementwise
def bessel_i1e(x: Lanes) -> Lanes:
    """e^-|x| I1(x)."""
    if not x.is_double:
        return narrow(_bessel_i1e_of(widen(x), 2.0**-30))
    return _bessel_i1e_of(x, 0.0)


def _bessel_i1e_of(x: Lanes, smallest: float) -> Lanes:
    """The function in double, without terms of coefficients up to `smallest`."""
    size = abs(x)
    near, far = at_most(size, 8.0), at_least(size, 8.0)
    below, above = ([c for c in table if abs(c) > smallest] for table in (BESSEL_I1E_SMALL, BESSEL_I1E_LARGE))
    small = near * _chebyshev(fma(near, 0.25, -1.0), below)
    large = _chebyshev(16.0 / far - 1.0, above) / sqrt(far)
    return with_sign(select(size <= 8.0, small, large), sign_of(x))


def _power(x: Lanes, y: Lanes) -> Lanes:
    return Lanes(x.f, power(x.f, x.value, y.value))


def _zeta_of_positive(x: Lanes, q: Lanes) -> Lanes:
    """For x > 1 and q > 0, by the Euler-Maclaurin formula after some terms."""
    f = x.f
    total = f.variable(zero(x.type))
    with f.loop(0, _TERMS) as k:
        count = Lanes(f, f.splat(f.cast("sitofp", k, "double"), x.width))
        f.set(total, (Lanes(f, f.get(total)) + _power(q + count, -x)).value)
    far = q + float(_TERMS)
    last = _power(far, -x)
    result = Lanes(f, f.get(total)) + last * far / (x - 1.0) + 0.5 * last
    rising, scale = x, last / far
    for k, coefficient in enumerate(BERNOULLI_OVER_FACTORIAL):
        # For large x the powers underflow before the factors in front of them overflow.
        result = result + select(scale.equals(0.0), 0.0, coefficient * rising * scale)
        rising = rising * (x + (2 * k + 1.0)) * (x + (2 * k + 2.0))
        scale = scale / (far * far)
    return result


def _is_even(x: Lanes) -> Lanes:
    half = 0.5 * x
    return round_to_integer(half).equals(half) & (abs(x) < INFINITY)  # as `numbers.special` has it


def _zeta_of(x: Lanes, q: Lanes) -> Lanes:
    f = x.f
    integral = x.intrinsic("floor").equals(x)
    even = integral & _is_even(x)
    order = select(x > 1.0, x, 2.0)
    # For q = f - m, the first m terms are those of zeta(x, 1 - f) with the sign of (-1)^x, less those from m on.
    whole = q.intrinsic("floor")
    negative = q < 0.0
    fraction = select(negative & ~whole.equals(q), q - whole, 0.5)
    places = [select(q > 0.0, q, 1.0), 1.0 - fraction + select(negative, -whole, 0.0), 1.0 - fraction, fraction]
    slots = f.slot(x.type, len(places))

    def slot(k: Value | int) -> Value:
        return f.address(slots, k, x.type)

    for k, place in enumerate(places):
        f.store(place.value, slot(k))
    count = f.select(any_lane(q <= 0.0), Value("i64", str(len(places))), Value("i64", "1"))
    with f.loop(0, count) as k:
        f.store(_zeta_of_positive(order, Lanes(f, f.load(x.type, slot(k)))).value, slot(k))
    positive, rest, behind, first = (Lanes(f, f.load(x.type, slot(k))) for k in range(len(places)))
    backward = behind - rest
    reflected = first + select(even, backward, -backward)
    reflected = select(integral, reflected, NAN)
    reflected = select(q.equals(whole), select(even, q.like(INFINITY), NAN), reflected)
    result = select(q > 0.0, select(abs(q).equals(INFINITY), 0.0, positive), reflected)
    result = select(x.equals(1.0), INFINITY, select(x < 1.0, NAN, result))
    return select(x.is_nan() | q.is_nan(), NAN, result)


@elementwise
@in_double
def zeta(x: Lanes, q: Lanes) -> Lanes:
    """The Hurwitz zeta function, the sum of (q + k)^-x; its special values are those of `numbers.special.zeta`."""
    return _zeta_of(x, q)


@elementwise
@in_double
def polygamma(n: Lanes, x: Lanes) -> Lanes:
    """The n-th derivative of digamma, (-1)^(n+1) n! zeta(n + 1, x); NaN unless n is an integer >= 0."""
    f = x.f
    valid = (n >= 0.0) & n.intrinsic("floor").equals(n)
    order = select(valid & (n > 0.0), n, 1.0)
    factorial = exponential_of(Lanes(f, lgamma(f, (order + 1.0).value)))
    magnitude = factorial * _zeta_of(order + 1.0, x)
    result = select(_is_even(order), -magnitude, magnitude)
    result = select(n.equals(0.0), Lanes(f, digamma(f, x.value)), result)
    return select(valid, result, NAN)
