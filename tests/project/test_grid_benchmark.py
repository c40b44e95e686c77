"""`python -m benchmarks.grids` measures grids that compute what they should, beside a copy, and both sides of JAX in turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from benchmarks import grids, grids_scaling
from benchmarks.jax.turns import Pair, Row


@pytest.mark.parametrize("name", grids.OPERATIONS)
def test_what_is_measured_is_the_operation(name: str) -> None:
    grid, given, made = grids.grid_of(name, 1024)
    for k, row in enumerate(given):
        row[0][:] = np.arange(256) + 1000 * k
    assert grid.native is not None and not grid.fallbacks
    grid.native.run(*[[[x.ctypes.data for x in row] for row in rows] for rows in (given, made)])
    stacked = np.stack([row[0] for row in given])
    parts = stacked.reshape(8, 8, 32)
    wanted = {"psum": np.tile(stacked.sum(0), (8, 1)), "all_gather": np.tile(stacked.reshape(-1), (8, 1)),
              "psum_scatter": parts.sum(0), "all_to_all": parts.transpose(1, 0, 2).reshape(8, 256),
              "ppermute": np.roll(stacked, 1, 0)}[name]
    assert np.array_equal(np.stack([row[0] for row in made]), wanted)


def test_rows_and_what_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked: list[tuple[object, ...]] = []

    def turns(self: Pair, title: str, *order: object, devices: int = 1, first: str | None = None) -> list[Row]:
        asked.append((*order, devices))
        return [Row(title, {"xla": 2e-3, "hloom": 1e-3})]

    monkeypatch.setattr(Pair, "turns", turns)
    monkeypatch.setattr(grids, "versions", lambda python: {"jax": "0", "jaxlib": "0"})
    scaled = [{"transport": "mpi", "processes": 1, "strong": 0.1, "weak": 0.1},
              {"transport": "mpi", "processes": 4, "strong": 0.05, "weak": 0.2}]
    monkeypatch.setattr(grids_scaling, "rows", lambda rounds: iter(scaled))
    kept = tmp_path / "rows.json"
    assert grids.main(["--only", "psum", "--largest", "1024", "--rounds", "5", "--json", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "psum, 1 KiB" in said and "psum_scatter, 1 KiB" in said and "2.00" in said and "GB/s" in said
    assert asked == [("collective", "psum", 1024, 8), ("collective", "psum_scatter", 1024, 8)]
    found: dict[str, Any] = json.loads(kept.read_text())
    assert [row["operation"] for row in found["native"]] == ["psum", "psum_scatter"] and found["native"][0]["grid"] > 0
    assert found["scaling"] == scaled and "2.00" in said and "50%" in said and "on paper" in said and "4,096" in said
    assert [row["ratio"] for row in found["jax"]] == [2.0, 2.0] and found["training"] == []


@pytest.mark.parametrize("count", [1, 2])
def test_the_step_that_is_scaled(count: int) -> None:
    """Its new weights are those of NumPy."""
    text, shapes = grids_scaling.step(count, 4)
    random = np.random.default_rng(0)
    w1, w2 = (random.random(shape, np.float32) - 0.5 for shape in shapes[:2])
    given = [[(w1, w2, *(random.random(shape, np.float32) for shape in shapes[2:]))] for _ in range(count)]
    grid = hloom.compile_grid(hloom.parse(text), count)
    first, second = np.zeros_like(w1), np.zeros_like(w2)
    for ((_, _, x, y),) in given:
        u = x @ w1
        e = np.maximum(u, 0) @ w2 - y
        first += x.T @ np.where(u > 0, e @ w2.T, 0)
        second += np.maximum(u, 0).T @ e
    rate = 1e-3 / (4 * count)
    for ((a, b),) in grid(given):
        assert np.allclose(a, w1 - rate * first, atol=1e-5) and np.allclose(b, w2 - rate * second, atol=1e-5)


def test_the_model_on_paper() -> None:
    network = grids_scaling.Network(latency=1e-6, bandwidth=1e9, adding=1e30)
    assert np.isclose(network.ring(4, 4e9), 6e-6 + 6) and np.isclose(network.tree(4, 4e9), 4e-6 + 6)
    assert network.fixed(4, 4e9) > 6 and network.tree(4096, 1e6) < network.ring(4096, 1e6)


def test_without_jax(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(grids, "versions", lambda python: {})
    assert grids.main(["jax"]) == 2 and "jax is not installed" in capsys.readouterr().err
    assert grids.main(["native", "--only", "ppermute", "--largest", "1024", "--rounds", "5"]) == 0
    with pytest.raises(SystemExit):
        grids.main(["nonsense"])
