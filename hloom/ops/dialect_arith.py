"""The `arith` dialect: scalar and elementwise arithmetic, with which exported programs compute shapes.

Integers are signless: whether they have a sign is said by the operation. Values are arrays, those of scalar types of
rank 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.attributes import BoolAttr, DenseElementsAttr, FloatAttr, IntegerAttr
from hloom.ir.types import AnyType, TensorType
from hloom.numbers import arithmetic
from hloom.numbers import integer as integer_numbers
from hloom.numbers.bits import from_bits
from hloom.numbers.compare import compare
from hloom.numbers.convert import convert
from hloom.numbers.element_type import PRED, ElementType
from hloom.ops.attribute_kinds import AttributeKind, any_integer, anything
from hloom.ops.constraints import TypeConstraint
from hloom.ops.conversion import bitcast_convert
from hloom.ops.definition import Attr, C, Op, Operand, Result, infers
from hloom.ops.elementwise import class_name

Array = Any


def element_of(type: AnyType) -> Any:
    """The element type of a tensor; a scalar type itself."""
    return type.element if isinstance(type, TensorType) else type


def _of(description: str, *kinds: str) -> Any:
    return TypeConstraint(description, lambda t: getattr(element_of(t), "kind", "") in kinds)


number: Any = _of("number or tensor of numbers", "pred", "sint", "uint", "index", "float")
integral: Any = _of("integer or tensor of integers", "pred", "sint", "uint", "index")
real: Any = _of("float or tensor of floats", "float")
truth: Any = _of("i1 or tensor of i1", "pred")


def _array(value: Array, type: AnyType) -> Array:
    return np.asarray(value, element_of(type).dtype)


def _unsigned(x: Array) -> Array:
    """The bits of signless integers as unsigned ones."""
    x = np.asarray(x)
    return x if x.dtype == np.bool_ else x.view(f"u{x.dtype.itemsize}") if x.dtype.kind == "i" else x


class Constant(Op, name="arith.constant"):
    """A number, or a tensor of numbers."""

    value: Attr = AttributeKind("number or elements",
                                lambda a: isinstance(a, BoolAttr | DenseElementsAttr | FloatAttr | IntegerAttr),
                                lambda a: a, lambda v: v)
    syntax = "custom<Constant>"

    @infers("type")
    def result(op) -> Any:
        return PRED if isinstance(op.value, BoolAttr) else op.value.type

    def eval(op) -> Any:
        if isinstance(op.value, DenseElementsAttr):
            return op.value.array()
        type: Any = op.results[0].type
        if isinstance(op.value, FloatAttr):
            return from_bits(np.array(op.value.bits), type)
        return np.array(op.value.value, type.dtype)

    kernel = "host"


def binary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, unsigned: bool = False) -> type[Op]:
    """A function of two numbers of one type; `unsigned` takes the bits of integers without a sign."""
    flags = "fastmath" if accepts is real else "overflowFlags"

    class Binary(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        if flags == "fastmath":
            fastmath: Attr = anything.optional
        else:
            overflowFlags: Attr = anything.optional
        kernel = "host"
        is_elementwise = True
        syntax = (f"$lhs `,` $rhs custom<Flags>(${flags}) attr-dict `:` "
                  "custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))")
        checks = [C("type", "lhs and rhs must have one type, got {lhs} and {rhs}",
                    lambda op: op.lhs.type is op.rhs.type)]

        @infers("type")
        def result(op) -> Any:
            return op.lhs.type

        def eval(op, lhs: Array, rhs: Array) -> Any:
            if unsigned:
                lhs, rhs = _unsigned(lhs), _unsigned(rhs)
            return np.asarray(function(lhs, rhs)).astype(element_of(op.results[0].type).dtype, copy=False)

    Binary.__doc__, Binary.__name__ = meaning, class_name(mnemonic)
    return Binary


def _floor_divide(x: Array, y: Array) -> Array:
    quotient, rest = arithmetic.divide(x, y), arithmetic.remainder(x, y)
    return quotient - ((rest != 0) & ((rest < 0) != (y < 0)) & (y != 0)).astype(quotient.dtype)


def _ceiling_divide(x: Array, y: Array) -> Array:
    quotient, rest = arithmetic.divide(x, y), arithmetic.remainder(x, y)
    return quotient + ((rest != 0) & ((rest < 0) == (y < 0)) & (y != 0)).astype(quotient.dtype)


for _name, _function, _meaning, _no_sign in (
    ("addi", arithmetic.add, "The sum.", False), ("subi", arithmetic.subtract, "The difference.", False),
    ("muli", arithmetic.multiply, "The product.", False),
    ("divsi", arithmetic.divide, "The truncated quotient.", False),
    ("divui", arithmetic.divide, "The quotient of numbers without sign.", True),
    ("remsi", arithmetic.remainder, "The remainder.", False),
    ("remui", arithmetic.remainder, "The remainder without sign.", True),
    ("floordivsi", _floor_divide, "The quotient rounded down.", False),
    ("ceildivsi", _ceiling_divide, "The quotient rounded up.", False),
    ("ceildivui", _ceiling_divide, "The quotient without sign, rounded up.", True),
    ("andi", arithmetic.bitwise_and, "The conjunction.", False),
    ("ori", arithmetic.bitwise_or, "The disjunction.", False),
    ("xori", arithmetic.bitwise_xor, "The exclusive disjunction.", False),
    ("maxsi", arithmetic.maximum, "The larger number.", False),
    ("minsi", arithmetic.minimum, "The smaller number.", False),
    ("maxui", arithmetic.maximum, "The larger number without sign.", True),
    ("minui", arithmetic.minimum, "The smaller number without sign.", True),
    ("shli", integer_numbers.shift_left, "A shift to the left.", False),
    ("shrsi", integer_numbers.shift_right_arithmetic, "A shift to the right that keeps the sign.", False),
    ("shrui", integer_numbers.shift_right_logical, "A shift to the right that fills with zeros.", False),
):
    binary(_name, integral, _function, _meaning, _no_sign)
for _name, _function, _meaning in (
    ("addf", arithmetic.add, "The sum."), ("subf", arithmetic.subtract, "The difference."),
    ("mulf", arithmetic.multiply, "The product."),
    ("divf", arithmetic.divide, "The quotient."), ("remf", arithmetic.remainder, "The remainder."),
    ("maximumf", arithmetic.maximum, "The larger number, NaN if one is."),
    ("minimumf", arithmetic.minimum, "The smaller number, NaN if one is."),
):
    binary(_name, real, _function, _meaning)


def conversion(mnemonic: str, source: Any, target: Any, meaning: str, unsigned: bool = False,
               bits: bool = False) -> type[Op]:
    """A conversion of numbers; `unsigned` reads integers without a sign, `bits` keeps the bits."""

    class Conversion(Op, name=f"arith.{mnemonic}"):
        in_: Operand = source
        out: Result = target
        kernel = "host"
        is_elementwise = True
        syntax = "$in_ attr-dict `:` type($in_) `to` type($out)"

        def eval(op, operand: Array) -> Any:
            type: ElementType = element_of(op.out.type)
            if bits:
                return bitcast_convert(operand, type)
            x = _unsigned(operand) if unsigned else np.asarray(operand)
            if type.is_float or x.dtype.kind not in "iub":
                return convert(x, type)
            if type.kind == "pred":
                return np.asarray(x & 1, np.bool_)
            if x.dtype == np.bool_ and not unsigned:  # the only bit of i1 is its sign
                return np.where(x, -1, 0).astype(type.dtype)
            return x.astype(type.dtype)

    Conversion.__doc__, Conversion.__name__ = meaning, class_name(mnemonic)
    return Conversion


conversion("index_cast", integral, integral, "An index as an integer, or an integer as an index, with its sign.")
conversion("index_castui", integral, integral, "An index as an integer, or an integer as an index, without sign.",
           unsigned=True)
conversion("extsi", integral, integral, "A wider integer of the same value with sign.")
conversion("extui", integral, integral, "A wider integer of the same value without sign.", unsigned=True)
conversion("trunci", integral, integral, "The low bits.")
conversion("sitofp", integral, real, "An integer with sign as a float.")
conversion("uitofp", integral, real, "An integer without sign as a float.", unsigned=True)
conversion("fptosi", real, integral, "A float as an integer, truncated.")
conversion("extf", real, real, "A wider float of the same value.")
conversion("truncf", real, real, "The nearest narrower float.")
conversion("bitcast", number, number, "The same bits as another type.", bits=True)

#: The predicates of cmpi by number: name, direction, whether without sign.
INTEGER_PREDICATES = (("eq", "EQ", False), ("ne", "NE", False), ("slt", "LT", False), ("sle", "LE", False),
                      ("sgt", "GT", False),
                      ("sge", "GE", False), ("ult", "LT", True), ("ule", "LE", True), ("ugt", "GT", True),
                      ("uge", "GE", True))
#: The predicates of cmpf by number: name, direction, and what it gives if one number is NaN.
FLOAT_PREDICATES = (("false", "", False), ("oeq", "EQ", False), ("ogt", "GT", False), ("oge", "GE", False),
                    ("olt", "LT", False),
                    ("ole", "LE", False), ("one", "NE", False), ("ord", "", False), ("ueq", "EQ", True),
                    ("ugt", "GT", True),
                    ("uge", "GE", True), ("ult", "LT", True), ("ule", "LE", True), ("une", "NE", True),
                    ("uno", "", True),
                    ("true", "", True))


def _truth(type: AnyType) -> AnyType:
    return type.with_element(PRED) if isinstance(type, TensorType) else PRED


class Cmpi(Op, name="arith.cmpi"):
    """Whether lhs stands in a relation to rhs."""

    lhs: Operand = integral
    rhs: Operand = integral
    predicate: Attr = any_integer
    kernel = "host"
    is_elementwise = True
    syntax = ("custom<IntegerPredicate>($predicate) `,` $lhs `,` $rhs attr-dict `:` "
              "custom<ComparedType>(type($lhs), type($result))")
    checks = [C("predicate", "predicate must lie in [0, 10), got {predicate}",
                lambda op: 0 <= op.predicate < len(INTEGER_PREDICATES)),
              C("type", "lhs and rhs must have one type, got {lhs} and {rhs}", lambda op: op.lhs.type is op.rhs.type)]

    @infers("type")
    def result(op) -> Any:
        return _truth(op.lhs.type)

    def eval(op, lhs: Array, rhs: Array) -> Any:
        _, direction, unsigned = INTEGER_PREDICATES[op.predicate]
        return compare(_unsigned(lhs), _unsigned(rhs), direction) if unsigned else compare(lhs, rhs, direction)


class Cmpf(Op, name="arith.cmpf"):
    """Whether lhs stands in a relation to rhs, or one of them is NaN."""

    lhs: Operand = real
    rhs: Operand = real
    predicate: Attr = any_integer
    fastmath: Attr = anything.optional
    kernel = "host"
    is_elementwise = True
    syntax = ("custom<FloatPredicate>($predicate) `,` $lhs `,` $rhs custom<Flags>($fastmath) attr-dict `:` "
              "custom<ComparedType>(type($lhs), type($result))")
    checks = [C("predicate", "predicate must lie in [0, 16), got {predicate}",
                lambda op: 0 <= op.predicate < len(FLOAT_PREDICATES)),
              C("type", "lhs and rhs must have one type, got {lhs} and {rhs}", lambda op: op.lhs.type is op.rhs.type)]

    @infers("type")
    def result(op) -> Any:
        return _truth(op.lhs.type)

    def eval(op, lhs: Array, rhs: Array) -> Any:
        name, direction, if_nan = FLOAT_PREDICATES[op.predicate]
        unordered = compare(lhs, lhs, "NE") | compare(rhs, rhs, "NE")
        holds = compare(lhs, rhs, direction) if direction else np.full(unordered.shape, name in ("ord", "true"))
        return np.where(unordered, if_nan, holds)


class Select(Op, name="arith.select"):
    """`true_value` where `condition` holds, else `false_value`."""

    condition: Operand = truth
    true_value: Operand = number
    false_value: Operand = number
    kernel = "host"
    is_elementwise = True
    syntax = ("$condition `,` $true_value `,` $false_value attr-dict `:` "
              "custom<SelectedType>(type($condition), type($true_value), type($result))")
    checks = [C("type", "true_value and false_value must have one type, got {true_value} and {false_value}",
                lambda op: op.true_value.type is op.false_value.type)]

    @infers("type")
    def result(op) -> Any:
        return op.true_value.type

    def eval(op, condition: Array, true_value: Array, false_value: Array) -> Any:
        return np.where(condition, true_value, false_value)


class Negf(Op, name="arith.negf"):
    """The negative."""

    operand: Operand = real
    fastmath: Attr = anything.optional
    kernel = "host"
    is_elementwise = True
    syntax = ("$operand custom<Flags>($fastmath) attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($operand), type($result))")

    @infers("type")
    def result(op) -> Any:
        return op.operand.type

    def eval(op, operand: Array) -> Any:
        return arithmetic.negate(operand)
