"""Integers and truth values -> LLVM: what `Apply` nodes mean on them.

Arithmetic wraps, divisions and shifts never trap, and results are those of `hloom.numbers.integer`.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.llvm.builder import Function, Value, binary, constant, integer_of, zero
from hloom.codegen.llvm.types import bits_of, is_signed, lanes, vector
from hloom.expr.scalar import Apply


def _not(f: Function, node: Apply, a: Value) -> Value:
    return f.binary("xor", a, -1 if bits_of(a.type) > 1 else 1)


PRED: dict[str, Callable[..., Value]] = {
    "add": binary("or"), "or": binary("or"), "maximum": binary("or"), "multiply": binary("and"), "and": binary("and"),
    "minimum": binary("and"), "xor": binary("xor"), "not": _not,
}


def minimum_value(type: str) -> int:
    """The least integer of a type, with sign: only its top bit is set."""
    return -(1 << (bits_of(type) - 1))


def _safe_divisor(f: Function, node: Apply, a: Value, b: Value) -> tuple[Value, Value]:
    """A divisor that never traps, and where `b` is zero. INT_MIN / -1 is computed as INT_MIN / 1, which is the answer."""
    is_zero = f.compare("eq", b, 0)
    unsafe = is_zero
    if is_signed(node.type):
        overflow = f.binary("and", f.compare("eq", a, minimum_value(a.type)), f.compare("eq", b, -1))
        unsafe = f.binary("or", is_zero, overflow)
    return f.select(unsafe, constant(b.type, 1), b), is_zero


def _divide(f: Function, node: Apply, a: Value, b: Value) -> Value:
    if is_signed(node.type) and (exponent := _exponent(b)) is not None:
        return _quotient_by_power(f, a, b, exponent)
    if _in_two_steps(f, a, b):
        return _long_division(f, a, b, is_signed(node.type))[0]
    divisor, is_zero = _safe_divisor(f, node, a, b)
    return f.select(is_zero, constant(a.type, -1), _quotient(f, a, divisor, is_signed(node.type), is_known=_is_constant(b)))


def _is_constant(a: Value) -> bool:
    return not a.name.startswith("%")


def _exponent(divisor: Value) -> int | None:
    """The k of a constant divisor 2^k or -2^k in lanes, k at least 1; None for any other."""
    number = integer_of(divisor) if lanes(divisor.type) > 1 else None
    if number is None or abs(number) < 2 or abs(number) & (abs(number) - 1) or number == minimum_value(divisor.type):
        return None
    return abs(number).bit_length() - 1


def _quotient_by_power(f: Function, a: Value, divisor: Value, exponent: int) -> Value:
    """a / 2^exponent, or a / -2^exponent, towards zero, as LLVM would have it, too; but LLVM 22 takes the quotient of constant
    negative 64-bit numbers and 2 for the numbers themselves."""
    width = bits_of(a.type)
    to_zero = f.binary("lshr", f.binary("ashr", a, width - 1), width - exponent)  # 2^exponent - 1 for a negative number
    quotient = f.binary("ashr", f.add(a, to_zero), exponent)
    number = integer_of(divisor)
    assert number is not None
    return quotient if number > 0 else f.sub(zero(a.type), quotient)


def _quotient(f: Function, a: Value, b: Value, signed: bool, is_known: bool) -> Value:
    """a / b towards zero, where b is not 0 and the quotient fits.

    Processors divide vectors of floats only. A quotient that is no integer is off the next one by at least 1 / b, and rounded
    by less: by a / b 2^-24, where a < 2^16, or by a / b 2^-53, where a < 2^32.
    """
    width = bits_of(a.type)
    if lanes(a.type) == 1 or width > 32 or is_known:  # by a constant LLVM multiplies
        return f.binary("sdiv" if signed else "udiv", a, b)
    word, element = ("i32", "float") if width <= 16 else ("i64", "double")
    opcode = "si" if signed else "ui"
    ratio = f.binary("fdiv", f.cast(f"{opcode}tofp", a, element), f.cast(f"{opcode}tofp", b, element))
    return f.cast("trunc", f.cast("fptosi", ratio, word), f"i{width}")


def _in_two_steps(f: Function, a: Value, b: Value) -> bool:
    """Whether 64-bit numbers are divided by `_long_division`: the processor converts vectors of them to f64 and back."""
    target = f.module.target
    return (lanes(a.type) > 1 and bits_of(a.type) == 64 and not _is_constant(b)
            and target is not None and target.has_masks)


#: Just below 1: what four roundings to f64 add to a quotient is less than this takes from it.
_BELOW_ONE = 1 - 2.0**-50


def _long_division(f: Function, a: Value, b: Value, signed: bool) -> tuple[Value, Value]:
    """a / b towards zero and what remains of a, in lanes of 64 bits; -1 and a where b is 0.

    Of sizes, as integers without sign, two digits of the quotient are estimated in f64, each too small if anything, so that
    nothing wraps: q = trunc(a c), c = (1 - 2^-50) / b. The first one leaves less than b (a/b 2^-49 + 1) < b (2^15 + 1) of a, the
    second one of that less than b (1 + 2^-33): b goes once more into it, or not.
    """
    is_zero = f.compare("eq", b, 0)
    divisor = f.select(is_zero, constant(b.type, 1), b)
    rest = _size(f, a) if signed else a
    divisor = _size(f, divisor) if signed else divisor
    reciprocal = f.binary("fdiv", constant(vector("double", lanes(a.type)), _BELOW_ONE), f.cast("uitofp", divisor, "double"))
    quotient: Value | None = None
    for _ in range(2):
        digit = f.cast("fptoui", f.binary("fmul", f.cast("uitofp", rest, "double"), reciprocal), "i64")
        rest = f.sub(rest, f.mul(digit, divisor))
        quotient = digit if quotient is None else f.add(quotient, digit)
    assert quotient is not None
    once_more = f.compare("uge", rest, divisor)
    quotient = f.select(once_more, f.add(quotient, 1), quotient)
    rest = f.select(once_more, f.sub(rest, divisor), rest)
    if signed:
        quotient = _with_sign_of(f, quotient, f.binary("xor", a, b))
        rest = _with_sign_of(f, rest, a)
    return f.select(is_zero, constant(a.type, -1), quotient), f.select(is_zero, a, rest)


def _size(f: Function, a: Value) -> Value:
    """|a| as an integer without sign."""
    return f.intrinsic("abs", a, Value("i1", "false"))


def _with_sign_of(f: Function, size: Value, other: Value) -> Value:
    """An integer without sign, negated where another number is negative."""
    sign = f.binary("ashr", other, 63)
    return f.sub(f.binary("xor", size, sign), sign)


def _remainder(f: Function, node: Apply, a: Value, b: Value) -> Value:
    signed = is_signed(node.type)
    if signed and (exponent := _exponent(b)) is not None:
        return f.sub(a, f.mul(_quotient_by_power(f, a, b, exponent), b))
    if _in_two_steps(f, a, b):
        return _long_division(f, a, b, signed)[1]
    divisor, is_zero = _safe_divisor(f, node, a, b)
    if lanes(a.type) == 1 or bits_of(a.type) > 32 or _is_constant(b):
        return f.select(is_zero, a, f.binary("srem" if signed else "urem", a, divisor))
    return f.select(is_zero, a, f.sub(a, f.mul(_quotient(f, a, divisor, signed, is_known=False), divisor)))


def _shift(opcode: str) -> Callable[..., Value]:
    def emit(f: Function, node: Apply, a: Value, b: Value) -> Value:
        width = bits_of(a.type)
        fits = f.compare("ult", b, width)
        if opcode == "ashr":
            return f.binary("ashr", a, f.select(fits, b, constant(b.type, width - 1)))
        return f.select(fits, f.binary(opcode, a, f.select(fits, b, zero(b.type))), zero(a.type))

    return emit


def _power(f: Function, node: Apply, a: Value, b: Value) -> Value:
    """Integer power by squaring; a negative exponent gives 1 or -1 for those bases, else 0 (for 0, too)."""
    result, base, exponent = constant(a.type, 1), a, b
    for _ in range(bits_of(a.type)):
        odd = f.compare("ne", f.binary("and", exponent, 1), 0)
        result = f.select(odd, f.mul(result, base), result)
        base = f.mul(base, base)
        exponent = f.binary("lshr", exponent, 1)
    if not is_signed(node.type):
        return result
    sign = f.select(f.compare("ne", f.binary("and", b, 1), 0), constant(a.type, -1), constant(a.type, 1))
    inverse = f.select(f.compare("eq", a, 1), a, f.select(f.compare("eq", a, -1), sign, zero(a.type)))
    return f.select(f.compare("slt", b, 0), inverse, result)


def _min_max(signed: str, unsigned: str) -> Callable[..., Value]:
    return lambda f, node, a, b: f.intrinsic(signed if is_signed(node.type) else unsigned, a, b)


def _integer_abs(f: Function, node: Apply, a: Value) -> Value:
    return f.intrinsic("smax", a, f.sub(zero(a.type), a)) if is_signed(node.type) else a


def _integer_sign(f: Function, node: Apply, a: Value) -> Value:
    positive = f.cast("zext", f.compare("ne" if not is_signed(node.type) else "sgt", a, 0), f"i{bits_of(a.type)}")
    return f.binary("or", f.binary("ashr", a, bits_of(a.type) - 1), positive) if is_signed(node.type) else positive


def _count_leading_zeros(f: Function, node: Apply, a: Value) -> Value:
    return f.intrinsic("ctlz", a, Value("i1", "false"))


INTEGER: dict[str, Callable[..., Value]] = {
    "add": binary("add"), "subtract": binary("sub"), "multiply": binary("mul"), "divide": _divide, "remainder": _remainder,
    "power": _power, "maximum": _min_max("smax", "umax"), "minimum": _min_max("smin", "umin"), "and": binary("and"),
    "or": binary("or"), "xor": binary("xor"), "not": _not, "shift_left": _shift("shl"),
    "shift_right_arithmetic": _shift("ashr"), "shift_right_logical": _shift("lshr"),
    "negate": lambda f, node, a: f.sub(zero(a.type), a), "abs": _integer_abs, "sign": _integer_sign,
    "popcnt": lambda f, node, a: f.intrinsic("ctpop", a), "count_leading_zeros": _count_leading_zeros,
}
