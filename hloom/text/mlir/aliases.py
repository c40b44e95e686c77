"""Aliases in printed programs (`#map`, `#loc3`), named and ordered as MLIR does it.

Some attributes are always printed under an alias that is defined at the head of the program, and every location under
one that is defined at its end, or at its head if an argument needs it. Aliases are sorted by how deep others nest in
them, then by name, then by where they are first met; several of one name are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hloom.ir.attributes import ArrayAttr, Attribute, DictionaryAttr, OpaqueAttr, TypeAttr
from hloom.ir.core import Block, BlockArgument, Operation
from hloom.ir.location import UNKNOWN, FileLocation, Location
from hloom.ir.types import AnyType, FunctionType, TensorType, TupleType
from hloom.ops.stablehlo.reduction import Reduce

#: How attributes that have aliases begin, and what the alias is called.
_ALIASED: Final = {"affine_map<": "map", "affine_set<": "set", "#sparse_tensor.encoding<": "sparse"}


class Shown:
    """Stands for the aliases while a program is printed once to see which locations its text has: not all, as the
    arguments of a while's regions have none."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        #: The place among what is printed of operations and arguments, by their identity.
        self.items: dict[int, int] = {}

    def location(self, item: Operation | BlockArgument, by_alias: bool = True) -> str:
        """Takes note that the location of an operation or argument is printed."""
        self.items.setdefault(id(item), len(self.items))
        return ""


class Aliases:
    """The aliases for printing an operation and what is inside it, with the locations of what is `shown`."""

    def __init__(self, root: Operation, generic: bool = False, shown: Shown | None = None) -> None:
        #: Alias of an attribute by its text.
        self.attributes: dict[str, str] = {}
        #: Number of a location by the identity of the object.
        self._numbers: dict[int, int] = {}
        #: Keeps the numbered objects alive, some of which are made on the way: identities must not be used again.
        self._kept: list[Location] = []
        self._known: dict[tuple[type, str], int] = {}
        #: Each location once, in the order in which they are first met; how deep others nest in it; which go to the head.
        self._locations: list[Location] = []
        self._depths: list[int] = []
        self._at_head: set[int] = set()
        texts = dict.fromkeys(_aliased_texts(root, generic))
        if shown is not None:
            self._number_all(root, shown.items)
        for text in sorted(texts, key=_alias_name):
            name = _alias_name(text)
            self.attributes[text] = _numbered(name, sum(1 for other in self.attributes if _alias_name(other) == name))
        #: Numbers of locations in the order of their aliases, and the alias of each.
        self._order = sorted(range(len(self._locations)), key=self._depths.__getitem__)
        self._names = {number: _numbered("loc", place) for place, number in enumerate(self._order)}

    def _number_all(self, root: Operation, shown: Mapping[int, int]) -> None:
        """Numbers the locations of what is shown: those of operations before those of what is inside them."""
        pending: list[Operation | Block] = [root]
        while pending:
            item = pending.pop()
            if isinstance(item, Operation):
                if id(item) in shown:
                    self._number(location_of(item))
                pending.extend(block for region in reversed(item.regions) for block in reversed(region.blocks))
            else:
                arguments = [argument for argument in item.arguments if id(argument) in shown]
                for argument in sorted(arguments, key=lambda a: shown[id(a)]):
                    self._move_to_head(self._number(location_of(argument)))
                pending.extend(reversed(item.operations))

    def _number(self, location: Location) -> int:
        """The number of a location; equal ones have the same. Parts are told apart by their numbers, so that what is
        shared is looked at once, however often it occurs."""
        found = self._numbers.get(id(location))
        if found is not None:
            return found
        parts = [self._number(part) for part in location.parts]
        key = type(location), location.text_with(lambda part: f"\0{self._numbers[id(part)]}")
        found = self._known.setdefault(key, len(self._locations))
        if found == len(self._locations):
            self._locations.append(location)
            self._depths.append(max((1 + self._depths[part] for part in parts), default=0))
        self._numbers[id(location)] = found
        self._kept.append(location)
        return found

    def _move_to_head(self, number: int) -> None:
        if number not in self._at_head:
            self._at_head.add(number)
            for part in self._locations[number].parts:
                self._move_to_head(self._numbers[id(part)])

    def location(self, item: Operation | BlockArgument, by_alias: bool = True) -> str:
        """` loc(...)` of an operation or argument; the alias unless the location is to be written out, but then those
        inside it by alias."""
        number = self._number(location_of(item))
        return f" loc({self._names[number] if by_alias else self._body(number)})"

    def _body(self, number: int) -> str:
        return self._locations[number].text_with(lambda part: self._names[self._numbers[id(part)]])

    def head(self) -> str:
        """The definitions that come before the program."""
        attributes = "".join(f"{name} = {text}\n" for text, name in self.attributes.items())
        in_order = [number for number in self._order if number in self._at_head]
        plain = sum(not self._depths[number] for number in in_order)
        # Sorted by depth, then by name: the names of attributes come after `loc`, and none of them nests.
        return self._definitions(in_order[:plain]) + attributes + self._definitions(in_order[plain:])

    def tail(self) -> str:
        """The definitions that come after the program."""
        return self._definitions(number for number in self._order if number not in self._at_head)

    def _definitions(self, numbers: Iterable[int]) -> str:
        return "".join(f"{self._names[number]} = loc({self._body(number)})\n" for number in numbers)


