"""How a dialect writes its attributes and types: a table of rows, each a code and the fields behind it.

A row reads and writes one kind of attribute or type. Rows of which the fields are plain are declared by words for these
(`FIELDS`); others bring functions. An `Encoding` has the rows of one dialect.

The same object may be written in two ways: in an artifact `[1]` is an array of the dialect `vhlo` in an operation of `vhlo`, and
one of `builtin` in the module around it. What stands inside an attribute is written in the way of the attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, Final, NamedTuple

from hloom.bytecode import wire
from hloom.bytecode.entry import EntryCursor
from hloom.ir.attributes import Attribute, Resource
from hloom.ir.types import AnyType
from hloom.support.records import dataclass


class Row(NamedTuple):
    """A kind of attribute or type: its code, and how it is read (behind the code) and written."""

    code: int
    read: Callable[[EntryCursor], Any]
    #: Adds the fields of an object to a draft; None where the kind is only read.
    write: Callable[[Draft, Any], None] | None = None


class Reference(NamedTuple):
    """A place in a draft where the number of an attribute or a type comes, written in a way of its own; flagged where it might be
    absent."""

    value: Attribute | AnyType
    dialects: Dialects
    is_type: bool
    is_flagged: bool = False


class Draft:
    """An attribute, a type or properties on the way into bytecode: bytes, strings, resources, and references to others."""

    __slots__ = ("dialects", "parts")

    def __init__(self, dialects: Dialects) -> None:
        #: In which way what stands inside is written.
        self.dialects = dialects
        self.parts: list[bytes | memoryview | str | Reference | Resource] = []

    def raw(self, data: bytes | memoryview) -> None:
        self.parts.append(data)

    def varint(self, value: int) -> None:
        self.parts.append(wire.varint(value))

    def svarint(self, value: int) -> None:
        self.parts.append(wire.svarint(value))

    def svarints(self, values: Sequence[int]) -> None:
        self.parts.append(wire.varint(len(values)) + b"".join(map(wire.svarint, values)))

    def blob(self, data: bytes | memoryview) -> None:
        self.varint(len(data))
        self.parts.append(data)

    def integer(self, bits: int, width: int) -> None:
        self.parts.append(wire.integer(bits, width))

    def string(self, text: bytes | str) -> None:
        self.parts.append(text if isinstance(text, str) else text.decode("utf-8", "surrogateescape"))

    def attribute(self, value: Attribute) -> None:
        self.parts.append(Reference(value, self.dialects, False))

    def optional_attribute(self, value: Attribute | None) -> None:
        self.parts.append(wire.varint(0) if value is None else Reference(value, self.dialects, False, True))

    def type(self, value: AnyType) -> None:
        self.parts.append(Reference(value, self.dialects, True))

    def attributes(self, values: Sequence[Attribute]) -> None:
        self.varint(len(values))
        self.parts += [Reference(value, self.dialects, False) for value in values]

    def types(self, values: Sequence[AnyType]) -> None:
        self.varint(len(values))
        self.parts += [Reference(value, self.dialects, True) for value in values]

    def resource(self, value: Resource) -> None:
        self.parts.append(value)

    def boolean(self, value: bool) -> None:
        self.parts.append(b"\1" if value else b"\0")


#: The words for plain fields, with how each is read and written.
FIELDS: Final[dict[str, tuple[Callable[[Any], Any], Callable[[Draft, Any], None]]]] = {
    "attribute": (lambda r: r.attribute(), Draft.attribute),
    "optional_attribute": (lambda r: r.optional_attribute(), Draft.optional_attribute),
    "attributes": (lambda r: r.attributes(), Draft.attributes),
    "type": (lambda r: r.type(), Draft.type),
    "types": (lambda r: r.types(), Draft.types),
    "string": (lambda r: r.string(), Draft.string),
    "varint": (lambda r: r.varint(), Draft.varint),
    "svarint": (lambda r: r.svarint(), Draft.svarint),
    "svarints": (lambda r: r.svarints(), Draft.svarints),
    "bool": (lambda r: r.boolean(), Draft.boolean),
}


def row(code: int, fields: str, make: Callable[..., Any], take: Callable[[Any], tuple[Any, ...]] | None = None) -> Row:
    """A row of plain fields: `make` gets their values, `take` gives them."""
    reads = [FIELDS[word][0] for word in fields.split()]
    writes = [FIELDS[word][1] for word in fields.split()]

    def read(cursor: EntryCursor) -> Any:
        return make(*[each(cursor) for each in reads])

    def write(draft: Draft, value: Any) -> None:
        assert take is not None
        for each, part in zip(writes, take(value), strict=True):
            each(draft, part)

    return Row(code, read, write if take else None)


@dataclass(slots=True)
class Encoding:
    """The rows of a dialect."""

    dialect: str
    attributes: dict[int, Row] = field(default_factory=dict)
    types: dict[int, Row] = field(default_factory=dict)

    def add(self, *rows: Row, types: bool = False) -> None:
        table = self.types if types else self.attributes
        for each in rows:
            assert each.code not in table
            table[each.code] = each


class Dialects(NamedTuple):
    """A way of writing: for an attribute or a type the name of the dialect that has it and the row, None for its text.

    What stands in an attribute or a type of `dialect` is written in this way, too, and what stands in those of others in the way
    `others` (None: in this one).
    """

    attribute: Callable[[Attribute], tuple[str, Row | None]]
    type: Callable[[AnyType], tuple[str, Row | None]]
    dialect: str = ""
    others: Dialects | None = None

    def within(self, dialect: str) -> Dialects:
        """In which way what stands in something of a dialect is written."""
        return self if self.others is None or dialect == self.dialect else self.others
