"""CHLO: elementwise functions that StableHLO lacks. Each row is one operation, as in `elementwise`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.expr.scalar import Literal, Scalar, apply, compare, convert
from hloom.numbers import arithmetic, functions
from hloom.numbers import compare as comparison
from hloom.numbers import integer as integer_numbers
from hloom.numbers.element_type import ELEMENT_TYPES, F32, PRED
from hloom.ops.common.shapes import inferred_of_any_rank, is_ranked, most_specific, ranked_types
from hloom.ops.definition.constraints import complex_, float_, integer, of_any_rank
from hloom.ops.definition.operation import C, Op, Operand, infers
from hloom.ops.definition.traits import POSITIVE, UNIT, Domain
from hloom.ops.stablehlo.elementwise import class_name, same_baseline

UNARY = "$operand attr-dict `:` type($operand) `->` type($result)"
BINARY = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

Formula = Callable[..., Scalar]


def unary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, formula: Formula | None = None,
          gives_pred: bool = False, domain: Domain | None = None) -> type[Op]:
    """A function of one tensor; `formula` is its scalar expression unless that is a function of the same name. `domain`: the
    numbers that it is made for."""
    made_for = {} if domain is None else {"operand": domain}

    class Unary(Op, name=f"chlo.{mnemonic}"):
        operand: Operand = of_any_rank(accepts)
        syntax = UNARY
        is_elementwise = True
        is_costly = formula is None
        domains = made_for

        @infers("type")
        def result(op) -> Any:
            return op.operand.type.with_element(PRED) if gives_pred else op.operand.type

        def eval(op, operand: Any) -> Any:
            return function(operand)

        def element(op, i: Any) -> Any:
            x = op.operand[i]
            return formula(x) if formula else apply(mnemonic, x)

        def in_stablehlo(op, b: Any) -> Any:
            return _stated(b, mnemonic, formula, op.operand)

    Unary.__doc__, Unary.__name__ = meaning, class_name(mnemonic)
    return Unary


def binary(mnemonic: str, accepts: Any, function: Callable[..., Any], meaning: str, formula: Formula | None = None,
           needs_rank: bool = False) -> type[Op]:
    """A function of two tensors of one type, which is the result's too; unless it `needs_rank`, of unknown rank as well."""
    accepts = accepts if needs_rank else of_any_rank(accepts)

    class Binary(Op, name=f"chlo.{mnemonic}"):
        lhs: Operand = accepts
        rhs: Operand = accepts
        syntax = BINARY
        is_elementwise = True
        is_costly = formula is None
        checks = [C("type", "lhs and rhs must have one type, got {lhs} and {rhs}",
                    lambda op: same_baseline(op.lhs.type, op.rhs.type) if is_ranked(op) else op.lhs.element is op.rhs.element)]

        @infers("type")
        def result(op) -> Any:
            ranked = ranked_types(op)
            if needs_rank:
                return most_specific(*ranked)
            return inferred_of_any_rank(op, op.lhs.element, lambda: most_specific(*ranked), bool(ranked))

        def eval(op, lhs: Any, rhs: Any) -> Any:
            return function(lhs, rhs)

        def element(op, i: Any) -> Any:
            x, y = op.lhs[i], op.rhs[i]
            return formula(x, y) if formula else apply(mnemonic, x, y)

        def in_stablehlo(op, b: Any) -> Any:
            return _stated(b, mnemonic, formula, op.lhs, op.rhs)

    Binary.__doc__, Binary.__name__ = meaning, class_name(mnemonic)
    return Binary


def _stated(b: Any, mnemonic: str, formula: Formula | None, *operands: Any) -> Any:
    """A function of StableHLO alone, operation by operation."""
    from hloom.ops.chlo.formulas import stated  # few programs want it
    from hloom.ops.common.scalar_operations import operations_of

    return operations_of(b, stated(mnemonic, formula, *(v[()] for v in operands)))


def _equals_infinity(x: Scalar, *factors: float) -> Scalar:
    """Whether a float is one of the infinities with these signs."""
    infinity = [compare(x, Literal(f * float("inf"), x.type), "EQ", "FLOAT") for f in factors]
    return infinity[0] if len(infinity) == 1 else apply("or", *infinity)


def _square(x: Scalar) -> Scalar:
    """Of complex numbers (a - b)(a + b) + 2ab i: the real part does not cancel, and is 0 where the parts are of one size."""
    if not x.type.is_complex:
        return x * x
    part = x.type.part
    a, b = apply("real", x, type=part), apply("imag", x, type=part)
    is_diagonal = compare(apply("abs", a), apply("abs", b), "EQ", "FLOAT")
    real = apply("select", is_diagonal, Literal(0, part), (a - b) * (a + b), type=part)
    return apply("complex", real, Literal(2, part) * (a * b), type=x.type)


def _conjugate(x: Scalar) -> Scalar:
    if not x.type.is_complex:
        return x
    part = x.type.part
    return apply("complex", apply("real", x, type=part), -apply("imag", x, type=part), type=x.type)


def _multiply_high(x: Scalar, y: Scalar) -> Scalar:
    """The upper half of a product, in the type of double width; there is none for 64 bits."""
    type = x.type
    if type.width == 64:
        return apply("mulhi", x, y)
    wide = ELEMENT_TYPES[f"{'u' if type.kind == 'uint' else ''}i{2 * type.width}"]
    shift = "shift_right_logical" if type.kind == "uint" else "shift_right_arithmetic"
    return convert(apply(shift, convert(x, wide) * convert(y, wide), Literal(type.width, wide)), type)


