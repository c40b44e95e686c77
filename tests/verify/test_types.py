"""The constraints on types by themselves (StableHLO spec: Types)."""

from __future__ import annotations

import pytest

from hloom.ir.types import QuantizedType, tensor
from hloom.numbers.element_type import F32, element_type
from hloom.text.parser import parse
from hloom.verify import diagnose
from hloom.verify.types import type_fault


@pytest.mark.parametrize("type, code", [
    ("tensor<2x!quant.uniform<i8:f32, 0.5:3>>", None),
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


@pytest.mark.parametrize("bounds, scales, zero_points, axes, code", [
    ((-128, 127), (0.5,), (0,), (), None), ((-200, 5), (0.5,), (0,), (), "c3"), ((5, 5), (0.5,), (5,), (), "c3"),
    ((-128, 127), (0.5,), (0, 1), (), "c9"), ((-128, 127), (0.5, 0.5), (0, 1), (), "c10"),
    ((-128, 127), (0.5, 0.5), (0, 1), (-1,), "c11"),
])
def test_parameters_that_no_text_can_give(bounds, scales, zero_points, axes, code: str | None) -> None:
    fault = type_fault(tensor((2,), QuantizedType(element_type("i8"), F32, *bounds, scales, zero_points, axes)))
    assert (fault and fault[0]) == code
