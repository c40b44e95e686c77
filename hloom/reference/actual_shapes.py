"""Constraints of operations whose shapes are only known when they run.

A program with dynamic shapes is valid if its types may fit; whether they do shows at run time. Then an operation is held, once
for each combination of shapes, against the constraints that static types would have been held against before the run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.core import OpResult, Value
from hloom.ir.types import AnyType, TensorType
from hloom.ops.definition.constraints import compatible
from hloom.ops.definition.operation import Op, diagnostic_code
from hloom.support.diagnostics import EvaluationError

#: Combinations of shapes that are remembered for an operation.
_REMEMBERED = 256


def _is_dynamic(value: Value) -> bool:
    return isinstance(value.type, TensorType) and not value.type.is_static


def with_checked_shapes(op: Op, compute: Callable[..., Any]) -> Callable[..., Any]:
    """`compute`, which evaluates `op`, with operands checked before it, and its results after it.

    The function raises EvaluationError with the code of the constraint that the shapes of this run break.
    """
    seen: set[tuple[tuple[int, ...], ...]] = set()

    def checked(*values: Any) -> Any:
        shapes = tuple([np.shape(x) for x in values])
        if shapes not in seen:
            _check(op, [_actual(v.type, shape) for v, shape in zip(op.operands, shapes)])
            if len(seen) < _REMEMBERED:
                seen.add(shapes)
        found = compute(*values)
        for part, result in zip(found if type(found) is tuple else (found,), op.results):
            given = _actual(result.type, np.shape(part))
            if not compatible(given, result.type):
                raise EvaluationError.at(op.span, "shape", f"{op.name} gives a {given} in this run, not a {result.type}")
        return found

    return checked


def _actual(type: AnyType, shape: tuple[int, ...]) -> AnyType:
    return TensorType(shape, type.element) if isinstance(type, TensorType) else type


def _check(op: Op, types: list[AnyType]) -> None:
    """Raises EvaluationError for the first constraint that `op` breaks with operands of these types."""
    made = type(op)([Value(t) for t in types], attributes=op.attributes, location=op.location, span=op.span)
    made.regions = op.regions  # which stay those of `op`
    made.results = tuple(OpResult(r.type, made, k) for k, r in enumerate(op.results))
    for check in (*op.checks, *op.result_checks):
        if not check.of_types and not check.only_warns and not check.holds(made):
            raise EvaluationError.at(op.span, diagnostic_code(op, check.label), f"{check.text(made)} in this run")
    inference = op.definition.inference
    if inference is None:
        return
    for number, (wanted, result) in enumerate(zip(made.inferred_types(), op.results)):
        if not compatible(wanted, result.type):
            code = diagnostic_code(op, inference.label("shape", number))
            raise EvaluationError.at(op.span, code, f"the result of {op.name} is a {wanted} in this run, not a {result.type}")


def needs_check(op: Op) -> bool:
    """Whether shapes of `op` may turn out not to fit. What hands values on to other operations leaves it to these."""
    if op.kernel == "dynamic":  # whose operands say what shape a result has, whatever its type says
        return True
    return (op.control is None and not op.looks_outside and op.kernel not in ("check", "collective")
            and any(map(_is_dynamic, (*op.operands, *op.results))))
