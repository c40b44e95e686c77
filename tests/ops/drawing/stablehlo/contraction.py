"""Random operations of `hloom.ops.stablehlo.contraction`: how their types and attributes are drawn."""

from __future__ import annotations

import numpy as np

from hloom.numbers.element_type import PRED
from hloom.ops.common.attributes import DotDimensionNumbers
from tests.ops.drawing.language import EXACT, Case, Rng, draws, make, pick, shape, small_numbers


@draws("dot_general")
def _(rng: Rng) -> Case:
    type = pick(rng, [*EXACT, PRED])
    batch, depth, left, right = (shape(rng, int(rng.integers(0, 3)), most=3) for _ in range(4))
    orders = [rng.permutation(len(batch) + len(depth) + len(free)) for free in (left, right)]
    operands, numbers = [], []
    for free, order in zip((left, right), orders):
        logical = (*batch, *depth, *free)
        operands.append(small_numbers(rng, type, tuple(logical[k] for k in order)))
        places = [int(p) for p in np.argsort(order)]
        numbers.append((tuple(places[: len(batch)]), tuple(places[len(batch) : len(batch) + len(depth)])))
    (lhs_batch, lhs_depth), (rhs_batch, rhs_depth) = numbers
    return make("dot_general", operands, [type] * 2,
                dot_dimension_numbers=DotDimensionNumbers(lhs_batch, rhs_batch, lhs_depth, rhs_depth))


@draws("dot")
def _(rng: Rng) -> Case:
    type, depth = pick(rng, EXACT), int(rng.integers(0, 5))
    lhs, rhs = (*shape(rng, int(rng.integers(0, 2))), depth), (depth, *shape(rng, int(rng.integers(0, 2))))
    return make("dot", [small_numbers(rng, type, s) for s in (lhs, rhs)], [type] * 2)
