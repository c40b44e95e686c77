"""Scalar functions -> LLVM: what `Apply` nodes mean, by kind of number (`integers` and `math` are parts of it).

Each emitter takes the function under construction, the node (for types and parameters) and the arguments, which have
equal lane counts, and returns a value of the node's register type. Semantics are those of `hloom.numbers`, bit for bit
for arithmetic: over-wide shifts, division by zero, saturating conversions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from hloom.codegen.llvm.builder import Function, Value, binary, constant, zero
from hloom.codegen.llvm.integers import INTEGER, PRED, minimum_value
from hloom.codegen.llvm.memory_accesses import rounded, widened
from hloom.codegen.llvm.small_floats import decode, encode, order_key, round_to_odd
from hloom.codegen.llvm.types import bits_of, element_of, is_signed, lanes, register_type, vector
from hloom.expr.scalar import Apply, Argument
from hloom.numbers.bits import to_bits as pattern_of
from hloom.numbers.dispatch import working_float
from hloom.numbers.element_type import BF16, F16, F32, F64, ElementType
from hloom.support.diagnostics import InternalError

#: Lanes in which LLVM 22 can truncate integers of 4 bits to 2 whatever becomes of them.
_MOST_NARROWED = 32
#: The exponents between which a divisor has a reciprocal that is as exact as a number of f32 is.
_MODERATE = 100


def apply_function(f: Function, node: Apply, arguments: list[Any]) -> Any:
    """Emits one function application; the result is rounded to the node's type."""
    operand = node.children[0].type if node.children else node.type
    if node.function in _CONVERSIONS:
        return _CONVERSIONS[node.function](f, node, arguments)
    if node.function != "select" and any(c.type.is_small_float for c in node.children):
        return _on_small_floats(f, node, arguments)
    if operand.is_complex or node.type.is_complex:
        return _complex_function(f, node, arguments)
    table = _FLOAT if operand.is_float else PRED if operand.kind == "pred" else INTEGER
    emit = table.get(node.function) or _ANY.get(node.function)
    if emit is None:
        emit = _math_function(node)
    result = emit(f, node, *arguments)
    return round_to(f, result, node.type, node.function in _ARITHMETIC) if node.function not in _EXACT else result


def quotients_of_bf16(f: Function, a: Value, divisor: Value, known: float | None) -> Value:
    """Lanes of bf16 over one number of that type, which is in all lanes of `divisor` and may be known: `divide` in bf16, bit for
    bit.

    A product with the reciprocal in f32 is off by less than 2**-23 of it. No quotient of two numbers of 8 bits lies nearer than
    2**-17 of it to a number of 9 bits, at which rounding to bf16 changes, and none is such a number. That holds as long as the
    reciprocal is far from overflow and from denormal numbers; the processor divides otherwise.
    """
    if known is not None:
        is_near_one = 2.0**-_MODERATE < abs(known) < 2.0**_MODERATE
        found = f.mul(a, constant(a.type, float(np.float32(1 / known)))) if is_near_one else f.binary("fdiv", a, divisor)
        return round_to(f, found, BF16, is_arithmetic=True)
    one = f.extract(divisor, 0)
    magnitude = f.intrinsic("fabs", one)
    is_moderate = f.binary("and", f.compare("ogt", magnitude, 2.0**-_MODERATE), f.compare("olt", magnitude, 2.0**_MODERATE))
    reciprocal = f.splat(f.binary("fdiv", constant("float", 1.0), one), lanes(a.type))
    found = f.variable(zero(a.type))
    f.if_else(is_moderate, lambda: f.set(found, f.mul(a, reciprocal)), lambda: f.set(found, f.binary("fdiv", a, divisor)))
    return round_to(f, f.get(found), BF16, is_arithmetic=True)


def _on_small_floats(f: Function, node: Apply, arguments: list[Any]) -> Any:
    """A function of small floats: computed in a wider type (see `numbers.dispatch`), rounded once."""
    source = node.children[0].type
    if node.function == "compare" and node.parameters[1] == "TOTALORDER":
        return f.compare(_COMPARE_SIGNED[node.parameters[0]], *(order_key(f, a, source) for a in arguments))
    # Products of f8E8M0FNU do not fit f32; the bits of reduce_precision are those of f32.
    wide = F32 if node.function in ("compare", "reduce_precision") else working_float(source)
    numbers = [f.cast("fpext", decode(f, a, source), register_type(wide)) for a in arguments]
    of_wide = Apply(node.function, tuple(Argument(wide) for _ in arguments), wide if node.type.is_small_float else node.type,
                    node.parameters)
    result = apply_function(f, of_wide, numbers)
    return encode(f, result, node.type) if node.type.is_small_float else result


