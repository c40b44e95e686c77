"""Random operations of `hloom.ops.stablehlo.normalization`: how their types and attributes are drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.numbers.element_type import F32
from tests.ops.drawing.language import Case, Rng, draws, make


def _drawn(rng: Rng) -> tuple[list[np.ndarray], dict[str, Any]]:
    """Numbers, a scale and an offset, mean and variance of the numbers, and attributes."""
    sizes = tuple(int(n) for n in rng.integers(2, 4, int(rng.integers(2, 4))))
    feature = int(rng.integers(len(sizes)))
    others = tuple(d for d in range(len(sizes)) if d != feature)
    x = rng.normal(size=sizes)
    vectors = [rng.normal(size=sizes[feature]) for _ in range(2)]
    arrays = [a.astype(np.float32) for a in (x, *vectors, x.mean(others), x.var(others))]
    return arrays, {"epsilon": float(np.float32(rng.uniform(0.1, 1))), "feature_index": feature}


@draws("batch_norm_inference", has_formula=False)
def _(rng: Rng) -> Case:
    arrays, options = _drawn(rng)
    return make("batch_norm_inference", arrays, [F32] * 5, **options)


@draws("batch_norm_training", has_formula=False)
def _(rng: Rng) -> Case:
    arrays, options = _drawn(rng)
    return make("batch_norm_training", arrays[:3], [F32] * 3, **options)


@draws("batch_norm_grad", has_formula=False)
def _(rng: Rng) -> Case:
    (x, scale, _, mean, variance), options = _drawn(rng)
    return make("batch_norm_grad", [x, scale, mean, variance, rng.normal(size=x.shape).astype(np.float32)], [F32] * 5, **options)
