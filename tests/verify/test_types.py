"""The constraints on types by themselves (StableHLO spec: Types)."""

from __future__ import annotations

import pytest

from hloom.ir.types import QuantizedType, tensor
from hloom.numbers.element_type import F32, element_type
from hloom.support.diagnostics import ParseError
from hloom.text.mlir.parser import parse
from hloom.verify import diagnose
from hloom.verify.operations import type_fault


@pytest.mark.parametrize("type, code", [
    ("tensor<2x!quant.uniform<i8:f32, 0.5:3>>", None),
    ("tensor<2x!quant.uniform<i8:f32, -1.0>>", "type_c5"),
    ("tensor<2x!quant.uniform<i8:f16, 1.0e6>>", "type_c6"),
    ("tensor<2x!quant.uniform<i8:f16, 65504.0>>", None), ("tensor<2x!quant.uniform<i8:f16, 65505.0>>", "type_c6"),
    ("tensor<2x!quant.uniform<i8:f16, 6.0e-8>>", None), ("tensor<2x!quant.uniform<i8:f16, 5.9e-8>>", "type_c5"),
    ("tensor<2x!quant.uniform<i8:f8E4M3FN, 449.0>>", "type_c6"), ("tensor<2x!quant.uniform<i8:f32, 1.0e-40>>", None),
    ("tensor<2x!quant.uniform<i8:f32, 1.3e-45>>", "type_c5"), ("tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.0}>>", "type_c5"),
    ("tensor<2x!quant.uniform<i8:f32, 1.0:200>>", "type_c7"),
    ("tensor<2x!quant.uniform<i8:f32:-1, {0.5, 0.5}>>", "type_c11"),
    ("tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>", "type_c12"),
    ("tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>", "type_c13"),
    ("tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5}>>", None),
])
def test_quantized_types(type: str, code: str | None) -> None:
    found = diagnose(parse(f"func.func @f(%x: tensor<f32>,\n    %y: {type}) {{\nreturn\n}}"))
    assert [(fault.code, fault.line) for fault in found] == ([(code, 2)] if code else [])


def test_a_type_is_reported_where_a_value_has_it() -> None:
    def places(program: str) -> list[tuple[str, int]]:
        return [(fault.code, fault.line) for fault in diagnose(parse(program.replace("BAD", "!quant.uniform<i8:f32, -1.0>")))]

    assert places("func.func @f(%x: tensor<BAD>) {\n%0 = stablehlo.negate %x : tensor<BAD>\nreturn\n}") == [
        ("type_c5", 1), ("type_c5", 2)]
    short = "tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.5}>>"
    barrier = f"%0 = stablehlo.optimization_barrier %x : {short}"
    assert places(f"func.func @f(%x: {short}) {{\n{barrier}\nreturn\n}}")[0] == ("type_c13", 2)
    assert places("\nfunc.func private @f(tensor<BAD>) -> tensor<2xBAD>") == [("type_c5", 2)] * 2
    assert places("\nfunc.func private @f() -> tuple<tensor<f32>, tuple<tensor<BAD>>>") == [("type_c5", 2)]


@pytest.mark.parametrize("type", ["tensor<3xf32, #stablehlo.bounds<3>>", "tensor<?x?xf32, #stablehlo.bounds<3>>",
                                  "tensor<?xf32, #stablehlo.type_extensions<bounds = [1, 2]>>"])
def test_bounds_are_those_of_dimensions_of_unknown_size(type: str) -> None:
    with pytest.raises(ParseError, match="bound") as caught:
        parse(f"func.func private @f() -> tensor<f32>\nfunc.func private @g({type})")
    assert caught.value.diagnostics[0].line == 2


@pytest.mark.parametrize("bounds, scales, zero_points, axes, code", [
    ((-128, 127), (0.5,), (0,), (), None), ((-200, 5), (0.5,), (0,), (), "c3"), ((5, 5), (0.5,), (5,), (), "c3"),
    ((-128, 127), (0.5,), (0, 1), (), "c9"), ((-128, 127), (0.5, 0.5), (0, 1), (), "c10"),
    ((-128, 127), (0.5, 0.5), (0, 1), (-1,), "c11"),
])
def test_parameters_that_no_text_can_give(bounds, scales, zero_points, axes, code: str | None) -> None:
    fault = type_fault(tensor((2,), QuantizedType(element_type("i8"), F32, *bounds, scales, zero_points, axes)))
    assert (fault and fault[0]) == code
