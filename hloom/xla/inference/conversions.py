"""Conversions of elements whose type is stated."""

from __future__ import annotations

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.inference.parts import (
    array,
    expect_array,
    fail,
    is_complex,
    is_float,
    kind,
    name_of,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape


def bitcast_convert(operand: Shape, wanted: PrimitiveType) -> Shape:
    """The shape of the same bits as elements of another type (BitcastConvertType).

    Of elements of half the width there are twice as many, in a new minor dimension; of wider ones the minor dimension is taken.
    """
    expect_array(operand, "bitcast")
    if not wanted.is_array:
        fail(f"Cannot bitcast-convert from {plain(operand)} to {wanted.text}.")
    if is_complex(operand) != wanted.is_complex:
        fail(f"Conversion between complex and real type {plain(operand)} => {wanted.text} is not implemented.")
    old, new = _bits(operand.element_type), _bits(wanted)
    sizes = sizes_of(operand)
    if old > new:
        if old % new:
            fail(f"Cannot bitcast types with non-divisible bit-widths from {plain(operand)} to {wanted.text}.")
        sizes.append((old // new, False))
    elif new > old:
        if new % old:
            fail(f"Cannot bitcast types with non-divisible bit-widths from {plain(operand)} to {wanted.text}.")
        if not sizes or sizes[-1][0] not in (new // old, UNBOUNDED):
            fail(f"Last dimension of input shape=({plain(operand)}) must be equal to ratio of bit-widths={new // old} for "
                 f"bitcast-convert from {operand.element_type.text} to {wanted.text}")
        sizes.pop()
    return array(wanted, sizes)


def _bits(type: PrimitiveType) -> int:
    return 8 if type is PrimitiveType.PRED else type.width


def stochastic_convert(operand: Shape, random: Shape, wanted: PrimitiveType) -> Shape:
    """The shape of numbers rounded by chance; there is a random number of the operand's width for each."""
    expect_array(operand, "operand of stochastic convert")
    expect_array(random, "random of stochastic convert")
    if not is_float(operand):
        fail(f"Stochastic convert supports only floating point operand conversion; got {plain(operand)}.")
    if kind(random) != "uint":
        fail(f"Random numbers for stochastic convert must be unsigned integers, but got: {name_of(random.element_type)}")
    if operand.element_type.width != random.element_type.width:
        fail(f"The random number is required to have same bits as the operand; got random bits: {random.element_type.width} and "
             f"operand bits: {operand.element_type.width}")
    if not same_dimensions([operand, random]):
        fail(f"Stochastic convert operand shape does not match random tensor shape: {plain(operand)} vs. {plain(random)}.")
    return array(wanted, sizes_of(operand))
