"""Types and literals of the IR as ShapeProto and LiteralProto, with the conventions of HLO texts."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DenseResourceAttr
from hloom.ir.layout import Layout
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import DYNAMIC, AnyType, OpaqueType, TensorType, TokenType, TupleType, logical_type
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source
from hloom.text.hlo.types import TypeReader, make_type, type_text
from hloom.xla.ir_types import shape_of_type
from hloom.xla.literal import Literal
from hloom.xla.proto import Message
from hloom.xla.proto.literals import literal_from_message, literal_to_message
from hloom.xla.proto.shapes import shape_from_message, shape_to_message
from hloom.xla.shape import Shape

#: A protocol buffer has at most 2 GiB.
_MOST_ELEMENTS: Final = 1 << 31


class Types:
    """Types by the bytes of their shapes, and messages by types: each is converted once."""

    def __init__(self) -> None:
        self.known: dict[bytes, AnyType] = {}
        self.messages: dict[AnyType, Message] = {}

    def read(self, message: Message | None) -> AnyType:
        """The type that a ShapeProto states. ParseError where it states none."""
        if message is None:
            raise ParseError.at(None, "proto", "there is no shape")
        data = message.encode()
        found = self.known.get(data)
        if found is None:
            found = self.known[data] = _type(shape_from_message(message))
        return found

    def write(self, type: AnyType) -> Message:
        """A type as a ShapeProto; one without a layout has the default one. InputError for types that HLO has not."""
        found = self.messages.get(type)
        if found is None:
            found = self.messages[type] = _message(type)
        return found


def _type(shape: Shape) -> AnyType:
    parts = tuple([_type(part) for part in shape.tuple_shapes])
    sizes = shape.dimensions if shape.is_array else ()
    return make_type(shape.element_type, sizes, shape.dynamic_dimensions if shape.is_array else (),
                     shape.layout if shape.is_array else None, parts)


def _message(type: AnyType) -> Message:
    if isinstance(type, TupleType):
        return Message("ShapeProto", element_type=int(PrimitiveType.TUPLE), tuple_shapes=[_message(t) for t in type.elements])
    if isinstance(type, TokenType):
        return Message("ShapeProto", element_type=int(PrimitiveType.TOKEN))
    if isinstance(type, OpaqueType):
        text = type_text(type)
        if text == "opaque[]":
            return Message("ShapeProto", element_type=int(PrimitiveType.OPAQUE_TYPE))
        held = text[2:-1]
        return Message("ShapeProto", element_type=int(PrimitiveType.BUFFER),
                       tuple_shapes=[_message(TypeReader().of_text(held, Source("<buffer>", held), 0))])
    if not isinstance(type, TensorType):
        raise InputError(f"HLO has no type {type}")
    shape = shape_of_type(type)
    if shape.layout is None:
        descending = Layout(tuple(range(shape.rank - 1, -1, -1)))
        shape = Shape(shape.element_type, shape.dimensions, descending, shape.dynamic_dimensions)
    return shape_to_message(shape)


def literal_attribute(message: Message, type: AnyType) -> Attribute:
    """The elements in a LiteralProto as an attribute. ParseError if it is not of the type."""
    found = literal_from_message(message)
    wanted = shape_of_type(logical_type(type))
    if not _same(found.shape, wanted):
        raise ParseError.at(None, "proto", f"a constant of shape {type_text(type)} has a literal of shape {found.shape}")
    return _attribute(found, logical_type(type))


def _same(shape: Shape, other: Shape) -> bool:
    """Whether two shapes are equal, layouts apart."""
    return (shape.element_type is other.element_type and (not shape.is_array or shape.dimensions == other.dimensions)
            and len(shape.tuple_shapes) == len(other.tuple_shapes) and all(map(_same, shape.tuple_shapes, other.tuple_shapes)))


def _attribute(literal: Literal, type: Any) -> Attribute:
    if isinstance(type, TupleType):
        return ArrayAttr(tuple(map(_attribute, literal.elements, type.elements)))
    if not isinstance(type, TensorType) or DYNAMIC in type.shape:
        raise ParseError.at(None, "proto", f"there are no constants of type {type}")
    return DenseElementsAttr.of(literal.array, type)


def literal_message(value: Any, type: AnyType) -> Message | None:
    """The elements of a constant as a LiteralProto; None where they are elided."""
    found = _literal(value, type)
    return literal_to_message(found) if found is not None else None


def _literal(value: Any, type: Any) -> Literal | None:
    if isinstance(value, ArrayAttr):
        parts = [_literal(part, t) for part, t in zip(value.values, type.elements)]
        if any(part is None for part in parts):
            raise InputError("a tuple's literal leaves elements out, which protocol buffers cannot")
        return Literal.of_tuple([part for part in parts if part is not None])
    if isinstance(value, DenseResourceAttr) and value.resource.contents is not None:
        value = value.elements()
    if not isinstance(value, DenseElementsAttr):
        return None
    if type.size > _MOST_ELEMENTS:
        raise InputError(f"a constant of type {type} is larger than protocol buffers may be")
    return Literal(value.array(), shape_of_type(type).with_layout() if type.layout is None else shape_of_type(type))
