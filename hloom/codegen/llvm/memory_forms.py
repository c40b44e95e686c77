"""Elements between memory and registers (see `element_types` for both forms)."""

from __future__ import annotations

from typing import Any

from hloom.codegen.llvm.bf16 import narrowed, widened
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import register_type, storage_type
from hloom.codegen.llvm.values import Value
from hloom.numbers.element_type import ElementType


def from_memory(f: Function, a: Any, type: ElementType, is_unpacked: bool = False) -> Any:
    """A stored element (or vector of them) as a register; `is_unpacked`: lanes of bf16 in the order of `bf16`."""
    if type.kind == "pred":
        return f.compare("ne", a, 0)
    if type.name == "bf16":
        return widened(f, a, is_unpacked)
    if type.is_integer:
        return f.cast("trunc", a, register_type(type))
    return f.cast("fpext", a, "float") if type.name == "f16" else a


def to_memory(f: Function, a: Value, type: ElementType, is_unpacked: bool = False) -> Value:
    """A register as it is stored; what bf16 and f16 registers hold is rounded already. `is_unpacked`: as in `from_memory`."""
    if type.kind == "pred":
        return f.cast("zext", a, "i8")
    if type.name == "bf16":
        return narrowed(f, a, is_unpacked)
    if type.name == "f16":
        return f.cast("fptrunc", a, "half")
    if type.is_integer and type.width < 8:
        return f.cast("sext" if type.kind == "sint" else "zext", a, "i8")
    return f.cast("trunc", a, storage_type(type)) if type.kind == "index" else a
