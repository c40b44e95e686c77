"""The demo's programs give on both engines what JAX gave when it exported them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom

DIGITS = Path(__file__).resolve().parents[2] / "examples" / "digits"
RUN = {
    "reference": lambda module, *inputs: hloom.evaluate(module, *inputs),
    "cpu": lambda module, *inputs: hloom.compile(module)(*inputs),
}


@pytest.fixture(scope="module")
def held_back() -> dict[str, np.ndarray]:
    with np.load(DIGITS / "held_back.npz") as data:
        return dict(data)


@pytest.mark.parametrize("engine", RUN)
def test_batch_equals_jax(engine: str, held_back: dict[str, np.ndarray]) -> None:
    module = hloom.load(DIGITS / "model_batch.mlir")
    (probabilities,) = RUN[engine](module, held_back["images"].astype(np.float32))
    np.testing.assert_allclose(probabilities, held_back["probabilities"], atol=1e-5)
    assert (probabilities.argmax(axis=1) == held_back["labels"]).sum() == 352


@pytest.mark.parametrize("engine", RUN)
def test_one_image_equals_jax(engine: str, held_back: dict[str, np.ndarray]) -> None:
    module = hloom.load(DIGITS / "model.mlir")
    (probabilities,) = RUN[engine](module, held_back["images"][7:8].astype(np.float32))
    np.testing.assert_allclose(probabilities, held_back["probabilities"][7:8], atol=1e-5)
