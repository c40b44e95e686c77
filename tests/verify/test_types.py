"""The constraints on types by themselves (StableHLO spec: Types)."""

from __future__ import annotations

import pytest

from hloom.text.parser import parse
from hloom.verify import diagnose


@pytest.mark.parametrize("type, code", [
    ("tensor<2x!quant.uniform<i8:f32, 0.5:3>>", None),
    ("tensor<2x!quant.uniform<i8<-200:5>:f32, 0.5>>", "type_c3"),
    ("tensor<2x!quant.uniform<i8:f32, -1.0>>", "type_c5"),
    ("tensor<2x!quant.uniform<i8:f16, 1.0e6>>", "type_c6"),
    ("tensor<2x!quant.uniform<i8:f32, 1.0:200>>", "type_c7"),
    ("tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>", "type_c12"),
    ("tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>", "type_c13"),
    ("tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>", None),
])
def test_quantized_types(type: str, code: str | None) -> None:
    module = parse(f"func.func @f(%x: {type}) {{\n%0 = stablehlo.custom_call @f(%x) : ({type}) -> {type}\nreturn\n}}")
    assert [fault.code for fault in diagnose(module)] == ([code] if code else [])
    assert all(fault.line == 2 for fault in diagnose(module))
