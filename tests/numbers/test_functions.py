"""Functions of real and complex numbers: high-precision values, rounding in narrow types, limits."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

from hloom.numbers import functions
from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.compare import ulp_difference
from hloom.numbers.convert import convert
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F16, F32, F64, ElementType
from hloom.numbers.rounding import round_to, widen

#: Hard cases of complex functions with their values, computed with 750 digits and rounded to f64.
COMPLEX_VALUES: dict[str, list[tuple[complex, complex]]] = {
    "log_plus_one": [
        (-1e-10+1.4142135623730951e-05j, 5.0000055588472746e-21+1.4142135624202355e-05j),
        (-0.5+0.8660254037844386j, -4.345318932600586e-17+1.0471975511965976j),
        (1e-300+1e-160j, 1e-300+1e-160j),
        (1.7e+308+1.7e+308j, 710.0734104835083+0.7853981633974483j),
        (-2+1e-300j, 3.141592653589793j),
        (-0.20843587126248603-0.9780360359266157j, 0.22970139969753742-0.8903858792659648j),
    ],
    "log": [
        (0.6+0.8j, 2.2204460492503132e-17+0.9272952180016123j),
        (1+1e-170j, 1e-170j),
        (1.7e+308-1.7e+308j, 710.0734104835083-0.7853981633974483j),
        (5e-324+5e-324j, -744.0934983311013+0.7853981633974483j),
        (-0.7071067811865476+0.7071067811865475j, -1.014653635756952e-17+2.356194490192345j),
    ],
    "exponential": [
        (710+0.7853981633974483j, 1.5796728482882015e+308+1.5796728482882013e+308j),
        (-3+2j, -0.02071873100224288+0.045271253156092976j),
        (1e-20+1e-20j, 1+1e-20j),
    ],
    "exponential_minus_one": [
        (1e-12+1e-12j, 1e-12+1.000000000001e-12j),
        (-40+3j, -1+5.995277867479203e-19j),
        (0.001-1e-200j, 0.0010005001667083417-1.0010005001667083e-200j),
        (710+0.7853981633974483j, 1.5796728482882015e+308+1.5796728482882013e+308j),
    ],
    "rsqrt": [
        (3+4j, 0.4-0.2j),
        (-0.001+5e-324j, 7.8117e-320-31.622776601683793j),
        (1.7e+308+1.7e+308j, 5.95845119331641e-155-2.4680712950098095e-155j),
        (5e-324-5e-324j, 3.4951475826829686e+161+1.447737531242824e+161j),
        (-4-1e-310j, 6.25e-312+0.5j),
    ],
    "cbrt": [
        (-8+0.5j, 1.0364917400764648+1.711983188901558j),
        (1.7e+308+1.7e+308j, 6.006181028281278e+102+1.6093513561230985e+102j),
        (5e-324+5e-324j, 1.846617709968535e-108+4.947997241150782e-109j),
        (0.3-0.4j, 0.7560856467169441-0.24144361614268647j),
    ],
    "asin": [
        (1.0000000000000002+1e-10j, 1.570786326805999+1.0000011102319743e-05j),
        (0.5+1e+300j, 5e-301+691.4686750787737j),
        (-3+1e-300j, -1.5707963267948966+1.762747174039086j),
    ],
    "acosh": [
        (0.9999999999+1e-12j, 7.070979135048279e-08+1.4142312980060937e-05j),
        (-5+0.25j, 2.293758696080321+3.09060859969645j),
    ],
    "atanh": [
        (1+1e-10j, 11.8594990552502+0.7853981634224483j),
        (0.5-2e+160j, 1.25e-321-1.5707963267948966j),
        (1e-200+1e-200j, 1e-200+1e-200j),
    ],
    "tanh": [
        (20+1j, 1+7.726035185161155e-18j),
        (1e-09+1.5707963267948966j, 999999999.9999962+61.23233995736742j),
        (-0.3+4j, -0.6121873998069954+0.9513378538361051j),
    ],
    "sqrt": [
        (-1e-300+1e-320j, 4.999944335913415e-171+1e-150j),
        (1.7e+308+1.7e+308j, 1.4325088230154573e+154+5.933645827121221e+153j),
        (-2-1e-10j, 3.5355339059327376e-11-1.4142135623730951j),
    ],
    "logistic": [
        (-800+1j, 0j),
        (3-2j, 1.0189793914289662-0.0471064600647722j),
        (0.25+0.5j, 0.5661636696895257+0.12557009641386468j),
    ],
}
REAL = {
    "exponential": math.exp, "exponential_minus_one": math.expm1, "log": math.log, "log_plus_one": math.log1p,
    "sqrt": math.sqrt, "cbrt": math.cbrt, "sine": math.sin, "cosine": math.cos, "tan": math.tan, "tanh": math.tanh,
    "sinh": math.sinh, "cosh": math.cosh, "acos": math.acos, "acosh": math.acosh, "asin": math.asin,
    "asinh": math.asinh, "atan": math.atan, "atanh": math.atanh, "floor": math.floor, "ceil": math.ceil,
    "rsqrt": lambda x: 1 / math.sqrt(x), "logistic": lambda x: 1 / (1 + math.exp(-x)), "square": lambda x: x * x,
}  # fmt: skip


@pytest.mark.parametrize("name", COMPLEX_VALUES)
def test_hard_complex_cases(name: str) -> None:
    for z, expected in COMPLEX_VALUES[name]:
        found = getattr(functions, name)(np.array(z))
        assert np.max(ulp_difference(found, np.complex128(expected))) <= 4, (z, complex(found), expected)


@pytest.mark.parametrize("name", REAL)
def test_real_functions(name: str) -> None:
    inside = {"acos": (-1, 1), "asin": (-1, 1), "atanh": (-0.99, 0.99), "acosh": (1, 50), "log_plus_one": (-0.99, 50)}
    positive = name in ("log", "sqrt", "rsqrt")
    x = np.random.default_rng(4).uniform(*inside.get(name, (1e-6, 50) if positive else (-20, 20)), 300)
    expected = np.array([REAL[name](v) for v in x.tolist()], np.float64)
    assert np.max(ulp_difference(getattr(functions, name)(x), expected)) <= 3
    for type in (F32, F16, BF16):
        narrow = convert(x, type)
        exact = getattr(functions, name)(widen(narrow, F64))
        found = getattr(functions, name)(narrow)
        assert np.array_equal(widen(found, F64), widen(round_to(exact, type), F64), equal_nan=True)


def test_atan2() -> None:
    points = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, 0.3]
    for y in points:
        for x in points:
            found = float(functions.atan2(np.array(y), np.array(x)))
            assert found == math.atan2(y, x) and math.copysign(1, found) == math.copysign(1, math.atan2(y, x))
    y, x = np.array([1 + 3j, -0.5 + 0.25j]), np.array([2 - 1j, 3 + 0.5j])
    assert np.allclose(np.tan(functions.atan2(y, x)), y / x)


@pytest.mark.parametrize("type", [F64, F32, F16, BF16], ids=str)
def test_rounding_to_integers(type: ElementType) -> None:
    x = convert(np.array([-2.5, 0.5, -0.5, 0.4, 1.5, 2.5, -0.0, np.inf]), type)
    assert widen(functions.round_nearest_even(x), F64).tolist() == [-2, 0, -0.0, 0, 2, 2, -0.0, np.inf]
    assert widen(functions.round_nearest_afz(x), F64).tolist() == [-3, 1, -1, 0, 2, 3, -0.0, np.inf]
    assert np.signbit(widen(functions.round_nearest_afz(x), F64)).tolist() == [True, False, True] + [False] * 3 + [
        True, False,
    ]  # fmt: skip
    below_half = from_bits(to_bits(convert(np.array([0.5]), type)) - 1, type)
    assert widen(functions.round_nearest_afz(below_half), F64).tolist() == [0]


def test_classification() -> None:
    for type in ELEMENT_TYPES.values():
        if type.is_float:
            x = convert(np.array([1.0, np.inf, -np.inf, np.nan]), type)
            wide = widen(x, F64)
            assert np.array_equal(functions.is_finite(x), np.isfinite(wide))
            assert np.array_equal(functions.is_inf(x), np.isinf(wide))
            assert np.array_equal(functions.is_pos_inf(x), wide == np.inf)
            assert np.array_equal(functions.is_neg_inf(x), wide == -np.inf)


def parts(z: Any) -> list[str]:
    return [f"{a} {b}" for a, b in zip(np.real(z).tolist(), np.imag(z).tolist())]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_limits(dtype: Any) -> None:
    inf, nan = np.inf, np.nan
    z = np.array([complex(-inf, 0.0), complex(inf, 0.0), complex(inf, inf), complex(1, nan), complex(-inf, -1)], dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parts(functions.exponential(z)) == ["0.0 0.0", "inf 0.0", "nan nan", "nan nan", "0.0 -0.0"]
        assert parts(functions.exponential_minus_one(z[:2])) == ["-1.0 0.0", "inf 0.0"]
        assert parts(functions.rsqrt(np.array([0j, complex(inf, 1)], dtype))) == ["inf nan", "0.0 -0.0"]
        assert parts(functions.logistic(z[:2])) == ["0.0 0.0", "1.0 0.0"]
        square = functions.square(np.array([complex(inf, inf), 3 + 4j, complex(1e-3, 1e-3)], dtype))
    assert parts(square)[:2] == ["0.0 inf", "-7.0 24.0"] and square[2].real == 0


@pytest.mark.parametrize("name", ["sqrt", "log", "asin", "acos", "atanh"])
def test_signs_of_zero_choose_the_side_of_a_branch_cut(name: str) -> None:
    above, below = np.array(complex(-2.0, 0.0)), np.array(complex(-2.0, -0.0))
    function = getattr(functions, name)
    assert complex(function(below)) == complex(function(above)).conjugate() and function(above).imag != 0


def test_parts() -> None:
    z = functions.make_complex(np.array([1, 2], np.float32), np.array([np.inf, -0.0], np.float32))
    assert z.dtype == np.complex64 and parts(z) == ["1.0 inf", "2.0 -0.0"]
    assert functions.real_part(z).tolist() == [1, 2] and functions.imaginary_part(z)[0] == np.inf
    assert functions.imaginary_part(np.array([1.5])).tolist() == [0]
    assert parts(functions.conjugate(z)) == ["1.0 -inf", "2.0 0.0"]


@pytest.mark.parametrize("shape", [(), (0,), (2, 1)])
def test_every_function_keeps_shape_and_type_without_warnings(shape: tuple[int, ...]) -> None:
    names = [*REAL, "erf", "erfc", "erf_inv", "lgamma", "digamma", "bessel_i1e", "round_nearest_even"]
    for type in ELEMENT_TYPES.values():
        if not type.is_float:
            continue
        x = convert(np.full(shape, 0.5), type)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for name in names:
                found = getattr(functions, name)(x)
                assert isinstance(found, np.ndarray) and found.shape == shape and found.dtype == type.dtype
