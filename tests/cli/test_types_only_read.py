"""Programs of types that can be named but not computed with: every command answers, and none with a fault of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.cli import main

TYPES = ("i7", "i24", "i128", "si8", "tf32", "f80", "complex<f80>")
PROGRAMS = {
    "identity": "func.func @main(%x: tensor<2xT>) -> tensor<2xT> {\n  return %x : tensor<2xT>\n}",
    "constant": "func.func @main() -> tensor<0xT> {\n  %0 = arith.constant dense<> : tensor<0xT>\n  return %0 : tensor<0xT>\n}",
    "call": "func.func @main(%x: tensor<2xT>) -> tensor<2xT> {\n"
            "  %0 = stablehlo.custom_call @f(%x) : (tensor<2xT>) -> tensor<2xT>\n  return %0 : tensor<2xT>\n}",
}
COMMANDS = (
    ["verify"], ["format"], ["convert", "--to", "hlo"], ["convert", "--to", "proto"], ["indexing"], ["explain"], ["compile"],
    ["compile", "--stop-after", "shape"], ["run", "--random", "0"], ["run", "--random", "0", "--engine", "reference"], ["check"],
    ["compare"], ["debug", "expose"])


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("type", TYPES)
def test_every_command_answers(tmp_path: Path, type: str, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAMS[name].replace("T>", f"{type}>"))
    for command in COMMANDS:
        try:
            status = main([*command, str(path)])
        except SystemExit as stop:
            status = stop.code
        said = capfd.readouterr()
        assert "internal error" not in said.err and "Traceback" not in said.err, (command, said.err)
        assert status in (0, 1, 2), command


@pytest.mark.parametrize("type", TYPES)
def test_who_calls_one_is_told(type: str) -> None:
    module = hloom.parse(PROGRAMS["identity"].replace("T>", f"{type}>"))
    for run in (hloom.evaluate, lambda module, *given: hloom.compile(module)(*given)):
        with pytest.raises(hloom.UserError, match="cannot be given from outside"):
            run(module, np.ones(2, np.float32))
