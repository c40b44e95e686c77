"""What a person at a terminal gets: colour unless NO_COLOR is set, a summary, completion of command lines; and plugins."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hloom.cli import parser
from hloom.cli.completion import commands
from tests import forks
from tests.cli.conftest import ADD

PASSES = """func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<2xi32>
  check.expect_eq %0, %0 : tensor<2xi32>
  return
}
"""


def at_a_terminal(folder: Path, command: str, is_new: bool = False, **environment: str) -> str:
    """What a command line writes to a terminal, standard output and standard error together; in a new interpreter, or a fork."""
    master, slave = pty.openpty()
    environment = {"NO_COLOR": "", "TERM": "xterm", **environment}
    with ThreadPoolExecutor() as reading:
        data = reading.submit(all_of, master)
        with open(slave, "wb") as terminal:
            if is_new:
                subprocess.run([sys.executable, "-m", "hloom", *command.split()], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=terminal, stderr=terminal, check=False, timeout=60,
                               env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(sys.path)})
            else:
                forks.command(*command.split(), folder=folder, streams={1: terminal, 2: terminal}, **environment)
    os.close(master)
    return data.result().decode().replace("\r\n", "\n")


def all_of(master: int) -> bytes:
    """What is written to a terminal until all writers are gone."""
    data = b""
    with contextlib.suppress(OSError):  # on Linux that says so
        while piece := os.read(master, 65536):
            data += piece
    return data


def test_diagnostics_are_coloured_at_a_terminal(folder: Path) -> None:
    shown = at_a_terminal(folder, "verify wrong.mlir", is_new=True)
    assert "\x1b[1mwrong.mlir:2:8: \x1b[1;31merror:\x1b[0m [reverse_c2]" in shown
    assert "\x1b[32m       ^" in shown and shown.endswith("1 file, 1 program: \x1b[1;31m1 error\x1b[0m\n")
    (folder / "passes.mlir").write_text(PASSES)
    assert at_a_terminal(folder, "check passes.mlir") == "\x1b[32m1 passed\x1b[0m, \x1b[32m0 failed\x1b[0m\n"


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("command", ["verify wrong.mlir", "explain reverse_c2", "run wrong.mlir --random 1", "check wrong.mlir"])
def test_no_colour_where_it_is_not_wanted(folder: Path, command: str, environment: dict[str, str]) -> None:
    shown = at_a_terminal(folder, command, **environment)
    assert "reverse_c2" in shown and "\x1b[" not in shown


def test_an_empty_variable_wants_colour(folder: Path) -> None:
    assert "\x1b[" in at_a_terminal(folder, "verify wrong.mlir", NO_COLOR="")


def test_no_colour_into_a_pipe(hloom) -> None:
    assert "\x1b[" not in hloom("verify", "wrong.mlir").errors


def test_a_good_program_is_news_at_a_terminal_only(folder: Path, hloom) -> None:
    assert at_a_terminal(folder, "verify add.mlir", NO_COLOR="1") == "1 file, 1 program: no errors\n"
    assert hloom("verify", "add.mlir") == (0, "", "")


def test_the_summary_counts(hloom, folder: Path) -> None:
    (folder / "two.mlir").write_text(f"{ADD}// -----\n{ADD}")
    assert hloom("verify", "two.mlir") == (0, "", "1 file, 2 programs: no errors\n")
    assert hloom("verify", "two.mlir", "wrong.mlir").errors.endswith("\n2 files, 3 programs: 1 error\n")


def complete(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words of a command line."""
    script = folder / "completion.bash"
    if not script.exists():
        script.write_bytes(subprocess.run([sys.executable, "-m", "hloom", "completion", "bash"], capture_output=True, check=True,
                                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).stdout)
    line = " ".join(f"'{word}'" for word in words)
    done = subprocess.run(["bash", "-c", f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _hloom; "
                                         'printf "%s\\n" "${COMPREPLY[@]}"'], cwd=folder, capture_output=True, text=True,
                          check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="no bash")
def test_bash_completes(folder: Path) -> None:
    assert complete(folder, "hloom", "ver") == ["verify"]
    assert set(complete(folder, "hloom", "")) >= {"run", "check", "completion", "--version"}
    assert complete(folder, "hloom", "run", "--eng") == ["--engine"]
    assert complete(folder, "hloom", "run", "--engine", "") == ["cpu", "reference"]
    assert complete(folder, "hloom", "run", "a") == ["add.mlir"]
    assert complete(folder, "hloom", "compile", "x", "--emit", "l") == ["llvm"]
    assert complete(folder, "hloom", "completion", "z") == ["zsh"]
    assert "add.mlir" in complete(folder, "hloom", "run", "--plugin", "")
    assert complete(folder, "hloom", "run", "--step-limit", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_is_completed(hloom, shell: str) -> None:
    status, output, errors = hloom("completion", shell)
    assert (status, errors) == (0, "")
    for command in commands(parser()):
        assert command.name in output and "--help" in [n for o in command.options for n in o.names]
        for name in (name for option in command.options for name in option.names):
            assert (f"-l {name[2:]}" if shell == "fish" and name.startswith("--") else name if shell != "fish" else "") in output


def test_an_unknown_shell(hloom) -> None:
    status, output, errors = hloom("completion", "tcsh")
    assert (status, output) == (2, "") and "bash" in errors


CALL = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @cli_test.twice(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_a_plugin_gives_a_custom_call_its_meaning(hloom, folder: Path, engine: str) -> None:
    from hloom.reference.custom_calls import CUSTOM_CALLS

    CUSTOM_CALLS.pop("cli_test.twice", None)
    (folder / "call.mlir").write_text(CALL)
    (folder / f"twice_{engine}.py").write_text(
        "import hloom\nhloom.register_custom_call('cli_test.twice', lambda op, x: 2 * x)\n")
    command = ("run", "call.mlir", "--engine", engine, "--input", "3xf32=1,2,3")
    assert hloom(*command).status == 2
    try:
        assert hloom(*command, "--plugin", f"twice_{engine}.py") == (0, "tensor<3xf32>\n[2. 4. 6.]\n", "")
    finally:
        CUSTOM_CALLS.pop("cli_test.twice", None)


@pytest.mark.parametrize("text, said", [
    ("x = 1\nraise ValueError('no')\n", "--plugin bad.py:2: ValueError: no"),
    ("def f(:\n", "--plugin bad.py:1: SyntaxError: "), ("import sys\nsys.exit(3)\n", "--plugin bad.py:2: SystemExit: 3"),
])
def test_a_plugin_that_fails(hloom, folder: Path, text: str, said: str) -> None:
    (folder / "bad.py").write_text(text)
    status, output, errors = hloom("verify", "add.mlir", "--plugin", "bad.py")
    assert (status, output) == (2, "") and errors.startswith(said) and errors.count("\n") == 1


def test_a_plugin_that_is_none(hloom, folder: Path) -> None:
    assert hloom("verify", "add.mlir", "--plugin", "absent.py") == (2, "", "--plugin absent.py: No such file or directory\n")
    assert hloom("verify", "add.mlir", "--plugin", ".") == (2, "", "--plugin .: Is a directory\n")
    assert "ends in .py" in hloom("verify", "add.mlir", "--plugin", "add.mlir").errors
