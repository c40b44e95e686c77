"""`hloom explain FILE` of a valid program: what becomes of each pair of operations, what the loops of each kernel are, and why,
as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hloom.codegen.cpu.schedules import SCHEDULES
from hloom.codegen.target import Target

SCALED = """func.func @main(%x: tensor<64x64xf32>, %w: tensor<64xf32>) -> tensor<64x64xf32> {
  %e = stablehlo.exponential %w : tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %m = stablehlo.multiply %x, %b : tensor<64x64xf32>
  %d = stablehlo.dot_general %m, %x, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
"""
SHOWN = """scaled.mlir: nothing is wrong with this program

@main, each value that one operation makes and another uses:
stablehlo.exponential at scaled.mlir:2:8 (%e) -> stablehlo.broadcast_in_dim at scaled.mlir:3:8: apart
    repeats reads: stablehlo.broadcast_in_dim reads 4096 elements of its 64: computed there, at a cost of 14, each would be \
computed 64 times
    no tile: a tile does not stay a tile: a row of the one reads more than that row of the other
stablehlo.broadcast_in_dim at scaled.mlir:3:8 (%b) -> stablehlo.multiply at scaled.mlir:4:8: fused
    cheap: computing it costs 0, which is no more than to store and to load it
stablehlo.multiply at scaled.mlir:4:8 (%m) -> stablehlo.dot_general at scaled.mlir:5:8: apart
    needed in memory: stablehlo.dot_general takes it from memory
    kernel family: stablehlo.dot_general has a kernel of its own (contraction), which loops do not join

@main, each kernel and what its loops are:
loop_0: vectors  // stablehlo.exponential at scaled.mlir:2:8
    rewritten: offsets
    not rows: it is one stage, whose vectors can run along its last loop
    not transpose: it does more than to move elements to one result
    not transpose of runs: it does more than to move elements to one result
    not boxes: what it stores is not made of boxes of elements that only move
    not tiles: nothing that is strided along the last loop lies side by side along another one
    not columns: it has no reduction
    not interleaved: no place is divided, and rows of 64 elements are not that short
    not packed rows: there is one row only
loop_1: vectors  // stablehlo.broadcast_in_dim at scaled.mlir:3:8, stablehlo.multiply at scaled.mlir:4:8
    rewritten: offsets
    not rows: it is one stage, whose vectors can run along its last loop
    not transpose: it does more than to move elements to one result
    not transpose of runs: it does more than to move elements to one result
    not boxes: what it stores is not made of boxes of elements that only move
    not tiles: nothing that is strided along the last loop lies side by side along another one
    not columns: it has no reduction
    not interleaved: no place is divided, and rows of 64 elements are not that short
    not packed rows: {packed}
contraction_2: a kernel of its own family  // stablehlo.dot_general at scaled.mlir:5:8
"""
#: Of rows that might be packed, what decides, by the processor.
PACKED = {True: "rows of this length leave few lanes empty", False: "the processor, or what lies here, has no masks for lanes"}


@pytest.fixture
def scaled(folder: Path) -> str:
    (folder / "scaled.mlir").write_text(SCALED)
    return "scaled.mlir"


def test_each_pair_is_shown_with_its_reasons(hloom, scaled: str) -> None:
    shown = SHOWN.format(packed=PACKED[Target.host().has_masks])
    assert hloom("explain", scaled) == (0, shown, "")
    assert hloom("explain", scaled, "--function", "@main") == (0, shown, "")


def test_as_json(hloom, scaled: str) -> None:
    document = json.loads(hloom("explain", scaled, "--json").output)
    first, *_, last = document["fusion"]["main"]
    assert document["diagnostics"] == [] and document["file"] == scaled
    assert first["producer"] == {"operation": "stablehlo.exponential", "line": 2, "column": 8, "source": None}
    assert (first["consumer"]["line"], first["value"], first["type"]) == (3, "e", "tensor<64xf32>")
    assert first["outcome"] == last["outcome"] == "apart"
    repeated = first["reasons"][0]
    assert (repeated["reason"], repeated["evaluations"], repeated["elements"], repeated["times"], repeated["cost"]) == (
        "repeats reads", 4096, 64, 64.0, 14)
    assert [r["reason"] for r in last["reasons"]] == ["needed in memory", "kernel family"]
    loop, other, product = document["kernels"]["main"]
    assert (loop["kernel"], loop["schedule"], loop["operations"]) == ("loop_0", "vectors", [first["producer"]])
    assert loop["rewritten"] == ["offsets"] and product["rewritten"] == []
    assert list(loop["not"]) == [row.name for row in SCHEDULES[:-1]] and loop["not"]["packed rows"] == "there is one row only"
    assert [op["operation"] for op in other["operations"]] == ["stablehlo.broadcast_in_dim", "stablehlo.multiply"]
    assert (product["kernel"], product["schedule"], product["not"]) == ("contraction_2", None, {})


def test_lines_of_the_python_program(hloom, folder: Path) -> None:
    text = SCALED.replace("tensor<64xf32>\n  %b", "tensor<64xf32> loc(#e)\n  %b") + '#e = loc("train.py":41:7)\n'
    (folder / "scaled.mlir").write_text(text)
    assert "stablehlo.exponential at scaled.mlir:2:8 (train.py:41) (%e) -> " in hloom("explain", "scaled.mlir").output
    first = json.loads(hloom("explain", "scaled.mlir", "--json").output)["fusion"]["main"][0]
    assert first["producer"]["source"] == "train.py:41"


def test_a_program_in_hlo(hloom, folder: Path) -> None:
    (folder / "m.hlo").write_text("""HloModule m

ENTRY e {
  x = f32[64] parameter(0)
  y = f32[64] exponential(x)
  ROOT z = f32[64,32] broadcast(y), dimensions={0}
}
""")
    output = hloom("explain", "m.hlo").output
    assert "stablehlo.exponential at m.hlo:5:3 " in output and "-> stablehlo.broadcast_in_dim at m.hlo:6:8: fused\n" in output
    assert "each would be computed 32 times" in output


def test_what_is_not_compiled_is_said(hloom, folder: Path) -> None:
    (folder / "dynamic.mlir").write_text("""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
""")
    status, output, _ = hloom("explain", "dynamic.mlir")
    assert status == 0 and "@main is not compiled: func.func has a value of type tensor<?xf32>" in output
    assert "not compiled" in json.loads(hloom("explain", "dynamic.mlir", "--json").output)["fusion"]["main"]


def test_programs_with_faults_and_functions_that_are_not_there(hloom) -> None:
    assert "->" not in hloom("explain", "wrong.mlir").output.split("Syntax")[0].split("A program")[0]
    assert json.loads(hloom("explain", "wrong.mlir", "--json").output)["fusion"] == {}
    status, output, errors = hloom("explain", "add.mlir", "--function", "mian")
    assert (status, output) == (2, "") and "there is no function mian; there are: main" in errors


def test_every_function_where_none_is_main(hloom, folder: Path) -> None:
    (folder / "two.mlir").write_text("\n".join(SCALED.replace("@main", name) for name in ("@f", "@g")))
    document = json.loads(hloom("explain", "two.mlir", "--json").output)
    assert list(document["fusion"]) == ["f", "g"] and all(len(found) == 3 for found in document["fusion"].values())
