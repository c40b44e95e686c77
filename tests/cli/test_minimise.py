"""`hloom minimise`: what it takes, prints and writes, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import hloom as product
from tests.cli.conftest import Command

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs run in forks of this process")

CHAIN = """func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>) {
  %0 = stablehlo.add %x, %y : tensor<4x3xf32>
  %1 = stablehlo.log %0 : tensor<4x3xf32>
  %2 = stablehlo.multiply %1, %y : tensor<4x3xf32>
  %3 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return %2, %3 : tensor<4x3xf32>, tensor<3x4xf32>
}
"""
#: A part of another compiler's complaint: it cannot take logarithms.
TEST = ("--test", "grep -q stablehlo.log {program}")


@pytest.fixture
def chain(folder: Path) -> str:
    (folder / "chain.mlir").write_text(CHAIN)
    return "chain.mlir"


def test_a_command_says_that_the_fault_is_there(folder: Path, chain: str, hloom: Command) -> None:
    status, output, errors = hloom("minimise", chain, *TEST)
    assert (status, errors) == (0, "")
    assert output.startswith("// status 0 of grep -q stablehlo.log {program}: 1 of 4 operations\n")
    assert output.count("stablehlo.log") == 2 and "tensor<1x1xf32>" in output and "chain" not in output
    written = (folder / "chain.min.mlir").read_text()
    assert output.split("\n", 1)[1] == written + "\n"
    with np.load(folder / "chain.min.npz") as inputs:
        arrays = list(inputs.values())
    product.evaluate(product.parse(written), *arrays)
    assert not (folder / "chain.min.state").exists()


def test_json(folder: Path, chain: str, hloom: Command) -> None:
    status, output, _ = hloom("minimise", chain, *TEST, "--json", "-o", "small.mlir")
    found = json.loads(output)
    assert status == 0 and set(found) == {"fault", "before", "operations", "tried", "stopped", "program", "file", "inputs"}
    assert (found["before"], found["operations"], found["stopped"], found["file"]) == (4, 1, "", "small.mlir")
    assert found["program"] == (folder / "small.mlir").read_text()


def test_a_command_reads_the_arguments(folder: Path, chain: str, hloom: Command) -> None:
    """Whether the first argument's first number is 2: that argument stays, and its number."""
    (folder / "test.py").write_text("import sys, numpy\nx = numpy.load(sys.argv[1])\n"
                                    "sys.exit(not ('arr_0' in x and x['arr_0'].flat[0] == 2))\n")
    command = f"{sys.executable} {folder / 'test.py'} {{inputs}} {{program}}"
    status, output, _ = hloom("minimise", chain, "--test", command, "--input", "4x3xf32=2", "--input", "4x3xf32=5")
    assert status == 0 and output.count("// argument") == 1 and "// argument 0: 1x1xf32=2.0" in output


def test_a_nan(chain: str, hloom: Command) -> None:
    status, output, _ = hloom("minimise", chain, "--nan", "--input", "4x3xf32=-3", "--input", "4x3xf32=1")
    assert status == 0 and output.count("stablehlo.log") == 1 and "1 of 4 operations" in output


def test_what_is_not_so(chain: str, hloom: Command) -> None:
    status, output, errors = hloom("minimise", chain, "--test", "grep -q tanh {program}")
    assert (status, output) == (1, "") and "the fault is not there: it is not so that status 0 of grep" in errors
    status, _, errors = hloom("minimise", chain, "--nan", "--random", "1:positive")
    assert status == 1 and "a result of reference has a NaN" in errors


@pytest.mark.parametrize(("words", "message"), [
    ((), "one of the arguments --test --crash --differs --nan --slower-than-xla is required"),
    (("--nan", "--crash"), "not allowed with argument"),
    (("--test", "true"), "the command reads the program from {program}"),
    (("--test", "'{program}"), "No closing quotation"),
    (("--test", "no-such-command {program}"), "no-such-command: No such file or directory"),
    (("--differs", "cpu"), "two engines, A,B; got 'cpu'"),
    (("--differs", "cpu,xlb"), "there is no engine 'xlb'"),
    (("--slower-than-xla", "-1"), "by a positive factor, got -1"),
    (("--nan", "--rtol", "1"), "--rtol, --atol and --ulp are for --differs"),
    (("--test", "true {program}", "--engine", "cpu"), "--engine is for --crash and --nan"),
    (("--nan", "--memory", "0"), "--memory takes a positive number"),
    (("--nan", "--seconds", "-1"), "--seconds takes a positive number, got -1"),
    (("--nan", "-o", "x.npz"), "the program's name ends in .mlir"),
    (("--nan", "--random", "1", "-o", "none/x.mlir"), "No such file or directory"),
    (("--nan", "--input", "3xf32=1"), "must have shape [4, 3], got [3]"),
])
def test_what_cannot_be_used(words: tuple[str, ...], message: str, chain: str, hloom: Command) -> None:
    status, output, errors = hloom("minimise", chain, *words)
    assert (status, output) == (2, "") and message in errors


def test_interrupted_and_resumed(folder: Path, chain: str, hloom: Command) -> None:
    """After Ctrl-C the smallest program so far is there, and the same command goes on to the same end."""
    assert hloom("minimise", chain, *TEST, "-o", "whole.mlir").status == 0
    slow = ("--test", f"{sys.executable} -c \"import sys, time; time.sleep(0.05); "
            "sys.exit('stablehlo.log' not in open(sys.argv[1]).read())\" {program}")
    with subprocess.Popen([sys.executable, "-m", "hloom", "minimise", chain, *slow, "-o", "part.mlir"], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as child:
        state = folder / "part.state"
        end = time.monotonic() + 60
        while not (state.exists() and state.read_text().count("\n") > 4) and time.monotonic() < end:
            time.sleep(0.02)
        os.killpg(child.pid, signal.SIGINT)
        output, errors = child.communicate(timeout=60)
    assert child.returncode == 130 and "interrupted, it may become smaller" in output
    assert "the same command goes on from part.state" in errors
    product.parse((folder / "part.mlir").read_text()).verify()
    assert state.exists() and (folder / "part.npz").exists()
    assert hloom("minimise", chain, *slow, "-o", "part.mlir").status == 0
    assert (folder / "part.mlir").read_text() == (folder / "whole.mlir").read_text()
    assert not state.exists()


def test_what_is_over_in_time_goes_on(folder: Path, chain: str, hloom: Command) -> None:
    status, output, errors = hloom("minimise", chain, *TEST, "--seconds", "1e-9")
    assert status == 0 and "4 of 4 operations; the time is over" in output and "goes on from chain.min.state" in errors
    assert hloom("minimise", chain, *TEST, "--restart").output.count("stablehlo.log") == 2
