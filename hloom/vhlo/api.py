"""Portable artifacts in."""

from __future__ import annotations

from functools import partial
from typing import Any

from hloom.bytecode.dialects.native import ENCODINGS
from hloom.bytecode.entities import Entities
from hloom.bytecode.reader import OperationReader
from hloom.bytecode.sections import IR, BytecodeFile, is_bytecode, open_file
from hloom.bytecode.wire import fail
from hloom.ops.builtin.module import Module
from hloom.support.collector import collector_paused, imported
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source
from hloom.vhlo.encoding import VHLO
from hloom.vhlo.reading import kind_of


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
