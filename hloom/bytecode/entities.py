"""The attributes and types of a file of bytecode, each decoded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hloom.bytecode.encoding import Encoding
from hloom.bytecode.entry import EntryCursor
from hloom.bytecode.sections import BytecodeFile, Entry
from hloom.bytecode.wire import Cursor, fail
from hloom.ir.attributes import Attribute, DictionaryAttr
from hloom.ir.location import Location
from hloom.ir.types import Type
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import ParseError

#: Attributes and types inside each other.
DEEPEST: Final = 128


class Entities:
    """The attributes and types of a file.

    `encodings` has the dialects' own ways by name; `texts` reads the text of an attribute or a type (and says where it stands).
    """

    __slots__ = ("_attributes", "_deep", "_types", "encodings", "file", "text_reader")

    def __init__(self, file: BytecodeFile, encodings: Mapping[str, Encoding],
                 text_reader: Callable[[str, bool, str], Any]) -> None:
        self.file, self.encodings, self.text_reader = file, encodings, text_reader
        self._attributes: list[Any] = [None] * len(file.attributes)
        self._types: list[Any] = [None] * len(file.types)
        self._deep = 0

    def attribute(self, number: int, at: int) -> Any:
        """Attribute number `number`, which is asked for at a place of the file."""
        if number >= len(self._attributes):
            fail(at, f"attribute {number} was asked for, but there are {len(self._attributes)}")
        found = self._attributes[number]
        if found is None:
            entry = self.file.attributes[number]
            found = self._attributes[number] = self._decoded(entry, False)
            if not isinstance(found, Attribute):
                fail(entry.start, f"an attribute was expected, not {found}")
        return found

    def type(self, number: int, at: int) -> Any:
        """Type number `number`, which is asked for at a place of the file."""
        if number >= len(self._types):
            fail(at, f"type {number} was asked for, but there are {len(self._types)}")
        found = self._types[number]
        if found is None:
            entry = self.file.types[number]
            found = self._types[number] = self._decoded(entry, True)
            if not isinstance(found, Type | ElementType):
                fail(entry.start, f"a type was expected, not {found}")
        return found

    def location(self, cursor: Cursor) -> Location:
        at = cursor.at
        found = self.attribute(cursor.varint(), at)
        if not isinstance(found, Location):
            fail(at, f"a location was expected, not {str(found)[:80]}")
        return found

    def dictionary(self, cursor: Cursor) -> dict[str, Attribute]:
        at = cursor.at
        found = self.attribute(cursor.varint(), at)
        if not isinstance(found, DictionaryAttr):
            fail(at, f"a dictionary of attributes was expected, not {str(found)[:80]}")
        return found.entries

    def _decoded(self, entry: Entry, is_type: bool) -> Any:
        self._deep += 1
        if self._deep > DEEPEST:
            fail(entry.start, f"attributes and types are nested more than {DEEPEST} deep, or in a circle", "limit")
        cursor = EntryCursor(self, entry.start, entry.end)
        found = self._custom(cursor, entry, is_type) if entry.is_custom else self._from_text(cursor, is_type)
        cursor.finish("a type" if is_type else "an attribute")
        self._deep -= 1
        return found

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
