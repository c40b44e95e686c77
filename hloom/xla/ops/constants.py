"""Constants of a type that is known only by its name: zero, one, bounds (lib/constants)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import named, operation
from hloom.xla.literal import Literal
from hloom.xla.ops.inputs import shape_of
from hloom.xla.ops.movement import Broadcast
from hloom.xla.shape import Shape, primitive_type


def _scalar(builder: XlaBuilder, type: PrimitiveType, value: Any) -> XlaOp:
    return builder.constant(Literal(value, type))


@operation
def ConstantR0WithType(builder: XlaBuilder, type: Any, value: Any) -> XlaOp:
    """A scalar of a type. Errors: a floating-point value for another kind of elements, a complex value for one that is not
    complex."""
    found = primitive_type(type)
    kind = np.asarray(value).dtype.kind
    if kind == "c" and not found.is_complex:
        raise InputError(f"Invalid cast from complex type to {found.text.upper()} in ConstantR0WithType.")
    if kind == "f" and not found.is_float and not found.is_complex:
        raise InputError(f"Invalid cast from floating point type to {found.text.upper()} in ConstantR0WithType.")
    return _scalar(builder, found, value)


@operation
def ScalarLike(prototype: XlaOp, value: Any) -> XlaOp:
    """A scalar of the type of another value's elements."""
    return ConstantR0WithType(prototype.builder, prototype.element_type, value)


@operation
def FullLike(prototype: XlaOp, value: Any) -> XlaOp:
    """An array as another one, of one value; dynamic dimensions have the same sizes at run time."""
    from hloom.xla.ops.movement import GetDimensionSize, SetDimensionSize

    made = Broadcast(ScalarLike(prototype, value), prototype.shape.dimensions)
    for d, is_dynamic in enumerate(prototype.shape.dynamic_dimensions):
        if is_dynamic:
            made = SetDimensionSize(made, GetDimensionSize(prototype, d), d)
    return made


@operation
def Zeros(builder: XlaBuilder, shape: Any) -> XlaOp:
    """Zeros of a shape."""
    wanted = shape_of(shape)
    return Broadcast(_scalar(builder, wanted.element_type, 0), wanted.dimensions)


@operation
def ZerosLike(prototype: XlaOp) -> XlaOp:
    """Zeros of the shape of another value."""
    return FullLike(prototype, 0)


def _info(type: PrimitiveType, what: str) -> Any:
    if not type.is_float:
        raise InputError(f"Invalid type for {what} ({type.text.upper()}).")
    return ml_dtypes.finfo(Shape(type).dtype)


def _bound(found: PrimitiveType, is_max: bool, finite: bool) -> Any:
    """The smallest or largest number of a type."""
    if found.is_complex:
        raise InputError(f"complex numbers have no order: {found.text}")
    if found is PrimitiveType.PRED:
        return is_max
    if found.is_float:
        info = ml_dtypes.finfo(Shape(found).dtype)
        infinity = np.asarray(np.inf if is_max else -np.inf).astype(Shape(found).dtype)
        has_infinity = bool(np.isinf(infinity.astype(np.float64)))
        return (info.max if is_max else info.min) if finite or not has_infinity else infinity
    width, is_signed = found.width, found.is_signed_integer
    largest = (1 << (width - is_signed)) - 1
    return largest if is_max else -largest - 1 if is_signed else 0


def _constant(name: str, meaning: str, value: Callable[[PrimitiveType], Any]) -> Any:
    """The operation that gives a number of a type."""
    def apply(builder: XlaBuilder, type: Any) -> XlaOp:
        found = primitive_type(type)
        return _scalar(builder, found, value(found))

    return named(apply, name, meaning)


Zero = _constant("Zero", "0 of a type.", lambda type: 0)
One = _constant("One", "1 of a type.", lambda type: 1)
Epsilon = _constant("Epsilon", "The distance from 1 to the next number of a floating-point type.",
                    lambda type: _info(type, "Epsilon").eps)
MinPositiveNormalValue = _constant("MinPositiveNormalValue", "The smallest normal number above 0 of a floating-point type.",
                                   lambda type: _info(type, "MinPositiveNormalValue").smallest_normal)
MinValue = _constant("MinValue", "The smallest value of a type; minus infinity where there is one.",
                     lambda type: _bound(type, False, False))
MinFiniteValue = _constant("MinFiniteValue", "The smallest finite value of a type.", lambda type: _bound(type, False, True))
MaxValue = _constant("MaxValue", "The largest value of a type; infinity where there is one.",
                     lambda type: _bound(type, True, False))
MaxFiniteValue = _constant("MaxFiniteValue", "The largest finite value of a type.", lambda type: _bound(type, True, True))
NanValue = _constant("NanValue", "NaN of a floating-point type.", lambda type: _info(type, "NanValue") and np.nan)
