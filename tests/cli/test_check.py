"""`hloom check`: self-checking programs on both engines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PROGRAM = """
func.func @{name}() {{
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  check.expect_eq_const %1, dense<[2, {second}]> : tensor<2xi32>
  return
}}
"""
GOOD, BAD = PROGRAM.format(name="good", second=4), PROGRAM.format(name="bad", second=5)


@pytest.fixture
def checks(folder: Path) -> Path:
    (folder / "checks.mlir").write_text(GOOD + BAD)
    return folder


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_each_function_is_run(hloom, checks: Path, engine: str) -> None:
    status, output, errors = hloom("check", "--engine", engine, "checks.mlir")
    assert (status, output) == (1, "1 passed, 1 failed\n")
    assert errors.startswith("checks.mlir: @bad: fail: ") and "1 of 2 elements differ" in errors


def test_json_has_a_record_for_each_function(hloom, checks: Path) -> None:
    (checks / "more.mlir").write_text(f"{GOOD}// -----\nnot a program")
    status, output, errors = hloom("check", "--json", "checks.mlir", "more.mlir", "absent.mlir")
    assert (status, errors) == (2, "")
    records = json.loads(output)
    assert [(r["file"], r["case"], r["function"], r["status"]) for r in records] == [
        ("checks.mlir", 0, "good", "pass"), ("checks.mlir", 0, "bad", "fail"), ("more.mlir", 0, "good", "pass"),
        ("more.mlir", 1, "", "error"), ("absent.mlir", 0, "", "error")]
    assert all(r["seconds"] >= 0 and (r["message"] == "") == (r["status"] == "pass") for r in records)


def test_main_runs_on_arguments_made_up_for_it(hloom, folder: Path) -> None:
    (folder / "main.mlir").write_text("""func.func @main(%x: tensor<4xi32>) {
        check.expect_eq_const %x, dense<[0, 1, 2, 3]> : tensor<4xi32>
        return
    }""")
    assert hloom("check", "main.mlir") == (0, "1 passed, 0 failed\n", "")


def test_what_is_wrong_with_a_file_is_said_once(hloom, checks: Path) -> None:
    (checks / "bad.mlir").write_text("not a program")
    assert hloom("check", "absent.mlir") == (2, "0 passed, 1 failed\n", "absent.mlir: No such file or directory\n")
    assert hloom("check", "bad.mlir").errors.startswith("bad.mlir:1:1: error: [")


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_a_function_without_end_fails_at_the_time_limit(hloom, checks: Path, engine: str) -> None:
    (checks / "endless.mlir").write_text("""func.func @endless() -> tensor<i32> {
      %0 = stablehlo.constant dense<0> : tensor<i32>
      %1 = stablehlo.while(%i = %0) : tensor<i32> cond {
        %yes = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %yes : tensor<i1>
      } do {
        %2 = stablehlo.add %i, %i : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }
      return %1 : tensor<i32>
    }""")
    status, output, errors = hloom("check", "--engine", engine, "--time-limit", "0.2", "endless.mlir", "checks.mlir")
    assert (status, output) == (1, "1 passed, 2 failed\n")
    assert "@endless: fail: " in errors and "longer than its time limit of 0.2 s" in errors
    assert "got nan" in hloom("check", "--time-limit", "nan", "checks.mlir").errors


def test_a_folder_without_programs_does_not_pass(hloom, folder: Path) -> None:
    (folder / "empty").mkdir()
    assert hloom("check", "empty") == (1, "0 passed, 0 failed\n", "")
