"""Instructions that compute each element from the elements at the same place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hloom.ir.primitive_type import PrimitiveType
from hloom.xla.broadcasting import broadcast_operands
from hloom.xla.inference.parts import (
    array,
    compatible_size,
    expect_array,
    fail,
    is_complex,
    is_float,
    is_integral,
    kind,
    listed,
    merged,
    name_of,
    plain,
    same_dimensions,
    sizes_of,
)
from hloom.xla.shape import UNBOUNDED, Shape, primitive_type
from hloom.xla.shape_util import higher_precision_element_type, same_element_type

_FLOATING: Final = {"cbrt", "floor", "ceil", "round-nearest-afz", "round-nearest-even", "erf"}
_FLOATING_OR_COMPLEX: Final = {
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cosine", "cosh", "exponential", "exponential-minus-one", "log",
    "log-plus-one", "logistic", "rsqrt", "sine", "sinh", "sqrt", "tan", "tanh"}
_INTEGRAL: Final = {"popcnt", "count-leading-zeros"}
_PARTS: Final = {PrimitiveType.C64: PrimitiveType.F32, PrimitiveType.C128: PrimitiveType.F64}


def _component(shape: Shape) -> PrimitiveType:
    return _PARTS.get(shape.element_type, shape.element_type)


def unary(operation: str, operand: Shape) -> Shape:
    """The shape of `operation`, an opcode of HLO, of one array (Element-wise unary functions)."""
    expect_array(operand, "operand of unary operation")
    got = name_of(operand.element_type)
    if operation in _FLOATING:
        if not is_float(operand):
            fail(f"Expected element type in shape to be floating for {operation} operation; got {got}.")
    elif operation in _FLOATING_OR_COMPLEX:
        if not is_float(operand) and not is_complex(operand):
            fail(f"Expected element type in shape to be floating or complex for {operation} operation; got {got}.")
    elif operation in _INTEGRAL:
        if not is_integral(operand):
            fail(f"Expected an integral element type in argument to {operation} operation; got {got}.")
    elif operation in ("real", "imag"):
        if not is_float(operand) and not is_complex(operand):
            fail(f"Expected element type in shape to be floating or complex for {operation} operation; got {got}.")
        return array(_component(operand), sizes_of(operand))
    elif operation == "abs":
        if kind(operand) not in ("sint", "float", "complex"):
            fail(f"Expected element type in shape to be floating or complex for abs operation; got {got}.")
        return array(_component(operand), sizes_of(operand))
    elif operation == "negate":
        if not is_integral(operand) and not is_float(operand) and not is_complex(operand):
            fail(f"Expected element type in shape to be integral, floating or complex for negate operation; got {got}.")
    elif operation == "sign":
        if kind(operand) not in ("sint", "float", "complex"):
            fail(f"Expected element type in shape to be signed or complex for sign operation; got {got}.")
    elif operation == "not":
        if kind(operand) != "pred" and not is_integral(operand):
            fail(f"Expected pred or an integral element type in argument to Not operation; got {got}.")
    elif operation == "is-finite":
        if not is_float(operand):
            fail(f"Expected element type in shape to be floating point for IsFinite operation; got {got}.")
        return array(PrimitiveType.PRED, sizes_of(operand))
    return array(operand.element_type, sizes_of(operand))


_ARITHMETIC: Final = {"subtract", "divide", "remainder", "power", "shift-left", "shift-right-arithmetic", "shift-right-logical"}
_SHIFTS: Final = {"shift-left", "shift-right-arithmetic", "shift-right-logical"}


def binary(operation: str, lhs: Shape, rhs: Shape, broadcast_dimensions: Sequence[int] = ()) -> Shape:
    """The shape of `operation` of two arrays, broadcast (Element-wise binary arithmetic operations)."""
    shape = broadcast_operands(lhs, rhs, broadcast_dimensions, operation).shape
    got = name_of(lhs.element_type)
    if operation in _ARITHMETIC and kind(lhs) == "pred":
        fail(f"Expected element type in shape to be arithmetic type for operation {operation}; got PRED.")
    if operation in _SHIFTS and not is_integral(lhs):
        fail(f"Expected integral element type for operation {operation}; got {got}.")
    if operation == "mulhi" and not is_integral(lhs):
        fail(f"Expected integral element type for operation {operation}; got {got}.")
    if operation == "atan2" and not is_float(lhs) and not is_complex(lhs):
        fail(f"Expected input element type to be floating or complex for atan2; got {got}")
    if operation in ("and", "or", "xor") and kind(lhs) != "pred" and not is_integral(lhs):
        fail(f"Expected pred or integral type in argument to {operation} operation; got {got}.")
    if operation == "complex":
        if not is_float(lhs):
            fail(f"Expected element type in shape to be floating for complex compose operation; got {got}.")
        whole = {PrimitiveType.F32: PrimitiveType.C64, PrimitiveType.F64: PrimitiveType.C128}.get(shape.element_type)
        if whole is None or lhs.element_type is not rhs.element_type:
            fail(f"Complex component type is not supported: {plain(lhs)}, {plain(rhs)}.")
        return array(whole, sizes_of(shape))
    return shape


def compare(lhs: Shape, rhs: Shape, broadcast_dimensions: Sequence[int] = (), direction: str = "EQ") -> Shape:
    """The shape of a comparison of two arrays, broadcast (Element-wise comparison operations)."""
    shape = broadcast_operands(lhs, rhs, broadcast_dimensions, "compare").shape
    if is_complex(lhs) and direction not in ("EQ", "NE"):
        fail(f"Expected element type in shape to be floating, integral or predicate for comparison {direction}; got "
             f"{name_of(lhs.element_type)}.")
    return array(PrimitiveType.PRED, sizes_of(shape))


def clamp(minimum: Shape, operand: Shape, maximum: Shape) -> Shape:
    """The shape of `min(max(operand, minimum), maximum)`: the operand's (Clamp)."""
    for shape, what in ((minimum, "clamp min"), (operand, "clamp operand"), (maximum, "clamp max")):
        expect_array(shape, what)
    if not same_element_type(minimum, operand, False) or not same_element_type(maximum, operand, False):
        fail(f"Clamp with incompatible element types: {listed([minimum, operand, maximum])}.")
    bounds = [s for s in (minimum, maximum) if not s.is_scalar]
    if not same_dimensions([operand, *bounds]):
        fail(f"Clamp with incompatible shapes: {listed([minimum, operand, maximum])}.")
    return array(operand.element_type, sizes_of(operand))


