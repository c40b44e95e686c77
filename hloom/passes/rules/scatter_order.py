"""Scatters whose windows are columns: what lies side by side in the updates lies apart in the operand.

    scatter(x, i, transpose(u))    ->    transpose(scatter(transpose(x), i, u))

As sums of segments of a table come from a mapping over its columns. Rows of the table are added to rows then, in vectors and in
the order in which they lie, rather than element by element to places that are whole rows apart; the operand, which is smaller
than the updates, changes places before and after, often for nothing: it is the same number everywhere, or is transposed next.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.ir.core import OpResult
from hloom.ops.common.attributes import ScatterDimensionNumbers
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.stablehlo.movement import Transpose
from hloom.ops.stablehlo.scatter import Scatter
from hloom.passes.rewriting import Replacement

#: Elements of a row of a window from which on it is worth it.
_LONG = 8


def windows_in_rows(op: Any, b: Builder) -> Replacement:
    """scatter(x, i, transpose(u)) -> transpose(scatter(transpose(x), i, u)), part of the pass `decompose`."""
    numbers, x, updates = op.scatter_dimension_numbers, op.inputs[0], op.updates[0]
    types: list[Any] = [v.type for v in (*op.inputs, *op.updates, op.scatter_indices, *op.results)]
    if not all(t.is_static and t.size and not t.is_quantized for t in types) or updates.type.size < x.type.size:
        return None
    own = _innermost(updates)
    if own is None or any(_innermost(u) != own for u in op.updates):
        return None
    if own not in numbers.update_window_dims or updates.shape[own] < _LONG:
        return None
    skipped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    goal = [d for d in range(x.rank) if d not in skipped][numbers.update_window_dims.index(own)]
    if goal in numbers.scatter_dims_to_operand_dims or prod(x.shape[goal + 1 :]) == 1:
        return None
    of_operand, of_updates = ([d for d in range(v.rank) if d != last] + [last] for v, last in ((x, goal), (updates, own)))

    def now(dimensions: Sequence[int], order: list[int]) -> tuple[int, ...]:
        return tuple(order.index(d) for d in dimensions)

    made: Any = b(Scatter, [b(Transpose, v, permutation=of_operand) for v in op.inputs], op.scatter_indices,
                 [b(Transpose, v, permutation=of_updates) for v in op.updates], regions=[clone_region(op.update_computation, {})],
                 indices_are_sorted=op.indices_are_sorted, unique_indices=op.unique_indices,
                 scatter_dimension_numbers=ScatterDimensionNumbers(
                     tuple(sorted(now(numbers.update_window_dims, of_updates))),
                     tuple(sorted(now(numbers.inserted_window_dims, of_operand))), now(numbers.input_batching_dims, of_operand),
                     numbers.scatter_indices_batching_dims, now(numbers.scatter_dims_to_operand_dims, of_operand),
                     numbers.index_vector_dim))
    back = [of_operand.index(d) for d in range(x.rank)]
    results = made if isinstance(made, tuple) else (made,)
    return tuple(b(Transpose, v, permutation=back) for v in results)


def _innermost(value: Any) -> int | None:
    """Which dimension of a transposed tensor lies side by side in memory before; None where it is the last one as it is, or
    nothing is transposed."""
    op = value.owner if isinstance(value, OpResult) else None
    if not isinstance(op, Transpose):
        return None
    source: Any = op.operands[0].type
    inner = max((d for d in range(source.rank) if source.shape[d] > 1), default=None)
    if inner is None:
        return None
    found = list(op.permutation).index(inner)
    return None if prod(value.shape[found + 1 :]) == 1 else found
