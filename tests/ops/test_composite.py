"""Composite operations: run as their decompositions, and checked against them."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

import numpy as np
import pytest

from hloom.reference import evaluate
from hloom.text.mlir.parser import parse
from tests.ops.programs import codes

TWICE = "func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {\n%0 = stablehlo.add %x, %x : tensor<2xf32>\nreturn %0 : tensor<2xf32>\n}\n"


def program(name: str = "my.twice", target: str = "@twice", operand: str = "tensor<2xf32>", result: str = "tensor<2xf32>") -> str:
    return TWICE + f"""func.func @main(%x: {operand}) -> {result} {{
      %0 = stablehlo.composite "{name}" %x {{composite_attributes = {{k = 1 : i64}}, decomposition = {target}, version = 1 : i32}} : ({operand}) -> {result}
      return %0 : {result}
    }}"""


def test_runs_its_decomposition() -> None:
    assert evaluate(parse(program()), np.array([1, 2], np.float32))[0].tolist() == [2, 4]


@pytest.mark.parametrize("name, fits", [("a.b", True), ("a.b.c$d", True), ("foo", False), (".", False), ("a.", False),
                                        (".a", False),
                                        ("1a.b", False)])
def test_names(name: str, fits: bool) -> None:
    assert codes(program(name)) == ([] if fits else ["composite_c1"])


@pytest.mark.parametrize("change, code", [
    ({"target": "@thrice"}, "composite_c2"),
    ({"operand": "tensor<3xf32>"}, "composite_c3"),
    ({"result": "tensor<2xf64>"}, "composite_c4"),
])
def test_constraints(change: dict[str, str], code: str) -> None:
    assert codes(program(**change)) == [code]
