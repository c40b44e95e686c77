"""Intervals: arithmetic against all pairs of values, saturation at 64 bits, three-valued comparison."""

from __future__ import annotations

import itertools
import operator

import pytest

from hloom.expr.interval import EMPTY, INT64_MAX, INT64_MIN, UNBOUNDED, Interval, weighted_sum

ENDS = (-7, -3, -1, 0, 1, 2, 5)
INTERVALS = [Interval(a, b) for a in ENDS for b in ENDS if a <= b]


def absolute_remainder(a: int, b: int) -> int:
    return a % abs(b)


@pytest.mark.parametrize(
    "of_intervals, of_values",
    [
        (operator.add, operator.add),
        (operator.sub, operator.sub),
        (operator.mul, operator.mul),
        (operator.floordiv, operator.floordiv),
        (operator.mod, absolute_remainder),
        (Interval.minimum, min),
        (Interval.maximum, max),
    ],
    ids=["add", "sub", "mul", "floordiv", "mod", "minimum", "maximum"],
)
def test_arithmetic_holds_all_values(of_intervals, of_values) -> None:
    divides = of_values in (operator.floordiv, absolute_remainder)
    for a, b in itertools.product(INTERVALS, INTERVALS):
        if divides and 0 in b:
            continue
        values = {of_values(x, y) for x in range(a.lower, a.upper + 1) for y in range(b.lower, b.upper + 1)}
        result = of_intervals(a, b)
        assert all(value in result for value in values), (a, b)
        if of_values is not absolute_remainder:
            assert (result.lower, result.upper) == (min(values), max(values)), (a, b)


@pytest.mark.parametrize("modulus", range(1, 18))
def test_remainder_is_exact_within_one_period(modulus: int) -> None:
    for interval in INTERVALS:
        values = [x % modulus for x in range(interval.lower, interval.upper + 1)]
        result = interval.remainder(modulus)
        assert result.lower <= min(values) and max(values) <= result.upper
        if interval.lower // modulus == interval.upper // modulus:
            assert (result.lower, result.upper) == (min(values), max(values))


@pytest.mark.parametrize("a, b", list(itertools.product((-3, -1, 2), (-2, 1, 5))))
def test_weighted_sum_is_exact(a: int, b: int) -> None:
    for x, y in itertools.product(INTERVALS, INTERVALS):
        assert weighted_sum(7, [(x, a), (y, b)]) == Interval(7, 7) + x.scale(a) + y.scale(b)
    assert weighted_sum(1, [(Interval(3, INT64_MAX), a), (Interval(0, 2), b)]).is_bounded is False
    assert weighted_sum(1, [(Interval(3, INT64_MAX), 2)]) == Interval(7, INT64_MAX)
    assert weighted_sum(1, [(Interval(3, INT64_MAX), -2)]) == Interval(INT64_MIN, -5)
    assert weighted_sum(0, [(EMPTY, a)]).is_empty


def test_infinite_ends_stay_infinite() -> None:
    above = Interval(3, INT64_MAX)
    assert above + Interval(-10, -10) == Interval(-7, INT64_MAX)
    assert above - above == UNBOUNDED
    assert -above == Interval(INT64_MIN, -3)
    assert above * Interval(-2, -2) == Interval(INT64_MIN, -6)
    assert above * Interval(0, 0) == Interval(0, 0)
    assert above // Interval(2, 2) == Interval(1, INT64_MAX)
    assert above % Interval(4, 4) == Interval(0, 3)
    assert Interval(1, 5) // above == Interval(0, 1)
    assert Interval(-5, 5) // above == Interval(-2, 1)


def test_overflow_saturates_and_does_not_come_back() -> None:
    huge = Interval(0, INT64_MAX // 2)
    assert huge + huge == Interval(0, INT64_MAX - 1)
    doubled = huge.scale(4)
    assert doubled == Interval(0, INT64_MAX)
    assert doubled // Interval(4, 4) == Interval(0, INT64_MAX)
    assert Interval(1 << 70, 1 << 80) == Interval(INT64_MAX, INT64_MAX)


def test_empty_intervals() -> None:
    assert Interval.of_extent(0).is_empty and Interval(1, 0).is_empty
    assert (EMPTY + UNBOUNDED).is_empty and (UNBOUNDED * EMPTY).is_empty and (-EMPTY).is_empty
    assert (EMPTY // Interval(2, 2)).is_empty and EMPTY.remainder(3).is_empty
    assert Interval(0, 3).encloses(EMPTY) and not EMPTY.encloses(Interval(0, 3))
    assert EMPTY.union(Interval(2, 3)) == Interval(2, 3) == Interval(2, 3).union(EMPTY)
    assert EMPTY.size == 0 and Interval.of_extent(5).size == 5


@pytest.mark.parametrize("name", ["lt", "le", "gt", "ge", "eq", "ne"])
def test_comparison_is_three_valued(name: str) -> None:
    compare = getattr(operator, name)
    for a, b in itertools.product(INTERVALS, INTERVALS):
        truths = {compare(x, y) for x in range(a.lower, a.upper + 1) for y in range(b.lower, b.upper + 1)}
        expected = truths.pop() if len(truths) == 1 else None
        assert getattr(a, name)(b) is expected, (a, b)


def test_an_interval_is_a_value() -> None:
    assert Interval(1, 2) == Interval(1, 2) and hash(Interval(1, 2)) == hash(Interval(1, 2))
    assert list(Interval(1, 2)) == [1, 2] and str(Interval(1, 2)) == "[1, 2]"
    with pytest.raises(AttributeError):
        Interval(1, 2).lower = 3  # type: ignore[misc]
