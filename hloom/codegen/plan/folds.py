"""What a fold combines with: the reducers, which may be reassociated and commuted, and their identities."""

from __future__ import annotations

from typing import Any

from hloom.expr.scalar import Apply, Fold
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.reducers import REDUCERS


def combiner(fold: Fold, number: int) -> str | None:
    """The function by which accumulator `number` is combined with its element, if it is one of those known to be
    associative and commutative (for floats as far as the specification lets an implementation choose the order)."""
    node = fold.combined[number]
    pair = {fold.accumulators[number], fold.elements[number]}
    if isinstance(node, Apply) and len(node.children) == 2 and set(node.children) == pair and node.function in REDUCERS:
        return node.function
    return None


def combiners(fold: Fold) -> list[str] | None:
    """The functions of all accumulators; None if the fold must run in order."""
    found = [combiner(fold, k) for k in range(len(fold.combined))]
    return found if fold.reorderable and all(found) else None  # type: ignore[return-value]


def identity(function: str, type: ElementType) -> Any:
    """The value that combines to the other operand."""
    return REDUCERS[function].identity(type)
