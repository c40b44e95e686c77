"""Programs into portable artifacts and bytecode, and back, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import hloom as library

HLO = "HloModule m\n\nENTRY e {\n  p = f32[2]{0} parameter(0)\n  ROOT n = f32[2]{0} negate(p)\n}\n"


@pytest.mark.parametrize("options, output, producer", [
    (("--to", "artifact", "--target", "1.0.0"), "out", b"StableHLO_v1.0.0"), ((), "out.mlirbc", b"StableHLO_v1.20.0"),
    (("--to", "bytecode"), "out", b"hloom"),
])
def test_artifacts_come_back(hloom, folder: Path, options: tuple[str, ...], output: str, producer: bytes) -> None:
    assert hloom("convert", "add.mlir", "-o", output, *options) == (0, "", "")
    data = (folder / output).read_bytes()
    assert data.startswith(b"ML\xefR") and producer in data[:40]
    assert hloom("convert", output, "--to", "stablehlo").output == str(library.load("add.mlir"))


def test_hlo_becomes_an_artifact(hloom, folder: Path) -> None:
    (folder / "m.hlo").write_text(HLO)
    assert hloom("convert", "m.hlo", "-o", "m.mlirbc").status == 0
    assert "stablehlo.negate" in str(library.load("m.mlirbc"))


@pytest.mark.parametrize("options, message", [
    (("--to", "artifact", "--target", "9.0.0"), "programs are written for StableHLO 0.9.0 to 1.20.0, not 9.0.0"),
    (("--to", "bytecode", "--target", "1.0.0"), "--target is the version of an artifact"),
    (("--to", "artifact", "--json"), "a portable artifact is no text"),
])
def test_what_does_not_go_together(hloom, folder: Path, options: tuple[str, ...], message: str) -> None:
    status, _, errors = hloom("convert", "add.mlir", *options)
    assert status == 2 and message in errors


def test_what_forbids_an_artifact_is_said(hloom, folder: Path) -> None:
    (folder / "erf.mlir").write_text("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                                     "  %0 = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n}\n")
    status, _, errors = hloom("convert", "erf.mlir", "--to", "artifact")
    assert status == 2 and "chlo.erf is no operation of StableHLO" in errors and "--expand-chlo" in errors
    assert hloom("convert", "erf.mlir", "--expand-chlo", "-o", "erf.mlirbc").status == 0
