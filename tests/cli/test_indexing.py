"""`hloom indexing`: maps of operations and functions, directions, JSON, reports, faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PROGRAM = """func.func @main(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %a, %b = "stablehlo.sort"(%t, %t) <{dimension = 1 : i64}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
      %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  %y = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
"""  # noqa: E501


@pytest.fixture
def program(folder: Path) -> str:
    (folder / "program.mlir").write_text(PROGRAM)
    return "program.mlir"


def test_every_operation_is_listed_with_its_operands(hloom, program: str) -> None:
    status, output, errors = hloom("indexing", program)
    assert (status, errors) == (0, "")
    assert output.startswith("""%z = stablehlo.constant
%t = stablehlo.transpose
  operand 0:
    (d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]
""")
    assert "compare" not in output


def test_json(hloom, program: str) -> None:
    found = json.loads(hloom("indexing", program, "--json").output)
    assert found["%y"] == {"0": ["(d0)[s0] -> (d0, s0), domain: d0 in [0, 7], s0 in [0, 3]"],
                           "1": ["(d0) -> (), domain: d0 in [0, 7]"]}
    assert list(found) == ["%z", "%t", "%a", "%y"]


def test_one_operation_and_the_other_direction(hloom, program: str) -> None:
    status, output, _ = hloom("indexing", program, "--root", "y", "--direction", "input-to-output")
    assert status == 0 and output == """%y = stablehlo.reduce
  result 0 from operand 0:
    (d0, d1) -> (d0), domain: d0 in [0, 7], d1 in [0, 3]
  result 0 from operand 1:
    ()[s0] -> (s0), domain: s0 in [0, 7]
"""


def test_grouped_composes_to_the_arguments(hloom, program: str) -> None:
    found = json.loads(hloom("indexing", program, "--grouped", "--json").output)["%y"]
    assert found["%x"] == ["(d0)[s0] -> (s0, d0), domain: d0 in [0, 7], s0 in [0, 3]"]


def test_reports(hloom, program: str) -> None:
    output = hloom("indexing", program, "--root", "%t", "--reports").output
    assert "read: 32 of 32 (100 %)" in output and "stride 8" in output
    assert "tile: ([offset o1, size n1, stride t1], [offset o0, size n0, stride t0])" in output


FUSED = """HloModule m

f {
  p = f32[256,128] parameter(0)
  t = f32[128,256]{0,1} transpose(p), dimensions={1,0}
  ROOT r = f32[128,256]{1,0} negate(t)
}

ENTRY e {
  x = f32[256,128] parameter(0)
  ROOT y = f32[128,256] fusion(x), kind=kLoop, calls=f
}
"""


def test_computations_of_hlo_and_their_layouts(hloom, folder: Path) -> None:
    (folder / "m.hlo").write_text(FUSED)
    output = hloom("indexing", "m.hlo", "--computation", "f", "--reports").output
    transposed, negated = output.split("%r = stablehlo.negate")
    # In the layout of its result the transpose leaves all where it is; what reads it in rows then jumps.
    assert "(d0, d1) -> (d1, d0)" in transposed and "on 4 cache lines, stride 1," in transposed
    assert "(d0, d1) -> (d0, d1)" in negated and "on 64 cache lines, stride 128," in negated
    status, _, errors = hloom("indexing", "m.hlo", "--computation", "g")
    assert status == 2 and "there is no computation g; there are: f, e" in errors


PAIR = """HloModule m

ENTRY e {
  x = f32[4,8] parameter(0)
  t = f32[8,4] transpose(x), dimensions={1,0}
  n = f32[4,8] negate(x)
  inner = (f32[4,8]) tuple(n)
  ROOT both = (f32[8,4], (f32[4,8])) tuple(t, inner)
}
"""


@pytest.mark.parametrize("root", [(), ("--root", "both")])
def test_the_root_of_a_program_in_hlo_is_a_tuple(hloom, folder: Path, root: tuple[str, ...]) -> None:
    (folder / "pair.hlo").write_text(PAIR)
    found = json.loads(hloom("indexing", "pair.hlo", "--grouped", "--json", *root).output)
    assert {name: entry["%x"] for name, entry in found.items()} == {
        "%t": ["(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]"],
        "%n": ["(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]"]}
    assert hloom("indexing", "pair.hlo", "--html", "page.html", *root) == (0, "", "")
    assert "What an element of %t reads" in (folder / "page.html").read_text()


@pytest.mark.parametrize("arguments, message", [
    (("--root", "tt"), "there is no operation with a result tt; did you mean 't'?"),
    (("--function", "other"), "there is no function other; there are: main"),
    (("--html", "absent/page.html"), "absent/page.html: No such file or directory"),
])
def test_faults(hloom, program: str, arguments: tuple[str, ...], message: str) -> None:
    status, output, errors = hloom("indexing", program, *arguments)
    assert (status, output) == (2, "") and message in errors


def test_an_invalid_program_is_refused(hloom) -> None:
    status, _, errors = hloom("indexing", "wrong.mlir")
    assert status == 2 and "reverse_c2" in errors


READ = """HloModule m

f {
  p = f32[4,2] parameter(0)
  ROOT t = f32[2,4] transpose(p), dimensions={1,0}
}

ENTRY e {
  x = f32[4,2] parameter(0)
  y = f32[2,4] fusion(x), kind=kLoop, calls=f
  unread = f32[4,2] negate(x)
  ROOT o = (f32[2,4], f32[4,2]) tuple(y, x)
}
"""


def test_readers(hloom, folder: Path) -> None:
    (folder / "m.hlo").write_text(READ)
    assert hloom("indexing", "m.hlo", "--readers", "%x").output == """%t = stablehlo.transpose, operand 0, inside %y
  result 0:
    (d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 1]
%unread = stablehlo.negate, operand 0
  result 0:
    (d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 1]
"""
    first, second = json.loads(hloom("indexing", "m.hlo", "--readers", "x", "--json").output)
    assert first == {"operation": "%t", "name": "stablehlo.transpose", "operand": 0, "member": [], "through": ["%y"],
                     "results": {"0": ["(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 1]"]}}
    assert (second["operation"], second["through"]) == ("%unread", [])
    assert hloom("indexing", "m.hlo", "--readers", "unread").output == "nothing reads %unread\n"
    assert "inside" not in hloom("indexing", "m.hlo", "--function", "f", "--readers", "p").output
    for options, message in ((("--readers", "z"), "there is no value z; there are: x, y, unread, o"),
                             (("--readers", "x", "--grouped"), "--readers takes no --grouped")):
        status, _, errors = hloom("indexing", "m.hlo", *options)
        assert status == 2 and message in errors
