"""A place in the bytes of an attribute or a type."""

from __future__ import annotations

from typing import Any

from hloom.bytecode.wire import Cursor, fail
from hloom.ir.attributes import Attribute, DenseElementsAttr, OtherElementsAttr, StringAttr
from hloom.ir.types import AnyType


class EntryCursor(Cursor):
    """A place in the entry of an attribute or a type, or in properties: what stands there may refer to other entries."""

    __slots__ = ("entities",)
    #: The attributes and types of the file (`entities.Entities`).
    entities: Any

    def __init__(self, entities: Any, start: int, end: int) -> None:
        self.data, self.at, self.end, self.entities = entities.file.data, start, end, entities

    def string(self) -> bytes:
        at, found = self.at, self.entities.file.string(self)
        self.entities.expand(len(found), at)
        return found

    def attribute(self) -> Attribute:
        return self.entities.attribute(self.varint(), self.at)

    def optional_attribute(self) -> Attribute | None:
        number, is_there = self.flagged()
        if not is_there:
            if number:
                fail(self.at, "an attribute that is absent has no number")
            return None
        return self.entities.attribute(number, self.at)

    def attributes(self) -> tuple[Attribute, ...]:
        find, at = self.entities.attribute, self.at
        return tuple([find(number, at) for number in self.varints(self.count("attributes"))])

    def type(self) -> AnyType:
        return self.entities.type(self.varint(), self.at)

    def types(self) -> tuple[AnyType, ...]:
        find, at = self.entities.type, self.at
        return tuple([find(number, at) for number in self.varints(self.count("types"))])

    def svarints(self) -> tuple[int, ...]:
        return tuple([(value >> 1) ^ -(value & 1) for value in self.varints(self.count("numbers"))])

    def boolean(self) -> bool:
        at, value = self.at, self.byte()
        if value > 1:
            fail(at, f"{value} is neither true nor false")
        return bool(value)

    def of(self, cls: type, what: str) -> Any:
        """The attribute that stands next, which must be of a class."""
        at, found = self.at, self.attribute()
        if not isinstance(found, cls):
            fail(at, f"{what} was expected, not {brief(found)}")
        return found

    def all_of(self, cls: type, what: str) -> tuple[Any, ...]:
        """The list of attributes that stands next, which must be of a class."""
        return tuple([self.of(cls, what) for _ in range(self.count(what))])


def string_of(value: Attribute) -> str:
    """The text of a string attribute."""
    assert isinstance(value, StringAttr)
    return value.value


def brief(value: Any) -> str:
    """An attribute or a type in a message: the beginning of its text, of a constant only the type."""
    if isinstance(value, DenseElementsAttr | OtherElementsAttr):
        return f"a constant of type {value.type}"[:80]
    return str(value)[:80]
