"""Products whose right operand has its columns scattered get a copy of it in which they lie side by side.

    dot_general(x[m, k], y[n1, k, n2]) -> dot_general(x, transpose(y)[k, n1, n2])

for a short n2: see `analysis/columns`, which planning asks as well before it has a product read a transpose in place.
"""

from __future__ import annotations

from typing import Any

from hloom.analysis.columns import has_scattered_columns
from hloom.analysis.places import strides
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotDimensionNumbers, DotGeneral, free_dimensions
from hloom.ops.stablehlo.movement import Transpose
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.matching import is_static


def columns_side_by_side(op: Any, b: Builder) -> Replacement:
    """dot_general(x, y) with scattered columns -> dot_general(x, transpose(y))."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))) or not has_scattered_columns(op, strides(op.rhs.shape)):
        return None
    numbers = op.dot_dimension_numbers
    batch = numbers.rhs_batching_dimensions
    # In the order in which the left operand has them, so that both may be gone through as one axis.
    summed = tuple(c for _, c in sorted(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True)))
    free = free_dimensions(op.rhs.rank, batch, summed)
    # The last dimension stays last or near it: rows are moved, not elements.
    order = (*batch, *free, *summed) if op.rhs.rank - 1 in summed else (*batch, *summed, *free)
    place = {d: k for k, d in enumerate(order)}
    made = DotDimensionNumbers(
        numbers.lhs_batching_dimensions, tuple(place[d] for d in batch), numbers.lhs_contracting_dimensions,
        tuple(place[d] for d in numbers.rhs_contracting_dimensions))
    return b(DotGeneral, op.lhs, b(Transpose, op.rhs, permutation=order), dot_dimension_numbers=made,
             precision_config=op.precision_config, algorithm=op.algorithm, result_types=[op.result.type])
