"""How far apart two vectors of sizes are, through conversions that keep sizes and not through those that may not."""

from __future__ import annotations

from typing import Any

import pytest

from hloom.analysis.offsets import differences
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import OpResult, Value
from hloom.ops.stablehlo.creation import constant
from tests.passes.programs import program


def elements(value: Value) -> Any:
    found: DenseElementsAttr | None = constant(value) if isinstance(value, OpResult) else None
    return None if found is None else found.array()


@pytest.mark.parametrize(("given", "wanted", "found"), [("i64", "i32", [200]), ("i32", "i64", [200]), ("i64", "i8", None),
                                                        ("i16", "i64", None)])
def test_conversions(given: str, wanted: str, found: list[int] | None) -> None:
    module = program(f"""(%s: tensor<1x{given}>) -> (tensor<1x{wanted}>, tensor<1x{wanted}>) {{
      %n = stablehlo.constant dense<200> : tensor<1x{given}>
      %e = stablehlo.add %s, %n : tensor<1x{given}>
      %0 = stablehlo.convert %s : (tensor<1x{given}>) -> tensor<1x{wanted}>
      %1 = stablehlo.convert %e : (tensor<1x{given}>) -> tensor<1x{wanted}>
      return %0, %1 : tensor<1x{wanted}>, tensor<1x{wanted}> }}""")
    start, limit = module.functions["main"].body.block.terminator.operands
    assert differences(limit, start, elements) == found
