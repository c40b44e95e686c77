"""Elementwise operations that change the element type: conversions, parts of complex numbers, bits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from hloom.expr.index import IndexExpr, fresh
from hloom.expr.scalar import FromIndex, Literal, Scalar, apply, convert, select
from hloom.numbers import convert as conversion
from hloom.numbers import functions
from hloom.numbers.bits import bitcast_convert, reduce_precision
from hloom.numbers.element_type import (
    C64,
    C128,
    ELEMENT_TYPES,
    F32,
    F64,
    PRED,
    UI8,
    UI32,
    UI64,
    ElementType,
)
from hloom.ops.common.quantization import on_expressed, unless_quantized
from hloom.ops.common.shapes import agreeing, most_specific
from hloom.ops.definition.attribute_kinds import i32
from hloom.ops.definition.constraints import (
    any_tensor,
    compatible_shapes,
    complex_,
    element,
    float_,
    per_tensor_quantized,
    same_shape,
    tensor,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, infers
from hloom.ops.stablehlo.elementwise import ANY_RESULT, UNARY, class_name, part_type


class IsFinite(Op, name="stablehlo.is_finite"):
    """Whether each number is neither infinite nor NaN."""

    x: Operand = float_ | per_tensor_quantized
    syntax = "$x attr-dict `:` functional-type(operands, results)"
    is_elementwise = True

    @infers("C1")
    def y(op) -> Any:
        return op.x.type.with_element(PRED)

    @on_expressed
    def eval(op, x: Any) -> Any:
        return functions.is_finite(x)

    @unless_quantized
    def element(op, i: Any) -> Any:
        return apply("is_finite", op.x[i], type=PRED)


def part(mnemonic: str, function: Any, meaning: str) -> type[Op]:
    """A part of complex numbers; real numbers have the imaginary part 0."""

    class Part(Op, name=f"stablehlo.{mnemonic}"):
        operand: Operand = float_ | complex_
        syntax = UNARY
        is_elementwise = True

        @infers(shape="C1", element="C2")
        def result(op) -> Any:
            return part_type(op.operand.type)

        def eval(op, operand: Any) -> Any:
            return function(operand)

        def element(op, i: Any) -> Any:
            x = op.operand[i]
            if x.type.is_complex:
                return apply(mnemonic, x, type=x.type.part)
            return x if mnemonic == "real" else Literal(0, x.type)

    Part.__doc__, Part.__name__ = meaning, class_name(mnemonic)
    return Part


Real = part("real", functions.real_part, "The real part.")
Imag = part("imag", functions.imaginary_part, "The imaginary part; 0 of real numbers.")


class Complex(Op, name="stablehlo.complex"):
    """Complex numbers with the real parts lhs and the imaginary parts rhs."""

    lhs: Operand = element("f32", "f64")
    rhs: Operand = element("f32", "f64")
    syntax = "operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))"
    is_elementwise = True
    checks = [C(1, "lhs and rhs must have one type, got {lhs} and {rhs}",
                lambda op: op.lhs.element is op.rhs.element and same_shape(op.lhs.type, op.rhs.type))]

    @infers(shape="C2", element="C3")
    def result(op) -> Any:
        return most_specific(op.lhs.type, op.rhs.type).with_element(C64 if op.lhs.element is F32 else C128)

    def eval(op, lhs: Any, rhs: Any) -> Any:
        return functions.make_complex(lhs, rhs)

    def element(op, i: Any) -> Any:
        return apply("complex", op.lhs[i], op.rhs[i], type=op.result.element)


class ReducePrecision(Op, name="stablehlo.reduce_precision"):
    """Rounds to a floating-point format of fewer bits and back."""

    operand: Operand = float_ | per_tensor_quantized
    exponent_bits: Attr = i32
    mantissa_bits: Attr = i32
    syntax = ("$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($operand), type($output))")
    is_elementwise = True
    checks = [
        C(2, "exponent_bits must be at least 1, got {exponent_bits}", lambda op: op.exponent_bits >= 1),
        C(3, "mantissa_bits must not be negative, got {mantissa_bits}", lambda op: op.mantissa_bits >= 0),
    ]

    @infers("C1")
    def output(op) -> Any:
        return agreeing(op, op.operand.type)

    @on_expressed
    def eval(op, operand: Any) -> Any:
        return reduce_precision(operand, op.exponent_bits, op.mantissa_bits)

    @unless_quantized
    def element(op, i: Any) -> Any:
        return apply("reduce_precision", op.operand[i], parameters=(op.exponent_bits, op.mantissa_bits))


class Convert(Op, name="stablehlo.convert"):
    """The numbers in another element type: rounded, wrapped, saturated as `numbers.convert` says."""

    operand: Operand = tensor
    result: Result = tensor
    syntax = UNARY
    is_elementwise = True
    result_checks = [C(1, "the result must have the shape of {operand}, got {result}",
                       lambda op: same_shape(op.operand.type, op.result.type))]

    def eval(op, operand: Any) -> Any:
        return conversion.convert(operand, op.result.element)

    def element(op, i: Any) -> Any:
        return convert(op.operand[i], op.result.element)


def _reshapes_bits(op: Any) -> bool:
    """C1 of bitcast_convert: the last dimension pays for the change of width."""
    operand, result = op.operand.type, op.result.type
    from_width, to_width = operand.storage.width, result.storage.width
    if from_width == to_width:
        return same_shape(operand, result)
    wide, narrow = (operand, result) if from_width > to_width else (result, operand)
    ratio = max(from_width, to_width) / min(from_width, to_width)
    return (narrow.rank == wide.rank + 1 and compatible_shapes(narrow.shape[:-1], wide.shape)
            and narrow.shape[-1] in (ratio, -1))


class BitcastConvert(Op, name="stablehlo.bitcast_convert"):
    """The same bits as elements of another type; a change of width adds or removes a last dimension."""

    operand: Operand = any_tensor
    result: Result = any_tensor
    syntax = ANY_RESULT
    result_checks = [
        C(2, "complex numbers convert to complex numbers only, got {operand} and {result}",
          lambda op: op.operand.type.storage.is_complex == op.result.type.storage.is_complex),
        C(1, "the result must hold the bits of {operand}, a change of width being paid for by the last dimension, "
          "got {result}", _reshapes_bits),
    ]

    @property
    def is_elementwise(op) -> bool:
        """Whether the widths agree, so that the operation keeps the shape."""
        return op.operand.type.storage.width == op.result.type.storage.width

    def followed_shape(op) -> tuple[int, ...]:
        """The shape that the bits of the operand have in elements of the result's type (C1)."""
        shape, source, target = op.operand.shape, op.operand.type.storage.width, op.result.type.storage.width
        return shape if source == target else (*shape, source // target) if source > target else shape[:-1]

    def keeps_memory(op) -> bool:
        """Whether both types are of whole bytes, such as to and from quantized types."""
        types: list[Any] = [op.operand.type, op.result.type]
        return all(t.is_static for t in types) and all(t.storage.width == 8 * t.storage.dtype.itemsize for t in types)

    def eval(op, operand: Any) -> Any:
        return bitcast_convert(operand, op.result.type.storage)

    def element(op, i: Any) -> Any:
        source, target = op.operand.type.storage, op.result.type.storage
        if source.width == target.width:
            return _bitcast(op.operand[i], target)
        if source.is_complex:
            return _recast_complex(op, i, target)
        word = _unsigned(max(source.width, target.width))
        if source.width > target.width:
            bits = _bitcast(op.operand[i[:-1]], word)
            return _from_low_bits(_shift("shift_right_logical", bits, i[-1] * target.width), target)
        pieces = [_shift("shift_left", convert(_bits(op.operand[[*i, k]]), word), k * source.width)
                  for k in range(target.width // source.width)]
        return _bitcast(_union(pieces), target)

    def accesses(op, i: Any, number: int) -> Any:
        # Numbers that no formula takes apart are made of others all the same.
        source, target = op.operand.type.storage.width, op.result.type.storage.width
        return [op.operand[i if source == target else i[:-1] if source > target else [*i, fresh(target // source, "p")]]]


def _bitcast(x: Scalar, type: ElementType) -> Scalar:
    return x if x.type is type else apply("bitcast_convert", x, type=type)


def _bits(x: Scalar) -> Scalar:
    """The bits of a number as an unsigned integer of its width (a truth value as 0 or 1)."""
    return convert(x, UI8) if x.type is PRED else _bitcast(x, _unsigned(x.type.width))


def _unsigned(width: int) -> ElementType:
    """The unsigned integers that hold so many bits: for 6-bit numbers those of a byte, with zeros above."""
    return ELEMENT_TYPES.get(f"ui{width}", UI8)


def _from_low_bits(word: Scalar, type: ElementType) -> Scalar:
    """The number of `type` in the lowest bits of an unsigned integer."""
    if type is PRED:
        return convert(apply("and", word, Literal(1, word.type)), PRED)
    return _bitcast(convert(word, _unsigned(type.width)), type)


def _shift(function: str, x: Scalar, amount: IndexExpr | int) -> Scalar:
    return apply(function, x, FromIndex(amount, x.type))


def _union(pieces: Sequence[Scalar]) -> Scalar:
    return reduce(lambda a, b: apply("or", a, b), pieces)


def _recast_complex(op: Any, i: Sequence[Any], target: ElementType) -> Scalar:
    """complex<f64> as two complex<f32>, and back: each f64 part is a pair of f32 parts, low bits first."""
    if target is C64:
        x = op.operand[i[:-1]]
        wide = select(i[-1].eq(0), apply("real", x, type=F64), apply("imag", x, type=F64))
        bits = _bitcast(wide, UI64)
        parts = [_from_low_bits(_shift("shift_right_logical", bits, k * F32.width), F32) for k in range(2)]
        return apply("complex", *parts, type=C64)
    halves = []
    for k in range(2):
        x = op.operand[[*i, k]]
        pieces = [_shift("shift_left", convert(_bitcast(apply(name, x, type=F32), UI32), UI64), number * F32.width)
                  for number, name in enumerate(("real", "imag"))]
        halves.append(_bitcast(_union(pieces), F64))
    return apply("complex", *halves, type=C128)
