"""Tensors of unknown rank, which programs of CHLO may carry until a client refines them. They verify, and do not run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.core import Operation
from hloom.ir.types import AnyType, TensorType, UnrankedTensorType


def is_ranked(op: Operation) -> bool:
    """Whether the ranks of all operands are known, so that constraints on their shapes can be stated."""
    return not any(isinstance(v.type, UnrankedTensorType) for v in op.operands)


def of_known_rank(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A constraint on shapes that holds as long as a rank is unknown."""
    return lambda op: not is_ranked(op) or holds(op)


def ranked_types(op: Operation) -> list[TensorType]:
    """The types of the operands whose rank is known."""
    return [v.type for v in op.operands if isinstance(v.type, TensorType)]


def inferred(op: Operation, element: AnyType, infer: Callable[[], TensorType], is_known: bool | None = None,
             number: int = 0) -> AnyType:
    """The type of result `number`, whose elements are of type `element`: what `infer` says if `is_known`, which it is unless told
    where all ranks are; else any shape. A result may have an unknown rank in both cases."""
    given = op.results[number].type if op.results else None
    if is_ranked(op) if is_known is None else is_known:
        found = infer()
        return UnrankedTensorType(found.element) if isinstance(given, UnrankedTensorType) else found
    return given.with_element(element) if isinstance(given, TensorType) else UnrankedTensorType(element)
