"""Products of which each element is an inner product by itself, along rows that do not lie in memory one behind the other.

    dot_general(x[k, n], y[k, n], batching n, contracting k) -> reduce(multiply(x, y), dimension k)

There is no matrix here to pack or to keep in registers. As a matrix product the operands are read column by column; a sum across
rows reads them as they lie, in vectors, and takes what is computed before and after it into its loop.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, F64, ElementType
from hloom.ops.common.bodies import combining
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import free_dimensions
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.elementwise import Add, Multiply
from hloom.ops.stablehlo.movement import Reshape, Transpose
from hloom.ops.stablehlo.reduction import Reduce
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.matching import is_static


def inner_products_across_rows(op: Any, b: Builder) -> Replacement:
    """dot_general(x, y) with no free dimensions, batched along the last one -> reduce(multiply(x, y))."""
    if op.algorithm is not None or not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    element = _type_of_sums(op.lhs.element, op.rhs.element, op.result.element)
    numbers = op.dot_dimension_numbers
    lhs = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
    rhs = (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)
    has_free = any(x.shape[d] != 1 for x, taken in ((op.lhs, lhs), (op.rhs, rhs)) for d in free_dimensions(x.rank, taken))
    pairs = sorted((a, c) for a, c in zip(lhs, rhs, strict=True) if op.lhs.shape[a] != 1)
    if element is None or has_free or [c for _, c in pairs] != sorted(c for _, c in pairs):
        return None
    kept = [a for a, _ in pairs]
    if not kept or kept[-1] in numbers.lhs_contracting_dimensions:
        return None
    shape = tuple(op.lhs.shape[a] for a in kept)
    summed = tuple(k for k, a in enumerate(kept) if a in numbers.lhs_contracting_dimensions)
    if not summed:
        return None
    products = b(Multiply, *(_formed(b, x, shape, element) for x in (op.lhs, op.rhs)))
    total = b(Reduce, [products], [b.constant(0, element)], dimensions=summed, regions=[combining(Add.name, element)])
    batch = [a for a in kept if a in numbers.lhs_batching_dimensions]
    wanted = [batch.index(a) for a in numbers.lhs_batching_dimensions if a in batch]
    if wanted != sorted(wanted):
        total = b(Transpose, total, permutation=tuple(wanted))
    return _formed(b, total, op.result.shape, op.result.element)


def _type_of_sums(lhs: ElementType, rhs: ElementType, result: ElementType) -> ElementType | None:
    """The type in which products are formed and summed as the product of matrices does it; None where that is another matter."""
    if lhs is not rhs or lhs.width < 8 or lhs.kind == "pred":
        return None
    if lhs is result and (lhs.is_integer or lhs.is_complex or lhs in (F32, F64)):
        return result
    if lhs.is_integer:
        return result if result.kind == lhs.kind and result.width > lhs.width else None
    is_half = lhs.is_float and lhs.width == 16
    return F32 if is_half and result in (lhs, F32) else None


def _formed(b: Builder, x: Value, shape: tuple[int, ...], element: ElementType) -> Value:
    """x with another shape of as many elements and another element type."""
    type: Any = x.type
    if type.element is not element:
        x = b(Convert, x, result_types=[TensorType(type.shape, element)])
    return x if type.shape == shape else b(Reshape, x, result_types=[TensorType(shape, element)])
