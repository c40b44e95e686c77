"""The attributes and types of a file of bytecode, each decoded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hloom.bytecode.encoding import Encoding
from hloom.bytecode.entry import EntryCursor, brief
from hloom.bytecode.sections import BytecodeFile, Entry
from hloom.bytecode.wire import Cursor, fail
from hloom.ir.attributes import Attribute, DictionaryAttr
from hloom.ir.location import Location
from hloom.ir.types import Type
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import ParseError

#: Attributes and types inside each other.
DEEPEST: Final = 128
#: Bytes that an attribute or a type may take when all that it refers to is written out where it stands: so many, and so many for
#: each byte of the file. Without a bound a few that refer twice to the next would stand for more than memory holds.
_EXPANDED, _EXPANDED_PER_BYTE = 1 << 21, 16


class Entities:
    """The attributes and types of a file.

    `encodings` has the dialects' own ways by name; `texts` reads the text of an attribute or a type (and says where it stands).
    """

    __slots__ = ("_attribute_sizes", "_attributes", "_deep", "_expanded", "_most_expanded", "_type_sizes", "_types", "encodings",
                 "file", "text_reader")

    def __init__(self, file: BytecodeFile, encodings: Mapping[str, Encoding],
                 text_reader: Callable[[str, bool, str], Any]) -> None:
        self.file, self.encodings, self.text_reader = file, encodings, text_reader
        self._attributes: list[Any] = [None] * len(file.attributes)
        self._types: list[Any] = [None] * len(file.types)
        #: Bytes that each takes when what it refers to is written out; those of the one that is being decoded, so far.
        self._attribute_sizes, self._type_sizes = [0] * len(file.attributes), [0] * len(file.types)
        self._expanded, self._most_expanded = 0, _EXPANDED + _EXPANDED_PER_BYTE * len(file.data)
        self._deep = 0

    def attribute(self, number: int, at: int) -> Any:
        """Attribute number `number`, which is asked for at a place of the file."""
        if number >= len(self._attributes):
            fail(at, f"attribute {number} was asked for, but there are {len(self._attributes)}")
        found = self._attributes[number]
        if found is None:
            entry = self.file.attributes[number]
            found, self._attribute_sizes[number] = self._decoded(entry, False)
            if not isinstance(found, Attribute):
                fail(entry.start, f"an attribute was expected, not {found}")
            self._attributes[number] = found
        if self._deep:
            self.expand(self._attribute_sizes[number], at)
        return found

    def type(self, number: int, at: int) -> Any:
        """Type number `number`, which is asked for at a place of the file."""
        if number >= len(self._types):
            fail(at, f"type {number} was asked for, but there are {len(self._types)}")
        found = self._types[number]
        if found is None:
            entry = self.file.types[number]
            found, self._type_sizes[number] = self._decoded(entry, True)
            if not isinstance(found, Type | ElementType):
                fail(entry.start, f"a type was expected, not {found}")
            self._types[number] = found
        if self._deep:
            self.expand(self._type_sizes[number], at)
        return found

    def expand(self, size: int, at: int) -> None:
        """Notes that what is being decoded refers to something that takes so many bytes written out."""
        self._expanded += size
        if self._expanded > self._most_expanded:
            fail(at, f"what attributes and types refer to takes more than {self._most_expanded} bytes if it is written out where "
                 "they stand", "limit")

    def location(self, cursor: Cursor) -> Location:
        at = cursor.at
        found = self.attribute(cursor.varint(), at)
        if not isinstance(found, Location):
            fail(at, f"a location was expected, not {brief(found)}")
        return found

    def dictionary(self, cursor: Cursor) -> dict[str, Attribute]:
        at = cursor.at
        found = self.attribute(cursor.varint(), at)
        if not isinstance(found, DictionaryAttr):
            fail(at, f"a dictionary of attributes was expected, not {brief(found)}")
        return found.entries

    def _decoded(self, entry: Entry, is_type: bool) -> tuple[Any, int]:
        """What an entry says, and the bytes that it takes written out."""
        outer, self._expanded = self._expanded, entry.end - entry.start
        self._deep += 1
        cursor = EntryCursor(self, entry.start, entry.end)
        try:
            if self._deep > DEEPEST:
                fail(entry.start, f"attributes and types are nested more than {DEEPEST} deep, or in a circle", "limit")
            found = self._custom(cursor, entry, is_type) if entry.is_custom else self._from_text(cursor, is_type)
        except RecursionError:
            fail(entry.start, "attributes and types are nested too deep", "limit")
        except ValueError as error:
            fail(entry.start, str(error))
        finally:
            self._deep -= 1
            size, self._expanded = self._expanded, outer
        cursor.finish("a type" if is_type else "an attribute")
        return found, size

    def _custom(self, cursor: EntryCursor, entry: Entry, is_type: bool) -> Any:
        what = "type" if is_type else "attribute"
        encoding = self.encodings.get(entry.dialect)
        if encoding is None:
            fail(entry.start, f"the dialect {entry.dialect!r:.60} has {what}s in an encoding of its own, which is not known here")
        code = cursor.varint()
        row = (encoding.types if is_type else encoding.attributes).get(code)
        if row is None:
            fail(entry.start, f"the dialect {entry.dialect!r:.60} has no {what} of code {code} that is known here; "
                 "a newer producer is to be asked for an older version")
        return row.read(cursor)

    def _from_text(self, cursor: EntryCursor, is_type: bool) -> Any:
        at = cursor.at
        text = cursor.text_to_nul("the text of an attribute or a type")
        try:
            return self.text_reader(text.decode("utf-8", "surrogateescape"), is_type, self.file.name)
        except ParseError as error:
            fail(at, f"in a text: {error}")
