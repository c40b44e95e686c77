"""How far results may be apart on the command line: each element by its type and by the program, or as options say."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

ENGINES = ["cpu", "reference"]


def program(folder: Path, type: str, operation: str = "stablehlo.add %x, %x") -> str:
    (folder / "p.mlir").write_text(f"func.func @main(%x: tensor<2x{type}>) -> tensor<2x{type}> {{\n"
                                   f"  %0 = {operation} : tensor<2x{type}>\n  return %0 : tensor<2x{type}>\n}}\n")
    return "p.mlir"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("type, given, expected, status", [
    ("f32", "0.5,500", "1.04,1000", 1), ("f32", "0.5,500", "1,1000.0002", 0), ("f32", "0.5,500", "1,1000.01", 1),
    ("f64", "0.5,500", "1,1000.0000000001", 1), ("f64", "0.5,500", "1.0000000000000007,1000", 0),
    ("bf16", "0.5,50", "2,100", 1), ("bf16", "0.5,50", "1.03,100", 0), ("bf16", "0.5,50", "1.07,100", 1),
    ("f16", "0.5,50", "1.003,100", 0), ("f16", "0.5,50", "1.02,100", 1),
    ("f8E4M3FN", "0.5,50", "1.125,96", 0), ("f8E4M3FN", "0.5,50", "1.375,96", 1),
    ("i32", "1,500", "2,1000", 0), ("i32", "1,500", "2,1001", 1), ("ui8", "1,5", "3,10", 1),
    ("complex<f32>", "0.5,500", "1.0000001+1e-9i,1000", 0), ("complex<f32>", "0.5,500", "1+1e-3i,1000", 1),
])
def test_each_element_is_judged_by_its_own_size(hloom, folder: Path, engine: str, type: str, given: str, expected: str,
                                                status: int) -> None:
    found = hloom("run", program(folder, type), "--engine", engine, "--input", f"2x{type}={given}", "--expected",
                  f"2x{type}={expected}")
    assert found.status == status, found
    assert "largest difference" in (found.errors if status else found.output)


def test_truth_values_are_exact(hloom, folder: Path) -> None:
    command = ("run", program(folder, "i1", "stablehlo.not %x"), "--input", "2xi1=true,false", "--expected")
    assert hloom(*command, "2xi1=false,true").status == 0
    found = hloom(*command, "2xi1=false,false", "--atol", "1", "--rtol", "1")
    assert found.status == 1 and "1 of 2 elements differ, first at [1]: expected false, got true" in found.errors


@pytest.mark.parametrize("option, status", [
    (("--rtol", "0.05"), 0), (("--rtol", "0.03"), 1), (("--atol", "0.039"), 1), (("--atol", "0.041"), 0),
    (("--ulp", "335544"), 0), (("--ulp", "335543"), 1), (("--ulp", "0", "--atol", "0"), 1), (("--ulp", "1", "--atol", "1"), 0),
])
def test_options_replace_the_default(hloom, folder: Path, option: tuple[str, ...], status: int) -> None:
    command = ("run", program(folder, "f32"), "--input", "2xf32=0.5,500", "--expected", "2xf32=1.04,1000")
    found = hloom(*command, *option)
    assert found.status == status
    text = found.errors if status else found.output
    assert "largest difference 0.04 (relative 0.0385, 335544 units in the last place) at [0]" in text
    assert hloom(*command[:-1], "2xf32=1,1000.0002", "--ulp", "0").status == 1  # which the default would let pass


@pytest.mark.parametrize("option", [("--rtol", "-1"), ("--atol", "nan"), ("--atol", "inf"), ("--ulp", "-3")])
def test_bad_tolerances(hloom, folder: Path, option: tuple[str, str]) -> None:
    found = hloom("run", program(folder, "f32"), "--input", "2xf32=1", "--expected", "2xf32=2", *option)
    assert found.status == 2 and f"{option[0]} takes a number that is finite and not negative, got" in found.errors


def test_tolerances_want_something_to_compare(hloom, folder: Path) -> None:
    found = hloom("run", program(folder, "f32"), "--input", "2xf32=1", "--ulp", "3")
    assert found.status == 2 and "--rtol, --atol and --ulp say how results are compared" in found.errors
    assert "invalid int value: '1.5'" in hloom("run", "p.mlir", "--input", "2xf32=1", "--ulp", "1.5").errors


def test_nan_equals_nan_and_is_said(hloom, folder: Path) -> None:
    command = ("run", program(folder, "f32"), "--input", "2xf32=nan,1", "--expected")
    assert hloom(*command, "2xf32=nan,2") == (0, "result 0: largest difference 0; 1 NaN equal NaN\n1 results as expected\n", "")
    found = hloom(*command, "2xf32=1,2", "--json")
    document = json.loads(found.output)
    assert found.status == 1 and document["compared"][0]["nan_equal_nan"] == 0
    assert document["compared"][0]["largest"]["absolute"] == {"value": "inf", "index": [0], "found": "nan", "expected": 1.0}


CANCELS = """func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sine %x : tensor<2xf32>
  %1 = stablehlo.subtract %0, %y : tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_an_element_that_cancels_may_be_as_far_apart_as_rounding_moves_it(hloom, folder: Path, engine: str) -> None:
    (folder / "c.mlir").write_text(CANCELS)
    sine = np.sin(np.float32(1))
    inputs = ("--input", "2xf32=1,1", "--input", f"2xf32={sine!s},0")
    command = ("run", "c.mlir", "--engine", engine, *inputs, "--expected")
    assert hloom(*command, f"2xf32=6e-8,{sine!s}").status == 0  # one unit of the sine, and more than 1e9 of the difference
    assert hloom(*command, f"2xf32=1e-5,{sine!s}").status == 1
    assert hloom(*command, f"2xf32=0,{sine + np.float32(1e-5)!s}").status == 1  # where nothing cancels


