"""Arithmetic notation for LLVM values, so that a formula in an emitter reads like the formula.

`Lanes` pairs a `Value` with the function that it belongs to: `x * x + 1.0` emits an `fmul` and an `fadd`. It works
for scalars and for vectors of any lane count; a plain number becomes a constant of the other operand's type.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.types import element_of, is_float, lanes
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Format:
    """A binary floating-point format that functions are computed in."""

    element: str
    #: Integer type of the same width.
    integer: str
    #: Stored bits of the significand.
    fraction_bits: int
    #: Exponent bias, which is also the largest exponent.
    bias: int

    @property
    def bits(self) -> int:
        return int(self.integer[1:])

    @property
    def sign_bit(self) -> int:
        """The sign bit as LLVM writes a signed integer of the width."""
        return -(1 << (self.bits - 1))

    @property
    def smallest_normal(self) -> float:
        return 2.0 ** (1 - self.bias)

    @property
    def shifter(self) -> float:
        """`(x + shifter) - shifter` rounds x to an integer; the low bits of `x + shifter` hold that integer."""
        return 1.5 * 2.0**self.fraction_bits


FLOAT = Format("float", "i32", 23, 127)
DOUBLE = Format("double", "i64", 52, 1023)
FORMATS = {"float": FLOAT, "double": DOUBLE}

INFINITY = float("inf")
NAN = float("nan")


class Lanes:
    """A scalar or vector value with operators; comparisons are ordered (false for NaN) and give `i1` lanes."""

    __slots__ = ("f", "value")

    def __init__(self, f: Function, value: Value) -> None:
        self.f, self.value = f, value

    # -- what it is ----------------------------------------------------------------------------------------------
    @property
    def type(self) -> str:
        return self.value.type

    @property
    def width(self) -> int:
        """Number of lanes."""
        return lanes(self.value.type)

    @property
    def format(self) -> Format:
        return FORMATS[element_of(self.value.type)]

    @property
    def is_double(self) -> bool:
        return element_of(self.value.type) == "double"

    def like(self, number: float | int | Lanes) -> Lanes:
        """A constant of this type; a `Lanes` itself."""
        return number if isinstance(number, Lanes) else Lanes(self.f, constant(self.value.type, number))

    # -- arithmetic ----------------------------------------------------------------------------------------------
    def _binary(self, float_opcode: str, integer_opcode: str, other: Operand, reverse: bool = False) -> Lanes:
        a, b = self, self.like(other)
        if reverse:
            a, b = b, a
        return Lanes(self.f, self.f.binary(float_opcode if is_float(self.type) else integer_opcode, a.value, b.value))

    def __add__(self, other: Operand) -> Lanes:
        return self._binary("fadd", "add", other)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Lanes:
        return self._binary("fsub", "sub", other)

    def __rsub__(self, other: Operand) -> Lanes:
        return self._binary("fsub", "sub", other, reverse=True)

    def __mul__(self, other: Operand) -> Lanes:
        return self._binary("fmul", "mul", other)

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Lanes:
        return self._binary("fdiv", "", other)

    def __rtruediv__(self, other: Operand) -> Lanes:
        return self._binary("fdiv", "", other, reverse=True)

    def __neg__(self) -> Lanes:
        if is_float(self.type):
            return Lanes(self.f, self.f.value(self.type, f"fneg {self.value}"))
        return 0 - self

    def __abs__(self) -> Lanes:
        return self.intrinsic("fabs")

    def intrinsic(self, name: str, *others: Lanes) -> Lanes:
        """`llvm.<name>` of this value and others of its type."""
        return Lanes(self.f, self.f.intrinsic(name, self.value, *(other.value for other in others)))

    # -- integers, masks and bits --------------------------------------------------------------------------------
    def __and__(self, other: Operand) -> Lanes:
        return self._binary("", "and", other)

    def __or__(self, other: Operand) -> Lanes:
        return self._binary("", "or", other)

    def __xor__(self, other: Operand) -> Lanes:
        return self._binary("", "xor", other)

    def __invert__(self) -> Lanes:
        return self ^ -1 if element_of(self.type) != "i1" else self ^ 1

    def __lshift__(self, count: Operand) -> Lanes:
        return self._binary("", "shl", count)

    def __rshift__(self, count: Operand) -> Lanes:
        """Arithmetic shift."""
        return self._binary("", "ashr", count)

    def shift_right_logical(self, count: Operand) -> Lanes:
        return self._binary("", "lshr", count)

    def bits(self) -> Lanes:
        """The bits of a float as an integer."""
        return Lanes(self.f, self.f.cast("bitcast", self.value, self.format.integer))

    def as_float(self) -> Lanes:
        """The float whose bits this integer holds."""
        element = {"i32": "float", "i64": "double"}[element_of(self.type)]
        return Lanes(self.f, self.f.cast("bitcast", self.value, element))

    def cast(self, opcode: str, element: str) -> Lanes:
        """`fpext`, `sitofp`, `trunc`, ... to `element`."""
        return Lanes(self.f, self.f.cast(opcode, self.value, element))

    # -- comparisons ---------------------------------------------------------------------------------------------
    def compare(self, predicate: str, other: Operand) -> Lanes:
        """`predicate` in LLVM's spelling, for what the operators do not say (`ult`, `une`, ...)."""
        return Lanes(self.f, self.f.compare(predicate, self.value, self.like(other).value))

    def __lt__(self, other: Operand) -> Lanes:
        return self.compare("olt" if is_float(self.type) else "slt", other)

    def __le__(self, other: Operand) -> Lanes:
        return self.compare("ole" if is_float(self.type) else "sle", other)

    def __gt__(self, other: Operand) -> Lanes:
        return self.compare("ogt" if is_float(self.type) else "sgt", other)

    def __ge__(self, other: Operand) -> Lanes:
        return self.compare("oge" if is_float(self.type) else "sge", other)

    def equals(self, other: Operand) -> Lanes:
        return self.compare("oeq" if is_float(self.type) else "eq", other)

    def is_nan(self) -> Lanes:
        return self.compare("uno", self)


