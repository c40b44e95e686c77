"""The shapes of instructions of HLO by XLA's rules: what each one states is what follows from its operands."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hloom.ir.core import Operation
from hloom.ir.types import AnyType, QuantizedType, TensorType
from hloom.support.diagnostics import Diagnostic, InputError
from hloom.xla.inference.operations import result_shape
from hloom.xla.shape import Shape
from hloom.xla.shape_util import compatible

_shape = lru_cache(4096)(Shape.of_type)


def diagnose_instructions(root: Operation) -> list[Diagnostic]:
    """The faults of a program in the form of HLO whose operations are sound by themselves."""
    found = []
    for op in root.walk():
        if len(op.results) == 1 and not op.is_terminator:
            fault = _fault(op)
            if fault is not None:
                found.append(Diagnostic(f"{op.name.replace('.', '_')}_shape", fault, op.span))
    return found


def _fault(op: Any) -> str | None:
    type: AnyType = op.results[0].type
    if isinstance(type, TensorType) and isinstance(type.element, QuantizedType):
        return None
    try:
        stated = _shape(type)
        inferred = result_shape(op, stated)
    except InputError as error:
        return str(error)
    if inferred is None or compatible(inferred, stated):
        return None
    return (f"Expected instruction to have shape equal to {inferred.to_text(layouts=False)}, actual shape is "
            f"{stated.to_text(layouts=False)}")
