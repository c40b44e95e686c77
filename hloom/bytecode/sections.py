"""The container of MLIR bytecode: its sections, as tables of places in the file. No dialect is known here.

    magic, version, producer, then sections: a byte `id | 0x80 if aligned`, the length, padding if aligned, the data

What a section holds is read when the file is opened, but for the entries of attributes and types, the operations and the
bytes of resources: of these there is where they lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Final, NamedTuple

from hloom.bytecode.wire import Cursor, fail
from hloom.support.records import dataclass

if TYPE_CHECKING:
    from mmap import mmap

MAGIC: Final = b"ML\xefR"
#: The newest version of the container that is read and written.
NEWEST: Final = 6
#: First versions of the container in which there is something.
DIALECT_VERSIONS, NESTED_REGIONS, USE_LISTS, OPTIONAL_LOCATIONS, PROPERTIES, SPARSE_SEGMENTS = 1, 2, 3, 4, 5, 6

STRINGS, DIALECTS, ENTRIES, SIZES, IR, RESOURCES, INDEX, DIALECT_VERSION, PROPERTY_TABLE = range(9)
SECTION_NAMES: Final = ("strings", "dialects and operation names", "attributes and types", "sizes of attributes and types",
                        "operations", "resources", "index of resources", "dialect version", "properties")
#: The bit of a section that is aligned, and what stands before it.
ALIGNED: Final = 0x80
PADDING: Final = 0xCB
_LARGEST_ALIGNMENT: Final = 1 << 20
#: What dialects and operations may be called.
WORD: Final = re.compile(r"[A-Za-z_][\w$.-]{0,999}", re.ASCII)
_BLOB, _BOOL, _STRING = range(3)


class Place(NamedTuple):
    """A range of bytes of the file."""

    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start


class Entry(NamedTuple):
    """An attribute or a type: the dialect that wrote it, where, and whether in the dialect's own encoding or as text."""

    dialect: str
    start: int
    end: int
    is_custom: bool


class StoredResource(NamedTuple):
    """Something that lies beside the program: of the dialect `owner`, or of a tool. `data` is None where there is none."""

    owner: str
    key: str
    data: memoryview | bool | str | None
    alignment: int = 1


@dataclass(slots=True)
class BytecodeFile:
    """A file of MLIR bytecode, opened."""

    data: bytes | mmap
    name: str
    version: int = 0
    producer: bytes = b""
    sections: dict[int, Place] = field(default_factory=dict)
    strings: list[bytes] = field(default_factory=list)
    dialects: list[str] = field(default_factory=list)
    #: What a dialect says of its version, by the dialect's name.
    dialect_versions: dict[str, Place] = field(default_factory=dict)
    #: Full names of operations, and whether the writer knew what they are.
    operation_names: list[tuple[str, bool]] = field(default_factory=list)
    attributes: list[Entry] = field(default_factory=list)
    types: list[Entry] = field(default_factory=list)
    properties: list[Place] = field(default_factory=list)
    #: Resources of dialects, in the order of their handles, and those of tools.
    resources: list[StoredResource] = field(default_factory=list)
    external_resources: list[StoredResource] = field(default_factory=list)

    def cursor(self, place: Place | Entry) -> Cursor:
        return Cursor(self.data, place.start, place.end)

    def string(self, cursor: Cursor) -> bytes:
        """The string whose number stands next."""
        at = cursor.at
        number = cursor.varint()
        if number >= len(self.strings):
            fail(at, f"string {number} was asked for, but there are {len(self.strings)}")
        return self.strings[number]

    def word(self, cursor: Cursor) -> str:
        """The string whose number stands next, as text."""
        return self.strings_text(self.string(cursor))

    @staticmethod
    def strings_text(data: bytes) -> str:
        return data.decode("utf-8", "surrogateescape")


def is_bytecode(data: bytes | memoryview | mmap) -> bool:
    """Whether bytes begin as MLIR bytecode does."""
    return bytes(data[:4]) == MAGIC


