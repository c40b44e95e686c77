"""Reading of flatbuffers: tables of numbered fields that refer to each other by distance.

A reader of our own, of some fifty lines, because the usual one believes every distance: here a damaged buffer is an error with
its place, whatever it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from hloom.support.diagnostics import ParseError


def _fail(at: int, message: str) -> NoReturn:
    raise ParseError.at(None, "flatbuffer", f"byte {at}: {message}")


class Table:
    """A table in a buffer. Fields are numbered from 0; one that is absent has its default."""

    __slots__ = ("_at", "_data", "_fields", "_size")

    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at
        self._fields = at - self._number(at, 4, signed=True)
        self._size = self._number(self._fields, 2)
        if self._size < 4:
            _fail(self._fields, "the list of a table's fields is cut off")

    def _number(self, at: int, size: int, signed: bool = False) -> int:
        if not 0 <= at <= len(self._data) - size:
            _fail(at, f"there is no number of {size} bytes: the buffer has {len(self._data)}")
        return int.from_bytes(self._data[at : at + size], "little", signed=signed)

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
        return None if place is None else Table(self._data, place + self._number(place, 4))

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
        return [Table(self._data, at) for at in self._targets(field)]

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
        return memoryview(self._data)[at + 4 : at + 4 + count * size]


def root(data: bytes) -> Table:
    """The table that a buffer begins with."""
    if len(data) < 8:
        _fail(0, "a flatbuffer begins with the place of a table")
    return Table(data, int.from_bytes(data[:4], "little"))
