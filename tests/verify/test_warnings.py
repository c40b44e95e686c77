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


@pytest.mark.parametrize("lhs, rhs", [("f32", "i32"), ("complex<f32>", "f32"), ("i8", "i32")])
def test_a_product_of_other_types_is_an_error(lhs: str, rhs: str) -> None:
    assert [(d.code, d.is_error) for d in hloom.diagnose(mixed(lhs, rhs))] == [("dot_general_c13", True)]


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
