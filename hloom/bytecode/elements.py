"""The numbers of constants as bytecode has them: raw, row by row, little-endian, types narrower than a byte a byte an element.

A splat has one element. Booleans take a bit each, the first in the lowest bit; a splat of them is the byte ff or 00.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod

import numpy as np

from hloom.bytecode.wire import fail
from hloom.ir.attributes import Attribute, DenseElementsAttr, OtherElementsAttr
from hloom.ir.literal_text import float_width, integer_width, part_of, wrapped
from hloom.ir.types import AnyType, OtherScalarType, QuantizedType, TensorType
from hloom.numbers.bits import from_bits, pack
from hloom.numbers.element_type import PRED, ElementType

#: Bytes that a constant's elements may take.
_LARGEST: int = 16 << 30
#: Most bytes, and dimensions, of a constant that is kept for when it comes again.
_SHORT, _MOST_SHORT_DIMENSIONS = 64, 8
#: Dimensions that a constant may have: more than anyone needs, few enough for their product.
_MOST_DIMENSIONS: int = 1000


def dense_elements(type: AnyType, data: memoryview, at: int) -> Attribute:
    """The constant of a type whose bytes these are. Elements of whole bytes stay where they lie, but for those of a few bytes,
    which come again in every file: dimensions, identities of reductions."""
    type = check_constant(type, at)
    return _short(type, bytes(data)) if _can_be_short(type, data) else _elements(type, data, at)


@lru_cache(maxsize=4096)
def _short(type: TensorType, data: bytes) -> Attribute:
    """A constant of a few bytes, in which there is no fault."""
    return _elements(type, memoryview(data), 0)


def _can_be_short(type: TensorType, data: memoryview) -> bool:
    """Whether a constant takes few bytes, and as many as its type says."""
    element, size = type.element, len(data)
    if size > _SHORT or type.rank > _MOST_SHORT_DIMENSIONS or not isinstance(element, ElementType) or element is PRED:
        return False
    return size in (element.dtype.itemsize, prod(type.shape) * element.dtype.itemsize)


def _elements(type: TensorType, data: memoryview, at: int) -> Attribute:
    """The constant, at a place of the file."""
    if isinstance(type.element, OtherScalarType):
        return _other_elements(type, data, at)
    if not isinstance(type.element, ElementType | QuantizedType):
        fail(at, f"a constant holds numbers, not {type.element}")
    storage = type.storage
    count = prod(type.shape)
    if storage is PRED:
        return _booleans(type, data, count, at)
    size = storage.dtype.itemsize
    if len(data) == size:  # also of a tensor without elements
        return DenseElementsAttr(type, raw_elements(data, storage, (1,), at), is_splat=True)
    _check_size(type, count * size, f"{size} where", data, at)
    return _shaped(type, raw_elements(data, storage, (count,), at), at)


def check_constant(type: AnyType, at: int) -> TensorType:
    """The type of a constant, which is that of a tensor of known sizes."""
    if not isinstance(type, TensorType) or not type.is_static:
        fail(at, f"a constant has the type of a tensor of known sizes, not {type}")
    if type.rank > _MOST_DIMENSIONS:
        fail(at, f"a constant has at most {_MOST_DIMENSIONS} dimensions, not {type.rank}", "limit")
    return type


def _check_size(type: TensorType, size: int, splat: str, data: memoryview, at: int) -> None:
    """ParseError unless the elements of a constant that is no splat take these bytes."""
    if size > _LARGEST or len(data) != size:
        said = size if size <= _LARGEST else f"more than {_LARGEST}"
        fail(at, f"the elements of {type} take {said} bytes, or {splat} all are equal, not {len(data)}")


def _shaped(type: TensorType, elements: np.ndarray, at: int) -> DenseElementsAttr:
    try:
        return DenseElementsAttr(type, elements)
    except ValueError:  # more than 64 dimensions, or sizes whose product has more than 63 bits beside one of 0
        fail(at, f"there are no arrays of the shape of a constant of type {type}")


def raw_elements(data: memoryview, type: ElementType, shape: tuple[int, ...], at: int) -> np.ndarray:
    """Bytes as an array that looks at them; a copy for types narrower than a byte."""
    if type is PRED:
        return np.frombuffer(data, np.uint8).astype(bool).reshape(shape)
    if type.width < 8:
        return from_bits(np.frombuffer(data, np.uint8), type).reshape(shape)
    return np.frombuffer(data, type.dtype).reshape(shape)


def _booleans(type: TensorType, data: memoryview, count: int, at: int) -> DenseElementsAttr:
    packed = -(-count // 8)
    if len(data) == 1 and (data[0] in (0, 0xFF) or count == 1):  # also of a tensor without elements
        return DenseElementsAttr(type, np.array([bool(data[0])]), is_splat=True)
    if len(data) == packed and packed != count:
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little")
        return _shaped(type, bits.astype(bool), at)
    if len(data) != count or max(data, default=0) > 1:
        _check_size(type, packed, "one where", data, at)
        fail(at, f"the elements of {type} are neither 0 nor 1")
    return _shaped(type, np.frombuffer(data, np.uint8).astype(bool), at)


def _other_elements(type: TensorType, data: memoryview, at: int) -> OtherElementsAttr:
    assert isinstance(type.element, OtherScalarType)
    part = part_of(type.element)
    size, parts = _bytes_of(part), 2 if type.element.is_complex else 1
    count = prod(type.shape)
    is_splat = len(data) == size * parts  # also of a tensor without elements
    if not is_splat:
        _check_size(type, count * size * parts, f"{size * parts} where", data, at)
    return OtherElementsAttr(type, other_numbers(data, part), is_splat)


def _bytes_of(part: AnyType) -> int:
    return -(-(float_width(part) or integer_width(part) or 8) // 8)


def other_numbers(data: memoryview, part: AnyType) -> tuple[int, ...]:
    """The numbers of a type that arrays do not hold, such as i24: integers, and the bits of floating-point numbers."""
    size = _bytes_of(part)
    numbers = (int.from_bytes(data[k : k + size], "little") for k in range(0, len(data), size))
    if float_width(part) is not None:
        return tuple(numbers)
    return tuple(wrapped(n & ((1 << (integer_width(part) or 64)) - 1), part) for n in numbers)


def other_bytes(numbers: Iterable[int], part: AnyType) -> bytes:
    """The bytes of such numbers."""
    size = _bytes_of(part)
    return b"".join([(n & ((1 << 8 * size) - 1)).to_bytes(size, "little") for n in numbers])


def element_bytes(value: DenseElementsAttr | OtherElementsAttr) -> bytes | memoryview:
    """The bytes of a constant as bytecode has them; those of an array that lies as they do are not copied."""
    if isinstance(value, OtherElementsAttr):
        return other_bytes(value.elements, part_of(value.type.element))  # type: ignore[arg-type]
    storage, data = value.type.storage, value.data
    is_splat = value.is_splat or data.size == 1
    if storage is PRED:
        if is_splat and value.type.size != 1:
            return b"\xff" if data.reshape(-1)[0] else b"\0"
        packed = np.packbits(data.reshape(-1), bitorder="little").tobytes()
        return packed if value.type.size != 1 else bytes((packed[0] & 1,))
    if storage.width < 8:
        return pack(data, packed=False)
    return memoryview(data.reshape(-1).view(np.uint8)) if data.size else b""  # type: ignore[arg-type]
