"""The `arith` dialect: scalar and elementwise arithmetic, with which exported programs compute shapes.

Integers are signless: whether they have a sign is said by the operation. Values are arrays, those of scalar types of
rank 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.ir.attributes import (
    Attribute,
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    OtherElementsAttr,
)
from hloom.ir.types import AnyType, TensorType
from hloom.numbers import arithmetic
from hloom.numbers import integer as integer_numbers
from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.compare import compare
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, INDEX, PRED, ElementType
from hloom.ops.definition.attribute_kinds import AttributeKind, anything, i64, unit
from hloom.ops.definition.constraints import TypeConstraint, compatible
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, infers, type_of
from hloom.ops.stablehlo.conversion import bitcast_convert
from hloom.ops.stablehlo.creation import Constant as ProgramConstant
from hloom.ops.stablehlo.creation import known_elements, numbers_of
from hloom.ops.stablehlo.elementwise import class_name

Array = Any


def element_of(type: AnyType) -> Any:
    """The element type of a tensor; a scalar type itself."""
    return type.element if isinstance(type, TensorType) else type


def _of(description: str, *kinds: str) -> Any:
    return TypeConstraint(description, lambda t: getattr(element_of(t), "kind", "") in kinds)


number: Any = _of("number or tensor of numbers", "pred", "sint", "index", "float")
integral: Any = _of("integer or tensor of integers", "pred", "sint", "index")
#: Integers that have a width, which an index has not.
fixed: Any = _of("integer of fixed width or tensor of them", "pred", "sint")
real: Any = _of("float or tensor of floats", "float")
truth: Any = _of("i1 or tensor of i1", "pred")


def _array(value: Array, type: AnyType) -> Array:
    return np.asarray(value, element_of(type).dtype)


def without_sign(x: Array) -> Array:
    """The bits of signless integers as unsigned ones."""
    x = np.asarray(x)
    return x if x.dtype == np.bool_ else x.view(f"u{x.dtype.itemsize}") if x.dtype.kind == "i" else x


class Constant(Op, name="arith.constant"):
    """A number, or a tensor of numbers."""

    value: Attr = AttributeKind("number or elements",
                                lambda a: isinstance(a, BoolAttr | DenseElementsAttr | DenseResourceAttr | FloatAttr | IntegerAttr
                                                     | OtherElementsAttr),
                                lambda a: a, lambda v: v)
    is_generator = True
    syntax = "custom<Constant>"

    @infers("type", exactly=True)
    def result(op) -> Any:
        return PRED if isinstance(op.value, BoolAttr) else op.value.type

    @property
    def result_names(op) -> tuple[str, ...]:
        value = op.attributes.get("value")
        if isinstance(value, BoolAttr):
            return (str(value),)
        if isinstance(value, IntegerAttr):
            return (f"c{value.value}" if str(value.type) == "index" else f"c{value.value}_{value.type}",)
        return ("cst",)

    def constant_value(op) -> DenseElementsAttr | None:
        """The numbers of a tensor; a number alone as the only one of a tensor of rank 0."""
        value = op.attributes.get("value")
        if not isinstance(value, BoolAttr | FloatAttr | IntegerAttr):
            return known_elements(value)
        type = op.results[0].type
        return DenseElementsAttr(TensorType((), type), op.eval(), is_splat=True) if isinstance(type, ElementType) else None

    def eval(op) -> Any:
        if isinstance(op.value, DenseElementsAttr | DenseResourceAttr):
            return numbers_of(op, op.value)
        type: Any = op.results[0].type
        if isinstance(op.value, FloatAttr):
            return from_bits(np.array(op.value.bits), type)
        return np.array(op.value.value, type.dtype)

    def decompose(op, b: Any) -> Any:
        """StableHLO's constant for a tensor of numbers; not for sizes, of which it has no tensors, nor for numbers alone."""
        type = op.result.type
        if not isinstance(type, TensorType) or not isinstance(type.element, ElementType) or type.element is INDEX:
            return None
        return b(ProgramConstant, value=op.value)


def scalar_attribute(value: Any, type: ElementType) -> Attribute | None:
    """The attribute of `arith.constant` that is one number of a type; None for types whose numbers are written otherwise."""
    if type.kind == "pred":
        return BoolAttr(bool(value))
    if type.is_integer or type is INDEX:
        return IntegerAttr(int(value), type)
    return FloatAttr(int(to_bits(np.asarray(value, type.dtype))), type) if type.is_float else None


