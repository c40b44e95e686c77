"""The brackets, commas and blanks between the elements of a dense constant, looked at without the elements.

Faults raise ValueError with a message for the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from hloom.ir.types import TensorType

BLANKS: Final = b" \t\r\n"
_STRUCTURE: Final = b"[](),"
_EVERYTHING_ELSE: Final = bytes(b for b in range(256) if b not in _STRUCTURE)
_NO_ELEMENTS: Final = re.compile(r"[\[\], \t\r\n]*+")
_UNSEPARATED: Final = re.compile(rb"[\w.][ \t\r\n]+[-+\w.]|[\])][ \t\r\n]*[-+\w.]|[\w.][ \t\r\n]*[\[(]")
#: By character: whether it may follow a closing bracket, and stand before an opening one.
_MAY_FOLLOW_CLOSING: Final = np.array([chr(c) in ",])" for c in range(256)])
_MAY_PRECEDE_OPENING: Final = np.array([chr(c) in ", [(" for c in range(256)])
#: Characters that are looked at together.
_CHARACTERS: Final = 1 << 18


def encoded(text: str, start: int, end: int) -> bytes:
    """The characters of `text[start:end]`, a question mark for each that is not ASCII."""
    return text[start:end].encode("ascii", "replace")


def short(data: bytes) -> str:
    """A word for messages, cut off if it is long."""
    text = data.decode("ascii")
    return f"'{text if len(text) <= 40 else text[:37] + '...'}'"


def content(text: str, start: int, end: int, type: TensorType, is_complex: bool) -> tuple[str, int, int]:
    """What stands in `text[start:end]`, the content of `dense<...>`, and where, without the blanks around it.

    `nothing` for a type without elements, a `list` in the shape of the type, or one `element`.
    """
    while start < end and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    if start == end:
        if type.size:
            raise ValueError(f"no elements are given, but {type} has {type.size}")
        return "nothing", start, end
    if text[start] == '"':
        raise ValueError('a dense string literal must be hexadecimal: "0x..."')
    element = b"(,)" if is_complex else b""
    if text[start] != "[":
        if b"".join(_structure(text, start, end)) != element:
            found = short(encoded(text, start, end))
            raise ValueError(f"expected one element of type {type.element} or a list, found {found}")
        return "element", start, end
    if type.size * 2 > end - start + 2 * len(type.shape):
        raise ValueError(f"{type} has {type.size} elements, more than are written")
    if not type.size and _NO_ELEMENTS.fullmatch(text, start, end):
        return "nothing", start, end
    if not _has_shape(text, start, end, type, element):
        raise ValueError(f"the list does not have the shape of {type}: {_described(text, start, end)}")
    return "list", start, end


def _structure(text: str, start: int, end: int) -> Iterator[bytes]:
    """The brackets and commas in a list, piece by piece."""
    for at in range(start, end, _CHARACTERS):
        yield encoded(text, at, min(at + _CHARACTERS, end)).translate(None, _EVERYTHING_ELSE)


def _has_shape(text: str, start: int, end: int, type: TensorType, element: bytes) -> bool:
    """Whether the brackets and commas of a list are those of the type's shape, `element` those of one element."""
    wanted, length = element, len(element)
    for n in reversed(type.shape):
        length = n * (length + 1) + 1
    if 0 in type.shape or length > end - start:  # dimensions of size 1 ask for brackets without end
        return False
    for n in reversed(type.shape):
        wanted = b"".join((b"[", (wanted + b",") * (n - 1), wanted, b"]"))
    at = 0
    for found in _structure(text, start, end):
        if not wanted.startswith(found, at):
            return False
        at += len(found)
    return at == len(wanted)


def _described(text: str, start: int, end: int) -> str:
    """What shape a list seems to have by its brackets and commas, following first elements of the outer dimensions."""
    structure = b""
    for found in _structure(text, start, end):
        structure += found
        if len(structure) > 100_000:
            break
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


#: Characters that are searched faster than NumPy starts.
_SHORT = 1000


def check_separated(data: bytes) -> None:
    """Raises if two elements in `data` have no comma between them."""
    if (len(data) < _SHORT or not _is_spaced_as_usual(data)) and _UNSEPARATED.search(data):
        raise ValueError("a comma is missing between two elements")


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
