"""Writes modules as MLIR bytecode, of any version of the container."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from hloom.bytecode import sections
from hloom.bytecode.dialects.native import NATIVE
from hloom.bytecode.encoding import Dialects
from hloom.bytecode.numbering import Entity, Numbering, runs
from hloom.bytecode.plain import ATTRIBUTES, OPERANDS, PROPERTIES_BIT, REGIONS, RESULTS, SUCCESSORS, USES
from hloom.bytecode.reader import UseOrder
from hloom.bytecode.wire import varint
from hloom.ir.attributes import Attribute, DenseArrayAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.location import UNKNOWN
from hloom.numbers.element_type import I32

_HAS_USES: Final = 0x20
_ONE: Final = varint(1)


class Written(NamedTuple):
    """How an operation is written: under which name, and with which attributes in which way.

    `properties` are the inherent attributes in the order in which properties hold them, each with its name and whether it may be
    absent; `segments` the numbers of operands and results of each field by name; `others` the discardable attributes. With
    bytecode that has no properties `named` are the inherent attributes by name.
    """

    name: str
    dialects: Dialects
    properties: tuple[tuple[str, Attribute | None, bool], ...]
    others: dict[str, Attribute]
    named: dict[str, Attribute]
    segments: tuple[tuple[str, tuple[int, ...]], ...] = ()
    is_registered: bool = True
    #: The inherent attributes of an operation that is not defined are one dictionary.
    is_dictionary: bool = False


class _Head:
    """What operations have in common that are described in the same way."""

    __slots__ = ("begin", "dictionary", "mask", "name", "place", "properties", "written")

    def __init__(self, written: Written, name: Entity) -> None:
        self.written, self.name = written, name
        self.dictionary: Entity | None = None
        self.properties: list[tuple[Entity | None, bool]] = []
        #: How their bytes begin before the location and behind it, once numbers are given out.
        self.begin, self.place, self.mask = b"", b"", 0

    def meet_again(self) -> None:
        """Counts another operation."""
        if self.dictionary is not None:
            self.dictionary.uses += 1
        for entity, _ in self.properties:
            if entity is not None:
                entity.uses += 1


def write(module: Operation, describe: Callable[[Operation], Written], version: int, producer: str) -> bytes:
    """The bytes of a module; `describe` tells how each operation is written. ValueError for what cannot be written."""
    return _Writer(describe, version, producer).file(module)


class _Writer:
    def __init__(self, describe: Callable[[Operation], Written], version: int, producer: str) -> None:
        self.describe, self.version, self.producer = describe, version, producer
        self.numbering = Numbering()
        self.strings: dict[str, int] = {}
        self.properties: dict[bytes, int] = {}
        #: What is known of each operation, and of each argument of a block.
        self.parts: dict[Operation, tuple[Any, ...]] = {}
        self.heads: dict[int, _Head] = {}
        self.isolated: dict[Operation, bool] = {}
        #: The numbers of values, as they are written.
        self.numbers: dict[Value, bytes] = {}
        self.orders: dict[Value, UseOrder] = {}

    def file(self, module: Operation) -> bytes:
        if self.version >= sections.USE_LISTS:
            self.orders = _fitting_orders(module)
        self._captured(module)
        self._meet_all(module)
        self.numbering.settle()
        out: list[bytes | memoryview] = [
               sections.MAGIC, varint(self.version), self.producer.encode() + b"\0",
               _section(sections.DIALECTS, self._dialects()), *self._entries()]
        body = bytearray()
        self._operation(body, module, 0)
        out.append(_section(sections.IR, varint(1 << 1) + bytes(body)))
        out += self._resources(sum(map(len, out)))
        out.append(_section(sections.STRINGS, self._strings()))
        if self.version >= sections.PROPERTIES:
            found = [varint(len(self.properties)), *(varint(len(each)) + each for each in self.properties)]
            out.append(_section(sections.PROPERTY_TABLE, b"".join(found)))
        return b"".join(out)

    # What is referred to

    def _captured(self, op: Operation) -> set[Value]:
        """The values from outside that the regions of an operation use; notes which operations use none."""
        used: set[Value] = set()
        for region in op.regions:
            inside: set[Value] = set()
            for block in region.blocks:
                inside.update(block.arguments)
                for inner in block.operations:
                    used.update(inner.operands)
                    inside.update(inner.results)
                    if inner.regions:
                        used |= self._captured(inner)
            used -= inside
        self.isolated[op] = not used
        return used

    def _meet_all(self, module: Operation) -> None:
        self._meet(module)
        pending: list[Region] = list(module.regions)
        while pending:
            region = pending.pop()
            for block in region.blocks:
                self._meet_block(block, pending)

    def _meet_block(self, block: Block, pending: list[Region]) -> None:
        owner = block.region.owner if block.region else None
        dialects = self.parts[owner][0].written.dialects if owner is not None else NATIVE
        for argument in block.arguments:
            location = self.numbering.attribute(argument.location, NATIVE)
            self.parts[argument] = (self.numbering.type(argument.type, dialects), location)  # type: ignore[index]
        for op in block.operations:
            self._meet(op)
        for op in block.operations:
            pending.extend(op.regions)

    def _meet(self, op: Operation) -> None:
        written, numbering = self.describe(op), self.numbering
        dialects = written.dialects
        name = numbering.name(written.name, written.is_registered)
        types = [numbering.type(result.type, dialects) for result in op.results]
        head = self.heads.get(id(written))
        if head is None:
            head = self.heads[id(written)] = _Head(written, name)
            self._meet_attributes(op, head)
        else:
            head.meet_again()
        self.parts[op] = (head, types, numbering.attribute(op.location, NATIVE))

    def _meet_attributes(self, op: Operation, head: _Head) -> None:
        written, numbering, dialects = head.written, self.numbering, head.written.dialects
        has_properties = self.version >= sections.PROPERTIES
        entries = written.others if has_properties else written.named | written.others
        if entries:
            head.dictionary = numbering.dictionary(entries, dialects)
        if has_properties and written.is_dictionary:
            head.properties = [(numbering.dictionary(written.named, dialects), False)] if written.named else []
        elif has_properties:
            listed = written.properties if self.version >= sections.SPARSE_SEGMENTS else _with_segments(written)
            missing = [key for key, value, is_optional in listed if value is None and not is_optional]
            if missing:
                raise ValueError(f"{op.name} has no attribute {missing[0]}")
            head.properties = [(None if value is None else numbering.attribute(value, dialects), is_optional)
                               for _, value, is_optional in listed]

    # Sections

    def _string(self, text: str) -> bytes:
        return varint(self.strings.setdefault(text, len(self.strings)))

    def _strings(self) -> bytes:
        encoded = [text.encode("utf-8", "surrogateescape") + b"\0" for text in self.strings]
        return b"".join([varint(len(encoded)), *(varint(len(each)) for each in reversed(encoded)), *encoded])

    def _dialects(self) -> bytes:
        numbering, out = self.numbering, bytearray(varint(len(self.numbering.dialects)))
        for name in numbering.dialects:
            string = self.strings.setdefault(name, len(self.strings))
            out += varint(string << 1 if self.version >= sections.DIALECT_VERSIONS else string)
        if self.version >= sections.OPTIONAL_LOCATIONS:
            out += varint(len(numbering.names.order))
        for dialect, names in runs(numbering.names.order):
            out += varint(dialect) + varint(len(names))
            for name in names:
                string = self.strings.setdefault(name.value, len(self.strings))
                out += varint(string << 1 | name.is_custom if self.version >= sections.PROPERTIES else string)
        return bytes(out)

    def _entries(self) -> list[bytes]:
        """The sections of the sizes of attributes and types, and of these."""
        numbering = self.numbering
        sizes = bytearray(varint(len(numbering.attributes.order)) + varint(len(numbering.types.order)))
        out: list[bytes | memoryview] = []
        for table in (numbering.attributes, numbering.types):
            for dialect, entities in runs(table.order):
                sizes += varint(dialect) + varint(len(entities))
                for entity in entities:
                    found = self._resolved(entity)
                    out += found
                    sizes += varint(sum(map(len, found)) << 1 | entity.is_custom)
        return [_section(sections.SIZES, bytes(sizes)), _head(sections.ENTRIES, sum(map(len, out))), *out]  # type: ignore[list-item]

    def _resolved(self, entity: Entity) -> list[bytes | memoryview]:
        """What an attribute or a type consists of, with numbers in the place of strings and references."""
        out: list[Any] = []
        for part in entity.parts:
            if isinstance(part, tuple):
                inner, is_flagged = part  # type: ignore[misc]
                out.append(varint(inner.number << 1 | 1 if is_flagged else inner.number))  # type: ignore[attr-defined]
            else:
                out.append(self._string(part) if isinstance(part, str) else part)
        return out

    def _resources(self, at: int) -> list[bytes | memoryview]:
        """The sections of the index of resources and of their bytes, which begin at a place of the file."""
        found = self.numbering.resources
        alignment = max([resource.alignment for _, resource in found.values()], default=1)
        data: list[bytes | memoryview] = []
        index = bytearray(varint(0))
        if found:
            index += varint(self.numbering.dialects["builtin"]) + varint(len(found))
        size = 0
        for key, (_, resource) in found.items():
            begin = size
            if resource.data is not None:
                head = varint(resource.alignment) + varint(len(resource.data))
                padding = _padding(size + len(head), resource.alignment)
                data += [head, padding, resource.data]
                size += len(head) + len(padding) + len(resource.data)
            index += self._string(key) + varint(size - begin) + b"\0"
        written = _section(sections.INDEX, bytes(index))
        if alignment == 1:
            return [written, _head(sections.RESOURCES, size), *data]
        head = bytes((sections.RESOURCES | sections.ALIGNED,)) + varint(size) + varint(alignment)
        return [written, head, _padding(at + len(written) + len(head), alignment), *data]

    # Operations

    def _operation(self, out: bytearray, op: Operation, first: int) -> None:
        """Writes an operation; values of regions that are not apart are numbered from `first` on."""
        head, types, location = self.parts[op]
        if not head.begin:
            self._settle(head)
        orders, operands, mask = self._orders(op.results) if self.orders else b"", op.operands, head.mask
        if types:
            mask |= RESULTS
        if operands:
            mask |= OPERANDS
        if op.successors:
            mask |= SUCCESSORS
        if orders:
            mask |= USES
        if op.regions:
            mask |= REGIONS
        out += head.begin
        out.append(mask)
        out += location.written
        out += head.place
        if len(types) == 1:
            out += _ONE + types[0].written
        elif types:
            out += varint(len(types)) + b"".join([type.written for type in types])
        if operands:
            try:
                out += varint(len(operands)) + b"".join([self.numbers[value] for value in operands])
            except KeyError:
                raise ValueError(f"{op.name} uses a value that is not defined where it stands") from None
        if op.successors:
            blocks = op.block.region.blocks  # type: ignore[union-attr]
            out += varint(len(op.successors)) + b"".join([varint(blocks.index(block)) for block in op.successors])
        out += orders
        if op.regions:
            self._regions(out, op, first)

    def _settle(self, head: _Head) -> None:
        """Notes how the operations of a head begin, when the first one is written."""
        number = self._property_number(head.written, head.properties)
        head.begin = head.name.written
        if head.dictionary is not None:
            head.mask |= ATTRIBUTES
            head.place += head.dictionary.written
        if number is not None:
            head.mask |= PROPERTIES_BIT
            head.place += varint(number)

    def _property_number(self, written: Written, properties: list[tuple[Entity | None, bool]]) -> int | None:
        if self.version < sections.PROPERTIES or not (properties or written.segments):
            return None
        blob = bytearray()
        for entity, is_optional in properties:
            if not is_optional:
                blob += varint(entity.number)  # type: ignore[union-attr]
            else:
                blob += varint(0) if entity is None else varint(entity.number << 1 | 1)
        if self.version >= sections.SPARSE_SEGMENTS:
            blob += b"".join([_sparse(sizes) for _, sizes in written.segments])
        return self.properties.setdefault(bytes(blob), len(self.properties))

    def _regions(self, out: bytearray, op: Operation, first: int) -> None:
        is_isolated = self.isolated[op]
        out += varint(len(op.regions) << 1 | is_isolated)
        if not is_isolated or self.version < sections.NESTED_REGIONS:
            for region in op.regions:
                self._region(out, region, 0 if is_isolated else first)
            return
        inner = bytearray()
        for region in op.regions:
            self._region(inner, region, 0)
        out += _section(sections.IR, bytes(inner))

    def _region(self, out: bytearray, region: Region, first: int) -> None:
        out += varint(len(region.blocks))
        if not region.blocks:
            return
        following = first
        values = [value for block in region.blocks
                  for value in (*block.arguments, *(result for op in block.operations for result in op.results))]
        for value in values:
            self.numbers[value] = varint(following)
            following += 1
        out += varint(following - first)
        for block in region.blocks:
            out += varint(len(block.operations) << 1 | bool(block.arguments))
            if block.arguments:
                self._arguments(out, block)
            for op in block.operations:
                self._operation(out, op, following)
        for value in values:
            del self.numbers[value]

    def _arguments(self, out: bytearray, block: Block) -> None:
        out += varint(len(block.arguments))
        for argument in block.arguments:
            type, location = self.parts[argument]  # type: ignore[index]
            if self.version < sections.OPTIONAL_LOCATIONS:
                out += varint(type.number) + varint(location.number)
            elif argument.location == UNKNOWN:
                out += varint(type.number << 1)
            else:
                out += varint(type.number << 1 | 1) + varint(location.number)
        if self.version >= sections.USE_LISTS:
            orders = self._orders(block.arguments)
            out.append(_HAS_USES if orders else 0)
            out += orders

    def _orders(self, values: Sequence[Value]) -> bytes:
        """The orders of the uses of values, nothing where all are the usual ones."""
        if not self.orders:
            return b""
        found = [(number, self.orders[value]) for number, value in enumerate(values) if value in self.orders]
        if not found:
            return b""
        out = b"" if len(values) == 1 else varint(len(found))
        for number, order in found:
            out += b"" if len(values) == 1 else varint(number)
            out += varint(len(order.places) << 1 | order.is_pairs) + b"".join(map(varint, order.places))
        return out


def _fitting_orders(module: Operation) -> dict[Value, UseOrder]:
    """The orders of uses that a reader has left, of values that are used as often as then."""
    stated: dict[Value, UseOrder] = getattr(module, "use_orders", {})
    if not stated:
        return {}
    uses = Counter(value for op in module.walk() for value in op.operands if value in stated)
    return {value: order for value, order in stated.items() if order.is_pairs or len(order.places) == uses[value]}


def _with_segments(written: Written) -> list[tuple[str, Attribute | None, bool]]:
    """The properties of an operation with the numbers of its operands and results as attributes among them."""
    segments = [(name, DenseArrayAttr(I32, sizes), False) for name, sizes in written.segments]
    return sorted([*written.properties, *segments], key=lambda each: each[0])


def _head(number: int, size: int) -> bytes:
    return bytes((number,)) + varint(size)


def _padding(at: int, alignment: int) -> bytes:
    """What stands between a place and the next multiple of an alignment."""
    return bytes((sections.PADDING,)) * (-at % alignment)


def _section(number: int, data: bytes) -> bytes:
    return _head(number, len(data)) + data


def _sparse(values: tuple[int, ...]) -> bytes:
    """Numbers of which most may be zero."""
    others = [(place, value) for place, value in enumerate(values) if value]
    if not values or len(others) > len(values) // 2 or (others and others[-1][0] > 256):
        return varint(len(values) << 1) + b"".join(map(varint, values))
    bits = max(others[-1][0].bit_length(), 1) if others else 1
    return varint(len(others) << 1 | 1) + (varint(bits) if others else b"") + b"".join(
        [varint(value << bits | place) for place, value in others])
