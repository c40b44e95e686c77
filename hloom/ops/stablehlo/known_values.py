"""Operands that are constants: what a program computes at run time but a reader can already tell."""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import DenseElementsAttr
from hloom.ops.stablehlo.creation import Constant


def constant_values(value: Any) -> list[int] | None:
    """The integers that an operand holds if it is a constant; None if only a run tells."""
    owner = getattr(value, "owner", None)
    if not isinstance(owner, Constant) or not isinstance(owner.value, DenseElementsAttr):
        return None
    return [int(n) for n in owner.value.array().reshape(-1)]
