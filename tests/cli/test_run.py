"""`hloom run`: arguments from text, files and a seed; results printed, compared and written; both engines."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hloom.cli import main

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
    found = hloom("run", "add.mlir", "--engine", engine, "--input", "inputs.npz", "--expected", "@sum.npy")
    assert found == (0, "result 0: largest difference 0\n1 results as expected\n", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_result_that_is_not_expected_has_status_1(hloom, engine: str) -> None:
    found = hloom("run", "add.mlir", "--engine", engine, "--input", RAMP, "--input", ONES, "--expected", "2x3xf32=2,3,4,5,6,8")
    assert found == (1, "", "result 0: 1 of 6 elements differ, first at [1, 2]: expected 8.0, got 7.0 (2097152 units in the last "
                     "place); largest difference 1 (relative 0.125, 2097152 units in the last place) at [1, 2]; 3.81e-06 is "
                     "allowed there\n")


def test_rounding_is_not_a_difference(hloom) -> None:
    found = hloom("run", "add.mlir", "--input", RAMP, "--input", ONES, "--expected", "2x3xf32=2,3,4,5,6,7.000001")
    assert found == (0, "result 0: largest difference 9.54e-07 (relative 1.36e-07, 2 units in the last place) at [1, 2]: "
                     "expected 7.000001, got 7.0\n1 results as expected\n", "")


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


def test_a_grid_takes_the_inputs_of_each_process(hloom, folder: Path) -> None:
    (folder / "sum.mlir").write_text("""func.func @main(%x: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }""")
    given = ("run", "sum.mlir", "--grid", "2x2", *(word for n in (1, 2, 30, 40) for word in ("--input", f"i32={n}")))
    expected = [word for n in (31, 42, 31, 42) for word in ("--expected", f"i32={n}")]
    found = hloom(*given, *expected)
    assert found.status == 0 and found.output.endswith("result 3: largest difference 0\n4 results as expected\n")
    found = hloom(*given[:-2])
    assert found.status == 2 and "takes 1 arguments, 4 processes 4, got 3" in found.errors


PRINTING = """func.func public @main(%t: !stablehlo.token {jax.token = true}, %x: tensor<2xf32>, %u: !stablehlo.token)
    -> (!stablehlo.token {jax.token = true}, tensor<2xf32>, !stablehlo.token) {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {has_side_effect = true,
    mhlo.backend_config = {index = 0 : ui64}} : (!stablehlo.token, tensor<2xf32>) -> !stablehlo.token
  %1 = stablehlo.add %x, %x : tensor<2xf32>
  return %0, %1, %u : !stablehlo.token, tensor<2xf32>, !stablehlo.token
}"""


@pytest.mark.parametrize("options", [("--engine", "cpu"), ("--engine", "reference"), ("--reference-check",)])
def test_callbacks_are_skipped_and_tokens_left_out(hloom, folder: Path, options: tuple[str, ...]) -> None:
    (folder / "printing.mlir").write_text(PRINTING)
    given = ("run", "printing.mlir", *options, "--input", "2xf32=1,2")
    assert hloom(*given, "--skip-callbacks") == (
        0, "result 0: largest difference 0\n" if len(options) == 1 else "tensor<2xf32>\n[2. 4.]\n", "")
    found = hloom(*given)
    assert found.status == 2 and "--skip-callbacks" in found.errors and "printing.mlir:3:8: error: [custom_call]" in found.errors
    if len(options) == 2:
        assert hloom(*given, "--skip-callbacks", "--expected", "2xf32=2,4") == (
            0, "result 0: largest difference 0\n1 results as expected\n", "")
    found = hloom("run", "printing.mlir", "--grid", "1x1", "--skip-callbacks")
    assert found.status == 2 and "--skip-callbacks is for one process" in found.errors


QUEUES = """func.func @main() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %a:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  %o = "stablehlo.outfeed"(%a#1, %a#2) : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  return %a#0 : tensor<2xi32>
}"""


def test_queues_of_one_process(hloom, folder: Path) -> None:
    (folder / "queues.mlir").write_text(QUEUES)
    item = ("--infeed", "2xi32=1,2;f32=0.5")
    assert hloom("run", "queues.mlir", *item) == (
        0, "process (0, 0):\ntensor<2xi32>\n[1 2]\noutfeed of process (0, 0), item 0:\ntensor<f32>\n0.5\n", "")
    assert hloom("run", "queues.mlir", *item, "--output", "r.npz") == (0, "", "")
    with np.load(folder / "r.npz") as results:
        assert list(results) == ["result0", "outfeed0_0_0_0"] and results["outfeed0_0_0_0"] == 0.5
    assert hloom("run", "queues.mlir", *item, "--engine", "cpu") == hloom("run", "queues.mlir", *item)


def test_queues_of_a_grid(hloom, folder: Path) -> None:
    (folder / "queues.mlir").write_text(QUEUES)
    own = ("--infeed", "0,0:2xi32=1,2;f32=1", "--infeed", "0,1:2xi32=3,4;f32=2")
    found = hloom("run", "queues.mlir", "--grid", "1x2", *own, "--expected", "2xi32=1,2", "--expected", "2xi32=3,4")
    assert found.status == 0 and found.output.endswith("2 results as expected\n")
    found = hloom("run", "queues.mlir", "--grid", "1x2", *own[:2])
    assert found.status == 2 and "the infeed queue of process (0, 1) is empty; it had 0 items" in found.errors
    found = hloom("run", "queues.mlir", "--grid", "1x2", "--infeed", "2,0:f32=1")
    assert found.status == 2 and "the grid of 1 x 2 has no process (2, 0)" in found.errors


def test_a_step_limit_must_be_positive(hloom) -> None:
    for limit in ("-1", "0"):
        found = hloom("run", "add.mlir", "--random", "0", "--step-limit", limit)
        assert found.status == 2 and f"a step limit must be a positive integer, got {limit}" in found.errors
    assert hloom("run", "add.mlir", "--random", "0", "--step-limit", "1").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("grid", ["1x1", "3x1"])
def test_ctrl_c_stops_at_once(folder: Path, grid: str) -> None:
    (folder / "endless.mlir").write_text("""func.func @main() -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %w = stablehlo.while(%i = %zero) : tensor<i32>
      cond {
        %c = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        stablehlo.return %i : tensor<i32>
      }
      return %w : tensor<i32>
    }""")
    command = [sys.executable, "-m", "hloom", "run", "endless.mlir", "--grid", grid, "--trace", "trace.jsonl"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    trace = folder / "trace.jsonl"
    while process.poll() is None and not (trace.exists() and trace.stat().st_size):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "interrupted\n")


def test_trace_writes_a_line_of_json_for_each_operation(hloom, folder: Path) -> None:
    assert hloom("run", "add.mlir", "--engine", "reference", "--random", "0", "--trace", "trace.jsonl").status == 0
    lines = [json.loads(line) for line in (folder / "trace.jsonl").read_text().splitlines()]
    assert "stablehlo.add" in json.dumps(lines)
    output = hloom("run", "add.mlir", "--random", "0", "--trace", "-").output.splitlines()
    assert json.loads(output[0])["op"] == "stablehlo.add" and output[len(lines)].startswith("tensor<")
    assert not (folder / "-").exists()


def test_nan_check_tells_nan_from_infinity(hloom, folder: Path) -> None:
    (folder / "log.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}""")
    zero, negative = ("--input", "f32=0"), ("--input", "f32=-1")
    for option in ("--nan-check", "--nan-check=nan"):
        assert hloom("run", option, "log.mlir", *zero).status == 0  # the file's name is no kind of check
        assert "makes NaN" in hloom("run", option, "log.mlir", *negative).errors
    assert "makes an infinity" in hloom("run", "--nan-check=inf", "log.mlir", *zero).errors
    assert hloom("run", "--nan-check=inf", "log.mlir", *negative).status == 0
    assert "makes an infinity" in hloom("run", "--nan-check=all", "log.mlir", *zero).errors
    assert "makes NaN" in hloom("run", "log.mlir", "--nan-check=all", *negative).errors
    status, _, errors = hloom("run", "--nan-check=zero", "log.mlir", *zero)
    assert status == 2 and "argument --nan-check: invalid choice: 'zero' (choose from nan, inf, all)" in errors


