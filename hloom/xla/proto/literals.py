"""Literals as LiteralProto: the elements in the order of the layout, in the field of their type."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from hloom.ir.hlo.literal_text import storage_dtype
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.bits import bits_dtype, from_bits, to_bits
from hloom.support.diagnostics import InputError
from hloom.xla.index_util import padded_sizes
from hloom.xla.literal import Literal
from hloom.xla.proto.message import Message, decode
from hloom.xla.proto.shapes import fail, shape_from_message, shape_to_message
from hloom.xla.shape import Shape

#: The field that holds the elements of each type. The types that are not numbers on the wire stand in it as bytes.
_FIELDS: Final = {type: f"{type.text}s" for type in PrimitiveType if type.is_array}
_NUMBERS: Final = frozenset({"preds", "s32s", "s64s", "u32s", "u64s", "f32s", "f64s", "c64s", "c128s"})


def literal_to_bytes(literal: Literal) -> bytes:
    """A literal as a serialized LiteralProto."""
    return literal_to_message(literal).encode()


def literal_from_bytes(data: bytes) -> Literal:
    """The literal of a serialized LiteralProto. ParseError if the bytes are none, or not as many elements as the shape says."""
    return literal_from_message(decode("LiteralProto", data))


def literal_to_message(literal: Literal) -> Message:
    """A literal as a LiteralProto. Padding is not written: the elements of padded layouts stand in the order of dimensions.

    As with XLA, the elements of a shape with bounds are as many as the bounds say, and how many of them there are is lost.
    """
    message = Message("LiteralProto", shape=shape_to_message(literal.shape))
    if not literal.shape.is_array:
        message.tuple_literals = [literal_to_message(part) for part in literal.elements]
        return message
    type = literal.shape.element_type
    elements = literal.bounded_array.transpose(_order(literal.shape)).reshape(-1)
    name = _FIELDS[type]
    if name not in _NUMBERS:
        setattr(message, name, _to_raw(elements, type))
    elif len(elements):
        setattr(message, name, elements.view(type.element.part.dtype) if type.is_complex else elements)
    return message


def _order(shape: Shape) -> tuple[int, ...]:
    assert shape.layout is not None
    return shape.layout.major_to_minor


def _to_raw(elements: np.ndarray, type: PrimitiveType) -> bytes:
    """The elements as bytes, little-endian; types of less than a byte take one."""
    if type in (PrimitiveType.S1, PrimitiveType.U1):
        return (elements.astype(np.uint8) & 1).tobytes()
    bits = to_bits(elements)
    return bits.astype(bits.dtype.newbyteorder("<")).tobytes()


def literal_from_message(message: Message) -> Literal:
    """The literal that a LiteralProto states. ParseError if it has not as many elements as its shape."""
    if not message.has("shape"):
        raise fail("a literal has no shape")
    return _literal(message, shape_from_message(message.shape))


def _literal(message: Message, shape: Shape) -> Literal:
    if shape.is_tuple:
        parts = message.tuple_literals
        if len(parts) != len(shape.tuple_shapes):
            raise fail(f"a tuple of {len(shape.tuple_shapes)} elements has {len(parts)} literals")
        # The shape of the whole is what counts; the parts state theirs again, or leave it out.
        return Literal.of_tuple([_literal(part, inner) for part, inner in zip(parts, shape.tuple_shapes)])
    if shape.is_token:
        return Literal.token()
    if not shape.is_array or shape.is_unbounded_dynamic:
        raise fail(f"there are no literals of shape {shape}")
    type = shape.element_type
    try:
        shape = shape.with_layout() if shape.layout is None else shape
        shape.validate()
        found = getattr(message, _FIELDS[type])
        elements = _numbers(found, type) if _FIELDS[type] in _NUMBERS else _of_raw(found, type)
        count = prod(shape.dimensions)
        if len(elements) != count:
            raise fail(f"a literal of shape {shape} has {len(elements)} elements, not {count}")
        if padded_sizes(shape) == shape.dimensions:
            return Literal.of_buffer(elements, shape)
        # Padding is made anew; what the shape says of it is not bounded by the bytes that were read.
        if prod(padded_sizes(shape)) > 1024 + 1024 * count:
            raise fail(f"the padding of {shape} is out of proportion to its {count} elements")
        order = _order(shape)
        place = {d: k for k, d in enumerate(order)}
        logical = elements.reshape([shape.dimensions[d] for d in order]).transpose([place[d] for d in range(shape.rank)])
        return Literal(logical, shape)
    except InputError as error:
        raise fail(str(error)) from None


def _numbers(found: np.ndarray | list, type: PrimitiveType) -> np.ndarray:
    element = type.element
    values = np.asarray(found, element.part.dtype)
    if type.is_complex:
        if len(values) % 2:
            raise fail(f"a literal of type {type.text} has {len(values)} parts")
        return np.ascontiguousarray(values).view(element.dtype)
    return values


def _of_raw(data: bytes, type: PrimitiveType) -> np.ndarray:
    if type in (PrimitiveType.S1, PrimitiveType.U1):
        bits = np.frombuffer(data, np.uint8) & 1
        return -bits.astype(np.int8) if type is PrimitiveType.S1 else bits
    dtype = bits_dtype(type.element)
    if len(data) % dtype.itemsize:
        raise fail(f"{len(data)} bytes are no elements of type {type.text}")
    raw = np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype, copy=False)
    elements = from_bits(raw, type.element)
    assert elements.dtype == storage_dtype(type)
    return elements
