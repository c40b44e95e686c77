"""Arithmetic: integers against Python's, small floats exhaustively, special values of the specification."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np
import pytest

from hloom.numbers import arithmetic, integer
from hloom.numbers.bits import from_bits
from hloom.numbers.convert import convert, widen_integer
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F32, F64, PRED, ElementType, element_type
from hloom.numbers.rounding import round_to, widen
from tests.numbers.exact_model import limits, wrapped

INTEGERS = [t for t in ELEMENT_TYPES.values() if t.is_integer]
FLOATS = [t for t in ELEMENT_TYPES.values() if t.is_float]


def samples(type: ElementType) -> list[int]:
    low, high = limits(type)
    if type.width <= 4:
        return list(range(low, high + 1))
    middle = [-17, -7, -3, -2, -1, 0, 1, 2, 3, 7, 13, 31, 63, 64, 100]
    return sorted({v for v in (low, low + 1, *middle, high // 3, high - 1, high) if low <= v <= high})


def pairs(type: ElementType) -> tuple[np.ndarray, np.ndarray, list[tuple[int, int]]]:
    both = list(itertools.product(samples(type), repeat=2))
    wide = np.uint64 if type.kind == "uint" else np.int64
    x, y = (np.array(side, wide).astype(type.dtype) for side in zip(*both))
    return x, y, both


def divided(x: int, y: int) -> int:
    """The quotient of the specification: truncated, -1 (all ones) for a zero divisor."""
    return -1 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def powered(x: int, y: int) -> int:
    return x**y if y >= 0 else (0 if abs(x) != 1 else x ** (-y % 2))


BINARY: dict[str, tuple[Any, Any]] = {
    "add": (arithmetic.add, lambda x, y: x + y),
    "subtract": (arithmetic.subtract, lambda x, y: x - y),
    "multiply": (arithmetic.multiply, lambda x, y: x * y),
    "divide": (arithmetic.divide, divided),
    "remainder": (arithmetic.remainder, lambda x, y: x if y == 0 else x - divided(x, y) * y),
    "maximum": (arithmetic.maximum, max),
    "minimum": (arithmetic.minimum, min),
    "and": (arithmetic.bitwise_and, lambda x, y: x & y),
    "or": (arithmetic.bitwise_or, lambda x, y: x | y),
    "xor": (arithmetic.bitwise_xor, lambda x, y: x ^ y),
}


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_integers(type: ElementType, name: str) -> None:
    function, exact = BINARY[name]
    x, y, both = pairs(type)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = function(x, y)
    assert found.dtype == type.dtype
    assert widen_integer(found).tolist() == [wrapped(exact(a, b), type) for a, b in both]


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_power_of_integers(type: ElementType) -> None:
    x, y, both = pairs(type)
    small = [k for k, (_, b) in enumerate(both) if abs(b) <= 100]
    found = widen_integer(arithmetic.power(x[small], y[small])).tolist()
    assert found == [wrapped(powered(*both[k]), type) for k in small]


@pytest.mark.parametrize("type", FLOATS, ids=str)
@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 1, 3)], ids=str)
def test_powers_do_not_depend_on_where_exponents_lie(type: ElementType, shape: tuple[int, ...]) -> None:
    """C's pow: +Inf of -Inf and +0 of -0 to the power of a half, NaN of other negative numbers (the square root differs)."""
    for base, expected in ((-np.inf, np.inf), (np.inf, np.inf), (-0.0, 0.0), (4.0, 2.0), (-4.0, np.nan)):
        with np.errstate(all="ignore"):
            x = round_to(np.full(shape, base), type)
            if any(widen(round_to(np.full((), v), type), F64).tobytes() != np.full((), v).tobytes() for v in (base, expected)):
                continue  # a type without infinities, signs or NaN
            half = round_to(np.full((), 0.5), type)
            for y in (np.full(shape, half), np.broadcast_to(half, shape)):
                found = arithmetic.power(x, y)
                assert found.shape == shape
                np.testing.assert_array_equal(widen(found, F64), np.full(shape, expected))
                assert np.isnan(expected) or not np.signbit(widen(found, F64)).any()


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_high_half_of_products(type: ElementType) -> None:
    x, y, both = pairs(type)
    found = widen_integer(integer.multiply_high(x, y)).tolist()
    assert found == [wrapped((a * b) >> type.width, type) for a, b in both]


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_shifts(type: ElementType) -> None:
    """Amounts are read as unsigned, so that a negative one is over-wide too."""
    x, y, both = pairs(type)
    ones = (1 << type.width) - 1
    left, logical, arithmetical = [], [], []
    for a, b in both:
        amount, raw = b & ones, a & ones
        negative = raw >> (type.width - 1)
        signed = raw - (1 << type.width) if negative else raw
        over = amount >= type.width
        left.append(wrapped(0 if over else raw << amount, type))
        logical.append(wrapped(0 if over else raw >> amount, type))
        arithmetical.append(wrapped(-negative if over else signed >> amount, type))
    assert widen_integer(integer.shift_left(x, y)).tolist() == left
    assert widen_integer(integer.shift_right_logical(x, y)).tolist() == logical
    assert widen_integer(integer.shift_right_arithmetic(x, y)).tolist() == arithmetical


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_unary_functions_of_integers(type: ElementType) -> None:
    values = samples(type)
    x = np.array(values, np.uint64 if type.kind == "uint" else np.int64).astype(type.dtype)
    ones = (1 << type.width) - 1

    def check(found: np.ndarray, expected: list[int]) -> None:
        assert found.dtype == type.dtype and widen_integer(found).tolist() == [wrapped(v, type) for v in expected]

    check(integer.population_count(x), [(v & ones).bit_count() for v in values])
    check(integer.count_leading_zeros(x), [type.width - (v & ones).bit_length() for v in values])
    check(arithmetic.bitwise_not(x), [~v for v in values])
    check(arithmetic.negate(x), [-v for v in values])
    check(arithmetic.absolute(x), [abs(v) for v in values])
    check(arithmetic.sign(x), [(v > 0) - (v < 0) for v in values])


