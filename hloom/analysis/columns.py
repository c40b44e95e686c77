"""Whether the columns of a right operand lie so that products can take a register of them at a time.

The free dimensions of a right operand are the columns of a product. Where they are no single axis in memory and the last ones are
few, registers hold few columns; to copy the operand once takes less time than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.ops.stablehlo.contraction import DotGeneral, free_dimensions

#: Columns side by side from which on registers are used well enough; rows from which on copying the operand does not count.
_ENOUGH, _MANY_ROWS = 16, 8


def has_scattered_columns(op: Any, strides: Sequence[int]) -> bool:
    """Whether a dot_general is better off with a copy of its right operand, of whose elements these are the distances."""
    if not isinstance(op, DotGeneral):
        return False
    numbers = op.dot_dimension_numbers
    free = free_dimensions(op.rhs.rank, numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
    columns = [(op.rhs.shape[d], strides[d]) for d in free if op.rhs.shape[d] != 1]
    rows = prod(op.lhs.shape[d] for d in free_dimensions(
        op.lhs.rank, numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions))
    if len(columns) < 2 or rows < _MANY_ROWS:
        return False
    side_by_side, step = columns.pop()
    while columns and columns[-1][1] == step * side_by_side:
        side_by_side *= columns.pop()[0]
    return bool(columns) and side_by_side < _ENOUGH
