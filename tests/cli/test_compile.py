"""`hloom compile`: kernels, LLVM IR and assembly, and the record of each pass."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.parametrize("form, expected", [("kernels", "add"), ("llvm", "define "), ("asm", "ret")])
def test_each_form_is_printed(hloom, form: str, expected: str) -> None:
    found = hloom("compile", "add.mlir", "--emit", form)
    assert found.status == 0 and found.errors == "" and expected in found.output


def test_kernels_are_printed_unless_said_otherwise(hloom) -> None:
    found = hloom("compile", "add.mlir")
    assert found.status == 0 and "add(x" in found.output and "define " not in found.output


def test_dump_writes_every_step(hloom, folder: Path) -> None:
    assert hloom("compile", "add.mlir", "--dump", "steps/inside").status == 0
    written = {path.name: path.read_text() for path in (folder / "steps" / "inside").iterdir()}
    assert {"kernels.txt", "program.ll", "program.s"} < set(written)
    passes = [name for name in written if name.endswith(".mlir")]
    assert passes and all("stablehlo.add" in written[name] for name in passes)


def test_a_faulty_program_is_not_compiled(hloom) -> None:
    found = hloom("compile", "wrong.mlir")
    assert found.status == 2 and found.errors.startswith("wrong.mlir:2:8: error: [reverse_c2]")


def test_stop_after_prints_the_program_after_a_pass(hloom, folder: Path) -> None:
    (folder / "dead.mlir").write_text("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.sine %x : tensor<f32>
        return %x : tensor<f32>
    }""")
    early, late = (hloom("compile", "dead.mlir", "--stop-after", name) for name in ("inline", "dce"))
    assert early.status == late.status == 0
    assert "sine" in early.output and "sine" not in late.output


def test_stop_after_prints_what_a_stage_of_the_back_end_gives(hloom) -> None:
    fused, placed = (hloom("compile", "add.mlir", "--stop-after", name) for name in ("fuse", "place"))
    assert fused.status == placed.status == 0
    assert "stablehlo.add at add.mlir:" in fused.output and "launch" in placed.output and "define " not in placed.output


def test_passes_are_timed(hloom) -> None:
    found = hloom("compile", "add.mlir", "--time-passes")
    seconds = {line.split()[0]: float(line.split()[1]) for line in found.errors.splitlines()}
    assert found.status == 0 and "canonicalize" in seconds and min(seconds.values()) >= 0
    assert "stablehlo.add" in found.output


def test_a_misspelled_pass_has_a_hint(hloom) -> None:
    found = hloom("compile", "add.mlir", "--stop-after", "canonicalise")
    assert found.status == 2 and "did you mean 'canonicalize'?" in found.errors
