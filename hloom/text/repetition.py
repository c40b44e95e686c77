"""Lines that differ from an earlier one in the names of values only: looked up instead of parsed.

Models say the same operation on the same types over and over; of two thousand lines, two hundred are different. What a line
says apart from the names of its operands - operation, attributes, types - is its template. It is kept, for the text in which
it stands, once the grammar has read such a line; where it comes again and its operands have the same types, the operation
is made from it. Every other line, and so every line with a fault, goes through the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from hloom.ir.attributes import Attribute
from hloom.ir.core import Operation, Region
from hloom.ir.types import AnyType
from hloom.ops.definition import Op
from hloom.support.source import Source, Span
from hloom.text.lexer import SKIP

if TYPE_CHECKING:
    from hloom.text.assembly import Draft
    from hloom.text.parser import Parser

#: Characters of a line, and lines of a text, that are kept at most.
_LONGEST: Final = 1000
_MOST: Final = 4096
_NAME: Final = re.compile(r"%([\w$.-]+(?:#[0-9]+)?)", re.ASCII)
#: What stands between a complete operation and what follows, which cannot be more of the operation.
_AFTER: Final = re.compile(SKIP.pattern + r'(?=[%"}a-z])')
_type: Final = attrgetter("type")


class _Template(NamedTuple):
    """What a line says apart from the names of its values."""

    cls: type[Operation]
    #: Whether the line names results; how far after that name the operation's name begins, and its length.
    is_named: bool
    distance: int
    length: int
    operand_types: list[AnyType]
    result_types: Sequence[AnyType]
    attributes: Mapping[str, Attribute]
    #: How deep attributes and types nest.
    levels: int
    #: The dialect whose name may be left out where the line stands.
    dialect: str
    body: Callable[[Span], Region] | None


class Repetition:
    """The templates of one text, by what they say with `%` for each name."""

    __slots__ = ("_has_locations", "_source", "_templates", "_text")

    def __init__(self, source: Source) -> None:
        self._source, self._text = source, source.text
        #: Whether an operation with a location has been met.
        self._has_locations = False
        self._templates: dict[str, _Template] = {}

    def _line(self, start: int) -> tuple[int, list[str]]:
        """The end of the line from `start` on, or of what stands before its location, and its pieces: text and names in turn.

        The end is -1 where the line is too long.
        """
        text = self._text
        end = text.find("\n", start, start + _LONGEST)
        if end < 0:
            return -1, []
        if self._has_locations:
            location = text.find(" loc(", start, end)
            if location >= 0:
                end = location
        return end, _NAME.split(text[start:end])

    def repeated(self, parser: Parser) -> Operation | None:
        """The operation here, with its results named, if its line repeats an earlier one; moves past it.

        None leaves the line to the grammar.
        """
        start = parser.position
        end, pieces = self._line(start)
        template = self._templates.get("%".join(pieces[::2]))
        if template is None:
            return None
        cls, is_named, distance, length, operand_types, result_types, attributes, levels, dialect, body = template
        try:
            operands = list(map(parser.values.__getitem__, pieces[3 if is_named else 1 :: 2]))
        except KeyError:
            return None
        if (list(map(_type, operands)) != operand_types or parser.depth + levels > parser.limits.nesting
                or parser.default_dialect != dialect):
            return None
        after = _AFTER.match(self._text, end)
        if after is None:
            return None
        at = start + distance
        if is_named:
            name = pieces[1]
            if "#" in name:
                return None
            at += len(name)
        parser.position = after.end()
        span = Span(self._source, at, at + length)
        op = cls(operands, result_types, attributes, (body(span),) if body is not None else (), span=span)
        if self._has_locations and self._text.startswith("loc(", parser.position):
            op.location = parser.own_location()
        if is_named:
            parser.define_results(op, name, len(result_types), start)
        return op

    def learn(self, parser: Parser, draft: Draft, op: Operation, start: int, length: int, levels: int) -> None:
        """Keeps the template of the operation that has just been read, if its line says all of it.

        It, or the name of its results, begins at `start`; its own name takes `length` characters.
        """
        text, position = self._text, parser.position
        if text.startswith("loc(", position):
            self._has_locations = True
        end, pieces = self._line(start)
        # Types come last, or else more of the operation might follow on the next line.
        if not start < end < position or text[end - 1] not in ">)" or text[end:position].strip():
            return
        if not isinstance(op, Op) or (op.regions and draft.body is None) or op.successors:
            return
        is_named = draft.start > start and text[start] == "%"
        # Names within strings, or operands in another order than in the text, are left to the grammar.
        if len(draft.places) != len(pieces) // 2 - is_named or draft.places != sorted(draft.places):
            return
        if len(self._templates) >= _MOST:
            self._templates.clear()
        self._templates["%".join(pieces[::2])] = _Template(
            type(op), is_named, draft.start - start - (len(pieces[1]) if is_named else 0), length,
            list(map(_type, op.operands)), list(map(_type, op.results)), dict(op.attributes), levels,
            parser.default_dialect, draft.body)
