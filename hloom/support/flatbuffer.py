"""Reading of flatbuffers: tables of numbered fields that refer to each other by distance.

A reader of our own, of some fifty lines, because the usual one believes every distance: here a damaged buffer is an error with
its place, whatever it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NoReturn

from hloom.support.diagnostics import ParseError

#: How often a buffer is read over at most: many that refer to the same bytes would stand for more than memory holds.
_MOST_TIMES: Final = 4


def _fail(at: int, message: str, code: str = "flatbuffer") -> NoReturn:
    raise ParseError.at(None, code, f"byte {at}: {message}")


class _Buffer:
    """The bytes, with how many of them may still be read."""

    __slots__ = ("data", "left")

    def __init__(self, data: bytes) -> None:
        self.data, self.left = data, _MOST_TIMES * len(data)

    def read(self, size: int, at: int) -> None:
        self.left -= size
        if self.left < 0:
            _fail(at, f"the same bytes are referred to over and over, more than {_MOST_TIMES} times all of the buffer", "limit")


class Table:
    """A table in a buffer. Fields are numbered from 0; one that is absent has its default."""

    __slots__ = ("_at", "_buffer", "_data", "_fields", "_size")

    def __init__(self, buffer: _Buffer, at: int) -> None:
        self._buffer, self._data, self._at = buffer, buffer.data, at
        buffer.read(4, at)
        self._fields = at - self._number(at, 4, signed=True)
        if self._fields < 0:
            _fail(at, "the list of a table's fields lies before the buffer")
        self._size = self._number(self._fields, 2)
        if self._size < 4:
            _fail(self._fields, "the list of a table's fields is cut off")

    def _number(self, at: int, size: int, signed: bool = False) -> int:
        if not 0 <= at <= len(self._data) - size:
            _fail(at, f"there is no number of {size} bytes: the buffer has {len(self._data)}")
        return int.from_bytes(self._data[at : at + size], "little", signed=signed)

    def fail(self, message: str) -> NoReturn:
        """Raises ParseError for the place of this table."""
        _fail(self._at, message)

    def _place(self, field: int) -> int | None:
        """Where a field is; None for one that is absent."""
        entry = 4 + 2 * field
        distance = self._number(self._fields + entry, 2) if entry + 2 <= self._size else 0
        return self._at + distance if distance else None

    def number(self, field: int, size: int, default: int = 0) -> int:
        """An unsigned number of so many bytes."""
        place = self._place(field)
        return default if place is None else self._number(place, size)

    def table(self, field: int) -> Table | None:
        """Another table."""
        place = self._place(field)
        return None if place is None else Table(self._buffer, place + self._number(place, 4))

    def bytes(self, field: int) -> memoryview | None:
        """A row of bytes, as a view; a text is one, too."""
        place = self._place(field)
        return None if place is None else self._row(place + self._number(place, 4), 1)

    def text(self, field: int) -> str:
        """A text; empty where it is absent."""
        return bytes(self.bytes(field) or b"").decode("utf-8", "replace")

    def numbers(self, field: int, size: int) -> list[int] | None:
        """A row of unsigned numbers of so many bytes each."""
        place = self._place(field)
        if place is None:
            return None
        row = self._row(place + self._number(place, 4), size)
        return [int.from_bytes(row[k : k + size], "little") for k in range(0, len(row), size)]

    def tables(self, field: int) -> list[Table]:
        """A row of tables; empty where it is absent."""
        return [Table(self._buffer, at) for at in self._targets(field)]

    def texts(self, field: int) -> list[str]:
        """A row of texts; empty where it is absent."""
        return [bytes(self._row(at, 1)).decode("utf-8", "replace") for at in self._targets(field)]

    def _targets(self, field: int) -> Iterator[int]:
        place = self._place(field)
        if place is None:
            return
        start = place + self._number(place, 4)
        for k in range(len(self._row(start, 4)) // 4):
            at = start + 4 + 4 * k
            yield at + self._number(at, 4)

    def _row(self, at: int, size: int) -> memoryview:
        """The bytes of a row of things of so many bytes, behind their number."""
        count = self._number(at, 4)
        if count * size > len(self._data) - at - 4:
            _fail(at, f"{count} things of {size} bytes are announced, but only {len(self._data) - at - 4} bytes are left")
        self._buffer.read(4 + count * size, at)
        return memoryview(self._data)[at + 4 : at + 4 + count * size]


def root(data: bytes) -> Table:
    """The table that a buffer begins with."""
    if len(data) < 8:
        _fail(0, "a flatbuffer begins with the place of a table")
    return Table(_Buffer(data), int.from_bytes(data[:4], "little"))
