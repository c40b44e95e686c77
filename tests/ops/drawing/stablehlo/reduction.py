"""Random operations of `hloom.ops.stablehlo.reduction`: how their types and attributes are drawn."""

from __future__ import annotations

from tests.ops.drawing.language import EXACT, Case, Rng, body, draws, make, pick, reducer_bodies, shape, small_numbers


@draws("reduce")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, EXACT), shape(rng, int(rng.integers(0, 5)), most=3)
    dimensions = tuple(int(d) for d in rng.permutation(len(sizes))[: int(rng.integers(0, len(sizes) + 1))])
    return make("reduce", [small_numbers(rng, type, sizes), small_numbers(rng, type, ())], [type] * 2,
                dimensions=dimensions,
                regions=[body(type, *reducer_bodies(rng, type))])


@draws("map")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, EXACT), shape(rng)
    return make("map", [small_numbers(rng, type, sizes) for _ in range(2)], [type] * 2,
                dimensions=tuple(range(len(sizes))),
                regions=[body(type, *reducer_bodies(rng, type))])
