"""What functions of CHLO are in StableHLO: formulas in NumPy's notation, made of functions that StableHLO has.

`in_own_type` are formulas that lose a few units in the last place in whatever type they are computed; f32 and f64 stay what
they are, narrower types go through f32, and complex numbers, by their parts, through f64; these are after Kahan, "Branch Cuts
for Complex Elementary Functions" (1987). `in_double` are those of the reference, made for f64, through which every type goes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import ml_dtypes
import numpy as np

from hloom.expr.scalar import Literal, Scalar, apply, compare, convert
from hloom.numbers import special
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64, ElementType
from hloom.ops.common.traced import Traced

Formula = Callable[..., Scalar]
Complex = tuple[Any, Any]

#: From here on asinh(x) and acosh(x) are log(2 x).
_LARGE = 2.0**28
#: From here on the logarithms of complex numbers serve, whose squares would overflow soon.
_FAR = 2.0**100
#: From here on e^-x is nothing beside e^x.
_ONE_SIDED = 40.0


def in_own_type(real: Callable[..., Any], parts: Callable[[Any, Any], Complex] | None = None) -> Formula:
    """The expression of a formula of f32 or f64, and of one of the parts of a complex number."""
    def formula(*arguments: Scalar) -> Scalar:
        type = arguments[0].type
        return _of_parts(parts, arguments[0]) if type.is_complex and parts is not None else _computed(
            real, arguments, type if type in (F32, F64) else F32)

    return formula


def in_double(function: Callable[..., Any]) -> Formula:
    """The expression of a formula of f64."""
    return lambda *arguments: _computed(function, arguments, F64)


def _computed(function: Callable[..., Any], arguments: tuple[Scalar, ...], wide: ElementType) -> Scalar:
    found = function(*(Traced(convert(x, wide)) for x in arguments))
    return convert(found.value, arguments[0].type)


def _of_parts(formula: Callable[[Any, Any], Complex], x: Scalar) -> Scalar:
    whole = Traced(x)
    parts = formula(whole.real.converted(F64), whole.imag.converted(F64))
    part = whole.real.element
    return Traced.combined(*(p.converted(part) for p in parts)).value


# -- real numbers -----------------------------------------------------------------------------------------------------------
def _sinh(x: Any) -> Any:
    size = np.abs(x)
    moderate = np.expm1(np.minimum(size, _ONE_SIDED))
    half = np.exp(0.5 * size)  # its square may be finite where e^x is not
    found = np.where(size > _ONE_SIDED, (0.5 * half) * half, 0.5 * (moderate + moderate / (moderate + 1.0)))
    return np.where(np.isnan(x), x, np.copysign(found, x))


def _cosh(x: Any) -> Any:
    size = np.abs(x)
    moderate, half = np.exp(np.minimum(size, _ONE_SIDED)), np.exp(0.5 * size)
    return np.where(size > _ONE_SIDED, (0.5 * half) * half, 0.5 * (moderate + 1.0 / moderate))


def _asinh(x: Any) -> Any:
    size = np.abs(x)
    near = np.minimum(size, _LARGE)
    found = np.log1p(near + near * (near / (1.0 + np.sqrt(near * near + 1.0))))
    return np.copysign(np.where(size > _LARGE, np.log(size) + math.log(2), found), x)


def _acosh(x: Any) -> Any:
    beyond = np.minimum(x, _LARGE) - 1.0
    found = np.where(x > _LARGE, np.log(x) + math.log(2), np.log1p(beyond + np.sqrt(beyond * (beyond + 2.0))))
    return np.where(x < 1.0, np.nan, found)


def _atanh(x: Any) -> Any:
    size = np.abs(x)
    return np.copysign(0.5 * np.log1p((size + size) / (1.0 - size)), x)


def _beside(x: Any) -> Any:
    """sqrt(1 - x^2)."""
    return np.sqrt((1.0 - x) * (1.0 + x))


# -- complex numbers, by their parts ----------------------------------------------------------------------------------------
def _root(a: Any, b: Any) -> Complex:
    found = np.sqrt(Traced.combined(a, b))
    return found.real, found.imag


def _is_far(a: Any, b: Any) -> Any:
    return (np.abs(a) > _FAR) | (np.abs(b) > _FAR)  # beside a NaN, too


def _is_infinite(a: Any, b: Any) -> Any:
    return np.isinf(a) | np.isinf(b)


def _log_of_double(a: Any, b: Any) -> Any:
    """log |2 x| of a large x."""
    return np.log(Traced.combined(a, b)).real + math.log(2)


def _asin_of(a: Any, b: Any) -> Complex:
    """Cut along the real axis beyond -1 and 1."""
    (p, q), (u, v), is_far = _root(1.0 - a, -b), _root(a + 1.0, b), _is_far(a, b)
    real = np.arctan2(a, np.where(is_far, np.abs(b), p * u - q * v))
    imaginary = np.where(is_far, np.copysign(_log_of_double(a, b), b), _asinh(p * v - q * u))
    # Beside a NaN: an infinite number has an infinite arcsine, one on the imaginary axis stays there.
    imaginary = np.where(_is_infinite(a, b), np.copysign(np.inf, b), imaginary)
    return np.where(a == 0.0, a, real), imaginary


def _acos_of(a: Any, b: Any) -> Complex:
    (p, q), (u, v), is_far = _root(1.0 - a, -b), _root(a + 1.0, b), _is_far(a, b)
    real = np.where(is_far, np.arctan2(np.abs(b), a), 2.0 * np.arctan2(p, u))
    imaginary = np.where(is_far, np.copysign(_log_of_double(a, b), -b), _asinh(u * q - v * p))
    imaginary = np.where(_is_infinite(a, b), np.copysign(np.inf, -b), imaginary)
    return np.where((a == 0.0) & np.isnan(b), math.pi / 2, real), imaginary


def _acosh_of(a: Any, b: Any) -> Complex:
    """i acos(x) or its negative, whichever lies in the right half plane."""
    real, imaginary = _acos_of(a, b)
    return np.abs(imaginary), np.copysign(real, b)


def _atanh_of(a: Any, b: Any) -> Complex:
    """Cut along the real axis beyond -1 and 1."""
    size, is_known, is_far = np.abs(a), b == b, _is_far(a, b)
    beside = 1.0 - size
    real = 0.25 * np.log1p(4.0 * size / (beside * beside + b * b))
    imaginary = 0.5 * np.arctan2(b + b, beside * (size + 1.0) - b * b)
    inverse = 1.0 / Traced.combined(a, b)  # which it is far out, beside a quarter turn
    real = np.where(is_far, np.abs(inverse.real), real)
    real = np.where(((a == 0.0) | np.isinf(a)) & ~is_known, 0.0, real)
    return np.copysign(real, a), np.where(is_far & is_known, np.copysign(math.pi / 2, b), imaginary)


def _turned(formula: Callable[[Any, Any], Complex]) -> Callable[[Any, Any], Complex]:
    """-i f(i x)."""
    def turned(a: Any, b: Any) -> Complex:
        real, imaginary = formula(-b, a)
        return imaginary, -real

    return turned


def _hyperbolic_of(a: Any, by_sinh: Any, by_cosh: Any) -> Complex:
    """(x sinh a, y cosh a) for numbers x and y of size 1, with which large factors do not overflow."""
    size = np.abs(a)
    half = np.exp(0.5 * size)
    is_large = size > _ONE_SIDED
    return (np.where(is_large, (np.copysign(0.5 * half, a) * by_sinh) * half, _sinh(a) * by_sinh),
            np.where(is_large, (0.5 * half * by_cosh) * half, _cosh(a) * by_cosh))


def _sinh_of(a: Any, b: Any) -> Complex:
    real, imaginary = _hyperbolic_of(a, np.cos(b), np.sin(b))
    is_wild = ~np.isfinite(b) & ((a == 0.0) | np.isinf(a))
    return np.where(is_wild, a, real), np.where(b == 0.0, b, imaginary)


def _cosh_of(a: Any, b: Any) -> Complex:
    imaginary, real = _hyperbolic_of(a, np.sin(b), np.cos(b))
    real = np.where(~np.isfinite(b) & np.isinf(a), np.inf, real)
    # Zeros times infinity or NaN; the sign is that of a b.
    is_zero = (b == 0.0) | ((a == 0.0) & ~np.isfinite(b))
    return real, np.where(is_zero, np.copysign(0.0, np.copysign(1.0, a) * np.copysign(1.0, b)), imaginary)


# -- bits -------------------------------------------------------------------------------------------------------------------
def multiply_high(x: Scalar, y: Scalar) -> Scalar:
    """The upper half of a product of 64-bit integers, by products of halves."""
    type = x.type
    half, mask = Literal(32, type), Literal(0xFFFFFFFF, type)

    def high(a: Scalar) -> Scalar:
        return apply("shift_right_logical" if type.kind == "uint" else "shift_right_arithmetic", a, half)

    (a, b), (c, d) = ((high(v), apply("and", v, mask)) for v in (x, y))
    middle = a * d + apply("shift_right_logical", b * d, half)
    return a * c + high(middle) + high(b * c + apply("and", middle, mask))


def next_after(x: Scalar, y: Scalar) -> Scalar:
    """The neighbour of x in the direction of y, of a type without an integer type of its width, or without signs: by values."""
    type = x.type
    if type.name == "f8E8M0FNU":
        word = ELEMENT_TYPES["ui8"]
        bits, one = apply("bitcast_convert", x, type=word), Literal(1, word)
        steps = [apply("bitcast_convert", b, type=type) for b in (bits + one, bits - one)]
        upward = compare(x, y, "LT", "FLOAT")
        found = apply("select", upward, steps[0], steps[1], type=type)
        found = apply("select", compare(x, y, "EQ", "FLOAT"), y, found, type=type)
        found = apply("select", compare(y, y, "NE", "FLOAT"), y, found, type=type)
        return apply("select", compare(x, x, "NE", "FLOAT"), x, found, type=type)
    numbers = ml_dtypes.finfo(type.dtype)
    limits = [float(n) for n in (numbers.smallest_subnormal, numbers.smallest_normal, numbers.max)]
    return _computed(_neighbour_within(*limits), (x, y), F32)


def _neighbour_within(step: float, normal: float, largest: float) -> Callable[..., Any]:
    """The function of f32 for finite numbers up to `largest`, the smallest of which is `step`, and of full precision `normal`."""
    def neighbour(x: Any, y: Any) -> Any:
        size = np.abs(x)
        is_outward = (y > x) == (x > 0.0)
        up, down, bound, distance = size.like(step), size.like(step), 2.0 * normal, 2.0 * step
        while bound <= largest:  # distances double from power of two to power of two
            up = np.where(size >= bound, distance, up)
            down = np.where(size > bound, distance, down)
            bound, distance = 2.0 * bound, 2.0 * distance
        found = np.copysign(np.where(is_outward, size + up, size - down), x)
        found = np.where(x == 0.0, np.copysign(step, y), found)
        return np.where(x == y, y, found)

    return neighbour


_FORMULAS: Final[dict[str, Formula]] = {
    "acos": in_own_type(lambda x: np.arctan2(_beside(x), x), _acos_of),
    "acosh": in_own_type(_acosh, _acosh_of),
    "asin": in_own_type(lambda x: np.arctan2(x, _beside(x)), _asin_of),
    "asinh": in_own_type(_asinh, _turned(_asin_of)),
    "atan": in_own_type(lambda x: np.arctan2(x, 1.0), _turned(_atanh_of)),
    "atanh": in_own_type(_atanh, _atanh_of),
    "bessel_i1e": in_double(special.bessel_i1e),
    "cosh": in_own_type(_cosh, _cosh_of),
    "digamma": in_double(special.digamma),
    "erf": in_double(special.erf),
    "erf_inv": in_double(special.erf_inv),
    "erfc": in_double(special.erfc),
    "lgamma": in_double(special.log_gamma),
    "mulhi": multiply_high,
    "next_after": next_after,
    "polygamma": in_double(special.polygamma),
    "sinh": in_own_type(_sinh, _sinh_of),
    "zeta": in_double(special.zeta),
}
#: For which element types the formula that compilation has is made of StableHLO's functions already; of others it is for all.
_IS_STATED: Final[dict[str, Callable[[ElementType], bool]]] = {
    "cosh": lambda type: type is F32,
    "mulhi": lambda type: type.width < 64,
    "next_after": lambda type: f"ui{type.width}" in ELEMENT_TYPES and type.name != "f8E8M0FNU",
}


def stated(mnemonic: str, formula: Formula | None, *arguments: Scalar) -> Scalar:
    """The expression of a function in functions that StableHLO has; `formula` is what the compiler has, None for the function
    itself."""
    own = _FORMULAS.get(mnemonic)
    if own is None or (formula is not None and _IS_STATED[mnemonic](arguments[0].type)):
        return formula(*arguments) if formula else apply(mnemonic, *arguments)
    return own(*arguments)
