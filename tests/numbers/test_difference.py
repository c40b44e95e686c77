"""What differs between arrays: where, by how much, in units in the last place, and what tolerances admit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hloom.numbers.bits import from_bits
from hloom.numbers.difference import EQUAL, SAME_BITS, Tolerance, difference
from hloom.numbers.element_type import ELEMENT_TYPES, F64, ElementType, of_dtype
from hloom.numbers.rounding import widen

INF, NAN = np.inf, np.nan
FLOATS = [t for t in ELEMENT_TYPES.values() if t.is_float]
WHOLE = [t for t in ELEMENT_TYPES.values() if not t.is_float and not t.is_complex]


def finite_numbers(type: ElementType) -> np.ndarray:
    """Numbers of a type, neighbour after neighbour, without -0: all of a small type, some around 1 of a large one."""
    if type.width <= 16:
        numbers = from_bits(np.arange(1 << type.width), type)
        wide = widen(numbers, F64)
        kept = np.isfinite(wide) & ~((wide == 0) & np.signbit(wide))
        return numbers[kept][np.argsort(wide[kept], kind="stable")]
    x = [type.dtype.type(1 - 3 * np.finfo(type.dtype).eps)]
    for _ in range(40):
        x.append(np.nextafter(x[-1], type.dtype.type(2)))
    return np.array(x)


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_units_count_the_numbers_between(type: ElementType) -> None:
    numbers = finite_numbers(type)
    for steps in (1, 2, 7):
        for place in range(0, numbers.size - steps, max(numbers.size // 50, 1)):
            x, y = numbers[place : place + 1], numbers[place + steps : place + steps + 1]
            found = difference(x, y)
            assert (found.count, found.size, found.index, found.units) == (1, 1, (0,), (steps,))
            assert found.largest_units == steps
            assert found.largest == float(Fraction(float(y[0])) - Fraction(float(x[0])))
            assert not difference(x, y, Tolerance(steps)) and difference(x, y, Tolerance(steps - 0.5))
            assert not difference(y, x, Tolerance(steps, least_units=steps))
            assert difference(y, x, Tolerance(steps, least_units=steps + 1))


@pytest.mark.parametrize("type", WHOLE, ids=str)
def test_whole_numbers(type: ElementType) -> None:
    bits = np.arange(min(1 << type.width, 7))
    x = from_bits(np.array([0, (1 << type.width) - 1, 1 << (type.width - 1)], np.uint64), type)
    y = from_bits(np.array([0, (1 << type.width) - 1, 0], np.uint64), type)
    assert not difference(x, x.copy()) and not difference(from_bits(bits, type), from_bits(bits, type))
    found = difference(x, y)
    far = abs(int(x[2]) - int(y[2]))
    assert (found.count, found.index, found.units, found.largest) == (1, (2,), (), far)
    assert found.largest_relative == INF and found.largest_units is None
    zero = "false" if type.kind == "pred" else "0"
    assert str(found).startswith(f"1 of 3 elements differ, first at [2]: expected {zero}, got ")


def test_distances_of_wide_integers_are_exact() -> None:
    found = difference(np.array([2**63 - 1, -(2**63)]), np.array([-(2**63), 2**63 - 1]))
    assert found.largest == 2**64 - 1 and found.count == 2
    found = difference(np.array([0], np.uint64), np.array([2**64 - 1], np.uint64))
    assert found.largest == 2**64 - 1 and found.largest_relative == 1
    assert not difference(np.array([5, 6]), np.array([6, 5]), Tolerance(absolute=1))
    assert difference(np.array([5, 7]), np.array([6, 5]), Tolerance(absolute=1)).count == 1


def test_nan_and_infinities() -> None:
    x = np.array([NAN, INF, -INF, 1.0, INF, NAN])
    y = np.array([-NAN, INF, -INF, NAN, -INF, INF])
    found = difference(x, y, Tolerance(units=1e9, absolute=1e300, relative=1e9, of_largest=1))
    assert (found.count, found.index, found.units) == (3, (3,), (None,))
    assert found.largest == INF and found.largest_relative == INF and found.largest_units is None
    assert str(found) == ("3 of 6 elements differ, first at [3]: expected nan, got 1.0; largest difference inf (relative inf) "
                          "at [3]; 1 NaN equal NaN")


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_every_nan_equals_every_other(dtype: Any) -> None:
    type = of_dtype(np.dtype(dtype))
    quiet = int(np.array(NAN, dtype).view(f"u{type.width // 8}"))
    x = from_bits(np.array([quiet, quiet | 1, quiet ^ 1 << (type.width - 1)], np.uint64), type)
    assert np.isnan(x.astype(np.float64)).all()
    assert not difference(x, x[::-1], SAME_BITS)


def test_signed_zeros() -> None:
    x, y = np.array([0.0, -0.0, 1.0]), np.array([-0.0, -0.0, 1.0])
    assert not difference(x, y) and difference(x, y, SAME_BITS).count == 1
    assert difference(x, y, Tolerance(4, absolute=1, signed_zeros=True)).index == (0,)
    assert not difference(x.astype(complex), y.astype(complex)) and difference(x.astype(complex), y.astype(complex), SAME_BITS)


def test_parts_of_complex_numbers() -> None:
    one = np.nextafter(1.0, 2)
    x, y = np.array([[1 + 1j, 2 + 2j], [complex(one, 1), 0j]]), np.array([[1 + 1j, 2 + 2j], [complex(1, 1 + 4 * (one - 1)), 0j]])
    found = difference(x, y)
    assert (found.count, found.index, found.units) == (1, (1, 0), (1, 4))
    assert "(1 and 4 units in the last place)" in str(found)
    assert difference(x, y, Tolerance(3)) and not difference(x, y, Tolerance(4))
    small, large = np.array([complex(1e6, 1.0)]), np.array([complex(1e6, 1.0 + 1e-10)])
    assert difference(small, large, Tolerance(1)) and not difference(small, large, Tolerance(relative=1e-15))
    assert difference(np.array([complex(1, NAN)]), np.array([complex(2, NAN)])).units == (1 << 52, 0)
    assert not difference(np.array([complex(1, NAN)]), np.array([complex(1, -NAN)]))


def test_tolerances() -> None:
    x, y = np.array([1.0, 1000.0, 0.0], np.float32), np.array([1.001, 1000.1, 0.05], np.float32)
    assert difference(x, y, Tolerance(absolute=0.06)).index == (1,)
    assert difference(x, y, Tolerance(relative=0.01)).index == (2,)
    assert not difference(x, y, Tolerance(of_largest=0.001))
    assert difference(x, y, Tolerance(of_largest=1e-7)).count == 3
    assert difference(x, y, Tolerance(units=np.array([1e9, 0, 1e12]))).index == (1,)
    assert difference(x, y, Tolerance(0, np.array([0.1, 0, 0]), np.array([0, 0.1, 0]))).index == (2,)
    allowed = difference(x, y, Tolerance(of_largest=0.001))
    assert allowed.largest == pytest.approx(0.1, rel=1e-3) and allowed.largest_relative == 1.0 and not allowed.count
    assert str(allowed) == ("largest difference 0.1 (relative 1 at [2], 1028443341 units in the last place at [2]) at [1]: "
                            "expected 1000.1, got 1000.0")


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1, 1)])
@pytest.mark.parametrize("type", ELEMENT_TYPES.values(), ids=str)
def test_every_type_and_shape(type: ElementType, shape: tuple[int, ...]) -> None:
    x = np.ones(shape, np.int8).astype(type.dtype)
    assert str(difference(x, x.copy(), SAME_BITS)) == "largest difference 0"
    if x.size:
        y = (0 * np.ones(shape, np.int8)).astype(type.dtype) if type.name != "f8E8M0FNU" else np.full(shape, 2, type.dtype)
        found = difference(x, y, EQUAL)
        assert found.count == 1 and found.index == (0,) * len(shape)
    assert not difference(np.array(x, order="F"), x)


def test_the_first_place_is_that_of_the_indices_not_of_memory() -> None:
    x = np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)
    y = np.array(x)
    y[3, 0, 1] += 1
    y[1, 1, 2] += 1
    assert difference(x, y).index == (1, 1, 2)


@pytest.mark.parametrize("found, expected, message", [
    (np.zeros(3, np.float32), np.zeros(3), "expected f64[3], got f32[3]"),
    (np.zeros((2, 3), np.float32), np.zeros((3, 2), np.float32), "expected f32[3, 2], got f32[2, 3]"),
    (np.zeros(1, ml_dtypes.bfloat16), np.array(["a"]), "expected <U1[1], got bf16[1]"),
    (np.float32(1), [1, 2], "expected i64[2], got f32[]"),
])
def test_other_types_and_shapes(found: Any, expected: Any, message: str) -> None:
    assert difference(found, expected) and str(difference(found, expected)) == message


def test_the_largest_differences_have_places() -> None:
    x, y = np.array([[1.0, 2.0], [1000.0, 0.0]]), np.array([[1.0, 2.5], [1001.0, 1e-300]])
    found = difference(x, y, Tolerance(absolute=0.75))
    assert (found.count, found.index) == (1, (1, 0))
    assert found.largest_at == ((1, 0), 1000.0, 1001.0)
    assert found.largest_relative_at == found.largest_units_at == ((1, 1), 0.0, 1e-300)
    same = difference(x, x)
    assert same.largest_at is same.largest_relative_at is same.largest_units_at is None
    whole = difference(np.array([1, 5]), np.array([2, 9]))
    assert whole.largest_at == ((1,), 5, 9) and whole.largest_units_at is None


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_zeros_and_infinities_of_every_float_type(type: ElementType) -> None:
    with np.errstate(all="ignore"):
        values = np.array([0.0, -0.0, INF, -INF, NAN]).astype(type.dtype)
    wide = widen(values, F64)
    if wide[0] == wide[1] == 0:
        assert not difference(values[:1], values[1:2]) and difference(values[:1], values[1:2]).largest_units == 0
    if np.isinf(wide[2]):
        largest = finite_numbers(type)[-1:] if type.width <= 16 else np.array([np.finfo(type.dtype).max])
        found = difference(values[2:3], largest, Tolerance(units=1e9, absolute=1e300, relative=1e9))
        assert found.count == 1 and found.units == (None,) and found.largest == INF  # no number of units away
        assert not difference(values[2:4], values[2:4]) and difference(values[2:3], values[3:4], Tolerance(units=1e9))
    if np.isnan(wide[4]):
        assert difference(values[4:], values[4:]).nans == 1 and not difference(values[4:], values[4:])
        assert str(difference(values[4:], values[4:])) == "largest difference 0; 1 NaN equal NaN"


def test_nan_in_parts_of_complex_numbers_is_counted_by_elements() -> None:
    x = np.array([complex(NAN, 1), complex(1, NAN), complex(NAN, NAN), 1j])
    assert difference(x, x).nans == 3 and difference(np.array([1, 2]), np.array([1, 2])).nans == 0
