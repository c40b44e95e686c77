"""From the text of a dense constant to one NumPy array, without a Python object an element.

The numbers of a nested list are converted many at a time. Faults raise ValueError with a message for the user.
"""

from __future__ import annotations

import re
import struct
import sys
import warnings
from binascii import a2b_hex
from typing import Final

import numpy as np

from hloom.ir.literal_text import integer_range, round_decimals
from hloom.ir.types import TensorType
from hloom.numbers.bits import bits_dtype, from_bits, to_bits, unpack
from hloom.numbers.element_type import F32, ElementType
from hloom.text.mlir.brackets import BLANKS, check_separated, content, encoded, short
from hloom.text.mlir.decimals import parse_decimals

_INTEGER: Final = re.compile(rb"-?(?:0x[0-9a-fA-F]+|[0-9]+)")
_DECIMAL: Final = re.compile(rb"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?")
_HEXADECIMAL: Final = re.compile(rb"0x[0-9a-fA-F]+")
_BITS: Final = re.compile(rb"0x[0-9a-fA-F]{8}")
_F32, _F64, _U64 = struct.Struct("<f"), struct.Struct("<d"), struct.Struct("<Q")
#: What of the bits of an f64 is zero where it lies halfway between two numbers of f32.
_BELOW_HALF: Final = (1 << 28) - 1
_LARGEST: Final = (1 << 63) - 1
#: Characters of a number that there are hints for.
_LONGEST_WORD: Final = 40
#: Up to so many numbers are faster converted one by one.
_FEW: Final = 200
#: Hexadecimal digits, and characters of numbers, that are converted at a time: few enough that what is made of them on the
#: way stays in the cache and takes little memory.
_DIGITS: Final = 1 << 18
_CHARACTERS: Final = 1 << 18


