"""Random operations of `hloom.ops.stablehlo.sorting`: how their types and attributes are drawn."""

from __future__ import annotations

import numpy as np

from tests.ops.drawing.language import COMMON, Case, Rng, any_numbers, comparator, draws, make, pick, shape


@draws("sort", has_formula=False)
def _(rng: Rng) -> Case:
    types = [pick(rng, COMMON) for _ in range(int(rng.integers(1, 4)))]
    sizes, number = shape(rng, int(rng.integers(1, 4)), most=9), int(rng.integers(len(types)))
    if types[number].is_complex:
        types[number] = COMMON[0]
    order = "TOTALORDER" if types[number].is_float and rng.random() < 0.6 else None
    operands = [any_numbers(rng, type, sizes) for type in types]
    if order is None and types[number].is_float:  # a comparator that is no order of NaN says nothing of where it goes
        keys = operands[number]
        operands[number] = np.where(np.isnan(keys.astype(np.float64)), keys.dtype.type(0.5), keys)
    return make("sort", operands, types, dimension=int(rng.integers(len(sizes))), is_stable=True,
                regions=[comparator(types, number, pick(rng, ("LT", "GT")), order)])
