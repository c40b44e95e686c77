"""Integer kernels: arithmetic wraps, and nothing traps.

x / 0 is -1 (all ones), INT_MIN / -1 is INT_MIN, x rem 0 is x, INT_MIN rem -1 is 0; a shift by the width or more, or
by a negative amount, gives 0, or the sign when it is arithmetic. Division and remainder truncate toward zero.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.convert import narrow_integer, widen_integer
from hloom.numbers.element_type import of_dtype
from hloom.numbers.rounding import Array, quiet
from hloom.support.diagnostics import EvaluationError


def divide(x: Array, y: Array) -> Array:
    one = y.dtype.type(1)
    if np.issubdtype(y.dtype, np.unsignedinteger):
        return np.where(y == 0, np.iinfo(y.dtype).max, x // np.where(y == 0, one, y))
    # -1 is left to negation, which wraps where division would overflow.
    simple = (y == 0) | (y == -1)
    divisor = np.where(simple, one, y)
    floor = x // divisor
    truncated = floor + ((floor < 0) & (floor * divisor != x))
    return np.where(y == 0, y.dtype.type(-1), np.where(y == -1, np.negative(x), truncated)).astype(y.dtype)


def remainder(x: Array, y: Array) -> Array:
    one = y.dtype.type(1)
    trivial = y == 0 if np.issubdtype(y.dtype, np.unsignedinteger) else (y == 0) | (y == -1)
    return np.where(y == 0, x, np.fmod(x, np.where(trivial, one, y)))


def power(base: Array, exponent: Array) -> Array:
    """`base ** exponent`, wrapping; a negative exponent gives 0 unless the base is 1 or -1."""
    base, exponent = np.broadcast_arrays(base, exponent)
    result, square = np.ones(base.shape, base.dtype), base.copy()
    left = np.where(exponent < 0, exponent & exponent.dtype.type(1), exponent)
    while left.any():
        result = np.where(left & left.dtype.type(1), result * square, result)
        left = left >> left.dtype.type(1)
        square = square * square
    return np.where((exponent < 0) & (np.abs(base) != 1), base.dtype.type(0), result)


@quiet
def multiply_high(x: Array, y: Array) -> Array:
    """The upper half of the product of double width (CHLO: mulhi)."""
    type = of_dtype(x.dtype)
    if type.width < 64:
        wide = np.int64 if type.kind == "sint" else np.uint64
        product = widen_integer(x).astype(wide) * widen_integer(y).astype(wide)
        return narrow_integer(np.asarray(product >> wide(type.width)), type)
    a, b = np.asarray(x).astype(np.uint64), np.asarray(y).astype(np.uint64)
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a1, a0, b1, b0 = a >> half, a & low, b >> half, b & low
    middle = a1 * b0 + ((a0 * b0) >> half)
    carry = a0 * b1 + (middle & low)
    high = a1 * b1 + (middle >> half) + (carry >> half)
    if type.kind == "sint":
        # A negative factor reads 2^64 too large as an unsigned number, which adds the other factor to the upper half.
        high = high - np.where(x < 0, b, np.uint64(0)) - np.where(y < 0, a, np.uint64(0))
    return np.asarray(high).astype(x.dtype)


@quiet
def shift_left(x: Array, amount: Array) -> Array:
    """`x << amount`; 0 where the amount, read as unsigned, is at least the width."""
    type = of_dtype(x.dtype)
    raw, by, over = _shift_operands(x, amount)
    return from_bits(np.where(over, raw.dtype.type(0), raw << by), type)


@quiet
def shift_right_logical(x: Array, amount: Array) -> Array:
    """`x >> amount` filling with zeros; 0 where the amount, read as unsigned, is at least the width."""
    type = of_dtype(x.dtype)
    raw, by, over = _shift_operands(x, amount)
    return from_bits(np.where(over, raw.dtype.type(0), raw >> by), type)


@quiet
def shift_right_arithmetic(x: Array, amount: Array) -> Array:
    """`x >> amount` filling with the top bit, also for unsigned types; all top bits where the amount is at least the
    width.
    """
    type = of_dtype(x.dtype)
    _, by, over = _shift_operands(x, amount)
    wide = widen_integer(x)
    if type.kind == "uint":
        # Move the top bit of a narrow type to that of its byte, so that reading it as signed copies it.
        gap = wide.dtype.type(wide.dtype.itemsize * 8 - type.width)
        wide = np.asarray((wide << gap).view(f"i{wide.dtype.itemsize}") >> gap.astype(f"i{wide.dtype.itemsize}"))
    shifted = wide >> np.where(over, by.dtype.type(type.width - 1), by).astype(wide.dtype)
    return narrow_integer(np.asarray(shifted).view(widen_integer(x).dtype), type)


def _shift_operands(x: Array, amount: Array) -> tuple[Array, Array, Array]:
    """The bits of both operands and where the amount is at least the width; the amounts are safe to shift by.

    EvaluationError for what is no integer, which CHLO's forms with broadcasting admit.
    """
    type = of_dtype(x.dtype)
    if type.is_float or type.is_complex:
        raise EvaluationError(f"a shift has no meaning for {type}")
    width = type.width
    raw, by = to_bits(x), to_bits(amount)
    over = by >= width
    return raw, np.where(over, by.dtype.type(0), by), over


def population_count(x: Array) -> Array:
    """The number of one bits, in the type of `x`."""
    return from_bits(np.bitwise_count(to_bits(x)), of_dtype(x.dtype))


def count_leading_zeros(x: Array) -> Array:
    """The number of zero bits above the highest one, the width for 0, in the type of `x`."""
    type = of_dtype(x.dtype)
    raw = to_bits(x)
    step = 1
    while step < type.width:
        raw = raw | (raw >> raw.dtype.type(step))
        step *= 2
    return from_bits(np.asarray(type.width - np.bitwise_count(raw)), type)
