"""The custom call `ApproxTopK` of JAX's `approx_max_k` and `approx_min_k`, exactly: a recall of 1; and XLA's `TopK`.

Its operands are tensors and then an initial value for each; its results hold, along `reduction_dim`, the elements that come
first by the comparator, which is the function that `called_computations` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import IntegerAttr, StringAttr
from hloom.ir.core import Region
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Call
from hloom.ops.calls.target import Sizes, Target, body_of, called_function, define, fault, last, target_with_sizes, without_shapes
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.process import process_of_call
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.movement import Pad, Slice
from hloom.ops.stablehlo.sorting import Sort
from hloom.support.diagnostics import UserError

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


def _as_sort(op: Any, b: Builder) -> Any:
    """slice(sort(x))."""
    try:
        dimension, order = dimension_and_order(op)
    except UserError:
        return None  # the evaluator says what is wrong with it, if it is called
    if any(isinstance(inner, Call) for inner in order.block.operations):
        return None
    if len(op.operands) != 2 * len(op.results) or not all(v.type.is_static for v in (*op.operands, *op.results)):
        return None  # sizes that only the run knows
    count = len(op.operands) // 2
    inputs, initial = op.operands[:count], op.operands[count:]
    found = b(Sort, inputs, dimension=dimension, is_stable=True, regions=[body_of(order)])
    made = []
    for x, value, result in zip(found if count > 1 else [found], initial, op.results):
        shape, missing = list(x.type.shape), result.type.shape[dimension] - x.type.shape[dimension]
        none = [0] * len(shape)
        shape[dimension] += missing
        if missing > 0:
            made.append(b(Pad, x, value, edge_padding_low=none, interior_padding=none,
                          edge_padding_high=[missing if d == dimension else 0 for d in range(len(shape))]))
        else:
            made.append(b(Slice, x, start_indices=none, limit_indices=shape, strides=[1] * len(shape)))
    return made


def _of_known_size(op: Any, call: Any, sizes: Sequence[Sequence[int]]) -> Op | None:
    """The call with as many results along the dimension as there are to be."""
    count = len(call.results)
    if len(call.operands) != 2 * count + 1 or len(sizes[0]) != 1:
        return None
    dimension, _ = dimension_and_order(op)
    shape = list(call.operands[0].type.shape)
    shape[dimension] = sizes[0][0]
    types = [TensorType(tuple(shape), r.type.element) for r in call.results]
    attributes = {**call.attributes, "call_target_name": StringAttr(_APPROXIMATE.name)}
    return CustomCall(call.operands[:-1], types, attributes, ())


def _largest(lowering: Any, op: Any, operands: Sequence[Any]) -> Any:
    """What XLA for the CPU makes of topk."""
    return lowering.make("chlo.top_k", operands, k=op.results[0].type.elements[0].shape[-1])


_APPROXIMATE = Target("ApproxTopK", approximate_top_k, decompose=_as_sort)
define(_APPROXIMATE, Target("TopK", expand=_largest),
       Target(target_with_sizes("approx_top_k"), dynamic_approximate_top_k, sizes=Sizes(last, _of_known_size)))
