"""Object files -> machine code in memory.

    objects = compile_objects([Part(text)], target)          # bytes of relocatable object files (`compilation`)
    code = load_objects(objects, ["kernel"])                 # mapped into the process
    code.address("kernel")                                   # valid while `code` lives

On Linux on x86-64 they are linked here, without LLVM (`ElfCode`).
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import mmap
import os
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.runtime.code_memory import CODE, DATA, READ_ONLY, CodeMemory, ProtectionError
from hloom.runtime.loading import require
from hloom.support.collector import importing
from hloom.support.diagnostics import InternalError

if TYPE_CHECKING:
    import llvmlite.binding as llvm

_library_number = itertools.count()


class LoadedObject:
    """Machine code mapped into this process; unmapped when the last reference to this object goes.

    `owner` is what keeps it mapped, `addresses` are those of its symbols.
    """

    def __init__(self, owner: Any, addresses: Mapping[str, int]) -> None:
        self._owner, self._addresses = owner, addresses
        #: The object file that it was loaded from, where that is kept for who needs it again (`Cache.load`).
        self.object_file = b""

    def address(self, name: str) -> int:
        """Address of one of the symbols that `load_objects` was asked for."""
        return self._addresses[name]


def load_objects(objects: Sequence[bytes], symbols: Iterable[str]) -> LoadedObject:
    """Maps object files into the process, linked with each other, and resolves `symbols` in them.

    Without symbols nothing is mapped: there may be no objects. What they call besides (`memcpy`, `fmod`, ...) is looked up in
    this process. LLVM is only asked where hloom cannot do it itself (`ElfCode`), which takes half as long. Raises InternalError
    for something that is not an object of this machine or lacks a symbol.
    """
    symbols = list(symbols)
    if not symbols:
        return LoadedObject(None, {})
    what = f"an object that defines {', '.join(symbols[:4])}{', ...' if len(symbols) > 4 else ''}"
    reason = "the system is another than Linux on x86-64"
    if is_supported():
        try:
            code = ElfCode(objects)
            return LoadedObject(code, {name: code.address(name) for name in symbols})
        except (UnsupportedError, KeyError) as error:
            reason = str(error)
    try:
        with importing():
            import llvmlite.binding as llvm

            from hloom.runtime.llvm_modules import LOCK
    except ImportError:
        raise InternalError(f"{what} cannot be linked without llvmlite: {reason}") from None

    require((16 << 20) + 2 * sum(map(len, objects)), "linking machine code", quick=True)
    with LOCK:
        session = _session()
        builder = llvm.JITLibraryBuilder().add_current_process()
        for data in objects:
            builder.add_object_img(data)
        for name in symbols:
            builder.export_symbol(name)
        try:
            tracker = builder.link(session, f"hloom{next(_library_number)}")
        except RuntimeError as error:
            raise InternalError(f"code generation: LLVM cannot link {what}: {error}") from None
    return LoadedObject(tracker, {name: int(tracker[name]) for name in symbols})


@functools.cache
def _session() -> llvm.LLJIT:
    import llvmlite.binding as llvm

    from hloom.runtime.dispatch.processor import Processor
    from hloom.runtime.llvm_modules import machine_of

    # JITLink packs a library into two mappings; the older linker needs six, which adds up over thousands of kernels.
    # COFF objects still need the older one.
    return llvm.create_lljit_compiler(machine_of(Processor.here()), use_jit_link=sys.platform != "win32",
                                      suppress_errors=True)


# -- elf -----------------------------------------------------------------------------------------------------------------------
# Object files in memory without LLVM: what ELF for x86-64 Linux needs of a linker.
#
#     code = ElfCode([object file, ...], {"name": address})      # mapped, linked with each other
#     code.address("kernel")                                     # valid while `code` lives
#
# LLVM compiles for memory with addresses of 64 bits wherever something lies elsewhere, so that sections may be mapped anywhere:
# there are no stubs and no table of offsets to make. What is called besides is looked up in the names that are given, then in
# the process and the libraries that compilers take for granted. Anything that is not understood raises UnsupportedError;
# nothing of it has run by then.
#
# Source: System V Application Binary Interface, AMD64 supplement (relocations); Executable and Linking Format (headers).

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")
_IDENTITY = b"\x7fELF\x02\x01\x01"  # 64 bits, little-endian, version 1
_RELOCATABLE, _X86_64 = 1, 62
PROGRAM, SYMBOLS, STRINGS, RELOCATIONS, EMPTY = 1, 2, 3, 4, 8
WRITE, ALLOCATED, _EXECUTABLE, _THREAD_LOCAL = 1, 2, 4, 0x400
UNDEFINED, FIRST_RESERVED, _ABSOLUTE = 0, 0xFF00, 0xFFF1
LOCAL, GLOBAL, WEAK = 0, 1, 2
_NONE, _ADDRESS, _RELATIVE, _CALL, _RELATIVE_64 = 0, 1, 2, 4, 24
#: What one program may take; nothing that hloom compiles comes near.
_MOST_BYTES = 1 << 31
#: Bytes of a line of the caches, with which the code of each object begins: so how fast its loops are does not depend on how long
#: the code of others is.
_LINE = 64
#: Libraries whose functions compilers call without being asked to.
_LIBRARIES = ("libm.so.6", "libgcc_s.so.1")


class UnsupportedError(Exception):
    """The bytes are no object file that this can link."""


class Section(NamedTuple):
    #: Where its name stands in the section of names.
    name: int
    kind: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class _Symbol(NamedTuple):
    name: str
    binding: int
    section: int
    value: int


def is_supported() -> bool:
    """Whether object files of this process's processor and system can be mapped here."""
    return sys.platform == "linux" and os.uname().machine == "x86_64" and sys.maxsize > 1 << 32


