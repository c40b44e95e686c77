"""Larger random maps, compared as integer sets by islpy: the original and the simplified relation are equal.

`SOLVER_MAPS=500 python -m pytest tests/expr/test_solver.py` runs the long version.
"""

from __future__ import annotations

import os
import random

import pytest

from hloom.expr.index import (
    Constant,
    Dim,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Range,
    Sum,
    Variable,
    maximum,
    minimum,
    postorder,
)
from hloom.expr.interval import Interval
from hloom.expr.predicate import Predicate
from hloom.indexing import DimVar, IndexingMap, RangeVar

isl = pytest.importorskip("islpy")

SOLVER_MAPS = int(os.environ.get("SOLVER_MAPS", "60"))
BLOCK = 20


def isl_text(expression: IndexExpr) -> str:
    """The expression in isl's notation (quasi-affine: no products of variables, constant divisors)."""
    texts: dict[IndexExpr, str] = {}
    for node in postorder(expression):
        if isinstance(node, Constant):
            texts[node] = str(node.value)
        elif isinstance(node, Variable):
            texts[node] = str(node)
        elif isinstance(node, Sum):
            parts = [f"{coefficient} * ({texts[term]})" for term, coefficient in node.terms]
            texts[node] = " + ".join((*parts, str(node.constant)))
        else:
            assert isinstance(node, FloorDiv | Mod | Minimum | Maximum)
            left, right = texts[node.left], texts[node.right]
            if isinstance(node, FloorDiv):
                texts[node] = f"floor(({left}) / {right})"
            elif isinstance(node, Mod):
                texts[node] = f"(({left}) mod {right})"
            else:
                texts[node] = f"{'min' if isinstance(node, Minimum) else 'max'}({left}, {right})"
    return texts[expression]


def isl_map(map: IndexingMap):
    inputs = ", ".join(str(variable) for variable in map.bounds)
    if map.is_known_empty:
        return isl.Map(f"{{ [{inputs}] -> [{', '.join('0' for _ in map.results)}] : false }}")
    outputs = ", ".join(isl_text(result) for result in map.results)
    conditions = [f"{interval.lower} <= {variable} <= {interval.upper}" for variable, interval in map.bounds.items()]
    for expression, interval in map.constraints.constraints:
        conditions.append(f"{interval.lower} <= {isl_text(expression)} <= {interval.upper}")
    return isl.Map(f"{{ [{inputs}] -> [{outputs}] : {' and '.join(conditions)} }}")


def quasi_affine(choose: random.Random, variables: list[Variable], depth: int) -> IndexExpr:
    if depth == 0:
        return choose.choice(variables) * choose.choice((1, 1, 2, 3, 16, 64, 100)) + choose.choice((0, 0, 1, -1, 7, 511))
    left = quasi_affine(choose, variables, depth - 1)
    kind = choose.random()
    divisor = choose.choice((2, 3, 4, 7, 8, 16, 24, 64, 96, 100, 128, 768, 1000))
    if kind < 0.35:
        return left // divisor
    if kind < 0.7:
        return left % divisor
    right = quasi_affine(choose, variables, depth - 1)
    if kind < 0.9:
        return left * choose.choice((1, 2, 8, 64)) + right
    return minimum(left, right) if kind < 0.95 else maximum(left, right)


def larger_map(choose: random.Random) -> IndexingMap:
    """Extents up to a hundred thousand, results of splits and of splits put together, one constraint or none."""
    extents = (3, 7, 64, 100, 768, 1024, 4096, 100_000)
    dims = tuple(DimVar(Interval.of_extent(choose.choice(extents))) for _ in range(choose.randint(1, 3)))
    ranges = tuple(RangeVar(Interval(-8, choose.choice(extents))) for _ in range(choose.randint(0, 1)))
    variables: list[Variable] = [*map(Dim, range(len(dims))), *map(Range, range(len(ranges)))]
    whole = quasi_affine(choose, variables, 1)
    inner, outer = choose.choice((2, 3, 8, 64)), choose.choice((4, 5, 12, 128))
    results = (
        quasi_affine(choose, variables, choose.choice((1, 2, 2, 3))),
        whole % inner + (whole // inner) % outer * inner,
        (whole // inner) * inner + whole % inner,
    )
    constraints = []
    if choose.random() < 0.5:
        lower = choose.randint(0, 50)
        constraints.append((quasi_affine(choose, variables, 1), Interval(lower, lower + choose.randint(0, 2000))))
    return IndexingMap(results, dims, ranges, (), Predicate.of(constraints))


@pytest.mark.parametrize("block", range((SOLVER_MAPS + BLOCK - 1) // BLOCK))
def test_simplified_maps_are_equal_as_integer_sets(block: int) -> None:
    for seed in range(block * BLOCK, min((block + 1) * BLOCK, SOLVER_MAPS)):
        map = larger_map(random.Random(seed))
        simplified = map.simplify()
        assert isl_map(map).is_equal(isl_map(simplified)), f"{map}\n{simplified}"
        assert simplified.simplify() == simplified, f"{map}\n{simplified}"


def test_the_comparison_sees_a_difference() -> None:
    map = larger_map(random.Random(1))
    other = IndexingMap((map.results[0] + 1, *map.results[1:]), map.dims, map.ranges, (), map.constraints)
    assert not isl_map(map).is_equal(isl_map(other))
