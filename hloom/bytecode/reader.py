"""Operations from the IR section of bytecode, into modules of the IR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from hloom.bytecode.entities import Entities
from hloom.bytecode.entry import EntryCursor, brief
from hloom.bytecode.plain import (
    ATTRIBUTES,
    OPERANDS,
    PROPERTIES_BIT,
    REGIONS,
    RESULTS,
    SUCCESSORS,
    USES,
    Heads,
    Numbers,
    head_number,
    read_plain,
)
from hloom.bytecode.sections import (
    IR,
    NESTED_REGIONS,
    OPTIONAL_LOCATIONS,
    PROPERTIES,
    SPARSE_SEGMENTS,
    USE_LISTS,
    BytecodeFile,
    Place,
    section,
)
from hloom.bytecode.wire import Cursor, fail, sparse_array
from hloom.ir.attributes import Attribute, DenseArrayAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.location import UNKNOWN, Location
from hloom.ir.types import AnyType
from hloom.numbers.element_type import I32
from hloom.ops.common.decomposition import clone_region
from hloom.ops.definition.operation import Op
from hloom.support.diagnostics import ParseError

_KNOWN_BITS: Final = 127
_HAS_USES: Final = 0x20
#: Bytes up to which regions are copied that come again.
_LARGEST_COPIED: Final = 256
#: How deep the regions of what stands in a module are.
_IN_MODULE: Final = 2
#: Regions inside each other.
_DEEPEST: Final = 128
_NONE: Final[dict[str, Attribute]] = {}


class Kind(NamedTuple):
    """What is made of the operations of one name.

    `properties` are the names of the inherent attributes in the order in which properties hold them, and whether each may be
    absent; None where properties are one attribute, a dictionary. `segments` are names of attributes that properties hold behind
    them as numbers, with how many there are. `convert` gives the inherent attributes that the operation is made with from those
    that stand there; `make` makes it, or gives values that stand for its results. `earlier` are lists of properties of earlier
    versions of the operation, which are tried first.
    """

    name: str
    properties: tuple[tuple[str, bool], ...] | None
    segments: tuple[tuple[str, int], ...]
    convert: Callable[[dict[str, Attribute]], dict[str, Attribute]] | None
    make: Callable[[Made], Operation | Sequence[Value]]
    earlier: tuple[tuple[tuple[str, bool], ...], ...] = ()


class Made(NamedTuple):
    """What an operation is made from; `parent` is the kind of the operation whose region holds it."""

    operands: list[Value]
    result_types: list[AnyType]
    attributes: dict[str, Attribute]
    regions: list[Region]
    location: Location
    parent: Kind | None
    inherent: tuple[str, ...]


class UseOrder(NamedTuple):
    """The order in which MLIR lists the uses of a value, where it is not the reverse of that in the program: the place of each,
    or pairs of places before and after."""

    is_pairs: bool
    places: tuple[int, ...]


class _Unknown(Value):
    """Stands for a value that is used before it is defined."""

    __slots__ = ("number",)


class PassedOver(NamedTuple):
    """Where a region is that has not been read, and the kind of operation that it is of."""

    place: Place
    kind: Kind


class OperationReader:
    """Reads the operations of a file; `kinds` says by name (and whether the writer knew the operation) what is made of them.

    Regions of operations of the kind `heads_only` that stand in the module are passed over, where the file keeps them apart:
    `passed_over` has them, and `read_body` reads them.
    """

    __slots__ = ("_announced", "_deep", "_has_unknown", "_heads", "_kinds", "_known", "_locations", "_plain_heads",
                 "_regions_by_bytes", "_types", "_unknown", "entities", "file", "heads_only", "passed_over", "use_orders",
                 "version")

    def __init__(self, file: BytecodeFile, entities: Entities, kinds: Callable[[str, bool], Kind], heads_only: str = "") -> None:
        self.heads_only = heads_only
        self.passed_over: dict[Region, PassedOver] = {}
        self.file, self.entities, self.version = file, entities, file.version
        self._kinds = kinds
        self._known: list[Kind | None] = [None] * len(file.operation_names)
        #: Locations and types by number, as far as they have been met.
        self._locations: dict[int, Location] = {}
        self._types: dict[int, AnyType] = {}
        #: What is known of operations that are plain, by the operation that holds them.
        self._plain_heads: dict[str, Heads] = {}
        #: What operations have in common that begin with the same numbers.
        self._heads: dict[tuple[int, int, int, int], tuple[Kind, dict[str, Attribute], tuple[str, ...]]] = {}
        self._deep = 0
        #: Short regions that use nothing from outside, by the operation that holds them, how many they are, and their bytes.
        self._regions_by_bytes: dict[tuple[str, int, bytes], list[Region]] = {}
        #: Blocks and values that have been announced: within each other none may take the same bytes.
        self._announced = 0
        #: What a writer of the same program writes again; nothing else depends on it.
        self.use_orders: dict[Value, UseOrder] = {}
        #: Operations that use values which are defined further on.
        self._unknown: list[Operation] = []
        self._has_unknown = False

    def module(self) -> Operation:
        """The operation at the top."""
        cursor = self.file.cursor(self.file.sections[IR])
        at = cursor.at
        count, has_arguments = cursor.flagged()
        if count != 1 or has_arguments:
            fail(at, "a file holds one operation at its top")
        found = self._operation(cursor, [], [], None)
        cursor.finish("the operations")
        if self._unknown:
            fail(at, f"{self._unknown[0].name} uses a value that is not defined where it stands")
        if not isinstance(found, Operation):
            fail(at, "the operation at the top is a module")
        return found

    def read_body(self, region: Region) -> None:
        """Reads a region that has been passed over; one that has been read stays as it is. Raises ParseError with the offset of
        what makes no sense, each time."""
        if region not in self.passed_over:
            return
        place, kind = self.passed_over[region]
        announced, self._deep, self._unknown, self._has_unknown = self._announced, _IN_MODULE, [], False
        try:
            inner = self.file.cursor(place)
            found = self._region(inner, [], kind)
            inner.finish("the regions")
            if self._unknown:
                fail(place.start, f"{self._unknown[0].name} uses a value that is not defined where it stands")
        except ParseError:
            self._announced = announced
            raise
        except RecursionError:
            self._announced = announced
            fail(place.start, "the operations are nested too deep", "limit")
        for block in found.blocks:
            region.append(block)
        del self.passed_over[region]

    def _operation(self, cursor: Cursor, values: list[Any], blocks: list[Block], parent: Kind | None) -> Any:
        """The operation that begins here, or the values that stand for its results."""
        start, varint = cursor.at, cursor.varint
        number = varint()
        mask_at, mask = cursor.at, cursor.byte()
        at, of_location = cursor.at, varint()
        location = self._locations.get(of_location) or self._location(of_location, at)
        head = (number, mask, varint() if mask & ATTRIBUTES else -1, varint() if mask & PROPERTIES_BIT else -1)
        kind, attributes, inherent = self._heads.get(head) or self._head(head, start, mask_at)
        result_types: list[AnyType] = []
        if mask & RESULTS:
            for _ in range(cursor.count("results")):
                at, of_type = cursor.at, varint()
                result_types.append(self._types.get(of_type) or self._type(of_type, at))
        operands = [self._value(cursor, values) for _ in range(cursor.count("operands"))] if mask & OPERANDS else []
        parts = Made(operands, result_types, attributes.copy(), [], location, parent, inherent)
        made = self._made(cursor, parts, kind, mask, values, blocks, start)
        plain = head_number(number, mask, head[3])
        if plain is not None and isinstance(made, Op) and parent is not None:
            self._plain_heads.setdefault(parent.name, {})[plain] = (type(made), attributes)
        return made

    def _made(self, cursor: Cursor, parts: Made, kind: Kind, mask: int, values: list[Any], blocks: list[Block],
              start: int) -> Any:
        """The operation of which the parts up to the operands are read."""
        successors = [_block(cursor, blocks) for _ in range(cursor.count("successors"))] if mask & SUCCESSORS else None
        if mask & USES and self.version < USE_LISTS:
            fail(start, f"orders of uses came with version {USE_LISTS}")
        orders = self._orders(cursor, len(parts.result_types)) if mask & USES else {}
        if mask & REGIONS:
            parts.regions.extend(self._regions(cursor, values, kind))
        try:
            made = kind.make(parts)
        except ValueError as error:
            fail(start, f"{kind.name}: {error}")
        if orders and isinstance(made, Operation):
            self.use_orders |= {made.results[k]: order for k, order in orders.items() if k < len(made.results)}
        if successors:
            made.successors = tuple(successors)  # type: ignore[union-attr]
        return made

    def _value(self, cursor: Cursor, values: list[Any]) -> Any:
        at, number = cursor.at, cursor.varint()
        if number >= len(values):
            fail(at, f"value {number} was asked for, but there are {len(values)} here")
        return values[number] or self._later(number)

    def _later(self, number: int) -> _Unknown:
        """What stands for a value that is defined further on."""
        found = _Unknown(None)  # type: ignore[arg-type]
        found.number, self._has_unknown = number, True
        return found

    def _look_for_unknown(self, op: Operation) -> None:
        if _Unknown in map(type, op.operands):
            self._unknown.append(op)

    def _location(self, number: int, at: int) -> Location:
        found = self.entities.attribute(number, at)
        if not isinstance(found, Location):
            fail(at, f"a location was expected, not {brief(found)}")
        self._locations[number] = found
        return found

    def _type(self, number: int, at: int) -> AnyType:
        found = self._types[number] = self.entities.type(number, at)
        return found

    def _head(self, head: tuple[int, int, int, int], start: int, at: int) -> tuple[Kind, dict[str, Attribute], tuple[str, ...]]:
        """The kind of an operation, all its attributes, and the names of those that are inherent as they stand there."""
        number, mask, dictionary, place = head
        if mask > _KNOWN_BITS:
            fail(at, f"an operation has parts that are not known here (mask {mask:#x})")
        kind = self._kind(number, start)
        others = self._entries(dictionary, at) if mask & ATTRIBUTES else _NONE
        if self.version < PROPERTIES:
            names = {name for name, _ in kind.properties or ()}
            stated = {key: value for key, value in others.items() if key in names}
            others = {key: value for key, value in others.items() if key not in names}
        else:
            stated = self._properties(place, kind, at) if mask & PROPERTIES_BIT else {}
        try:
            own = stated if kind.convert is None else kind.convert(stated)
        except ValueError as error:
            fail(start, f"{kind.name}: {error}")
        made = self._heads[head] = (kind, own | others, tuple(stated))
        return made

    def _kind(self, number: int, at: int) -> Kind:
        if number >= len(self._known):
            fail(at, f"the name of operation {number} was asked for, but there are {len(self._known)}")
        kind = self._known[number]
        if kind is None:
            try:
                kind = self._known[number] = self._kinds(*self.file.operation_names[number])
            except ValueError as error:
                fail(at, str(error))
        return kind

    def _entries(self, number: int, at: int) -> dict[str, Attribute]:
        found = self.entities.attribute(number, at)
        entries = getattr(found, "entries", None)
        if not isinstance(entries, dict):
            fail(at, f"a dictionary of attributes was expected, not {brief(found)}")
        return entries

    def _properties(self, number: int, kind: Kind, at: int) -> dict[str, Attribute]:
        if number >= len(self.file.properties):
            fail(at, f"properties {number} were asked for, but there are {len(self.file.properties)}")
        place = self.file.properties[number]
        cursor = EntryCursor(self.entities, place.start, place.end)
        if kind.properties is None:
            found = self.entities.dictionary(cursor)
            cursor.finish(f"the properties of {kind.name}")
            return found
        for earlier in kind.earlier:  # what dialects write as they are does not tell of which version it is
            try:
                return self._listed(EntryCursor(self.entities, place.start, place.end), kind, earlier)
            except ParseError:
                continue
        return self._listed(cursor, kind, kind.properties)

    def _listed(self, cursor: EntryCursor, kind: Kind, properties: tuple[tuple[str, bool], ...]) -> dict[str, Attribute]:
        """The attributes that stand in a list of properties."""
        found: dict[str, Attribute] = {}
        if self.version < SPARSE_SEGMENTS:
            properties = tuple(sorted([*properties, *[(name, False) for name, _ in kind.segments]]))
        at, find = cursor.at, self.entities.attribute
        for (name, is_optional), number in zip(properties, cursor.varints(len(properties))):
            if not is_optional:
                found[name] = find(number, at)
            elif number & 1:
                found[name] = find(number >> 1, at)
            elif number:
                fail(at, "an attribute that is absent has no number")
        if self.version >= SPARSE_SEGMENTS:
            for name, count in kind.segments:
                found[name] = DenseArrayAttr(I32, sparse_array(cursor, count))
        cursor.finish(f"the properties of {kind.name}")
        return found

    # Regions

    def _regions(self, cursor: Cursor, values: list[Any], kind: Kind) -> list[Region]:
        at = cursor.at
        count, is_isolated = cursor.flagged()
        if count > cursor.end - cursor.at:
            fail(at, f"{count} regions are announced, but only {cursor.end - cursor.at} bytes are left")
        self._deep += 1
        if self._deep > _DEEPEST:
            fail(at, f"regions are nested more than {_DEEPEST} deep", "limit")
        if not is_isolated or self.version < NESTED_REGIONS:
            found = [self._region(cursor, [] if is_isolated else values, kind) for _ in range(count)]
        else:
            number, place = section(cursor)
            if number != IR:
                fail(at, "a section of operations was expected")
            found = self._isolated(place, count, kind)
        self._deep -= 1
        return found

    def _isolated(self, place: Place, count: int, kind: Kind) -> list[Region]:
        """Regions that use nothing from outside: where the same bytes come again, as those of reductions do, they are copied."""
        key = (kind.name, count, self.file.data[place.start : place.end]) if place.size <= _LARGEST_COPIED else None
        known = self._regions_by_bytes.get(key) if key is not None else None
        if known is not None:
            return [clone_region(region, {}) for region in known]
        if kind.name == self.heads_only and count == 1 and place.size > 1 and self._deep == _IN_MODULE:
            region = Region()
            self.passed_over[region] = PassedOver(place, kind)
            return [region]
        inner, orders = self.file.cursor(place), len(self.use_orders)
        found = [self._region(inner, [], kind) for _ in range(count)]
        inner.finish("the regions")
        if key is not None and len(self.use_orders) == orders:
            self._regions_by_bytes[key] = found
        return found

    def _region(self, cursor: Cursor, values: list[Any], kind: Kind) -> Region:
        count = cursor.count("blocks")
        if not count:
            return Region()
        at, more, first = cursor.at, cursor.varint(), len(values)
        self._announced += count + more
        if self._announced > len(self.file.data):
            fail(at, f"{count} blocks and {more} values are announced, but with those before they take a byte each of "
                 f"{len(self.file.data)}")
        blocks, before = [Block() for _ in range(count)], len(self._unknown)
        numbers = Numbers(values, first, more)
        for block in blocks:
            self._block(cursor, block, blocks, numbers, kind)
        if numbers.next != first + more:
            fail(at, f"{more} values are announced, but {numbers.next - first} are defined")
        if len(self._unknown) > before:  # what stood there before uses values of the regions around this one
            self._unknown[before:] = [op for op in self._unknown[before:] if not _is_settled(op, values)]
        del values[first:]
        return Region(blocks)

    def _block(self, cursor: Cursor, block: Block, blocks: list[Block], numbers: Numbers, kind: Kind) -> None:
        count, has_arguments = cursor.flagged()
        if has_arguments:
            for _ in range(cursor.count("arguments")):
                self._argument(cursor, block)
                numbers.define(block.arguments[-1], cursor)
            if self.version >= USE_LISTS:
                at, flags = cursor.at, cursor.byte()
                if flags not in (0, _HAS_USES):
                    fail(at, f"{flags:#x} says nothing of the uses of arguments")
                if flags:
                    orders = self._orders(cursor, len(block.arguments))
                    self.use_orders |= {block.arguments[k]: order for k, order in orders.items()}
        values, operations, heads = numbers.values, block.operations, self._plain_heads.setdefault(kind.name, {})
        locations, types = self._locations.get, self._types.get
        while count:
            if heads:
                count -= read_plain(cursor, block, numbers, count, heads, locations, types)
            if not count:
                break
            count -= 1
            results = found = self._operation(cursor, values, blocks, kind)
            if isinstance(found, Operation):
                found.block = block
                operations.append(found)
                if self._has_unknown:
                    self._look_for_unknown(found)
                results = found.results
            for result in results:
                numbers.define(result, cursor)

    def _argument(self, cursor: Cursor, block: Block) -> None:
        at = cursor.at
        if self.version >= OPTIONAL_LOCATIONS:
            number, has_location = cursor.flagged()
            location = self.entities.location(cursor) if has_location else UNKNOWN
        else:
            number, location = cursor.varint(), self.entities.location(cursor)
        block.add_argument(self.entities.type(number, at), location=location)

    def _orders(self, cursor: Cursor, count: int) -> dict[int, UseOrder]:
        """The orders of the uses of some of so many values."""
        found: dict[int, UseOrder] = {}
        for _ in range(cursor.count("orders of uses") if count != 1 else 1):
            at, number = cursor.at, cursor.varint() if count != 1 else 0
            if number >= count:
                fail(at, f"value {number} was asked for, but there are {count}")
            size, is_pairs = cursor.flagged()
            if size > cursor.end - cursor.at:
                fail(at, f"{size} uses are announced, but only {cursor.end - cursor.at} bytes are left")
            found[number] = UseOrder(is_pairs, tuple([cursor.varint() for _ in range(size)]))
        return found


def _is_settled(op: Operation, values: list[Any]) -> bool:
    """Puts the values that have been defined since in the place of those that stand for them; whether that were all."""
    for place, operand in enumerate(op.operands):
        if isinstance(operand, _Unknown) and operand.number < len(values) and values[operand.number] is not None:
            op.operands[place] = values[operand.number]
    return _Unknown not in map(type, op.operands)


def _block(cursor: Cursor, blocks: list[Block]) -> Block:
    at, number = cursor.at, cursor.varint()
    if number >= len(blocks):
        fail(at, f"block {number} was asked for, but there are {len(blocks)} here")
    return blocks[number]
