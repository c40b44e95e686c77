"""Which operations must run even if nothing uses their results."""

from __future__ import annotations

from hloom.ir.core import Operation
from hloom.ops.definition.operation import Op
from hloom.reference.custom_calls import effectless


def has_effect(op: Operation) -> bool:
    """Whether an operation does something besides computing its results, its regions apart.

    An operation that hloom does not know may do anything.
    """
    return not isinstance(op, Op) or op.has_effect()


def is_pure(op: Operation) -> bool:
    """Whether an operation, with all inside it, may be merged with an equal one, moved, or computed in vain."""
    if not isinstance(op, Op) or not (op.is_pure or _is_pure_call(op)):
        return False
    return not op.regions or all(isinstance(inner, Op) and (inner.is_pure or inner.is_terminator)
                                 for inner in op.walk())


def _is_pure_call(op: Op) -> bool:
    known = effectless(op)
    return known is not None and known.is_pure
