"""Arcsine, arccosine and arctangents."""

from __future__ import annotations

from hloom.codegen.llvm.lanes import (
    Lanes,
    elementwise,
    flip_sign,
    fma,
    polynomial,
    select,
    sign_of,
    sqrt,
    with_sign,
)
from hloom.codegen.llvm.math.coefficients import ASIN, ATAN, ATAN_OF_HALF, HALF_PI_PARTS, PI_PARTS


def _atan_of_ratio(numerator: Lanes, denominator: Lanes, negative: Lanes) -> Lanes:
    """The angle in [0, pi] whose tangent is numerator / denominator, both >= 0, mirrored where `negative`."""
    element = numerator.format.element
    swapped = numerator > denominator
    low, high = select(swapped, denominator, numerator), select(swapped, numerator, denominator)
    # Equal sides, infinite ones among them, are a ratio of 1; two zeros are a ratio of 0.
    t = select(high.equals(0.0), low, select(low.equals(high), 1.0, low / high))
    square = t * t
    angle = fma(polynomial(square, ATAN[element]) * square, t, t)
    # The angle is counted from pi/2 if swapped, else from 0, or pi in the mirror image.
    half_pi, half_pi_low = HALF_PI_PARTS[element][:2]
    pi, pi_low = PI_PARTS[element]
    base = select(swapped, half_pi, select(negative, pi, t.like(0.0)))
    base_low = select(swapped, half_pi_low, select(negative, pi_low, t.like(0.0)))
    return base + (select(swapped ^ negative, -angle, angle) + base_low)


def atan2_of(y: Lanes, x: Lanes) -> Lanes:
    """The angle of the point (x, y), in [-pi, pi]; signs of zeros count, as in C."""
    negative = x.bits() < 0
    return with_sign(_atan_of_ratio(abs(y), abs(x), negative), sign_of(y))


atan2 = elementwise(atan2_of)


@elementwise
def atan(x: Lanes) -> Lanes:
    """Arctangent."""
    return _atan_by_thirds(x) if x.is_double else _atan_by_halves(x)


#: tan 1/2, or a little more: beyond, a unit in the last place of the arctangent is as large as what (x - 1) / (x + 1) errs by.
_HALF_A_RADIAN = 0.54631


def _atan_by_thirds(x: Lanes) -> Lanes:
    """atan |x| = b + atan t: t = |x| and b = 0 up to tan 1/2, t = (|x| - 1) / (|x| + 1) and b = pi/4 up to 2, else t = -1 / |x|
    and b = pi/2. For |t| <= tan 1/2 in f64 eight terms less do than for |t| <= 1, which take longer than to choose."""
    magnitude = abs(x)
    middle, large = magnitude > _HALF_A_RADIAN, magnitude > 2.0
    t = (select(large, -1.0, select(middle, magnitude - 1.0, magnitude))
         / select(large, magnitude, select(middle, magnitude + 1.0, 1.0)))
    half_pi, half_pi_low = HALF_PI_PARTS["double"][:2]
    base = select(large, half_pi, select(middle, half_pi / 2, x.like(0.0)))
    square = t * t
    angle = fma(polynomial(square, ATAN_OF_HALF) * square, t, t)
    return with_sign(base + fma(base, half_pi_low / half_pi, angle), sign_of(x))


def _atan_by_halves(x: Lanes) -> Lanes:
    """atan |x| = pi/2 - atan 1/|x| beyond 1."""
    element = x.format.element
    magnitude = abs(x)
    large = magnitude > 1.0
    t = select(large, 1.0 / magnitude, magnitude)
    square = t * t
    angle = fma(polynomial(square, ATAN[element]) * square, t, t)
    half_pi, half_pi_low = HALF_PI_PARTS[element][:2]
    return with_sign(select(large, half_pi - (angle - half_pi_low), angle), sign_of(x))


def _asin_parts(x: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """(far, s, tail): the arcsine of |x| is s + tail, or pi/2 - 2 (s + tail) if far, that is |x| > 1/2."""
    magnitude = abs(x)
    far = magnitude > 0.5
    z = select(far, fma(magnitude, -0.5, 0.5), magnitude * magnitude)
    s = select(far, sqrt(z), magnitude)
    return far, s, polynomial(z, ASIN[x.format.element]) * z * s


def _from_angle(base: tuple[float, ...], s: Lanes, tail: Lanes) -> Lanes:
    """The two parts of `base`, less s + tail."""
    total = base[0] - s
    rounding = (base[0] - total) - s
    return total + (rounding - (tail - base[1]))


@elementwise
def asin(x: Lanes) -> Lanes:
    """Arcsine; NaN outside [-1, 1]."""
    far, s, tail = _asin_parts(x)
    result = select(far, _from_angle(HALF_PI_PARTS[x.format.element], s + s, tail + tail), s + tail)
    return with_sign(result, sign_of(x))


@elementwise
def acos(x: Lanes) -> Lanes:
    """Arccosine; NaN outside [-1, 1]."""
    far, s, tail = _asin_parts(x)
    sign = sign_of(x)
    near_result = _from_angle(HALF_PI_PARTS[x.format.element], flip_sign(s, sign), flip_sign(tail, sign))
    doubled, doubled_tail = s + s, tail + tail
    far_result = select(x < 0.0, _from_angle(PI_PARTS[x.format.element], doubled, doubled_tail), doubled + doubled_tail)
    return select(far, far_result, near_result)
