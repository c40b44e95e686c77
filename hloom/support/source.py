"""Source texts and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

#: Where a line ends: with a line feed, a carriage return, or both.
_LINE_END: Final = re.compile(r"\r\n?|\n")
#: Characters of a line that are shown of it, at most.
_WIDTH: Final = 160


def count_lines(text: str, end: int) -> int:
    """How many lines end in the first `end` characters of a text."""
    return sum(1 for _ in _LINE_END.finditer(text, 0, end))


class _Framed(Protocol):
    def frames(self) -> tuple[str, ...]: ...


class Source:
    """A named text; turns an offset into a line and a column when a diagnostic asks for it."""

    __slots__ = ("_starts", "functions", "locations", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        #: What the text says about where the things at certain offsets come from, if it was made from another program.
        self.locations: dict[int, _Framed] = {}
        #: Where functions begin and end of which it says so, in their order.
        self.functions: list[tuple[int, int]] = []
        self._starts: list[int] | None = None

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        if self._starts is None:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self.text))]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def frames_at(self, offset: int) -> tuple[str, ...]:
        """The lines of the program from which the text was made, `train.py:41`, for what stands at an offset: the innermost
        first, then those that it was called from; of what has none, those of the function around it. None where the text says
        nothing of it."""
        found = self.locations.get(offset)
        frames = found.frames() if found is not None else ()
        if frames or not self.functions:
            return frames
        start, end = self.functions[bisect_right(self.functions, (offset, len(self.text))) - 1]
        return self.locations[start].frames() if start <= offset < end else ()

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        self.line_and_column(0)
        assert self._starts is not None
        start = self._starts[number - 1]
        found = _LINE_END.search(self.text, start)
        return self.text[start : found.start() if found else len(self.text)]


class SourceLine(Source):
    """One line of a text that is elsewhere: what is kept of a source where a place in it is pickled."""

    __slots__ = ("frames", "number")

    def __init__(self, name: str, text: str, number: int, frames: tuple[str, ...]) -> None:
        super().__init__(name, text)
        self.number, self.frames = number, frames

    def frames_at(self, offset: int) -> tuple[str, ...]:
        return self.frames

    def line_and_column(self, offset: int) -> tuple[int, int]:
        return self.number, offset + 1

    def line(self, number: int) -> str:
        return self.text


class Span(NamedTuple):
    """A place in a source text: character offsets [start, end)."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_and_column(self.start)[1]

    def __str__(self) -> str:
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.name}:{line}:{column}"

    def __reduce__(self) -> tuple[Any, ...]:
        """The place with its line: an error that goes to another process does not take the whole program along."""
        line, column = self.source.line_and_column(self.start)
        return _span_in_line, (self.source.name, line, self.source.line(line), column - 1, column - 1 + self.end - self.start,
                               self.frames)

    @property
    def frames(self) -> tuple[str, ...]:
        """The lines of the program from which the text was made (see `Source.frames_at`)."""
        return self.source.frames_at(self.start)

    def excerpt(self) -> str:
        """The line of the place with a caret under it; long lines are cut around the place."""
        line, column = self.source.line_and_column(self.start)
        text = self.source.line(line).replace("\t", " ")
        first = max(0, min(column - 1 - _WIDTH // 2, len(text) - _WIDTH))
        shown = text[first : first + _WIDTH]
        length = max(1, min(self.end - self.start, len(text) - column + 1, first + _WIDTH - column + 1))
        return f"{shown}\n{' ' * (column - 1 - first)}^{'~' * (length - 1)}"


def _span_in_line(name: str, number: int, text: str, start: int, end: int, frames: tuple[str, ...]) -> Span:
    return Span(SourceLine(name, text, number, frames), start, end)


#: `Span(*parts)` of a tuple of its parts, without a call of Python code: there is one for each operation.
make_span: Final = partial(tuple.__new__, Span)
