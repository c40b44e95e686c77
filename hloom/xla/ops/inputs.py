"""Parameters and constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.ir.layout import Layout
from hloom.ops.stablehlo import creation as stablehlo_creation
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import named, operation
from hloom.xla.literal import Literal
from hloom.xla.ops.parts import integer, listed
from hloom.xla.shape import Shape


def shape_of(value: Any, name: str = "shape") -> Shape:
    """A shape, or the text of one: `f32[2,3]`."""
    if isinstance(value, Shape):
        return value
    if isinstance(value, str):
        return Shape.parse(value)
    raise InputError(f"{name} is a Shape or its text, not {value!r:.60}")


@operation
def Parameter(builder: XlaBuilder, parameter_number: int, shape: Any, name: str = "",
              replicated_at_leaf_buffers: Sequence[bool] = ()) -> XlaOp:
    """The parameter of a number (XlaBuilder::Parameter).

    `shape` is a Shape or its text. Parameters are numbered from 0 without gaps by the time of Build. Errors: a number that is
    taken.
    """
    number = integer(parameter_number, "parameter_number")
    replicated = [bool(b) for b in listed(replicated_at_leaf_buffers, "replicated_at_leaf_buffers")]
    return builder.parameter(number, shape_of(shape), name or f"p{number}", replicated)


@operation
def ConstantLiteral(builder: XlaBuilder, literal: Any) -> XlaOp:
    """A constant of a Literal, or of what NumPy makes an array of (XlaBuilder::ConstantLiteral)."""
    return builder.constant(literal if isinstance(literal, Literal) else Literal(literal))


def _typed(value: Any, type: Any) -> Literal:
    if type is not None:
        return Literal(value, type)
    try:
        found = np.asarray(value)
    except ValueError:
        raise InputError(f"a constant has rows of one length, got {value!r:.60}") from None
    if not isinstance(value, np.ndarray | np.generic):
        if found.dtype == np.int64:
            return Literal(value, "s32" if found.size == 0 or np.abs(found).max() < 2**31 else "s64")
        if found.dtype == np.float64:
            return Literal(value, "f32")
    return Literal(found)


@operation
def ConstantR0(builder: XlaBuilder, value: Any, type: Any = None) -> XlaOp:
    """A scalar constant; a Python int is S32, a float F32, unless `type` says otherwise."""
    return _constant(builder, value, type, 0)


@operation
def ConstantR1(builder: XlaBuilder, values: Any, value: Any = None, type: Any = None) -> XlaOp:
    """A vector constant: of values, or, as `ConstantR1(builder, length, value)`, of one value many times."""
    if value is not None:
        length = integer(values, "length")
        if not 0 <= length <= 2**31:
            raise InputError(f"a vector has between 0 and 2**31 elements, not {length}")
        values = np.full(length, _typed(value, type).array)
    return _constant(builder, values, type, 1)


@operation
def ConstantR2(builder: XlaBuilder, values: Any, type: Any = None) -> XlaOp:
    """A matrix constant."""
    return _constant(builder, values, type, 2)


def _constant(builder: XlaBuilder, values: Any, type: Any, rank: int) -> XlaOp:
    literal = _typed(values, type)
    if literal.shape.rank != rank:
        raise InputError(f"a constant of rank {rank} is wanted, got {literal.shape.to_text(layouts=False)}")
    return builder.constant(literal)


@operation
def ConstantFromArray(builder: XlaBuilder, array: Any) -> XlaOp:
    """A constant of an array of any rank."""
    return builder.constant(_typed(array, None))


@operation
def ConstantFromArrayWithLayout(builder: XlaBuilder, array: Any, layout: Any) -> XlaOp:
    """A constant of an array, in a layout: minor to major, or a Layout."""
    literal = _typed(array, None)
    return builder.constant(literal.relayout(layout if isinstance(layout, Layout) else list(layout)))


def _from_array(rank: int) -> tuple[Any, Any]:
    """The operations that make a constant of an array of a rank, in the default layout or in one that is said."""
    def plain(builder: XlaBuilder, array: Any) -> XlaOp:
        return _constant(builder, array, None, rank)

    def laid_out(builder: XlaBuilder, array: Any, layout: Any) -> XlaOp:
        if np.ndim(array) != rank:
            raise InputError(f"a constant of rank {rank} is wanted, got one of {np.ndim(array)}")
        return ConstantFromArrayWithLayout(builder, array, layout)

    name, what = f"ConstantR{rank}FromArray{rank}D", f"A constant of {rank} dimensions"
    return named(plain, name, f"{what}."), named(laid_out, f"{name}WithLayout", f"{what} in a layout.")


ConstantR2FromArray2D, ConstantR2FromArray2DWithLayout = _from_array(2)
ConstantR3FromArray3D, ConstantR3FromArray3DWithLayout = _from_array(3)
ConstantR4FromArray4D, ConstantR4FromArray4DWithLayout = _from_array(4)


@operation
def Iota(builder: XlaBuilder, shape: Any, iota_dimension: Any = 0) -> XlaOp:
    """Elements that count from 0 along a dimension (Iota): `Iota(s32[2,2], 1)` is [[0, 1], [0, 1]].

    `Iota(builder, type, size)` gives a vector. Errors: PRED elements, a dimension out of range.
    """
    if (isinstance(shape, str) and "[" in shape) or isinstance(shape, Shape):
        found, dimension = shape_of(shape), integer(iota_dimension, "iota_dimension")
    else:
        found, dimension = Shape(shape, (integer(iota_dimension, "size"),)), 0
    return builder.emit(stablehlo_creation.Iota, shape=found, iota_dimension=dimension)