def _math_function(node: Apply) -> Callable[..., Value]:
    from hloom.codegen.llvm.math import FUNCTIONS

    found = FUNCTIONS.get(node.function)
    if found is None:
        raise InternalError(f"no code for the function {node.function} of {node.children[0].type}")
    return lambda f, node, *arguments: emitted(f, node.function, found, arguments)


def round_to(f: Function, a: Any, type: ElementType, is_arithmetic: bool = False) -> Any:
    """Rounds a `float` register to bf16 or f16, where that is the type; other types are exact already. `is_arithmetic`: the
    processor has computed it from numbers of that type."""
    if type.name == "f16":
        narrow = f.cast("fptrunc", a, "half")
        return f.cast("fpext", narrow, "float")
    if type.name == "bf16":
        return rounded(f, a, is_arithmetic)
    return a


# -- any kind ------------------------------------------------------------------------------------------------------
def _select(f: Function, node: Apply, condition: Value, a: Value, b: Value) -> Value:
    return f.select(condition, a, b)


def _clamp(f: Function, node: Apply, low: Value, x: Value, high: Value) -> Value:
    table = _FLOAT if node.type.is_float else PRED if node.type.kind == "pred" else INTEGER
    emit_max = table.get("maximum") or _math_named("maximum")
    emit_min = table.get("minimum") or _math_named("minimum")
    return emit_min(f, node, emit_max(f, node, x, low), high)


def _math_named(name: str) -> Callable[..., Value]:
    from hloom.codegen.llvm.math import FUNCTIONS

    return lambda f, node, *arguments: FUNCTIONS[name](f, *arguments)


_COMPARE_FLOAT = {"EQ": "oeq", "NE": "une", "GE": "oge", "GT": "ogt", "LE": "ole", "LT": "olt"}
_COMPARE_SIGNED = {"EQ": "eq", "NE": "ne", "GE": "sge", "GT": "sgt", "LE": "sle", "LT": "slt"}
_COMPARE_UNSIGNED = {"EQ": "eq", "NE": "ne", "GE": "uge", "GT": "ugt", "LE": "ule", "LT": "ult"}


def _compare(f: Function, node: Apply, a: Value, b: Value) -> Value:
    direction, kind = node.parameters
    return _related(f, node.children[0].type, kind, direction, a, b)


def _related(f: Function, type: ElementType, kind: Any, direction: Any, a: Value, b: Value) -> Value:
    """Whether numbers of a type are in a relation."""
    if type.is_float and kind == "TOTALORDER":
        return f.compare(_COMPARE_SIGNED[direction], total_order_key(f, a), total_order_key(f, b))
    if type.is_float:
        return f.compare(_COMPARE_FLOAT[direction], a, b)
    table = _COMPARE_SIGNED if is_signed(type) else _COMPARE_UNSIGNED
    return f.compare(table[direction], a, b)


def total_order_key(f: Function, a: Value) -> Value:
    """A signed integer that orders as the float does: -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN."""
    width = bits_of(a.type)
    bits = f.cast("bitcast", a, f"i{width}")
    flip = f.binary("lshr", f.binary("ashr", bits, width - 1), 1)
    return f.binary("xor", bits, flip)


#: The instructions that combine all lanes of a vector: for floats, signed and unsigned integers.
_LANE_REDUCTIONS = {
    "add": ("fadd", "add", "add"), "multiply": ("fmul", "mul", "mul"), "and": ("", "and", "and"), "or": ("", "or", "or"),
    "xor": ("", "xor", "xor"), "maximum": ("fmaximum", "smax", "umax"), "minimum": ("fminimum", "smin", "umin"),
}


