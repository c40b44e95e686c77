"""Random operations of `hloom.ops.stablehlo.creation`: how their types and attributes are drawn."""

from __future__ import annotations

from hloom.ir.types import tensor
from hloom.numbers.element_type import PRED
from tests.ops.drawing.language import TYPES, Case, Rng, any_numbers, draws, make, pick, shape


@draws("iota")
def _(rng: Rng) -> Case:
    type = pick(rng, [t for t in TYPES if t is not PRED])
    sizes = shape(rng, int(rng.integers(1, 5)), most=20)
    return make("iota", [], [], iota_dimension=int(rng.integers(len(sizes))), result_types=[tensor(sizes, type)])


@draws("constant")
def _(rng: Rng) -> Case:
    type = pick(rng, TYPES)
    return make("constant", [], [], value=any_numbers(rng, type, ()))
