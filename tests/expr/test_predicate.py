"""Predicates: construction from comparisons, conjunction, simplification, truth at points."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from hloom.expr.index import Dim, fresh, maximum, minimum
from hloom.expr.interval import INT64_MAX, INT64_MIN, Interval
from hloom.expr.predicate import ALWAYS, NEVER, Predicate
from tests.expr.random_maps import random_expression

d0, d1, d2 = Dim(0), Dim(1), Dim(2)
BOUNDS = {d0: Interval(0, 6), d1: Interval(-3, 3), d2: Interval(2, 4)}
GRID = dict(zip(BOUNDS, np.array(list(itertools.product(range(7), range(-3, 4), range(2, 5)))).T))


def truth(predicate: Predicate) -> np.ndarray:
    return np.broadcast_to(predicate.holds(GRID), GRID[d0].shape)


def test_comparisons() -> None:
    left, right = GRID[d0] * 2, GRID[d1] + 5
    a, b = d0 * 2, d1 + 5
    for predicate, expected in [
        (a < b, left < right),
        (a <= b, left <= right),
        (a > b, left > right),
        (a >= b, left >= right),
        (a.eq(b), left == right),
        (a < 7, left < 7),
        (7 > a, left < 7),
        (3 <= a, left >= 3),
    ]:
        assert np.array_equal(truth(predicate), expected)
        assert np.array_equal(truth(predicate.simplify(BOUNDS)), expected)


def test_equal_predicates_are_identical() -> None:
    assert (d0 < d1) is (d1 > d0) is (d0 <= d1 - 1) is (d0 * 3 < d1 * 3)
    assert ((d0 >= 2) & (d0 <= 5)) is Predicate.of([(d0, Interval(2, 5))])
    assert ((d0 < 3) & (d1 < 4)) is ((d1 < 4) & (d0 < 3))
    assert ((d0 < 3) & ALWAYS) is (d0 < 3) and ((d0 < 3) & NEVER) is NEVER
    assert ((d0 < 3) & (d0 > 5)) is NEVER
    assert (d0 - d0).eq(0) is ALWAYS and (d0 < d0) is NEVER


def test_a_predicate_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(d0 < d1)
    with pytest.raises(TypeError, match="ALWAYS or NEVER"):
        if d0 < 3 < d1:  # the chained comparison is the usual way to ask by accident
            pass


def test_simplify_decides_what_the_bounds_decide() -> None:
    k = fresh(8)
    assert (k < 8).simplify() is ALWAYS
    assert (k < 0).simplify() is NEVER
    assert ((k // 8).eq(0)).simplify() is ALWAYS
    assert ((k % 8) < 3).simplify() is (k < 3)
    assert (k // 2 >= 2).simplify() is (k >= 4)
    assert ((k * 4 + fresh(4)) < 16).simplify() is (k < 4)
    assert (maximum(k, fresh(3)) < 5).simplify() is (k < 5)
    assert (minimum(k, 5) >= 2).simplify() is (k >= 2)
    assert ALWAYS.simplify() is ALWAYS and NEVER.simplify() is NEVER


def test_only_sides_that_can_fail_remain() -> None:
    assert Predicate.of([(d0, Interval(-5, 4))]).simplify(BOUNDS).constraints[0].interval == Interval(INT64_MIN, 4)
    assert Predicate.of([(d0 + d1, Interval(2, 50))]).simplify(BOUNDS).constraints[0].interval == Interval(2, INT64_MAX)


def test_nothing_is_decided_on_an_empty_domain() -> None:
    predicate = d0 < 3
    assert predicate.simplify({d0: Interval(0, -1)}) is predicate


def test_random_predicates_keep_their_truth() -> None:
    choose = random.Random(11)
    for _ in range(1500):
        constraints = []
        for _ in range(choose.randint(1, 3)):
            lower = choose.choice((INT64_MIN, choose.randint(-12, 12)))
            upper = choose.choice((INT64_MAX, choose.randint(-4, 20)))
            constraints.append((random_expression(choose, list(BOUNDS), 3), Interval(lower, upper)))
        predicate = Predicate.of(constraints)
        simplified = predicate.simplify(BOUNDS)
        assert np.array_equal(truth(predicate), truth(simplified)), f"{predicate} -> {simplified}"
        assert simplified.simplify(BOUNDS) is simplified, f"{predicate} -> {simplified}"


def test_substitution_and_text() -> None:
    predicate = (d0 + d1 < 5) & (d2 >= 3)
    assert predicate.substitute({d1: 2}) is Predicate.of([(d0 + 2, Interval(INT64_MIN, 4)), (d2, Interval(3, INT64_MAX))])
    assert predicate.substitute({d2: 1}) is NEVER
    assert predicate.free_variables == {d0, d1, d2}
    assert str(predicate) == "d0 + d1 <= 4 and d2 >= 3"
    assert str(Predicate.of([(d0, Interval(1, 2))])) == "d0 in [1, 2]"
    assert (str(ALWAYS), str(NEVER)) == ("always", "never")
    assert predicate.holds({d0: 1, d1: 1, d2: 3}) is True and predicate.holds({d0: 4, d1: 1, d2: 3}) is False
