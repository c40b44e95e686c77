"""What a fold combines with: the functions that may be reassociated and commuted, and their identities."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.expr.scalar import Apply, Fold
from hloom.numbers.element_type import ElementType


def combiner(fold: Fold, number: int) -> str | None:
    """The function by which accumulator `number` is combined with its element, if it is one of those known to be
    associative and commutative (for floats as far as the specification lets an implementation choose the order)."""
    node = fold.combined[number]
    pair = {fold.accumulators[number], fold.elements[number]}
    if isinstance(node, Apply) and len(node.children) == 2 and set(node.children) == pair and node.function in _IDENTITIES:
        return node.function
    return None


def combiners(fold: Fold) -> list[str] | None:
    """The functions of all accumulators; None if the fold must run in order."""
    found = [combiner(fold, k) for k in range(len(fold.combined))]
    return found if fold.reorderable and all(found) else None  # type: ignore[return-value]


def identity(function: str, type: ElementType) -> Any:
    """The value that combines to the other operand."""
    return _IDENTITIES[function](type)


def _lowest(type: ElementType) -> Any:
    if type.is_float:
        return -np.inf
    return 0 if type.kind in ("uint", "pred") else -(1 << (type.width - 1))


def _highest(type: ElementType) -> Any:
    if type.is_float:
        return np.inf
    return (1 << (type.width - (type.kind == "sint"))) - 1


def _ones(type: ElementType) -> Any:
    return -1 if type.kind == "sint" else (1 << type.width) - 1


_IDENTITIES: dict[str, Any] = {
    "add": lambda t: -0.0 if t.is_float or t.is_complex else 0, "multiply": lambda t: 1, "maximum": _lowest, "minimum": _highest,
    "and": _ones, "or": lambda t: 0, "xor": lambda t: 0,
}
