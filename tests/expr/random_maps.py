"""Random indexing maps over small domains, and the comparison of two maps at every point."""

from __future__ import annotations

import random

import numpy as np

from hloom.expr.index import Dim, IndexExpr, Range, Variable, ceildiv, evaluate_all, lift, maximum, minimum
from hloom.expr.indexing_map import DimVar, IndexingMap, RangeVar
from hloom.expr.interval import Interval
from hloom.expr.map_variables import points
from hloom.expr.predicate import Predicate

DIVISORS = (1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16, 17, 24, 32, 64)


def random_interval(random: random.Random) -> Interval:
    """Mostly `[0, n)` as for a dimension; sometimes negative, a point, or empty."""
    kind = random.random()
    if kind < 0.75:
        return Interval.of_extent(random.choice((1, 2, 3, 4, 5, 7, 8, 12, 16)))
    lower = random.randint(-20, 20)
    return Interval(lower, lower + random.choice((0, 1, 2, 5, 9, 15) if random.random() < 0.97 else (-1,)))


def random_expression(random: random.Random, variables: list[Variable], depth: int) -> IndexExpr:
    """An expression with up to `2 ** depth` leaves."""
    if depth == 0 or random.random() < 0.15:
        return lift(random.randint(-40, 40)) if random.random() < 0.15 else random.choice(variables)
    kind = random.random()
    left = random_expression(random, variables, depth - 1)
    if kind < 0.30:
        return left + random_expression(random, variables, depth - 1)
    if kind < 0.36:
        return left - random_expression(random, variables, depth - 1)
    if kind < 0.52:
        return left * random.choice((*DIVISORS, -1, -2, -3, -8))
    if kind < 0.54:
        return left * random_expression(random, variables, depth - 1)
    divisor = random.choice(DIVISORS) * (-1 if random.random() < 0.05 else 1)
    if kind < 0.72:
        return left // divisor
    if kind < 0.75:
        return ceildiv(left, divisor)
    if kind < 0.92:
        return left % divisor
    pick = minimum if random.random() < 0.5 else maximum
    return pick(left, random_expression(random, variables, depth - 1))


def random_map(random: random.Random, depth: int = 4) -> IndexingMap:
    """A map with one to four variables, one to three results and up to two constraints."""
    dims = tuple(DimVar(random_interval(random)) for _ in range(random.randint(1, 3)))
    ranges = tuple(RangeVar(random_interval(random)) for _ in range(random.randint(0, 1)))
    variables: list[Variable] = [*map(Dim, range(len(dims))), *map(Range, range(len(ranges)))]
    results = [random_expression(random, variables, depth) for _ in range(random.randint(1, 3))]
    if random.random() < 0.3:
        # Splits of one expression put together again, in the ways of a reshape.
        whole = random_expression(random, variables, 1)
        inner, outer = random.choice(DIVISORS), random.choice(DIVISORS)
        results.append(whole % inner + (whole // inner) % outer * inner + whole // (inner * outer) * (inner * outer))
        results.append(whole % inner * random.choice((1, 2)) + (whole // inner) * inner - whole % outer)
    constraints = []
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        expression = random_expression(random, variables, 2)
        if random.random() < 0.4:
            modulus = random.choice((2, 3, 4, 6))
            lower = random.randint(0, modulus - 1)
            constraints.append((expression % modulus, Interval(lower, lower)))
        else:
            lower = random.randint(-10, 20)
            constraints.append((expression, Interval(lower, lower + random.randint(0, 40))))
    return IndexingMap(tuple(results), dims, ranges, (), Predicate.of(constraints))


def assert_same_map(original: IndexingMap, simplified: IndexingMap) -> None:
    """Fails unless both have the same domain and, at each of its points, the same results."""
    at = points(original)
    inside = points(simplified)
    for variable, values in at.items():
        assert np.array_equal(values, inside[variable]), f"the domain differs:\n  {original}\n  {simplified}"
    if at and next(iter(at.values())).size:
        expected = evaluate_all(original.results, at)
        for number, (want, got) in enumerate(zip(expected, evaluate_all(simplified.results, at))):
            assert np.all(np.equal(want, got)), f"result {number} differs:\n  {original}\n  {simplified}"


def graph(map: IndexingMap) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All pairs of a point of the dimensions and a result, over all values of the other variables."""
    at = points(map)
    count = next(iter(at.values())).size if at else 1
    results = [np.broadcast_to(value, count).tolist() for value in evaluate_all(map.results, at)]
    dims = [at[Dim(k)].tolist() for k in range(len(map.dims))]
    rows = range(count)
    return {(tuple(column[row] for column in dims), tuple(column[row] for column in results)) for row in rows}
