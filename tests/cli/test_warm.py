"""`hloom compile --warm`: code for calls that are to come, in a file or in the cache."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import hloom as library
from hloom.runtime import jit
from hloom.runtime.cache import Cache
from tests.cli.conftest import Command
from tests.processes import printed

ROWS = """func.func @main(%x: tensor<?x4xf32>, %w: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @counted(%n: tensor<i32>) -> tensor<?xi32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
func.func @reversed(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @called(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""


@pytest.fixture
def program(folder: Path) -> Path:
    path = folder / "net.mlir"
    path.write_text(ROWS)
    return path


@pytest.fixture
def cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("HLOOM_CACHE", str(folder / "cache"))
    monkeypatch.setattr(Cache, "_process", None)
    return folder / "cache"


@pytest.mark.skipif(not jit.is_supported(), reason="code in files is for Linux on x86-64")
def test_a_file_has_code_for_the_calls(program: Path, hloom: Command) -> None:
    done = hloom("compile", "net.mlir", "-o", "net.hloom", "--warm", "1,6", "--warm", "300x4xf32; f32[4,3]", "--no-program")
    assert done.output.startswith("@main(x: ?x4xf32, w: 4x3xf32) -> (result0: ?x3xf32) in net.hloom: "), done.errors
    executable = library.load_executable("net.hloom")
    assert executable.stats["saved_for"] == "sizes 1, 5 to 12, 300"
    w = np.arange(12, dtype=np.float32).reshape(4, 3)
    for size in (1, 5, 12, 300):
        x = np.ones((size, 4), np.float32)
        assert np.array_equal(executable(x, w)[0], x @ w)
    inputs = ["--input", "5x4xf32=1", "--input", "4x3xf32=0.5"]
    assert hloom("run", "net.hloom", *inputs) == hloom("run", "net.mlir", *inputs)
    done = hloom("run", "net.hloom", "--input", "2x4xf32=1", "--input", "4x3xf32=1")
    assert done.status == 2 and done.errors == ("net.hloom: @main has no code for (2x4xf32, 4x3xf32), but for sizes 1, 5 to 12, "
                                                "300; the program is not in the file\n")


def test_the_cache_has_code_for_the_calls(program: Path, folder: Path) -> None:
    command = "-m", "hloom", "compile", program, "--warm", "1,6", "--warm", "20x4xf32;4x3xf32"
    assert printed(*command, is_quiet=True, HLOOM_CACHE=folder / "cache", HLOOM_LIBRARY=0) == (
        "(1x4xf32, 4x3xf32): of its own\n(6x4xf32, 4x3xf32): 6, by code for 5 to 12\n"
        "(20x4xf32, 4x3xf32): 20, by code for 13 to 64\n")
    if not jit.is_supported():
        return
    code = """
import sys
sys.modules.update(dict.fromkeys(("llvmlite",)))
import numpy as np, hloom
run = hloom.compile(hloom.load("net.mlir"))
w = np.ones((4, 3), np.float32)
for size in (1, 5, 12, 13, 64):
    assert run(np.ones((size, 4), np.float32), w)[0].tolist() == [[4.0] * 3] * size
try:
    run(np.ones((2, 4), np.float32), w)
except hloom.InputError as error:
    print("llvmlite" in str(error))
"""
    assert printed("-c", code.replace("net.mlir", str(program)), HLOOM_CACHE=folder / "cache", HLOOM_LIBRARY=0) == "True\n"


def test_functions_calls_and_json(program: Path, hloom: Command, cache: Path) -> None:
    done = hloom("compile", "net.mlir", "--function", "counted", "--warm", "i32=5", "--json")
    assert json.loads(done.output) == {"function": "counted", "directory": str(cache), "calls": [
        {"arguments": ["i32"], "code": "of its own", "kept": True}]}
    done = hloom("compile", "net.mlir", "--function", "reversed", "--warm", "3,3", "--warm", "7xf32")
    assert done.output == "(3xf32): of its own\n(7xf32): of its own\n"
    done = hloom("compile", "add.mlir", "--warm", "2x3xf32;2x3xf32")
    assert (done.status, done.output) == (0, "(2x3xf32, 2x3xf32): of its own\n")
    done = hloom("compile", "net.mlir", "--function", "called", "--warm", "4")
    assert done.status == 2 and done.output.startswith("(4xf32): on the evaluator: ") and "could be kept" in done.errors


def test_more_calls_than_are_kept(program: Path, hloom: Command, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "2")
    done = hloom("compile", "net.mlir", "--function", "reversed", "--warm", "3,4,5")
    assert done.status == 2 and "3 calls have code of their own, of which HLOOM_SPECIALIZATIONS=2 keeps the last" in done.errors
    assert hloom("compile", "net.mlir", "--warm", "1,2,3,4,5,6").status == 0


@pytest.mark.parametrize("words, message", [
    (["--warm", "x"], "--warm 'x': 'x' is neither sizes (1,8,64) nor the type of an argument (8x16xf32)"),
    (["--warm", "8x4;4x3"], "'8x4' is neither sizes"), (["--warm", ""], "'' is neither sizes"),
    (["--warm", "-3"], "'-3' is neither sizes"), (["--warm", "1,,2"], "'1,,2' is neither sizes"),
    (["--warm", "8x5xf32;4x3xf32"], "argument 0 of @main must have shape [?, 4], got [8, 5]"),
    (["--warm", "8x4xf64;4x3xf32"], "argument 0 of @main must have element type f32, got f64"),
    (["--warm", "8x4xf32"], "a shape for each of its 2 arguments, got 1"),
    (["--warm", "8x4xf32;x.npy"], "x.npy: No such file"), (["--warm", "8x4xf32=1,2;4x3xf32"], "8x4xf32=1,2"),
    (["--warm", "999999999999999999"], "no array has the shape [999999999999999999, 4]"),
    (["--warm", "3", "--emit", "llvm"], "--warm: that is for an executable in a file"),
    (["--warm", "3", "--emit", "object", "-o", "d"], "--warm: that is for an executable in a file"),
    (["--warm", "3", "--dump", "d"], "--warm takes no --dump"), (["--warm", "3", "--stop-after", "cse"], "--warm takes no"),
    (["-o", "x.hloom"], "compile --warm 1,8, compiles for the calls"),
    (["--function", "counted", "--warm", "i32=3", "-o", "x.hloom"], "its shapes depend on the numbers in n, which only calls"),
])
def test_calls_that_make_no_sense(words: list[str], message: str, program: Path, hloom: Command, cache: Path) -> None:
    done = hloom("compile", "net.mlir", *words)
    assert done.status == 2 and message in done.errors and done.output == ""
    assert not Path("x.hloom").exists()


def test_no_cache_keeps_nothing(program: Path, hloom: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_CACHE", "")
    done = hloom("compile", "net.mlir", "--warm", "3")
    assert done.status == 2 and "HLOOM_CACHE says that there is none" in done.errors
    (folder / "taken").write_text("a file")
    monkeypatch.setenv("HLOOM_CACHE", str(folder / "taken"))
    monkeypatch.setattr(Cache, "_process", None)
    done = hloom("compile", "net.mlir", "--warm", "3")
    assert done.status == 2 and "taken: nothing could be kept in the cache" in done.errors
