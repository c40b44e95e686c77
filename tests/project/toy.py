"""An operation in a dialect of its own, all of it in this file; `test_toy.py` imports it in a process of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ops.common.shapes import Shape, infer_tensor, known
from hloom.ops.definition.attribute_kinds import i64
from hloom.ops.definition.constraints import tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers


class Stretch(Op, name="toy.stretch"):
    """Each element of the first dimension `times` times in a row."""

    operand: Operand = tensor                                                       # (I1)
    times: Attr = i64
    example = """func.func @f(%0: tensor<2x3xf32>) {
  %r = "toy.stretch"(%0) {times = 2 : i64} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}
"""
    syntax = "$operand `,` `times` `=` $times attr-dict `:` functional-type(operands, results)"
    checks = [
        C("rank", "operand must have a dimension, got {operand}", lambda op: op.operand.rank > 0),
        C("times", "times must be positive, got {times}", lambda op: op.times > 0),
    ]

    @infers(shape="C1", element="C2")
    def result(op) -> Any:
        def rule(shape: Shape) -> Shape:
            return known(lambda n: n * op.times, shape[0]), *shape[1:]

        return infer_tensor(op.operand.element, rule, op.operand.type)

    def eval(op, operand: Any) -> Any:
        return np.repeat(operand, op.times, 0)

    def element(op, i: Any) -> Any:
        return op.operand[[i[0] // op.times, *i[1:]]]
