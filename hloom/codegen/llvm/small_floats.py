"""Floats of at most 8 bits in compiled code: patterns of bits in registers, numbers where something is computed.

A register holds such a number as it lies in memory, a byte: moving it keeps its bits. What computes with it decodes it and
encodes the result, which rounds once, half to even. Both are integer arithmetic on lanes; what a format makes of infinity,
NaN and zero is asked from `numbers.rounding`.
"""

from __future__ import annotations

from functools import cache

import ml_dtypes
import numpy as np

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.types import element_of
from hloom.numbers.bits import to_bits
from hloom.numbers.element_type import ElementType
from hloom.numbers.rounding import round_to
from hloom.support.records import dataclass

_INFINITY, _QUIET, _SIGN = 0x7F800000, 0x7FC00000, -(1 << 31)


@dataclass(frozen=True)
class _Format:
    """A small float type with sign, exponent and fraction; patterns of the magnitude without the sign bit."""

    width: int
    #: Stored bits of the significand; the exponent's bias.
    fraction: int
    bias: int
    #: The largest finite magnitude; what infinity and larger numbers become; what NaN becomes, and whether it keeps its sign.
    largest: int
    overflow: int
    nan: int
    keeps_sign_of_nan: bool
    #: Magnitudes above this one mean NaN; above `largest` and up to it: infinity.
    last_number: int
    #: Whether the pattern of -0 means NaN.
    has_only_nan_at_minus_zero: bool

    @classmethod
    @cache
    def of(cls, type: ElementType) -> _Format:
        info = ml_dtypes.finfo(type.dtype)
        patterns = to_bits(round_to(np.array([np.inf, np.nan, -np.nan, info.max], np.float32), type))
        infinity, nan, minus_nan, largest = (int(p) for p in patterns)
        is_fnuz = type.name.endswith("FNUZ")
        magnitudes = (1 << (type.width - 1)) - 1
        has_infinity = infinity not in (nan, largest)
        has_nan = nan not in (0, 1 << (type.width - 1))
        return cls(type.width, int(info.nmant), 1 - int(info.minexp), largest, infinity, nan, minus_nan != nan,
                   infinity if has_infinity else largest if has_nan else magnitudes, is_fnuz)


def decode(f: Function, a: Value, type: ElementType) -> Value:
    """The numbers that patterns `a` stand for, exactly, as floats."""
    bits = f.cast("zext", a, "i32")
    if type.name == "f8E8M0FNU":
        return _decode_exponent(f, bits)
    form = _Format.of(type)
    shift, lowest = 23 - form.fraction, (127 - form.bias) << 23
    magnitude = f.binary("and", bits, (1 << (form.width - 1)) - 1)
    placed = f.binary("shl", magnitude, shift)
    normal = f.add(placed, lowest)
    # With the exponent of the smallest normal number, the fraction of a denormal number is too large by that number.
    leading = f.cast("bitcast", f.add(placed, lowest + (1 << 23)), "float")
    unit = f.cast("bitcast", constant(bits.type, lowest + (1 << 23)), "float")
    denormal = f.cast("bitcast", f.sub(leading, unit), "i32")
    found = f.select(f.compare("ult", magnitude, 1 << form.fraction), denormal, normal)
    if form.last_number > form.largest:
        found = f.select(f.compare("ugt", magnitude, form.largest), f.binary("or", placed, _INFINITY), found)
    elif form.last_number < (1 << (form.width - 1)) - 1:
        found = f.select(f.compare("ugt", magnitude, form.last_number), constant(bits.type, _QUIET), found)
    sign = f.binary("and", f.binary("shl", bits, 32 - form.width), _SIGN)
    found = f.binary("or", found, sign)
    if form.has_only_nan_at_minus_zero:
        found = f.select(f.compare("eq", bits, 1 << (form.width - 1)), constant(bits.type, _QUIET), found)
    return f.cast("bitcast", found, "float")


