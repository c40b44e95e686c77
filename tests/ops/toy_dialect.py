"""A dialect in one file: what somebody writes who brings operations of their own. Importing it defines them."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ops.definition.attribute_kinds import i64
from hloom.ops.definition.constraints import any_tensor, float_, in_range, static
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.definition.traits import EVERY
from hloom.ops.stablehlo.elementwise import Abs, Maximum, Minimum, Subtract


class Rotate(Op, name="toy.rotate"):
    """Moves the elements along `dimension` by `amount` places; what leaves at the end comes in at the beginning."""

    operand: Operand = any_tensor & static
    dimension: Attr = i64
    amount: Attr = i64.default(1)
    moves = EVERY
    result_names = ("rotated",)
    syntax = "$operand `,` `dim` `=` $dimension (`by` $amount^)? attr-dict `:` type($result)"
    checks = [C(1, "dimension must lie in [0, {operand.rank}), got {dimension}",
                lambda op: in_range([op.dimension], op.operand.rank))]

    @infers("C2", exactly=True)
    def result(op) -> Any:
        return op.operand.type

    def eval(op, operand: Any) -> Any:
        return np.roll(operand, op.amount, op.dimension)

    def element(op, i: Any) -> Any:
        place = [*i]
        place[op.dimension] = (place[op.dimension] - op.amount) % max(op.operand.shape[op.dimension], 1)
        return op.operand[place]


class Spread(Op, name="toy.spread"):
    """How far two tensors lie apart, element by element: what is larger less what is smaller, without a sign."""

    lhs: Operand = float_
    rhs: Operand = float_
    is_commutative = True
    syntax = "operands attr-dict `:` type($result)"
    checks = [C(1, "lhs and rhs must have one type, got {lhs} and {rhs}", lambda op: op.lhs.type is op.rhs.type)]

    @infers("C1")
    def result(op) -> Any:
        return op.lhs.type

    def eval(op, lhs: Any, rhs: Any) -> Any:
        return abs(np.maximum(lhs, rhs) - np.minimum(lhs, rhs))

    def decompose(op, b: Any) -> Any:
        return b(Abs, b(Subtract, b(Maximum, op.lhs, op.rhs), b(Minimum, op.lhs, op.rhs)))