def select(pred: Shape, on_true: Shape, on_false: Shape) -> Shape:
    """The shape of what is taken by a predicate, which may be a scalar, from two arrays (Select)."""
    expect_array(pred, "select pred")
    expect_array(on_true, "select on-true")
    expect_array(on_false, "select on-false")
    if not same_element_type(on_true, on_false, False) or not same_dimensions([on_true, on_false]):
        fail(f"Operands to select must be the same shape; got {plain(on_true)} and {plain(on_false)}.")
    if pred.element_type is not PrimitiveType.PRED:
        fail(f"Select's pred operand must have PRED element type; got {plain(pred)}.")
    arrays = [on_true, on_false]
    if not pred.is_scalar:
        if pred.rank != on_true.rank or not all(
                compatible_size(a, b) for s in arrays for a, b in zip(sizes_of(pred), sizes_of(s))):
            fail(f"Operands to select and predicate must be the same shape; got {plain(on_true)} and {plain(pred)}.")
        arrays.append(pred)
    sizes = merged(arrays)
    # A size that one of the arrays has as a bound is one of the result.
    bounded = [any(dynamic and n != UNBOUNDED for n, dynamic in column) for column in zip(*map(sizes_of, arrays))]
    return array(higher_precision_element_type(on_true, on_false), [(n, d or b) for (n, d), b in zip(sizes, bounded)])


def convert(operand: Shape, type: Any) -> Shape:
    """The shape of elements converted to another type (ConvertElementType)."""
    expect_array(operand, "convert")
    wanted = primitive_type(type)
    if not wanted.is_array:
        fail(f"Convert does not allow non-arrays, so cannot convert from {plain(operand)} to {wanted.text}.")
    if is_complex(operand) and not wanted.is_complex:
        fail(f"Conversion from complex to real type {plain(operand)} => {wanted.text} is not implemented.")
    return array(wanted, sizes_of(operand))


def bitcast_convert(operand: Shape, type: Any) -> Shape:
    """The shape of the same bits as elements of another type (BitcastConvertType).

    Of elements of half the width there are twice as many, in a new minor dimension; of wider ones the minor dimension is taken.
    """
    expect_array(operand, "bitcast")
    wanted = primitive_type(type)
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


def reduce_precision(operand: Shape, exponent_bits: int, mantissa_bits: int) -> Shape:
    """The shape of numbers rounded to a narrower format: the operand's (ReducePrecision)."""
    expect_array(operand, "operand of reduce-precision")
    if not is_float(operand):
        fail(f"Expected element type in shape to be floating point for ReducePrecision operation; got "
             f"{name_of(operand.element_type)}.")
    if exponent_bits < 1:
        fail(f"Expected exponent_bits >= 1; got {exponent_bits}.")
    if mantissa_bits < 0:
        fail(f"Expected non-negative mantissa_bits; got {mantissa_bits}.")
    return array(operand.element_type, sizes_of(operand))


def stochastic_convert(operand: Shape, random: Shape, type: Any) -> Shape:
    """The shape of numbers rounded by chance; there is a random number of the operand's width for each."""
    expect_array(operand, "operand of stochastic convert")
    expect_array(random, "random of stochastic convert")
    wanted = primitive_type(type)
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
