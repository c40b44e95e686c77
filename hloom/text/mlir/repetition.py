"""Lines that differ from an earlier one in the names of values only: looked up instead of parsed.

Models say the same operation on the same types over and over; of two thousand lines, two hundred are different. What a line
says apart from the names of its values - operation, attributes, types - is its template. It is kept once the grammar has read
such a line; where it comes again and its operands have the same types, the operation is made from it. Every other line, and so
every line with a fault, goes through the grammar. Templates that mean the same in every text serve later texts, too.

Lines are told apart from their names a window of the text at a time, which takes a few passes in C instead of a few calls
a line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, count
from operator import add, attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from hloom.ir.attributes import Attribute
from hloom.ir.core import Block, Operation, Region, make_plain
from hloom.ir.location import UNKNOWN
from hloom.ir.types import AnyType
from hloom.ops.definition.operation import Op
from hloom.support.source import Source, Span, make_span
from hloom.text.mlir.lexer import DEFAULT_LIMITS, SKIP, Limits

if TYPE_CHECKING:
    from hloom.text.mlir.assembly import Draft
    from hloom.text.mlir.parser import Parser

#: Characters that are taken apart at once, and of a line whose template is kept at most; templates that are kept at most.
_WINDOW: Final = 1 << 16
_LONGEST: Final = 1000
_MOST: Final = 4096
#: At least a name; where it takes in more, what is read as the name tells.
_NAME: Final = re.compile(r"%([0-9A-Za-z_$.#-]+)")
#: Stands for a name in a template; no program has it.
_HOLE: Final = "\0"
#: What stands between a complete operation and what follows, which cannot be more of the operation.
_AFTER: Final = re.compile(SKIP.pattern + r'(?=[%"}a-z])')
#: What means something else in another text: aliases and resources.
_OF_THE_TEXT: Final = re.compile("[#!]|dense_resource")
_type: Final = attrgetter("type")


class _Template(NamedTuple):
    """What a line says apart from the names of its values."""

    cls: type[Operation]
    #: How many names the line has, and whether the first is that of its results.
    names: int
    is_named: bool
    #: Offset of the operation's name from the line's beginning, less the name of the results; and its length.
    distance: int
    length: int
    operand_types: list[AnyType]
    result_types: Sequence[AnyType]
    attributes: dict[str, Attribute]
    #: How deep attributes and types nest.
    levels: int
    body: Callable[[Span], Region] | None


#: Templates by the dialect whose name may be left out where the line stands, then by the line with holes for its names.
_Templates = dict[str, dict[str, _Template]]
_OF_ALL_TEXTS: Final[_Templates] = {}


class Repetition:
    """The templates of one text, and the window of it that is being read."""

    __slots__ = ("_at", "_end", "_has_locations", "_keys", "_names", "_of_all_texts", "_source", "_start", "_starts",
                 "_templates", "_text")

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._text = source, source.text
        #: Whether an operation with a location has been met.
        self._has_locations = False
        self._templates: _Templates = {}
        #: Lines that were read under other limits might not have been read under these.
        self._of_all_texts: _Templates = _OF_ALL_TEXTS if limits == DEFAULT_LIMITS else {}
        #: The window: the offsets between which lines have been taken apart.
        self._start = self._end = 0
        #: The offset of each line; the lines with holes for their names and without locations; all names in their order.
        #: After the last line stands an empty one.
        self._starts: list[int] = []
        self._keys: list[str] = []
        self._names: list[str] = []
        #: A line, and how many names come before it.
        self._at = 0, 0

    def _line(self, token: int) -> int:
        """The number of the line in the window that begins with the token at an offset; -1 for none.

        Takes a new window where the token is outside of this one.
        """
        text = self._text
        if not self._start <= token < self._end:
            end = text.rfind("\n", token, token + _WINDOW)
            start = text.rfind("\n", max(0, token - _LONGEST), token) + 1 or token
            if end < 0 or text.find(_HOLE, start, end) >= 0:
                return -1
            self._take_apart(start, end)
        line = bisect_right(self._starts, token) - 1
        return line if not text[self._starts[line] : token].strip() else -1

    def _take_apart(self, start: int, end: int) -> None:
        """Makes the window from the beginning of a line to the end of a line."""
        text = self._text[start:end]
        lines = text.split("\n")
        self._starts = list(map(add, accumulate(map(len, lines), initial=start), count()))
        if self._has_locations:
            text = "\n".join([line.partition(" loc(")[0] for line in lines])
        pieces = _NAME.split(text)
        self._names, self._keys = pieces[1::2], _HOLE.join(pieces[::2]).split("\n")
        self._keys.append("")
        self._start, self._end, self._at = start, end, (0, 0)

    def _names_before(self, line: int) -> int:
        """How many names there are in the window before a line."""
        known, found = self._at
        if line < known:
            known = found = 0
        for key in self._keys[known:line]:
            found += key.count(_HOLE)
        self._at = line, found
        return found

    def _stop(self, line: int, first: int) -> int:
        """The offset where a line ends, or its location begins; `first` names come before it."""
        key = self._keys[line]
        return self._starts[line] + len(key) + sum(map(len, self._names[first : first + key.count(_HOLE)]))

    def _template(self, dialect: str, key: str) -> _Template | None:
        """What is known of a line with holes for its names."""
        own = self._templates.get(dialect)
        found = own.get(key) if own is not None else None
        if found is None:
            others = self._of_all_texts.get(dialect)
            found = others.get(key) if others is not None else None
            if found is not None:
                self._keep(self._templates, dialect, key, found)
        return found

    @staticmethod
    def _keep(templates: _Templates, dialect: str, key: str, template: _Template) -> None:
        known = templates.setdefault(dialect, {})
        if len(known) >= _MOST:
            known.clear()
        known[key] = template

    def repeat(self, parser: Parser, block: Block) -> bool:
        """Appends to a block the operations from here on whose lines repeat earlier ones, their results named.

        Moves past them. False leaves what follows to the grammar; True asks to be called again.
        """
        line = self._line(parser.position)
        template = self._template(parser.default_dialect, self._keys[line]) if line >= 0 else None
        return template is not None and self._repeat(parser, block, line, template)

    def _repeat(self, parser: Parser, block: Block, line: int, first_template: _Template) -> bool:
        """`repeat` from a line on whose template is known."""
        template: _Template | None = first_template
        text, source, has_locations, dialect = self._text, self._source, self._has_locations, parser.default_dialect
        keys, starts, names, at = self._keys, self._starts, self._names, self._names_before(line)
        values, scope, value_of = parser.values, parser.scope, parser.values.__getitem__
        known = self._templates[dialect].get
        append, limits = block.operations.append, parser.limits
        room, longest_name = limits.nesting - parser.depth, limits.identifier_length
        while template is not None:
            cls, holes, is_named, distance, length, operand_types, result_types, attributes, levels, body = template
            start, first, end = starts[line] + distance, at, at + holes
            name = None
            if is_named:
                name = names[first]
                if name in values or "#" in name or len(name) > longest_name:
                    break
                start += len(name)
                first += 1
            try:
                operands = list(map(value_of, names[first:end]))
            except KeyError:
                break
            if list(map(_type, operands)) != operand_types or levels > room:
                break
            template = known(keys[line + 1]) or self._template(dialect, keys[line + 1])
            after = None
            if template is None or has_locations:
                after = _AFTER.match(text, self._stop(line, at) if has_locations else starts[line + 1] - 1)
                if after is None:
                    break
            span = make_span((source, start, start + length))
            regions = () if body is None else (body(span),)
            if len(result_types) == 1:
                op = make_plain(cls, operands, result_types[0], attributes.copy(), regions, span, name)
            else:
                op = cls(operands, result_types, attributes, regions, UNKNOWN, span)
            op.block = block
            append(op)
            if after is not None:
                parser.position = after.end()
                if has_locations and text.startswith("loc(", parser.position):
                    op.location = source.locations[start] = parser.own_location()
            if name is not None:
                if len(result_types) == 1:
                    values[name] = op.results[0]
                    scope.append(name)
                    if parser.forward:
                        parser.settle_forward(name, op.results[0])
                else:
                    parser.define_results(op, name, len(result_types), start)
            line, at = line + 1, end
            if after is not None:
                is_next = starts[line] <= parser.position and not text[starts[line] : parser.position].strip()
                if template is None or not is_next:
                    return not is_next
        parser.skip_to(starts[line])
        return False

    def learn(self, parser: Parser, draft: Draft, op: Operation, start: int, length: int, levels: int) -> None:
        """Keeps the template of the operation that has just been read, if its line says all of it.

        It, or the name of its results, begins at `start`; its own name takes `length` characters.
        """
        text, position = self._text, parser.position
        if not self._has_locations and text.startswith("loc(", position):
            self._has_locations = True
            self._start = self._end = 0  # lines are taken apart in another way from now on
        if not isinstance(op, Op) or (op.regions and draft.body is None) or op.successors:
            return
        line = self._line(start)
        if line < 0:
            return
        key, first = self._keys[line], self._names_before(line)
        end = self._stop(line, first) if self._has_locations else self._starts[line + 1] - 1
        # Types come last, or else more of the operation might follow on the next line.
        if not start < end < position or text[end - 1] not in ">)" or text[end:position].strip() or len(key) > _LONGEST:
            return
        is_named = draft.start > start and text[start] == "%"
        named = len(self._names[first]) if is_named else 0
        # Names within strings, or operands in another order than in the text, are left to the grammar.
        names = self._names[first + is_named : first + key.count(_HOLE)]
        if list(map(parser.values.get, names)) != draft.operands or draft.places != sorted(draft.places):
            return
        template = _Template(
            type(op), is_named + len(names), is_named, draft.start - self._starts[line] - named, length,
            list(map(_type, op.operands)), list(map(_type, op.results)), dict(op.attributes), levels, draft.body)
        self._keep(self._templates, parser.default_dialect, key, template)
        if not _OF_THE_TEXT.search(key):
            self._keep(self._of_all_texts, parser.default_dialect, key, template)
