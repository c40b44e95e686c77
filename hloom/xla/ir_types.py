"""XLA's shapes as types of the IR and back. A size that is only a bound is a dynamic one with StableHLO's encoding of bounds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hloom.ir.attributes import Attribute, StructAttr
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import DYNAMIC, TOKEN, AnyType, OpaqueType, TensorType, TokenType, TupleType
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import InputError
from hloom.xla.shape import Shape

#: The types of opaque values and of buffers, which MLIR does not have.
OPAQUE: Final = OpaqueType("!hlo.opaque")
_BUFFER, _BUFFER_END = "!hlo.buffer<", ">"


def bounds_encoding(bounds: tuple[int | None, ...]) -> Attribute:
    """`#stablehlo.bounds<...>`: an upper bound for each dynamic dimension, None where there is none."""
    # The attribute is defined with the operations; types must be readable without them.
    return StructAttr.registry["stablehlo", "type_extensions"](bounds)  # type: ignore[call-arg]


@lru_cache(4096)
def type_of_shape(shape: Shape) -> AnyType:
    """The IR's type of values of a shape, with its layouts."""
    if shape.is_tuple:
        return TupleType(tuple(map(type_of_shape, shape.tuple_shapes)))
    if shape.is_token:
        return TOKEN
    if shape.is_opaque:
        return OPAQUE
    if shape.is_buffer:
        return OpaqueType(f"{_BUFFER}{shape.tuple_shapes[0]}{_BUFFER_END}")
    sizes = tuple([DYNAMIC if b else n for n, b in zip(shape.dimensions, shape.dynamic_dimensions)])
    bounds = tuple([n if b and n != DYNAMIC else None for n, b in zip(shape.dimensions, shape.dynamic_dimensions)])
    encoding = bounds_encoding(bounds) if any(bound is not None for bound in bounds) else None
    layout = shape.layout
    if not shape.dimensions and layout is not None and layout.is_default:
        layout = None  # says nothing of a scalar
    return TensorType(sizes, shape.element_type.scalar, encoding, layout)


@lru_cache(4096)
def shape_of_type(type: AnyType) -> Shape:
    """The shape of values of an IR type; a scalar type is one of rank 0. No layout stands for none.

    InputError for types that XLA does not have (quantized ones, functions, ...).
    """
    if isinstance(type, TupleType):
        return Shape.of_tuple(map(shape_of_type, type.elements))
    if isinstance(type, TokenType):
        return Shape.token()
    if type is OPAQUE:
        return Shape.opaque()
    if isinstance(type, OpaqueType) and type.text.startswith(_BUFFER):
        return Shape.buffer(Shape.parse(type.text[len(_BUFFER) : -len(_BUFFER_END)]))
    if isinstance(type, TensorType):
        bounds = getattr(type.encoding, "bounds", None) or (None,) * type.rank
        sizes = [bound if n == DYNAMIC and bound is not None else n for n, bound in zip(type.shape, bounds)]
        return Shape(PrimitiveType.of(type.element), sizes, type.layout, [n == DYNAMIC for n in type.shape])
    if isinstance(type, ElementType):
        return Shape(PrimitiveType.of(type))
    raise InputError(f"XLA has no shape for values of type {type}")
