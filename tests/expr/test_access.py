"""The services to the code generator, each against enumeration."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from hloom.codegen.plan.kernels import PointBuffer
from hloom.expr.access import (
    alignment,
    bounds_guard,
    breakpoints,
    coefficient,
    contiguous,
    is_multiple_of,
    known_divisor,
    required_interval,
    split_factors,
)
from hloom.expr.index import (
    Dim,
    evaluate,
    fresh,
    lift,
    linear_combination,
    maximum,
    minimum,
    runtime_value,
    simplify,
    substitute,
)
from hloom.expr.interval import Interval
from hloom.expr.predicate import ALWAYS, NEVER
from hloom.expr.scalar import Read
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.expr.random_maps import random_expression

i, j = fresh(24, "i"), fresh(16, "j")
BOUNDS = {i: i.bounds, j: j.bounds}
I, J = np.meshgrid(np.arange(24), np.arange(16), indexing="ij")


def test_coefficient() -> None:
    expression = i * 4 + (j // 3) * 5 + 7
    assert coefficient(expression, i) == 4 and not contiguous(expression, i)
    assert coefficient(expression, j) is None
    assert coefficient(expression, fresh(3)) == 0
    assert coefficient(j + i * j, i) is None
    assert contiguous(i + j * 24, i) and not contiguous(-i, i)
    assert coefficient(lift(3), i) == 0


def test_an_index_that_is_read_at_a_variable_has_no_stride_in_it() -> None:
    k, other = fresh(8), fresh(8)
    read = runtime_value(Read(PointBuffer((8,), ELEMENT_TYPES["i32"], "index"), (k,), ELEMENT_TYPES["i32"]), Interval(0, 7))
    place = linear_combination([(read, 64), (k, 1), (other, 2)], 0)
    assert coefficient(place, k) is None
    assert coefficient(place, other) == 2


def test_coefficient_is_the_difference_of_neighbours() -> None:
    choose = random.Random(21)
    for _ in range(300):
        expression = simplify(random_expression(choose, [i, j], 4))
        stride = coefficient(expression, i)
        if stride is not None:
            values = np.broadcast_to(evaluate(expression, {i: I, j: J}), I.shape)
            assert np.all(np.diff(values, axis=0) == stride), str(expression)


def test_known_divisor_divides_all_values() -> None:
    choose = random.Random(22)
    for _ in range(500):
        expression = random_expression(choose, [i, j], 4)
        values = np.broadcast_to(evaluate(expression, {i: I, j: J}), I.shape)
        divisor = known_divisor(expression)
        assert np.all(values % divisor == 0) if divisor else not values.any(), str(expression)
        power = alignment(expression)
        assert power & (power - 1) == 0 and (np.all(values % power == 0) if power < 1 << 62 else not values.any())


def test_alignment() -> None:
    assert alignment(i * 12 + 8) == 4
    assert alignment(i * 8 + (j * 16) // 2) == 8
    assert alignment((i * 8) % 32 + j * 64) == 8
    assert alignment(lift(0)) == 1 << 62
    assert alignment(minimum(i * 8, j * 12)) == 4
    assert alignment(i * 4, {i: Interval(2, 2)}) == 8
    assert is_multiple_of(i * j * 6, 3) and not is_multiple_of(i * j, 2)


@pytest.mark.parametrize("extent", [0, 1, 7, 24, 40, 1000])
def test_bounds_guard(extent: int) -> None:
    choose = random.Random(extent)
    for _ in range(200):
        expression = random_expression(choose, [i, j], 3)
        values = np.broadcast_to(evaluate(expression, {i: I, j: J}), I.shape)
        inside = (values >= 0) & (values < extent)
        guard = bounds_guard(expression, extent)
        assert np.array_equal(np.broadcast_to(guard.holds({i: I, j: J}), I.shape), inside), str(expression)


def test_bounds_guard_of_proven_accesses() -> None:
    assert bounds_guard((i * 16 + j) // 8, 48) is ALWAYS
    assert bounds_guard(i + 24, 24) is NEVER
    assert bounds_guard(i - 2, 24) is (i >= 2)
    assert bounds_guard(i + j, 39) is ALWAYS


def tiled(expression, size: int, start: int = 0):
    outer, inner = fresh(-(-24 // size), "outer"), fresh(size, "inner")
    return simplify(substitute(expression, {i: outer * size + inner + start})), inner


@pytest.mark.parametrize(
    "expression, largest",
    [
        (i // 8, 8),
        (i % 8, 8),
        ((i // 8) * 3 + i % 8, 8),
        (i // 8 + (i // 12) * 2, 4),
        ((i // 4) % 3, 4),
        ((i * 2 + j % 2) // 8, 4),
        ((j * 6 + i) // 6, 6),
        ((i * 16 + j) // 64, 4),
    ],
)
def test_split_factors(expression, largest: int) -> None:
    factors = split_factors(expression, i)
    assert factors[0] == largest
    for size in range(2, 25):
        split, inner = tiled(expression, size)
        if any(factor % size == 0 for factor in factors):
            assert coefficient(split, inner) is not None


def test_no_split_where_none_helps_or_none_is_needed() -> None:
    assert split_factors(i * 4 + 3, i) == ()
    assert split_factors(j // 3, i) == ()
    assert split_factors((i + 3) // 8, i) == ()
    assert split_factors((i + j) // 8, i) == ()
    assert split_factors(i // 32, i) == ()
    assert split_factors(Dim(0) // 8, Dim(0)) == ()


def test_split_starts_at_a_multiple_of_the_size() -> None:
    assert split_factors(i // 8, i, {i: Interval(5, 30)})[0] == 8


@pytest.mark.parametrize("seed", range(8))
def test_breakpoints_of_predicates(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(50):
        a, b = choose.choice((-3, -2, -1, 1, 2, 5)), choose.randint(-30, 30)
        predicate = (i * a + b >= choose.randint(-10, 10)) & (i * a + b < choose.randint(0, 30)) & (j < 7)
        assert_constant_between(predicate, breakpoints(predicate, i), predicate)


def assert_constant_between(what, points, predicate) -> None:
    edges = [0, *points, 24]
    assert edges == sorted(set(edges))
    truths = np.broadcast_to(predicate.substitute({j: 0}).holds({i: np.arange(24)}), 24)
    for first, last in pairwise(edges):
        assert len(set(truths[first:last].tolist())) == 1, f"{what} between {first} and {last}"
    changes = [v for v in range(1, 24) if truths[v] != truths[v - 1]]
    assert set(changes) <= set(points)


def test_breakpoints_of_expressions() -> None:
    assert breakpoints(minimum(i, 10), i) == (10,)
    assert breakpoints(maximum(i * 2 - 7, 0), i) == (4,)
    assert breakpoints((i + 3) // 8, i) == (5, 13, 21)
    assert breakpoints((20 - i) // 8, i) == (5, 13, 21)
    assert breakpoints(i % 2, i, limit=4) == ()
    assert breakpoints((i + j) // 8, i) == ()
    assert breakpoints(i // 8, i, {i: Interval(8, 15)}) == ()
    for value in breakpoints((i * 3 + 1) // 16, i):
        assert (value * 3 + 1) // 16 != (value * 3 - 2) // 16


def test_breakpoints_make_divisions_affine() -> None:
    expression = ((i + 5) // 7) * 11 + (i + 5) % 7
    edges = [0, *breakpoints(expression, i), 24]
    for first, last in pairwise(edges):
        part = simplify(expression, {i: Interval(first, last - 1)})
        assert coefficient(part, i) is not None


def test_required_interval() -> None:
    predicate = (i + j < 10) & (i * 3 >= j + 4)
    assert required_interval(predicate, i) == Interval(2, 9)
    assert required_interval(predicate, i, {i: Interval(0, 5), j: Interval(8, 8)}) == Interval(4, 1)
    assert required_interval((i // 2).eq(3), i) == Interval(0, 23)
    assert required_interval(ALWAYS, i) == Interval(0, 23)
