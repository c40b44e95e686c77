"""What the tests of the command line share: a folder to work in, with a program, and a way to run commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hloom.cli import main

ADD = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""
#: Breaks one constraint, in its second line.
WRONG = """func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reverse %x, dims = [1, 1] : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""


class Outcome(NamedTuple):
    """What a command left: its exit status and what it wrote."""

    status: int
    output: str
    errors: str


Command = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with `add.mlir`, which is valid, and `wrong.mlir`, which is not."""
    (tmp_path / "add.mlir").write_text(ADD)
    (tmp_path / "wrong.mlir").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def hloom(folder: Path, capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line in this process, in `folder`."""
    def run(*arguments: str) -> Outcome:
        capfd.readouterr()
        status = main(arguments)
        captured = capfd.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run
