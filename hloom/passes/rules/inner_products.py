"""Products without matrices: what is to be multiplied or summed lies along rows that are read as they are.

    dot_general(x[k, n], y[k, n], batching n, contracting k) -> reduce(multiply(x, y), dimension k)
    dot_general(x[k, n], y[m, k, n], batching n, contracting k) -> reduce(multiply(broadcast(x), y), dimension k)
    dot_general(x[m], y[n]) -> multiply(broadcast(x), broadcast(y))

There is nothing here to pack or to keep in registers. As products of matrices the operands are read column by column; loops over
whole rows read them as they lie, in vectors, and take in what is computed before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.analysis.operand_order import side_of
from hloom.numbers.element_type import F32, F64, ElementType
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.elementwise import Add, Multiply
from hloom.ops.stablehlo.movement import Transpose
from hloom.ops.stablehlo.reduction import Reduce
from hloom.passes.rewriting import Replacement, extended


def inner_products_across_rows(op: Any, b: Builder) -> Replacement:
    """dot_general(x, y), batched along the last dimension of both, of which one has no free one -> reduce(multiply(x, y))."""
    element = _type_of_sums(op)
    if element is None:
        return None
    sides = side_of(op, 0), side_of(op, 1)
    number = next((n for n in (0, 1) if not _long(sides[n].shape, sides[n].free)), None)
    if number is None:
        return None
    small, large = sides[number], sides[1 - number]
    kept, own = extended(large.shape), extended(small.shape)
    if not kept or not own or kept[-1] not in large.batch:
        return None
    # Which dimension of the large operand each of the small one goes with; `summed` is in the order of the other operand.
    pairs = dict(zip((*small.batch, *small.summed), (*large.batch, *sorted(large.summed)), strict=True))
    if pairs[own[-1]] != kept[-1]:
        return None
    shape = tuple(large.shape[d] for d in kept)
    summed = tuple(k for k, d in enumerate(kept) if d in large.summed)
    if not summed:
        return None
    spread, plain = (b.reshaped(b.converted(op.operands[n], element), [s.shape[d] for d in dims])
                     for n, s, dims in ((number, small, own), (1 - number, large, kept)))
    spread = b.broadcast(spread, [kept.index(pairs[d]) for d in own], shape)
    products = b(Multiply, spread, plain)
    total = b(Reduce, [products], [b.constant(0, element)], dimensions=summed, regions=[combining(Add.name, element)])
    left = [d for d in kept if d not in large.summed]
    wanted = [left.index(d) for d in (*large.batch, *large.free) if d in left]
    if wanted != sorted(wanted):
        total = b(Transpose, total, permutation=tuple(wanted))
    return b.reshaped(b.converted(total, op.result.element), op.result.shape)


def outer_products(op: Any, b: Builder) -> Replacement:
    """dot_general(x, y) that sums nothing -> multiply(broadcast(x), broadcast(y))."""
    element = _type_of_sums(op)
    sides = (side_of(op, 0), side_of(op, 1))
    if element is None or any(_long(side.shape, side.summed) for side in sides) or 0 in op.result.shape:
        return None
    shape = op.result.shape
    count = len(sides[0].batch)
    factors = []
    for number, side in enumerate(sides):
        first = count + number * len(sides[0].free)
        places = dict(zip((*side.batch, *side.free), (*range(count), *range(first, len(shape)))))
        dims = [d for d in range(len(side.shape)) if d in places]
        factor = b.reshaped(b.converted(op.operands[number], element), [side.shape[d] for d in dims])
        factors.append(b.broadcast(factor, [places[d] for d in dims], shape))
    made = b(Multiply, *factors)
    if not element.is_integer:  # sums begin at +0: none is -0
        made = b(Add, made, b.splat(0, made.type))
    return b.reshaped(b.converted(made, op.result.element), shape)


def _long(shape: Sequence[int], dimensions: Sequence[int]) -> list[int]:
    """Those of some dimensions that are not of size 1."""
    return [d for d in dimensions if shape[d] != 1]


def _type_of_sums(op: Any) -> ElementType | None:
    """The type in which products are formed and summed as the product of matrices does it; None where that is another matter."""
    if op.algorithm is not None or not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    lhs, result = op.lhs.element, op.result.element
    if lhs is not op.rhs.element or lhs.width < 8 or lhs.kind == "pred":
        return None
    if lhs is result and (lhs.is_integer or lhs.is_complex or lhs in (F32, F64)):
        return result
    if lhs.is_integer:
        return result if result.kind == lhs.kind and result.width > lhs.width else None
    is_half = lhs.is_float and lhs.width == 16
    return F32 if is_half and result in (lhs, F32) else None
