"""What a reduction combines with: the reducers, which may be reassociated and commuted, and their identities."""

from __future__ import annotations

from typing import Any

from hloom.expr.scalar import Apply, Reduction
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.reducers import REDUCERS


def reducer(reduction: Reduction, number: int) -> str | None:
    """The function by which accumulator `number` is combined with its element, if it is one of those known to be
    associative and commutative (for floats as far as the specification lets an implementation choose the order)."""
    node = reduction.combined[number]
    pair = {reduction.accumulators[number], reduction.elements[number]}
    if isinstance(node, Apply) and len(node.children) == 2 and set(node.children) == pair and node.function in REDUCERS:
        return node.function
    return None


def reducers(reduction: Reduction) -> list[str] | None:
    """The functions of all accumulators; None if the reduction must run in order."""
    found = [reducer(reduction, k) for k in range(len(reduction.combined))]
    return found if reduction.reorderable and all(found) else None  # type: ignore[return-value]


def identity(function: str, type: ElementType) -> Any:
    """The value that combines to the other operand."""
    return REDUCERS[function].identity(type)
