"""Operands that are constants: what a program computes at run time but a reader can already tell."""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.traits import Traits


def constant_values(value: Any) -> list[int] | None:
    """The integers that an operand holds if it is a constant; None if only a run tells, or they are too many for a shape."""
    owner = getattr(value, "owner", None)
    found = owner.constant_value() if isinstance(owner, Traits) else None
    return found.array().reshape(-1).tolist() if found is not None and found.is_short and found.has_array else None


def constant(value: Value) -> DenseElementsAttr | None:
    """The numbers of a value that a constant operation computes; None for any other value."""
    owner = value.owner if isinstance(value, OpResult) else None
    return owner.constant_value() if isinstance(owner, Traits) else None


def splat(value: Value) -> Any:
    """The NumPy scalar that a constant holds in all its elements; None for anything else."""
    found = constant(value)
    return found.data.reshape(())[()] if found is not None and found.data.size == 1 else None


def integer(value: Value) -> int | None:
    """The number that an integer (or truth value) constant holds in all its elements; None for anything else."""
    found = splat(value)
    if found is None or not is_static(value) or value.element.kind not in ("sint", "uint", "pred"):
        return None
    return int(found)


def is_static(value: Value) -> bool:
    """Whether a value is a tensor of known shape, ordinary element type and no encoding."""
    type = value.type
    return (isinstance(type, TensorType) and type.is_static and isinstance(type.element, ElementType)
            and type.encoding is None)
