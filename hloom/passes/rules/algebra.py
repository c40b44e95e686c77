"""Laws of arithmetic, logic and choice that hold for every number of the types they are stated for, bit for bit.

For floats that is much less than for real numbers: `x + 0` is not `x` for -0, `x * 0` is not 0 for infinities, `x -
x` is not 0 for NaN. (Which NaN an operation gives is left open by the specification.) The accuracy of `power` is left
open, too: `x * x` is the most exact square.
"""

from __future__ import annotations

from math import frexp
from typing import Any

from hloom.numbers.element_type import BF16, ELEMENT_TYPES, F16, F32, F64, PRED
from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.creation import Constant, Iota, integer, is_static, splat
from hloom.ops.stablehlo.elementwise import Divide, Multiply, ShiftRightLogical
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.passes.rules.equation import Equation, equations

SIGNED = tuple(t for t in ELEMENT_TYPES.values() if t.kind == "sint")
UNSIGNED = tuple(t for t in ELEMENT_TYPES.values() if t.kind == "uint")
INTEGERS = SIGNED + UNSIGNED
#: The floats with signed zeros, infinities and NaNs that programs compute with.
FLOATS = (F64, F32, F16, BF16)
COMPLEX = tuple(t for t in ELEMENT_TYPES.values() if t.is_complex)
ALL = tuple(t for t in ELEMENT_TYPES.values() if t.kind != "index")

#: Powers of two up to which numbers and their reciprocals are normal.
_LARGEST_EXPONENTS = {F64: 1022, F32: 126, BF16: 126, F16: 14}

TABLE = RuleTable()

EQUATIONS: tuple[Equation, ...] = (
    *equations(
        TABLE, INTEGERS,
        "add(x, 0) -> x",
        "subtract(0, x) -> negate(x)",
        "subtract(x, x) -> 0",
        "negate(subtract(x, y)) -> subtract(y, x)",
        "multiply(x, 0) -> 0",
        "remainder(x, 1) -> 0",
        "add(add(x, c), d) -> add(x, add(c, d))",
        "add(subtract(x, c), d) -> add(x, subtract(d, c))",
        "subtract(add(x, c), d) -> add(x, subtract(c, d))",
        "multiply(multiply(x, c), d) -> multiply(x, multiply(c, d))",
        "shift_left(x, 0) -> x",
        "shift_right_logical(x, 0) -> x",
        "shift_right_arithmetic(x, 0) -> x",
    ),
    *equations(
        TABLE, FLOATS,
        "add(x, -0) -> x",
        "subtract(-0, x) -> negate(x)",
        "divide(negate(x), negate(y)) -> divide(x, y)",
        "divide(negate(x), c) -> divide(x, negate(c))",
        "divide(c, negate(x)) -> divide(negate(c), x)",
        "power(x, 0) -> 1",
        "power(x, 2) -> multiply(x, x)",
        "power(x, 3) -> multiply(multiply(x, x), x)",
        "power(x, -1) -> divide(1, x)",
        "floor(floor(x)) -> floor(x)",
        "ceil(ceil(x)) -> ceil(x)",
    ),
    *equations(
        TABLE, INTEGERS + FLOATS,
        "subtract(x, 0) -> x",
        "add(x, negate(y)) -> subtract(x, y)",
        "subtract(x, negate(y)) -> add(x, y)",
        "negate(negate(x)) -> x",
        "multiply(x, 1) -> x",
        "multiply(negate(x), negate(y)) -> multiply(x, y)",
        "multiply(negate(x), c) -> multiply(x, negate(c))",
        "negate(multiply(x, c)) -> multiply(x, negate(c))",
        "divide(x, 1) -> x",
        "power(x, 1) -> x",
        "maximum(x, x) -> x",
        "minimum(x, x) -> x",
        "maximum(x, MIN) -> x",
        "minimum(x, MAX) -> x",
        "clamp(MIN, x, MAX) -> x",
    ),
    *equations(
        TABLE, SIGNED + FLOATS,
        "multiply(x, -1) -> negate(x)",
        "divide(x, -1) -> negate(x)",
        "abs(negate(x)) -> abs(x)",
        "abs(abs(x)) -> abs(x)",
    ),
    *equations(
        TABLE, (*INTEGERS, PRED),
        "maximum(x, MAX) -> MAX",
        "minimum(x, MIN) -> MIN",
        "and(x, x) -> x",
        "and(x, 0) -> 0",
        "and(x, ONES) -> x",
        "and(x, not(x)) -> 0",
        "or(x, x) -> x",
        "or(x, 0) -> x",
        "or(x, ONES) -> ONES",
        "or(x, not(x)) -> ONES",
        "xor(x, x) -> 0",
        "xor(x, 0) -> x",
        "xor(x, ONES) -> not(x)",
        "not(not(x)) -> x",
    ),
    *equations(
        TABLE, (PRED,),
        "add(x, 0) -> x",
        "multiply(x, 1) -> x",
        "multiply(x, 0) -> 0",
        "select(p, 1, 0) -> p",
        "select(p, 0, 1) -> not(p)",
    ),
    *equations(
        TABLE, ALL,
        "select(1, x, y) -> x",
        "select(0, x, y) -> y",
        "select(p, x, x) -> x",
        "select(not(p), x, y) -> select(p, y, x)",
        "select(p, select(p, x, y), z) -> select(p, x, z)",
        "select(p, x, select(p, y, z)) -> select(p, x, z)",
        "real(complex(x, y)) -> x",
        "imag(complex(x, y)) -> y",
        "complex(real(z), imag(z)) -> z",
    ),
)


@TABLE.rule("shift_right_logical(iota, c) -> 0, where 2^c exceeds all its numbers", ShiftRightLogical, of=Iota)
def shifted_iota(op: Any, b: Builder) -> Replacement:
    """The upper half of a 64-bit number of an element, as random bits are made from."""
    iota: Any = op.lhs.owner
    amount = integer(op.rhs)
    if amount is None or not is_static(op.lhs) or not 0 < amount < op.lhs.element.width:
        return None
    return b.splat(0, op.result.type) if op.lhs.shape[iota.iota_dimension] <= 1 << amount else None


@TABLE.rule("divide(x, 2^k) -> multiply(x, 2^-k)", Divide, of=Constant, operand=1)
def quotient_by_power_of_two(op: Any, b: Builder) -> Replacement:
    """Both round the same real number once. Only where 2^-k is a normal number, with which processors are fast."""
    divisor = splat(op.rhs)
    if divisor is None or not is_static(op.rhs) or op.rhs.element not in FLOATS:
        return None
    mantissa, exponent = frexp(float(divisor))
    if abs(mantissa) != 0.5 or abs(exponent - 1) > _LARGEST_EXPONENTS[op.rhs.element]:
        return None
    return b(Multiply, op.lhs, b.splat(1 / float(divisor), op.rhs.type))
