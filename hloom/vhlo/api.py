"""Portable artifacts in and out."""

from __future__ import annotations

from typing import Any

from hloom.bytecode.dialects.native import ENCODINGS
from hloom.bytecode.entities import Entities
from hloom.bytecode.reader import OperationReader
from hloom.bytecode.sections import BytecodeFile, open_file
from hloom.ops.builtin.module import Module
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source
from hloom.vhlo.encoding import VHLO
from hloom.vhlo.reading import kind_of


def read_module(file: BytecodeFile) -> Module:
    """The module in a file of bytecode: a portable artifact, or StableHLO as it is."""
    entities = Entities(file, ENCODINGS | {"vhlo": VHLO}, read_text)
    with collector_paused():
        try:
            module: Any = OperationReader(file, entities, kind_of).module()
        except RecursionError:
            raise ParseError(f"{file.name}: nested too deep") from None
    if not isinstance(module, Module):
        raise ParseError(f"{file.name}: the operation at the top is {module.name}, not a module")
    module.source = Source(file.name, "")
    return module


def parse_bytecode(data: bytes, name: str = "<bytes>") -> Module:
    """The module that bytes of MLIR bytecode hold. Raises ParseError with the offset of what makes no sense."""
    return read_module(open_file(data, name))


def read_text(text: str, is_type: bool, name: str) -> Any:
    """The attribute or type that a text names."""
    from hloom.text.mlir import parse_entity

    return parse_entity(text, is_type, name)
