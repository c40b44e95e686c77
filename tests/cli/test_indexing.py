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