def all_lanes(f: Function, name: str, type: ElementType, a: Any) -> Value | None:
    """The lanes of a vector combined by a function, in an order that LLVM chooses; None where there is no instruction for it.

    One instruction is less work for LLVM than the steps that it stands for.
    """
    if type.is_complex or type.kind == "pred" or type.is_small_float or name not in _LANE_REDUCTIONS:
        return None
    result = element_of(a.type)
    if not type.is_float:
        return f.intrinsic(f"vector.reduce.{_LANE_REDUCTIONS[name][1 + (not is_signed(type))]}", a, result=result)
    instruction = f"vector.reduce.{_LANE_REDUCTIONS[name][0]}"
    if name in ("maximum", "minimum"):
        return f.intrinsic(instruction, a, result=result)
    if type not in (F32, F64):
        return None  # narrow floats are rounded after each step
    start = constant(result, -0.0 if name == "add" else 1.0)
    return f.intrinsic(instruction, start, a, result=result, flags="reassoc", overload=(a.type,))


_ANY: dict[str, Callable[..., Any]] = {"select": _select, "clamp": _clamp, "compare": _compare}
#: Functions that are one instruction of the processor.
_ARITHMETIC = frozenset({"add", "subtract", "multiply", "divide", "sqrt"})
#: Functions whose result needs no rounding in a narrow float type.
_EXACT = frozenset({"select", "clamp", "compare", "maximum", "minimum", "negate", "abs", "sign", "floor", "ceil",
                    "round_nearest_even", "round_nearest_afz", "is_finite", "and", "or", "xor", "not"})


# -- floats --------------------------------------------------------------------------------------------------------
def _is_finite(f: Function, node: Apply, a: Value) -> Value:
    return f.compare("one", f.intrinsic("fabs", a), constant(a.type, float("inf")))


def _reduce_precision(f: Function, node: Apply, a: Value) -> Value:
    """Rounds to `exponent_bits` and `mantissa_bits` half to even; what the target flushes or overflows goes to 0 or Inf."""
    exponent_bits, mantissa_bits = node.parameters
    width = bits_of(a.type)
    stored, bias = (23, 127) if width == 32 else (52, 1023)
    integer = f"i{width}"
    bits = f.cast("bitcast", a, integer)
    if mantissa_bits < stored:
        drop = stored - mantissa_bits
        odd = f.binary("and", f.binary("lshr", bits, drop), 1)
        rounded = f.binary("and", f.add(f.add(bits, (1 << (drop - 1)) - 1), odd), -(1 << drop))
        bits = _with_denormal_halves(f, a, rounded, mantissa_bits) if node.type == F16 else rounded
    sign = f.binary("and", bits, minimum_value(integer))
    magnitude = f.binary("and", bits, ~minimum_value(integer))
    target_bias = (1 << (exponent_bits - 1)) - 1
    if target_bias < (15 if node.type == F16 else bias):
        infinity = ((1 << (width - 1 - stored)) - 1) << stored
        largest = ((bias + target_bias + 1) << stored) - 1
        smallest = (bias - target_bias + 1) << stored
        magnitude = f.select(f.compare("ugt", magnitude, largest), constant(magnitude.type, infinity), magnitude)
        magnitude = f.select(f.compare("ult", magnitude, smallest), zero(magnitude.type), magnitude)
    result = f.cast("bitcast", f.binary("or", sign, magnitude), "float" if width == 32 else "double")
    nan = a if mantissa_bits > 0 else constant(a.type, float("inf"))
    return f.select(f.compare("uno", a, a), nan, result)


def _with_denormal_halves(f: Function, a: Value, rounded: Value, mantissa_bits: int) -> Value:
    """`rounded`, where `a` is no denormal f16 number; there the bits that are kept have a fixed place.

    Adding a number whose last place is that of the last bit kept rounds to it, half to even.
    """
    magnitude = f.intrinsic("fabs", a)
    large = constant(a.type, 1.5 * 2.0 ** (9 - mantissa_bits))
    denormal = f.intrinsic("copysign", f.sub(f.add(magnitude, large), large), a)
    is_denormal = f.compare("olt", magnitude, constant(a.type, 2.0**-14))
    return f.select(is_denormal, f.cast("bitcast", denormal, element_of(rounded.type)), rounded)