def open_file(data: bytes | mmap, name: str = "<bytes>",
              is_acceptable: Callable[[BytecodeFile], object] | None = None) -> BytecodeFile:
    """The tables of a file of MLIR bytecode. Raises ParseError with the offset of what makes no sense. `is_acceptable` looks at
    the sizes of the sections before more is read, and raises what it has against them."""
    cursor = Cursor(data, 0, len(data))
    if not is_bytecode(data):
        fail(0, "MLIR bytecode begins with the bytes 4d 4c ef 52")
    cursor.at = len(MAGIC)
    file = BytecodeFile(data, name)
    file.version = cursor.varint()
    file.producer = cursor.text_to_nul("the name of the producer")
    if file.version > NEWEST:
        fail(len(MAGIC), f"version {file.version} of MLIR bytecode is newer than {NEWEST}, the newest that is read here; the "
             f"producer, {file.strings_text(file.producer)[:80]!r}, is to be asked for an artifact of an older version")
    while cursor.at < cursor.end:
        _section(file, cursor)
    needed = (STRINGS, DIALECTS, SIZES, ENTRIES, IR, *((PROPERTY_TABLE,) if file.version >= PROPERTIES else ()))
    for number in needed:
        if number not in file.sections:
            fail(cursor.at, f"the file has no section {number} ({SECTION_NAMES[number]})")
    if is_acceptable is not None:
        is_acceptable(file)
    _read_strings(file)
    _read_dialects(file)
    _read_sizes(file)
    if PROPERTY_TABLE in file.sections:
        _read_properties(file)
    _read_resources(file)
    return file


def section(cursor: Cursor) -> tuple[int, Place]:
    """The number of the section that begins here, and where its data lie; the cursor goes behind it."""
    at = cursor.at
    head = cursor.byte()
    number, size = head & ~ALIGNED, cursor.varint()
    if number >= len(SECTION_NAMES):
        fail(at, f"{number} is no number of a section")
    if head & ALIGNED:
        align(cursor, cursor.varint())
    if size > cursor.end - cursor.at:
        fail(at, f"section {number} ({SECTION_NAMES[number]}) has {size} bytes, but only {cursor.end - cursor.at} are left")
    place = Place(cursor.at, cursor.at + size)
    cursor.at = place.end
    return number, place


def align(cursor: Cursor, alignment: int) -> None:
    """Goes to the next multiple of an alignment, over bytes of padding."""
    at, fault = cursor.at, alignment_fault(alignment)
    if fault:
        fail(at, fault)
    padding = bytes(cursor.bytes(-at % alignment))
    if padding.strip(bytes((PADDING,))):
        fail(at, "padding consists of bytes cb")


def alignment_fault(alignment: int) -> str | None:
    """Why bytes cannot be placed at multiples of a number; None if they can."""
    if 0 < alignment <= _LARGEST_ALIGNMENT and not alignment & (alignment - 1):
        return None
    return f"{alignment} is no alignment: it must be a power of two, at most {_LARGEST_ALIGNMENT}"


def _section(file: BytecodeFile, cursor: Cursor) -> None:
    at = cursor.at
    number, place = section(cursor)
    if number == DIALECT_VERSION:
        fail(at, "the version of a dialect stands with the dialect")
    if number in file.sections:
        fail(at, f"section {number} ({SECTION_NAMES[number]}) stands twice")
    file.sections[number] = place


def _read_strings(file: BytecodeFile) -> None:
    cursor = file.cursor(file.sections[STRINGS])
    count = cursor.count("strings")
    sizes = cursor.varints(count)
    sizes.reverse()
    at = cursor.at
    for size in sizes:
        end = at + size
        if not size or end > cursor.end:
            fail(at, f"a string of {size} bytes does not fit: {cursor.end - at} are left")
        if file.data[end - 1]:
            fail(end - 1, "a string ends with a NUL")
        file.strings.append(bytes(file.data[at : end - 1]))
        at = end
    cursor.at = at
    cursor.finish("the strings")


def _read_dialects(file: BytecodeFile) -> None:
    cursor = file.cursor(file.sections[DIALECTS])
    for _ in range(cursor.count("dialects")):
        if file.version < DIALECT_VERSIONS:
            file.dialects.append(_name(file, cursor.varint(), cursor.at, "a dialect"))
            continue
        at = cursor.at
        number, has_version = cursor.flagged()
        name = _name(file, number, at, "a dialect")
        file.dialects.append(name)
        if has_version:
            at = cursor.at
            kind, place = section(cursor)
            if kind != DIALECT_VERSION:
                fail(at, "the version of a dialect was expected")
            file.dialect_versions[name] = place
    if file.version >= OPTIONAL_LOCATIONS:
        cursor.varint()  # how many names there are, to make room: not needed
    while cursor.at < cursor.end:
        dialect = _dialect(file, cursor)
        for _ in range(cursor.count("names of operations")):
            at = cursor.at
            number, is_registered = cursor.flagged() if file.version >= PROPERTIES else (cursor.varint(), True)
            file.operation_names.append((f"{dialect}.{_name(file, number, at, 'an operation')}", is_registered))


