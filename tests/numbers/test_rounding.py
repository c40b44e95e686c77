"""Widening and rounding of every float type against exact rational arithmetic."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64, element_type
from hloom.numbers.rounding import round_to, widen
from tests.numbers.exact_model import FORMATS, FloatFormat

SMALL = ELEMENT_TYPES["f8E8M0FNU"]


@pytest.mark.parametrize("name", FORMATS)
def test_widen_gives_the_value_of_every_pattern(name: str) -> None:
    form, type = FORMATS[name], element_type(name)
    patterns = np.arange(0, 1 << form.width, 1 if form.width <= 8 else 31, dtype=np.uint32)
    for wide in (F32, F64):
        values = widen(from_bits(patterns, type), wide)
        assert values.dtype == wide.dtype
        for bits, value in zip(patterns.tolist(), values.tolist()):
            expected = form.decode(bits)
            if isinstance(expected, Fraction):
                assert Fraction(value) == expected
            else:
                assert str(value) == expected


@pytest.mark.parametrize("name", FORMATS)
def test_every_value_and_every_halfway_case_rounds_to_nearest_even(name: str) -> None:
    """Representable values, the middles between neighbours, and the f64 neighbours of both, where f32 rounds twice."""
    form, type = FORMATS[name], element_type(name)
    exact = np.array([float(value) for value, _ in form.magnitudes])
    middles = np.append((exact[1:] + exact[:-1]) / 2, float(form.overflow))
    points = np.concatenate([exact, middles])
    if form.width == 16:  # the ends, and every 199th in between
        points = np.concatenate([exact[:60], middles[:60], exact[-60:], middles[-60:], points[::199]])
    points = np.concatenate([points, np.nextafter(points, np.inf), np.nextafter(points, -np.inf)])
    points = np.concatenate([points, -points])
    got = to_bits(round_to(points, type))
    for x, bits in zip(points.tolist(), got.tolist()):
        assert bits == _expected(form, x), (x, hex(bits))


def _expected(form: FloatFormat, x: float) -> int:
    found = form.round(Fraction(x))
    sign = (1 << (form.width - 1)) if np.signbit(x) else 0
    if x == 0 and form.special != "fnuz":
        return sign
    if found != "overflow":
        assert isinstance(found, int)
        return found
    ones = (1 << (form.width - 1)) - 1
    infinity = ones - ((1 << form.mantissa_bits) - 1)
    nan = 1 << (form.width - 1)
    return {"finite": sign | ones, "fn": sign | ones, "fnuz": nan, "ieee": sign | infinity}[form.special]


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_type_lacks(name: str) -> None:
    form, type = FORMATS[name], element_type(name)
    positive, negative, nan, minus_nan, minus_zero = widen(
        round_to(np.array([np.inf, -np.inf, np.nan, -np.nan, -0.0]), type), F64
    ).tolist()
    largest = float(form.magnitudes[-1][0])
    if form.special == "ieee":
        assert (positive, negative) == (np.inf, -np.inf)
    elif form.special == "finite":
        assert (positive, negative) == (largest, -largest)
    else:
        assert np.isnan(positive) and np.isnan(negative)
    if form.special == "finite":
        assert nan == minus_nan == 0 and np.signbit(nan) and np.signbit(minus_nan)
    else:
        assert np.isnan(nan) and np.isnan(minus_nan)
    assert minus_zero == 0 and np.signbit(minus_zero) == (form.special != "fnuz")


def test_exponent_only_type() -> None:
    """f8E8M0FNU: powers of two, halves go up, NaN for what has no logarithm, the smallest value for tiny numbers."""
    powers = 2.0 ** np.arange(-127, 128)
    assert np.array_equal(widen(from_bits(np.arange(255), SMALL), F64), powers)
    assert np.array_equal(to_bits(round_to(powers, SMALL)), np.arange(255))
    halfway = 1.5 * powers[:-1]
    assert np.array_equal(to_bits(round_to(halfway, SMALL)), np.arange(1, 255))
    assert np.array_equal(to_bits(round_to(np.nextafter(halfway, 0), SMALL)), np.arange(254))
    assert to_bits(round_to(np.array([0.0, -0.0, -1.0, np.nan, np.inf, 1e300]), SMALL)).tolist() == [255] * 6
    assert to_bits(round_to(np.array([1e-300, 1e-45]), SMALL)).tolist() == [0, 0]


def test_f32_rounds_f64_once() -> None:
    halfway = np.float64(1) + np.float64(2) ** -24
    points = np.array([halfway, np.nextafter(halfway, 2), 1e39, -1e39, 1e-46, np.nan])
    expected = np.array([1, 1 + 2.0**-23, np.inf, -np.inf, 0, np.nan], np.float32)
    assert np.array_equal(round_to(points, F32), expected, equal_nan=True)


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3)])
def test_shapes_are_kept(shape: tuple[int, ...]) -> None:
    for type in ELEMENT_TYPES.values():
        if type.is_float:
            found = round_to(np.ones(shape), type)
            assert found.shape == shape and found.dtype == type.dtype and isinstance(found, np.ndarray)
            assert widen(found, F64).shape == shape
