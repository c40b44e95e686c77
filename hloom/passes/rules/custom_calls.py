"""Custom calls that stand for operations: then they are compiled as these are."""

from __future__ import annotations

from typing import Any

from hloom.ops.builtin.function import Call
from hloom.ops.calls import chlo, top_k
from hloom.ops.common.decomposition import Builder
from hloom.ops.mhlo.operations import TopK
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.movement import Pad, Slice
from hloom.ops.stablehlo.sorting import Sort
from hloom.passes.dynamic_forms import body_of, called_operation
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.support.diagnostics import UserError

TABLE = RuleTable()


def means(op: Any, function: Any) -> bool:
    """Whether a call has this meaning: nobody has registered another one for its target."""
    return CUSTOM_CALLS.get(op.call_target_name) is function and not op.has_side_effect


@TABLE.rule("ApproxTopK(x, initial) -> slice(sort(x))", CustomCall)
def first_by_a_comparator(op: Any, b: Builder) -> Replacement:
    if not means(op, top_k.approximate_top_k):
        return None
    try:
        dimension, order = top_k.dimension_and_order(op)
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


@TABLE.rule("stablehlo.dynamic_f(x, sizes) -> f(x)", CustomCall)
def operation_with_sizes(op: Any, b: Builder) -> Replacement:
    made = called_operation(op, op)
    return None if made is None else b.place(made)


@TABLE.rule("mhlo.topk(x) -> topk(x)", CustomCall)
def largest_elements(op: Any, b: Builder) -> Replacement:
    if not means(op, chlo.top_k) or len(op.operands) != 1:
        return None
    try:
        k, is_largest = chlo.top_k_settings(op)
    except UserError:
        return None
    return b(TopK, op.operands[0], k=k, largest=is_largest)
