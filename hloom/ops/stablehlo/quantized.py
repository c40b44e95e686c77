"""Conversions between quantized tensors and the numbers that they stand for (StableHLO spec: uniform_quantize)."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Value
from hloom.ir.types import QuantizedType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import F64, I32, I64, ElementType
from hloom.ops.common.broadcasting import broadcast_like, splat_like
from hloom.ops.common.quantization import dequantize, is_quantized, parameters, quantize
from hloom.ops.definition.constraints import expressed_element, float_, quantized, same_shape
from hloom.ops.definition.operation import C, Op, Operand, Result, infers
from hloom.ops.stablehlo.elementwise import ANY_RESULT, UNARY

Array = Any


def _parameters(b: Any, x: Value, type: QuantizedType, zero_type: ElementType) -> list[Value]:
    """Scales in the expressed type, and zero points, as tensors of the shape of `x`."""
    found = []
    for values, element in zip(parameters(type, x.shape), (type.expressed, zero_type)):
        stored = convert(values, element)
        if type.is_per_tensor:
            found.append(splat_like(b, stored[()], x, element))
        elif type.is_per_axis:
            found.append(broadcast_like(b, b.constant(stored.reshape(-1), element), (type.axis,), x))
        else:
            found.append(b.constant(stored, element))
    return found


def _with_element(b: Any, name: str, x: Value, element: Any) -> Value:
    """`x` through an operation that only changes the element type."""
    return b(name, x, result_types=[x.type.with_element(element)])  # type: ignore[union-attr]


def _dequantized(b: Any, x: Value) -> Value:
    """(stored - zero point) * scale, with operations on ordinary tensors."""
    type: Any = x.element
    wide = I32 if type.storage.width < 32 else I64
    scales, zero_points = _parameters(b, x, type, wide)
    stored = _with_element(b, "stablehlo.convert", _with_element(b, "stablehlo.bitcast_convert", x, type.storage), wide)
    centred = b("stablehlo.subtract", stored, zero_points)
    return b("stablehlo.multiply", _with_element(b, "stablehlo.convert", centred, type.expressed), scales)


class UniformDequantize(Op, name="stablehlo.uniform_dequantize"):
    """The numbers that a quantized tensor stands for."""

    operand: Operand = quantized
    syntax = ANY_RESULT
    is_elementwise = True

    @infers(shape="C1", element="C2")
    def result(op) -> Any:
        return op.operand.type.with_element(op.operand.element.expressed)

    def eval(op, operand: Array) -> Any:
        return dequantize(operand, op.operand.element)

    def decompose(op, b: Any) -> Any:
        return _dequantized(b, op.operand)


class UniformQuantize(Op, name="stablehlo.uniform_quantize"):
    """The quantized tensor that stands for numbers, or for those that another one stands for."""

    operand: Operand = float_ | quantized
    result: Result = quantized
    syntax = UNARY
    is_elementwise = True
    result_checks = [
        C(1, "the result must have the shape of {operand}, got {result}",
          lambda op: same_shape(op.operand.type, op.result.type)),
        C(2, "the result must express the numbers of {operand}, got {result}",
          lambda op: expressed_element(op.operand.type) is op.result.element.expressed),
    ]

    def eval(op, operand: Array) -> Any:
        x = dequantize(operand, op.operand.element) if is_quantized(op.operand) else operand
        return quantize(x, op.result.element)

    def decompose(op, b: Any) -> Any:
        x = _dequantized(b, op.operand) if is_quantized(op.operand) else op.operand
        type: Any = op.result.element
        scales, zero_points = _parameters(b, x, type, F64)
        quotient = _with_element(b, "stablehlo.convert", b("stablehlo.divide", x, scales), F64)
        is_number = b("stablehlo.compare", quotient, quotient, comparison_direction="EQ")
        number = b("stablehlo.select", is_number, quotient, splat_like(b, 0.0, quotient))
        shifted = b("stablehlo.add", b("stablehlo.round_nearest_even", number), zero_points)
        low, high = b.constant(float(type.storage_min)), b.constant(float(type.storage_max))
        stored = _with_element(b, "stablehlo.convert", b("stablehlo.clamp", low, shifted, high), type.storage)
        return b("stablehlo.bitcast_convert", stored, result_types=[op.result.type])
