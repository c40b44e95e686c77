"""Standard streams that are closed, full or without end: a message, a status, no traceback."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest

from tests import forks

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")

COMMANDS = {
    "format": "format add.mlir", "verify": "verify add.mlir", "verify --json": "verify --json add.mlir",
    "explain": "explain gather_c8", "compile": "compile add.mlir", "compile llvm": "compile add.mlir --emit llvm",
    "check": "check passes.mlir", "check --json": "check --json passes.mlir", "run": "run add.mlir --random 1",
    "run reference": "run add.mlir --random 1 --engine reference",
    "run expected": "run add.mlir --input 2x3xf32=1 --input 2x3xf32=2 --expected 2x3xf32=3",
    "help": "--help", "help of run": "run --help", "version": "--version",
}
#: What prints nothing when all is well.
SILENT = {"verify"}


#: How a word of a command line says what a stream is.
REDIRECTION = re.compile(r"([012]?)([<>])(&-|/\S+)")


def hloom(folder: Path, command: str, redirections: str, **environment: str) -> tuple[int, str, str]:
    """Runs a command line as a shell does: (status, output, errors).

    `format` does all that the others do with streams: it is run by a shell, in an interpreter of its own.
    """
    if command.startswith("format") or "|" in redirections:
        line = f"{sys.executable} -m hloom {command} {redirections}"
        done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=100,
                              check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment})
        return done.returncode, done.stdout.decode(), done.stderr.decode()
    words, streams = [], dict[int, IO[Any] | None]()
    with contextlib.ExitStack() as files:
        for word in shlex.split(f"{command} {redirections}"):
            if found := REDIRECTION.fullmatch(word):
                number, way, path = found.groups()
                file = None if path == "&-" else files.enter_context(open(path, "rb" if way == "<" else "wb"))
                streams[int(number or way == ">")] = file
            else:
                words.append(word)
        return forks.command(*words, folder=folder, streams=streams, **environment)


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "passes.mlir").write_text("""func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  check.expect_eq %0, %0 : tensor<2xi32>
  return
}
""")
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_standard_output(files: Path, name: str) -> None:
    status, _, errors = hloom(files, COMMANDS[name], ">/dev/full")
    if name in SILENT:
        assert (status, errors) == (0, "")
    else:
        assert (status, errors) == (2, "standard output: No space left on device\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_closed_standard_output(files: Path, name: str) -> None:
    status, _, errors = hloom(files, COMMANDS[name], ">&-")
    if name in SILENT:
        assert (status, errors) == (0, "")
    else:
        assert (status, errors) == (2, "standard output: Bad file descriptor\n")


@pytest.mark.parametrize("command", ["run add.mlir --input 3xf32=1", "verify wrong.mlir", "format absent.mlir", "nonsense",
                                     "run add.mlir --random 1 --time", "check wrong.mlir", "explain nonsense"])
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_a_standard_error_that_takes_nothing(files: Path, command: str, redirection: str) -> None:
    expected = hloom(files, command, "")[0]
    status, output, errors = hloom(files, command, redirection)
    assert errors == ""
    assert status in (expected, 2) and (status != 0 or output)


@pytest.mark.parametrize("command", ["format", "verify", "run", "check", "compile"])
def test_a_closed_standard_input(files: Path, command: str) -> None:
    status, output, errors = hloom(files, f"{command} -", "<&-")
    assert status == 2 and "standard input is closed" in output + errors
    assert "Traceback" not in errors and "internal" not in errors


def test_everything_closed(files: Path) -> None:
    assert hloom(files, "format -", "<&- >&- 2>&-") == (2, "", "")
    assert hloom(files, "format add.mlir", "<&- >&- 2>&-") == (2, "", "")


@pytest.mark.parametrize("command", ["format", "verify", "run", "check", "explain"])
@pytest.mark.parametrize("source", ["/dev/zero", "- </dev/zero"])
def test_input_without_end(files: Path, command: str, source: str) -> None:
    status, output, errors = hloom(files, f"{command} {source}", "", HLOOM_INPUT_LIMIT="2M")
    said = output + errors
    assert status == 2 and "more than 2097152 bytes; HLOOM_INPUT_LIMIT sets the limit" in said, said
    assert len(said) < 500


def test_a_large_file_is_refused_before_it_is_read(hloom_in_process, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(files / "large.mlir", "wb") as file:
        file.truncate(1 << 42)
    status, _, errors = hloom_in_process("format", "large.mlir")
    assert status == 2 and errors.startswith("large.mlir: more than ")
    monkeypatch.setenv("HLOOM_INPUT_LIMIT", "100")
    (files / "fits.mlir").write_text("module {}\n" + " " * 90)
    assert hloom_in_process("format", "fits.mlir")[0] == 0
    (files / "fits.mlir").write_text("module {}\n" + " " * 91)
    assert hloom_in_process("format", "fits.mlir")[0] == 2


@pytest.fixture
def hloom_in_process(hloom):
    return hloom


def test_arrays_of_a_file_are_bounded(hloom_in_process, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_INPUT_LIMIT", "1M")
    np.savez_compressed(files / "bomb.npz", a=np.zeros(1 << 24, np.float32))
    assert (files / "bomb.npz").stat().st_size < 1 << 20
    for spec in ("@bomb.npz", "@/dev/zero"):
        status, _, errors = hloom_in_process("run", "add.mlir", "--input", spec)
        assert status == 2 and errors.count("\n") == 1, errors
    np.save(files / "large.npy", np.zeros(1 << 19, np.float32))
    status, _, errors = hloom_in_process("run", "add.mlir", "--input", "@large.npy")
    assert status == 2 and "more than 1048576 bytes" in errors


@pytest.mark.parametrize("option", ["--trace", "--output"])
def test_a_full_disk(files: Path, option: str) -> None:
    status, output, errors = hloom(files, f"run add.mlir --random 1 --engine reference {option} /dev/full", "")
    assert (status, output, errors) == (2, "", "/dev/full: No space left on device\n")


def test_a_trace_that_nobody_reads_any_more(files: Path) -> None:
    _, _, errors = hloom(files, "run add.mlir --random 1 --engine reference --trace /dev/fd/3", "3>&1 >out | true")
    assert errors == ""


def test_a_long_trace_on_standard_output(files: Path) -> None:
    """Longer than what the stream keeps back, so that the trace itself cannot be written."""
    (files / "long.mlir").write_text("func.func @main(%x0: tensor<f32>) -> tensor<f32> {\n" + "".join(
        f"%x{k + 1} = stablehlo.negate %x{k} : tensor<f32>\n" for k in range(200)) + "return %x200 : tensor<f32>\n}\n")
    command = "run long.mlir --random 1 --engine reference --trace -"
    _, _, errors = hloom(files, command, "| head -1 >out")
    assert errors == "" and (files / "out").read_text().startswith('{"step": 1')
    status, _, errors = hloom(files, command, ">/dev/full")
    assert (status, errors) == (2, "standard output: No space left on device\n")


@pytest.mark.parametrize("folder_name", ["add.mlir", "add.mlir/below", "/proc/none", "/dev/null"])
@pytest.mark.parametrize("how", ["variable", "option"])
def test_a_dump_that_cannot_be_written(files: Path, folder_name: str, how: str) -> None:
    if how == "variable":
        status, output, errors = hloom(files, "run add.mlir --random 1", "", HLOOM_DUMP=folder_name)
    else:
        status, output, errors = hloom(files, f"compile add.mlir --dump {folder_name}", "")
    assert status == 2 and output == "" and errors.startswith(folder_name) and errors.count("\n") == 1, errors


@pytest.mark.parametrize("variable", ["HLOOM_CACHE", "HLOOM_DUMP"])
def test_a_home_directory_of_nobody(files: Path, variable: str) -> None:
    status, output, errors = hloom(files, "run add.mlir --random 1", "", **{variable: "~nouser/x"})
    assert (status, output) == (2, "") and errors.startswith(f"environment variable {variable}='~nouser/x': expected a directory")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("value", ["/dev/null", "/dev/null/x", "/proc/x", "x" * 5000, "add.mlir", ".", "/dev/full"])
def test_a_cache_that_cannot_be_used_is_no_failure(files: Path, value: str) -> None:
    status, output, errors = hloom(files, "run add.mlir --random 1", "", HLOOM_CACHE=value)
    assert (status, errors) == (0, "") and output.startswith("tensor<2x3xf32>")


LONG = "z" * 1_000_000
LONG_PROGRAMS = {
    "a word": LONG, "a name": f"func.func @main() {{ return %{LONG} : tensor<f32> }}",
    "an operation": f"func.func @main() {{ stablehlo.{LONG}\n return }}",
    "a type": f"func.func @main(%x: tensor<{LONG}>) {{ return }}", "a type's name": f"func.func @main(%x: !{LONG}) {{ return }}",
    "a string": f'func.func @main() {{ return }} "{LONG}"',
    "an attribute": f"func.func @main() attributes {{ a = #{LONG} }} {{ return }}",
    "digits": f"func.func @main(%x: tensor<{'9' * 1_000_000}xf32>) {{ return }}",
    "sizes": f"func.func @main(%x: tensor<{'2x' * 100_000}f32>) {{ return }}",
    "dimensions": "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n %0 = stablehlo.reverse %x, dims = ["
                  + "1, " * 100_000 + "1] : tensor<2xf32>\n return %0 : tensor<2xf32> }",
    "a callee": f"func.func @main() {{ call @{LONG}() : () -> ()\n return }}",
    "arguments": "func.func @main(" + ", ".join(f"%a{n}: i32" for n in range(50_000)) + ") { return %b : i32 }",
    "hex": f'func.func @main() {{ %0 = stablehlo.constant dense<"0x{"Z" * 1_000_000}"> : tensor<2xf32>\n return }}',
}


@pytest.mark.parametrize("name", LONG_PROGRAMS)
@pytest.mark.parametrize("command", ["format", "verify", "run"])
def test_messages_do_not_repeat_megabytes(hloom_in_process, files: Path, name: str, command: str) -> None:
    (files / "long.mlir").write_text(LONG_PROGRAMS[name])
    status, output, errors = hloom_in_process(command, "long.mlir")
    assert len(errors) < 20_000, errors[:500]
    if command != "format":
        assert len(output) < 20_000 and (status in (1, 2) or name == "sizes")
