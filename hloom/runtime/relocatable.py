"""Object files -> one object file, as `ld -r` makes it, without a linker: what a program is compiled to becomes a single file of
which nothing but its own names is seen from outside.

    made = Merging(objects, [Data(".rodata", "constants", [b"..."])], exported={"main_run"})
    file.writelines(made.file())

Sections stay as they are, one behind the other; only symbols are united. So nothing depends on the processor but what is copied.

Source: Executable and Linking Format, as in the System V Application Binary Interface.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from hloom.runtime.jit import (
    ALLOCATED,
    EMPTY,
    FIRST_RESERVED,
    GLOBAL,
    HEADER,
    LOCAL,
    PROGRAM,
    RELOCATION,
    RELOCATIONS,
    SECTION,
    STRINGS,
    SYMBOL,
    SYMBOLS,
    UNDEFINED,
    Section,
)
from hloom.support.diagnostics import InternalError

#: Sections that need not be unique, and LLVM's own, which are no part of a program.
_GROUP, _LLVM = 17, 0x6FFF4C00
#: Sorts of symbols.
_OBJECT, _FILE = 1, 4
#: That code needs no stack that is executed: linkers want this section in every object file.
_STACK = b".note.GNU-stack"
_LINE = 64
_NO_SECTION = Section(*[0] * 9)


class Data(NamedTuple):
    """Constant data for a section of its own, which begins with a symbol, at a multiple of 64 bytes."""

    section: str
    symbol: str
    chunks: Sequence[Any]

    @property
    def size(self) -> int:
        return sum(len(memoryview(chunk).cast("B")) for chunk in self.chunks)


class _Symbol(NamedTuple):
    name: bytes
    kind: int
    binding: int
    other: int
    #: Its number in the file, or one of the reserved ones.
    section: int
    value: int
    size: int

    def packed(self, strings: _Strings) -> bytes:
        return SYMBOL.pack(strings.place(self.name), self.binding << 4 | self.kind, self.other, self.section, self.value,
                           self.size)


class _Strings:
    """A table of names."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {b"": 0}
        self.data = bytearray(b"\0")

    def place(self, name: bytes) -> int:
        found = self._places.get(name)
        if found is None:
            found = self._places[name] = len(self.data)
            self.data += name + b"\0"
        return found


class _Made(NamedTuple):
    """A section of the file that is made."""

    name: bytes
    header: Section
    chunks: Sequence[Any]


class _Input:
    """An object file."""

    def __init__(self, data: bytes) -> None:
        try:
            head = HEADER.unpack_from(data)
            at, size, count, names = head[6], head[11], head[12], head[13]
            if size != SECTION.size:
                raise ValueError("section headers of another size")
            self.identity, self.machine, self.flags = head[0], head[2], head[7]
            self.data = data
            self.sections = [Section(*fields[:3], *fields[4:])  # without the address
                             for fields in SECTION.iter_unpack(self.data[at : at + count * size])]
            self.names = [self._text(self.sections[names], section.name) for section in self.sections]
            (table,) = [section for section in self.sections if section.kind == SYMBOLS]
            self.symbols = [_Symbol(self._text(self.sections[table.link], name), info & 15, info >> 4, other, index, value, size)
                            for name, info, other, index, value, size in SYMBOL.iter_unpack(self.bytes_of(table))]
        except (struct.error, IndexError, ValueError) as error:
            raise InternalError(f"code generation: LLVM made no object file that can be read: {error}") from None

    def bytes_of(self, section: Section) -> memoryview:
        return memoryview(self.data)[section.offset : section.offset + section.size]

    def _text(self, strings: Section, place: int) -> bytes:
        start = strings.offset + place
        return self.data[start : self.data.index(b"\0", start)]

    @property
    def kept(self) -> Iterator[int]:
        """The numbers of the sections that are part of the program."""
        for number, section in enumerate(self.sections):
            if section.kind == _GROUP:
                raise InternalError("code generation: an object file has a group of sections")
            if section.flags & ALLOCATED and section.kind not in (SYMBOLS, STRINGS, RELOCATIONS) and section.kind < _LLVM:
                yield number


