"""Protocol buffers on the wire: varints, fixed numbers, records of a number and a payload. Nothing here knows a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NoReturn

import numpy as np

from hloom.support.diagnostics import ParseError

VARINT, FIXED64, BYTES, START_GROUP, END_GROUP, FIXED32 = range(6)
#: Messages and groups do not nest deeper.
DEEPEST: Final = 100
_MASK: Final = (1 << 64) - 1


def fail(at: int, message: str) -> NoReturn:
    raise ParseError.at(None, "proto", f"byte {at}: {message}")


def read_varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """The 64-bit number that begins at `at`, and the offset behind it."""
    result = shift = 0
    start = at
    while at < end:
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result & _MASK, at
        shift += 7
        if shift >= 70:
            fail(start, "a number of more than 10 bytes")
    fail(start, "the data ends inside a number")


def records(data: bytes, start: int, end: int) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Each record of a message: its first byte, field number, wire type, number, and the span of its payload.

    The number is that of a varint, else 0. ParseError where the bytes are no records.
    """
    at = start
    while at < end:
        first = at
        key = data[at]
        if key < 0x80:
            at += 1
        else:
            key, at = read_varint(data, at, end)
        field, wire = key >> 3, key & 7
        if not 0 < field < 1 << 29:
            fail(first, f"{field} is no number of a field")
        value, begin = 0, at
        if wire == BYTES:
            length, begin = read_varint(data, at, end)
            at = begin + length
            if at > end:
                fail(first, f"field {field} has {length} bytes, but only {end - begin} are left")
        elif wire == VARINT:
            value, at = read_varint(data, at, end)
        elif wire == FIXED64 or wire == FIXED32:
            at += 8 if wire == FIXED64 else 4
            if at > end:
                fail(first, f"the data ends inside field {field}")
        elif wire == START_GROUP:
            at = _skip_group(data, at, end, field)
        else:
            fail(first, f"wire type {wire} of field {field} has no meaning here")
        yield first, field, wire, value, begin, at


def _skip_group(data: bytes, at: int, end: int, field: int) -> int:
    """The offset behind the group that has begun."""
    start, open_groups = at, [field]
    while open_groups:
        if at >= end:
            fail(start, f"the data ends inside group {open_groups[-1]}")
        key, at = read_varint(data, at, end)
        wire = key & 7
        if wire == START_GROUP:
            open_groups.append(key >> 3)
            if len(open_groups) > DEEPEST:
                fail(at, f"maximum recursion depth exceeded: groups nest at most {DEEPEST} deep")
        elif wire == END_GROUP:
            if open_groups.pop() != key >> 3:
                fail(at, f"group {key >> 3} ends that has not begun")
        elif wire == VARINT:
            _, at = read_varint(data, at, end)
        elif wire in (FIXED32, FIXED64):
            at += 8 if wire == FIXED64 else 4
        elif wire == BYTES:
            length, at = read_varint(data, at, end)
            at += length
        else:
            fail(at, f"wire type {wire} has no meaning")
    if at > end:
        fail(start, f"the data ends inside group {field}")
    return at


def varint(value: int) -> bytes:
    """A number from -2^63 to 2^64 - 1; negative ones take ten bytes."""
    value &= _MASK
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varints(data: bytes, start: int, end: int) -> np.ndarray:
    """Numbers that stand back to back, as u64."""
    raw = np.frombuffer(data, np.uint8, end - start, start)
    if not len(raw):
        return np.empty(0, np.uint64)
    if raw[-1] >= 0x80:
        fail(end - 1, "the data ends inside a number")
    last = np.flatnonzero(raw < 0x80)
    first = np.concatenate(([0], last[:-1] + 1))
    lengths = last - first + 1
    if lengths.max() > 10:
        fail(start + int(first[lengths.argmax()]), "a number of more than 10 bytes")
    values = np.zeros(len(first), np.uint64)
    for k in range(int(lengths.max())):
        longer = lengths > k
        values[longer] |= (raw[first[longer] + k].astype(np.uint64) & np.uint64(0x7F)) << np.uint64(7 * k)
    return values


def varints(values: np.ndarray | Iterable[int]) -> bytes:
    """Numbers back to back: an array of integers of any dtype, or numbers from -2^63 to 2^64 - 1."""
    if not isinstance(values, np.ndarray):
        return b"".join(map(varint, values))
    # Sign extension to 64 bits is what the wire has for negative numbers.
    numbers = values.astype(np.uint64 if values.dtype.kind in "ub" else np.int64).view(np.uint64)
    lengths = np.ones(len(numbers), np.int64)
    for k in range(1, 10):
        lengths += (numbers >> np.uint64(7 * k)) > 0
    ends = np.cumsum(lengths)
    out = np.zeros(int(ends[-1]) if len(ends) else 0, np.uint8)
    first = ends - lengths
    for k in range(int(lengths.max(initial=0))):
        longer = lengths > k
        part = (numbers[longer] >> np.uint64(7 * k)) & np.uint64(0x7F)
        more = (lengths[longer] > k + 1).astype(np.uint8) << 7
        out[first[longer] + k] = part.astype(np.uint8) | more
    return out.tobytes()
