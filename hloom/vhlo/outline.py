"""Heads of the functions of a file of bytecode, without their bodies: these are read when they are asked for.

MLIR keeps the body of a function in a section of its own, so that it can be passed over. A `Module` is always whole: what is
wrong in a file is said when it is loaded, and not when a pass comes by. Who wants less says so, here.
"""

from __future__ import annotations

from pathlib import Path

from hloom.bytecode.reader import OperationReader
from hloom.bytecode.sections import ENTRIES, IR, RESOURCES, BytecodeFile, is_bytecode, open_file
from hloom.bytecode.wire import fail
from hloom.ir.attributes import StringAttr, TypeAttr
from hloom.ir.core import Operation
from hloom.ir.location import Location
from hloom.ir.types import FunctionType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.hlo.extraction import callees, extracted
from hloom.support import options
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.files import map_file, too_large
from hloom.support.records import dataclass
from hloom.support.spelling import did_you_mean, some
from hloom.vhlo.api import module_of, read_module, reader_of
from hloom.vhlo.versions import stated_version


@dataclass(frozen=True)
class FunctionHead:
    """A function without its body, which takes `body_bytes` of the file: 0 for one that is only declared, and None where a file
    of an old version does not tell."""

    name: str
    type: FunctionType
    is_public: bool
    location: Location
    body_bytes: int | None

    def __str__(self) -> str:
        return f"func.func {'' if self.is_public else 'private '}@{self.name}{self.type}"


class Outline:
    """A portable artifact, or StableHLO's bytecode, of which the heads of functions have been read: `functions`, by name.

    `producer` is who wrote it, `bytecode` the version of the container, `stablehlo` the version that an artifact says it is for.
    """

    def __init__(self, file: BytecodeFile, allow_unregistered: bool = False) -> None:
        self.name, self.producer = file.name, file.producer.decode("utf-8", "replace")
        self.bytecode, self.stablehlo = file.version, stated_version(file.producer)
        self._allow_unregistered = allow_unregistered
        with _named(file.name):
            self._reader = reader_of(file, allow_unregistered, Function.name)
            self._module = module_of(self._reader)
            self._operations = _functions(self._module, self._reader)
            self.functions = {name: _head(name, op, self._reader) for name, op in self._operations.items()}

    def extract(self, name: str) -> Module:
        """A program of one function and of what it calls, as `Module.extract` gives it; no other bodies are read. InputError for
        a name that there is not, ParseError with the offset of what makes no sense in a body."""
        known = [each.name for each in self.functions.values() if each.body_bytes != 0]
        if name not in known:
            raise InputError(f"{self.name}: there is no function {name:.100}{did_you_mean(name, known)}; there are: "
                             f"{some(known)}")
        read: set[str] = set()
        pending = [name]
        while pending:
            each = pending.pop()
            if each in read or each not in self._operations:
                continue
            read.add(each)
            self._read(self._operations[each])
            pending += [callee for region in self._operations[each].regions for callee in callees(region)]
        return extracted(self._module, name)

    def module(self) -> Module:
        """The whole program, read anew. ParseError with the offset of what makes no sense."""
        with _named(self.name):
            return read_module(self._reader.file, self._allow_unregistered)

    @collector_paused()
    def _read(self, op: Operation) -> None:
        with _named(self.name):
            for region in op.regions:
                self._reader.read_body(region)


class _named:
    """Puts the name of the file before what is wrong in it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: object, trace: object) -> None:
        if isinstance(fault, ParseError):
            raise ParseError(f"{self._name}: {fault}") from None


def open_artifact(source: str | Path | bytes, *, allow_unregistered: bool = False) -> Outline:
    """The heads of the functions of a portable artifact, or of StableHLO's bytecode: a file, or bytes.

    A file is mapped, not read: it may be larger than memory, constants are views of it, and it must not change as long as
    something of it is in use. What of it is neither an attribute nor a resource is at most HLOOM_INPUT_LIMIT. Raises InputError
    for a file that cannot be read or is of another kind, ParseError with the offset of what makes no sense.
    """
    data, name = (source, "<bytes>") if isinstance(source, bytes) else (map_file(source), str(source))
    if not is_bytecode(data):
        raise InputError(f"{name}: a portable artifact begins with the bytes 4d 4c ef 52 (\"ML\\xefR\")")
    with _named(name):
        file = open_file(data, name, _check_size)
    return Outline(file, allow_unregistered)


def _check_size(file: BytecodeFile) -> None:
    read = sum(place.size for number, place in file.sections.items() if number not in (ENTRIES, RESOURCES))
    if read > options.INPUT_LIMIT.value:
        raise too_large(file.name)


def _functions(module: Module, reader: OperationReader) -> dict[str, Function]:
    found: dict[str, Function] = {}
    for op in module.regions[0].block.operations if module.regions and module.regions[0].blocks else ():
        if isinstance(op, Function) and found.setdefault(_name(op, reader), op) is not op:
            fail(_place(op, reader), f"the function {_name(op, reader):.100} stands twice")
    return found


def _name(op: Function, reader: OperationReader) -> str:
    name = op.attributes.get("sym_name")
    if not isinstance(name, StringAttr):
        fail(_place(op, reader), "a function has no name")
    return name.value


def _head(name: str, op: Function, reader: OperationReader) -> FunctionHead:
    type, visibility = op.attributes.get("function_type"), op.attributes.get("sym_visibility")
    if not isinstance(type, TypeAttr) or not isinstance(type.type, FunctionType):
        fail(_place(op, reader), f"the function {name:.100} has no type")
    is_public = visibility is None or (isinstance(visibility, StringAttr) and visibility.value in ("", "public"))
    passed = reader.passed_over.get(op.regions[0]) if op.regions else None
    size = passed.place.size if passed else 0 if not op.regions or not op.regions[0].blocks else None
    return FunctionHead(name, type.type, is_public, op.location, size)


def _place(op: Function, reader: OperationReader) -> int:
    """Where the body of a function is, or else where operations begin."""
    passed = reader.passed_over.get(op.regions[0]) if op.regions else None
    return passed.place.start if passed else reader.file.sections[IR].start
