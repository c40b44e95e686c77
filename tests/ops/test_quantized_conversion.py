"""uniform_quantize and uniform_dequantize: the specification's examples, edges, and that decompositions agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hloom.ops.common.decomposition import function_of
from hloom.reference import evaluate
from hloom.reference.interpreter import Interpreter
from tests.ops.programs import codes, function

PER_AXIS = "!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>"
OTHER = "!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>"
PER_TENSOR = "!quant.uniform<u8<10:200>:f32, 0.25:128>"


def both_ways(operation: str, operand: str, result: str, x: Any) -> np.ndarray:
    """The result by `eval`, which must be that of the operations that the operation stands for."""
    module = function(f"%r = stablehlo.{operation} %x : ({operand}) -> {result}\nreturn %r : {result}", f"%x: {operand}", result)
    (found,) = evaluate(module, x)
    op = module.functions["main"].regions[0].block.operations[0]
    process = Interpreter(module)
    process.functions["by_operations"] = function_of(op, "by_operations")
    (other,) = process.call_function("by_operations", x)
    np.testing.assert_array_equal(found, other)
    return found


def test_examples_of_the_specification() -> None:
    stored, numbers = np.array([10, 10], np.int8), np.array([4, 15], np.float32)
    np.testing.assert_array_equal(both_ways("uniform_dequantize", f"tensor<2x{PER_AXIS}>", "tensor<2xf32>", stored), numbers)
    assert both_ways("uniform_quantize", "tensor<2xf32>", f"tensor<2x{PER_AXIS}>", numbers).tolist() == [10, 10]
    assert both_ways("uniform_quantize", f"tensor<2x{PER_AXIS}>", f"tensor<2x{OTHER}>", stored).tolist() == [20, 45]


def test_rounding_and_the_ends_of_the_range() -> None:
    x = np.array([0.125, 0.375, -0.125, 1e9, -1e9, np.nan, np.inf], np.float32)
    found = both_ways("uniform_quantize", "tensor<7xf32>", f"tensor<7x{PER_TENSOR}>", x)
    assert found.tolist() == [128, 130, 128, 200, 10, 128, 200]  # halves go to even


@pytest.mark.parametrize("operation, operand, result, code", [
    ("uniform_dequantize", f"tensor<2x{PER_TENSOR}>", "tensor<3xf32>", "uniform_dequantize_c1"),
    ("uniform_dequantize", f"tensor<2x{PER_TENSOR}>", "tensor<2xf64>", "uniform_dequantize_c2"),
    ("uniform_quantize", "tensor<3xf32>", f"tensor<2x{PER_TENSOR}>", "uniform_quantize_c1"),
    ("uniform_quantize", "tensor<2xf64>", f"tensor<2x{PER_TENSOR}>", "uniform_quantize_c2"),
    ("uniform_quantize", "tensor<2xi32>", f"tensor<2x{PER_TENSOR}>", "uniform_quantize_i1"),
])
def test_constraints(operation: str, operand: str, result: str, code: str) -> None:
    assert codes(f"func.func @f(%x: {operand}) {{\n%0 = stablehlo.{operation} %x : ({operand}) -> {result}\nreturn\n}}") == [code]
