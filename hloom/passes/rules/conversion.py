"""Chains of conversions."""

from __future__ import annotations

from typing import Any

from hloom.numbers.element_type import BF16, F16, F32, F64, ElementType
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.conversion import BitcastConvert, Convert
from hloom.ops.stablehlo.creation import Iota, is_static
from hloom.passes.rewriting import Replacement, RuleTable

TABLE = RuleTable()

#: Bits of integers that a float holds exactly, the hidden bit included.
_PRECISION = {F64: 53, F32: 24, F16: 11, BF16: 8}


def keeps_every_number(source: ElementType, target: ElementType) -> bool:
    """Whether each number of `source` is a number of `target`, so that a conversion loses nothing."""
    if source is target:
        return True
    if source.kind == "pred":
        return target.is_integer or target in _PRECISION
    if source.is_integer and target.is_integer:
        bits = target.width - (target.kind == "sint")
        return source.width <= bits if source.kind == "uint" else target.kind == "sint" and source.width <= target.width
    if source.is_integer:
        return source.width <= _PRECISION.get(target, 0)  # a sign takes no bit of a float's precision
    if source.is_float and target.is_float:
        return (source.width < 16 and target in (F32, F64)) or (source, target) in ((BF16, F32), (F16, F32)) or (
            target is F64 and source in (BF16, F16, F32))
    return False


def takes_low_bits(source: ElementType, middle: ElementType, target: ElementType) -> bool:
    """Whether a chain of conversions between integers keeps the low bits, as many as `target` has."""
    return (source.is_integer and middle.is_integer and target.is_integer
            and target.width <= min(source.width, middle.width))


@TABLE.rule("convert(x) to its own type -> x", Convert, BitcastConvert)
def conversion_to_the_same_type(op: Any, b: Builder) -> Replacement:
    return op.operand


@TABLE.rule("convert(convert(x)) -> convert(x), where the first loses nothing", Convert, of=Convert)
def conversion_of_conversion(op: Any, b: Builder) -> Replacement:
    """The second conversion sees the same number either way: it rounds once.

    But integers out of range wrap when they become integers, and saturate when they do so as floats.
    """
    inner: Any = op.operand.owner
    if not (is_static(inner.operand) and is_static(inner.result) and is_static(op.result)):
        return None
    source, middle, target = inner.operand.element, inner.result.element, op.result.element
    if not (keeps_every_number(source, middle) or takes_low_bits(source, middle, target)):
        return None
    if source.is_integer and middle.is_float and target.is_integer and not keeps_every_number(source, target):
        return None
    return b(Convert, inner.operand, result_types=[op.result.type])


@TABLE.rule("convert(iota) -> iota", Convert, of=Iota)
def conversion_of_iota(op: Any, b: Builder) -> Replacement:
    """Where the first type holds all numbers of the iota, which is converted from indices in any case.

    Indices wrap when they become integers, and so do integers, but floats saturate: then the second type must hold all, too.
    """
    inner: Any = op.operand.owner
    if not (is_static(op.operand) and is_static(op.result)) or op.result.element.kind == "pred":
        return None
    source, target = inner.output.element, op.result.element
    held = (source, target) if target.is_integer and not source.is_integer else (source,)
    if inner.output.shape[inner.iota_dimension] - 1 > min(map(largest_exact_integer, held)):
        return None
    return b(Iota, iota_dimension=inner.iota_dimension, result_types=[op.result.type])


def largest_exact_integer(type: ElementType) -> int:
    """The number up to which a type holds all integers from 0 on; -1 where that is not known."""
    if type.is_integer:
        return (1 << (type.width - (type.kind == "sint"))) - 1
    return 1 << _PRECISION[type] if type in _PRECISION else -1


@TABLE.rule("bitcast_convert(bitcast_convert(x)) -> bitcast_convert(x)", BitcastConvert, of=BitcastConvert)
def bitcast_of_bitcast(op: Any, b: Builder) -> Replacement:
    """Where all three types have one width; a change of width moves bits between dimensions."""
    inner: Any = op.operand.owner
    if not (is_static(inner.operand) and is_static(op.operand) and is_static(op.result)):
        return None
    if not inner.operand.shape == op.operand.shape == op.result.shape:
        return None
    if not inner.operand.element.width == op.operand.element.width == op.result.element.width:
        return None
    return b(BitcastConvert, inner.operand, result_types=[op.result.type])
