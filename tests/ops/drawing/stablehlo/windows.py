"""Random operations of `hloom.ops.stablehlo.windows`: how their types and attributes are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.drawing.language import EXACT, Case, Rng, body, comparator, draws, make, pick, reducer_bodies, shape, small_numbers


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


@draws("select_and_scatter", has_formula=False)
def _(rng: Rng) -> Case:
    type, rank = pick(rng, [t for t in EXACT if not t.is_complex]), int(rng.integers(0, 4))
    sizes, window, strides = (tuple(int(n) for n in rng.integers(1, 5, rank)) for _ in range(3))
    padding = np.array([rng.integers(0, w, 2) for w in window], np.int64).reshape(rank, 2)
    for edges, w, n in zip(padding, window, sizes):  # of a window larger than what it slides over there would be no source
        edges[1] += max(w - n - edges.sum(), 0)
    source = tuple(int(n + edges.sum() - w) // s + 1 for n, edges, w, s in zip(sizes, padding, window, strides))
    select = comparator([type], direction=pick(rng, ("GE", "GT", "LE", "LT")))
    return make("select_and_scatter", [small_numbers(rng, type, s) for s in (sizes, source, ())], [type] * 3,
                window_dimensions=window, window_strides=strides, padding=padding,
                regions=[select, body(type, *reducer_bodies(rng, type))])
