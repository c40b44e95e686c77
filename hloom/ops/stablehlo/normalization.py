"""Batch normalization, stated by the operations that it stands for (StableHLO spec: batch_norm_*)."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.attributes import FloatAttr
from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC
from hloom.numbers.bits import to_bits
from hloom.numbers.element_type import F32, I32
from hloom.ops.common.bodies import combining
from hloom.ops.common.broadcasting import broadcast_like, splat_like
from hloom.ops.common.quantization import decompose_quantized, is_quantized_operation
from hloom.ops.common.shapes import agreeing, most_specific
from hloom.ops.definition.attribute_kinds import AttributeKind, i64
from hloom.ops.definition.constraints import baseline_element, compatible_shapes, float_, per_tensor_quantized, rank, same_shape
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.definition.traits import POSITIVE

ANY = float_ | per_tensor_quantized

#: The number that keeps variances away from 0.
epsilon_attribute: Any = AttributeKind(
    "f32 number", lambda a: isinstance(a, FloatAttr) and a.type is F32, lambda a: a.value,
    lambda v: FloatAttr(int(to_bits(np.asarray(v, np.float32))), F32))


def _feature_check() -> C:
    return C(1, "feature_index must lie in [0, {operand.rank}), got {feature_index}",
             lambda op: 0 <= op.feature_index < op.operand.rank)


def _element_check(*names: str) -> C:
    """C2: the operands have one element type, scales and zero points apart."""
    return C(2, f"operand, {', '.join(names)} must have one element type, got " + ", ".join(f"{{{n}}}"
                                                                                            for n in ("operand",
                                                                                                      *names)),
             lambda op: len({baseline_element(v.type) for v in op.operands}) == 1)


def _size_check(number: int, name: str) -> C:
    return C(number, f"{name} must have the size of dimension {{feature_index}} of {{operand}}, got {{{name}}}",
             lambda op: compatible_shapes(getattr(op, name).shape, (op.operand.shape[op.feature_index],)))


def _feature_type(op: Any, *values: Value) -> Any:
    """The type of one number a feature."""
    size = op.operand.shape[op.feature_index]
    return most_specific(values[0].type, op.operand.type.with_shape((size,)), *(v.type for v in values[1:]))


def _others(op: Any) -> tuple[int, ...]:
    return tuple(d for d in range(op.operand.rank) if d != op.feature_index)


def _sum(op: Any, b: Any, x: Value) -> Value:
    """The sum over all dimensions but the feature's."""
    zero = b.constant(0, x.element)
    return b("stablehlo.reduce", [x], [zero], dimensions=_others(op), regions=[combining("stablehlo.add", x.element)])


def _count(op: Any, b: Any, like: Value) -> Value:
    """How many elements each feature has, as a tensor like `like`."""
    static = 1
    dynamic = []
    for d in _others(op):
        if op.operand.shape[d] == DYNAMIC:
            dynamic.append(b("stablehlo.get_dimension_size", op.operand, dimension=d))
        else:
            static *= op.operand.shape[d]
    if not dynamic:
        return splat_like(b, static, like)
    product = b.constant(static, I32)
    for size in dynamic:
        product = b("stablehlo.multiply", product, size)
    number = b("stablehlo.convert", product, result_types=[like.type.with_shape(())])  # type: ignore[union-attr]
    return broadcast_like(b, number, (), like)


def _mean(op: Any, b: Any, x: Value) -> Value:
    total = _sum(op, b, x)
    return b("stablehlo.divide", total, _count(op, b, total))


def _spread(op: Any, b: Any, x: Value) -> Value:
    """One number a feature, repeated to the operand's shape."""
    return broadcast_like(b, x, (op.feature_index,), op.operand)


def _normalized(op: Any, b: Any, scale: Value, offset: Value, mean: Value, variance: Value) -> Value:
    """(operand - mean) / sqrt(variance + epsilon) * scale + offset."""
    centred = b("stablehlo.subtract", op.operand, _spread(op, b, mean))
    shifted = b("stablehlo.add", _spread(op, b, variance), splat_like(b, op.epsilon, op.operand))
    normal = b("stablehlo.divide", centred, b("stablehlo.sqrt", shifted))
    return b("stablehlo.add", b("stablehlo.multiply", _spread(op, b, scale), normal), _spread(op, b, offset))


