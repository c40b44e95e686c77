"""Sorting along a dimension by a comparator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.numbers.many_dimensions import as_rows
from hloom.ops.common.region_function import is_comparator, one_block
from hloom.ops.definition.attribute_kinds import boolean, i64
from hloom.ops.definition.constraints import per_tensor_quantized, tensor
from hloom.ops.definition.operation import Attr, Body, C, Op, Operands, infers
from hloom.ops.stablehlo.reduction import same_shapes
from hloom.ops.stablehlo.sort_keys import sort_keys

Array = Any


class Sort(Op, name="stablehlo.sort"):
    """Sorts rows of the inputs together along `dimension`: the comparator holds for no element and one before it.

    Equal elements keep their order, whether `is_stable` asks for that or not.
    """

    inputs: Operands = tensor | per_tensor_quantized
    dimension: Attr = i64.default(-1)
    is_stable: Attr = boolean.default(False)
    comparator: Body = None
    takes_any_end = True
    kernel = "sort"
    checks = [
        C(1, "needs at least one input", lambda op: len(op.inputs) > 0),
        C(3, "inputs must have one shape, got {inputs}", lambda op: same_shapes(op.inputs)),
        C(4, "dimension must lie in [-{op.inputs[0].rank}, {op.inputs[0].rank}), got {dimension}",
          lambda op: -op.inputs[0].rank <= op.dimension < op.inputs[0].rank),
        one_block("comparator"),
        C(5, "comparator must take two scalars for each of {inputs} and return tensor<i1>",
          lambda op: is_comparator(op.comparator, [x.element for x in op.inputs for _ in range(2)])),
    ]

    @infers("C2")
    def outputs(op) -> Any:
        return tuple(x.type for x in op.inputs)

    def run(op, process: Any, *inputs: Array) -> Any:
        if not inputs[0].size:
            return inputs
        shape = np.moveaxis(inputs[0], op.dimension, -1).shape
        rows = [as_rows(np.moveaxis(x, op.dimension, -1)) for x in inputs]
        keys = sort_keys(op.comparator.block, rows)
        if keys is not None:
            order = np.lexsort(keys[::-1], axis=-1) if len(keys) > 1 else np.argsort(keys[0], axis=-1, kind="stable")
        else:
            def less(first: Sequence[Array], second: Sequence[Array]) -> Array:
                pairs = [x for pair in zip(first, second) for x in pair]
                return process.call_batched(op.comparator, *pairs)[0]

            order = _sorted_order(rows, less)
        return tuple(np.moveaxis(np.take_along_axis(x, order, -1).reshape(shape), -1, op.dimension) for x in rows)

    def accesses(op, i: Any, number: int) -> Any:
        row = list(i)
        if row:
            row[op.dimension] = fresh(op.inputs[0].shape[op.dimension], "s")
        return [x[row] for x in op.inputs]


def _sorted_order(rows: Sequence[Array], less: Callable[[Sequence[Array], Sequence[Array]], Array]) -> Array:
    """The permutation of the last dimension that sorts `rows` by `less`, equal elements in their order.

    A merge-exchange network (Batcher; Knuth, The Art of Computer Programming 5.2.2, algorithm M): each stage compares
    disjoint pairs, all of them at once, O(log(n)^2) stages.
    """
    shape = rows[0].shape
    order = np.broadcast_to(np.arange(shape[-1]), shape).copy()
    for low, high in _exchanges(shape[-1]):
        a, b = order[..., low], order[..., high]
        first, second = ([np.take_along_axis(x, at, -1) for x in rows] for at in (a, b))
        wrong = less(second, first) | (~less(first, second) & (a > b))
        order[..., low], order[..., high] = np.where(wrong, b, a), np.where(wrong, a, b)
    return order


def _exchanges(count: int) -> Iterator[tuple[Array, Array]]:
    """The stages of the network for `count` elements: places to compare, the lower and the higher of each pair."""
    merged = 1
    while merged < count:
        distance = merged
        while distance >= 1:
            low = np.arange(count - distance)
            first = distance % merged
            in_turn = (low >= first) & ((low - first) // distance % 2 == 0)
            low = low[in_turn & (low // (2 * merged) == (low + distance) // (2 * merged))]
            if low.size:
                yield low, low + distance
            distance //= 2
        merged *= 2
