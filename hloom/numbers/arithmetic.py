"""Arithmetic and logic on arrays of any element type; operands have one type and broadcast as in NumPy.

Integers wrap (see `integer` for division, powers and shifts). Floats are rounded once per operation. i1 is a boolean
algebra: sum is `or`, product is `and`, difference is `xor`.
"""

from __future__ import annotations

import numpy as np

from hloom.numbers import complex_functions, complex_power, floating, integer
from hloom.numbers.dispatch import elementwise
from hloom.numbers.rounding import Array

add = elementwise("add", "x + y.", pred=np.logical_or, integer=np.add, real=np.add, complex=np.add)
subtract = elementwise(
    "subtract", "x - y.", pred=np.logical_xor, integer=np.subtract, real=np.subtract, complex=np.subtract
)
multiply = elementwise(
    "multiply", "x * y.", pred=np.logical_and, integer=np.multiply, real=np.multiply, complex=complex_functions.multiply
)
divide = elementwise(
    "divide",
    "x / y; integers truncate, and x / 0 is -1.",
    integer=integer.divide, real=np.divide, complex=complex_functions.divide,
)
remainder = elementwise(
    "remainder",
    "x - y * trunc(x / y), with the sign of x; x rem 0 is x for integers.",
    integer=integer.remainder, real=np.fmod,
)
negate = elementwise(
    "negate", "-x; unsigned integers wrap.", integer=np.negative, real=np.negative, complex=np.negative
)
absolute = elementwise(
    "absolute",
    "|x|, real for complex x; INT_MIN stays.",
    integer=np.abs, real=np.abs, complex=complex_functions.modulus, result="part",
)
sign = elementwise(
    "sign",
    "-1, 0 or 1; keeps -0 and NaN; z / |z| for complex z.",
    integer=np.sign, real=floating.sign, complex=complex_functions.sign, in_double=True,
)
power = elementwise(
    "power",
    "x ** y, with x ** 0 = 1; integers to a negative power give 0 unless x is 1 or -1.",
    integer=integer.power, real=floating.power, complex=complex_power.power, in_double=True,
)
maximum = elementwise(
    "maximum",
    "The larger operand; NaN if either is; lexicographic for complex numbers.",
    pred=np.logical_or, integer=np.maximum, real=floating.maximum, complex=np.maximum,
)
minimum = elementwise(
    "minimum",
    "The smaller operand; NaN if either is; lexicographic for complex numbers.",
    pred=np.logical_and, integer=np.minimum, real=floating.minimum, complex=np.minimum,
)
bitwise_and = elementwise("bitwise_and", "x & y.", pred=np.logical_and, integer=np.bitwise_and)
bitwise_or = elementwise("bitwise_or", "x | y.", pred=np.logical_or, integer=np.bitwise_or)
bitwise_xor = elementwise("bitwise_xor", "x ^ y.", pred=np.logical_xor, integer=np.bitwise_xor)
bitwise_not = elementwise("bitwise_not", "~x; the negation of truth values.", pred=np.logical_not, integer=np.invert)


def clamp(low: Array, x: Array, high: Array) -> Array:
    """`minimum(maximum(x, low), high)`; the limits may be of rank 0."""
    return minimum(maximum(x, low), high)


def select(predicate: Array, on_true: Array, on_false: Array) -> Array:
    """`on_true` where the i1 `predicate` holds, else `on_false`; any element type."""
    return np.asarray(np.where(predicate, on_true, on_false))
