"""Whether an operand of a product lies so that it is better copied into another order first.

The free dimensions of a right operand are the columns of a product, of which a register holds some that lie side by side: where
they are no single axis in memory and the last ones are few, it holds few. What is summed over is gone through fastest as one
axis, which it is only if both operands have its dimensions in one order. To copy an operand takes as long as a few rows of the
product.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from hloom.analysis.places import strides as row_major
from hloom.ops.stablehlo.contraction import DotGeneral, free_dimensions

#: Columns side by side from which on registers are used well enough.
_ENOUGH = 16
#: Rows (columns, for a left operand) from which on a copy does not count beside few columns in a register, and beside sums over
#: several axes.
_MANY, _VERY_MANY = 8, 64


class Side(NamedTuple):
    """The dimensions of one operand of a dot_general; `summed` are in the order of the other operand's."""

    shape: tuple[int, ...]
    batch: tuple[int, ...]
    free: tuple[int, ...]
    summed: tuple[int, ...]


def side_of(op: Any, number: int) -> Side:
    """Operand 0 or 1 of a dot_general."""
    numbers = op.dot_dimension_numbers
    batch = (numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions)[number]
    summed = (numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions)
    ordered = tuple(own for _, own in sorted(zip(summed[1 - number], summed[number], strict=True)))
    shape = op.operands[number].type.shape
    return Side(shape, batch, free_dimensions(len(shape), batch, ordered), ordered)


def prefers_copy(op: Any, number: int, strides: Sequence[int]) -> bool:
    """Whether an operation is a dot_general that is better off with a copy of operand 0 or 1, of whose elements these are the
    distances; the other operand is taken to lie row by row."""
    if not isinstance(op, DotGeneral):
        return False
    own, other = side_of(op, number), side_of(op, 1 - number)
    uses = prod(other.shape[d] for d in other.free)
    if uses < _MANY:
        return False
    columns = _axes(own, own.free, strides)
    if number == 1 and len(columns) > 1 and columns[-1] < _ENOUGH:
        return True
    is_one_axis = len(_axes(other, sorted(other.summed), row_major(other.shape))) == 1
    return uses >= _VERY_MANY and is_one_axis and len(_axes(own, own.summed, strides)) > 1


def _axes(side: Side, dimensions: Sequence[int], strides: Sequence[int]) -> list[int]:
    """The sizes of the fewest axes that go through these dimensions in this order."""
    sizes: list[int] = []
    step = 0
    for d in reversed(dimensions):
        if side.shape[d] == 1:
            continue
        if sizes and strides[d] == step * sizes[0]:
            sizes[0] *= side.shape[d]
        else:
            sizes.insert(0, side.shape[d])
            step = strides[d]
    return sizes
