"""Operands that are constants: what a program computes at run time but a reader can already tell."""

from __future__ import annotations

from typing import Any

from hloom.ops.definition.traits import Traits


def constant_values(value: Any) -> list[int] | None:
    """The integers that an operand holds if it is a constant; None if only a run tells, or they are too many for a shape."""
    owner = getattr(value, "owner", None)
    found = owner.constant_value() if isinstance(owner, Traits) else None
    return found.array().reshape(-1).tolist() if found is not None and found.is_short and found.has_array else None
