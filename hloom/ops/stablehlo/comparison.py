"""Comparison, selection and clamping."""

from __future__ import annotations

from typing import Any

from hloom.expr.scalar import apply, compare, select
from hloom.ir.types import AnyType
from hloom.numbers import arithmetic
from hloom.numbers import compare as comparison
from hloom.numbers.element_type import PRED
from hloom.ops.common.quantization import on_expressed, unless_quantized
from hloom.ops.common.shapes import agreeing, most_specific
from hloom.ops.definition.attribute_kinds import enum
from hloom.ops.definition.constraints import any_tensor, baseline_element, per_tensor_quantized, pred, same_shape, tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.stablehlo.elementwise import same_baseline

DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")
KINDS = ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


def comparison_kinds(type: AnyType) -> tuple[str, ...]:
    """The `compare_type`s that fit a tensor's element type, the default first (StableHLO spec: compare (C3))."""
    kind = getattr(type.element, "kind", "quantized")  # type: ignore[union-attr]
    return {"sint": ("SIGNED",), "index": ("SIGNED",), "uint": ("UNSIGNED",), "pred": ("UNSIGNED",),
            "complex": ("FLOAT",), "float": ("FLOAT", "TOTALORDER"), "quantized": ("FLOAT", "TOTALORDER")}[kind]


class Compare(Op, name="stablehlo.compare"):
    """Whether lhs stands in a relation to rhs."""

    lhs: Operand = any_tensor
    rhs: Operand = any_tensor
    comparison_direction: Attr = enum("comparison_direction", DIRECTIONS)
    compare_type: Attr = enum("comparison_type", (*KINDS, "NOTYPE")).optional
    syntax = ("$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` "
              "functional-type(operands, results)")
    is_elementwise = True
    checks = [
        C(1, "lhs and rhs must have one element type, got {lhs} and {rhs}",
          lambda op: baseline_element(op.lhs.type) == baseline_element(op.rhs.type)),
        C(2, "lhs and rhs must have one shape, got {lhs} and {rhs}",
          lambda op: same_shape(op.lhs.type, op.rhs.type)),
        C(3, lambda op: f"compare_type must be {' or '.join(comparison_kinds(op.lhs.type))} for {op.lhs.type}, "
          f"got {op.compare_type}",
          lambda op: op.compare_type in (None, "NOTYPE", *comparison_kinds(op.lhs.type))),
        C("complex", "complex numbers compare by EQ and NE only, got {comparison_direction}",
          lambda op: getattr(op.lhs.element, "kind", "") != "complex" or op.comparison_direction in ("EQ", "NE")),
    ]

    @property
    def order(op) -> str:
        """The `compare_type`, the default of the element type where none is given."""
        return op.compare_type if op.compare_type in KINDS else comparison_kinds(op.lhs.type)[0]

    @infers("C2")
    def result(op) -> Any:
        return most_specific(op.lhs.type, op.rhs.type).with_element(PRED)

    @on_expressed
    def eval(op, lhs: Any, rhs: Any) -> Any:
        return comparison.compare(lhs, rhs, op.comparison_direction, op.order)

    def evaluator(op) -> Any:
        return comparison.direct(op.lhs.element, op.comparison_direction, op.order)

    @unless_quantized
    def element(op, i: Any) -> Any:
        return compare(op.lhs[i], op.rhs[i], op.comparison_direction, op.order)


class Select(Op, name="stablehlo.select"):
    """`on_true` where `pred` holds, else `on_false`."""

    pred: Operand = pred
    on_true: Operand = tensor | per_tensor_quantized
    on_false: Operand = tensor | per_tensor_quantized
    syntax = "operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))"
    is_elementwise = True
    checks = [
        C(2, "on_true and on_false must have one type, got {on_true} and {on_false}",
          lambda op: same_baseline(op.on_true.type, op.on_false.type)),
        C(1, "pred must be of rank 0 or have the shape of {on_true}, got {pred}",
          lambda op: op.pred.rank == 0 or same_shape(op.pred.type, op.on_true.type)),
    ]

    @infers("C2")
    def result(op) -> Any:
        return agreeing(op, most_specific(op.on_true.type, op.on_false.type))

    @on_expressed
    def eval(op, pred: Any, on_true: Any, on_false: Any) -> Any:
        return arithmetic.select(pred, on_true, on_false)

    @unless_quantized
    def element(op, i: Any) -> Any:
        return select(op.pred[i if op.pred.rank else ()], op.on_true[i], op.on_false[i])


def _is_limit(limit: Any, operand: Any) -> bool:
    return limit.rank == 0 or same_shape(limit.type, operand.type)


class Clamp(Op, name="stablehlo.clamp"):
    """`minimum(maximum(operand, min), max)`."""

    min: Operand = tensor | per_tensor_quantized
    operand: Operand = tensor | per_tensor_quantized
    max: Operand = tensor | per_tensor_quantized
    syntax = ("$min `,` $operand `,` $max attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))")
    is_elementwise = True
    checks = [
        C(1, "min must be of rank 0 or have the shape of {operand}, got {min}",
          lambda op: _is_limit(op.min, op.operand)),
        C(2, "max must be of rank 0 or have the shape of {operand}, got {max}",
          lambda op: _is_limit(op.max, op.operand)),
        C(3, "min, operand and max must have one element type, got {min}, {operand} and {max}",
          lambda op: len({baseline_element(v.type) for v in op.operands}) == 1),
    ]

    @infers("C4")
    def result(op) -> Any:
        return agreeing(op, op.operand.type)

    @on_expressed
    def eval(op, min: Any, operand: Any, max: Any) -> Any:
        return arithmetic.clamp(min, operand, max)

    @unless_quantized
    def element(op, i: Any) -> Any:
        low, high = (limit[i if limit.rank else ()] for limit in (op.min, op.max))
        return apply("minimum", apply("maximum", op.operand[i], low), high)
