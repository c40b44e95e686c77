"""Input that cannot be used: one message on standard error, located where there is a place, and exit status 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hloom.support.diagnostics import InternalError

COMMANDS = ["run", "format", "compile", "explain", "check", "verify"]
ONES = "2x3xf32=1"


@pytest.fixture
def files(folder: Path) -> Path:
    """`folder`, with files of every kind that is no use."""
    texts = {
        "syntax.mlir": "func.func @main( {",
        "unknown.mlir": "func.func @main(%x: tensor<f32>) {\n  %0 = stablehlo.addd %x, %x : tensor<f32>\n  return\n}",
        "type.mlir": "func.func @main(%x: tensor<4xq8>) { return }",
        "size.mlir": "func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<4xf32> { return %x : tensor<4xf32> }",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "binary.mlir").write_bytes(b"\xff\xfe\x00\x01")
    (folder / "bytecode.mlir").write_bytes(b"ML\xefR\x00\x01\x02")
    (folder / "broken.npz").write_bytes(b"PK\x03\x04 and nothing of the kind")
    (folder / "text.npy").write_text("{}")
    (folder / "cut.npy").write_bytes(b"\x93NUMPY\x01\x00")
    np.save(folder / "double.npy", np.zeros((2, 3)))
    np.save(folder / "words.npy", np.array(["a", "b"]))
    np.save(folder / "objects.npy", np.array([{}], dtype=object))
    np.save(folder / "header.npy", np.ones((2, 3), np.float32))  # its header is an expression of Python
    (folder / "header.npy").write_bytes((folder / "header.npy").read_bytes().replace(b"(2, 3)", b"(2, 3("))
    np.savez(folder / "whole.npz", a=np.zeros((2, 3), np.float32))
    whole = (folder / "whole.npz").read_bytes()
    (folder / "cut.npz").write_bytes(whole[: len(whole) // 2])
    return folder


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in ("verify", "check")])
@pytest.mark.parametrize("file, message", [
    ("syntax.mlir", "syntax.mlir:1:18: error: [syntax] expected"),
    ("unknown.mlir", "unknown.mlir:2:8: error: [operation] unknown operation 'stablehlo.addd'; did you mean 'stablehlo.add'?"),
    ("type.mlir", "type.mlir:1:30: error: [syntax] expected a type, found 'q8'"),
    ("binary.mlir", "binary.mlir: not a text: byte 0 is not UTF-8"),
])
def test_files_that_are_not_programs(hloom, files: Path, command: str, file: str, message: str) -> None:
    status, output, errors = hloom(command, file)
    assert (status, output) == (2, "") and errors.startswith(message)
    assert errors.count("error:") <= 1


@pytest.mark.parametrize("file", ["syntax.mlir", "unknown.mlir", "type.mlir"])
def test_verify_takes_them_for_faulty_programs(hloom, files: Path, file: str) -> None:
    status, output, errors = hloom("verify", file)
    assert (status, output) == (1, "") and errors.startswith(f"{file}:")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_there(hloom, command: str) -> None:
    status, _, errors = hloom(command, "absent.mlir")
    assert status == 2 and "absent.mlir" in errors and errors.count("\n") == 1


@pytest.mark.parametrize("command", ["run", "format", "compile", "explain"])
def test_a_folder_for_a_file(hloom, command: str) -> None:
    assert hloom(command, ".") == (2, "", ".: Is a directory\n")


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_binary_file_cannot_be_used(hloom, files: Path, command: str) -> None:
    status, _, errors = hloom(command, "binary.mlir")
    assert status == 2 and "byte 0 is not UTF-8" in errors


@pytest.mark.parametrize("engine", ["cpu", "reference"])
@pytest.mark.parametrize("inputs, message", [
    ([], "@main takes 2 arguments, got 0; --random SEED draws the others"),
    ([ONES], "@main takes 2 arguments, got 1; --random SEED draws the others"),
    ([ONES] * 3, "@main takes 2 arguments, got 3"),
    (["3x2xf32=1", ONES], "argument 0 of @main must have shape [2, 3], got [3, 2]"),
    ([ONES, "f32=1"], "argument 1 of @main must have shape [2, 3], got []"),
    (["2x3xf64=1", ONES], "argument 0 of @main must have element type f32 (float32), got float64"),
    (["@double.npy", ONES], "argument 0 of @main must have element type f32 (float32), got float64"),
    (["@words.npy", ONES], "argument 0 of @main must have element type f32 (float32), got <U1"),
])
def test_arguments_that_do_not_fit(hloom, files: Path, engine: str, inputs: list[str], message: str) -> None:
    options = [word for spec in inputs for word in ("--input", spec)]
    assert hloom("run", "add.mlir", "--engine", engine, *options) == (2, "", f"{message}\n")


@pytest.mark.parametrize("spec, message", [
    ("", "expected TYPE=VALUES"), ("2x3xf32", "expected TYPE=VALUES"), ("2xNaNxf32=1", "expected TYPE=VALUES"),
    ("-2xf32=1", "expected TYPE=VALUES"), ("2x3xf31=1", "expected TYPE=VALUES"), ("=1", "expected TYPE=VALUES"),
    ("2x3xf32=1,2", "the type has 6 elements, got 2 values"), ("2x3xf32=", "the type has 6 elements, got 0 values"),
    ("2x3xf32=one", "the values are not numbers of type f32"), ("1xi32=NaN", "the values are not numbers of type i32"),
    ("1xi32=1.5", "the values are not numbers of type i32"), ("i8=128", "a value does not fit i8"),
    ("ui8=-1", "a value does not fit ui8"), ("i1=2", "the values are not numbers of type i1"),
    ("99999999999x99999999999xf32=1", "more than"), ("@absent.npy", "No such file or directory"),
    ("absent.npz", "absent.npz: No such file or directory"),
    ("@.", "Is a directory"), ("@broken.npz", "not a NumPy file"), ("@cut.npz", "not a NumPy file"),
    ("@text.npy", "not a NumPy file"), ("@cut.npy", "not a NumPy file"), ("@objects.npy", "not a NumPy file"),
    ("@header.npy", "not a NumPy file"),
])
def test_values_that_cannot_be_read(hloom, files: Path, spec: str, message: str) -> None:
    status, output, errors = hloom("run", "add.mlir", f"--input={spec}")
    assert (status, output) == (2, "") and message in errors and errors.count("\n") == 1


def test_a_nan_where_a_count_is_expected(hloom, files: Path) -> None:
    found = hloom("run", "size.mlir", "--input", "4xf32=1", "--input", "1xf32=nan")
    assert found == (2, "", "argument 1 of @main must have element type i32 (int32), got float32\n")


def test_variables_of_the_environment_are_looked_at(hloom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_AMX", "yes")  # which adding numbers does not ask for
    status, output, errors = hloom("run", "add.mlir", "--random", "0")
    assert (status, output) == (2, "") and "environment variable HLOOM_AMX='yes': expected an integer from 0 to 1" in errors
    monkeypatch.setenv("HLOOM_AMX", "0")
    monkeypatch.setenv("HLOOM_THREDS", "3")
    monkeypatch.setenv("HLOOM_OF_SOMEBODY_ELSE", "3")
    status, output, errors = hloom("run", "add.mlir", "--random", "0")
    assert (status, errors) == (0, "note: environment variable HLOOM_OF_SOMEBODY_ELSE is not known\n"
                                "note: environment variable HLOOM_THREDS is not known; did you mean 'HLOOM_THREADS'?\n")


@pytest.mark.parametrize("options, message", [
    (["--random", "NaN"], "argument --random: 'NaN' is not of the form SEED or SEED:KIND"),
    (["--random", "1:unform"], "not 'unform'; did you mean 'uniform'?"),
    (["--random", "-1"], "argument --random: a seed is not negative, got -1"),
    (["--random", "0", "--function", "other"], "no function other"),
    (["--random", "0", "--engine", "gpu"], "invalid choice: 'gpu'"),
    (["--random", "0", "--output", "absent/r.npz"], "absent/r.npz: No such file or directory"),
    (["--random", "0", "--expected", ONES, "--expected", ONES], "there are 1 results, 2 are expected"),
    (["--random", "0", "--expected", "f31=1"], "expected TYPE=VALUES"),
    (["--random", "0", "--engine", "reference", "--grid", "2xNaN"], "'2xNaN' is not of the form 2x4"),
    (["--random", "0", "--engine", "reference", "--grid", "0x1"], "must be integers from 1 to"),
    (["--random", "0", "--engine", "cpu", "--grid", "1x2", "--step-limit", "3"], "need --engine reference"),
    (["--random", "0", "--engine", "reference", "--step-limit", "NaN"], "invalid int value: 'NaN'"),
])
def test_options_of_run(hloom, options: list[str], message: str) -> None:
    status, output, errors = hloom("run", "add.mlir", *options)
    assert (status, output) == (2, "") and message in errors


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["run"], ["format", "--names", "mine", "add.mlir"],
                                       ["compile", "add.mlir", "--emit", "wasm"], ["compile", "add.mlir", "--dump", "add.mlir"],
                                       ["compile", "add.mlir", "--function", "other"]], ids=" ".join)
def test_command_lines_that_make_no_sense(hloom, arguments: list[str]) -> None:
    status, output, errors = hloom(*arguments)
    assert (status, output) == (2, "") and errors


def test_nesting_without_end(hloom, folder: Path) -> None:
    (folder / "deep.mlir").write_text("func.func @main(%x: " + "tuple<" * 100_000)
    status, output, errors = hloom("format", "deep.mlir")
    assert (status, output) == (2, "") and errors.count("error:") == 1


@pytest.mark.parametrize("error, message", [
    (MemoryError("array of 8 EiB"), "error: not enough memory: array of 8 EiB\n"),
    (RecursionError(), "error: the program nests too deep\n"),
    (InternalError("the pass fold failed"), "internal error: the pass fold failed\nThis is a fault of hloom "),
    (KeyError("x"), "internal error: KeyError: 'x'\nThis is a fault of hloom "),
])
def test_no_failure_shows_a_traceback(hloom, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str) -> None:
    def fail(arguments: object) -> int:
        raise error

    monkeypatch.setattr("hloom.cli.format.run", fail)
    status, output, errors = hloom("format", "add.mlir")
    assert (status, output) == (2, "") and errors.startswith(message)


@pytest.mark.parametrize("command", [["explain", "gather_c8"], ["format", "add.mlir"], ["verify", "--json", "wrong.mlir"]],
                         ids=" ".join)
def test_a_reader_that_has_gone_is_no_error(folder: Path, command: list[str]) -> None:
    program = f"import sys; sys.path[:0] = {sys.path!r}; from hloom.cli import main; sys.exit(main({command!r}))"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