def location_of(item: Operation | BlockArgument) -> Location:
    """What the `loc(...)` of an operation or argument says, or else its place in the text.

    What stands in the text only as part of the operation around it (`applies stablehlo.add`) has its location. MLIR says
    that a reduce in the pretty form is where its name ends.
    """
    if item.location is not UNKNOWN or item.span is None:
        return item.location
    block = item.block if isinstance(item, Operation) else item.owner
    outer = block.region.owner if block is not None and block.region is not None else None
    if outer is not None and outer.span == item.span:
        return location_of(outer)
    source, place = item.span.source, item.span.start
    if isinstance(item, Reduce) and source.text[place] != '"':
        place = item.span.end
    # What does not stand in the text, which is the module around operations alone, is said to be in line 0.
    return FileLocation(source.name, *(source.line_and_column(place) if item.span.end else (0, 0)))


def _numbered(name: str, number: int) -> str:
    return f"#{name}{number or ''}"


def _alias_name(text: str) -> str:
    return next((name for start, name in _ALIASED.items() if text.startswith(start)), "")


def _aliased_texts(op: Operation, generic: bool) -> Iterator[str]:
    """The texts that have aliases, of attributes and types, in an operation and what is inside it, as they are printed."""
    # The generic form has the attributes that are not inherent after the regions.
    late = {key for key in op.attributes if key not in op.inherent} if generic else ()
    if op.attributes:
        yield from _texts_of_attributes(op, set(op.attributes).difference(late))
    for region in op.regions:
        for block in region.blocks:
            for argument in block.arguments:
                yield from _texts_in_type(argument.type)
            for inner in block.operations:
                yield from _aliased_texts(inner, generic)
    if late:
        yield from _texts_of_attributes(op, late)
    for result in op.results:
        yield from _texts_in_type(result.type)


def _texts_of_attributes(op: Operation, names: Iterable[str]) -> Iterator[str]:
    for name in sorted(names):
        yield from _texts_in(op.attributes[name])


def _texts_in(value: Attribute) -> Iterator[str]:
    if isinstance(value, OpaqueAttr):
        if _alias_name(value.text):
            yield value.text
    elif isinstance(value, ArrayAttr):
        for inner in value.values:
            yield from _texts_in(inner)
    elif isinstance(value, DictionaryAttr):
        for inner in value.entries.values():
            yield from _texts_in(inner)
    elif isinstance(value, TypeAttr):
        yield from _texts_in_type(value.type)


def _texts_in_type(type: AnyType) -> Iterator[Any]:
    if isinstance(type, TensorType):
        if type.encoding is not None:
            yield from _texts_in(type.encoding)
    elif isinstance(type, FunctionType):
        for inner in (*type.inputs, *type.outputs):
            yield from _texts_in_type(inner)
    elif isinstance(type, TupleType):
        for inner in type.elements:
            yield from _texts_in_type(inner)
