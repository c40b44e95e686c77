"""Operations on quantized tensors: dequantize, compute on expressed values, quantize (StableHLO spec: Quantization).

Arrays of a quantized tensor hold its storage integers. The rule stands here once: `on_expressed` gives it to an
operation's `eval`, `unless_quantized` withholds `element` where it does not describe the stored numbers, and
`decompose_quantized` states it with operations, for the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from hloom.ir.core import Operation, Value
from hloom.ir.types import QuantizedType, TensorType
from hloom.numbers import arithmetic
from hloom.numbers.convert import convert, narrow_integer, widen_integer
from hloom.numbers.element_type import F64
from hloom.numbers.rounding import quiet
from hloom.ops.definition.constraints import expressed_element

Array = Any


def is_quantized(value: Value) -> bool:
    """Whether a value is a quantized tensor."""
    return isinstance(value.type, TensorType) and value.type.is_quantized


def is_quantized_operation(op: Operation) -> bool:
    """Whether an operation takes or gives quantized tensors."""
    for value in (*op.operands, *op.results):
        if isinstance(value.type, TensorType) and value.type.is_quantized:
            return True
    return False


def parameters(type: QuantizedType, shape: tuple[int, ...]) -> tuple[Array, Array]:
    """Scales (f64) and zero points (i64) of `type`, in shapes that broadcast to `shape`."""
    scales, zero_points = np.array(type.scales, np.float64), np.array(type.zero_points, np.int64)
    if type.is_per_tensor:
        return scales.reshape(()), zero_points.reshape(())
    if type.is_per_axis:
        along = [1] * len(shape)
        along[type.axis] = len(type.scales)
        return scales.reshape(along), zero_points.reshape(along)
    scales, zero_points = scales.reshape(type.parameter_shape), zero_points.reshape(type.parameter_shape)
    for axis, (size, count) in enumerate(zip(shape, type.parameter_shape)):
        if count != 1:
            scales, zero_points = (np.repeat(p, size // count, axis) for p in (scales, zero_points))
    return scales, zero_points


def dequantize(x: Array, type: QuantizedType) -> Array:
    """The expressed values `(stored - zero_point) * scale`, in the expressed type."""
    scales, zero_points = parameters(type, np.shape(x))
    centred = widen_integer(np.asarray(x)).astype(np.int64) - zero_points
    return arithmetic.multiply(convert(centred, type.expressed), convert(scales, type.expressed))


@quiet
def quantize(x: Array, type: QuantizedType) -> Array:
    """The storage integers nearest to `x / scale + zero_point`: halves to even, clamped to their range; NaN as 0."""
    scales, zero_points = parameters(type, np.shape(x))
    quotient = convert(arithmetic.divide(np.asarray(x), convert(scales, type.expressed)), F64)
    shifted = np.rint(np.where(np.isnan(quotient), 0.0, quotient)) + zero_points
    return narrow_integer(np.clip(shifted, type.storage_min, type.storage_max).astype(np.int64), type.storage)


def on_expressed(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Makes an `eval` that is stated for ordinary tensors work on quantized ones too (`dequantize_op_quantize`)."""
    @wraps(compute)
    def evaluate(op: Any, *operands: Array) -> Any:
        if not is_quantized_operation(op):
            return compute(op, *operands)
        found = compute(op, *(dequantize(x, v.type.element) if is_quantized(v) else x
                              for x, v in zip(operands, op.operands)))
        values = found if isinstance(found, tuple) else (found,)
        stored = tuple(quantize(x, r.type.element) if is_quantized(r) else x for x, r in zip(values, op.results))
        return stored if isinstance(found, tuple) else stored[0]

    evaluate.is_on_expressed = True  # type: ignore[attr-defined]  # where `decompose_quantized` says the same
    return evaluate


def unless_quantized(element: Callable[..., Any]) -> Callable[..., Any]:
    """Makes an `element` give None for operations on quantized tensors, which `decompose_quantized` handles."""
    @wraps(element)
    def formula(op: Any, i: Any) -> Any:
        return None if is_quantized_operation(op) else element(op, i)

    return formula


def decompose_quantized(op: Any, b: Any) -> tuple[Value, ...]:
    """The operation as uniform_dequantize, the same operation on expressed values, uniform_quantize."""
    operands = [b("stablehlo.uniform_dequantize", v) if is_quantized(v) else v for v in op.operands]
    expressed = [r.type.with_element(expressed_element(r.type)) for r in op.results]
    made = b.block.append(type(op)(operands, expressed, op.attributes, location=op.location, span=op.span))
    return tuple(b("stablehlo.uniform_quantize", value, result_types=[r.type]) if is_quantized(r) else value
                 for value, r in zip(made.results, op.results))