def blob(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements whose bytes stand as hexadecimal digits in `text[start:end]`, and whether they are one splat.

    Types narrower than a byte take one each, or stand packed.
    """
    element, size = type.storage, type.size
    if end - start > 2 * largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    raw = bytes_of_digits(text, start, end)
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


def bytes_of_digits(text: str, start: int, end: int) -> np.ndarray:
    """The bytes that the hexadecimal digits `text[start:end]` state; besides them, little memory is taken."""
    raw = np.empty((end - start) // 2, np.uint8)
    octets = raw.data
    for at in range(start, end, _DIGITS):
        first, last = (at - start) // 2, min(at + _DIGITS - start, end - start) // 2
        try:
            octets[first:last] = a2b_hex(text[at : min(at + _DIGITS, end)])
        except ValueError:
            raise ValueError("a hexadecimal string must have an even number of the digits 0-9, a-f, A-F") from None
    return raw


def _canonical(values: np.ndarray, type: TensorType) -> tuple[np.ndarray, bool]:
    """The values in the type's shape; one of them if they are all equal bit for bit."""
    size = type.size
    flat = values.reshape(-1)
    if size:
        bits = to_bits(flat[:16]).reshape(min(size, 16), -1)
        if bool((bits == bits[0]).all()) and (size <= 16 or bool((to_bits(flat).reshape(size, -1) == bits[0]).all())):
            return flat[:1].reshape(()), True
    try:
        return flat.reshape(type.shape), False
    except ValueError:  # more than 64 dimensions, or sizes whose product has more than 63 bits beside one of 0
        raise ValueError(f"there are no arrays of the shape of a {type.rank}-dimensional constant of these sizes") from None


def dense_array(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[np.ndarray, bool]:
    """The elements that stand in `text[start:end]`, the content of `dense<...>`, and whether they are one splat.

    The type has a static shape. Elements that are all equal bit for bit are a splat, however they were written. `largest`
    bounds the bytes taken.
    """
    element = type.storage
    form, start, end = content(text, start, end, type, element.is_complex)
    if form == "nothing":
        return _canonical(np.empty(0, element.dtype), type)
    if form == "list":
        return _canonical(_list(text, start, end, type, largest), type)
    return _numbers(encoded(text, start, end), element.part).view(element.dtype).reshape(()), True


def _list(text: str, start: int, end: int, type: TensorType, largest: int) -> np.ndarray:
    """The elements of a nested list, converted in pieces: besides them, little memory is taken."""
    element, size = type.storage, type.size
    if size * element.dtype.itemsize > largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    found = np.empty(size * 2 if element.is_complex else size, element.part.dtype)
    count = 0
    while start < end:
        stop = text.rfind(",", start, start + _CHARACTERS) if end - start > _CHARACTERS else end
        if stop < 0:  # one number with very many digits or blanks around it
            stop = text.find(",", start, end)
            stop = end if stop < 0 else stop
        numbers = _numbers(encoded(text, start, stop), element.part)
        found[count : count + len(numbers)] = numbers
        count, start = count + len(numbers), stop + 1
    return found.view(element.dtype)


def _numbers(data: bytes, element: ElementType) -> np.ndarray:
    """The numbers in `data` between commas, brackets aside, as a flat array of `element`."""
    check_separated(data)
    flat = data.translate(None, b"[]()" + BLANKS)
    return (_floats if element.is_float else _integers)(flat, element, flat.count(b",") + 1)


def _converted(flat: bytes, count: int) -> np.ndarray | None:
    """Plain decimal integers with commas between, by one call; None if they are not all plain or not `count`."""
    if flat.endswith((b",", b"-")) or b"-," in flat:  # NumPy takes a sign alone for 0
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            found = np.fromstring(flat, np.int64, sep=",")
        except (DeprecationWarning, ValueError):
            return None
    return found if len(found) == count else None


def _integers(flat: bytes, element: ElementType, count: int) -> np.ndarray:
    lowest, highest = integer_range(element)
    values = None
    if count > _FEW and not flat.translate(None, b"0123456789-,"):
        values = _converted(flat, count)
    # What does not fit in 64 bits becomes the nearest number that does.
    if values is not None and count and -_LARGEST <= int(values.min()) and int(values.max()) < _LARGEST:
        if not (lowest <= int(values.min()) and int(values.max()) <= highest):
            wrong = values[values < lowest] if int(values.min()) < lowest else values[values > highest]
            raise ValueError(f"{wrong[0]} does not fit in {element}")
        return from_bits(values.astype(np.uint64).astype(bits_dtype(element)), element)
    words = flat.split(b",")
    numbers = [_integer(word, element) for word in words]
    return from_bits(np.array([n & ((1 << element.width) - 1) for n in numbers], np.uint64), element)


def _integer(word: bytes, element: ElementType) -> int:
    if element.kind == "pred" and word in (b"true", b"false"):
        return int(word == b"true")
    if not _INTEGER.fullmatch(word) or len(word) > 100:
        raise ValueError(f"expected an element of type {element}, found {short(word)}{_hint(word, element)}")
    value = int(word, 16 if b"0x" in word else 10)
    lowest, highest = integer_range(element)
    if not lowest <= value <= highest:
        raise ValueError(f"{value} does not fit in {element}")
    return value


def _hint(word: bytes, element: ElementType) -> str:
    # Imported here: programs without faults need nothing of it.
    from hloom.text.mlir.first_mistakes import number_hint

    return number_hint(word.decode("ascii"), str(element)) if len(word) <= _LONGEST_WORD else ""


def _single(word: bytes) -> np.ndarray | None:
    """A literal in f32, where the bits that it says or its nearest f64 tell which one that is; None where it takes a closer look.
    Most constants of programs are such a one, for which arrays take longer than the number."""
    if not _DECIMAL.fullmatch(word):
        return np.array([int(word, 16)], np.uint32).view(np.float32) if _BITS.fullmatch(word) else None
    value = float(word)
    try:
        (rounded,) = _F32.unpack(_F32.pack(value))
    except OverflowError:
        return None
    (bits,) = _U64.unpack(_F64.pack(value))
    is_halfway = rounded != value and bits & _BELOW_HALF == 0
    return None if is_halfway else np.array([rounded], np.float32)


def _floats(flat: bytes, element: ElementType, count: int) -> np.ndarray:
    doubles = parse_decimals(flat) if count > _FEW and b"x" not in flat else None
    if doubles is not None:
        return round_decimals(lambda: flat.decode().split(","), doubles, element)
    if count == 1 and element is F32 and (one := _single(flat)) is not None:
        return one
    words = flat.split(b",")
    patterns: dict[int, int] = {}
    for k, word in enumerate(words):
        if _HEXADECIMAL.fullmatch(word):
            value = int(word[:400], 16)
            if value >> element.width:
                raise ValueError(f"the bit pattern {short(word)} does not fit in {element}")
            patterns[k] = value
            words[k] = b"0.0"
        elif not _DECIMAL.fullmatch(word):
            raise ValueError(f"expected an element of type {element}, found {short(word)}{_hint(word, element)}")
    if len(patterns) == len(words):
        return from_bits(np.array([*patterns.values()], np.uint64), element)
    rounded = round_decimals([word.decode() for word in words], np.array(list(map(float, words))), element)
    if not patterns:
        return rounded
    bits = to_bits(rounded).copy()
    bits[list(patterns)] = list(patterns.values())
    return from_bits(bits, element)
