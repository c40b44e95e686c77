"""Complex products of few rows and very few columns with many terms as a product of real ones.

    dot_general(x, y) -> P = dot_general(parts(x), parts(y)), (P[re, re] - P[im, im]) + i (P[re, im] + P[im, re])

The parts of an operand are one tensor of twice as many rows. Real sums of many terms are divided among workers and go along the
operands as they lie; what complex products pack, and leave empty of registers beside a few columns, is not made.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Value
from hloom.ops.common.attributes import DotDimensionNumbers
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral, product_sizes
from hloom.ops.stablehlo.conversion import Complex, Imag, Real
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.elementwise import Add, Subtract
from hloom.ops.stablehlo.movement import Concatenate, Slice
from hloom.passes.rewriting import Replacement
from hloom.passes.rules.limits import Limits


def product_of_parts(limits: Limits, op: Any, b: Builder) -> Replacement:
    """dot_general(x, y) of complex numbers -> complex(dot_general(parts(x), parts(y))), part of the pass `decompose`."""
    element = op.result.type.element
    if not all(map(is_static, (op.lhs, op.rhs, op.result))) or not element.is_complex:
        return None
    if op.lhs.element is not element or op.rhs.element is not element:
        return None
    numbers, (_, rows, columns, terms) = op.dot_dimension_numbers, product_sizes(op)
    if terms < limits.complex_terms or not 1 < rows <= limits.complex_rows:
        return None
    if not 1 < columns < limits.register // element.dtype.itemsize:
        return None
    if 0 in op.result.shape:
        return None
    parts = [_parts(b, operand) for operand in (op.lhs, op.rhs)]
    behind = [tuple(d + 1 for d in dimensions) for dimensions in (
        numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, numbers.lhs_contracting_dimensions,
        numbers.rhs_contracting_dimensions)]
    batch = len(numbers.lhs_batching_dimensions)
    middle = batch + 1 + op.lhs.rank - batch - len(numbers.lhs_contracting_dimensions)
    shape = (*op.result.shape[:batch], 2, *op.result.shape[batch : middle - 1], 2, *op.result.shape[middle - 1 :])
    real = op.result.type.with_element(element.part)
    product = b(DotGeneral, *parts, dot_dimension_numbers=DotDimensionNumbers(*behind), precision_config=op.precision_config,
                result_types=[real.with_shape(shape)])

    def part(of_lhs: int, of_rhs: int) -> Value:
        starts, ends = [0] * len(shape), list(shape)
        for d, k in ((batch, of_lhs), (middle, of_rhs)):
            starts[d], ends[d] = k, k + 1
        found = b(Slice, product, start_indices=starts, limit_indices=ends, strides=[1] * len(shape))
        return b.reshaped(found, real.shape)

    return b(Complex, b(Subtract, part(0, 0), part(1, 1)), b(Add, part(0, 1), part(1, 0)))


def _parts(b: Builder, x: Value) -> Value:
    """The real parts and behind them the imaginary ones, along a first dimension."""
    return b(Concatenate, [b.reshaped(b(kind, x), (1, *x.shape)) for kind in (Real, Imag)], dimension=0)
