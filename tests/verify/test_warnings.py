"""What is not as the specification has it, but runs: a warning, which no command takes for an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.cli import main
from hloom.numbers.element_type import element_type

MIXED = """func.func @main(%a: tensor<7x9xLHS>, %b: tensor<9x5xRHS>) -> tensor<7x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<7x9xLHS>, tensor<9x5xRHS>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
"""


def mixed(lhs: str, rhs: str) -> Any:
    return hloom.parse(MIXED.replace("LHS", lhs).replace("RHS", rhs))


@pytest.mark.parametrize("lhs, rhs", [("f8E4M3FN", "f8E5M2"), ("f32", "bf16"), ("f16", "bf16"), ("bf16", "f64")])
def test_a_product_of_floats_of_two_types_is_computed_in_the_wider_one(lhs: str, rhs: str) -> None:
    module = mixed(lhs, rhs)
    (warning,) = hloom.diagnose(module)
    assert (warning.code, warning.severity, warning.is_error, warning.line) == ("dot_general_c13", "warning", False, 2)
    module.verify()
    random = np.random.default_rng(0)
    a = random.standard_normal((7, 9)).astype(element_type(lhs).dtype)
    b = random.standard_normal((9, 5)).astype(element_type(rhs).dtype)
    wanted = a.astype(np.float64) @ b.astype(np.float64)
    for found in (*hloom.evaluate(module, a, b), *hloom.compile(module)(a, b)):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


#: Types of operands and of the result, a row, a column, and what XLA gives for their product.
SUMS = [
    ("f32", "i32", "f32", [1.5, 1], [2, 3], 6), ("f32", "i32", "i32", [1.5, 1.25], [2, 1], 4),
    ("f32", "f32", "i32", [1.5, 1], [1.25, 1], 2), ("f32", "f32", "i8", [150, 1], [10, 1], 127),
    ("f32", "f32", "ui8", [-1.5, 0], [1, 1], 0), ("f16", "i32", "f32", [1, 1], [70_000, -69_000], 1000),
    ("i64", "f32", "f64", [1 << 40, 1], [2, 1], (1 << 41) + 1),
    ("ui8", "i8", "i32", [200, 100], [-3, 1], -500), ("i8", "ui8", "i16", [-3, 1], [200, 100], -500),
    ("i8", "ui32", "i64", [-3, 0], [(1 << 32) - 5, 0], -3 * ((1 << 32) - 5)),
    ("i32", "ui32", "ui32", [-1, 0], [1, 0], (1 << 32) - 1),
    ("i1", "i1", "i32", [1, 1], [1, 1], 2), ("i1", "i8", "i32", [1, 1], [5, 6], 11), ("i1", "f32", "f32", [1, 0], [5, 6], 5),
    ("i1", "i1", "i1", [1, 1], [1, 1], True), ("i32", "i32", "i1", [1, 1], [2, -2], False),
    ("f32", "f32", "i1", [0.5, 0], [0.5, 1], True), ("f32", "complex<f32>", "complex<f32>", [2, 1], [1 + 1j, 1j], 2 + 3j),
    ("complex<f32>", "f64", "complex<f64>", [1j, 1], [2, 3], 3 + 2j),
    ("i32", "complex<f32>", "f32", [2, 1], [1 + 1j, 1j], 2),
]


@pytest.mark.parametrize("lhs, rhs, result, row, column, wanted", SUMS)
@pytest.mark.parametrize("count", [1, 18])
def test_a_product_of_numbers_of_two_types_is_computed_in_one_that_holds_both(
        lhs: str, rhs: str, result: str, row: list[float], column: list[float], wanted: complex, count: int) -> None:
    left, right, made = f"tensor<{count}x2x{lhs}>", f"tensor<2x{count}x{rhs}>", f"tensor<{count}x{count}x{result}>"
    module = hloom.parse(f"""func.func @main(%a: {left}, %b: {right}) -> {made} {{
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({left}, {right}) -> {made}
      return %0 : {made}
    }}""")
    assert [(d.code, d.is_error) for d in hloom.diagnose(module)] == ([("dot_general_c13", False)] if lhs != rhs else [])
    a = np.array([row] * count).astype(element_type(lhs).dtype)
    b = np.array([column] * count).T.astype(element_type(rhs).dtype)
    compiled = hloom.compile(module)
    assert not compiled.fallbacks
    for (found,) in (hloom.evaluate(module, a, b), compiled(a, b)):
        assert found.dtype == element_type(result).dtype and np.all(found == wanted)


@pytest.mark.parametrize("type, result, wanted", [("f32", "i32", 5), ("f32", "i1", True), ("i1", "i32", 3), ("i32", "i1", True),
                                                  ("f32", "ui8", 5)])
def test_convolutions_to_integers_convert_sums(type: str, result: str, wanted: int) -> None:
    types = f"(tensor<1x3x1x{type}>, tensor<3x1x1x{type}>) -> tensor<1x1x1x{result}>"
    module = hloom.parse(f"""func.func @main(%a: tensor<1x3x1x{type}>, %b: tensor<3x1x1x{type}>) -> tensor<1x1x1x{result}> {{
      %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
        {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : {types}
      return %0 : tensor<1x1x1x{result}>
    }}""")
    a = np.full((1, 3, 1), 1.5).astype(element_type(type).dtype)
    b = np.full((3, 1, 1), 1.25).astype(element_type(type).dtype)
    for (found,) in (hloom.evaluate(module, a, b), hloom.compile(module)(a, b)):
        assert found.item() == wanted


def test_an_operation_with_an_error_has_no_warnings() -> None:
    text = MIXED.replace("LHS", "f32").replace("RHS", "bf16").replace("[1] x [0]", "[1] x [1]").replace("7x5xf32", "7x9xf32")
    assert [d.code for d in hloom.diagnose(hloom.parse(text))] == ["dot_general_c10"]


def test_commands_print_warnings_and_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mixed.mlir"
    path.write_text(MIXED.replace("LHS", "f32").replace("RHS", "bf16"))
    assert main(["verify", str(path)]) == 0
    assert f"{path}:2:8: warning: [dot_general_c13] lhs and rhs should have one element type" in capsys.readouterr().err
    assert main(["verify", "--json", str(path)]) == 0
    assert '"severity": "warning"' in capsys.readouterr().out
    assert main(["explain", str(path)]) == 0
    assert main(["run", str(path), "--random", "1"]) == 0
