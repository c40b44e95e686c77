"""`hloom explain FILE` of a valid program: what becomes of each pair of operations, what the loops of each kernel are, and why,
as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hloom
from hloom.cli.decisions import Decided, text_of
from hloom.codegen.cpu.schedules import SCHEDULES
from hloom.codegen.target import Target
from hloom.pipeline import schedules

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
    not inlined, repeats reads: stablehlo.broadcast_in_dim reads 4096 elements of its 64: computed there, at a cost \
of 14, each would be computed 64 times
    two kernels, no tile: a tile does not stay a tile: a row of the one reads more than that row of the other
stablehlo.broadcast_in_dim at scaled.mlir:3:8 (%b) -> stablehlo.multiply at scaled.mlir:4:8: fused
    inlined, cheap: computing it costs 0, which is no more than to store and to load it
stablehlo.multiply at scaled.mlir:4:8 (%m) -> stablehlo.dot_general at scaled.mlir:5:8: apart
    not inlined, needed in memory: stablehlo.dot_general takes it from memory
    two kernels, kernel family: stablehlo.dot_general has a kernel of its own (contraction), which loops do not join

@main, each kernel and what it is:
loop_0: vectors  // stablehlo.exponential at scaled.mlir:2:8
    the loops as they are, the last one in vectors
    rewritten: offsets
    not rows: it is one stage, whose vectors can run along its last loop
    not transpose: it does more than to move elements to one result
    not transpose of runs: it does more than to move elements to one result
    not boxes: what it stores is not made of boxes of elements that only move
    not tiles: nothing that is strided along the last loop lies side by side along another one
    not columns: it has no reduction
    not interleaved: no index divides, and rows of 64 elements are not short, as those of 2 to 8 are
    not packed rows: there is one row only
loop_1: vectors  // stablehlo.broadcast_in_dim at scaled.mlir:3:8, stablehlo.multiply at scaled.mlir:4:8
    the loops as they are, the last one in vectors
    rewritten: offsets
    not rows: it is one stage, whose vectors can run along its last loop
    not transpose: it does more than to move elements to one result
    not transpose of runs: it does more than to move elements to one result
    not boxes: what it stores is not made of boxes of elements that only move
    not tiles: nothing that is strided along the last loop lies side by side along another one
    not columns: it has no reduction
    not interleaved: no index divides, and rows of 64 elements are not short, as those of 2 to 3 are
    not packed rows: {packed}
contraction_2: contraction, tiles  // stablehlo.dot_general at scaled.mlir:5:8
    tiles of sums in registers, over blocks of operands that stay in the caches
    {tiles}
    not dots: its operands do not both lie along the terms
    not row GEMV: it has 64 rows, and at most 1 are made like that
"""
#: What tiles are depends on the processor and the number of workers.
TILES = re.compile(r"\d+ x \d+ sums in registers; tasks of \d+ x \d+, 64 terms at a time\n"
                   r"    left operand (read|packed) .*, right operand (read|packed) .*")
#: Of rows that might be packed, what decides, by the processor.
PACKED = {True: "rows of this length leave few lanes empty", False: "the processor, or what lies here, has no masks for lanes"}


@pytest.fixture
def scaled(folder: Path) -> str:
    (folder / "scaled.mlir").write_text(SCALED)
    return "scaled.mlir"


def test_each_pair_is_shown_with_its_reasons(hloom, scaled: str) -> None:
    status, output, errors = hloom("explain", scaled)
    assert (status, errors) == (0, "") and hloom("explain", scaled, "--function", "@main") == (0, output, "")
    assert TILES.sub("TILES", output) == SHOWN.format(packed=PACKED[Target.host().has_masks], tiles="TILES")


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
    assert (product["kernel"], product["family"], product["schedule"]) == ("contraction_2", "contraction", "tiles")
    assert list(product["not"]) == ["dots", "row GEMV"] and loop["family"] is None


@pytest.mark.parametrize("types, kind, why", [
    (("5x64", "64x640", "5x640"), "tiles", {"dots": "its operands do not both lie along the terms"}),
    (("1x640", "640x6400", "1x6400"), "row GEMV", {"dots": "its operands do not both lie along the terms"}),
    (("6400x640", "640x1", "6400x1"), "dots", {}),
])
def test_kinds_of_products(hloom, folder: Path, types: tuple[str, ...], kind: str, why: dict[str, str]) -> None:
    x, w, y = (f"tensor<{shape}xf32>" for shape in types)
    (folder / "product.mlir").write_text(f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({x}, {w}) -> {y}
  return %0 : {y}
}}
""")
    (product,) = json.loads(hloom("explain", "product.mlir", "--json").output)["kernels"]["main"]
    assert product["schedule"] == kind and product["not"].items() >= why.items() and kind not in product["not"]


def test_kernels_of_families_say_what_they_do(hloom, folder: Path) -> None:
    (folder / "sort.mlir").write_text("""func.func @main(%x: tensor<64x5000xf32>) -> tensor<64x5000xf32> {
  %s = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<64x5000xf32>) -> tensor<64x5000xf32>
  return %s : tensor<64x5000xf32>
}
""")
    assert hloom("explain", "sort.mlir").output.endswith("""
sort_0: sort  // stablehlo.sort at sort.mlir:2:8
    sort 64 rows of 5000, 1 operand, by operand 0 ascending
""")


def test_a_reduction_that_is_split_is_two_kernels_that_say_so() -> None:
    given = "tensor<1048576xf32>"
    module = hloom.parse(f"""func.func @main(%x: {given}) -> tensor<f32> {{
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : ({given}, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}}""")
    lines = list(text_of({"main": Decided([], schedules(module, workers=2))}))
    (first,) = [k for k, line in enumerate(lines) if line.startswith("loop_0: rows  // ")]
    (last,) = [k for k, line in enumerate(lines) if line.startswith("loop_1: rows  // ")]
    assert lines[first + 1] == "    32 partial results of each reduction, which workers compute side by side"
    assert lines[last + 1] == "    the reductions of the partial results"


@pytest.mark.parametrize("line, type, otherwise", [
    ("stablehlo.convert %d : (T) -> R", "64x64xi32", "gives i32 of f32, and the type that is stored decides how sums are made"),
    ("stablehlo.transpose %d, dims = [1, 0] : (T) -> R", "64x64xf32", "reads others"),
    ("stablehlo.reshape %d : (T) -> R\n  %e = stablehlo.negate %r : R", "4096xf32", "gives another shape"),
    ("stablehlo.clamp %w, %d, %d : (tensor<f32>, T, T) -> R", "64x64xf32", ""),
])
def test_what_is_no_epilogue_says_why(hloom, folder: Path, line: str, type: str, otherwise: str) -> None:
    made, last = f"tensor<{type}>", "e" if "%e" in line else "r"
    (folder / "product.mlir").write_text(f"""func.func @main(%x: tensor<64x64xf32>, %w: tensor<f32>) -> {made} {{
  %d = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = {line.replace("T", "tensor<64x64xf32>").replace("R", made)}
  return %{last} : {made}
}}
""")
    decided = json.loads(hloom("explain", "product.mlir", "--json").output)["fusion"]["main"]
    reasons = [reason for each in decided for reason in each["reasons"]]
    found = [r["otherwise"] for r in reasons if r["reason"] == "not elementwise"]
    assert found == ([otherwise] if otherwise else []), reasons


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
