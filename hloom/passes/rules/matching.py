"""What rules ask about values: what computes them, and which constants they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import OpResult, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Traits
from hloom.ops.stablehlo.conversion import Convert


def producer(value: Value, cls: type[Op]) -> Any:
    """The operation of a class that computes a value; None if another one does."""
    return value.owner if isinstance(value, OpResult) and isinstance(value.owner, cls) else None


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


def extended(shape: Sequence[int]) -> list[int]:
    """The dimensions that are not of size 1."""
    return [d for d, n in enumerate(shape) if n != 1]


def before_widening(value: Value) -> Any:
    """The numbers that a value was converted from to a type that holds all of them, as operands of products are that are
    multiplied as they were; any other value itself."""
    conversion = producer(value, Convert)
    if conversion is None or not is_static(conversion.operand) or not is_static(value):
        return value
    given, taken = conversion.operand.element, conversion.result.element
    if given.is_integer and taken.is_integer:
        is_kept = given.width < taken.width and (given.kind == "uint" or taken.kind == "sint")
    else:
        is_kept = given.name in ("bf16", "f16") and taken.name in ("f32", "f64")
    return conversion.operand if is_kept else value
