"""Elementwise operations: each result element depends on the operand elements at the same index.

A row is one operation: its name, what it accepts, its function on NumPy arrays, its meaning. The scalar formula follows
from the name, since scalar expressions call functions by the names of the operations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.expr.scalar import apply
from hloom.ir.types import QuantizedType, TensorType
from hloom.numbers import arithmetic, functions
from hloom.numbers import integer as integer_numbers
from hloom.numbers.dispatch import direct
from hloom.ops.common.attributes import ResultAccuracy, ResultAccuracyMode
from hloom.ops.common.quantization import is_quantized, on_expressed, unless_quantized
from hloom.ops.common.shapes import agreeing, most_specific
from hloom.ops.definition.attribute_kinds import struct
from hloom.ops.definition.constraints import (
    any_tensor,
    baseline_element,
    complex_,
    float_,
    integer,
    per_tensor_quantized,
    pred,
    same_shape,
    signed,
    tensor,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, infers
from hloom.ops.definition.traits import POSITIVE, REDUCERS, Domain

#: Forms of the pretty syntax: one type where all agree, else the function type.
UNARY = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
BINARY = "$lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))"
ANY_RESULT = "operands attr-dict `:` functional-type(operands, results)"


def class_name(mnemonic: str) -> str:
    """`round_nearest_even` as a class name: `RoundNearestEven`."""
    return mnemonic.title().replace("_", "")


def part_type(type: Any) -> Any:
    """A tensor type with a complex element type replaced by that of its parts."""
    return type if isinstance(type.element, QuantizedType) else type.with_element(type.element.part)


def same_baseline(*types: Any) -> bool:
    """Whether types agree but for scales and zero points (StableHLO spec: `baseline_type`)."""
    first = types[0]
    return all(t is first or (same_shape(first, t) and baseline_element(first) == baseline_element(t)) for t in types[1:])


#: What programs mean that ask for no accuracy.
ANY_ACCURACY = ResultAccuracy(0.0, 0.0, 0, ResultAccuracyMode("DEFAULT"))


def _is_plausible(accuracy: ResultAccuracy) -> bool:
    tolerances = accuracy.atol, accuracy.rtol, accuracy.ulps
    return all(t >= 0 for t in tolerances) if accuracy.mode.value == "TOLERANCE" else not any(tolerances)


ACCURACY = C("result_accuracy", "tolerances must be 0 unless the mode is TOLERANCE, got {result_accuracy}",
             lambda op: _is_plausible(op.result_accuracy))


def unary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, has_accuracy: bool = False,
          gives_parts: bool = False, domain: Domain | None = None) -> type[Op]:
    """A function of one tensor: the result has the operand's type or, with `gives_parts`, that of its parts.

    What `has_accuracy` is computed by many instructions. `domain`: the numbers that it is made for.
    """
    made_for = {} if domain is None else {"operand": domain}

    class Unary(Op, name=f"stablehlo.{mnemonic}"):
        operand: Operand = accepts
        if has_accuracy:
            result_accuracy: Attr = struct(ResultAccuracy).default(ANY_ACCURACY)
            checks = [ACCURACY]
        syntax = UNARY
        is_elementwise = True
        is_costly = has_accuracy
        domains = made_for

        @(infers(shape="C1", element="C2") if gives_parts else infers(type="C1"))
        def result(op) -> Any:
            return agreeing(op, part_type(op.operand.type) if gives_parts else op.operand.type)

        @on_expressed
        def eval(op, operand: Any) -> Any:
            return function(operand)

        def evaluator(op) -> Any:
            return direct(function, op.operand.element)

        @unless_quantized
        def element(op, i: Any) -> Any:
            x = op.operand[i]
            return apply(mnemonic, x, type=x.type.part if gives_parts else x.type)

    Unary.__doc__, Unary.__name__ = meaning, class_name(mnemonic)
    return Unary


def binary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, costly: bool = False,
           **made_for: Domain) -> type[Op]:
    """A function of two tensors of one type, which is the result's too. The reducers are commutative. `made_for`: the numbers of
    `lhs` or `rhs` that it is made for."""

    class Binary(Op, name=f"stablehlo.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        syntax = BINARY
        is_elementwise = True
        is_costly = costly
        domains = made_for
        reducer = REDUCERS.get(mnemonic)
        is_commutative = reducer is not None
        checks = [C(1, "lhs and rhs must have one type, got {lhs} and {rhs}",
                    lambda op: same_baseline(op.lhs.type, op.rhs.type))]

        @infers("C1")
        def result(op) -> Any:
            return agreeing(op, most_specific(op.lhs.type, op.rhs.type))

        @on_expressed
        def eval(op, lhs: Any, rhs: Any) -> Any:
            return function(lhs, rhs)

        def evaluator(op) -> Any:
            return direct(function, op.lhs.element)

        @unless_quantized
        def element(op, i: Any) -> Any:
            return apply(mnemonic, op.lhs[i], op.rhs[i])

    Binary.__doc__, Binary.__name__ = meaning, class_name(mnemonic)
    return Binary


class Add(Op, name="stablehlo.add"):
    """The sum; `or` of truth values."""

    lhs: Operand = any_tensor
    rhs: Operand = any_tensor
    syntax = BINARY
    is_elementwise = True
    reducer = REDUCERS["add"]
    is_commutative = True
    checks = [
        C(2, "either both operands are quantized or none, got {lhs} and {rhs}",
          lambda op: is_quantized(op.lhs) == is_quantized(op.rhs)),
        C(1, "lhs and rhs must have one type, got {lhs} and {rhs}",
          lambda op: same_shape(op.lhs.type, op.rhs.type)
          and (is_quantized(op.lhs) or op.lhs.element is op.rhs.element)),
        C(3, "lhs and rhs must have one storage type, got {lhs} and {rhs}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.storage is op.rhs.element.storage),
        C(4, "lhs and rhs must have one expressed type, got {lhs} and {rhs}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.expressed is op.rhs.element.expressed),
    ]
    result_checks = [
        C(2, "the result of quantized operands must be quantized, got {result}",
          lambda op: is_quantized(op.lhs) == is_quantized(op.result)),
        C(3, "the storage type of the result must be that of {lhs}, got {result}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.storage is op.result.element.storage),
        C(4, "the expressed type of the result must be that of {lhs}, got {result}",
          lambda op: not is_quantized(op.lhs) or op.lhs.element.expressed is op.result.element.expressed),
        C(5, "the result must be quantized per axis exactly if an operand is, got {result}",
          lambda op: not is_quantized(op.lhs)
          or (op.lhs.element.is_per_axis or op.rhs.element.is_per_axis) == op.result.element.is_per_axis),
        C(6, "the result must be quantized along the axis of lhs, {lhs}, got {result}",
          lambda op: not is_quantized(op.lhs) or not op.lhs.element.is_per_axis
          or op.lhs.element.axis == op.result.element.axis),
        C(7, "the result must be quantized along the axis of rhs, {rhs}, got {result}",
          lambda op: not is_quantized(op.rhs) or not op.rhs.element.is_per_axis
          or op.rhs.element.axis == op.result.element.axis),
    ]

    @infers("C1")
    def result(op) -> Any:
        type = most_specific(op.lhs.type, op.rhs.type)
        given = op.results[0].type if op.results else type
        # How a quantized result may differ from the operands is stated by C2 to C7.
        return type.with_element(given.element) if type.is_quantized and isinstance(given, TensorType) else type

    @on_expressed
    def eval(op, lhs: Any, rhs: Any) -> Any:
        return arithmetic.add(lhs, rhs)

    def evaluator(op) -> Any:
        return direct(arithmetic.add, op.lhs.element)

    @unless_quantized
    def element(op, i: Any) -> Any:
        return apply("add", op.lhs[i], op.rhs[i])


NUMBER = integer | float_ | complex_ | per_tensor_quantized
REAL = float_ | per_tensor_quantized
ANALYTIC = float_ | complex_ | per_tensor_quantized
BITS = pred | integer
ANY = tensor | per_tensor_quantized

Subtract = binary("subtract", NUMBER, arithmetic.subtract, "The difference.")
Multiply = binary("multiply", ANY, arithmetic.multiply, "The product; `and` of truth values.")
Divide = binary("divide", NUMBER, arithmetic.divide, "The quotient; integers truncate, and division by zero gives -1.",
                costly=True, rhs=POSITIVE)
Remainder = binary("remainder", NUMBER, arithmetic.remainder,
                   "The remainder of truncating division, with the sign of lhs.", costly=True, rhs=POSITIVE)
Power = binary("power", NUMBER, arithmetic.power, "lhs to the power of rhs.", costly=True, lhs=POSITIVE)
Maximum = binary("maximum", ANY, arithmetic.maximum, "The larger operand, NaN if one is; `or` of truth values.")
Minimum = binary("minimum", ANY, arithmetic.minimum, "The smaller operand, NaN if one is; `and` of truth values.")
Atan2 = binary("atan2", ANALYTIC, functions.atan2, "The angle of the point (rhs, lhs), in radians.", costly=True)
And = binary("and", BITS, arithmetic.bitwise_and, "The bitwise conjunction.")
Or = binary("or", BITS, arithmetic.bitwise_or, "The bitwise disjunction.")
Xor = binary("xor", BITS, arithmetic.bitwise_xor, "The bitwise exclusive disjunction.")
ShiftLeft = binary("shift_left", integer, integer_numbers.shift_left,
                   "lhs shifted left by rhs bits; 0 for rhs beyond its width.")
ShiftRightArithmetic = binary("shift_right_arithmetic", integer, integer_numbers.shift_right_arithmetic,
                              "lhs shifted right by rhs bits, filled with its sign.")
ShiftRightLogical = binary("shift_right_logical", integer, integer_numbers.shift_right_logical,
                           "lhs shifted right by rhs bits, filled with zeros.")

Abs = unary("abs", signed | ANALYTIC, arithmetic.absolute, "The absolute value; the modulus of complex numbers.",
            gives_parts=True)
Negate = unary("negate", NUMBER, arithmetic.negate, "The negative; unsigned integers wrap.")
Sign = unary("sign", signed | ANALYTIC, arithmetic.sign,
             "-1, 0 or 1; zeros keep their sign; x / |x| for complex numbers.")
Not = unary("not", BITS, arithmetic.bitwise_not, "The bitwise complement.")
Popcnt = unary("popcnt", integer, integer_numbers.population_count, "The number of bits set.")
CountLeadingZeros = unary("count_leading_zeros", integer, integer_numbers.count_leading_zeros,
                          "The number of leading zero bits.")
Ceil = unary("ceil", REAL, functions.ceil, "The nearest integer above.")
Floor = unary("floor", REAL, functions.floor, "The nearest integer below.")
RoundNearestAfz = unary("round_nearest_afz", REAL, functions.round_nearest_afz,
                        "The nearest integer, halves away from zero.")
RoundNearestEven = unary("round_nearest_even", REAL, functions.round_nearest_even,
                         "The nearest integer, halves to even.")
Cbrt = unary("cbrt", ANALYTIC, functions.cbrt, "The cubic root.", has_accuracy=True)
Cosine = unary("cosine", ANALYTIC, functions.cosine, "The cosine of an angle in radians.", has_accuracy=True)
Exponential = unary("exponential", ANALYTIC, functions.exponential, "e to the power of the operand.", has_accuracy=True)
ExponentialMinusOne = unary("exponential_minus_one", ANALYTIC, functions.exponential_minus_one,
                            "e to the power of the operand, less one, without cancellation.", has_accuracy=True)
Log = unary("log", ANALYTIC, functions.log, "The natural logarithm.", has_accuracy=True, domain=POSITIVE)
LogPlusOne = unary("log_plus_one", ANALYTIC, functions.log_plus_one,
                   "The natural logarithm of one plus the operand, without cancellation.", has_accuracy=True,
                    domain=POSITIVE)
Logistic = unary("logistic", ANALYTIC, functions.logistic, "1 / (1 + exp(-x)).", has_accuracy=True)
Rsqrt = unary("rsqrt", ANALYTIC, functions.rsqrt, "The reciprocal square root.", has_accuracy=True, domain=POSITIVE)
Sine = unary("sine", ANALYTIC, functions.sine, "The sine of an angle in radians.", has_accuracy=True)
Sqrt = unary("sqrt", ANALYTIC, functions.sqrt, "The square root.", has_accuracy=True, domain=POSITIVE)
Tan = unary("tan", ANALYTIC, functions.tan, "The tangent of an angle in radians.", has_accuracy=True)
Tanh = unary("tanh", ANALYTIC, functions.tanh, "The hyperbolic tangent.", has_accuracy=True)