def test_a_long_sum_may_be_made_in_another_order(hloom, folder: Path) -> None:
    (folder / "s.mlir").write_text("""func.func @main(%x: tensor<20x1000xf32>) -> tensor<20xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<20x1000xf32>, tensor<f32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}
""")
    x = np.random.default_rng(0).standard_normal((20, 1000)).astype(np.float32)
    np.save(folder / "x.npy", x)
    exact = x.astype(np.float64).sum(1)
    for name, values in (("right", exact), ("wrong", exact + 0.05 * (np.arange(20) == 7))):
        np.save(folder / f"{name}.npy", values.astype(np.float32))
    command = ("run", "s.mlir", "--engine", "reference", "--input", "@x.npy", "--expected")
    assert hloom(*command, "@right.npy").status == 0 and hloom(*command, "@right.npy", "--ulp", "4").status == 1
    found = hloom(*command, "@wrong.npy")
    assert found.status == 1 and "1 of 20 elements differ, first at [7]" in found.errors and "is allowed there" in found.errors


@pytest.mark.parametrize("options, status", [((), 0), (("--ulp", "0"), 1), (("--rtol", "1e-3"), 0)])
def test_a_check_of_both_engines_takes_the_same_options(hloom, folder: Path, options: tuple[str, ...], status: int) -> None:
    (folder / "t.mlir").write_text("func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
                                   "  %0 = stablehlo.logistic %x : tensor<1000xf32>\n"
                                   "  %1 = stablehlo.sine %0 : tensor<1000xf32>\n"
                                   "  return %1 : tensor<1000xf32>\n}\n")
    found = hloom("run", "t.mlir", "--reference-check", "--random", "0", *options)
    assert found.status == status and "largest difference" in found.output and "unit" in found.output


def test_a_grid_is_judged_by_its_own_program(hloom, folder: Path) -> None:
    (folder / "c.mlir").write_text(CANCELS)
    sine = np.sin(np.float32(1))
    command = ("run", "c.mlir", "--grid", "1x2", "--input", "2xf32=1,1", "--input", f"2xf32={sine!s},0")
    for value, status in (("6e-8", 0), ("1e-3", 1)):
        assert hloom(*command, "--expected", f"2xf32={value},{sine!s}", "--expected", f"2xf32=0,{sine!s}").status == status


def test_where_the_evaluator_cannot_run_the_types_decide(hloom, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "l.mlir").write_text(CANCELS.replace("2x", "5000x"))
    command = ("run", "l.mlir", "--engine", "cpu", "--input", "5000xf32=1", "--input", "5000xf32=0.84147096", "--expected")
    assert hloom(*command, "5000xf32=6e-8").status == 0
    monkeypatch.setenv("HLOOM_EVALUATION_MEMORY", "10000")
    found = hloom(*command, "5000xf32=6e-8")
    assert found.status == 1 and "note: the evaluator cannot say how far rounding may move these results: " in found.errors