def _next_after(x: Scalar, y: Scalar) -> Scalar:
    """One more or less as an integer, by the bits of x; from zero the smallest number with the sign of y."""
    type = x.type
    if not type.is_float or type.name == "f8E8M0FNU":
        return apply("next_after", x, y)  # there is no sign bit
    word = ELEMENT_TYPES.get(f"ui{type.width}", ELEMENT_TYPES["ui8"])  # 6-bit numbers have zeros above their bits

    def number(bits: int) -> Scalar:
        return Literal(bits, word)

    def choose(condition: Scalar, then: Scalar, otherwise: Scalar) -> Scalar:
        return apply("select", condition, then, otherwise, type=then.type)

    def holds(a: Scalar, direction: str, b: Scalar) -> Scalar:
        return compare(a, b, direction, "FLOAT")

    is_fnuz = type.name.endswith("FNUZ")
    zero = Literal(0, type)
    bits = apply("bitcast_convert", x, type=word)
    is_outward = compare(holds(y, "GT", x), holds(x, "GT", zero), "EQ", "UNSIGNED")
    stepped = choose(is_outward, bits + number(1), bits - number(1))
    if is_fnuz:  # a step from the smallest negative number leads to the bits of -0, which mean NaN
        stepped = choose(compare(stepped, number(1 << 7), "EQ", "UNSIGNED"), number(0), stepped)
    smallest = choose(holds(y, "LT", zero), number((1 << (type.width - 1)) + 1), number(1))
    stepped = choose(holds(x, "EQ", zero), smallest, stepped)
    found = apply("bitcast_convert", stepped, type=type)
    found = choose(holds(x, "EQ", y), y, found)
    return choose(holds(x, "NE", x), x, choose(holds(y, "NE", y), y, found))


#: log 0.5 in f32.
_LOG_HALF = float(np.float32(np.log(0.5)))


def _cosh_array(x: Any) -> Any:
    """The hyperbolic cosine; in f32 as `_cosh` has it."""
    if x.dtype != np.float32:
        return functions.cosh(x)
    half = np.float32(_LOG_HALF)
    return arithmetic.add(functions.exponential(x + half), functions.exponential(half - x))


def _cosh(x: Scalar) -> Scalar:
    """The hyperbolic cosine; in f32 exp(x + log 0.5) + exp(log 0.5 - x), as XLA has it, whose error grows with x."""
    if x.type is not F32:
        return apply("cosh", x)
    half = Literal(_LOG_HALF, F32)
    return apply("exponential", x + half) + apply("exponential", half - x)


ANALYTIC = float_ | complex_

Acos = unary("acos", ANALYTIC, functions.acos, "The inverse cosine.", domain=UNIT)
Acosh = unary("acosh", ANALYTIC, functions.acosh, "The inverse hyperbolic cosine.", domain=Domain(1, is_open=True))
Asin = unary("asin", ANALYTIC, functions.asin, "The inverse sine.", domain=UNIT)
Asinh = unary("asinh", ANALYTIC, functions.asinh, "The inverse hyperbolic sine.")
Atan = unary("atan", ANALYTIC, functions.atan, "The inverse tangent.")
Atanh = unary("atanh", ANALYTIC, functions.atanh, "The inverse hyperbolic tangent.", domain=UNIT)
BesselI1e = unary("bessel_i1e", float_, functions.bessel_i1e,
                  "The modified Bessel function of order 1, scaled by exp(-|x|).")
Conj = unary("conj", ANALYTIC, functions.conjugate, "The complex conjugate; real numbers as they are.", _conjugate)
Cosh = unary("cosh", ANALYTIC, _cosh_array, "The hyperbolic cosine.", _cosh)
Digamma = unary("digamma", float_, functions.digamma, "The derivative of the logarithm of the gamma function.",
                domain=POSITIVE)
Erf = unary("erf", float_, functions.erf, "The error function.")
ErfInv = unary("erf_inv", float_, functions.erf_inv, "The inverse of the error function.", domain=UNIT)
Erfc = unary("erfc", float_, functions.erfc, "One minus the error function, without cancellation.")
IsInf = unary("is_inf", float_, functions.is_inf, "Whether a number is infinite.",
              lambda x: _equals_infinity(x, 1.0, -1.0), gives_pred=True)
IsNegInf = unary("is_neg_inf", float_, functions.is_neg_inf, "Whether a number is negative infinity.",
                 lambda x: _equals_infinity(x, -1.0), gives_pred=True)
IsPosInf = unary("is_pos_inf", float_, functions.is_pos_inf, "Whether a number is positive infinity.",
                 lambda x: _equals_infinity(x, 1.0), gives_pred=True)
Lgamma = unary("lgamma", float_, functions.lgamma, "The logarithm of the absolute value of the gamma function.",
               domain=POSITIVE)
Sinh = unary("sinh", ANALYTIC, functions.sinh, "The hyperbolic sine.")
Square = unary("square", ANALYTIC, functions.square, "The product of a number with itself.", _square)
Tan = unary("tan", ANALYTIC, functions.tan, "The tangent of an angle in radians.")

Mulhi = binary("mulhi", integer, integer_numbers.multiply_high, "The upper half of the product in double width.",
               _multiply_high, needs_rank=True)
NextAfter = binary("next_after", float_, comparison.next_after, "The number next to lhs in the direction of rhs.", _next_after)
Polygamma = binary("polygamma", float_, functions.polygamma, "The derivative number lhs of digamma at rhs.")
Zeta = binary("zeta", float_, functions.zeta, "The Hurwitz zeta function, the sum of (rhs + k) ** -lhs over k >= 0.")
