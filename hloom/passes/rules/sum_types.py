"""Contractions whose sums are numbers of another type than their results.

    dot_general(x: f32, y: i32) -> i8    ->    convert(dot_general(x, y) -> f32) -> i8
"""

from __future__ import annotations

from typing import Any

from hloom.ir.types import TensorType
from hloom.numbers.element_type import PRED
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import accumulation_type, factor_type
from hloom.ops.stablehlo.conversion import Convert
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.matching import is_static


def sum_in_its_own_type(op: Any, b: Builder) -> Replacement:
    """contraction(x, y) of floats to integers, or of numbers to truth values -> convert(contraction(x, y))."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    wanted = op.result.type.element
    if not (wanted.is_integer or wanted is PRED):
        return None
    total = accumulation_type(factor_type(op.lhs.element, op.rhs.element, wanted), wanted)
    if total is wanted:
        return None
    made = type(op)([op.lhs, op.rhs], [TensorType(op.result.type.shape, total)], dict(op.attributes))
    return b(Convert, b.place(made), result_types=[op.result.type])
