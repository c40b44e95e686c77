"""Bit patterns of floating-point types that NumPy does not have, against types that it has."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf, isnan

import numpy as np
import pytest

from hloom.numbers.float_format import FLOAT_FORMATS, FloatFormat

F16, F64 = FloatFormat(16, 11), FloatFormat(64, 53)


def patterns(width: int) -> list[int]:
    """Random ones, and those around zero, the smallest normal number and infinity."""
    source = random.Random(width)
    near = [(field << (width - 13)) + k for field in (0, 1, 2, 0xFFE, 0xFFF) for k in (-1, 0, 1)]
    return [source.getrandbits(width) for _ in range(2000)] + [n % (1 << width) for n in near]


def test_every_half_is_exact_and_nearest_to_itself() -> None:
    for bits in range(1 << 16):
        value = float(np.array(bits, np.uint16).view(np.float16))
        exact = F16.exact(bits)
        if not np.isfinite(value):
            assert exact is None
            assert isnan(F16.value(bits)) if isnan(value) else F16.value(bits) == value
            continue
        assert exact == (bool(bits >> 15), *abs(value).as_integer_ratio())
        assert F16.value(bits) == value and F16.of_float(value) == bits


def test_rounding_to_half_is_to_nearest_halves_to_even() -> None:
    source = random.Random(1)
    values = [source.uniform(0, 1) * 2.0 ** source.randint(-30, 18) for _ in range(3000)]
    values += [float(np.array(bits, np.uint16).view(np.float16)) + float(np.array(bits + 1, np.uint16).view(np.float16))
               for bits in range(0, 0x7BFF, 7)]  # twice what lies in the middle of two neighbours
    for value in values:
        with np.errstate(over="ignore"):
            expected = int(np.array(value / 2).astype(np.float16).view(np.uint16))
        assert F16.nearest(*(value / 2).as_integer_ratio()) == expected


def test_doubles_are_exact() -> None:
    for bits in patterns(64):
        value = float(np.array(bits, np.uint64).view(np.float64))
        exact = F64.exact(bits)
        assert (exact is None) == (not np.isfinite(value))
        if exact is not None:
            assert exact == (bool(bits >> 63), *abs(value).as_integer_ratio()) and F64.of_float(value) == bits


@pytest.mark.skipif(np.finfo(np.longdouble).nmant != 63, reason="long double is no x87 number here")
def test_x87_numbers_are_those_of_the_processor() -> None:
    format = FLOAT_FORMATS["f80"]
    source = random.Random(2)
    for _ in range(2000):
        field = source.choice((0, 1, 2, 0x3FFF, 0x7FFE, source.randrange(0x7FFF)))
        bits = source.getrandbits(1) << 79 | field << 64 | (field > 0) << 63 | source.getrandbits(63)
        value = np.frombuffer(bits.to_bytes(16, "little"), np.longdouble)[0]
        exact = format.exact(bits)
        assert exact is not None and format.canonical(bits) == bits
        is_negative, numerator, denominator = exact
        assert (numerator, denominator) == abs(value).as_integer_ratio() and is_negative == bool(np.signbit(value))
        with np.errstate(over="ignore", under="ignore"):
            assert format.value(bits) == float(value)
        assert format.nearest(numerator, denominator) == bits & ~(1 << 79)


@pytest.mark.parametrize("name, bits, value", [
    ("f128", 0x3FFF << 112, Fraction(1)), ("f128", 1, Fraction(1, 1 << 16494)), ("f128", 0x4000_8 << 108, Fraction(3)),
    ("tf32", 0x1FC00, Fraction(1)), ("tf32", 1, Fraction(1, 1 << 136)), ("tf32", 0x3FBFF, Fraction((1 << 128) - (1 << 117))),
    ("f80", 0x3FFF << 64 | 1 << 63, Fraction(1)), ("f80", 1, Fraction(1, 1 << 16445)),
])
def test_known_numbers(name: str, bits: int, value: Fraction) -> None:
    format = FLOAT_FORMATS[name]
    assert format.exact(bits) == (False, value.numerator, value.denominator)
    assert format.nearest(value.numerator, value.denominator) == bits
    # Below, at and above the middle between a number and the next one.
    above = Fraction(*(format.exact(bits + 1) or (False, 1 << 128, 1))[1:])
    for offset, expected in ((-1, bits), (0, bits + (bits & 1)), (1, bits + 1)):
        middle = (value + above) / 2 + offset * (above - value) / 1000
        assert format.nearest(middle.numerator, middle.denominator) == expected


def test_infinities_and_values_beyond_doubles() -> None:
    for name, pattern in (("f80", 0x7FFF8 << 60), ("f128", 0x7FFF << 112), ("tf32", 0x3FC00)):
        format = FLOAT_FORMATS[name]
        sign = 1 << (format.width - 1)
        assert format.infinity == pattern == format.of_float(inf) and format.of_float(-inf) == pattern | sign
        assert format.value(pattern | sign) == -inf and isnan(format.value(pattern | 1))
        assert format.nearest(1 << 20000, 1) == pattern
    assert FLOAT_FORMATS["f128"].value(0x7FFE << 112) == inf and FLOAT_FORMATS["f128"].value(1) == 0.0


def test_leading_bits_that_contradict_the_exponent() -> None:
    format = FLOAT_FORMATS["f80"]
    assert format.canonical(0x3FFF << 64 | 5) == 0x7FFF << 64 | 5  # no number without its leading bit
    assert format.canonical(1 << 63 | 5) == 1 << 64 | 1 << 63 | 5  # the smallest normal number
    assert format.canonical(5) == 5
