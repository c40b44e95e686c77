"""Random operations of `hloom.ops.stablehlo.convolution`: how their types and attributes are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ops.common.attributes import ConvDimensionNumbers
from tests.ops.drawing.language import EXACT, Case, Rng, draws, make, pick, shape, small_numbers


@draws("convolution")
def _(rng: Rng) -> Case:
    type, spatial = pick(rng, EXACT), int(rng.integers(0, 3))
    rank = spatial + 2
    groups, by_batch = (int(rng.integers(1, 4)) if rng.random() < 0.4 else 1), rng.random() < 0.5
    feature_groups, batch_groups = (1, groups) if by_batch else (groups, 1)
    features, outputs = int(rng.integers(1, 3)), groups * int(rng.integers(1, 3))
    orders = [[int(d) for d in rng.permutation(rank)] for _ in range(3)]
    lhs, rhs = [0] * rank, [0] * rank
    lhs_sizes = (int(rng.integers(1, 3)) * batch_groups, features * feature_groups, *shape(rng, spatial, most=6))
    rhs_sizes = (features, outputs, *(int(n) for n in rng.integers(1, 4, spatial)))
    for d, n in zip(orders[0], lhs_sizes):
        lhs[d] = n
    for d, n in zip(orders[1], rhs_sizes):
        rhs[d] = n
    numbers: list[Any] = [x for order in orders for x in (order[0], order[1], tuple(order[2:]))]
    options: dict[str, Any] = {name: [int(n) for n in rng.integers(1, 4, spatial)]
               for name in ("window_strides", "lhs_dilation", "rhs_dilation")
               if rng.random() < 0.7}
    if rng.random() < 0.7:
        options["padding"] = rng.integers(-1, 3, (spatial, 2)).astype(np.int64)
    if rng.random() < 0.5:
        options["window_reversal"] = [bool(b) for b in rng.random(spatial) < 0.5]
    return make("convolution", [small_numbers(rng, type, tuple(s)) for s in (lhs, rhs)], [type] * 2,
                dimension_numbers=ConvDimensionNumbers(*numbers), feature_group_count=feature_groups,
                batch_group_count=batch_groups, **options)
