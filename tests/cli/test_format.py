"""`hloom format`: canonical text, stable under formatting again."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ADD


@pytest.mark.parametrize("options", [[], ["--generic"], ["--names", "keep"], ["--debug-info"]], ids=" ".join)
def test_formatting_again_changes_nothing(hloom, folder: Path, options: list[str]) -> None:
    first = hloom("format", *options, "add.mlir")
    assert first.status == 0 and first.errors == ""
    (folder / "again.mlir").write_text(first.output)
    second = hloom("format", *options, "again.mlir")
    assert second.output == first.output


def test_the_canonical_form(hloom) -> None:
    assert hloom("format", "add.mlir").output == """module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
"""


def test_the_generic_form_quotes_operations(hloom) -> None:
    output = hloom("format", "--generic", "add.mlir").output
    assert '"stablehlo.add"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>' in output


def test_names_can_be_kept(hloom) -> None:
    assert "stablehlo.add %x, %y" in hloom("format", "--names", "keep", "add.mlir").output


def test_several_programs_stay_several(hloom, folder: Path) -> None:
    (folder / "two.mlir").write_text(f"{ADD}// -----\n{ADD}")
    one = hloom("format", "add.mlir").output
    assert hloom("format", "two.mlir").output == f"{one}// -----\n{one}"


def test_standard_input(hloom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ADD.encode())))
    assert hloom("format", "-").output == hloom("format", "add.mlir").output
