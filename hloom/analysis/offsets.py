"""How far apart the elements of two small integer tensors are, where they are not known themselves.

    %limit = stablehlo.add %start, %sizes : tensor<2xi32>        // limit - start is sizes, whatever start is

So exports with symbolic sizes say where a slice begins and ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.elementwise import Add, Subtract
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Reshape

#: Gives the elements of a value where they are known, else None.
Elements = Callable[[Value], Any]
#: An element: what it is the sum of, an element of a value or None for nothing, and a number.
Term = tuple[tuple[Value, int] | None, int]
#: Operations that are followed from a tensor back.
_DEEPEST = 32
_MOST_ELEMENTS = 64


def differences(of: Value, minus: Value, elements: Elements) -> list[int] | None:
    """The elements of one tensor minus those of another, where they are known; both are small tensors of integers."""
    first, second = _terms(of, elements, 0), _terms(minus, elements, 0)
    if first is None or second is None or len(first) != len(second):
        return None
    pairs = list(zip(first, second))
    return [a[1] - b[1] for a, b in pairs] if all(a[0] == b[0] for a, b in pairs) else None


def _terms(value: Value, elements: Elements, depth: int) -> list[Term] | None:
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static or type.size > _MOST_ELEMENTS:
        return None
    known = elements(value)
    if known is not None:
        return [(None, int(n)) for n in np.reshape(known, -1)]
    op = value.owner if isinstance(value, OpResult) else None
    found = _made_of(op, elements, depth + 1) if depth < _DEEPEST else None
    return [((value, k), 0) for k in range(type.size)] if found is None else found


def _made_of(op: Any, elements: Elements, depth: int) -> list[Term] | None:
    if isinstance(op, Add | Subtract):
        lhs, rhs = op.operands
        for moved, other in ((lhs, rhs), (rhs, lhs)) if isinstance(op, Add) else ((lhs, rhs),):
            numbers, terms = elements(other), _terms(moved, elements, depth)
            if numbers is not None and terms is not None:
                sign = 1 if isinstance(op, Add) else -1
                return [(base, n + sign * int(by)) for (base, n), by in zip(terms, np.reshape(numbers, -1))]
    elif isinstance(op, Concatenate) and op.results[0].type.rank == 1:  # type: ignore[union-attr]
        parts = [_terms(v, elements, depth) for v in op.operands]
        return None if None in parts else [term for part in parts for term in part or ()]
    elif isinstance(op, Reshape):
        return _terms(op.operand, elements, depth)
    elif isinstance(op, BroadcastInDim) and op.operand.type.is_static and op.operand.type.size == op.result.type.size == 1:
        return _terms(op.operand, elements, depth)
    elif isinstance(op, Convert) and all(v.element.kind == "sint" and v.element.width >= 32 for v in (op.operand, op.result)):
        return _terms(op.operand, elements, depth)  # as numbers of sizes are, far from the ends of such types
    return None