Operand = Lanes | float | int


def fma(a: Lanes, b: Operand, c: Operand) -> Lanes:
    """`a * b + c`, rounded once."""
    return a.intrinsic("fma", a.like(b), a.like(c))


def select(condition: Lanes, a: Operand, b: Operand) -> Lanes:
    """`a` where the `i1` lanes hold, else `b`; at least one of the two is a `Lanes`."""
    first = a if isinstance(a, Lanes) else b
    assert isinstance(first, Lanes)
    return Lanes(first.f, first.f.select(condition.value, first.like(a).value, first.like(b).value))


def sqrt(x: Lanes) -> Lanes:
    return x.intrinsic("sqrt")


def sign_of(x: Lanes) -> Lanes:
    """The sign bit of a float alone, as an integer."""
    return x.bits() & x.format.sign_bit


def with_sign(magnitude: Lanes, sign: Lanes) -> Lanes:
    """A float without a sign, given the sign bit `sign` (of `sign_of`)."""
    return (magnitude.bits() | sign).as_float()


def flip_sign(x: Lanes, sign: Lanes) -> Lanes:
    """`x`, negated where the integer `sign` has the sign bit."""
    return (x.bits() ^ sign).as_float()


def at_most(x: Lanes, limit: float) -> Lanes:
    """The smaller of x and a constant; NaN stays NaN. One instruction on most processors: NaN is not above the limit."""
    return select(x > limit, limit, x)


def at_least(x: Lanes, limit: float) -> Lanes:
    """The larger of x and a constant; NaN stays NaN."""
    return select(x < limit, limit, x)


#: Polynomials of more coefficients are cut into halves: processors look ahead over fewer instructions than would fill the time
#: that one waits for the other (Zen 4: over a hundred or so; a third of erfc's time in f64). The first terms, which are the
#: largest, are added one by one: each is rounded by itself.
_LONGEST_CHAIN, _FIRST = 8, 2


