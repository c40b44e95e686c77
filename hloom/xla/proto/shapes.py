"""Shapes and layouts as ShapeProto and LayoutProto."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.layout import DimLevelType, Layout, PaddingValue
from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError, ParseError
from hloom.xla.proto.message import Message, decode
from hloom.xla.shape import LARGEST, UNBOUNDED, Shape, make_shape

#: How an unbounded size and a combined dimension of a tile stand on the wire.
_UNBOUNDED_ON_WIRE: Final = -(1 << 63)
_LEVELS: Final = tuple(DimLevelType)


def fail(message: str) -> ParseError:
    return ParseError.at(None, "proto", message)


def shape_to_bytes(shape: Shape) -> bytes:
    """A shape as a serialized ShapeProto."""
    return shape_to_message(shape).encode()


def shape_from_bytes(data: bytes) -> Shape:
    """The shape of a serialized ShapeProto. ParseError if the bytes are none."""
    return shape_from_message(decode("ShapeProto", data))


def shape_to_message(shape: Shape) -> Message:
    """A shape as a ShapeProto."""
    message = Message("ShapeProto", element_type=int(shape.element_type))
    if shape.tuple_shapes:
        message.tuple_shapes = [shape_to_message(part) for part in shape.tuple_shapes]
    if shape.is_array:
        message.dimensions = [_UNBOUNDED_ON_WIRE if n == UNBOUNDED else n for n in shape.dimensions]
        message.is_dynamic_dimension = shape.dynamic_dimensions
        message.layout = layout_to_message(shape.layout) if shape.layout is not None else None
    return message


def shape_from_message(message: Message) -> Shape:
    """The shape that a ShapeProto states. ParseError if it states none: no type, negative sizes, flags that do not fit."""
    try:
        type = PrimitiveType(message.element_type)
    except ValueError:
        raise fail(f"a shape has the unknown element type {message.element_type}") from None
    if type is PrimitiveType.PRIMITIVE_TYPE_INVALID:
        raise fail("a shape has no element type")
    if not type.is_array:
        parts = tuple([shape_from_message(part) for part in message.tuple_shapes])
        if message.dimensions or (parts and type not in (PrimitiveType.TUPLE, PrimitiveType.BUFFER)):
            raise fail(f"a shape of type {type.text} has dimensions or elements")
        if type is PrimitiveType.BUFFER and (len(parts) != 1 or not parts[0].is_array):
            raise fail("a buffer holds one array")
        return make_shape(type, (), (), None, parts)
    if message.tuple_shapes:
        raise fail(f"a shape of type {type.text} has elements like a tuple")
    sizes = tuple([UNBOUNDED if n == _UNBOUNDED_ON_WIRE else _size(n) for n in message.dimensions])
    flags = tuple([bool(flag) for flag in message.is_dynamic_dimension]) or (False,) * len(sizes)
    if len(flags) != len(sizes):
        raise fail(f"a shape of {len(sizes)} dimensions has {len(flags)} flags of dynamic dimensions")
    layout = layout_from_message(message.layout) if message.has("layout") else None
    try:
        return Shape(type, sizes, layout, flags)
    except InputError as error:
        raise fail(str(error)) from None


def _size(size: int) -> int:
    if not 0 <= size <= LARGEST:
        raise fail(f"a dimension has the size {size}")
    return size


def layout_to_message(layout: Layout) -> Message:
    """A layout as a LayoutProto. Padded dimensions stand in the fields that the document has them in."""
    message = Message("LayoutProto")
    for name, value in layout.stated_fields():
        setattr(message, name, _field_to_message(name, value))
    message.tail_padding_alignment_in_elements = layout.tail_padding_alignment_in_elements
    return message


def _field_to_message(name: str, value: Any) -> Any:
    if name == "tiles":
        return [Message("TileProto", dimensions=tile) for tile in value]
    if name == "split_configs":
        return [Message("SplitConfigProto", dimension=split.dimension, split_indices=split.split_indices) for split in value]
    if name == "dim_level_types":
        return [_LEVELS.index(level) for level in value]
    if name == "physical_shape":
        return shape_to_message(value)
    return int(value) if isinstance(value, int) else value


def layout_from_message(message: Message) -> Layout:
    """The layout that a LayoutProto states. ParseError if a field has a value that layouts do not have."""
    fields = message.stated()
    try:
        if "tiles" in fields:
            fields["tiles"] = [tile.dimensions for tile in fields["tiles"]]
        if "split_configs" in fields:
            fields["split_configs"] = [(split.dimension, split.split_indices) for split in fields["split_configs"]]
        if "dim_level_types" in fields:
            fields["dim_level_types"] = [_level(number) for number in fields["dim_level_types"]]
        if "physical_shape" in fields:
            fields["physical_shape"] = shape_from_message(fields["physical_shape"])
        if "padding_value" in fields:
            fields["padding_value"] = PaddingValue(fields["padding_value"])
        return Layout(**fields)
    except (InputError, ValueError) as error:
        raise error if isinstance(error, ParseError) else fail(f"a layout: {error}") from None


def _level(number: int) -> DimLevelType:
    if not 0 <= number < len(_LEVELS):
        raise fail(f"a dimension's level has the unknown number {number}")
    return _LEVELS[number]
