"""Contractions whose factors or sums are numbers of other types than their operands and results.

    dot_general(x: f32, y: i32) -> i8    ->    convert(dot_general(x, y) -> f32) -> i8
    dot_general(x: complex<f32>, y: complex<f32>) -> complex<f64>
        ->    dot_general(convert(x) -> complex<f64>, convert(y) -> complex<f64>) -> complex<f64>

Code for products widens real factors as it reads them, and narrows sums to real floats as it stores them; any other conversion is
an operation before or behind it. So are those of integers to floats narrower than f32, which round, or overflow.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.contraction import DotGeneral, accumulation_type, factor_type
from hloom.ops.stablehlo.conversion import Convert
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.creation import is_static
from hloom.passes.rewriting import Replacement, RuleTable

#: Tried when operations are decomposed, before what else becomes of products, and when what looked dynamic has become one.
TABLE = RuleTable()


@TABLE.rule("contraction(x, y) -> convert(contraction(convert(x), convert(y))), whose factors or sums are of other types",
            DotGeneral, Convolution)
def product_in_its_own_types(op: Any, b: Builder) -> Replacement:
    """Where code for products does not convert by itself."""
    if not all(map(is_static, (op.lhs, op.rhs, op.result))):
        return None
    wanted = op.result.type.element
    factor = factor_type(op.lhs.element, op.rhs.element, wanted)
    total = accumulation_type(factor, wanted)
    made = wanted if _is_rounded_to(total, wanted) else total
    operands = [x if _is_read_as(x.element, factor) else b.converted(x, factor) for x in (op.lhs, op.rhs)]
    if made is wanted and operands == [op.lhs, op.rhs]:
        return None
    product = b.place(type(op)(operands, [TensorType(op.result.type.shape, made)], dict(op.attributes)))
    return product if made is wanted else b(Convert, product, result_types=[op.result.type])


def _is_read_as(operand: ElementType, factor: ElementType) -> bool:
    """Whether code for products makes factors of operands: of all but complex numbers, and integers that round before they do."""
    if factor.is_complex:
        return operand is factor
    return operand.is_float or not factor.is_float or factor.width >= F32.width


def _is_rounded_to(total: ElementType, wanted: ElementType) -> bool:
    """Whether sums of a type become results of another one as they are stored."""
    return total is wanted or (total.is_float and wanted.is_float)
