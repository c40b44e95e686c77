"""Tuples of values (StableHLO spec: tuple, get_tuple_element)."""

from __future__ import annotations

from typing import Any

from hloom.ir.types import TupleType
from hloom.ops.definition.attribute_kinds import i32
from hloom.ops.definition.constraints import any_type, tuple_
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, infers
from hloom.ops.definition.traits import Control


class Tuple(Op, name="stablehlo.tuple"):
    """Packs values into a tuple."""

    val: Operands = any_type
    syntax = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))"
    control = Control.TUPLE

    @infers("C1", exactly=True)
    def result(op) -> Any:
        return TupleType(tuple(v.type for v in op.val))

    def eval(op, *val: Any) -> Any:
        return tuple(val)


class GetTupleElement(Op, name="stablehlo.get_tuple_element"):
    """Takes value number `index` out of a tuple."""

    operand: Operand = tuple_
    index: Attr = i32
    syntax = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"
    control = Control.TUPLE
    checks = [C(1, lambda op: f"index must lie in [0, {len(op.operand.type.elements)}), got {op.index}",
                lambda op: 0 <= op.index < len(op.operand.type.elements),
                states="index must lie in [0, the number of the tuple's elements)")]

    @infers("C2")
    def result(op) -> Any:
        return op.operand.type.elements[op.index]

    def eval(op, operand: Any) -> Any:
        return operand[op.index]
