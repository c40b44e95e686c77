"""Index expressions: interning, construction, evaluation, intervals, depth."""

from __future__ import annotations

import gc
import itertools
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hloom.expr.index import (
    Constant,
    Dim,
    IndexExpr,
    Range,
    Runtime,
    Sum,
    ceildiv,
    evaluate,
    fresh,
    interval_of,
    lift,
    maximum,
    minimum,
    runtime_value,
    simplify,
    split_affine,
    substitute,
    variables,
)
from hloom.expr.interning import compare, count_interned, order_prefix
from hloom.expr.interval import UNBOUNDED, Interval
from tests.expr.random_maps import random_expression

d0, d1, s0 = Dim(0), Dim(1), Range(0)
VALUES = range(-6, 7)


def test_equal_expressions_are_identical() -> None:
    assert d0 + d1 * 2 is d1 * 2 + d0
    assert (d0 + 1) * 3 - 3 is d0 * 3
    assert (d0 - d0) is lift(0)
    assert d0 * d1 is d1 * d0
    assert minimum(d0, d1) is minimum(d1, d0)
    assert Dim(0) is d0 and Dim(0) is not Range(0)
    assert d0 // 1 is d0 and d0 % 1 is lift(0) and d0 * 0 is lift(0)
    assert d0 // -4 is (-d0) // 4 and d0 % -4 is d0 % 4


