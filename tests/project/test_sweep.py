"""The sweep: inputs as an index describes them, judgement of values, figures of a family, processes that end early."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from benchmarks import sweep, workloads
from benchmarks.measure import Order

ADD = """
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %y = stablehlo.add %x, %x : tensor<5xi32>
  return %y : tensor<5xi32>
}
"""


def test_inputs_are_drawn_as_described() -> None:
    given = [
        {"shape": [300], "dtype": "int8", "low": -3, "high": 2},
        {"shape": [50], "dtype": "uint8", "low": 10, "high": 60, "unique": True},
        {"shape": [2, 4, 4], "dtype": "float64", "positive_definite": True},
        {"shape": [100], "dtype": "bfloat16", "low": -2.0, "high": 5.0},
        {"shape": [100], "dtype": "complex64"},
        {"shape": [], "dtype": "int32", "low": 4, "high": 4},
        {"shape": [64], "dtype": "bool"},
    ]
    small, places, matrices, floats, parts, scalar, bits = workloads.draw("some", given)
    assert small.dtype == np.int8 and set(small) == set(range(-3, 3))
    assert places.dtype == np.uint8 and len(set(places.tolist())) == 50 and places.min() >= 10 and places.max() <= 60
    assert np.array_equal(matrices, np.swapaxes(matrices, 1, 2)) and np.linalg.eigvalsh(matrices).min() > 0.99
    assert floats.dtype == ml_dtypes.bfloat16 and floats.min() >= -2 and floats.max() <= 5
    assert parts.dtype == np.complex64 and len(np.unique(np.imag(parts))) > 50
    assert scalar.shape == () and scalar == 4 and set(bits.tolist()) == {False, True}
    assert all(np.array_equal(a, b) for a, b in zip((small, places, matrices), workloads.draw("some", given)))
    assert not np.array_equal(small, workloads.draw("some", given, seed=1)[0])


@pytest.mark.parametrize(("tolerance", "results", "wrong"), [
    (None, [("float32", 1e-4), ("bool", 0.0)], False),
    (None, [("float32", 1e-3)], True),
    (1e-2, [("float32", 1e-3)], False),
    (1e-2, [("int32", 1e-3)], True),
    (None, [("bfloat16", 1e-3), ("int64", 0.0)], False),
    (None, [("float64", float("inf"))], True),
])
def test_values_are_judged_by_type_and_tolerance(tolerance: float | None, results: list[tuple[str, float]], wrong: bool) -> None:
    row = sweep.completed({"row": "a/b", "tolerance": tolerance}, {"results": results, "hloom_ms": 2.0, "xla_ms": 3.0})
    assert ("wrong" in row) == wrong and row["ratio"] == 1.5


def test_figures_of_a_family() -> None:
    rows = [{"row": "f/a", "ratio": 4.0, "compile_ratio": 1.0}, {"row": "f/b", "ratio": 0.25, "fallbacks": ["x"]},
            {"row": "f/c", "ratio": 0.96}, {"row": "f/d", "ratio": None, "hloom_error": "no"}]
    found = sweep.summary(rows)
    assert found["ratio"] == pytest.approx(0.96 ** (1 / 3)) and found["least"] == 0.25
    assert found["even"] == pytest.approx(2 / 3)
    assert (found["rows"], found["fallbacks"], found["failed"], found["wrong"]) == (4, 1, 1, 0)


def test_rows_are_compared_with_a_stored_result(tmp_path: Path) -> None:
    stored = tmp_path / "before.json"
    stored.write_text(json.dumps({"f/a": {"ratio": 1.0}, "f/b": {"ratio": 2.0}, "g/c": {"ratio": 1.0}}))
    lines = sweep.comparison([{"row": "f/a", "ratio": 4.0}, {"row": "f/b", "ratio": 0.5}], sweep.stored_rows(stored))
    assert "1.41 -> 1.41" in lines[1] and lines[-1] == "slower than before: f/b (0.25 of its ratio)"


def test_a_process_that_ends_early_costs_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    child = ("import json, sys\nfor k in json.loads(sys.argv[1]):\n if k == 'bad': sys.exit(3)\n"
             " print('noise'); print(json.dumps({'hloom_ms': 1.0}), flush=True)")
    monkeypatch.setattr(sweep, "command", lambda *orders: [sys.executable, "-c", child, json.dumps([o.path for o in orders])])
    orders = [Order(path, True, False, 1, 1, 0, 1) for path in ("a", "bad", "b", "c")]
    found = list(sweep.measured(orders))
    assert [("hloom_error" in row) for row in found] == [False, True, False, False]
    assert found[1]["hloom_error"].endswith("status 3")
    long = [Order("a" * 50_000, True, False, 1, 1, 0, 1)] * 7  # in all more than a command line holds
    assert list(sweep.measured(long)) == [{"hloom_ms": 1.0}] * 7


@pytest.mark.parametrize(("others", "kept"), [([1.5, 2.0], 1.5), ([0.5, 2.0], 0.7), ([0.75, 0.8], 0.75), ([None, 2.0], 0.7)])
def test_rows_that_came_out_slower_count_with_the_middle_of_three(monkeypatch: pytest.MonkeyPatch, others: list[float | None],
                                                                  kept: float) -> None:
    found = iter([{"hloom_error": "ended"} if k is None else {"hloom_ms": 2.0, "xla_ms": 2.0 * k, "hloom_compile_ms": 9.0}
                  for k in others])
    monkeypatch.setattr(sweep, "measured", lambda orders: [next(found) for _ in orders])
    row = sweep.completed({"row": "a/b", "tolerance": None}, {"hloom_ms": 10.0, "xla_ms": 7.0, "hloom_compile_ms": 3.0})
    again = sweep.measured_again(row, Order("a", True, True, 1, 1, 0, 1), 2)
    assert again["ratio"] == pytest.approx(kept) == again["xla_ms"] / again["hloom_ms"]
    assert again["ratios"] == pytest.approx([0.7, *(k for k in others if k is not None)])
    assert again["hloom_compile_ms"] == 3.0 and "measured: 0.70" in sweep.row_line(again | {"compile_ratio": None})


@pytest.mark.slow
def test_the_command_measures_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "twice.mlir").write_text(ADD)
    (tmp_path / "index.json").write_text(json.dumps([{"row": "binary/twice", "file": "twice.mlir", "tolerance": None,
                                                     "inputs": [{"shape": [5], "dtype": "int32", "low": 0, "high": 9}]}]))
    out = tmp_path / "out.json"
    orders = ["--folder", str(tmp_path), "--json", str(out), "--rounds", "1", "--seconds", "0", "--threads", "1"]
    assert sweep.main(orders) == 0
    (row,) = json.loads(out.read_text())["rows"]
    assert row["row"] == "binary/twice" and row["hloom_ms"] > 0 and row["fallbacks"] == []
    assert sweep.main([*orders, "--family", "unary"]) == 2
    assert "no row has such a family" in capsys.readouterr().err