class Merging:
    """Relocatable object files for one processor, of which only `exported` names are seen from outside, and constant data.

    Raises InternalError for a name that two of them define.
    """

    def __init__(self, objects: Sequence[bytes], data: Sequence[Data], exported: Collection[str]) -> None:
        self.inputs = [_Input(each) for each in objects]
        self.exported = {name.encode() for name in exported}
        self.sections: list[_Made] = [_Made(b"", _NO_SECTION, ())]
        #: Where sections of the inputs are now.
        self.places: dict[tuple[int, int], int] = {}
        self._take_sections()
        #: Those that are defined, by name, and where they are in the table, which has local ones first.
        self.defined: dict[bytes, _Symbol] = {}
        self.local: list[_Symbol] = [_Symbol(b"", 0, LOCAL, 0, UNDEFINED, 0, 0)]
        self.outer: dict[bytes, _Symbol] = {}
        #: The numbers of those that have names, and of the inputs' symbols, or their names.
        self.by_name: dict[bytes, int] = {}
        self._numbers: dict[tuple[int, int], int | bytes] = {}
        self._take_data(data)
        self._take_symbols()

    def _take_sections(self) -> None:
        for number, each in enumerate(self.inputs):
            for index in each.kept:
                section = each.sections[index]
                self.places[number, index] = len(self.sections)
                chunks = () if section.kind == EMPTY else (each.bytes_of(section),)
                self.sections.append(_Made(each.names[index], section._replace(link=0, info=0), chunks))

    def _take_data(self, data: Sequence[Data]) -> None:
        for each in data:
            name = each.symbol.encode()
            self._define_inside(_Symbol(name, _OBJECT, LOCAL, 0, len(self.sections), 0, each.size))
            header = Section(0, PROGRAM, ALLOCATED, 0, each.size, 0, 0, _LINE, 0)
            self.sections.append(_Made(each.section.encode(), header, each.chunks))

    def _take_symbols(self) -> None:
        wanted = []
        for number, each in enumerate(self.inputs):
            for index, symbol in enumerate(each.symbols):
                if index == 0 or symbol.kind == _FILE:
                    continue
                key = number, index
                if symbol.section == UNDEFINED:
                    wanted.append((key, symbol))
                elif symbol.section >= FIRST_RESERVED or (number, symbol.section) in self.places:
                    self._define(key, symbol, self.places.get((number, symbol.section), symbol.section))
        for key, symbol in wanted:
            if symbol.name not in self.defined:
                self.outer.setdefault(symbol.name, symbol._replace(other=0, kind=0))
            self._numbers[key] = symbol.name
        self.by_name |= {name: len(self.local) + k for k, name in enumerate(self.outer)}

    def _define(self, key: tuple[int, int], symbol: _Symbol, section: int) -> None:
        made = symbol._replace(section=section, other=0)
        if symbol.binding == LOCAL:
            self._numbers[key] = len(self.local)
            self.local.append(made)
            return
        if symbol.name in self.defined:
            raise InternalError(f"code generation: {symbol.name.decode()} is defined twice")
        self._numbers[key] = symbol.name
        if symbol.name in self.exported:
            self.outer[symbol.name] = self.defined[symbol.name] = made._replace(binding=GLOBAL)
        else:
            self._define_inside(made._replace(binding=LOCAL))

    def _define_inside(self, symbol: _Symbol) -> None:
        """Adds a symbol that inputs see, and nobody else."""
        self.defined[symbol.name], self.by_name[symbol.name] = symbol, len(self.local)
        self.local.append(symbol)

    def _number(self, key: tuple[int, int]) -> int:
        """The number of an input's symbol in the table."""
        found = self._numbers.get(key, 0)
        return found if isinstance(found, int) else self.by_name[found]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names that others have to define."""
        return tuple(sorted(name.decode() for name in self.outer if name not in self.defined))

    def file(self) -> list[Any]:
        """The file, in pieces."""
        strings, table = _Strings(), len(self.sections)
        symbols = b"".join(symbol.packed(strings) for symbol in (*self.local, *self.outer.values()))
        self.sections.append(_Made(b".symtab", Section(0, SYMBOLS, 0, 0, len(symbols), table + 1, len(self.local), 8,
                                                       SYMBOL.size), (symbols,)))
        self.sections.append(_Made(b".strtab", Section(0, STRINGS, 0, 0, len(strings.data), 0, 0, 1, 0), (strings.data,)))
        self._take_relocations(table)
        self.sections.append(_Made(_STACK, Section(0, PROGRAM, 0, 0, 0, 0, 0, 1, 0), ()))
        names = _Strings()
        places = [names.place(each.name) for each in (*self.sections, _Made(b".shstrtab", _NO_SECTION, ()))]
        self.sections.append(_Made(b".shstrtab", Section(0, STRINGS, 0, 0, len(names.data), 0, 0, 1, 0), (names.data,)))
        pieces: list[Any] = [b""]
        headers, at = [SECTION.pack(*[0] * 10)], HEADER.size
        for place, each in zip(places[1:], self.sections[1:]):
            padding = -at % max(each.header.alignment, 1)
            header = each.header._replace(name=place, offset=at + padding)
            headers.append(SECTION.pack(*header[:3], 0, *header[3:]))
            if each.header.kind != EMPTY:
                pieces += [b"\0" * padding, *each.chunks]
                at += padding + each.header.size
        padding = -at % 8
        first, count = self.inputs[0], len(self.sections)
        pieces[0] = HEADER.pack(first.identity, 1, first.machine, 1, 0, 0, at + padding, first.flags, HEADER.size, 0, 0,
                                SECTION.size, count, count - 1)
        return [*pieces, b"\0" * padding, *headers]

    def _take_relocations(self, table: int) -> None:
        for number, each in enumerate(self.inputs):
            for index, section in enumerate(each.sections):
                target = self.places.get((number, section.info))
                if section.kind != RELOCATIONS or target is None:
                    continue
                made = b"".join(RELOCATION.pack(place, self._number((number, info >> 32)) << 32 | info & 0xFFFFFFFF, addend)
                                for place, info, addend in RELOCATION.iter_unpack(each.bytes_of(section)))
                self.sections.append(_Made(each.names[index], section._replace(link=table, info=target), (made,)))


def names(objects: Sequence[bytes]) -> set[str]:
    """The names that object files define for each other or want of others."""
    return {symbol.name.decode() for each in map(_Input, objects) for symbol in each.symbols if symbol.binding != LOCAL}