_FLOAT: dict[str, Callable[..., Value]] = {
    "add": binary("fadd"), "subtract": binary("fsub"), "multiply": binary("fmul"), "divide": binary("fdiv"),
    "negate": lambda f, node, a: f.value(a.type, f"fneg {a}"), "abs": lambda f, node, a: f.intrinsic("fabs", a),
    "sqrt": lambda f, node, a: f.intrinsic("sqrt", a), "is_finite": _is_finite, "reduce_precision": _reduce_precision,
}


# -- conversions and complex numbers ---------------------------------------------------------------------------------
def _convert(f: Function, node: Apply, arguments: list[Any]) -> Any:
    source, target = node.children[0].type, node.type
    a = arguments[0]
    if target.is_complex:
        re, im = a if source.is_complex else (a, None)
        re = convert_part(f, re, source.part, target.part)
        return re, zero(re.type) if im is None else convert_part(f, im, source.part, target.part)
    if source.is_complex:
        a = a[0]
    return convert_part(f, a, source.part, target)


def convert_part(f: Function, a: Value, source: ElementType, target: ElementType) -> Value:
    """Converts between real types: floats round once, float to integer truncates and saturates with NaN to 0."""
    into = register_type(target)
    if source is target:
        return a
    if source.is_small_float:
        return convert_part(f, decode(f, a, source), F32, target)
    if target.is_small_float:
        return encode(f, a if source.is_float else _exact_number(f, a, source), target)
    if target.kind == "pred":
        return f.compare("une" if source.is_float else "ne", a, 0)
    if source.is_float and target.is_float:
        if bits_of(a.type) < 64 and into == "double":
            return f.cast("fpext", a, "double")
        if bits_of(a.type) == 64 and into == "float":
            if target.name in ("bf16", "f16"):
                a = round_to_odd(f, a)
            else:
                return f.cast("fptrunc", a, "float")
        return round_to(f, a, target)
    if source.is_float:
        return _saturated(f, a, target)
    if target.is_float:
        opcode = "sitofp" if is_signed(source) else "uitofp"
        if into == "double" or target.name == "f32":
            return f.cast(opcode, a, into)
        number = _exact_number(f, a, source)
        return round_to(f, round_to_odd(f, number) if element_of(number.type) == "double" else number, target)
    if bits_of(a.type) >= bits_of(into):
        return _truncated(f, a, into)
    return f.cast("sext" if is_signed(source) else "zext", a, into)


def _truncated(f: Function, a: Value, into: str) -> Value:
    """The low bits of integers; where LLVM 22 would end the process, as many lanes at a time as it can."""
    count = lanes(a.type)
    if bits_of(a.type) >= 8 or bits_of(into) < 2 or count <= _MOST_NARROWED:
        return f.cast("trunc", a, into)
    parts = [f.cast("trunc", f.shuffle(a, None, [k if k < count else -1 for k in range(start, start + _MOST_NARROWED)]), into)
             for start in range(0, count, _MOST_NARROWED)]
    while len(parts) > 1:
        parts += parts[-1:] * (len(parts) % 2)
        parts = [f.shuffle(x, y, range(2 * lanes(x.type))) for x, y in zip(parts[::2], parts[1::2])]
    return parts[0] if lanes(parts[0].type) == count else f.shuffle(parts[0], None, range(count))


def _saturated(f: Function, a: Value, target: ElementType) -> Value:
    """A float as an integer: towards zero, saturated, NaN as 0. (LLVM's instruction for it goes through the lanes one by one.)"""
    into, signed = register_type(target), is_signed(target)
    low, high = (-(1 << (bits_of(into) - 1)), (1 << (bits_of(into) - 1)) - 1) if signed else (0, (1 << bits_of(into)) - 1)
    least = constant(a.type, float(low))
    number = f.select(f.compare("ogt", a, least), a, least)  # NaN, too
    word = into if bits_of(into) >= 32 else "i32"
    precision = 24 if bits_of(a.type) == 32 else 53
    is_exact = high < 1 << precision
    if is_exact:
        number = f.select(f.compare("olt", number, float(high)), number, constant(a.type, float(high)))
    found = f.cast("fptosi" if signed or word != into else "fptoui", number, word)
    if not is_exact:  # the number above the largest one is a float, that one is not
        found = f.select(f.compare("oge", a, float(high + 1)), constant(found.type, high), found)
    found = f.select(f.compare("uno", a, a), zero(found.type), found)
    return f.cast("trunc", found, into)