def test_operators_mean_what_python_means() -> None:
    for a, b in itertools.product(VALUES, VALUES):
        at = {d0: a, d1: b}
        assert evaluate(d0 + d1, at) == a + b
        assert evaluate(d0 - 2 * d1 + 3, at) == a - 2 * b + 3
        assert evaluate(5 - d0, at) == 5 - a
        assert evaluate(d0 * d1, at) == a * b
        assert evaluate(minimum(d0, d1), at) == min(a, b)
        assert evaluate(maximum(d0, d1 - 2), at) == max(a, b - 2)
        if b:
            assert evaluate(d0 // d1, at) == a // b
            assert evaluate(d0 % d1, at) == a % abs(b)
            assert evaluate(ceildiv(d0, d1), at) == -(-a // b)
            # Constant operands fold to the same.
            assert (lift(a) // b, lift(a) % b) == (lift(a // b), lift(a % abs(b)))
            assert evaluate(d0 // b, at) == a // b and evaluate(d0 % b, at) == a % abs(b)
            assert evaluate(ceildiv(d0, b), at) == -(-a // b)
            assert evaluate(a // d1, at) == a // b and evaluate(a % d1, at) == a % abs(b)


def test_division_by_zero() -> None:
    with pytest.raises(ZeroDivisionError):
        _ = d0 // 0
    with pytest.raises(ZeroDivisionError):
        _ = d0 % 0
    with pytest.raises(ZeroDivisionError, match="d0 floordiv d1"):
        evaluate(d0 // d1, {d0: 3, d1: 0})
    with pytest.raises(ZeroDivisionError):
        evaluate(d0 % d1, {d0: np.array([3, 4]), d1: np.array([1, 0])})


def test_evaluation_of_arrays_equals_evaluation_of_integers() -> None:
    choose = random.Random(2)
    grid = np.array(list(itertools.product(VALUES, VALUES, VALUES)))
    at = dict(zip((d0, d1, s0), grid.T))
    for _ in range(200):
        expression = random_expression(choose, [d0, d1, s0], 4)
        together = np.broadcast_to(evaluate(expression, at), len(grid))
        for row in choose.sample(range(len(grid)), 10):
            assert together[row] == evaluate(expression, {v: int(values[row]) for v, values in at.items()})


def test_numpy_integers_are_integers_and_floats_are_not() -> None:
    assert d0 + np.int32(3) is d0 + 3
    with pytest.raises(TypeError, match="index expression or an integer"):
        d0 + 1.5  # type: ignore[operator]


def test_unique_variables() -> None:
    i, j = fresh(8, "i"), fresh(Interval(2, 5), "i")
    assert i is not j and i.bounds == Interval(0, 7) and j.bounds == Interval(2, 5)
    assert str(i).startswith("i") and str(i) != str(j)
    assert interval_of(i * 2 + j) == Interval(2, 19)
    assert interval_of(i, {i: Interval(1, 1)}) == Interval(1, 1)
    assert variables(i + j * 2 - i) == {j}


def test_runtime_values_are_interned_by_identity() -> None:
    read, other = object(), object()
    first = runtime_value(read, Interval(0, 3))
    assert first is runtime_value(read, Interval(0, 3))
    assert first is not runtime_value(other, Interval(0, 3))
    assert first is not runtime_value(read, Interval(0, 4))
    assert first.value is read and interval_of(first) == Interval(0, 3)
    assert simplify(first // 4) is lift(0)


def test_numbered_variables_are_unbounded() -> None:
    assert Runtime(3).bounds == UNBOUNDED
    assert interval_of(d0 % 5 + d1 // 2, {d1: Interval(0, 9)}) == Interval(0, 8)


def test_substitution() -> None:
    expression = (d0 * 4 + d1) // 8 + d1 % 3
    assert substitute(expression, {d0: 2, d1: 5}) is lift(13 // 8 + 2)
    assert substitute(expression, {d0: d1, d1: d0}) is (d1 * 4 + d0) // 8 + d0 % 3
    assert substitute(expression, {d1 % 3: s0}) is (d0 * 4 + d1) // 8 + s0
    assert substitute(expression, {s0: 7}) is expression


def test_split_affine() -> None:
    assert split_affine(d0 * 4 - d1 // 2 + 7) == (7, {d0: 4, d1 // 2: -1})
    assert split_affine(lift(5)) == (5, {})
    assert split_affine(d0) == (0, {d0: 1})


def test_interval_holds_all_values() -> None:
    choose = random.Random(3)
    grid = np.array(list(itertools.product(range(5), range(-3, 3), range(1, 4))))
    at = dict(zip((d0, d1, s0), grid.T))
    bounds = {d0: Interval(0, 4), d1: Interval(-3, 2), s0: Interval(1, 3)}
    for _ in range(1000):
        expression = random_expression(choose, [d0, d1, s0], 4)
        values = np.broadcast_to(evaluate(expression, at), len(grid))
        interval = interval_of(expression, bounds)
        assert interval.lower <= values.min() and values.max() <= interval.upper, str(expression)


def test_interval_of_constrained_sums() -> None:
    bounds = {d0: Interval(0, 9), d1: Interval(0, 9), d0 + d1 * 2: Interval(3, 8)}
    assert interval_of(d0 + d1 * 2 - 3, bounds) == Interval(0, 5)
    assert interval_of(1 - d0 - d1 * 2, bounds) == Interval(-7, -2)
    assert interval_of((d0 + d1 * 2) // 4, bounds) == Interval(0, 2)


def test_the_order_of_terms_is_total_and_does_not_depend_on_construction() -> None:
    choose = random.Random(4)
    expressions = [random_expression(choose, [d0, d1, s0], 4) for _ in range(60)]
    for a, b, c in itertools.islice(itertools.permutations(expressions, 3), 0, None, 37):
        assert a + b + c is c + (b + a)
        if compare(a, b) <= 0 and compare(b, c) <= 0:
            assert compare(a, c) <= 0
    for a, b in itertools.product(expressions, expressions):
        order = compare(a, b)
        assert (order == 0) == (a is b) and compare(b, a) == -order
        prefixes = order_prefix(a), order_prefix(b)
        assert prefixes[0] == prefixes[1] or (prefixes[0] < prefixes[1]) == (order < 0)


@pytest.fixture
def new_objects_only() -> Iterator[None]:
    """The collector looks at what is made from here on, not at all that other tests have made."""
    gc.collect(0)
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("new_objects_only")
def test_unused_expressions_leave_the_table() -> None:
    constants = list(map(lift, range(2, 500)))
    gc.collect()
    before = count_interned()
    made = [(d0 * k + 123_457) // 7 for k in range(2, 500)]
    assert count_interned() >= before + 2 * len(made)
    del made
    gc.collect()
    assert count_interned() <= before + 10
    assert len(constants) == 498


def test_threads_make_the_same_nodes() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda _: [(d0 * k + d1) // 3 % (k + 5) for k in range(2, 300)], range(8)))
    finally:
        sys.setswitchinterval(interval)
    assert all(one is other for batch in made[1:] for one, other in zip(batch, made[0]))


@pytest.mark.usefixtures("new_objects_only")
def test_only_some_constants_live_on() -> None:
    gc.collect()
    before = count_interned()
    for value in range(10**6, 10**6 + 5000):
        lift(value)
    gc.collect()
    assert count_interned() <= before + 1024


def deep(levels: int) -> IndexExpr:
    expression: IndexExpr = d0
    for level in range(levels):
        expression = (expression * 3 + d1 + level) % (level + 1000) + minimum(expression, d1 * level)
    return expression


@pytest.mark.parametrize("levels", [100, 1500])
def test_depth_is_no_limit(levels: int) -> None:
    expression = deep(levels)
    bounds = {d0: Interval(0, 9), d1: Interval(0, 9)}
    assert variables(expression) == {d0, d1}
    assert interval_of(expression, bounds).upper > 0
    value = evaluate(expression, {d0: 3, d1: 4})
    assert evaluate(simplify(expression, bounds), {d0: 3, d1: 4}) == value
    assert evaluate(substitute(expression, {d0: d1, d1: d0}), {d1: 3, d0: 4}) == value
    # Every level mentions the one before twice: written out, the text would have 2 ** levels parts.
    assert str(expression) == "<expression too long to print>"


def test_a_long_chain_of_quotients_is_one_quotient() -> None:
    expression: IndexExpr = d0
    for _ in range(1000):
        expression = (expression + 1) // 2
    # Sixty-two of them can merge within 64 bits; intervals stay sound beyond.
    assert evaluate(simplify(expression, {d0: Interval(0, 1 << 40)}), {d0: 1 << 40}) == 1


def test_constants_are_exact_beyond_64_bits() -> None:
    product = lift(1 << 62) * 8 * d0
    assert isinstance(product, Sum) and evaluate(product // (1 << 65), {d0: 5}) == 5
    assert interval_of(product, {d0: Interval(0, 3)}) == Interval(0, (1 << 63) - 1)
    assert isinstance(lift(1 << 70), Constant)
