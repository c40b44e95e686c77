"""Results for other programs: JSON, and arrays that NumPy reads without hloom's types."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

SMALL = {"bf16": "bfloat16", "f8E4M3FN": "float8_e4m3fn", "f8E5M2": "float8_e5m2", "f4E2M1FN": "float4_e2m1fn",
         "f8E8M0FNU": "float8_e8m0fnu", "i4": "int4", "ui2": "uint2"}
IDENTITY = """func.func @main(%x: tensor<4x{0}>) -> tensor<4x{0}> {{
  return %x : tensor<4x{0}>
}}
"""


@pytest.mark.parametrize("type", SMALL)
def test_small_types_are_written_so_that_numpy_reads_them(hloom, folder: Path, type: str) -> None:
    (folder / "id.mlir").write_text(IDENTITY.format(type))
    values = "1,1,0,1" if type == "ui2" else "1,2,0.5,4" if "f" in type else "1,2,-3,4"
    status, output, errors = hloom("run", "id.mlir", "--input", f"4x{type}={values}", "--output", "out.npz")
    assert (status, output) == (0, "") and errors.startswith(f"note: result0 is {type}, which NumPy's files lack")
    plain = "import numpy as np; a = np.load('out.npz')['result0']; print(a.dtype.name, a.tolist())"
    name, _, numbers = subprocess.run([sys.executable, "-c", plain], cwd=folder, capture_output=True, text=True,
                                      check=True).stdout.partition(" ")
    assert name == ("float32" if "f" in type else "uint8" if type == "ui2" else "int8")
    assert json.loads(numbers) == [float(v) for v in values.split(",")]
    assert np.load(folder / "out.npz")["result0"].astype(getattr(ml_dtypes, SMALL[type])).dtype.name == SMALL[type]
    found = hloom("run", "id.mlir", "--input", "@out.npz", "--expected", "@out.npz")
    assert found.status == 0 and found.output == "result 0: largest difference 0\n1 results as expected\n"
    assert found.errors.startswith("note: out.npz: result0 are taken in the order of the file")


def test_what_does_not_fit_the_small_type_stays_what_it_is(hloom, folder: Path) -> None:
    (folder / "id.mlir").write_text(IDENTITY.format("bf16"))
    np.save(folder / "x.npy", np.array([1, 2, 3, 1.001], np.float32))
    status, _, errors = hloom("run", "id.mlir", "--input", "@x.npy")
    assert status == 2 and "must have element type bf16" in errors


def test_one_array_as_npy(hloom, folder: Path) -> None:
    command = ("run", "add.mlir", "--input", "2x3xf32=1", "--input", "2x3xf32=2", "--output", "out.npy")
    assert hloom(*command) == (0, "", "")
    assert np.load(folder / "out.npy").tolist() == [[3.0] * 3] * 2


VALUES = """func.func @main() -> (tensor<2x2xf32>, tensor<2xcomplex<f32>>, tensor<i1>, tensor<2xui4>, tensor<0xf16>) {
  %0 = stablehlo.constant dense<[[1.5, 0x7FC00000], [0x7F800000, 0xFF800000]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
  %2 = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.constant dense<[3, 15]> : tensor<2xui4>
  %4 = stablehlo.constant dense<> : tensor<0xf16>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2xcomplex<f32>>, tensor<i1>, tensor<2xui4>, tensor<0xf16>
}
"""


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_results_as_json(hloom, folder: Path, engine: str) -> None:
    (folder / "values.mlir").write_text(VALUES)
    status, output, errors = hloom("run", "values.mlir", "--json", "--engine", engine, "--function", "@main")
    assert (status, errors) == (0, "")
    results = json.loads(output, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))["results"]
    assert [r["values"] for r in results] == [[[1.5, "nan"], ["inf", "-inf"]], [[1.0, -2.0]] * 2, True, [3, 15], []]
    assert [r["shape"] for r in results] == [[2, 2], [2], [], [2], [0]] and results[3]["type"] == "tensor<2xui4>"


def test_processes_as_json(hloom) -> None:
    output = hloom("run", "add.mlir", "--random", "1", "--grid", "1x2", "--json").output
    assert [r["process"] for r in json.loads(output)["results"]] == [[0, 0], [0, 1]]


@pytest.mark.parametrize("value, status, matches", [("3", 0, True), ("4", 1, False)])
def test_a_comparison_as_json(hloom, value: str, status: int, matches: bool) -> None:
    found = hloom("run", "add.mlir", "--input", "2x3xf32=1", "--input", "2x3xf32=2", "--expected", f"2x3xf32={value}", "--json")
    assert (found.status, found.errors) == (status, "")
    document = json.loads(found.output)
    assert document["matches"] is matches and document["results"] == 1
    assert [(d["result"], d["differing"], d["first"]) for d in document["differences"]] == ([] if matches else [
        (0, 6, {"index": [0, 0], "expected": 4.0, "found": 3.0, "units": [1 << 22], "allowed": 4 * 2.0**-21})])
    (compared,) = document["compared"]
    assert compared["largest_difference"] == (0 if matches else 1) and compared["nan_equal_nan"] == 0
    assert compared["largest"]["absolute"] == (
        None if matches else {"value": 1.0, "index": [0, 0], "found": 3.0, "expected": 4.0})


def test_a_check_of_both_engines_as_json(hloom) -> None:
    document = json.loads(hloom("run", "add.mlir", "--reference-check", "--json").output)
    assert document == {"matches": True, "results": [
        {"result": 0, "message": None, "elements": 6, "differing": 0, "first": None, "largest_difference": 0,
         "largest_relative_difference": 0, "largest_units": 0, "largest": {"absolute": None, "relative": None, "units": None},
         "nan_equal_nan": 0}]}


def test_compiled_code_as_json(hloom) -> None:
    document = json.loads(hloom("compile", "add.mlir", "--json", "--emit", "llvm").output)
    (kernel,) = document["kernels"].values()
    assert document["fallbacks"] == [] and "stablehlo.add at add.mlir:2:8" in kernel["operations"][0]
    assert "@commands = constant" in document["llvm"]
    assert hloom("compile", "add.mlir", "--json", "--time-passes").status == 2


def test_texts_as_json(hloom) -> None:
    (entry,) = json.loads(hloom("format", "add.mlir", "--json").output)
    assert entry == {"file": "add.mlir", "program": 0, "text": hloom("format", "add.mlir").output}
    document = json.loads(hloom("convert", "add.mlir", "--to", "hlo", "--json").output)
    assert document["form"] == "hlo" and document["text"].startswith("HloModule")
    assert hloom("convert", "add.mlir", "-o", "x.hlo", "--json").status == 2
