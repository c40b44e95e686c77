"""`hloom run`: the values of operations shown, written and compared, and what probes see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom as product
from hloom.reference.observe import Observer

CHAIN = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.sine %x : tensor<3xf32>
  %1 = interpreter.probe %0, probe_id = "p0" : tensor<3xf32>
  %2 = stablehlo.exponential %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}
"""
INPUT = ("--input", "3xf32=0,1,-2")
X = np.float32([0, 1, -2])


class Last(Observer):
    """Keeps what the last operation of a name gave."""

    def __init__(self, name: str) -> None:
        self.name = name

    def after(self, op: Any, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        if op.name == self.name:
            self.value = results[0]


@pytest.fixture
def chain(folder: Path) -> str:
    (folder / "c.mlir").write_text(CHAIN)
    return "c.mlir"


def test_values_are_shown(hloom, chain: str) -> None:
    status, output, errors = hloom("run", chain, *INPUT, "--show")
    assert (status, errors) == (0, "")
    result = hloom("run", chain, *INPUT, "--engine", "reference").output
    sine = product.evaluate(product.load(chain), X, observer=(seen := Last("stablehlo.sine"))) and np.array2string(seen.value)
    assert output == (f"0 (stablehlo.sine at c.mlir:2:8): tensor<3xf32>\n{sine}\n"
                      f"1 (interpreter.probe at c.mlir:3:8): tensor<3xf32>\n{sine}\n"
                      f"2 (stablehlo.exponential at c.mlir:4:8): {result}{result}")
    document = json.loads(hloom("run", chain, *INPUT, "--show", "--json").output)
    assert [(v["name"], v["op"], v["place"]) for v in document["values"]] == [
        ("0", "stablehlo.sine", "c.mlir:2:8"), ("1", "interpreter.probe", "c.mlir:3:8"),
        ("2", "stablehlo.exponential", "c.mlir:4:8")]
    assert document["values"][2]["values"] == document["results"][0]["values"]


def test_values_are_written_with_the_arguments(hloom, folder: Path, chain: str) -> None:
    assert hloom("run", chain, *INPUT, "--values-out", "v.npz", "--output", "r.npz") == (0, "", "")
    with np.load(folder / "v.npz") as values, np.load(folder / "r.npz") as results:
        assert list(values) == ["x", "0", "1", "2"]
        np.testing.assert_array_equal(values["x"], X)
        np.testing.assert_allclose(values["0"], np.sin(X), rtol=1e-6)
        np.testing.assert_array_equal(values["2"], results["result0"])
    assert "absent/v.npz: No such file or directory" in hloom("run", chain, *INPUT, "--values-out", "absent/v.npz").errors


def test_small_types_are_written_as_numpy_reads_them(hloom, folder: Path) -> None:
    (folder / "b.mlir").write_text("func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {\n"
                                   "  %y = stablehlo.add %x, %x : tensor<2xbf16>\n"
                                   "  return %y : tensor<2xbf16>\n}\n")
    command = ("run", "b.mlir", "--input", "2xbf16=1.5,2")
    assert hloom(*command, "--values-out", "v.npz").status == 0
    with np.load(folder / "v.npz") as values:
        assert values["y"].dtype == np.float32 and values["y"].tolist() == [3, 4]
    assert hloom(*command, "--values-expected", "v.npz").output.startswith("1 values as expected")


def test_the_operation_that_differs_first_is_named(hloom, folder: Path, chain: str) -> None:
    sine = np.sin(X)
    np.savez(folder / "good.npz", **{"0": sine, "2": np.exp(sine)})
    found = hloom("run", chain, *INPUT, "--values-expected", "good.npz")
    assert found.status == 0 and found.output.startswith("2 values as expected; ") and found.errors == ""
    np.savez(folder / "bad.npz", **{"2": np.exp(sine) + np.float32([0, 0.25, 0]), "1": sine + np.float32([0, 0, 0.5]), "0": sine,
                                    "elsewhere": sine})
    found = hloom("run", chain, *INPUT, "--values-expected", "bad.npz")
    assert found.status == 1
    assert "note: no operation has a value called elsewhere" in found.errors
    assert ("2 of 3 values differ; the first is 1 (interpreter.probe at c.mlir:3:8): 1 of 3 elements differ, first at [2]"
            in found.errors)
    document = json.loads(hloom("run", chain, *INPUT, "--values-expected", "bad.npz", "--json").output)["operations"]
    assert [d["result"] for d in document["differences"]] == ["1", "2"] and not document["matches"]
    assert (document["compared"], document["unknown"]) == (3, ["elsewhere"])
    assert hloom("run", chain, *INPUT, "--values-expected", "bad.npz", "--atol", "0.5").status == 0


def test_values_after_a_cancellation_may_be_as_far_apart_as_rounding_moves_them(hloom, folder: Path) -> None:
    (folder / "d.mlir").write_text("""func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.sine %x : tensor<f32>
  %d = stablehlo.subtract %s, %y : tensor<f32>
  return %d : tensor<f32>
}
""")
    sine = np.sin(np.float32(1))
    command = ("run", "d.mlir", "--values-expected")
    np.savez(folder / "v.npz", x=np.float32(1), y=sine, s=sine, d=np.float32(6e-8))
    assert hloom(*command, "v.npz").status == 0  # the arguments are those of the file
    np.savez(folder / "w.npz", x=np.float32(1), y=sine, s=sine, d=np.float32(1e-4))
    found = hloom(*command, "w.npz")
    assert found.status == 1 and "1 of 2 values differ; the first is d (stablehlo.subtract at d.mlir:3:8)" in found.errors


def test_what_values_do_not_go_with(hloom, folder: Path, chain: str) -> None:
    for option in (("--show",), ("--values-out", "v.npz"), ("--values-expected", "v.npz")):
        assert "need --engine reference" in hloom("run", chain, *INPUT, "--engine", "cpu", *option).errors
        assert "are for one process" in hloom("run", chain, *INPUT, "--grid", "1x2", *option).errors
        assert "--reference-check runs both engines" in hloom("run", chain, *INPUT, "--reference-check", *option).errors
    np.save(folder / "x.npy", X)
    assert "values of operations go by names" in hloom("run", chain, *INPUT, "--values-expected", "x.npy").errors
    np.savez(folder / "other.npz", a=X)
    assert "no operation has a value of one of the names in the file: a" in hloom(
        "run", chain, *INPUT, "--values-expected", "other.npz").errors


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_probes_are_written(hloom, folder: Path, chain: str, engine: str) -> None:
    found = hloom("run", chain, *INPUT, "--engine", engine, "--probe-output-dir", "probes", "--time")
    assert found.status == 0
    assert (folder / "probes" / "index.csv").read_text() == f"p0,tensor<3xf32>,{Path('probes') / 'probe1.npy'}\n"
    assert sorted(p.name for p in (folder / "probes").iterdir()) == ["index.csv", "probe1.npy"]
    np.testing.assert_allclose(np.load(folder / "probes" / "probe1.npy"), np.sin(X), rtol=1e-6)
    assert "c.mlir: " in hloom("run", chain, *INPUT, "--engine", engine, "--probe-output-dir", "c.mlir").errors


def test_probes_of_small_types(hloom, folder: Path) -> None:
    (folder / "b.mlir").write_text("func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {\n"
                                   '  %y = interpreter.probe %x, probe_id = "p" : tensor<2xbf16>\n'
                                   "  return %y : tensor<2xbf16>\n}\n")
    assert hloom("run", "b.mlir", "--input", "2xbf16=1.5,2", "--probe-output-dir", "p").status == 0
    found = np.load(folder / "p" / "probe1.npy")
    assert found.dtype == np.float32 and found.astype(ml_dtypes.bfloat16).tolist() == [1.5, 2]


def test_traces_name_values(hloom, folder: Path, chain: str) -> None:
    assert hloom("run", chain, *INPUT, "--trace", "t.jsonl").status == 0
    lines = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    assert [line["names"] for line in lines] == [["0"], ["1"], ["2"]]


def test_names_that_would_lead_out_of_a_folder(hloom, folder: Path) -> None:
    (folder / "n.mlir").write_text("""func.func private @"../../f"(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32> loc("/etc/x")) -> tensor<f32> {
  %0 = func.call @"../../f"(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
""")
    assert hloom("run", "n.mlir", "--input", "f32=2", "--values-out", "v.npz").status == 0
    with np.load(folder / "v.npz") as values:
        assert list(values) == ["_etc_x", ".._.._f_0", "0"] and values["0"] == 4


def test_a_program_that_is_not_valid_is_said_to_be_so_before_arguments_are_drawn(hloom) -> None:
    found = hloom("run", "wrong.mlir", "--random", "0")
    assert found.status == 2 and "[reverse_c2]" in found.errors
