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
    probe, result = hloom("run", chain, *INPUT, "--engine", "reference").output.split("tensor<3xf32>", 2)[1:]
    result = f"tensor<3xf32>{result}"
    sine = product.evaluate(product.load(chain), X, observer=(seen := Last("stablehlo.sine"))) and np.array2string(seen.value)
    assert probe.strip() == sine
    assert output == (f"0 (stablehlo.sine at c.mlir:2:8): tensor<3xf32>\n{sine}\n"
                      f"1 (interpreter.probe at c.mlir:3:8): tensor<3xf32>\n{sine}\n"
                      f"2 (stablehlo.exponential at c.mlir:4:8): {result}{result}")
    document = json.loads(hloom("run", chain, *INPUT, "--show", "--json").output)
    assert [(v["name"], v["op"], v["place"]) for v in document["values"]] == [
        ("0", "stablehlo.sine", "c.mlir:2:8"), ("1", "interpreter.probe", "c.mlir:3:8"),
        ("2", "stablehlo.exponential", "c.mlir:4:8")]
    assert document["values"][2]["values"] == document["results"][0]["values"]


LOOP = """func.func private @half(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %h = stablehlo.divide %x, %two : tensor<f32>
  return %h : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = func.call @half(%x) : (tensor<f32>) -> tensor<f32>
  %w = stablehlo.while(%v = %a) : tensor<f32>
  cond {
    %c = stablehlo.compare GT, %v, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = func.call @half(%v) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %r = stablehlo.negate %w : tensor<f32>
  return %r : tensor<f32>
}
"""


def shown(output: str) -> list[str]:
    return [line.partition(" ")[0] for line in output.splitlines() if " (" in line]


def test_values_are_shown_by_name(hloom, folder: Path, chain: str) -> None:
    (folder / "l.mlir").write_text(LOOP)
    command = ("run", "l.mlir", "--input", "f32=6")
    assert shown(hloom(*command, "--show", "r,half/h").output) == ["half/h", "half/h@2", "half/h@3", "r"]
    assert shown(hloom(*command, "--show=half/h@2").output) == ["half/h@2"]
    assert shown(hloom("run", "--show", "w", "l.mlir", "--input", "f32=6").output) == ["w"]
    assert len(shown(hloom("run", "--show", "l.mlir", "--input", "f32=6").output)) == 11  # a file is no name
    assert "note: no operation that ran has given half/h@9" in hloom(*command, "--show", "half/h@9").errors
    for wrong, message in (("half/hh", "; did you mean 'half/h'?"), ("one", "; values are half/h, a, w, c, d, r")):
        found = hloom(*command, "--show", f"r,{wrong}")
        assert found.status == 2 and f"--show: no operation has a value '{wrong}'" in found.errors and message in found.errors
    document = json.loads(hloom(*command, "--show", "r", "--json").output)
    assert [(v["name"], v["values"]) for v in document["values"]] == [("r", -0.75)]


def test_values_of_compiled_code_are_shown(hloom, folder: Path, chain: str) -> None:
    found = hloom("run", chain, *INPUT, "--show", "--engine", "cpu")
    assert shown(found.output) == ["0", "1", "2"]
    assert found.output.endswith(hloom("run", chain, *INPUT).output.partition("]\n")[2])
    assert shown(hloom("run", chain, *INPUT, "--show", "0", "--engine", "cpu").output) == ["0"]
    (folder / "l.mlir").write_text(LOOP)
    found = hloom("run", "l.mlir", "--input", "f32=6", "--engine", "cpu", "--show", "w,d")
    assert shown(found.output) == ["w"] and "note: no operation that ran has given d" in found.errors
    (folder / "u.mlir").write_text("""func.func @main(%x: tensor<f32>, %t: !stablehlo.token, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %y : tensor<f32>
  return %0 : tensor<f32>
}""")
    assert hloom("run", "u.mlir", "--input", "f32=6", "--input", "f32=2", "--engine", "cpu", "--show").output == (
        "0 (stablehlo.negate at u.mlir:2:8): tensor<f32>\n-2.\ntensor<f32>\n-2.\n")


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_what_probes_see_is_printed(hloom, chain: str, engine: str) -> None:
    output = hloom("run", chain, *INPUT, "--engine", engine).output
    assert output.startswith("probe p0: tensor<3xf32>\n[ 0.") and output.count("tensor<3xf32>") == 2
    document = json.loads(hloom("run", chain, *INPUT, "--engine", engine, "--json").output)
    assert [(p["probe"], p["type"], len(p["values"])) for p in document["probes"]] == [("p0", "tensor<3xf32>", 3)]


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_a_nan_is_told_with_its_origin(hloom, folder: Path, engine: str) -> None:
    (folder / "n.mlir").write_text("""func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.log %x : tensor<3xf32>
  %1 = stablehlo.negate %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
""")
    command = ("run", "n.mlir", "--engine", engine, "--nan-check")
    found = hloom(*command, "--input", "3xf32=1,-2,3")
    assert found.status == 2 and found.output == ""
    assert found.errors.splitlines() == [
        "n.mlir:2:8: error: [nan_check] stablehlo.log makes NaN, which none of its operands has: 1 of 3 elements of the result, "
        "the first at [1]", "  %0 = stablehlo.log %x : tensor<3xf32>", "       ^~~~~~~~~~~~~", "note: operands there:",
        "  x (3xf32): [1] -2.0", "note: it reaches result0[1], by way of", "  %1 = stablehlo.negate at n.mlir:3:8"]
    origin, = json.loads(hloom(*command, "--json", "--input", "3xf32=1,-2,3").output)["nan_origins"]
    assert (origin["name"], origin["op"], origin["place"], origin["index"]) == ("0", "stablehlo.log", "n.mlir:2:8", [1])
    assert [step["name"] for step in origin["chain"]] == ["1"] and origin["results"] == [{"name": "result0", "index": [1]}]
    assert "argument x has NaN" in hloom(*command, "--input", "3xf32=1,nan,3").errors
    assert hloom(*command, "--input", "3xf32=1,2,3").output.startswith("tensor<3xf32>")


def test_a_nan_before_a_loop_without_an_end(hloom, folder: Path) -> None:
    (folder / "e.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  %1 = stablehlo.while(%v = %0) : tensor<f32>
  cond {
    %c = stablehlo.compare NE, %v, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = stablehlo.negate %v : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %1 : tensor<f32>
}
""")
    found = hloom("run", "e.mlir", "--nan-check", "--input", "f32=-1", "--step-limit", "1000")
    assert found.status == 2 and found.errors.startswith("e.mlir:2:8: error: [nan_check] stablehlo.log makes NaN")
    assert "note: the run ended before it came to its results" in found.errors


def test_a_nan_on_a_grid(hloom, folder: Path) -> None:
    (folder / "n.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}
""")
    found = hloom("run", "n.mlir", "--grid", "1x2", "--nan-check", "--input", "f32=1", "--input", "f32=-1")
    assert found.status == 2 and "it reaches result0 of process (0, 1)" in found.errors and found.errors.count("error:") == 1


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
        if option != ("--show",):
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
