"""The layouts of results that a program leaves to the plugin: those in which nothing has to be moved.

    transpose of a row-major argument        the other way round
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hloom.ir.attributes import ArrayAttr
from hloom.ir.core import BlockArgument, Value
from hloom.ops.builtin.function import Function
from hloom.ops.sdy.operations import Annotation
from hloom.ops.stablehlo.movement import Transpose

#: An order of dimensions from minor to major.
Order = tuple[int, ...]


def free_order(value: Value, arguments: Mapping[Value, Order]) -> Order | None:
    """The order of a result that is an argument, transposed or not, or whose layout the program states; None for others."""
    if isinstance(value, BlockArgument):
        return arguments.get(value)
    op: Any = value.owner  # type: ignore[attr-defined]
    stated = op.attributes.get("result_layouts")
    if isinstance(stated, ArrayAttr) and len(stated.values) == len(op.results) == 1:
        return tuple(int(n) for n in stated.values[0].array().reshape(-1))  # type: ignore[attr-defined]
    if isinstance(op, Annotation):
        return free_order(op.operands[0], arguments)
    if isinstance(op, Transpose):
        inner = free_order(op.operands[0], arguments)
        return None if inner is None else tuple(list(op.permutation).index(d) for d in inner)
    return None


def free_orders(function: Function, arguments: tuple[Order, ...]) -> list[Order | None]:
    """The orders of all results."""
    block = function.body.block
    known = dict(zip(block.arguments, arguments))
    return [free_order(value, known) for value in block.terminator.operands]