class BatchNormInference(Op, name="stablehlo.batch_norm_inference"):
    """Normalizes each feature with the given mean and variance."""

    operand: Operand = ANY
    scale: Operand = ANY & rank(1)
    offset: Operand = ANY & rank(1)
    mean: Operand = ANY & rank(1)
    variance: Operand = ANY & rank(1)
    domains = {"variance": POSITIVE}
    epsilon: Attr = epsilon_attribute
    feature_index: Attr = i64
    checks = [
        _feature_check(), _element_check("scale", "offset", "mean", "variance"),
        _size_check(3, "scale"), _size_check(4, "offset"), _size_check(5, "mean"), _size_check(6, "variance"),
    ]

    @infers("C7")
    def result(op) -> Any:
        return agreeing(op, op.operand.type)

    def decompose(op, b: Any) -> Any:
        if is_quantized_operation(op):
            return decompose_quantized(op, b)
        return _normalized(op, b, op.scale, op.offset, op.mean, op.variance)


class BatchNormTraining(Op, name="stablehlo.batch_norm_training"):
    """Normalizes each feature with its own mean and variance; gives these too."""

    operand: Operand = ANY
    scale: Operand = ANY & rank(1)
    offset: Operand = ANY & rank(1)
    epsilon: Attr = epsilon_attribute
    feature_index: Attr = i64
    result_names = ("output", "batch_mean", "batch_var")
    checks = [_feature_check(), _element_check("scale", "offset"), _size_check(3, "scale"), _size_check(4, "offset")]

    @infers(shape="C7 C5 C6", element="C7 C2 C2")
    def outputs(op) -> Any:
        feature = _feature_type(op, op.scale, op.offset)
        return tuple(agreeing(op, type, k) for k, type in enumerate((op.operand.type, feature, feature)))

    def decompose(op, b: Any) -> Any:
        if is_quantized_operation(op):
            return decompose_quantized(op, b)
        mean = _mean(op, b, op.operand)
        centred = b("stablehlo.subtract", op.operand, _spread(op, b, mean))
        variance = _mean(op, b, b("stablehlo.multiply", centred, centred))
        return _normalized(op, b, op.scale, op.offset, mean, variance), mean, variance


class BatchNormGrad(Op, name="stablehlo.batch_norm_grad"):
    """The gradients of batch_norm_training with respect to operand, scale and offset."""

    operand: Operand = ANY
    scale: Operand = ANY & rank(1)
    mean: Operand = ANY & rank(1)
    variance: Operand = ANY & rank(1)
    domains = {"variance": POSITIVE}
    grad_output: Operand = ANY
    epsilon: Attr = epsilon_attribute
    feature_index: Attr = i64
    result_names = ("grad_operand", "grad_scale", "grad_offset")
    checks = [
        _feature_check(), _element_check("scale", "mean", "variance", "grad_output"),
        C(3, "grad_output must have the shape of {operand}, got {grad_output}",
          lambda op: same_shape(op.operand.type, op.grad_output.type)),
        C(4, "scale, mean and variance must have one shape, got {scale}, {mean} and {variance}",
          lambda op: all(same_shape(op.scale.type, v.type) for v in (op.mean, op.variance))),
        _size_check(5, "scale"),
    ]

    @infers(shape="C3 C4 C4", element="C2")
    def outputs(op) -> Any:
        feature = _feature_type(op, op.scale, op.mean, op.variance)
        whole = most_specific(op.operand.type, op.grad_output.type)
        return tuple(agreeing(op, type, k) for k, type in enumerate((whole, feature, feature)))

    def decompose(op, b: Any) -> Any:
        if is_quantized_operation(op):
            return decompose_quantized(op, b)
        centred = b("stablehlo.subtract", op.operand, _spread(op, b, op.mean))
        shifted = b("stablehlo.add", _spread(op, b, op.variance), splat_like(b, op.epsilon, op.operand))
        deviation = b("stablehlo.sqrt", shifted)
        grad_offset = _sum(op, b, op.grad_output)
        count = _count(op, b, op.operand)
        # The gradient without what passes through mean and variance: count * grad_output less both of their shares.
        through_mean = _spread(op, b, grad_offset)
        correlation = _spread(op, b, _sum(op, b, b("stablehlo.multiply", op.grad_output, centred)))
        through_variance = b("stablehlo.divide", b("stablehlo.multiply", correlation, centred), shifted)
        direct = b("stablehlo.subtract", b("stablehlo.multiply", op.grad_output, count), through_mean)
        factor = b("stablehlo.divide", b("stablehlo.divide", _spread(op, b, op.scale), deviation), count)
        grad_operand = b("stablehlo.multiply", factor, b("stablehlo.subtract", direct, through_variance))
        grad_scale = _sum(op, b, b("stablehlo.multiply", op.grad_output, b("stablehlo.divide", centred, deviation)))
        return grad_operand, grad_scale, grad_offset
