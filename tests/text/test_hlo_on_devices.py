"""Partitioned programs of XLA for 8 devices: their texts come back, and the evaluator's grid gives what the devices gave."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom
from tests.processes import printed

pytest.importorskip("jax")

NAMES = ("sum", "softmax", "matmul", "gradient", "sort", "psum", "pmax", "all_gather", "reduce_scatter", "permute", "all_to_all",
         "index",
         "two axes")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("devices")
    printed("-m", "tests.text.hlo_on_devices", found, timeout=300)
    return found


def rows(arrays: dict[str, np.ndarray], kind: str) -> list[list[np.ndarray]]:
    """The arguments or results of each device."""
    count = len({key for key in arrays if key.startswith(kind) and key.endswith("_0")})
    return [[arrays[f"{kind}_{k}_{device}"] for k in range(count)] for device in range(8)]


@pytest.mark.parametrize("name", NAMES)
def test_program(folder: Path, name: str) -> None:
    for moment in ("before", "after"):
        text = (folder / f"{name}.{moment}.hlo").read_text()
        module = hloom.parse(text, format="hlo")
        assert str(module).rstrip("\n") == text.rstrip("\n")
        module.verify()
    arrays = dict(np.load(folder / f"{name}.npz"))
    results = hloom.evaluate_grid(module, [rows(arrays, "argument")], num_partitions=8)
    for found, wanted in zip(results[0], rows(arrays, "result"), strict=True):
        assert len(found) == len(wanted)
        for a, b in zip(found, wanted):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)
