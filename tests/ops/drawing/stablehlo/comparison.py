"""Random operations of `hloom.ops.stablehlo.comparison`: how their types and attributes are drawn."""

from __future__ import annotations

from hloom.numbers.element_type import PRED
from tests.ops.drawing.language import TYPES, Case, Rng, any_numbers, draws, make, pick, shape


@draws("compare")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, TYPES), shape(rng)
    directions = ("EQ", "NE") if type.is_complex else ("EQ", "NE", "GE", "GT", "LE", "LT")
    order = pick(rng, (None, "FLOAT", "TOTALORDER")) if type.is_float else None
    return make("compare", [any_numbers(rng, type, sizes) for _ in range(2)], [type] * 2,
                comparison_direction=pick(rng, directions), compare_type=order)


@draws("select")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, TYPES), shape(rng)
    pred = any_numbers(rng, PRED, sizes if rng.random() < 0.7 else ())
    return make("select", [pred, *(any_numbers(rng, type, sizes) for _ in range(2))], [PRED, type, type])


@draws("clamp")
def _(rng: Rng) -> Case:
    type, sizes = pick(rng, TYPES), shape(rng)
    limits = [any_numbers(rng, type, sizes if rng.random() < 0.5 else ()) for _ in range(2)]
    return make("clamp", [limits[0], any_numbers(rng, type, sizes), limits[1]], [type] * 3)