class ElfCode:
    """Object files linked and in memory, which others may have when the last reference to this goes."""

    def __init__(self, objects: Sequence[bytes]) -> None:
        try:
            self._link([_Object(data) for data in objects])
        except (struct.error, IndexError, ValueError, OSError, OverflowError, ProtectionError) as error:
            raise UnsupportedError(f"{type(error).__name__}: {error}") from None

    def address(self, name: str) -> int:
        """The address of a symbol. Raises KeyError for one that is not defined."""
        return self._addresses[name]

    def _link(self, objects: list[_Object]) -> None:
        # What is protected alike lies together: of each section the protection, and where among those it begins.
        laid: dict[tuple[int, int], tuple[int, int]] = {}
        sizes: dict[int, int] = dict.fromkeys((CODE, READ_ONLY, DATA), 0)
        for number, one in enumerate(objects):
            for index, section, protection in one.loaded:
                step = max(section.alignment, _LINE)
                start = -(-sizes[protection] // step) * step
                laid[number, index] = protection, start
                sizes[protection] = start + section.size
        if not 0 < sum(sizes.values()) <= _MOST_BYTES:
            raise UnsupportedError(f"{sum(sizes.values())} bytes of code")
        piece = CodeMemory.get().take(sizes)
        memory, base = piece.memory, piece.base
        places = {key: piece.starts[protection] + start for key, (protection, start) in laid.items()}
        for (number, index), place in places.items():
            section = objects[number].sections[index]
            if section.kind != EMPTY:
                memory[place : place + section.size] = objects[number].bytes_of(section)
        self._addresses: dict[str, int] = {}
        weak: dict[str, int] = {}
        for number, one in enumerate(objects):
            for symbol in one.symbols:
                if symbol.binding == LOCAL or symbol.section == UNDEFINED or not symbol.name:
                    continue
                address = self._defined(symbol, number, places, base)
                if symbol.binding == WEAK:
                    weak.setdefault(symbol.name, address)
                elif symbol.name in self._addresses:
                    raise UnsupportedError(f"{symbol.name} is defined twice")
                else:
                    self._addresses[symbol.name] = address
        self._addresses = weak | self._addresses
        for number, one in enumerate(objects):
            for index, place, kind, symbol, addend in one.relocations():
                if (number, index) not in places:
                    continue  # of a section that is not loaded
                if symbol.section != UNDEFINED and (symbol.binding == LOCAL or not symbol.name):
                    target = self._defined(symbol, number, places, base)
                else:
                    target = self._addresses.get(symbol.name)
                    target = _in_process(symbol.name) if target is None else target
                _relocate(memory, places[number, index] + place, base, kind, target + addend)
        piece.protect()
        self._piece = piece

    @staticmethod
    def _defined(symbol: _Symbol, number: int, places: Mapping[tuple[int, int], int], base: int) -> int:
        if symbol.section == _ABSOLUTE:
            return symbol.value
        place = places.get((number, symbol.section))
        if place is None:
            raise UnsupportedError(f"{symbol.name or 'a symbol'} is in no section that is loaded")
        return base + place + symbol.value


class _Object:
    """The parts of one object file, checked to lie inside of it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        identity, kind, machine, version, _, _, at, _, _, _, _, size, count, names = HEADER.unpack_from(data)
        if not identity.startswith(_IDENTITY) or kind != _RELOCATABLE or machine != _X86_64 or version != 1:
            raise UnsupportedError("no relocatable object file for x86-64")
        if size != SECTION.size:
            raise UnsupportedError("section headers of another size")
        self.sections: list[Section] = []
        for name, kind, flags, _, offset, length, link, info, alignment, entry in SECTION.iter_unpack(
                data[at : at + count * size]):
            if kind != EMPTY and offset + length > len(data):
                raise UnsupportedError("a section beyond the end")
            if alignment > mmap.PAGESIZE or alignment & (alignment - 1) or length > _MOST_BYTES:
                raise UnsupportedError("a section of no sensible size or alignment")
            self.sections.append(Section(name, kind, flags, offset, length, link, info, alignment or 1, entry))
        if len(self.sections) != count:
            raise UnsupportedError("section headers beyond the end")
        #: The sections that are part of the program: their numbers, and how their memory is protected.
        self.loaded = list(self._loaded(self.sections[names]))
        self.symbols = self._symbols()

    def bytes_of(self, section: Section) -> bytes:
        return self.data[section.offset : section.offset + section.size]

    def _loaded(self, names: Section) -> Iterator[tuple[int, Section, int]]:
        for index, section in enumerate(self.sections):
            if section.flags & ALLOCATED and section.size and not self._text(names, section.name).startswith(b".eh_frame"):
                if section.kind not in (PROGRAM, EMPTY) or section.flags & _THREAD_LOCAL:
                    raise UnsupportedError(f"a section of kind {section.kind:#x}")
                yield index, section, _protection(section)

    def relocations(self) -> Iterator[tuple[int, int, int, _Symbol, int]]:
        """(the section that is changed, the place in it, the kind, the symbol, the addend) of each."""
        for section in self.sections:
            if section.kind != RELOCATIONS:
                continue
            target = self.sections[section.info]
            for place, info, addend in RELOCATION.iter_unpack(self.bytes_of(section)):
                if place + (4 if info & 0xFFFFFFFF in (_RELATIVE, _CALL) else 8) > target.size or target.kind == EMPTY:
                    raise UnsupportedError("a relocation beyond its section")
                yield section.info, place, info & 0xFFFFFFFF, self.symbols[info >> 32], addend

    def _symbols(self) -> list[_Symbol]:
        tables = [s for s in self.sections if s.kind == SYMBOLS]
        if len(tables) != 1:
            raise UnsupportedError("no table of symbols, or several")
        names = self.sections[tables[0].link]
        found = []
        for name, info, _, section, value, _ in SYMBOL.iter_unpack(self.bytes_of(tables[0])):
            if info >> 4 not in (LOCAL, GLOBAL, WEAK) or (FIRST_RESERVED <= section != _ABSOLUTE):
                raise UnsupportedError("a symbol of another sort")
            if section < FIRST_RESERVED and value > self.sections[section].size:
                raise UnsupportedError("a symbol beyond its section")
            found.append(_Symbol(self._text(names, name).decode("ascii"), info >> 4, section, value))
        return found

    def _text(self, strings: Section, place: int) -> bytes:
        start = strings.offset + place
        end = self.data.find(b"\0", start, strings.offset + strings.size)
        if strings.kind != STRINGS or end < 0:
            raise UnsupportedError("a name that does not end")
        return self.data[start:end]


def _protection(section: Section) -> int:
    if section.flags & _EXECUTABLE:
        if section.flags & WRITE:
            raise UnsupportedError("code that may be written to")
        return CODE
    return DATA if section.flags & WRITE or section.kind == EMPTY else READ_ONLY


def _relocate(memory: mmap.mmap, place: int, base: int, kind: int, target: int) -> None:
    if kind == _ADDRESS:
        struct.pack_into("<Q", memory, place, target & 0xFFFFFFFFFFFFFFFF)
    elif kind == _RELATIVE_64:
        struct.pack_into("<q", memory, place, target - base - place)
    elif kind in (_RELATIVE, _CALL):
        struct.pack_into("<i", memory, place, target - base - place)  # struct.error where it does not fit
    elif kind != _NONE:
        raise UnsupportedError(f"a relocation of kind {kind}")


@functools.cache
def _in_process(name: str) -> int:
    for library in _libraries():
        try:
            return ctypes.cast(library[name], ctypes.c_void_p).value or 0
        except AttributeError:
            continue
    raise UnsupportedError(f"nothing is called {name}")


@functools.cache
def _libraries() -> list[Any]:
    found = [ctypes.CDLL(None)]
    for name in _LIBRARIES:
        try:
            found.append(ctypes.CDLL(name))
        except OSError:
            continue
    return found
