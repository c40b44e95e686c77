"""From the text of a dense constant to one NumPy array, without a Python object an element.

The numbers of a nested list are converted by one call; its brackets are compared with those that the type's shape asks
for. Faults raise ValueError with a message for the user.
"""

from __future__ import annotations

import re
import sys
import warnings
from functools import cache
from typing import Final

import numpy as np

from hloom.ir.literal_text import round_decimals
from hloom.ir.types import TensorType
from hloom.numbers.bits import bits_dtype, from_bits, to_bits, unpack
from hloom.numbers.element_type import ElementType
from hloom.text.decimals import parse_decimals

_BLANKS: Final = b" \t\r\n"
_STRUCTURE: Final = b"[](),"
_EVERYTHING_ELSE: Final = bytes(b for b in range(256) if b not in _STRUCTURE)
_INTEGER: Final = re.compile(rb"-?(?:0x[0-9a-fA-F]+|[0-9]+)")
_DECIMAL: Final = re.compile(rb"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?")
_HEXADECIMAL: Final = re.compile(rb"0x[0-9a-fA-F]+")
_SPLIT_NUMBER: Final = re.compile(rb"[\w.][ \t\r\n]+[-+\w.]")
_LARGEST: Final = (1 << 63) - 1
#: Up to so many numbers are faster converted one by one.
_FEW: Final = 200
#: Hexadecimal digits that are converted at a time.
_CHUNK: Final = 1 << 20