#: How what an operation may assume of its operands is written, by the attribute that says it.
_FLAGS = {"": "", "fastmath": "custom<Flags>($fastmath) ", "fastmath?": "custom<FlagsIfAny>($fastmath) ",
          "overflowFlags": "custom<Flags>($overflowFlags) ",
          "isExact": "custom<Flag>($isExact, exact) ", "nonNeg": "custom<Flag>($nonNeg, nneg) "}


_COMPATIBLE = C("type", "lhs and rhs must have compatible types, got {lhs} and {rhs}",
                lambda op: compatible(op.lhs.type, op.rhs.type))
ONE_TYPE = C("type", "lhs and rhs must have one type, got {lhs} and {rhs}", lambda op: op.lhs.type is op.rhs.type)


def binary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, unsigned: bool = False,
           flags: str = "") -> type[Op]:
    """A function of two numbers of one type; `unsigned` takes the bits of integers without a sign.

    `flags` names the attribute that says what may be assumed; values do not depend on it.
    """

    class Binary(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        if flags == "fastmath":
            fastmath: Attr = anything.optional
        elif flags == "overflowFlags":
            overflowFlags: Attr = anything.optional
        elif flags == "isExact":
            isExact: Attr = unit.default(False)
        kernel = "host"
        is_elementwise = True
        syntax = (f"$lhs `,` $rhs {_FLAGS[flags]}attr-dict `:` "
                  "custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))")
        checks = [_COMPATIBLE]

        @infers("type", exactly=True)
        def result(op) -> Any:
            return op.lhs.type

        def eval(op, lhs: Array, rhs: Array) -> Any:
            if unsigned:
                lhs, rhs = without_sign(lhs), without_sign(rhs)
            return np.asarray(function(lhs, rhs)).astype(element_of(op.results[0].type).dtype, copy=False)

    Binary.__doc__, Binary.__name__ = meaning, class_name(mnemonic)
    return Binary


def _floor_divide(x: Array, y: Array) -> Array:
    quotient, rest = arithmetic.divide(x, y), arithmetic.remainder(x, y)
    return quotient - ((rest != 0) & ((rest < 0) != (y < 0)) & (y != 0)).astype(quotient.dtype)


def _ceiling_divide(x: Array, y: Array) -> Array:
    quotient, rest = arithmetic.divide(x, y), arithmetic.remainder(x, y)
    return quotient + ((rest != 0) & ((rest < 0) == (y < 0)) & (y != 0)).astype(quotient.dtype)


for _name, _function, _meaning, _no_sign, _assumed in (
    ("addi", arithmetic.add, "The sum.", False, "overflowFlags"),
    ("subi", arithmetic.subtract, "The difference.", False, "overflowFlags"),
    ("muli", arithmetic.multiply, "The product.", False, "overflowFlags"),
    ("divsi", arithmetic.divide, "The truncated quotient.", False, "isExact"),
    ("divui", arithmetic.divide, "The quotient of numbers without sign.", True, "isExact"),
    ("remsi", arithmetic.remainder, "The remainder.", False, ""),
    ("remui", arithmetic.remainder, "The remainder without sign.", True, ""),
    ("floordivsi", _floor_divide, "The quotient rounded down.", False, ""),
    ("ceildivsi", _ceiling_divide, "The quotient rounded up.", False, ""),
    ("ceildivui", _ceiling_divide, "The quotient without sign, rounded up.", True, ""),
    ("andi", arithmetic.bitwise_and, "The conjunction.", False, ""),
    ("ori", arithmetic.bitwise_or, "The disjunction.", False, ""),
    ("xori", arithmetic.bitwise_xor, "The exclusive disjunction.", False, ""),
    ("maxsi", arithmetic.maximum, "The larger number.", False, ""),
    ("minsi", arithmetic.minimum, "The smaller number.", False, ""),
    ("maxui", arithmetic.maximum, "The larger number without sign.", True, ""),
    ("minui", arithmetic.minimum, "The smaller number without sign.", True, ""),
    ("shli", integer_numbers.shift_left, "A shift to the left.", False, "overflowFlags"),
    ("shrsi", integer_numbers.shift_right_arithmetic, "A shift to the right that keeps the sign.", False, "isExact"),
    ("shrui", integer_numbers.shift_right_logical, "A shift to the right that fills with zeros.", False, "isExact"),
):
    binary(_name, integral, _function, _meaning, _no_sign, _assumed)


def _or_other(choose: Callable[..., Any]) -> Callable[..., Any]:
    """`choose`, but the other number where one is NaN."""
    return lambda x, y: np.where(compare(x, x, "NE"), y, np.where(compare(y, y, "NE"), x, choose(x, y)))


for _name, _function, _meaning in (
    ("addf", arithmetic.add, "The sum."), ("subf", arithmetic.subtract, "The difference."),
    ("mulf", arithmetic.multiply, "The product."),
    ("divf", arithmetic.divide, "The quotient."), ("remf", arithmetic.remainder, "The remainder."),
    ("maximumf", arithmetic.maximum, "The larger number, NaN if one is."),
    ("minimumf", arithmetic.minimum, "The smaller number, NaN if one is."),
    ("maxnumf", _or_other(arithmetic.maximum), "The larger number; the other one if one is NaN."),
    ("minnumf", _or_other(arithmetic.minimum), "The smaller number; the other one if one is NaN."),
):
    binary(_name, real, _function, _meaning, flags="fastmath")


def _widths(op: Any) -> tuple[int, int]:
    return element_of(op.in_.type).width, element_of(op.out.type).width


#: How the elements of the result must differ from those of the operand, by a word for it.
_FITTING: dict[str, C] = {
    "wider": C("width", "{out} must have wider elements than {in_}", lambda op: _widths(op)[0] < _widths(op)[1]),
    "narrower": C("width", "{out} must have narrower elements than {in_}", lambda op: _widths(op)[0] > _widths(op)[1]),
    "as wide": C("width", "{in_} and {out} must have elements of one width", lambda op: len({*_widths(op)}) == 1),
    "another": C("width", "{in_} and {out} must have elements of one width and of different types",
                 lambda op: len({*_widths(op)}) == 1 and element_of(op.in_.type) is not element_of(op.out.type)),
    "index or back": C("index", "one of {in_} and {out} must hold indices, and the other integers",
                       lambda op: [element_of(v.type) is INDEX for v in (op.in_, op.out)].count(True) == 1),
}


def conversion(mnemonic: str, source: Any, target: Any, meaning: str, fitting: str = "", unsigned: bool = False,
               bits: bool = False, flags: str = "") -> type[Op]:
    """A conversion of numbers; `unsigned` reads or makes integers without a sign, `bits` keeps the bits.

    `fitting` is a word of `_FITTING`; `flags` names the attribute that says what may be assumed.
    """

    class Conversion(Op, name=f"arith.{mnemonic}"):
        in_: Operand = source
        out: Result = target
        if flags == "overflowFlags":
            overflowFlags: Attr = anything.optional
        elif flags == "fastmath?":
            fastmath: Attr = anything.optional
        elif flags == "nonNeg":
            nonNeg: Attr = unit.default(False)
        kernel = "host"
        is_elementwise = True
        syntax = f"$in_ {_FLAGS[flags]}attr-dict `:` type($in_) `to` type($out)"
        result_checks = [_FITTING[fitting]] if fitting else []

        @infers("shape", exactly=True)
        def types(op) -> Any:
            element = element_of(op.out.type)
            return op.in_.type.with_element(element) if isinstance(op.in_.type, TensorType) else element

        def eval(op, operand: Array) -> Any:
            type: ElementType = element_of(op.out.type)
            if bits:
                return bitcast_convert(operand, type)
            x = without_sign(operand) if unsigned else np.asarray(operand)
            if unsigned and not type.is_float and x.dtype.kind not in "iub":
                return convert(x, ELEMENT_TYPES[f"ui{max(type.width, 2)}"]).astype(type.dtype)
            if x.dtype == np.bool_ and not unsigned and type.kind != "pred":  # the only bit of i1 is its sign
                return convert(np.where(x, -1, 0), type)
            if type.is_float or x.dtype.kind not in "iub":
                return convert(x, type)
            return np.asarray(x & 1, np.bool_) if type.kind == "pred" else x.astype(type.dtype)

    Conversion.__doc__, Conversion.__name__ = meaning, class_name(mnemonic)
    return Conversion


conversion("index_cast", integral, integral, "An index as an integer, or an integer as an index, with its sign.",
           "index or back")
conversion("index_castui", integral, integral, "An index as an integer, or an integer as an index, without sign.",
           "index or back", unsigned=True)
conversion("extsi", fixed, fixed, "A wider integer of the same value with sign.", "wider")
conversion("extui", fixed, fixed, "A wider integer of the same value without sign.", "wider", unsigned=True, flags="nonNeg")
conversion("trunci", fixed, fixed, "The low bits.", "narrower", flags="overflowFlags")
conversion("sitofp", fixed, real, "An integer with sign as a float.")
conversion("uitofp", fixed, real, "An integer without sign as a float.", unsigned=True, flags="nonNeg")
conversion("fptosi", real, fixed, "A float as an integer, truncated.")
conversion("fptoui", real, fixed, "A float as an integer without sign, truncated.", unsigned=True)
conversion("extf", real, real, "A wider float of the same value.", "wider", flags="fastmath?")
conversion("truncf", real, real, "The nearest narrower float.", "narrower", flags="fastmath?")
conversion("convertf", real, real, "The nearest float of another type of the same width.", "another",
           flags="fastmath?")
conversion("bitcast", fixed | real, fixed | real, "The same bits as another type.", "as wide", bits=True)

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


def truth_of(type: AnyType) -> AnyType:
    return type.with_element(PRED) if isinstance(type, TensorType) else PRED


def comparison(mnemonic: str, accepts: Any, predicates: str, count: int, holds: Callable[..., Any], meaning: str,
               flags: str = "") -> type[Op]:
    """A relation of two numbers of one type; `holds(predicate, lhs, rhs)`, and `predicates` names the directive for them."""

    class Comparison(Op, name=f"arith.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        predicate: Attr = i64
        if flags == "fastmath":
            fastmath: Attr = anything.optional
        kernel = "host"
        is_elementwise = True
        syntax = (f"custom<{predicates}>($predicate) `,` $lhs `,` $rhs {_FLAGS[flags]}attr-dict `:` "
                  "custom<ComparedType>(type($lhs), type($result))")
        checks = [C("predicate", f"predicate must lie in [0, {count}), got {{predicate}}",
                    lambda op: 0 <= op.predicate < count), ONE_TYPE]

        @infers("type", exactly=True)
        def result(op) -> Any:
            return truth_of(op.lhs.type)

        def eval(op, lhs: Array, rhs: Array) -> Any:
            return holds(op.predicate, lhs, rhs)

    Comparison.__doc__, Comparison.__name__ = meaning, class_name(mnemonic)
    return Comparison


def _integer_relation(predicate: int, lhs: Array, rhs: Array) -> Array:
    _, direction, unsigned = INTEGER_PREDICATES[predicate]
    return compare(without_sign(lhs), without_sign(rhs), direction) if unsigned else compare(lhs, rhs, direction)


def _float_relation(predicate: int, lhs: Array, rhs: Array) -> Array:
    name, direction, if_nan = FLOAT_PREDICATES[predicate]
    unordered = compare(lhs, lhs, "NE") | compare(rhs, rhs, "NE")
    holds = compare(lhs, rhs, direction) if direction else np.full(unordered.shape, name in ("ord", "true"))
    return np.where(unordered, if_nan, holds)


comparison("cmpi", integral, "IntegerPredicate", len(INTEGER_PREDICATES), _integer_relation,
           "Whether lhs stands in a relation to rhs.")
comparison("cmpf", real, "FloatPredicate", len(FLOAT_PREDICATES), _float_relation,
           "Whether lhs stands in a relation to rhs, or one of them is NaN.", "fastmath")


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
                lambda op: op.true_value.type is op.false_value.type),
              C("condition", "condition must be i1, or of the shape of {true_value}, got {condition}",
                lambda op: op.condition.type is PRED or (isinstance(op.true_value.type, TensorType)
                                                         and op.condition.type is op.true_value.type.with_element(PRED)))]
    result = type_of("true_value", exactly=True)

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
    result = type_of("operand", exactly=True)

    def eval(op, operand: Array) -> Any:
        return arithmetic.negate(operand)
