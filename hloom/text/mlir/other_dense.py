"""From the text of a dense constant to Python's integers, for the scalar types that NumPy does not have.

The numbers are those of `ir.scalars`; those of complex types come in pairs. Faults raise ValueError with a message for the
user.
"""

from __future__ import annotations

import re
from typing import Final

from hloom.ir.literal_text import float_width, integer_range, integer_width, part_of, round_decimal, wrapped
from hloom.ir.types import AnyType, OtherScalarType, TensorType
from hloom.numbers.element_type import ElementType
from hloom.numbers.float_format import FLOAT_FORMATS
from hloom.text.mlir.brackets import BLANKS, check_separated, content, encoded, short
from hloom.text.mlir.dense import bytes_of_digits

_INTEGER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)")
_DECIMAL: Final = re.compile(r"[-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
#: Characters that one number may have.
_LONGEST: Final = 400


def other_dense_array(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[tuple[int, ...], bool]:
    """The elements that stand in `text[start:end]`, the content of `dense<...>`, and whether they are one splat."""
    element = type.element
    assert isinstance(element, OtherScalarType)
    form, start, end = content(text, start, end, type, element.is_complex)
    if form == "nothing":
        return (), False
    data = encoded(text, start, end)
    check_separated(data)
    words = data.translate(None, b"[]()" + BLANKS).decode().split(",")
    part = part_of(element)
    if len(words) * _bytes(part) > largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    return _canonical(tuple([_scalar(word, part) for word in words]), element, form == "element")


def other_blob(text: str, start: int, end: int, type: TensorType, largest: int) -> tuple[tuple[int, ...], bool]:
    """The elements whose bytes stand as hexadecimal digits in `text[start:end]`, and whether they are one splat."""
    element = type.element
    assert isinstance(element, OtherScalarType)
    if end - start > 2 * largest:
        raise ValueError(f"the constant takes more than {largest} bytes")
    raw = bytes_of_digits(text, start, end).tobytes()
    part = part_of(element)
    size, unit = _bytes(part), _bytes(part) * (1 + element.is_complex)
    if len(raw) != type.size * unit and (len(raw) != unit or not type.size):
        raise ValueError(f"{type.size} elements of type {element} take {type.size * unit} bytes, but the string has {len(raw)}")
    mask = (1 << _width(part)) - 1
    found = [int.from_bytes(raw[at : at + size], "little") & mask for at in range(0, len(raw), size)]
    if float_width(part) is None:
        found = [wrapped(value, part) for value in found]
    return _canonical(tuple(found), element, len(raw) != type.size * unit)


def _canonical(elements: tuple[int, ...], element: OtherScalarType, is_splat: bool) -> tuple[tuple[int, ...], bool]:
    """The elements; one of them if all are equal."""
    one = elements[: 1 + element.is_complex]
    is_splat = is_splat or (bool(elements) and elements == one * (len(elements) // len(one)))
    return one if is_splat else elements, is_splat


def _width(part: AnyType) -> int:
    width = float_width(part) or integer_width(part)
    assert width is not None
    return width


def _bytes(part: AnyType) -> int:
    """The bytes that a number takes in a hexadecimal string."""
    return -(-_width(part) // 8)


def _scalar(word: str, type: AnyType) -> int:
    """One number."""
    hint = ""
    if float_width(type) is not None:
        if _HEXADECIMAL.fullmatch(word) and len(word) <= _LONGEST:
            return float_of_pattern(int(word, 16), type)
        if _DECIMAL.fullmatch(word):
            return float_of_decimal(word, type)
        hint = f"; write {word}.0" if _INTEGER.fullmatch(word) and "x" not in word else ""
    elif integer_width(type) == 1 and word in ("true", "false"):
        return int(word == "true")
    elif _INTEGER.fullmatch(word) and len(word) <= _LONGEST:
        value = int(word, 16 if "x" in word else 10)
        lowest, highest = integer_range(type)
        if not lowest <= value <= highest:
            raise ValueError(f"{value} does not fit in {type}")
        return wrapped(value, type)
    raise ValueError(f"expected an element of type {type}, found {short(word.encode())}{hint}")


def float_of_pattern(bits: int, type: AnyType) -> int:
    """A bit pattern of any float type, as MLIR keeps it."""
    width = float_width(type)
    assert width is not None
    if bits >> width:
        raise ValueError(f"the bit pattern {short(hex(bits).encode())} does not fit in {type}")
    return bits if isinstance(type, ElementType) else FLOAT_FORMATS[str(type)].canonical(bits)


def float_of_decimal(text: str, type: AnyType) -> int:
    """The bit pattern of a decimal in any float type; of those that NumPy does not have, by way of f64, as in MLIR."""
    return round_decimal(text, type) if isinstance(type, ElementType) else FLOAT_FORMATS[str(type)].of_float(float(text))
