"""Inverse trigonometric and hyperbolic functions of complex numbers, after Kahan (1987).

Arctangents and hyperbolic arcsines of parts of products of square roots settle the branch cuts and keep both parts
accurate. Far from the origin the functions are logarithms.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.lanes import INFINITY, Lanes, fma, select, sign_of, with_sign
from hloom.codegen.llvm.math.complex_functions import (
    Complex,
    complex_emitter,
    difference_of_products,
    divide_of,
    finite,
    is_infinite,
    larger,
    log_complex,
    log_of_size,
    scale_of,
    square_root_of,
)
from hloom.codegen.llvm.math.inverse_hyperbolic import asinh_of
from hloom.codegen.llvm.math.inverse_trigonometric import atan2_of
from hloom.codegen.llvm.math.logarithm import log_plus_one_of

#: From here on the logarithms serve, and squares would overflow soon.
_LARGE = 2.0**100


def _is_large(x: Complex) -> Lanes:
    return abs(larger(*x)) > _LARGE


def _log_of_double(x: Complex) -> Lanes:
    """log |2 x| for a large x."""
    return log_of_size(*x) + math.log(2)


def _asin_of(x: Complex) -> Complex:
    """Arcsine; cut along the real axis beyond -1 and 1."""
    a, b = x
    p, q = square_root_of((1.0 - a, -b))
    u, v = square_root_of((a + 1.0, b))
    large = _is_large(x)
    re = atan2_of(a, select(large, abs(b), p * u - q * v))
    im = select(large, with_sign(_log_of_double(x), sign_of(b)), asinh_of(p * v - q * u))
    # Beside a NaN: an infinite number has an infinite arcsine, one on the imaginary axis stays there.
    im = select(is_infinite(a) | is_infinite(b), with_sign(b.like(INFINITY), sign_of(b)), im)
    return select(a.equals(0.0), a, re), im


asin = complex_emitter(_asin_of)


@complex_emitter
def asinh(x: Complex) -> Complex:
    """asinh(x) = -i asin(i x)."""
    a, b = x
    re, im = _asin_of((-b, a))
    return im, -re


def _acos_of(x: Complex) -> Complex:
    a, b = x
    p, q = square_root_of((1.0 - a, -b))
    u, v = square_root_of((a + 1.0, b))
    large = _is_large(x)
    re = select(large, atan2_of(abs(b), a), 2.0 * atan2_of(p, u))
    im = select(large, with_sign(_log_of_double(x), sign_of(-b)), asinh_of(u * q - v * p))
    # Beside a NaN as for the arcsine; on the imaginary axis it is a quarter turn.
    im = select(is_infinite(a) | is_infinite(b), with_sign(b.like(INFINITY), sign_of(-b)), im)
    return select(a.equals(0.0) & b.is_nan(), math.pi / 2, re), im


@complex_emitter
def acos(x: Complex) -> Complex:
    """Arccosine; cut along the real axis beyond -1 and 1."""
    return _acos_of(x)


@complex_emitter
def acosh(x: Complex) -> Complex:
    """Inverse hyperbolic cosine, with a real part >= 0; cut along the real axis below 1."""
    re, im = _acos_of(x)
    # acosh(x) = i acos(x) or its negative, whichever lies in the right half plane.
    return abs(im), with_sign(re, sign_of(x[1]))


def _atanh_of(x: Complex) -> Complex:
    """Inverse hyperbolic tangent; cut along the real axis beyond -1 and 1."""
    a, b = x
    beside = 1.0 - abs(a)
    re = 0.25 * log_plus_one_of(4.0 * abs(a) / fma(beside, beside, b * b))
    im = 0.5 * atan2_of(b + b, beside * (abs(a) + 1.0) - b * b)
    # Far out it is 1/x and a quarter turn.
    large = _is_large(x)
    far_re, _ = divide_of((a.like(1.0), a.like(0.0)), (a, b))
    known = ~b.is_nan()
    size = select((a.equals(0.0) | is_infinite(a)) & ~known, 0.0, select(large, abs(far_re), re))
    re = with_sign(size, sign_of(a))
    return re, select(large & known, with_sign(b.like(math.pi / 2), sign_of(b)), im)


atanh = complex_emitter(_atanh_of)


def _atan_of(x: Complex) -> Complex:
    """atan(x) = -i atanh(i x)."""
    a, b = x
    re, im = _atanh_of((-b, a))
    return im, -re


atan = complex_emitter(_atan_of)


@complex_emitter
def atan2(y: Complex, x: Complex) -> Complex:
    """-i log((x + iy) / sqrt(x^2 + y^2)); the root is that of (x + iy) (x - iy)."""
    # The quotient is that of operands of any other size, too: of size 1 they have harmless squares.
    down = scale_of(larger(larger(*x), larger(*y)))
    (a, b), (c, d) = ((re * down, im * down) for re, im in (x, y))
    above, below = (a - d, b + c), (a + d, b - c)
    (p, q), (r, s) = above, below
    root = square_root_of((difference_of_products(p, r, q, s), difference_of_products(p, s, -q, r)))
    re, im = log_complex(divide_of(above, root))
    # Near 1 the logarithm loses what an arctangent keeps; the root is about x there, or its negative.
    ratio = divide_of((c, d), (a, b))
    near_re, near_im = _atan_of(ratio)
    side = select(near_re.equals(0.0), c, -near_re)  # of the cut: a zero says nothing
    turn = select(root[0] * a + root[1] * b < 0.0, with_sign(c.like(math.pi), sign_of(side)), 0.0)
    near = (abs(larger(*ratio)) < 0.5) & finite(root[0]) & finite(root[1])
    return select(near, near_re + turn, im), select(near, near_im, -re)
