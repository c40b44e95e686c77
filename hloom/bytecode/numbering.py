"""The numbers under which attributes, types, dialects and names of operations are referred to in a file that is written.

What is used most has the smallest numbers, which take the fewest bytes; among numbers that take as many bytes those of one
dialect stand together. The order is that of MLIR's own writer, so that the same program gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hloom.bytecode.dialects.native import NATIVE
from hloom.bytecode.encoding import Dialects, Draft, Reference
from hloom.bytecode.sections import WORD, alignment_fault
from hloom.bytecode.wire import varint
from hloom.ir.attributes import Attribute, DictionaryAttr, Resource, StringAttr
from hloom.ir.types import AnyType

#: How many numbers take one byte, and how many more each further byte gives.
_IN_ONE_BYTE: Final = 128


class Entity:
    """An attribute, a type or the name of an operation that is written: its dialect, what it consists of, its number."""

    __slots__ = ("dialect", "is_custom", "number", "parts", "uses", "value", "written")

    def __init__(self, value: Any, dialect: int) -> None:
        self.value, self.dialect = value, dialect
        self.uses, self.number, self.is_custom = 1, -1, True
        #: The number as it is written.
        self.written = b""
        self.parts: Sequence[bytes | memoryview | str | Reference | Resource] = ()


class Table:
    """Entities of one sort by what they are, in the order in which they are met."""

    __slots__ = ("entities", "order")

    def __init__(self) -> None:
        self.entities: dict[Any, Entity] = {}
        self.order: list[Entity] = []

    def settle(self) -> None:
        """Gives out the numbers."""
        self.order.sort(key=lambda entity: -entity.uses)
        at, size, last = 0, _IN_ONE_BYTE, 0
        settled: list[Entity] = []
        while at < len(self.order):
            part = self.order[at : at + size]
            part.sort(key=lambda entity: (entity.dialect != last, entity.dialect))
            last = part[-1].dialect
            settled += part
            at, size = at + len(part), size * _IN_ONE_BYTE - (size if at == 0 else 0)
        for number, entity in enumerate(settled):
            entity.number, entity.written = number, varint(number)
        self.order = settled


class Numbering:
    """Everything that a program refers to by number, met in the order of MLIR's writer."""

    def __init__(self) -> None:
        self.dialects: dict[str, int] = {}
        self.attributes, self.types, self.names = Table(), Table(), Table()
        #: What lies beside the program by its name there, with its handle.
        self.resources: dict[str, tuple[int, Resource]] = {}
        #: The entities of attributes by the identity of the object: hashing a large constant takes long.
        self._known: dict[tuple[int, str], Entity] = {}
        self._kept: list[Any] = []

    def dialect(self, name: str) -> int:
        return self.dialects.setdefault(name, len(self.dialects))

    def name(self, name: str, is_registered: bool) -> Entity:
        """Meets the name of an operation."""
        found = self.names.entities.get(name)
        if found is not None:
            found.uses += 1
            return found
        dialect, _, word = name.partition(".")
        if WORD.fullmatch(dialect) is None or WORD.fullmatch(word) is None:
            raise ValueError(f"{name[:80]!r} is no name of an operation: the name of a dialect, a point, and a name")
        made = self.names.entities[name] = Entity(word, self.dialect(dialect))
        made.is_custom = is_registered
        self.names.order.append(made)
        return made

    def attribute(self, value: Attribute, dialects: Dialects) -> Entity:
        """Meets an attribute, which is written in some way."""
        known = (id(value), dialects.dialect)
        found = self._known.get(known)
        if found is not None:
            found.uses += 1
            return found
        dialect, row = dialects.attribute(value)
        made = self._known[known] = self._met(self.attributes, (dialect, value), dialect, dialects, value, row)
        self._kept.append(value)
        return made

    def type(self, value: AnyType, dialects: Dialects) -> Entity:
        """Meets a type, which is written in some way."""
        known = (id(value), dialects.dialect)
        found = self._known.get(known)
        if found is not None:
            found.uses += 1
            return found
        dialect, row = dialects.type(value)
        made = self._known[known] = self._met(self.types, (dialect, value), dialect, dialects, value, row)
        self._kept.append(value)
        return made

    def dictionary(self, entries: dict[str, Attribute], dialects: Dialects) -> Entity:
        """Meets a dictionary of `builtin` whose values are written in some way."""
        value = DictionaryAttr(entries)
        if dialects.others is None:
            return self.attribute(value, dialects)
        key = ("builtin", dialects.dialect, value)
        found = self.attributes.entities.get(key)
        if found is not None:
            found.uses += 1
            return found
        made = self._new(self.attributes, key, "builtin", value)
        draft = Draft(dialects)
        draft.varint(1)  # the code of dictionaries
        draft.varint(len(value.entries))
        for name, entry in value.entries.items():
            draft.parts.append(Reference(StringAttr(name), NATIVE, False))
            draft.attribute(entry)
        self._refer(made, draft)
        return made

    def refer(self, part: Reference) -> Entity:
        """Meets what a part of a draft refers to."""
        return (self.type if part.is_type else self.attribute)(part.value, part.dialects)  # type: ignore[arg-type]

    def handle(self, resource: Resource) -> int:
        """The number of a resource, and its name where another has it already."""
        key, number = resource.key, 0
        while (found := self.resources.get(key)) is not None and found[1].data != resource.data:
            number += 1
            key = f"{resource.key}_{number}"
        fault = alignment_fault(resource.alignment)
        if fault:
            raise ValueError(f"resource {resource.key!r:.80}: {fault}")
        if found is None:
            found = self.resources[key] = (len(self.resources), resource)
        return found[0]

    def _new(self, table: Table, key: Any, dialect: str, value: Any) -> Entity:
        made = table.entities[key] = Entity(value, self.dialect(dialect))
        table.order.append(made)
        return made

    def _met(self, table: Table, key: Any, dialect: str, dialects: Dialects, value: Any, row: Any) -> Entity:
        found = table.entities.get(key)
        if found is not None:
            found.uses += 1
            return found
        made = self._new(table, key, dialect, value)
        draft = Draft(dialects.within(dialect))
        if row is None or row.write is None:
            made.is_custom = False
            draft.raw(str(value).encode("utf-8", "surrogateescape") + b"\0")
        else:
            draft.varint(row.code)
            row.write(draft, value)
        self._refer(made, draft)
        return made

    def _refer(self, made: Entity, draft: Draft) -> None:
        parts: list[Any] = draft.parts
        for place, part in enumerate(parts):
            if isinstance(part, Reference):
                parts[place] = (self.refer(part), part.is_flagged)
            elif isinstance(part, Resource):
                parts[place] = varint(self.handle(part))
        made.parts = parts

    def settle(self) -> None:
        """Gives out the numbers, when everything has been met."""
        for table in (self.attributes, self.types, self.names):
            table.settle()


def runs(order: Sequence[Entity]) -> Iterator[tuple[int, Sequence[Entity]]]:
    """Entities that follow each other and are of one dialect."""
    start = 0
    for at in range(1, len(order) + 1):
        if at == len(order) or order[at].dialect != order[start].dialect:
            yield order[start].dialect, order[start:at]
            start = at
