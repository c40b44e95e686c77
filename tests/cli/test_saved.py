"""Executables in files, on the command line: written by `hloom compile -o`, run by `hloom run`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import hloom as library
from hloom.runtime import jit
from hloom.runtime.executable_file import ExecutableFile
from tests.cli.conftest import Command

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="code in files is for Linux on x86-64")
PROGRAM = """func.func @main(%x: tensor<2x3xf32>, %b: tensor<3xf32>)
    -> (tensor<2x3xf32> {jax.result_info = "out['y']"}, tensor<i32>) {
  %k = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xf32>
  return %1, %k : tensor<2x3xf32>, tensor<i32>
}
func.func @twice(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = stablehlo.add %x, %x : tensor<3xbf16>
  return %0 : tensor<3xbf16>
}"""


@pytest.fixture
def program(folder: Path) -> Path:
    path = folder / "net.mlir"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("more", [[], ["--no-program"]])
def test_what_is_compiled_to_a_file_runs_as_the_program_does(more: list[str], program: Path, hloom: Command) -> None:
    done = hloom("compile", "net.mlir", "-o", "net.hloom", "--threads", "2", *more)
    assert done.output.startswith("@main(x: 2x3xf32, b: 3xf32) -> (out['y']: 2x3xf32, result1: i32) in net.hloom: "), done.errors
    inputs = ["--input", "2x3xf32=1,2,3,4,5,6", "--input", "f32[3]={10,20,30}"]
    assert hloom("run", "net.hloom", *inputs) == hloom("run", "net.mlir", *inputs)
    done = hloom("run", "net.hloom", *inputs, "--threads", "1", "--output", "y.npz", "--save-inputs", "x.npz", "--time")
    assert done.status == 0 and "load " in done.errors and "again " in done.errors
    assert sorted(np.load("y.npz")) == ["out['y']", "result1"] and sorted(np.load("x.npz")) == ["b", "x"]
    assert "2 results as expected" in hloom("run", "net.hloom", "--input", "x.npz", "--expected", "y.npz").output
    document = json.loads(hloom("run", "net.hloom", "--input", "x.npz", "--json").output)
    assert document["results"][0]["values"][1] == [14, 25, 36]
    wrong = hloom("run", "net.hloom", "--input", "x.npz", "--expected", "2x3xf32=1,2,3,4,5,6", "--expected", "i32=7")
    assert wrong.status == 1 and "result 0" in wrong.errors
    done = hloom("run", "net.hloom", "--input", "2x3xf32=1,2,3,4,5,6")
    assert done.status == 2 and "@main takes 2 arguments, got 1" in done.errors


def test_processors_and_another_function(program: Path, hloom: Command) -> None:
    done = hloom("compile", "net.mlir", "--emit", "executable", "-o", "twice.hloom", "--function", "twice", "--cpu",
                 "native,x86-64-v2", "--json", "--plan-for", "1,4")
    assert json.loads(done.output) == {"file": "twice.hloom", "bytes": Path("twice.hloom").stat().st_size, "function": "twice"}
    codes = [(code["cpu"], code["threads"]) for code in ExecutableFile("twice.hloom").header["codes"]]
    assert codes[2:] == [("x86-64-v2", 1), ("x86-64-v2", 4)] and [threads for _, threads in codes[:2]] == [1, 4]
    for function in ([], ["--function", "twice"]):
        done = hloom("run", "twice.hloom", "--input", "3xbf16=1,2,3", *function)
        assert done.status == 0 and "6" in done.output
    done = hloom("run", "twice.hloom", "--function", "other")
    assert done.status == 2 and "the executable of @twice, and no other function" in done.errors


def test_random_arguments_are_those_of_the_program(program: Path, hloom: Command) -> None:
    assert hloom("compile", "net.mlir", "-o", "net.hloom").status == 0
    assert hloom("run", "net.mlir", "--random", "3") == hloom("run", "net.hloom", "--random", "3")


def test_constants_beside_the_program_go_into_the_file(program: Path, hloom: Command) -> None:
    w = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.savez("w.npz", w=w)
    program.write_text("""func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %w = stablehlo.constant dense_resource<w> : tensor<2x3xf32>
      %0 = stablehlo.add %x, %w : tensor<2x3xf32> return %0 : tensor<2x3xf32> }""")
    done = hloom("compile", "net.mlir", "--constants", "w.npz", "-o", "net.hloom")
    assert (done.status, done.errors) == (0, "")
    assert hloom("compile", "net.mlir", "--constants", "w.npz").status == 0
    Path("w.npz").unlink()
    assert hloom("run", "net.hloom", "--input", "2x3xf32=1,1,1,1,1,1", "--output", "y.npy").status == 0
    assert np.array_equal(np.load("y.npy"), w + 1)
    done = hloom("compile", "net.mlir", "--constants", "w.npz")
    assert done.status == 2 and "w.npz: No such file" in done.errors
    (found,) = library.load_executable("net.hloom")(w)
    assert np.array_equal(found, 2 * w)


@pytest.mark.parametrize("arguments, text", [
    (["--emit", "executable"], "--emit executable writes a file: -o OUT says which"),
    (["-o", "-"], "--emit executable writes a file: -o OUT says which"),
    (["--emit", "llvm", "-o", "x"], "-o: that is for an executable in a file"),
    (["--cpu", "native"], "--cpu: that is for an executable in a file"),
    (["--no-program"], "--no-program: that is for an executable in a file"),
    (["--plan-for", "2"], "--plan-for: that is for an executable in a file"),
    (["-o", "x", "--plan-for", "2,x"], "'2,x' is not of the form 1,8"), (["-o", "x", "--plan-for", "0"], "a number from 1"),
    (["-o", "x", "--dump", "d"], "takes no --dump"), (["-o", "net.mlir"], "FILE and OUT are one file"),
    (["-o", "x", "--cpu", "i386"], "there is no processor 'i386'"), (["-o", "no/x"], "No such file or directory"),
    (["-o", "x", "--function", "none"], "none")])
def test_options_that_do_not_go_together(arguments: list[str], text: str, program: Path, hloom: Command) -> None:
    done = hloom("compile", "net.mlir", *arguments)
    assert done.status == 2 and text in done.errors


@pytest.mark.parametrize("arguments", [
    ["--engine", "reference"], ["--grid", "1x2"], ["--constants", "w.npz"], ["--deterministic"], ["--nan-check"],
    ["--reference-check"], ["--step-limit", "3"], ["--trace", "-"], ["--skip-callbacks"], ["--excess-precision"]])
def test_options_for_programs(arguments: list[str], program: Path, hloom: Command) -> None:
    assert hloom("compile", "net.mlir", "-o", "net.hloom").status == 0
    done = hloom("run", "net.hloom", *arguments)
    assert done.status == 2 and f"net.hloom is an executable: it takes no {' '.join(arguments[:1])}" in done.errors


def test_a_damaged_file(program: Path, hloom: Command) -> None:
    assert hloom("compile", "net.mlir", "-o", "net.hloom").status == 0
    data = Path("net.hloom").read_bytes()
    for command in ("verify", "compile", "check"):
        assert "an executable that hloom has saved" in hloom(command, "net.hloom").errors
    Path("net.hloom").write_bytes(data[:-7])
    done = hloom("run", "net.hloom")
    assert done.status == 2 and "net.hloom: a damaged executable: it has" in done.errors