def polynomial(x: Lanes, coefficients: Sequence[float]) -> Lanes:
    """`coefficients[0] + coefficients[1] * x + ...`: by Horner's rule, which takes the fewest operations, but a long rest as
    p(x^2) + x q(x^2)."""
    if len(coefficients) <= _LONGEST_CHAIN:
        return _horner(x, coefficients[-1], coefficients[:-1])
    return _horner(x, _halved(x, coefficients[_FIRST:]), coefficients[:_FIRST])


def _halved(x: Lanes, coefficients: Sequence[float]) -> Lanes:
    square = x * x
    even, odd = (_halved(square, part) if len(part) > _LONGEST_CHAIN else _horner(square, part[-1], part[:-1])
                 for part in (coefficients[::2], coefficients[1::2]))
    return fma(odd, x, even)


def _horner(x: Lanes, last: Lanes | float, coefficients: Sequence[float]) -> Lanes:
    """The coefficients' polynomial and `last` as that of the next power."""
    result = x.like(last)
    for coefficient in reversed(coefficients):
        result = fma(result, x, coefficient)
    return result


def two_sum(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a + b and its rounding error (Knuth), in either order of size."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def round_to_integer(x: Lanes) -> Lanes:
    """The nearest integer as a float, ties to even."""
    return x.intrinsic("roundeven")


def constant_of(value: Value) -> float | None:
    """The number that a floating-point constant (of all lanes) stands for; None for any other operand."""
    text = value.name
    if text == "zeroinitializer":
        return 0.0
    if text.startswith("splat ("):
        text = text[:-1].split(" ")[-1]
    if not text.startswith("0x") or text[2] in "HRKLM":
        return None
    return struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0]


def any_lane(condition: Lanes) -> Value:
    """One `i1`: whether some lane of `condition` holds."""
    f, width = condition.f, condition.width
    if width == 1:
        return condition.value
    return f.compare("ne", f.bitcast(condition.value, f"i{width}"), 0)


def widen(x: Lanes) -> Lanes:
    """float lanes as double lanes."""
    return x.cast("fpext", "double")


def narrow(x: Lanes) -> Lanes:
    """double lanes rounded to float lanes."""
    return x.cast("fptrunc", "float")


def in_whole_registers(x: Lanes, count: int, formula: Callable[[Lanes], Lanes]) -> Lanes:
    """An elementwise formula that takes a power of two of registers of `count` lanes, for any number of lanes: some are computed
    twice."""
    f = x.f
    registers = -(-x.width // count)
    wanted = count << (registers - 1).bit_length()
    if wanted == x.width:
        return formula(x)
    if x.width == 1:
        return Lanes(f, f.extract(formula(Lanes(f, f.splat(x.value, wanted))).value, 0))
    found = formula(Lanes(f, f.shuffle(x.value, None, [lane % x.width for lane in range(wanted)])))
    return Lanes(f, f.shuffle(found.value, None, range(x.width)))


def elementwise(formula: Callable[..., Lanes]) -> Callable[..., Value]:
    """An emitter `(f, x, ...) -> Value` made from a formula over `Lanes`."""

    def emit(f: Function, *arguments: Value) -> Value:
        return formula(*(Lanes(f, argument) for argument in arguments)).value

    emit.__name__, emit.__doc__ = formula.__name__, formula.__doc__
    return emit


def narrowed(formula: Callable[..., Lanes]) -> Callable[..., Lanes]:
    """A formula for double lanes as one for float lanes: computed in double, rounded once."""

    def compute(*arguments: Lanes) -> Lanes:
        return narrow(formula(*map(widen, arguments)))

    compute.__name__, compute.__doc__ = formula.__name__, formula.__doc__
    return compute


def in_double(formula: Callable[..., Lanes]) -> Callable[..., Lanes]:
    """A formula for double lanes that serves float lanes too: computed in double, rounded once."""
    for_float = narrowed(formula)

    def compute(*arguments: Lanes) -> Lanes:
        return formula(*arguments) if arguments[0].is_double else for_float(*arguments)

    compute.__name__, compute.__doc__ = formula.__name__, formula.__doc__
    return compute
