"""Conversion between every pair of element types, against Python's exact integers and fractions."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

from hloom.numbers.bits import to_bits
from hloom.numbers.convert import convert, widen_integer
from hloom.numbers.element_type import (
    BF16,
    C64,
    C128,
    ELEMENT_TYPES,
    F16,
    F32,
    F64,
    I32,
    I64,
    PRED,
    UI8,
    UI32,
    UI64,
    ElementType,
    element_type,
    of_dtype,
)
from tests.numbers.ends import ends
from tests.numbers.exact_model import FORMATS, limits, wrapped

TYPES = [t for t in ELEMENT_TYPES.values() if t.kind != "index"]
INTEGERS = [t for t in TYPES if t.is_integer]


def integers(x: np.ndarray) -> list[int]:
    return [int(v) for v in widen_integer(x).ravel()]


@pytest.mark.parametrize("source", TYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
def test_every_pair_keeps_small_numbers(source: ElementType, shape: tuple[int, ...]) -> None:
    ones = convert(np.ones(shape, np.float32), source)
    for to in TYPES:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = convert(ones, to)
        assert found.dtype == to.dtype and found.shape == shape
        assert np.array_equal(convert(found, F64), np.ones(shape))


@pytest.mark.parametrize("to", INTEGERS, ids=str)
@pytest.mark.parametrize("source", INTEGERS, ids=str)
def test_integers_wrap(source: ElementType, to: ElementType) -> None:
    low, high = limits(source)
    values = sorted({v for v in (low, low + 1, -9, -3, -1, 0, 1, 2, 5, 100, 200, high - 1, high) if low <= v <= high})
    found = convert(_array(values, source), to)
    assert integers(found) == [wrapped(v, to) for v in values]


def _array(values: list[int], type: ElementType) -> np.ndarray:
    wide = np.uint64 if type.kind == "uint" else np.int64
    return np.array(values, wide).astype(type.dtype)


@pytest.mark.parametrize("to", INTEGERS, ids=str)
@pytest.mark.parametrize("source", ["f64", "f32", "bf16", "f8E5M2"])
def test_floats_truncate_and_saturate(source: str, to: ElementType) -> None:
    low, high = limits(to)
    points = [0.0, -0.0, 0.5, -0.99, 1.5, -1.5, 2.9, -2.0, 7.9, -8.9, 300.0, -300.0, 1e4, 2.0**31, 2.0**32, -(2.0**31),
              2.0**63, -(2.0**63), 2.0**64, 1e30, -1e30, np.inf, -np.inf, np.nan]  # fmt: skip
    x = convert(np.array(points), element_type(source))
    expected = []
    for value in convert(x, F64).tolist():
        if value != value:
            expected.append(0)
        else:
            expected.append(low if value <= low else high if value >= high else int(value))
    assert integers(convert(x, to)) == expected


def test_largest_floats_below_the_limits_of_64_bits() -> None:
    x = np.nextafter(np.array([2.0**63, 2.0**64]), 0)
    assert convert(x[:1], I64).tolist() == [2**63 - 1024]
    assert convert(x, UI64).tolist() == [2**63 - 1024, 2**64 - 2048]


@pytest.mark.parametrize("name", [*FORMATS, "f32", "f64"])
def test_64_bit_integers_round_once(name: str) -> None:
    """Halfway cases plus and minus one, which a detour through f64 or f32 rounds to the wrong side."""
    type = element_type(name)
    bits = {"f32": 24, "f64": 53}.get(name) or FORMATS[name].mantissa_bits + 1
    values = []
    for exponent in range(bits, 63, 1 if bits > 12 else 7):
        for lead in ((1 << bits) + 1, (1 << bits) + 3):
            halfway = lead << (exponent - bits)
            values += [v for v in (halfway - 1, halfway, halfway + 1) if v < 1 << 63]
    values += [-v for v in values] + [0, 1, -(1 << 63), (1 << 63) - 1]
    found = convert(np.array(values, np.int64), type)
    if name in FORMATS:
        form = FORMATS[name]
        expected = [form.round(Fraction(v)) for v in values]
        kept = [k for k, e in enumerate(expected) if e != "overflow"]
        assert to_bits(found)[kept].tolist() == [expected[k] for k in kept]
    else:
        assert found.tolist() == [_nearest(v, bits) for v in values]


def _nearest(value: int, bits: int) -> float:
    size = abs(value)
    drop = max(size.bit_length() - bits, 0)
    kept, rest = size >> drop, size & ((1 << drop) - 1)
    half = 1 << (drop - 1) if drop else 0
    kept += drop > 0 and (rest > half or (rest == half and kept % 2 == 1))
    return float(kept << drop) * (-1 if value < 0 else 1)


def test_unsigned_64_bit_integers_round_once() -> None:
    values = [(1 << 63) + (1 << 39), (1 << 63) + (1 << 39) + 1, (1 << 64) - 1, (1 << 55) + (1 << 47) + 1]
    assert convert(np.array(values, np.uint64), F32).tolist() == [_nearest(v, 24) for v in values]
    assert convert(convert(np.array(values, np.uint64), BF16), F64).tolist() == [_nearest(v, 8) for v in values]


def test_truth_values() -> None:
    assert convert(np.array([0.0, -0.0, 0.1, np.nan, -np.inf]), PRED).tolist() == [False, False, True, True, True]
    assert convert(np.array([0, 1j, 2]), PRED).tolist() == [False, False, True]  # the real part only
    assert convert(np.array([256, 0], np.int32), PRED).tolist() == [True, False]
    assert convert(np.array([True, False]), I32).tolist() == [1, 0]


def test_complex() -> None:
    z = np.array([1.5 - 2j, -3 + 0.5j])
    assert convert(z, C64).dtype == np.complex64 and convert(z, C64).tolist() == z.tolist()
    assert convert(z, F32).tolist() == [1.5, -3] and convert(z, UI8).tolist() == [1, 0]
    assert convert(np.array([2, 3], np.uint32), C128).tolist() == [2, 3]
    assert str(convert(np.array([-0.0]), C64)[0]) == "(-0+0j)"


def test_f64_to_f16_and_bf16_do_not_round_twice() -> None:
    """1 + 2^-8 + 2^-30 is above the middle of two bf16 numbers; f32 would put it onto the middle."""
    assert float(convert(np.array(1 + 2.0**-8 + 2.0**-30), BF16)) == 1 + 2.0**-7
    assert float(convert(np.array(1 + 2.0**-11 + 2.0**-40), F16)) == 1 + 2.0**-10


def test_same_type_is_no_copy() -> None:
    x = np.arange(3, dtype=np.uint32)
    assert convert(x, UI32) is x


#: Bits of the mantissa, and the exponents of the smallest and the largest number, of the floats that programs compute with.
WIDE = {"f64": (53, -1074, 1023), "f32": (24, -149, 127), "f16": (11, -24, 15), "bf16": (8, -133, 127)}


def exact(x: np.ndarray) -> list[Fraction | float]:
    """The values of real numbers; infinities and NaN as floats."""
    type = of_dtype(x.dtype)
    if not type.is_float:
        return [Fraction(int(v)) for v in (x if type is PRED else widen_integer(x))]
    return [Fraction(v) if np.isfinite(v) else v for v in convert(x, F64).tolist()]


def rounded(value: Fraction, type: str) -> float:
    """The nearest number of a float type, halves to even."""
    precision, smallest, largest = WIDE[type]
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= value != 0 and size < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - precision + 1, smallest)
    nearest = round(size / unit) * unit
    found = float(nearest) if nearest < Fraction(2) ** (largest + 1) else np.inf
    return -found if value < 0 else found


@pytest.mark.parametrize("source", [t for t in TYPES if not t.is_complex], ids=str)
def test_every_pair_at_the_ends_of_the_types(source: ElementType) -> None:
    """Wrapping, saturating and rounding once, where that is told apart; -0, infinities and NaN."""
    x = ends(source)[:: 1 + len(ends(source)) // 700]
    values = exact(x)
    finite = [k for k, v in enumerate(values) if isinstance(v, Fraction)]
    for to in TYPES:
        found = convert(x, to)
        if to is PRED:
            assert found.tolist() == [v != 0 for v in values]
        elif to.is_integer:
            low, high = limits(to)
            wanted = [wrapped(int(v), to) if not source.is_float else 0 if v != v else max(low, min(high, v)) for v in values]
            assert integers(found) == [int(v) for v in wanted]
        elif to.name in WIDE:
            got = convert(found, F64)
            assert got[finite].tolist() == [rounded(values[k], to.name) for k in finite]  # type: ignore[arg-type]
            others = np.setdiff1d(np.arange(len(x)), finite)
            assert np.array_equal(got[others], np.array([values[k] for k in others], np.float64), equal_nan=True)
        elif to.name in FORMATS:
            expected = [FORMATS[to.name].round(values[k]) for k in finite]  # type: ignore[arg-type]
            kept = [(k, e) for k, e in zip(finite, expected) if e != "overflow" and values[k] != 0]
            assert to_bits(found)[[k for k, _ in kept]].tolist() == [e for _, e in kept]
        if source.is_float and (to.name in WIDE or to.name == "f8E5M2"):
            zeros = [k for k in finite if values[k] == 0]
            assert np.array_equal(np.signbit(convert(found, F64)[zeros]), np.signbit(convert(x, F64)[zeros]))
