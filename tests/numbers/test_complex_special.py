"""Complex functions at infinities, NaN and zeros against the tables of ISO C, Annex G; and where f64 alone loses digits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers import arithmetic, functions
from hloom.numbers.compare import ulp_difference
from hloom.numbers.convert import convert
from hloom.numbers.element_type import PRED

INF, NAN, PI = math.inf, math.nan, math.pi
#: A part of a result whose sign Annex G leaves open, or one whose value it leaves open: None stands for the latter.
Part = Any
Pair = tuple[Part, Part] | None


class Either:
    """A magnitude of either sign."""

    def __init__(self, size: float) -> None:
        self.size = size

    def __neg__(self) -> Either:
        return self


# G.6.1 and G.6.2 for points with no sign bit set (`acos`, `acosh`: any real part); None: the tables say nothing special.
def asinh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return (NAN, 0.0) if y == 0 else (Either(INF), NAN) if y == INF else (NAN, NAN)
    if x == INF:
        return (INF, NAN) if math.isnan(y) else (INF, PI / 4 if y == INF else 0.0)
    return (NAN, NAN) if math.isnan(y) else (INF, PI / 2) if y == INF else None


def atanh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return (Either(0.0), PI / 2) if y == INF else (NAN, NAN)
    if math.isnan(y):
        return (0.0, NAN) if x in (0, INF) else (NAN, NAN)
    if INF in (x, y):
        return 0.0, PI / 2
    return (INF, 0.0) if (x, y) == (1, 0) else None


def acos(x: float, y: float) -> Pair:
    if math.isnan(x):
        return (NAN, -INF) if y == INF else (NAN, NAN)
    if math.isnan(y):
        return (PI / 2, NAN) if x == 0 else (NAN, Either(INF)) if math.isinf(x) else (NAN, NAN)
    if y == INF:
        return {-INF: 3 * PI / 4, INF: PI / 4}.get(x, PI / 2), -INF
    return {-INF: (PI, -INF), INF: (0.0, -INF)}.get(x)


def acosh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return (INF, NAN) if y == INF else (NAN, NAN)
    if math.isnan(y):
        return (NAN, Either(PI / 2)) if x == 0 else (INF, NAN) if math.isinf(x) else (NAN, NAN)
    if y == INF:
        return INF, {-INF: 3 * PI / 4, INF: PI / 4}.get(x, PI / 2)
    return {-INF: (INF, PI), INF: (INF, 0.0)}.get(x)


# The following are those of C23: ctanh(0 + i inf) is 0 + i NaN there, where C11 had NaN + i NaN.
def sinh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return NAN, 0.0 if y == 0 else NAN
    if x == INF:
        return (Either(INF), NAN) if not math.isfinite(y) else (INF, 0.0) if y == 0 else (INF * math.cos(y), INF * math.sin(y))
    return None if math.isfinite(y) else (Either(0.0) if x == 0 else NAN, NAN)


def cosh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return NAN, Either(0.0) if y == 0 else NAN
    if x == INF:
        return (Either(INF), NAN) if not math.isfinite(y) else (INF, 0.0) if y == 0 else (INF * math.cos(y), INF * math.sin(y))
    return None if math.isfinite(y) else (NAN, Either(0.0) if x == 0 else NAN)


def tanh(x: float, y: float) -> Pair:
    if math.isnan(x):
        return NAN, 0.0 if y == 0 else NAN
    if x == INF:
        return 1.0, math.copysign(0.0, math.sin(2 * y)) if math.isfinite(y) else Either(0.0)
    return None if math.isfinite(y) else (0.0 if x == 0 else NAN, NAN)


def square_root(x: float, y: float) -> Pair:
    if y == INF:
        return INF, INF
    if math.isinf(x):
        right = x > 0
        return ((INF, NAN) if right else (NAN, Either(INF))) if math.isnan(y) else (INF, 0.0) if right else (0.0, INF)
    return (NAN, NAN) if math.isnan(x) or math.isnan(y) else None


def log(x: float, y: float) -> Pair:
    if y == INF:
        return INF, NAN if math.isnan(x) else {-INF: 3 * PI / 4, INF: PI / 4}.get(x, PI / 2)
    if math.isinf(x):
        return INF, NAN if math.isnan(y) else 0.0 if x > 0 else PI
    if math.isnan(x) or math.isnan(y):
        return NAN, NAN
    return (-INF, PI if is_negative(x) else 0.0) if x == y == 0 else None


def exponential(x: float, y: float) -> Pair:
    """But for an angle that is no number, or infinite: docs/conformance.md."""
    if math.isnan(x):
        return NAN, 0.0 if y == 0 else NAN
    if not math.isfinite(y):
        return NAN, NAN
    if math.isinf(x):
        size = INF if x > 0 else 0.0
        return (size, 0.0) if y == 0 else (size * math.cos(y), size * math.sin(y))
    return None


def is_negative(x: float) -> bool:
    return not math.isnan(x) and math.copysign(1, x) < 0


def odd(table: Callable[..., Pair], x: float, y: float) -> Pair:
    """f(-z) = -f(z), and f(conj z) = conj f(z)."""
    found = table(abs(x), abs(y))
    if found is None:
        return None
    return -found[0] if is_negative(x) else found[0], -found[1] if is_negative(y) else found[1]


def conjugating(table: Callable[..., Pair], x: float, y: float) -> Pair:
    found = table(x, abs(y))
    return found if found is None or not is_negative(y) else (found[0], -found[1])


def even(table: Callable[..., Pair], x: float, y: float) -> Pair:
    """f(-z) = f(z), and f(conj z) = conj f(z)."""
    found = table(abs(x), abs(y))
    return found if found is None or is_negative(x) == is_negative(y) else (found[0], -found[1])


def turned(table: Callable[..., Pair], x: float, y: float) -> Pair:
    """g(z) = -i f(iz)."""
    found = odd(table, -y, x)
    return None if found is None else (found[1], -found[0])


TABLES: dict[str, Callable[[float, float], Pair]] = {
    "asinh": lambda x, y: odd(asinh, x, y), "atanh": lambda x, y: odd(atanh, x, y),
    "asin": lambda x, y: turned(asinh, x, y), "atan": lambda x, y: turned(atanh, x, y),
    "acos": lambda x, y: conjugating(acos, x, y), "acosh": lambda x, y: conjugating(acosh, x, y),
}


def agrees(found: float, wanted: Part) -> bool:
    if isinstance(wanted, Either):
        return math.isclose(abs(found), wanted.size, rel_tol=1e-6)
    if math.isnan(wanted):
        return math.isnan(found)
    return math.isclose(found, wanted, rel_tol=1e-6) and math.copysign(1, found) == math.copysign(1, wanted)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("name", TABLES)
def test_inverse_functions_follow_annex_g(name: str, dtype: Any) -> None:
    values = [-INF, -2.0, -1.0, -0.0, 0.0, 1.0, 2.0, INF, NAN]
    count = 0
    for x, y in itertools.product(values, values):
        wanted = TABLES[name](x, y)
        if wanted is None:
            continue
        found = getattr(functions, name)(np.array(complex(x, y)).astype(dtype))
        assert agrees(float(found.real), wanted[0]) and agrees(float(found.imag), wanted[1]), (x, y, found, wanted)
        count += 1
    assert count > 40


#: Functions that both engines compute by themselves, by operation; the cosine is that of iz.
COMPUTED: dict[str, Callable[[float, float], Pair]] = {
    "chlo.sinh": lambda x, y: odd(sinh, x, y), "stablehlo.sine": lambda x, y: turned(sinh, x, y),
    "chlo.cosh": lambda x, y: even(cosh, x, y), "stablehlo.cosine": lambda x, y: even(cosh, -y, x),
    "stablehlo.tanh": lambda x, y: odd(tanh, x, y), "stablehlo.tan": lambda x, y: turned(tanh, x, y),
    "stablehlo.sqrt": lambda x, y: conjugating(square_root, x, y), "stablehlo.log": lambda x, y: conjugating(log, x, y),
    "stablehlo.exponential": lambda x, y: conjugating(exponential, x, y),
}
#: Others, for which C has no table.
OTHERS = ["stablehlo.exponential_minus_one", "stablehlo.log_plus_one", "stablehlo.cbrt", "stablehlo.rsqrt", "stablehlo.logistic",
          "stablehlo.sign", *(f"chlo.{name}" for name in TABLES)]


@pytest.mark.parametrize("element, dtype", [("complex<f32>", np.complex64), ("complex<f64>", np.complex128)])
@pytest.mark.parametrize("name", [*COMPUTED, *OTHERS])
def test_both_engines_have_the_values_of_annex_g(name: str, element: str, dtype: Any) -> None:
    values = [-INF, -1.0, -0.0, 0.0, 1.0, INF, NAN]
    z = np.array([complex(x, y) for x, y in itertools.product(values, values)]).astype(dtype)
    type = f"tensor<{len(z)}x{element}>"
    end = f"{type} -> {type}" if name.startswith("chlo") else type
    program = hloom.parse(f"func.func @main(%x: {type}) -> {type} {{ %0 = {name} %x : {end} return %0 : {type} }}")
    evaluated, compiled = hloom.evaluate(program, z)[0], hloom.compile(program)(z)[0]
    for k, (x, y) in enumerate(itertools.product(values, values)):
        wanted = COMPUTED[name](x, y) if name in COMPUTED else None
        if wanted is not None:
            for found in (evaluated[k], compiled[k]):
                assert agrees(float(found.real), wanted[0]) and agrees(float(found.imag), wanted[1]), (x, y, found, wanted)
        # What C leaves open is the same in both.
        for a, b in ((evaluated[k].real, compiled[k].real), (evaluated[k].imag, compiled[k].imag)):
            assert agrees(float(b), float(a)), (x, y, evaluated[k], compiled[k])


def parts(z: Any) -> list[str]:
    return [f"{float(v.real)} {float(v.imag)}" for v in np.asarray(z).reshape(-1)]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_division_by_zero(dtype: Any) -> None:
    # G.5.1, example 2: by zero, the parts of the numerator times an infinity of the sign of the denominator's real part.
    z = np.array([complex(INF, 1), complex(INF, INF), complex(-INF, NAN), 1 + 1j, complex(NAN, INF), complex(NAN, NAN), 0], dtype)
    for zero, sign in ((complex(0, 0), ""), (complex(0, -0.0), ""), (complex(-0.0, 0), "-")):
        found = parts(arithmetic.divide(z, np.array(zero, dtype)))
        other = "" if sign else "-"
        assert found == [f"{sign}inf {sign}inf", f"{sign}inf {sign}inf", f"{other}inf nan", f"{sign}inf {sign}inf",
                         f"nan {sign}inf", "nan nan", "nan nan"]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_sign_divides_each_part_by_the_modulus(dtype: Any) -> None:
    z = np.array([complex(INF, 1), complex(-2, -INF), complex(INF, INF), complex(-INF, NAN), complex(NAN, 1), 3 - 4j, 0], dtype)
    found = parts(arithmetic.sign(z))
    assert found[:5] == ["nan 0.0", "-0.0 nan", "nan nan", "nan nan", "nan nan"]
    np.testing.assert_allclose(arithmetic.sign(z)[5:], [0.6 - 0.8j, 0], rtol=1e-6)


def test_squares_on_the_diagonals_have_no_real_part() -> None:
    z = np.array([complex(INF, INF), complex(INF, -INF), complex(-INF, INF), 1e30 + 1e30j, 1e20 - 1e20j, -3 + 3j], np.complex64)
    assert parts(functions.square(z)) == ["0.0 inf", "0.0 -inf", "0.0 -inf", "0.0 inf", "0.0 -inf", "0.0 -18.0"]


def test_truth_of_complex_numbers_is_that_of_their_real_part() -> None:
    # Conversion of a complex number to any real type looks at its real part only (StableHLO spec: convert).
    z = np.array([1j, complex(-0.0, 2), 1, 0, complex(NAN, 0), complex(0, NAN), 1e-300 + 1j])
    assert convert(z, PRED).tolist() == [False, False, True, False, True, False, True]
    program = hloom.parse("""func.func @main(%x: tensor<7xcomplex<f64>>) -> tensor<7xi1> {
      %0 = stablehlo.convert %x : (tensor<7xcomplex<f64>>) -> tensor<7xi1>
      return %0 : tensor<7xi1> }""")
    assert hloom.evaluate(program, z)[0].tolist() == hloom.compile(program)(z)[0].tolist() == [
        False, False, True, False, True, False, True]


#: Arguments and results, computed with 750 digits and rounded to f64. In f64 alone up to four digits of these are wrong.
HARD: dict[str, list[tuple[tuple[complex, ...], complex]]] = {
    "logistic": [
        ((1e-08+3.141592653589793j,), 100000000.49999999+1.2246467991473529j),
        ((0.5+3.1415j,), 2.5414940138768336+0.000362988778946812j),
        ((-700+2j,), -4.103073203063691e-305+8.96537851057429e-305j),
        ((40-1j,), 1-3.574866839013031e-18j),
    ],
    "atan2": [
        ((3+4j, 4-3.0000001j), -0.46364760500080615+9.210340375794472j),
        ((1e-08+1j, 1+1e-09j), 0.7853981656474484+9.509258872353993j),
        ((2+1j, 0.5-3j), 2.7640404518504567+0.7704774924487608j),
    ],
    "tan": [((1.5707963267948966+1e-08j,), 0.6123233995736765+100000000j), ((10+0.1j,), 0.6392507836605744+0.14097690666653126j),
            ((3+20j,), -2.374112041535652e-18+1j)],
    "tanh": [((1e-08+1.5707963267948966j,), 100000000+0.6123233995736765j), ((20+3j,), 1-2.374112041535652e-18j)],
}  # fmt: skip


@pytest.mark.skipif(np.finfo(np.longdouble).nmant <= 52, reason="NumPy has no type wider than f64 here")
@pytest.mark.parametrize("name", HARD)
def test_results_are_exact_to_the_last_digits(name: str) -> None:
    function = getattr(functions, name)
    for arguments, expected in HARD[name]:
        found = function(*[np.array(z, np.complex128) for z in arguments])
        assert found.dtype == np.complex128
        assert np.max(ulp_difference(found, np.complex128(expected))) <= 2, (arguments, complex(found), expected)


@pytest.mark.parametrize("element, dtype", [("complex<f32>", np.complex64), ("complex<f64>", np.complex128)])
def test_cumulative_products_of_complex_numbers_do_not_lose_digits(element: str, dtype: Any) -> None:
    mpmath = pytest.importorskip("mpmath")
    type = f"tensor<8x9x{element}>"
    program = hloom.parse(f"""func.func @main(%x: {type}) -> ({type}, tensor<9x{element}>) {{
      %z = stablehlo.constant dense<(1.0, 0.0)> : tensor<{element}>
      %r = "stablehlo.reduce_window"(%x, %z) ({{
      ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
        %c = stablehlo.multiply %a, %b : tensor<{element}>
        stablehlo.return %c : tensor<{element}>
      }}) {{window_dimensions = array<i64: 8, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>}}
        : ({type}, tensor<{element}>) -> {type}
      %s = stablehlo.reduce(%x init: %z) applies stablehlo.multiply across dimensions = [0]
        : ({type}, tensor<{element}>) -> tensor<9x{element}>
      return %r, %s : {type}, tensor<9x{element}> }}""")
    rng = np.random.default_rng(5)
    for _ in range(5):
        x = (rng.standard_normal((8, 9)) + 1j * rng.standard_normal((8, 9))).astype(dtype)
        expected = np.empty((8, 9), dtype)
        with mpmath.workprec(300):
            for column in range(9):
                product = mpmath.mpc(1)
                for row in range(8):
                    product *= mpmath.mpc(complex(x[row, column]))
                    expected[row, column] = complex(product)
        found, last = hloom.evaluate(program, x)
        bound = 1 if dtype is np.complex64 or np.finfo(np.longdouble).nmant > 52 else 2000
        assert np.max(ulp_difference(found, expected)) <= bound
        assert np.max(ulp_difference(last, expected[-1])) <= bound
