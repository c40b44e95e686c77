"""Constant folding: operations on constants are evaluated once, here.

    %a = stablehlo.constant dense<2.0> : tensor<8xf32>
    %b = stablehlo.constant dense<3.0> : tensor<8xf32>
    %0 = stablehlo.multiply %a, %b : tensor<8xf32>
->  %0 = stablehlo.constant dense<6.0> : tensor<8xf32>

The numbers come from the operations' own `eval`, so they are the reference's. A tensor of equal elements (a splat)
stays one number however large it is, through elementwise operations and movements. Other results are computed only
while they are small and no larger than what they are computed from: reading a table is no better than computing it.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import INDEX, ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.shapes import MOST_DIMENSIONS
from hloom.ops.definition.operation import Op
from hloom.ops.others.arith import Constant as Number
from hloom.ops.others.arith import scalar_attribute
from hloom.ops.stablehlo.creation import Constant, Iota, constant, is_static, splat
from hloom.ops.stablehlo.gather import DynamicSlice, Gather, TorchIndexSelect
from hloom.passes.rewriting import Replacement, Rule, RuleTable, index, rewrite
from hloom.support.diagnostics import UserError
from hloom.support.memory import Budget

#: Elements of a result that is computed element by element.
_LARGEST_RESULT = 1 << 16
#: Elements of a result that may be larger than the operands.
_TINY_RESULT = 64
#: Multiplications that folding a contraction may cost.
_LARGEST_WORK = 1 << 22
#: Bytes that folding may take on the way: padding is as large as a program says.
_MOST_BYTES = 1 << 26

TABLE = RuleTable()


def run(module: Operation) -> bool:
    """The pass `fold`: folding alone, without the other rules of canonicalization."""
    return rewrite(module, _rules_of)


def of_constants(op: Any, b: Builder) -> Replacement:
    """A constant in place of an operation all of whose operands are constants."""
    if not is_foldable(op) or not all(map(_is_known, op.operands)):
        return None
    type: Any = op.results[0].type
    if isinstance(type, ElementType) or type.element is INDEX:
        return _number_or_sizes(op, type, b)
    repeated = _repeated_element(op) if type.size else 0
    if repeated is not None:
        return b.splat(repeated, type)
    found = _evaluated(op) if _is_small(op, type) else None
    return None if found is None else b(Constant, value=DenseElementsAttr.of(found, type))


def _number_or_sizes(op: Any, type: TensorType | ElementType, b: Builder) -> Replacement:
    """A number that is no tensor, or a tensor of sizes, which are not of StableHLO."""
    found = _evaluated(op) if isinstance(type, ElementType) or _is_small(op, type) else None
    if found is None:
        return None
    value = DenseElementsAttr.of(found, type) if isinstance(type, TensorType) else scalar_attribute(found[()], type)
    return None if value is None else b(Number, value=value)


def _evaluated(op: Any) -> Any:
    """The result of constants; None where there is none."""
    operands: list[Any] = [constant(v) for v in op.operands]
    if op.eval is None or not all(c.has_array for c in operands) or any(
            isinstance(r.type, TensorType) and r.type.rank > MOST_DIMENSIONS for r in op.results):
        return None
    try:
        with Budget(_MOST_BYTES).counting():
            return np.asarray(op.eval(*(c.array() for c in operands)))
    except (UserError, MemoryError):
        return None  # the program fails where it runs, with its own message


TABLE.rules += [Rule("f(constants) -> constant", None, of_constants, (0, cls)) for cls in (Constant, Number)]


@TABLE.rule("a choice of elements of a splat -> splat", DynamicSlice, Gather, TorchIndexSelect, of=Constant)
def selection_of_equal_elements(op: Any, b: Builder) -> Replacement:
    found = splat(op.operand)
    return None if found is None or not is_foldable(op) else b.splat(found, op.results[0].type)


@TABLE.rule("iota along a dimension of size 1 -> 0", Iota)
def iota_of_one(op: Any, b: Builder) -> Replacement:
    if op.output.shape[op.iota_dimension] != 1 or not is_static(op.output):
        return None
    return b.splat(0, op.output.type)


_rules_of = index(TABLE)


def is_foldable(op: Operation) -> bool:
    """Whether an operation is a function of its operands that gives one ordinary tensor, or one number."""
    return (isinstance(op, Op) and op.is_pure and len(op.results) == 1 and _is_plain(op.results[0])
            and not op.is_generator)


def _is_known(value: Value) -> bool:
    return _is_plain(value) and constant(value) is not None


def _is_plain(value: Value) -> bool:
    return is_static(value) or isinstance(value.type, ElementType)


def _repeated_element(op: Op) -> Any:
    """The number that stands everywhere in the result of constants, where no element needs to be looked at for that."""
    values = [splat(v) for v in op.operands]
    if op.moves is not None:
        moved = values[op.moves]
        first = moved[0]
        same = first is not None and all(v is not None and v.tobytes() == first.tobytes() for v in moved[1:])
        return first if same else None
    if op.is_elementwise and op.eval is not None and not op.regions and all(v is not None for v in values):
        return np.asarray(op.eval(*map(np.asarray, values))).reshape(())[()]
    return None


def _is_small(op: Op, type: TensorType) -> bool:
    """Whether it is worth computing the result now."""
    given = sum(prod(getattr(v.type, "shape", ())) for v in op.operands)
    if type.size > _LARGEST_RESULT or given > 4 * _LARGEST_RESULT or type.size > max(given, _TINY_RESULT):
        return False
    depth = given if op.is_contraction else 1
    return type.size * depth <= _LARGEST_WORK

