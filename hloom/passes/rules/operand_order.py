"""Products of operands whose dimensions are in an unfortunate order get a copy in another one.

    dot_general(x[m, k], y[n1, k, n2]) -> dot_general(x, transpose(y)[k, n1, n2])
    dot_general(x[m, k1, k2], y[k2, k1]) -> dot_general(x, transpose(y)[k1, k2])

for a short n2, and for many rows: see `analysis/operand_order`, which planning asks as well before it has a product read a
transpose in place.
"""

from __future__ import annotations

from typing import Any

from hloom.analysis.operand_order import prefers_copy, side_of
from hloom.analysis.places import strides
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.movement import Transpose
from hloom.passes.rewriting import Replacement


def operand_in_order(op: Any, b: Builder) -> Replacement:
    """dot_general(x, y) -> dot_general(x, transpose(y)) or dot_general(transpose(x), y)."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    number = next((n for n in (1, 0) if prefers_copy(op, n, strides(op.operands[n].type.shape))), None)
    if number is None:
        return None
    _, batch, free, summed = side_of(op, number)
    # Of a right operand the last dimension stays last or near it: rows are moved, not elements.
    is_by_rows = number == 0 or op.rhs.rank - 1 in summed
    order = (*batch, *free, *summed) if is_by_rows else (*batch, *summed, *free)
    place = {d: k for k, d in enumerate(order)}
    numbers = op.dot_dimension_numbers
    batching, contracting = ([list(getattr(numbers, f"{side}_{kind}_dimensions")) for side in ("lhs", "rhs")]
                             for kind in ("batching", "contracting"))
    for lists in (batching, contracting):
        lists[number] = [place[d] for d in lists[number]]
    operands = [op.lhs, op.rhs]
    operands[number] = b(Transpose, operands[number], permutation=order)
    return b(DotGeneral, *operands, dot_dimension_numbers=DotDimensionNumbers(*map(tuple, (*batching, *contracting))),
             precision_config=op.precision_config, algorithm=op.algorithm, result_types=[op.result.type])
