"""Comparison, the total order, distances and neighbours."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.compare import INFINITE_DISTANCE, compare, next_after, total_order_key, ulp_difference, unit_in_last_place
from hloom.numbers.convert import convert, widen_integer
from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F16, F32, F64, ElementType, element_type
from hloom.numbers.rounding import widen

RELATIONS = {
    "EQ": operator.eq, "NE": operator.ne, "GE": operator.ge, "GT": operator.gt, "LE": operator.le, "LT": operator.lt,
}  # fmt: skip


@pytest.mark.parametrize("direction", RELATIONS)
@pytest.mark.parametrize("type", [t for t in ELEMENT_TYPES.values() if not t.is_complex], ids=str)
def test_numbers_compare_as_in_python(type: ElementType, direction: str) -> None:
    if type.is_float:
        x = convert(np.array([-2.0, -0.0, 0.0, 1.0, 3.0, np.inf, -np.inf, np.nan]), type)
        values = widen(x, F64).tolist()
    else:
        x = from_bits(np.arange(0, 256, 5) * 0x01010101, type)
        values = [int(v) for v in widen_integer(x)]
    found = compare(x[:, None], x[None, :], direction)
    assert found.dtype == np.bool_
    assert found.tolist() == [[RELATIONS[direction](a, b) for b in values] for a in values]


@pytest.mark.parametrize("type", [F32, F64, BF16, F16, element_type("f8E5M2")], ids=str)
def test_total_order(type: ElementType) -> None:
    sign = 1 << (type.width - 1)
    nan = int(to_bits(convert(np.array(np.nan), type))) & (sign - 1)
    numbers = convert(np.array([-np.inf, -1.5, -0.0, 0.0, 1.5, np.inf]), type)
    ordered = from_bits(np.array([nan | sign, *to_bits(numbers).tolist(), nan], np.uint64), type)
    position = np.arange(ordered.size)
    for direction, relation in RELATIONS.items():
        found = compare(ordered[:, None], ordered[None, :], direction, "TOTALORDER")
        assert np.array_equal(found, relation(position[:, None], position[None, :]))
    assert np.array_equal(np.argsort(total_order_key(ordered)), position)


def test_total_order_of_types_with_one_nan() -> None:
    for name, nan in (("f8E4M3FNUZ", 0x80), ("f8E8M0FNU", 0xFF)):
        type = element_type(name)
        x = from_bits(np.arange(256), type)
        order = np.argsort(total_order_key(x))
        assert order[-1] == nan and np.all(np.diff(widen(x, F64)[order[:-1]]) > 0)


def test_complex_numbers_are_ordered_lexicographically() -> None:
    x, y = np.array([1 + 2j, 1 + 2j, 1 + 2j, 0 + 9j]), np.array([1 + 2j, 1 + 3j, 0 + 5j, 1 + 0j])
    pairs = [((a.real, a.imag), (b.real, b.imag)) for a, b in zip(x.tolist(), y.tolist())]
    for direction, relation in RELATIONS.items():
        assert compare(x, y, direction).tolist() == [relation(a, b) for a, b in pairs]
    nan = np.array([complex(1, np.nan)])
    assert compare(nan, nan, "EQ").tolist() == [False] and compare(nan, nan, "NE").tolist() == [True]


def test_distance_counts_representable_numbers() -> None:
    x = np.array([1.0, -1.0, 0.0, -1e-45, 3.4028235e38, 2.0], np.float32)
    for steps in (0, 1, 5, 50):
        y = x.copy()
        for _ in range(steps):
            y = np.nextafter(y, np.float32(-np.inf))
        zero = np.signbit(y) & (y == 0)
        assert np.array_equal(ulp_difference(x, y)[~zero], np.full(x.size, steps)[~zero])
    largest = np.float64(1.7e308)
    assert int(ulp_difference(-largest, largest)) == 2 * int(largest.view(np.int64))
    assert int(ulp_difference(np.array(-0.0), np.array(0.0))) == 0
    bf16 = convert(np.array([1.0, 1.0 + 2**-7]), BF16)
    assert int(ulp_difference(bf16[0], bf16[1])) == 1


def test_distance_of_what_is_not_finite() -> None:
    inf, nan = np.inf, np.nan
    x, y = np.array([inf, inf, nan, nan, 1.0, -inf]), np.array([inf, -inf, nan, 1.0, inf, -inf])
    far = int(INFINITE_DISTANCE)
    assert ulp_difference(x, y).tolist() == [0, far, 0, far, far, 0]
    assert ulp_difference(np.array([1 + 1j]), np.array([complex(1, inf)])).tolist() == [[0, far]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_neighbours_of_wide_types(dtype: type) -> None:
    x = np.array([0.0, -0.0, 1.0, -1.0, 1e30, np.inf, -np.inf, np.nan, 2.0, 5e-324, 0.0], dtype)
    y = np.array([1.0, -1.0, 2.0, 0.0, -np.inf, 0.0, 0.0, 1.0, 2.0, -1.0, -0.0], dtype)
    assert np.array_equal(to_bits(next_after(x, y)), to_bits(np.nextafter(x, y)))
    assert np.isnan(next_after(np.array(1.0, dtype), np.array(np.nan, dtype)))


@pytest.mark.parametrize("name", ["bf16", "f16", "f8E4M3FN", "f8E5M2FNUZ", "f4E2M1FN"])
def test_neighbours_of_small_types(name: str) -> None:
    type = element_type(name)
    x = from_bits(np.arange(1 << type.width), type)
    values = widen(x, F64)
    finite = np.unique(values[np.isfinite(values)])
    inside = np.isfinite(values) & (values < finite[-1])
    above = widen(next_after(x[inside], convert(finite[-1], type)), F64)
    assert np.array_equal(above, finite[np.searchsorted(finite, values[inside]) + 1])


@pytest.mark.parametrize("type", [t for t in ELEMENT_TYPES.values() if t.is_float], ids=str)
def test_a_unit_in_the_last_place_is_the_distance_of_the_next_number_outward(type: ElementType) -> None:
    bits = np.arange(1 << type.width) if type.width <= 16 else np.random.default_rng(0).integers(0, 1 << 62, 500)
    numbers = from_bits(bits, type)
    wide = widen(numbers, F64)
    ordered = np.unique(wide[np.isfinite(wide) & (wide >= 0)])
    if type.width <= 16:
        exact = convert(ordered[:-1], type)
        assert unit_in_last_place(exact).tolist() == np.diff(ordered).tolist()
        if type.name != "f8E8M0FNU":
            assert unit_in_last_place(convert(-ordered[1:-1], type)).tolist() == np.diff(ordered)[1:].tolist()
    else:
        finite = numbers[np.isfinite(numbers)]
        assert unit_in_last_place(finite).tolist() == np.spacing(np.abs(finite)).astype(np.float64).tolist()
    assert np.isnan(unit_in_last_place(numbers[~np.isfinite(wide)])).all()


def test_the_unit_of_a_complex_number_is_that_of_its_modulus() -> None:
    assert unit_in_last_place(np.array([3 + 4j, 1e-30 + 1j])).tolist() == [np.spacing(5.0), np.spacing(1.0)]
    assert unit_in_last_place(np.complex64(3 + 4j)) == np.spacing(np.float32(5))
