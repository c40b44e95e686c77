"""What rules ask about values: what computes them, and which constants they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.core import OpResult, Value
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.known_values import constant as constant
from hloom.ops.stablehlo.known_values import integer as integer
from hloom.ops.stablehlo.known_values import is_static as is_static
from hloom.ops.stablehlo.known_values import splat as splat


def producer(value: Value, cls: type[Op]) -> Any:
    """The operation of a class that computes a value; None if another one does."""
    return value.owner if isinstance(value, OpResult) and isinstance(value.owner, cls) else None


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
