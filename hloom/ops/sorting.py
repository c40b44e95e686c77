"""Sorting along a dimension by a comparator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.expr.scalar import Argument, Rewriter, walk
from hloom.ir.core import Block, Value
from hloom.numbers.compare import total_order_key
from hloom.numbers.convert import widen_integer
from hloom.numbers.element_type import F64, of_dtype
from hloom.numbers.rounding import widen
from hloom.ops.attribute_kinds import boolean, i64
from hloom.ops.comparison import Compare
from hloom.ops.constraints import per_tensor_quantized, tensor
from hloom.ops.definition import Attr, Body, C, Op, Operands, infers
from hloom.ops.reduction import same_shapes
from hloom.ops.region_function import is_comparator, one_block, region_function

Array = Any


class Sort(Op, name="stablehlo.sort"):
    """Sorts rows of the inputs together along `dimension`: the comparator holds for no element and one before it.

    Equal elements keep their order, whether `is_stable` asks for that or not.
    """

    inputs: Operands = tensor | per_tensor_quantized
    dimension: Attr = i64.default(-1)
    is_stable: Attr = boolean.default(False)
    comparator: Body = None
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
        rows = [np.moveaxis(x, op.dimension, -1) for x in inputs]
        key = _sort_key(op, rows)
        if key is not None:
            order = np.argsort(key, axis=-1, kind="stable")
        else:
            def less(first: Sequence[Array], second: Sequence[Array]) -> Array:
                pairs = [x for pair in zip(first, second) for x in pair]
                return process.call_batched(op.comparator, *pairs)[0]

            order = _sorted_order(rows, less)
        return tuple(np.moveaxis(np.take_along_axis(x, order, -1), -1, op.dimension) for x in rows)


def _sort_key(op: Sort, rows: Sequence[Array]) -> Array | None:
    """Numbers that NumPy sorts as the comparator would; None where the comparator does not compare keys.

    It does if it compares the same function of both elements of one input, as `compare LT, f(a), f(b)`.
    """
    function, block = region_function(op.comparator), op.comparator.block
    comparison = next((o for o in block.operations if list(o.results) == block.terminator.operands), None)
    if function is None or not isinstance(comparison, Compare) or comparison.comparison_direction in ("EQ", "NE"):
        return None
    arguments = [Argument(a.type.storage) for a in block.arguments]  # type: ignore[union-attr]
    comparing = function(*arguments)[0]
    left, right = comparing.children
    used = [[k for k, a in enumerate(arguments) if a in set(walk(side))] for side in (left, right)]
    if sorted(used) not in [[[k], [k + 1]] for k in range(0, len(arguments), 2)]:
        return None
    (first,), (second,) = used
    if Rewriter(scalars={arguments[first]: arguments[second]})(left) is not right:
        return None
    key = _body_value(block, rows, comparison.operands[0])
    type = of_dtype(key.dtype)
    ascends = (comparison.comparison_direction in ("LT", "LE")) == (first < second)
    if type.is_float:
        key = total_order_key(key) if comparison.order == "TOTALORDER" else widen(key, F64)
        return key if ascends else -key
    return widen_integer(key) if ascends else ~widen_integer(key)


def _body_value(block: Block, rows: Sequence[Array], wanted: Value) -> Array:
    """What a comparator's block computes for `wanted` when both elements of each pair are those of `rows`."""
    known: dict[Value, Any] = {a: rows[k // 2] for k, a in enumerate(block.arguments)}
    for op in block.operations:
        if wanted in known:
            break
        known[op.results[0]] = op.eval(*(known[v] for v in op.operands))  # type: ignore[attr-defined]
    return np.broadcast_to(known[wanted], rows[0].shape)


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