def _name(file: BytecodeFile, number: int, at: int, what: str) -> str:
    """The string of a number, which names a dialect or an operation."""
    if number >= len(file.strings):
        fail(at, f"string {number} was asked for, but there are {len(file.strings)}")
    name = file.strings_text(file.strings[number])
    if WORD.fullmatch(name) is None:
        fail(at, f"{name[:60]!r} is no name of {what}")
    return name


def _dialect(file: BytecodeFile, cursor: Cursor) -> str:
    at = cursor.at
    number = cursor.varint()
    if number >= len(file.dialects):
        fail(at, f"dialect {number} was asked for, but there are {len(file.dialects)}")
    return file.dialects[number]


def _read_sizes(file: BytecodeFile) -> None:
    cursor = file.cursor(file.sections[SIZES])
    place = file.sections[ENTRIES]
    counts = cursor.count("attributes"), cursor.count("types")
    at = place.start
    for entries, count in zip((file.attributes, file.types), counts):
        while len(entries) < count:
            dialect = _dialect(file, cursor)
            for number in cursor.varints(cursor.count("sizes")):
                start, at = at, at + (number >> 1)
                if at > place.end:
                    fail(cursor.at, f"an attribute or type of {number >> 1} bytes does not fit: {place.end - start} are left")
                entries.append(Entry(dialect, start, at, bool(number & 1)))
    cursor.finish("the sizes")
    if at != place.end:
        fail(at, f"{place.end - at} bytes of attributes and types belong to none")


def _read_properties(file: BytecodeFile) -> None:
    cursor = file.cursor(file.sections[PROPERTY_TABLE])
    for _ in range(cursor.count("properties")):
        size = cursor.size("properties")
        file.properties.append(Place(cursor.at, cursor.at + size))
        cursor.at += size
    cursor.finish("the properties")


def _read_resources(file: BytecodeFile) -> None:
    if (INDEX in file.sections) != (RESOURCES in file.sections):
        fail(0, "of the resources and their index one is missing")
    if INDEX not in file.sections:
        return
    index, values = file.cursor(file.sections[INDEX]), file.cursor(file.sections[RESOURCES])
    for _ in range(index.count("groups of resources")):
        _resource_group(file, index, values, file.word(index), file.external_resources, set())
    known: set[tuple[str, str]] = set()
    while index.at < index.end:
        _resource_group(file, index, values, _dialect(file, index), file.resources, known)
    values.finish("the resources")


def _resource_group(file: BytecodeFile, index: Cursor, values: Cursor, owner: str, found: list[StoredResource],
                    known: set[tuple[str, str]]) -> None:
    for _ in range(index.count("resources")):
        key, size = file.word(index), index.varint()
        at = index.at
        if (owner, key) in known:
            fail(at, f"resource {key!r:.80} of {owner!r:.80} stands twice")
        known.add((owner, key))
        kind = index.byte()
        if size > values.end - values.at:
            fail(at, f"resource {key!r:.80} has {size} bytes, but only {values.end - values.at} are left")
        part = Cursor(file.data, values.at, values.at + size)
        values.at += size
        found.append(_resource(file, part, owner, key, kind, at) if size else StoredResource(owner, key, None))
        part.finish(f"resource {key!r:.80}")


def _resource(file: BytecodeFile, part: Cursor, owner: str, key: str, kind: int, at: int) -> StoredResource:
    if kind == _BLOB:
        alignment, size = part.varint(), part.varint()
        align(part, alignment)
        return StoredResource(owner, key, part.bytes(size), alignment)
    if kind == _BOOL:
        return StoredResource(owner, key, bool(part.byte()))
    if kind == _STRING:
        return StoredResource(owner, key, file.word(part))
    fail(at, f"{kind} is no kind of resource")