def _exact_number(f: Function, a: Value, source: ElementType) -> Value:
    """An integer as a float or double that any narrower float type rounds as it would the integer."""
    width = bits_of(a.type)
    signed = is_signed(source)
    if width == 64:
        # A double holds 53 bits. Beyond that, bits that cannot matter to a float are folded into a sticky one.
        lost = f.binary("and", a, 0xFFF)
        magnitude = f.intrinsic("abs", a, Value("i1", "false")) if signed else a
        folds = f.binary("and", f.compare("uge", magnitude, 1 << 53), f.compare("ne", lost, 0))
        a = f.select(folds, f.binary("or", f.binary("and", a, -0x1000), 0x800), a)
    return f.cast("sitofp" if signed else "uitofp", a, "float" if width <= 16 else "double")


def _bitcast_convert(f: Function, node: Apply, arguments: list[Any]) -> Any:
    source, target = node.children[0].type, node.type
    a = arguments[0]
    if source.is_complex or target.is_complex:
        return a
    return from_bits(f, to_bits(f, a, source), target)


def to_bits(f: Function, a: Value, type: ElementType) -> Value:
    """The bit pattern of a register as an integer of the type's width."""
    if type.name == "f16":
        return f.cast("bitcast", f.cast("fptrunc", a, "half"), "i16")
    if type.name == "bf16":
        return f.cast("trunc", f.binary("lshr", f.cast("bitcast", a, "i32"), 16), "i16")
    if type.is_small_float:
        return f.cast("trunc", a, f"i{type.width}")
    return f.cast("bitcast", a, f"i{type.width}") if type.is_float else a


def from_bits(f: Function, a: Value, type: ElementType) -> Value:
    """The register value of a bit pattern."""
    if type.name == "f16":
        return f.cast("fpext", f.cast("bitcast", a, "half"), "float")
    if type.name == "bf16":
        return widened(f, a)
    if type.is_small_float:
        return f.cast("zext", f.cast("trunc", a, f"i{type.width}"), "i8")
    into = register_type(type)
    return f.cast("bitcast", a, into) if type.is_float else f.cast("zext", a, into)


_CONVERSIONS: dict[str, Callable[..., Any]] = {"convert": _convert, "bitcast_convert": _bitcast_convert}


def _complex_function(f: Function, node: Apply, arguments: list[Any]) -> Any:
    name = node.function
    if name == "complex":
        return arguments[0], arguments[1]
    if name in ("real", "imag"):
        return arguments[0][name == "imag"] if type(arguments[0]) is tuple else arguments[0]
    if name == "select":
        condition, a, b = arguments
        return tuple(f.select(condition, x, y) for x, y in zip(a, b))
    if name == "compare":
        return _complex_compare(f, node, *arguments)
    if name in ("maximum", "minimum"):
        return _complex_min_max(f, "ogt" if name == "maximum" else "olt", *arguments)
    if name == "clamp":
        low, x, high = arguments
        return _complex_min_max(f, "olt", _complex_min_max(f, "ogt", x, low), high)
    if name in ("add", "subtract"):
        opcode = "fadd" if name == "add" else "fsub"
        return tuple(f.binary(opcode, x, y) for x, y in zip(*arguments))
    if name == "negate":
        return tuple(f.value(x.type, f"fneg {x}") for x in arguments[0])
    if name == "is_finite":
        re, im = (_is_finite(f, node, x) for x in arguments[0])
        return f.binary("and", re, im)
    from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS

    found = COMPLEX_FUNCTIONS.get(name)
    if found is None:
        raise InternalError(f"no code for the function {name} of {node.children[0].type}")
    return found(f, *arguments) if name == "abs" else emitted(f, f"complex_{name}", found, arguments)


def _complex_compare(f: Function, node: Apply, x: Any, y: Any) -> Value:
    """A relation of complex numbers, which are ordered by their real parts, then by the others."""
    direction, kind = node.parameters
    (a, b), (c, d) = x, y
    related = partial(_related, f, node.children[0].type.part, kind)
    same = related("EQ", a, c)
    if direction in ("EQ", "NE"):
        equal = f.binary("and", same, related("EQ", b, d))
        return equal if direction == "EQ" else f.binary("xor", equal, 1)
    strict = {"GE": "GT", "LE": "LT"}.get(direction, direction)
    return f.binary("or", related(strict, a, c), f.binary("and", same, related(direction, b, d)))