def test_truth_values_form_a_boolean_algebra() -> None:
    x, y = np.array([False, False, True, True]), np.array([False, True, False, True])
    for function in (arithmetic.add, arithmetic.maximum, arithmetic.bitwise_or):
        assert function(x, y).tolist() == [False, True, True, True]
    for function in (arithmetic.multiply, arithmetic.minimum, arithmetic.bitwise_and):
        assert function(x, y).tolist() == [False, False, False, True]
    assert arithmetic.bitwise_xor(x, y).tolist() == [False, True, True, False]
    assert arithmetic.bitwise_not(x).tolist() == [True, True, False, False]


@pytest.mark.parametrize("type", [t for t in FLOATS if t.width <= 8], ids=str)
def test_small_floats_exhaustively(type: ElementType) -> None:
    """All pairs; f64 holds sums and products exactly, and quotients far more closely than halfway cases can lie."""
    numbers = from_bits(np.arange(1 << type.width), type)
    x, y = numbers[:, None], numbers[None, :]
    wide = widen(numbers, F64)
    a, b = wide[:, None], wide[None, :]
    with np.errstate(all="ignore"):
        cases = [
            (arithmetic.add, a + b), (arithmetic.subtract, a - b), (arithmetic.multiply, a * b),
            (arithmetic.divide, a / b), (arithmetic.remainder, np.fmod(a, b)),
        ]
    for function, exact in cases:
        found = function(x, y)
        assert found.dtype == type.dtype
        assert np.array_equal(widen(found, F64), widen(round_to(exact, type), F64), equal_nan=True)


@pytest.mark.parametrize("function", [arithmetic.add, arithmetic.multiply, arithmetic.divide, arithmetic.subtract])
def test_bf16_and_f16_are_rounded_once(function: Any) -> None:
    generator = np.random.default_rng(7)
    for name in ("bf16", "f16"):
        type = element_type(name)
        x, y = (from_bits(generator.integers(0, 1 << 16, 100_000), type) for _ in range(2))
        with np.errstate(all="ignore"):
            exact = {"add": np.add, "multiply": np.multiply, "divide": np.divide, "subtract": np.subtract}[
                function.__name__
            ](widen(x, F64), widen(y, F64))
        assert np.array_equal(widen(function(x, y), F64), widen(round_to(exact, type), F64), equal_nan=True)


@pytest.mark.parametrize("type", [F64, F32, BF16], ids=str)
def test_special_values(type: ElementType) -> None:
    def of(*values: float) -> np.ndarray:
        return convert(np.array(values), type)

    def text(x: np.ndarray) -> list[str]:
        return [str(v) for v in widen(x, F64).tolist()]

    nan, inf = np.nan, np.inf
    assert text(arithmetic.maximum(of(-0.0, 0.0, nan, 1, -inf), of(0.0, -0.0, 1, nan, 2))) == [
        "0.0", "0.0", "nan", "nan", "2.0",
    ]
    assert text(arithmetic.minimum(of(-0.0, 0.0, nan, 1, -inf), of(0.0, -0.0, 1, nan, 2))) == [
        "-0.0", "-0.0", "nan", "nan", "-inf",
    ]
    assert text(arithmetic.sign(of(-2, -0.0, 0.0, 3, nan, -inf))) == ["-1.0", "-0.0", "0.0", "1.0", "nan", "-1.0"]
    assert text(arithmetic.power(of(0, 1, nan, -1, -8, 2), of(0, nan, 0, inf, 3, -1))) == [
        "1.0", "1.0", "1.0", "1.0", "-512.0", "0.5",
    ]
    assert text(arithmetic.remainder(of(5.5, -5.5, 1, 2, inf), of(2, 2, inf, 0, 1))) == [
        "1.5", "-1.5", "1.0", "nan", "nan",
    ]
    assert text(arithmetic.divide(of(1, -1, 0), of(0, 0, 0))) == ["inf", "-inf", "nan"]
    assert text(arithmetic.negate(of(0.0, -0.0, inf))) == ["-0.0", "0.0", "-inf"]
    assert text(arithmetic.clamp(of(0)[0], of(-1, 0.5, 3, nan), of(1)[0])) == ["0.0", "0.5", "1.0", "nan"]


