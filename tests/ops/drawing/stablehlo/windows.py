"""Random operations of `hloom.ops.stablehlo.windows`: how their types and attributes are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.drawing.language import EXACT, Case, Rng, body, draws, make, pick, reducer_bodies, shape, small_numbers


@draws("reduce_window")
def _(rng: Rng) -> Case:
    type, rank = pick(rng, EXACT), int(rng.integers(0, 4))
    sizes = shape(rng, rank, most=7)
    numbers = {name: [int(n) for n in rng.integers(1, 4, rank)]
               for name in ("window_dimensions", "window_strides", "base_dilations", "window_dilations")}
    for name in list(numbers)[1:]:
        if rng.random() < 0.3:
            del numbers[name]
    options: dict[str, Any] = dict(numbers)
    if rng.random() < 0.7:
        options["padding"] = rng.integers(-1, 3, (rank, 2)).astype(np.int64)
    return make("reduce_window", [small_numbers(rng, type, sizes), small_numbers(rng, type, ())], [type] * 2,
                regions=[body(type, *reducer_bodies(rng, type))], **options)