def _complex_min_max(f: Function, beyond: str, x: Any, y: Any) -> Any:
    """The larger or smaller of complex numbers, by their real parts, then by the others; the first one that is not a number."""
    (a, b), (c, d) = x, y
    not_a_number = f.binary("or", f.compare("uno", a, a), f.compare("uno", b, b))
    by_real = f.binary("and", f.compare(beyond, a, c), f.compare("ord", b, d))
    by_imaginary = f.binary("and", f.compare("oeq", a, c), f.compare(beyond[:2] + "e", b, d))
    first = f.binary("or", not_a_number, f.binary("or", by_real, by_imaginary))
    return f.select(first, a, c), f.select(first, b, d)


def has_function(name: str, operand: ElementType, result: ElementType) -> bool:
    """Whether there is code for a function of these types."""
    from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS, FUNCTIONS

    if name in _CONVERSIONS:
        return True
    if operand.is_complex or result.is_complex:
        return name in COMPLEX_FUNCTIONS or name in ("complex", "real", "imag", "select", "compare", "add", "subtract",
                                                     "negate", "is_finite", "maximum", "minimum", "clamp")
    table = _FLOAT if operand.is_float else PRED if operand.kind == "pred" else INTEGER
    return name in table or name in _ANY or (operand.is_float and name in FUNCTIONS)


def splat(f: Function, a: Any, width: int) -> Any:
    """A uniform register in `width` lanes; a vector stays as it is."""
    if type(a) is tuple:
        return tuple(splat(f, x, width) for x in a)
    return f.splat(a, width) if lanes(a.type) == 1 else a


def splat_constant(value: Any, type: ElementType, width: int) -> Any:
    """A constant of a type's register type in `width` lanes."""
    into = vector(register_type(type), width)
    if type.is_complex:
        return constant(into, float(value.real)), constant(into, float(value.imag))
    if type.is_small_float:
        return constant(into, int(pattern_of(np.asarray(value, type.dtype))))
    return constant(into, float(value) if type.is_float else int(value))


# -- shared code ---------------------------------------------------------------------------------------------------------------
# Long formulas that one kernel needs many times, as functions that it calls.
#
# What LLVM needs for one function grows with the square of the branches in it: a thousand sines in a row, inline, take it ten
# times as long as ten kernels of a hundred.

#: What names of functions have underscores for.
_OTHER = re.compile(r"\W+")


def emitted(f: Function, name: str, emit: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """`emit(f, *arguments)`, inline or as a call. Arguments are values or pairs of them; the result has the type of each."""
    compilation = f.machine.compilation
    parts = [part for a in arguments for part in (a if type(a) is tuple else (a,))]
    key = _OTHER.sub("_", "_".join(["hloom", name, str(len(arguments)), parts[0].type]))
    uses, length = f.formulas.get(key, (0, 0))
    if uses < compilation.most_inline or length < compilation.long_formula_lines:
        before = f.line_count
        made = emit(f, *arguments)
        f.formulas[key] = uses + 1, f.line_count - before
        return made
    part = parts[0].type
    is_pair = type(arguments[0]) is tuple
    result = f"{{ {part}, {part} }}" if is_pair else part
    if key not in f.module.functions:
        _define(f, key, emit, arguments, result)
    called = f.call(key, result, parts)
    return tuple(f.value(part, f"extractvalue {called}, {k}") for k in range(2)) if is_pair else called


def _define(f: Function, name: str, emit: Callable[..., Any], arguments: Sequence[Any], result: str) -> None:
    count = sum(2 if type(a) is tuple else 1 for a in arguments)
    part = arguments[0][0].type if type(arguments[0]) is tuple else arguments[0].type
    inner = f.module.function(name, [(part, f"a{k}") for k in range(count)], result, linkage="internal",
                              attributes="noinline #0")
    parameters = iter(inner.parameters)
    made = emit(inner, *[(next(parameters), next(parameters)) if type(a) is tuple else next(parameters) for a in arguments])
    if type(made) is tuple:
        whole = Value(result, "poison")
        for k, value in enumerate(made):
            whole = inner.value(result, f"insertvalue {whole}, {value}, {k}")
        made = whole
    inner.ret(made)
