"""Constants of a type that is known only by its name: zero, one, bounds (lib/constants)."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
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
def Zero(builder: XlaBuilder, type: Any) -> XlaOp:
    """0 of a type."""
    return _scalar(builder, primitive_type(type), 0)


@operation
def Zeros(builder: XlaBuilder, shape: Any) -> XlaOp:
    """Zeros of a shape."""
    wanted = shape_of(shape)
    return Broadcast(_scalar(builder, wanted.element_type, 0), wanted.dimensions)


@operation
def ZerosLike(prototype: XlaOp) -> XlaOp:
    """Zeros of the shape of another value."""
    return FullLike(prototype, 0)


@operation
def One(builder: XlaBuilder, type: Any) -> XlaOp:
    """1 of a type."""
    return _scalar(builder, primitive_type(type), 1)


def _info(type: Any, what: str) -> tuple[PrimitiveType, Any]:
    found = primitive_type(type)
    if not found.is_float:
        raise InputError(f"Invalid type for {what} ({found.text.upper()}).")
    return found, ml_dtypes.finfo(Shape(found).dtype)


@operation
def Epsilon(builder: XlaBuilder, type: Any) -> XlaOp:
    """The distance from 1 to the next number of a floating-point type."""
    found, info = _info(type, "Epsilon")
    return _scalar(builder, found, info.eps)


@operation
def MinPositiveNormalValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """The smallest normal number above 0 of a floating-point type."""
    found, info = _info(type, "MinPositiveNormalValue")
    return _scalar(builder, found, info.smallest_normal)


def _bound(builder: XlaBuilder, type: Any, is_max: bool, finite: bool) -> XlaOp:
    found = primitive_type(type)
    if found.is_complex:
        raise InputError(f"complex numbers have no order: {found.text}")
    if found is PrimitiveType.PRED:
        return _scalar(builder, found, is_max)
    if found.is_float:
        info = ml_dtypes.finfo(Shape(found).dtype)
        infinity = np.asarray(np.inf if is_max else -np.inf).astype(Shape(found).dtype)
        has_infinity = bool(np.isinf(infinity.astype(np.float64)))
        return _scalar(builder, found, (info.max if is_max else info.min) if finite or not has_infinity else infinity)
    width, is_signed = found.width, found.is_signed_integer
    largest = (1 << (width - is_signed)) - 1
    return _scalar(builder, found, largest if is_max else -largest - 1 if is_signed else 0)


@operation
def MinValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """The smallest value of a type; minus infinity where there is one."""
    return _bound(builder, type, False, False)


@operation
def MinFiniteValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """The smallest finite value of a type."""
    return _bound(builder, type, False, True)


@operation
def MaxValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """The largest value of a type; infinity where there is one."""
    return _bound(builder, type, True, False)


@operation
def MaxFiniteValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """The largest finite value of a type."""
    return _bound(builder, type, True, True)


@operation
def NanValue(builder: XlaBuilder, type: Any) -> XlaOp:
    """NaN of a floating-point type."""
    found, _ = _info(type, "NanValue")
    return _scalar(builder, found, np.nan)
