"""Which operations must run even if nothing uses their results."""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Operation
from hloom.ops.definition.operation import Op

#: Operations that are not pure only because they must not be merged or because their regions decide.
_DECIDED_BY_REGIONS = frozenset(("if", "case", "while", "barrier"))


def has_effect(op: Any) -> bool:
    """Whether an operation does something besides computing its results, its regions apart.

    An operation that hloom does not know may do anything. A loop that does not end counts as computing nothing.
    """
    if not isinstance(op, Op):
        return True
    if op.control in _DECIDED_BY_REGIONS:
        return False
    if op.control == "custom_call":
        return op.has_side_effect or not op.results  # type: ignore[attr-defined]
    return not op.is_pure and op.kernel != "random"  # two draws differ, but an unused one is nothing


def is_pure(op: Operation) -> bool:
    """Whether an operation, with all inside it, may be merged with an equal one, moved, or computed in vain."""
    if not isinstance(op, Op) or not op.is_pure:
        return False
    return not op.regions or all(isinstance(inner, Op) and (inner.is_pure or inner.is_terminator)
                                 for inner in op.walk())
