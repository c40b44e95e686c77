"""From the text of a dense constant to one NumPy array, without a Python object an element.

The numbers of a nested list are converted by one call; its brackets are compared with those that the type's shape asks
for. Faults raise ValueError with a message for the user.
"""

from __future__ import annotations

import re
import sys
import warnings
from binascii import a2b_hex
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
_UNSEPARATED: Final = re.compile(rb"[\w.][ \t\r\n]+[-+\w.]|[\])][ \t\r\n]*[-+\w.]|[\w.][ \t\r\n]*[\[(]")
#: By character: whether it may follow a closing bracket, and stand before an opening one.
_MAY_FOLLOW_CLOSING: Final = np.array([chr(c) in ",])" for c in range(256)])
_MAY_PRECEDE_OPENING: Final = np.array([chr(c) in ", [(" for c in range(256)])
_LARGEST: Final = (1 << 63) - 1
#: Up to so many numbers are faster converted one by one.
_FEW: Final = 200
#: Hexadecimal digits, and characters of numbers, that are converted at a time: few enough to stay in the cache.
_DIGITS: Final = 1 << 16
_CHARACTERS: Final = 1 << 19


def blob(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements whose bytes stand as hexadecimal digits in `text[start:end]`, and whether they are one splat.

    Types narrower than a byte take one each, or stand packed.
    """
    element, size = type.storage, type.size
    if end - start > 2 * largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    raw = np.empty((end - start) // 2, np.uint8)
    octets = raw.data
    for at in range(start, end, _DIGITS):
        first, last = (at - start) // 2, min(at + _DIGITS - start, end - start) // 2
        try:
            octets[first:last] = a2b_hex(text[at : min(at + _DIGITS, end)])
        except ValueError:
            raise ValueError("a hexadecimal string must have an even number of the digits 0-9, a-f, A-F") from None
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


def dense_array(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements that stand in `text[start:end]`, the content of `dense<...>`, and whether they are one splat.

    The type has a static shape. Elements that are all equal bit for bit are a splat, however they were written. `largest`
    bounds the bytes taken.
    """
    element = type.storage
    while start < end and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    if start == end:
        if type.size:
            raise ValueError(f"no elements are given, but {type} has {type.size}")
        return np.empty(type.shape, element.dtype), False
    if text[start] == '"':
        raise ValueError('a dense string literal must be hexadecimal: "0x..."')
    if text[start] == "[":
        return _canonical(_list(text, start, end, type, largest), type)
    data = text[start:end].encode("ascii", "replace")
    if data.translate(None, _EVERYTHING_ELSE) != (b"(,)" if element.is_complex else b""):
        raise ValueError(f"expected one element of type {element} or a list, found {_short(data)}")
    return _numbers(data, element.part).view(element.dtype).reshape(()), True


def _short(data: bytes) -> str:
    text = data.decode("ascii")
    return f"'{text if len(text) <= 40 else text[:37] + '...'}'"


def _list(text: str, start: int, end: int, type: TensorType, largest: int) -> np.ndarray:
    """The elements of a nested list, converted in pieces: besides them, little memory is taken."""
    element, size = type.storage, type.size
    if size * 2 > end - start + 2 * len(type.shape):
        raise ValueError(f"{type} has {size} elements, more than are written")
    if size * element.dtype.itemsize > largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    structure = b"".join([_encoded(text, at, min(at + _CHARACTERS, end)).translate(None, _EVERYTHING_ELSE)
                          for at in range(start, end, _CHARACTERS)])
    wanted = b"(,)" if element.is_complex else b""
    if 0 not in type.shape:
        for n in reversed(type.shape):
            wanted = b"[" + (wanted + b",") * (n - 1) + wanted + b"]"
    elif not _encoded(text, start, end).translate(None, b"[]," + _BLANKS):
        return np.empty(type.shape, element.dtype)
    if structure != wanted:
        raise ValueError(f"the list does not have the shape of {type}: {_described(structure)}")
    found = np.empty(size * 2 if element.is_complex else size, element.part.dtype)
    count = 0
    while start < end:
        stop = text.rfind(",", start, start + _CHARACTERS) if end - start > _CHARACTERS else end
        if stop < 0:  # one number with very many digits or blanks around it
            stop = text.find(",", start, end)
            stop = end if stop < 0 else stop
        numbers = _numbers(_encoded(text, start, stop), element.part)
        found[count : count + len(numbers)] = numbers
        count, start = count + len(numbers), stop + 1
    return found.view(element.dtype).reshape(type.shape)


def _encoded(text: str, start: int, end: int) -> bytes:
    return text[start:end].encode("ascii", "replace")


def _described(structure: bytes) -> str:
    """What shape a list seems to have by its brackets and commas, following first elements of the outer dimensions."""
    structure = structure[:100_000].translate(None, b"()")
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


def _numbers(data: bytes, element: ElementType) -> np.ndarray:
    """The numbers in `data` between commas, brackets aside, as a flat array of `element`."""
    if not _is_spaced_as_usual(data) and _UNSEPARATED.search(data):
        raise ValueError("a comma is missing between two elements")
    flat = data.translate(None, b"[]()" + _BLANKS)
    return (_floats if element.is_float else _integers)(flat, element, flat.count(b",") + 1)


def _is_spaced_as_usual(data: bytes) -> bool:
    """Whether blanks are single and stand after commas, and brackets stand next to commas and other brackets only."""
    if any(blank in data for blank in (b"\n", b"\t", b"\r")):
        return False
    characters = np.frombuffer(data, np.uint8)
    before, here = characters[:-1], characters[1:]
    if ((here == ord(" ")) & (before != ord(","))).any():
        return False
    closing = np.flatnonzero((before == ord("]")) | (before == ord(")")))
    opening = np.flatnonzero((here == ord("[")) | (here == ord("(")))
    return bool(_MAY_FOLLOW_CLOSING[here[closing]].all() and _MAY_PRECEDE_OPENING[before[opening]].all())


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
    doubles = parse_decimals(flat) if count > _FEW and b"x" not in flat else None
    if doubles is not None:
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
