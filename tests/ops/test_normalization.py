"""Batch normalization against the formulas in NumPy, and gradients against finite differences."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.ops.programs import codes, run

RNG = np.random.default_rng(5)
X = RNG.standard_normal((2, 3, 4))
SCALE, OFFSET, GRADIENT = RNG.standard_normal(3), RNG.standard_normal(3), RNG.standard_normal((2, 3, 4))
BIG, SMALL = "tensor<2x3x4xf64>", "tensor<3xf64>"
ATTRIBUTES = "{epsilon = 0.125 : f32, feature_index = 1 : i64}"


def normalized(x: Any, mean: Any, variance: Any) -> Any:
    along = (slice(None), np.newaxis)
    return (x - mean[along]) / np.sqrt(variance[along] + 0.125) * SCALE[along] + OFFSET[along]


def statistics(x: Any) -> tuple[Any, Any]:
    return x.mean(axis=(0, 2)), x.var(axis=(0, 2))


def test_inference() -> None:
    mean, variance = RNG.standard_normal(3), RNG.random(3)
    found = run(f'"stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {ATTRIBUTES} : ({BIG}, {SMALL}, {SMALL}, {SMALL}, {SMALL}) -> {BIG}',
                X, SCALE, OFFSET, mean, variance, results=BIG)
    np.testing.assert_allclose(found, normalized(X, mean, variance), rtol=1e-12)


def test_training() -> None:
    output, mean, variance = run(f'"stablehlo.batch_norm_training"(%0, %1, %2) {ATTRIBUTES} : ({BIG}, {SMALL}, {SMALL}) -> '
                                 f"({BIG}, {SMALL}, {SMALL})", X, SCALE, OFFSET, results=f"{BIG}, {SMALL}, {SMALL}")
    np.testing.assert_allclose(mean, statistics(X)[0], rtol=1e-12)
    np.testing.assert_allclose(variance, statistics(X)[1], rtol=1e-12)
    np.testing.assert_allclose(output, normalized(X, *statistics(X)), rtol=1e-11)


def test_training_with_a_size_that_only_a_run_tells() -> None:
    big = "tensor<?x3x4xf64>"
    from hloom.reference import evaluate
    from tests.ops.programs import function
    module = function(f'%r:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {ATTRIBUTES} : ({big}, {SMALL}, {SMALL}) -> ({big}, {SMALL}, {SMALL})\n'
                      f"return %r#0 : {big}", f"%x: {big}, %s: {SMALL}, %o: {SMALL}", big)
    (found,) = evaluate(module, X, SCALE, OFFSET)
    np.testing.assert_allclose(found, normalized(X, *statistics(X)), rtol=1e-11)


def test_gradients_are_slopes() -> None:
    mean, variance = statistics(X)
    grad_x, grad_scale, grad_offset = run(
        f'"stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {ATTRIBUTES} : ({BIG}, {SMALL}, {SMALL}, {SMALL}, {BIG}) -> '
        f"({BIG}, {SMALL}, {SMALL})", X, SCALE, mean, variance, GRADIENT, results=f"{BIG}, {SMALL}, {SMALL}")

    def loss(x: Any) -> float:
        return float((normalized(x, *statistics(x)) * GRADIENT).sum())

    step = 1e-6
    for place in [(0, 0, 0), (1, 2, 3), (0, 1, 2)]:
        moved = [X.copy(), X.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        assert grad_x[place] == pytest.approx((loss(moved[0]) - loss(moved[1])) / (2 * step), rel=1e-5)
    np.testing.assert_allclose(grad_offset, GRADIENT.sum(axis=(0, 2)), rtol=1e-12)
    centred = (X - mean[:, np.newaxis]) / np.sqrt(variance[:, np.newaxis] + 0.125)
    np.testing.assert_allclose(grad_scale, (GRADIENT * centred).sum(axis=(0, 2)), rtol=1e-11)


@pytest.mark.parametrize("feature, small, code", [(3, "3", "c1"), (-1, "3", "c1"), (1, "4", "c3"), (0, "2", None)])
def test_constraints(feature: int, small: str, code: str | None) -> None:
    vector = f"tensor<{small}xf64>"
    found = codes(f'func.func @f(%x: {BIG}, %s: {vector}) {{\n%0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {{epsilon = 0.5 : f32, '
                  f"feature_index = {feature} : i64}} : ({BIG}, {vector}, {vector}) -> ({BIG}, {vector}, {vector})\nreturn\n}}")
    assert found == ([f"batch_norm_training_{code}"] if code else [])
