"""The custom call `ApproxTopK` of JAX's `approx_max_k` and `approx_min_k`, exactly: a recall of 1.

Its operands are tensors and then an initial value for each; its results hold, along `reduction_dim`, the elements that come
first by the comparator, which is the function that `called_computations` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import IntegerAttr
from hloom.ir.core import Operation, Region
from hloom.ops.builtin.module import Module
from hloom.ops.calls.shape_operands import without_shapes
from hloom.ops.common.decomposition import clone
from hloom.ops.common.process import process_of_call
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.sorting import Sort
from hloom.support.diagnostics import EvaluationError

Array = Any


def approximate_top_k(op: Any, *operands: Array) -> tuple[Array, ...]:
    """The elements that come first, in their order, as many as the results have; initial values where there are no more."""
    operands, shapes = without_shapes(op, operands)
    return _top_k(op, operands, shapes)


def dynamic_approximate_top_k(op: Any, *operands: Array) -> tuple[Array, ...]:
    """The same with the number of elements as the last operand."""
    operands, shapes = without_shapes(op, operands)
    operands, number = operands[:-1], operands[-1]
    if number.size != 1 or number.dtype.kind not in "iu":
        raise fault(op, "needs the number of elements as its last operand")
    k, found = int(number.reshape(())), _top_k(op, operands, shapes)
    if any(x.shape[_dimension(op, op.operands[: len(found)])] != k for x in found):
        raise fault(op, f"gives {k} elements, but its results have other shapes")
    return found


def _top_k(op: Any, operands: Sequence[Array], shapes: Sequence[tuple[int, ...]]) -> tuple[Array, ...]:
    count = len(operands) // 2
    inputs, initial = operands[:count], operands[count:]
    if len(operands) != 2 * len(op.results):
        raise fault(op, "needs tensors, an initial value and a result for each, and the option reduction_dim")
    dimension, order = dimension_and_order(op)
    sort = Sort.create(op.operands[:count], result_types=[v.type for v in op.operands[:count]], regions=[order],
                       dimension=dimension, is_stable=True)
    found = process_of_call().run_stand_in(sort, *inputs)
    return tuple(_first(x, v, shape[dimension], dimension) for x, v, shape in zip(found, initial, shapes))


def dimension_and_order(op: Any) -> tuple[int, Region]:
    """Along which dimension a call chooses elements, and the body of its comparator. Raises EvaluationError for a call that says
    nothing of the sort."""
    inputs = op.operands[: len(op.results)]
    if len(op.operands) < 2 * len(op.results):
        raise fault(op, "needs tensors, an initial value and a result for each, and the option reduction_dim")
    dimension = _dimension(op, inputs)
    order = called_function(op).regions[0]
    types = [v.type for v in inputs for _ in range(2)]
    if [a.type.element for a in order.arguments if a.type.rank == 0] != [t.element for t in types]:  # type: ignore[union-attr]
        raise fault(op, "the comparator must take two scalars for each tensor")
    return dimension, order


def _first(x: Array, initial: Array, count: int, dimension: int) -> Array:
    """The first `count` elements along a dimension."""
    kept = x[(slice(None),) * dimension + (slice(count),)]
    missing = count - kept.shape[dimension]
    if not missing:
        return kept
    filling = np.full((*kept.shape[:dimension], missing, *kept.shape[dimension + 1 :]), initial, kept.dtype)
    return np.concatenate([kept, filling], dimension)


def _dimension(op: Any, inputs: Sequence[Any]) -> int:
    number = op.options().get("reduction_dim")
    rank = inputs[0].type.rank if inputs else 0
    if not isinstance(number, IntegerAttr) or not -rank <= number.value < rank:
        raise fault(op, "needs tensors, an initial value and a result for each, and the option reduction_dim")
    if any(len(r.type.shape) != rank for r in op.results) or len({x.type.shape for x in inputs}) > 1:
        raise fault(op, "needs tensors of one shape, and results of the same rank")
    return number.value % rank


def module_of(op: Operation) -> Module:
    owner: Operation | None = op
    while owner is not None and not isinstance(owner, Module):
        owner = owner.parent
    if owner is None:
        raise fault(op, "is in no module")
    return owner


def called_function(op: Any) -> Op:
    """A copy of the function that a call names as its computation."""
    function = module_of(op).functions.get(op.called_computations[0]) if len(op.called_computations) == 1 else None
    if function is None or function.is_declaration:
        raise fault(op, "needs called_computations to name a function")
    return clone(function, {})  # type: ignore[return-value]


def fault(op: Operation, message: str) -> EvaluationError:
    return EvaluationError.at(op.span, "custom_call", f"{getattr(op, 'call_target_name', op.name)} {message}")