def _decode_exponent(f: Function, bits: Value) -> Value:
    """f8E8M0FNU: a power of two by its exponent alone; the last pattern is NaN."""
    found = f.select(f.compare("eq", bits, 0), constant(bits.type, 1 << 22), f.binary("shl", bits, 23))
    return f.cast("bitcast", f.select(f.compare("eq", bits, 255), constant(bits.type, _QUIET), found), "float")


def encode(f: Function, a: Value, type: ElementType) -> Value:
    """The patterns of the numbers of `type` that are nearest to `a`, floats or doubles: rounded once, half to even."""
    if element_of(a.type) == "double":
        a = round_to_odd(f, a)
    if type.name == "f8E8M0FNU":
        return _encode_exponent(f, a)
    form = _Format.of(type)
    bits = f.cast("bitcast", a, "i32")
    magnitude = f.binary("and", bits, 0x7FFFFFFF)
    shift = 23 - form.fraction
    odd = f.binary("and", f.binary("lshr", magnitude, shift), 1)
    rounded = f.binary("lshr", f.add(f.add(magnitude, (1 << (shift - 1)) - 1), odd), shift)
    normal = f.sub(rounded, (127 - form.bias) << form.fraction)
    # Adding this number leaves multiples of the last place of denormal numbers in the low bits.
    large = (127 - form.bias + shift + 1) << 23
    unit = f.cast("bitcast", constant(bits.type, large), "float")
    denormal = f.sub(f.cast("bitcast", f.add(f.cast("bitcast", magnitude, "float"), unit), "i32"), large)
    found = f.select(f.compare("ult", magnitude, (128 - form.bias) << 23), denormal, normal)
    found = f.select(f.compare("ugt", found, form.largest), constant(bits.type, form.overflow), found)
    sign = f.binary("and", f.binary("lshr", bits, 32 - form.width), 1 << (form.width - 1))
    is_nan = f.compare("uno", a, a)
    if form.keeps_sign_of_nan:
        found = f.binary("or", f.select(is_nan, constant(bits.type, form.nan), found), sign)
    else:
        signed = f.binary("or", found, sign)
        if form.has_only_nan_at_minus_zero:
            signed = f.select(f.compare("eq", found, 0), found, signed)
        found = f.select(is_nan, constant(bits.type, form.nan), signed)
    return f.cast("trunc", found, "i8")


def _encode_exponent(f: Function, a: Value) -> Value:
    bits = f.cast("bitcast", a, "i32")
    half = f.select(f.compare("ult", bits, 1 << 23), constant(bits.type, 1 << 21), constant(bits.type, 1 << 22))
    nearest = f.binary("lshr", f.add(bits, half), 23)
    return f.cast("trunc", f.select(f.compare("ogt", a, 0.0), nearest, constant(bits.type, 255)), "i8")


def round_to_odd(f: Function, a: Value) -> Value:
    """A double as a float whose last bit remembers that the value was inexact, so that rounding again is rounding once."""
    near = f.cast("fptrunc", a, "float")
    back = f.cast("fpext", near, "double")
    bits = f.cast("bitcast", near, "i32")
    beyond = f.compare("ogt", f.intrinsic("fabs", back), f.intrinsic("fabs", a))
    towards_zero = f.sub(bits, f.cast("zext", beyond, "i32"))
    inexact = f.cast("zext", f.compare("one", back, a), "i32")
    odd = f.binary("or", towards_zero, inexact)
    return f.cast("bitcast", f.select(f.compare("oeq", back, a), bits, f.select(f.compare("uno", a, a), bits, odd)), "float")


def order_key(f: Function, a: Value, type: ElementType) -> Value:
    """Signed integers that order as the numbers do in the total order: -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN."""
    bits = f.cast("zext", a, "i32")
    if type.name == "f8E8M0FNU":
        return bits
    sign = 1 << (type.width - 1)
    bits = f.binary("and", bits, 2 * sign - 1)
    key = f.select(f.compare("uge", bits, sign), f.sub(constant(bits.type, sign - 1), bits), bits)
    if type.name.endswith("FNUZ"):
        key = f.select(f.compare("eq", bits, sign), constant(bits.type, sign), key)
    return key