def test_nan_check_names_the_operation(hloom, folder: Path) -> None:
    (folder / "log.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %x : tensor<f32>
  return %0 : tensor<f32>
}""")
    found = hloom("run", "log.mlir", "--engine", "reference", "--nan-check", "--input", "f32=-1")
    assert found.status == 2 and found.errors.startswith("log.mlir:2:8: error: [nan_check]")


# -- what is said of compiled code ------------------------------------------------------------------------------------------
PAIR = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = stablehlo.convert %0 : (tensor<2xbf16>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


def test_options_of_compiled_code(hloom, folder: Path) -> None:
    (folder / "pair.mlir").write_text(PAIR)
    command = ("run", "pair.mlir", "--input", "2xf32=1.001,2")
    assert hloom(*command).output == "tensor<2xf32>\n[1. 2.]\n"
    assert hloom(*command, "--excess-precision").output == "tensor<2xf32>\n[1.001 2.   ]\n"
    assert hloom(*command, "--deterministic", "--threads", "3").output == "tensor<2xf32>\n[1. 2.]\n"
    assert "convert(" not in hloom("compile", "pair.mlir", "--excess-precision", "--threads", "1").output


def test_options_that_do_not_fit(hloom) -> None:
    message = "--threads, --deterministic and --excess-precision are for compiled code"
    for option in (["--threads", "2"], ["--deterministic"], ["--excess-precision"]):
        found = hloom("run", "add.mlir", "--random", "0", "--engine", "reference", *option)
        assert found.status == 2 and message in found.errors
    for command in (["run", "--random", "0"], ["compile"]):
        found = hloom(command[0], "add.mlir", *command[1:], "--threads", "0")
        assert found.status == 2 and "threads is a number from 1 to 1024, got 0" in found.errors


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_programs_that_divide_arrays_among_devices_run_on_whole_ones(tmp_path: Path, engine: str,
                                                                     capsys: pytest.CaptureFixture[str]) -> None:
    """As JAX lowers `shard_map`: the sum of four parts of two rows."""
    text = """module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=4]>
  func.func public @main(%x: tensor<8x2xf32>) -> tensor<2x2xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"a"}
        (%y: tensor<2x2xf32>) {
      %1 = "stablehlo.all_reduce"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
          replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %2 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %1 : tensor<2x2xf32>
    } : (tensor<8x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}"""
    (tmp_path / "p.mlir").write_text(text)
    x = np.arange(16, dtype=np.float32).reshape(8, 2)
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", x.reshape(4, 2, 2).sum(0))
    command = ["run", str(tmp_path / "p.mlir"), "--engine", engine, "--input", str(tmp_path / "x.npy")]
    assert main([*command, "--expected", str(tmp_path / "y.npy"), "--ulp", "0"]) == 0
    assert main([*command, "--grid", "1x4"]) == 2
    assert "`hloom run` without --grid" in capsys.readouterr().err