def blob(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements whose bytes stand as hexadecimal digits in `text[start:end]`, and whether they are one splat.

    Types narrower than a byte take one each, or stand packed.
    """
    element, size = type.storage, type.size
    if end - start > 2 * largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    raw = np.empty((end - start) // 2, np.uint8)
    for at in range(start, end, _CHUNK):
        digits = text[at : min(at + _CHUNK, end)]
        try:
            data = bytes.fromhex(digits)
        except ValueError:
            data = b""
        if len(data) * 2 != len(digits):
            raise ValueError("a hexadecimal string must have an even number of the digits 0-9, a-f, A-F")
        raw[(at - start) // 2 : (at - start) // 2 + len(data)] = np.frombuffer(data, np.uint8)
    unit = max(element.width, 8) // 8
    if len(raw) == unit and size:
        return unpack(raw.tobytes(), element, (1,), packed=False).reshape(()), True
    if len(raw) == size * unit:
        if element.width >= 8 and sys.byteorder == "little":
            return _canonical(raw.view(element.dtype), type)
        return _canonical(unpack(raw.tobytes(), element, type.shape, packed=False), type)
    if element.width < 8 and len(raw) == -(-size * element.width // 8):
        return _canonical(unpack(raw.tobytes(), element, type.shape), type)
    raise ValueError(f"{size} elements of type {element} take {size * unit} bytes, but the string has {len(raw)}")


def _canonical(values: np.ndarray, type: TensorType) -> tuple[np.ndarray, bool]:
    """The values in the type's shape; one of them if they are all equal bit for bit."""
    size = type.size
    if size == 0:
        return np.empty(type.shape, type.storage.dtype), False
    flat = values.reshape(-1)
    bits = to_bits(flat[:16]).reshape(min(size, 16), -1)
    if bool((bits == bits[0]).all()) and (size <= 16 or bool((to_bits(flat).reshape(size, -1) == bits[0]).all())):
        return flat[:1].reshape(()), True
    return values.reshape(type.shape), False


def dense_array(content: str, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements that stand in `dense<content>` for a tensor type of static shape, and whether they are one splat.

    Elements that are all equal bit for bit are a splat, however they were written. `largest` bounds the bytes taken.
    """
    element = type.storage
    data = content.strip().encode("ascii", "replace")
    if not data:
        if type.size:
            raise ValueError(f"no elements are given, but {type} has {type.size}")
        return np.empty(type.shape, element.dtype), False
    if data.startswith(b'"'):
        raise ValueError('a dense string literal must be hexadecimal: "0x..."')
    if data.startswith(b"["):
        return _canonical(_list(data, element, type, largest), type)
    if data.translate(None, _EVERYTHING_ELSE) != (b"(,)" if element.is_complex else b""):
        raise ValueError(f"expected one element of type {element} or a list, found {_short(data)}")
    found = _numbers(data, element, 2 if element.is_complex else 1)
    return found.reshape(()), True


def _short(data: bytes) -> str:
    text = data.decode("ascii")
    return f"'{text if len(text) <= 40 else text[:37] + '...'}'"


def _list(data: bytes, element: ElementType, type: TensorType, largest: int) -> np.ndarray:
    size = type.size
    if size * 2 > len(data) + 2 * len(type.shape):
        raise ValueError(f"{type} has {size} elements, more than are written")
    if size * element.dtype.itemsize > largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    item = b"(,)" if element.is_complex else b""
    structure = item
    if 0 not in type.shape:
        for n in reversed(type.shape):
            structure = b"[" + (structure + b",") * (n - 1) + structure + b"]"
    elif not data.translate(None, b"[]," + _BLANKS):
        return np.empty(type.shape, element.dtype)
    if data.translate(None, _EVERYTHING_ELSE) != structure:
        raise ValueError(f"the list does not have the shape of {type}: {_described(data)}")
    return _numbers(data, element, size * 2 if element.is_complex else size).reshape(type.shape)


def _described(data: bytes) -> str:
    """What shape a list seems to have, following first elements (of the outer dimensions and the first characters)."""
    structure = data[:100_000].translate(None, bytes(b for b in range(256) if b not in b"[],"))
    depth = min(len(structure) - len(structure.lstrip(b"[")), 16)
    sizes = []
    for level in range(depth):
        nesting, count = 0, 1
        for b in structure[level:]:
            nesting += {ord("["): 1, ord("]"): -1}.get(b, 0)
            if nesting == 0:
                break
            count += b == ord(",") and nesting == 1
        sizes.append(count)
    return f"it looks like {'x'.join(map(str, sizes))}"


def _numbers(data: bytes, element: ElementType, count: int) -> np.ndarray:
    """The `count` numbers (or parts of complex numbers) in `data`, brackets aside, as a flat array of `element`."""
    flat = data.translate(None, b"[]()" + _BLANKS)
    is_usual = data.count(b" ") == data.count(b", ") and not any(blank in data for blank in (b"\n", b"\t", b"\r"))
    if not is_usual and _SPLIT_NUMBER.search(data):
        raise ValueError("a comma is missing between two elements")
    if element.is_complex:
        return np.ascontiguousarray(_floats(flat, element.part, count)).view(element.dtype)
    if element.is_float:
        return _floats(flat, element, count)
    return _integers(flat, element, count)


def _converted(flat: bytes, count: int) -> np.ndarray | None:
    """Plain decimal integers with commas between, by one call; None if they are not all plain or not `count`."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            found = np.fromstring(flat, np.int64, sep=",")
        except (DeprecationWarning, ValueError):
            return None
    return found if len(found) == count and not flat.endswith(b",") else None


@cache
def integer_range(element: ElementType) -> tuple[int, int]:
    """The integers that a literal of this type may state; those of signed types may also be written unsigned."""
    lowest = 0 if element.kind == "uint" else -(1 << (element.width - 1))
    return lowest, (1 << element.width) - 1


def _integers(flat: bytes, element: ElementType, count: int) -> np.ndarray:
    lowest, highest = integer_range(element)
    values = None
    if not flat.translate(None, b"0123456789-,"):
        values = _converted(flat, count)
    # What does not fit in 64 bits becomes the nearest number that does.
    if values is not None and count and -_LARGEST <= int(values.min()) and int(values.max()) < _LARGEST:
        if not (lowest <= int(values.min()) and int(values.max()) <= highest):
            wrong = values[values < lowest] if int(values.min()) < lowest else values[values > highest]
            raise ValueError(f"{wrong[0]} does not fit in {element}")
        return from_bits(values.astype(np.uint64).astype(bits_dtype(element)), element)
    words = flat.split(b",")
    numbers = [_integer(word, element) for word in words]
    return from_bits(np.array([n & highest for n in numbers], np.uint64), element)


def _integer(word: bytes, element: ElementType) -> int:
    if element.kind == "pred" and word in (b"true", b"false"):
        return int(word == b"true")
    if not _INTEGER.fullmatch(word) or len(word) > 100:
        raise ValueError(f"expected an element of type {element}, found {_short(word)}")
    value = int(word, 16 if b"0x" in word else 10)
    lowest, highest = integer_range(element)
    if not lowest <= value <= highest:
        raise ValueError(f"{value} does not fit in {element}")
    return value


def _floats(flat: bytes, element: ElementType, count: int) -> np.ndarray:
    is_plain = not flat.translate(None, b"0123456789+-.eE,") and flat.count(b".") == count
    if is_plain and b",." not in flat and b"-." not in flat:
        doubles = parse_decimals(flat) if count > _FEW else None
        if doubles is not None and len(doubles) == count:
            return round_decimals(lambda: flat.decode().split(","), doubles, element)
    words = flat.split(b",")
    patterns = np.zeros(count, bits_dtype(element))
    is_pattern = np.zeros(count, bool)
    for k, word in enumerate(words):
        if _HEXADECIMAL.fullmatch(word):
            value = int(word[:400], 16)
            if value >> element.width:
                raise ValueError(f"the bit pattern {_short(word)} does not fit in {element}")
            patterns[k], is_pattern[k] = value, True
            words[k] = b"0.0"
        elif not _DECIMAL.fullmatch(word):
            hint = f"; write {word.decode('ascii')}.0" if _INTEGER.fullmatch(word) else ""
            raise ValueError(f"expected an element of type {element}, found {_short(word)}{hint}")
    rounded = round_decimals([word.decode() for word in words], np.array(list(map(float, words))), element)
    return from_bits(np.where(is_pattern, patterns, to_bits(rounded)), element)
