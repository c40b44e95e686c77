"""`hloom run`: arguments from text, files and a seed; results printed, compared and written; both engines."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

ENGINES = ["cpu", "reference"]
ONES = "2x3xf32=1"
RAMP = "2x3xf32=1,2,3,4,5,6"


@pytest.mark.parametrize("engine", ENGINES)
def test_inputs_as_text(hloom, engine: str) -> None:
    assert hloom("run", "add.mlir", "--engine", engine, "--input", RAMP, "--input", ONES) == (
        0, "tensor<2x3xf32>\n[[2. 3. 4.]\n [5. 6. 7.]]\n", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_inputs_and_expected_values_from_files(hloom, folder: Path, engine: str) -> None:
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.full((2, 3), 2, np.float32)
    np.savez(folder / "inputs.npz", x=x, y=y)
    np.save(folder / "sum.npy", x + y)
    found = hloom("run", "add.mlir", "--engine", engine, "--input", "@inputs.npz", "--expected", "@sum.npy")
    assert found == (0, "1 results as expected\n", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_result_that_is_not_expected_has_status_1(hloom, engine: str) -> None:
    found = hloom("run", "add.mlir", "--engine", engine, "--input", RAMP, "--input", ONES, "--expected", "2x3xf32=2,3,4,5,6,8")
    assert found == (1, "", "result 0: 1 of 6 elements differ, first at [1, 2]: expected 8.0, got 7.0\n")


def test_rounding_is_not_a_difference(hloom) -> None:
    found = hloom("run", "add.mlir", "--input", RAMP, "--input", ONES, "--expected", "2x3xf32=2,3,4,5,6,7.00001")
    assert found.status == 0


def test_random_inputs_repeat_with_their_seed_and_differ_between_seeds(hloom) -> None:
    first, again, other = (hloom("run", "add.mlir", "--random", seed) for seed in ("7", "7", "8"))
    assert first == again and first.status == 0 and first.output != other.output


def test_random_values_stand_in_for_inputs_that_are_not_given(hloom, folder: Path) -> None:
    assert hloom("run", "add.mlir", "--input", RAMP, "--random", "0", "--output", "sum.npz").status == 0
    assert hloom("run", "add.mlir", "--random", "0", "--output", "other.npz").status == 0
    with np.load(folder / "sum.npz") as one, np.load(folder / "other.npz") as two:
        assert not np.array_equal(one["result0"], two["result0"])


def test_output_is_written_instead_of_printed(hloom, folder: Path) -> None:
    assert hloom("run", "add.mlir", "--input", RAMP, "--input", ONES, "--output", "r.npz") == (0, "", "")
    with np.load(folder / "r.npz") as results:
        assert list(results) == ["result0"]
        np.testing.assert_array_equal(results["result0"], np.arange(2, 8, dtype=np.float32).reshape(2, 3))


@pytest.mark.parametrize("engine, steps", [
    ("cpu", ["parse", "verify", "compile", "run", "again"]), ("reference", ["parse", "verify"])])
def test_time_lists_the_steps(hloom, engine: str, steps: list[str]) -> None:
    found = hloom("run", "add.mlir", "--engine", engine, "--random", "0", "--time")
    assert found.status == 0
    lines = [line.split() for line in found.errors.splitlines()]
    timed = {words[0]: float(words[1]) for words in lines if words[-1] == "ms"}
    assert set(steps) <= set(timed) and all(ms >= 0 for ms in timed.values())
    assert ("fallbacks: none" in found.errors) is (engine == "cpu")


def test_function_chooses_among_several(hloom, folder: Path) -> None:
    (folder / "two.mlir").write_text("""
        func.func @main() -> tensor<i32> { %0 = stablehlo.constant dense<1> : tensor<i32> return %0 : tensor<i32> }
        func.func @other() -> tensor<i32> { %0 = stablehlo.constant dense<2> : tensor<i32> return %0 : tensor<i32> }""")
    assert hloom("run", "two.mlir", "--function", "other").output == "tensor<i32>\n2\n"
    assert hloom("run", "two.mlir").output == "tensor<i32>\n1\n"


@pytest.mark.parametrize("spec, shown", [
    ("3xi1=true,false,1", "tensor<3xi1>\n[ True False  True]\n"),
    ("2xi8=-128,0x7F", "tensor<2xi8>\n[-128  127]\n"),
    ("2xui8=0,255", "tensor<2xui8>\n[  0 255]\n"),
    ("f64=-0.5", "tensor<f64>\n-0.5\n"),
    ("2xf32=inf,nan", "tensor<2xf32>\n[inf nan]\n"),
    ("complex<f32>=1+2i", "tensor<complex<f32>>\n1.+2.j\n"),
    ("2xbf16=1.5 2", "tensor<2xbf16>\n[1.5 2. ]\n"),
    ("2xf8E4M3FN=0.5,448", "tensor<2xf8E4M3FN>\n[  0.5 448. ]\n"),
    ("0xf32=", "tensor<0xf32>\n[]\n"),
])
def test_every_kind_of_number_as_text(hloom, folder: Path, spec: str, shown: str) -> None:
    type = shown.partition("\n")[0]
    (folder / "same.mlir").write_text(f"func.func @main(%x: {type}) -> {type} {{ return %x : {type} }}")
    assert hloom("run", "same.mlir", "--engine", "reference", "--input", spec) == (0, shown, "")


def test_a_grid_gives_the_results_of_each_process(hloom, folder: Path) -> None:
    (folder / "id.mlir").write_text("""func.func @main() -> tensor<ui32> {
        %0 = stablehlo.replica_id : tensor<ui32> return %0 : tensor<ui32> }""")
    found = hloom("run", "id.mlir", "--engine", "reference", "--grid", "2x1")
    assert found == (0, "process (0, 0):\ntensor<ui32>\n0\nprocess (1, 0):\ntensor<ui32>\n1\n", "")


def test_trace_writes_a_line_of_json_for_each_operation(hloom, folder: Path) -> None:
    assert hloom("run", "add.mlir", "--engine", "reference", "--random", "0", "--trace", "trace.jsonl").status == 0
    lines = [json.loads(line) for line in (folder / "trace.jsonl").read_text().splitlines()]
    assert "stablehlo.add" in json.dumps(lines)


def test_nan_check_names_the_operation(hloom, folder: Path) -> None:
    (folder / "log.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}""")
    found = hloom("run", "log.mlir", "--engine", "reference", "--nan-check", "--input", "f32=-1")
    assert found.status == 2 and found.errors.startswith("log.mlir:2:8: error: [nan_check]")
