"""`python -m benchmarks.grids` measures grids that compute what they should, beside a copy, and both sides of JAX in turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import grids
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
    kept = tmp_path / "rows.json"
    assert grids.main(["--only", "psum", "--largest", "1024", "--rounds", "5", "--json", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "psum, 1 KiB" in said and "psum_scatter, 1 KiB" in said and "2.00" in said and "GB/s" in said
    assert asked == [("collective", "psum", 1024, 8), ("collective", "psum_scatter", 1024, 8)]
    found: dict[str, Any] = json.loads(kept.read_text())
    assert [row["operation"] for row in found["native"]] == ["psum", "psum_scatter"] and found["native"][0]["grid"] > 0
    assert [row["ratio"] for row in found["jax"]] == [2.0, 2.0] and found["training"] == []


def test_without_jax(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(grids, "versions", lambda python: {})
    assert grids.main(["jax"]) == 2 and "jax is not installed" in capsys.readouterr().err
    assert grids.main(["native", "--only", "ppermute", "--largest", "1024", "--rounds", "5"]) == 0
    with pytest.raises(SystemExit):
        grids.main(["nonsense"])