def test_clamp_takes_the_upper_limit_last() -> None:
    """Where the limits cross, `minimum(maximum(x, low), high)` is `high`."""
    assert arithmetic.clamp(np.array(5), np.array([0, 9]), np.array(3)).tolist() == [3, 3]


def test_select_keeps_the_type() -> None:
    x, y = (convert(np.array(v, np.float32), BF16) for v in ([1, 2], [3, 4]))
    found = arithmetic.select(np.array([True, False]), x, y)
    assert found.dtype == BF16.dtype and found.astype(np.float32).tolist() == [1, 4]
    assert arithmetic.select(np.array(False), x, y).astype(np.float32).tolist() == [3, 4]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex(dtype: Any) -> None:
    generator = np.random.default_rng(3)
    x, y = ((generator.normal(size=50) + 1j * generator.normal(size=50)).astype(dtype) for _ in range(2))
    tolerance = 8 * np.finfo(dtype).eps
    wide_x, wide_y = x.astype(np.complex128), y.astype(np.complex128)
    for function, exact in [
        (arithmetic.add, wide_x + wide_y), (arithmetic.multiply, wide_x * wide_y), (arithmetic.divide, wide_x / wide_y),
        (arithmetic.power, wide_x**wide_y), (arithmetic.subtract, wide_x - wide_y),
    ]:
        assert function(x, y).dtype == dtype
        assert np.allclose(function(x, y), exact, rtol=0, atol=tolerance * np.abs(exact).max())
    assert arithmetic.absolute(x).dtype == x.real.dtype
    assert np.allclose(arithmetic.sign(x), wide_x / np.abs(wide_x), rtol=tolerance)


def test_complex_limits() -> None:
    def parts(z: np.ndarray) -> list[str]:
        return [f"{a} {b}" for a, b in zip(z.real.tolist(), z.imag.tolist())]

    huge, tiny = 1.5e308, 5e-324
    big = np.array([complex(huge, huge), complex(tiny, tiny), complex(huge, tiny)])
    assert parts(arithmetic.divide(big, big)) == ["1.0 0.0", "1.0 0.0", "1.0 0.0"]
    assert parts(arithmetic.divide(np.array([1 + 1j, 0]), np.array([0, 0j])))[0] == "inf inf"
    assert parts(arithmetic.divide(np.array([1 + 1j]), np.array([complex(np.inf, 1)]))) == ["0.0 0.0"]
    assert np.allclose(arithmetic.sign(big), [np.sqrt(0.5) * (1 + 1j)] * 2 + [1])
    assert parts(arithmetic.sign(np.array([0j, complex(np.nan, 1)]))) == ["0.0 0.0", "nan nan"]
    assert arithmetic.power(np.array([0j, 0j]), np.array([0j, 2 + 0j])).tolist() == [1, 0]
    assert np.isinf(arithmetic.absolute(np.array([complex(np.inf, np.nan)])))[0]
    assert arithmetic.maximum(np.array([1 + 2j, 1 + 2j]), np.array([1 + 3j, 0 + 9j])).tolist() == [1 + 3j, 1 + 2j]


@pytest.mark.parametrize("shape", [(), (0,), (3, 1)])
def test_shapes_and_broadcasting(shape: tuple[int, ...]) -> None:
    for type in ELEMENT_TYPES.values():
        x, y = (convert(np.ones(s, np.float32), type) for s in (shape, (2, 1, 1)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = arithmetic.add(x, y), arithmetic.add(x, x)
        assert found[0].shape == np.broadcast_shapes(shape, (2, 1, 1)) and found[0].dtype == type.dtype
        assert isinstance(found[1], np.ndarray) and found[1].shape == shape
    assert arithmetic.bitwise_not(np.array(True)).dtype == PRED.dtype
