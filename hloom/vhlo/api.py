"""Portable artifacts in and out."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from hloom._version import __version__
from hloom.bytecode.dialects.native import ENCODINGS
from hloom.bytecode.entities import Entities
from hloom.bytecode.reader import OperationReader
from hloom.bytecode.sections import IR, NEWEST, BytecodeFile, is_bytecode, open_file
from hloom.bytecode.wire import fail
from hloom.bytecode.writer import write
from hloom.ops.builtin.module import Module
from hloom.support.collector import collector_paused, imported
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.source import Source
from hloom.vhlo.encoding import VHLO
from hloom.vhlo.reading import kind_of
from hloom.vhlo.versions import bytecode_version, target
from hloom.vhlo.writing import Legalizer, Obstacle, native, obstacles

#: Most operations that a refusal names.
_MOST_SHOWN: Final = 10


def read_module(file: BytecodeFile, allow_unregistered: bool = False) -> Module:
    """The module in a file of bytecode: a portable artifact, or StableHLO as it is. Operations that are not known are an error
    unless `allow_unregistered`; then they are kept."""
    return module_of(reader_of(file, allow_unregistered))


def reader_of(file: BytecodeFile, allow_unregistered: bool = False, heads_only: str = "") -> OperationReader:
    """What reads the operations of a file; bodies of operations of the name `heads_only` on demand."""
    entities = Entities(file, ENCODINGS | {"vhlo": VHLO}, read_text)
    return OperationReader(file, entities, partial(kind_of, allow_unregistered), heads_only)


@collector_paused()
def module_of(reader: OperationReader) -> Module:
    """The module that a reader finds."""
    file, top = reader.file, reader.file.sections[IR].start
    try:
        module: Any = reader.module()
    except RecursionError:
        fail(top, "the operations are nested too deep", "limit")
    if not isinstance(module, Module):
        fail(top, f"the operation at the top is {module.name}, not a module")
    module.source, module.use_orders = Source(file.name, ""), reader.use_orders
    return module


@collector_paused()
def parse_bytecode(data: bytes, name: str = "<bytes>", allow_unregistered: bool = False) -> Module:
    """The module that bytes of MLIR bytecode hold (`read_module`). Raises ParseError with the offset of what makes no sense."""
    try:
        return read_module(open_file(data, name), allow_unregistered)
    except ParseError as error:
        raise ParseError(f"{name}: {error}") from None


def deserialize_portable_artifact(artifact: bytes, name: str = "<artifact>") -> Module:
    """The module in a portable artifact of any version, or in StableHLO's own bytecode. Raises ParseError, which tells the offset
    of what makes no sense."""
    if not is_bytecode(artifact):
        raise ParseError(f"{name}: a portable artifact begins with the bytes 4d 4c ef 52 (\"ML\\xefR\")")
    return parse_bytecode(artifact, name)


def read_text(text: str, is_type: bool, name: str) -> Any:
    """The attribute or type that a text names."""
    entity = imported("hloom.text.mlir.entity")  # most programs have none
    return (entity.parse_type if is_type else entity.parse_attribute)(text, name)


@collector_paused()
def serialize_portable_artifact(module: Module, target_version: str, allow_other_dialects: bool = False) -> bytes:
    """The module as a portable artifact for StableHLO `target_version`, such as "1.0.0".

    Raises InputError for a version that there is not, and, with each operation and what of it forbids that, for a module that
    cannot be written for it. Operations of other dialects are kept where `allow_other_dialects`.
    """
    version = target(target_version)
    legal = Legalizer(version, allow_other_dialects)
    try:
        return write(module, legal.describe, bytecode_version(version), producer_of(target_version))
    except ValueError as error:
        found = obstacles(module, version, allow_other_dialects)
        raise InputError(_refusal(found, target_version) if found else str(error)) from None


def producer_of(version: str) -> str:
    """What files say that were written for a version of StableHLO, or will be once they have their constants."""
    return f"StableHLO_v{version}"


def _refusal(found: list[Obstacle], version: str) -> str:
    lines = [f"  {each.what}; {f'needs {each.since}' if each.since else 'in no version'}" for each in found[:_MOST_SHOWN]]
    more = f"\n  and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
    return f"the program cannot be written for StableHLO {version}:\n" + "\n".join(lines) + more


@collector_paused()
def to_bytecode(module: Module, version: int = NEWEST, producer: str = f"hloom{__version__}") -> bytes:
    """The module as MLIR bytecode of a version, in its dialects as they are: read by the StableHLO that it was written with.
    `producer` is what the file says of who wrote it.

    Raises InputError for a version that there is not, and for a program that bytecode cannot hold, such as an operation without
    an attribute that it must have.
    """
    if not 0 <= version <= NEWEST:
        raise InputError(f"versions of MLIR bytecode are 0 to {NEWEST}, not {version!r:.40}")
    try:
        return write(module, native, version, producer)
    except ValueError as error:
        raise InputError(f"the program cannot be written as bytecode: {error}") from None
