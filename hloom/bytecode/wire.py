"""Numbers and bytes of MLIR bytecode: a place in the bytes that are read, and bytes that are being written.

A *varint* has a prefix: as many zero bits at the low end of its first byte as there are further bytes (none: `v << 1 | 1`).
An *svarint* is the varint of a zigzag number. Nothing here knows sections or dialects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from hloom.support.diagnostics import ParseError

if TYPE_CHECKING:
    from mmap import mmap

_MASK: Final = (1 << 64) - 1
#: What the numbers in a list of which most may be zero may be.
_LARGEST_LISTED: Final = (1 << 31) - 1
#: The bytes that are a number each, and half of each byte.
_ODD: Final = bytes(range(1, 256, 2))
_HALVES: Final = bytes([number >> 1 for number in range(256)])


def fail(at: int, message: str, code: str = "bytecode") -> NoReturn:
    """Raises ParseError for the byte at a place of the file."""
    raise ParseError.at(None, code, f"byte {at}: {message}")


class Cursor:
    """A place in bytes, up to `end`: every method reads what stands there and goes behind it. ParseError at the end."""

    __slots__ = ("at", "data", "end")

    def __init__(self, data: bytes | mmap, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def byte(self) -> int:
        at = self.at
        if at >= self.end:
            fail(at, "the data ends here, a byte was expected")
        self.at = at + 1
        return self.data[at]

    def varint(self) -> int:
        """An unsigned number of 64 bits."""
        at = self.at
        if at >= self.end:
            fail(at, "the data ends here, a number was expected")
        first = self.data[at]
        if first & 1:
            self.at = at + 1
            return first >> 1
        further = (first & -first).bit_length() - 1 if first else 8
        stop = at + 1 + further
        if stop > self.end:
            fail(at, "the data ends inside a number")
        self.at = stop
        if not first:
            return int.from_bytes(self.data[at + 1 : stop], "little")
        return int.from_bytes(self.data[at:stop], "little") >> (further + 1)

    def varints(self, count: int) -> list[int]:
        """So many numbers, each of which takes at least a byte; those of a byte each, as nearly all lists are, in one go."""
        at = self.at
        found = self.data[at : at + count]
        if len(found) == count and at + count <= self.end and not found.translate(None, _ODD):
            self.at = at + count
            return list(found.translate(_HALVES))
        return [self.varint() for _ in range(count)]

    def svarint(self) -> int:
        """A signed number of 64 bits."""
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def flagged(self) -> tuple[int, bool]:
        """A number and the flag in its lowest bit."""
        value = self.varint()
        return value >> 1, bool(value & 1)

    def count(self, what: str) -> int:
        """How many of something follow, each of which takes at least a byte."""
        at = self.at
        value = self.varint()
        if value > self.end - self.at:
            fail(at, f"{value} {what} are announced, but only {self.end - self.at} bytes are left")
        return value

    def size(self, what: str) -> int:
        """How many bytes something that begins here takes; they are there."""
        return self.count(f"bytes of {what}")

    def bytes(self, size: int) -> memoryview:
        """The next bytes, as a view of what is read."""
        at, stop = self.at, self.at + size
        if stop > self.end:
            fail(at, f"{size} bytes were expected, but only {self.end - at} are left")
        self.at = stop
        return memoryview(self.data)[at:stop]

    def blob(self) -> memoryview:
        """A size, and as many bytes."""
        return self.bytes(self.size("data"))

    def text_to_nul(self, what: str) -> bytes:
        """The bytes up to a NUL, which is read over."""
        found = self.data.find(b"\0", self.at, self.end)
        if found < 0:
            fail(self.at, f"{what} does not end with a NUL")
        text = bytes(self.data[self.at : found])
        self.at = found + 1
        return text

    def integer(self, width: int) -> int:
        """The bits of an integer of so many bits, as an unsigned number."""
        if width <= 8:
            return self.byte() & ((1 << width) - 1)
        if width <= 64:
            return self.svarint() & ((1 << width) - 1)
        words = self.count("words of a number")
        return sum((self.svarint() & _MASK) << 64 * k for k in range(words)) & ((1 << width) - 1)

    def finish(self, what: str) -> None:
        """ParseError unless everything has been read."""
        if self.at != self.end:
            fail(self.at, f"{self.end - self.at} bytes are left over behind {what}")


def sparse_array(cursor: Cursor, size: int) -> tuple[int, ...]:
    """So many numbers, of which most may be zero."""
    at = cursor.at
    count, is_sparse = cursor.flagged()
    if count > max(cursor.end - cursor.at, 0):
        fail(at, f"{count} numbers are announced, but only {cursor.end - cursor.at} bytes are left")
    bits = cursor.varint() if is_sparse and count else 0
    if bits > 8:
        fail(at, f"indices of {bits} bits are too wide")
    stated = [cursor.varint() for _ in range(count)]
    found = {n & ((1 << bits) - 1): n >> bits for n in stated} if is_sparse else dict(enumerate(stated))
    if max(found, default=-1) >= size or max(found.values(), default=0) > _LARGEST_LISTED:
        fail(at, f"{size} numbers of 31 bits were expected, not {[found.get(k, 0) for k in range(max(found) + 1)]}")
    return tuple([found.get(k, 0) for k in range(size)])


def varint(value: int) -> bytes:
    """A number of 64 bits, in as few bytes as it takes."""
    if value < 0x80:
        return bytes((value << 1 | 1,))
    size = (value.bit_length() + 6) // 7
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return ((value << 1 | 1) << (size - 1)).to_bytes(size, "little")


def zigzag(value: int) -> int:
    """The unsigned number that stands for a signed one of 64 bits."""
    return ((value << 1) ^ (value >> 63)) & _MASK


def svarint(value: int) -> bytes:
    return varint(zigzag(value))


def integer(bits: int, width: int) -> bytes:
    """The bits of an integer of so many bits, which are an unsigned number."""
    if width <= 8:
        return bytes((bits,))
    if width <= 64:
        return svarint(_signed(bits))
    words = [bits >> shift & _MASK for shift in range(0, max(bits.bit_length(), 1), 64)]
    return varint(len(words)) + b"".join([svarint(_signed(word)) for word in words])


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits
