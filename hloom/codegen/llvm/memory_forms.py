"""Elements between memory and registers (see `element_types` for both forms)."""

from __future__ import annotations

from typing import Any

from hloom.codegen.llvm.bf16 import narrowed, widened
from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import register_type, storage_type
from hloom.codegen.llvm.values import Value, lanes, zero
from hloom.numbers.element_type import ElementType


def from_memory(f: Function, a: Any, type: ElementType, is_unpacked: bool = False) -> Any:
    """A stored element (or vector of them) as a register; `is_unpacked`: lanes of bf16 in the order of `bf16`."""
    if type.kind == "pred":
        return f.compare("ne", a, 0)
    if type.name == "bf16":
        return widened(f, a, is_unpacked)
    if type.is_integer:
        return f.cast("trunc", a, register_type(type))
    return _widened_half(f, a) if type.name == "f16" else a


def _widened_half(f: Function, a: Any) -> Any:
    """Stored f16 as floats. A single one comes to a register by itself: LLVM would put it into one beside what that held, so that
    each waited for the one before."""
    target = f.module.target
    if lanes(a.type) > 1 or target is None or "+f16c" not in target.features:
        return f.cast("fpext", a, "float")
    bits = f.insert(zero("<8 x i16>"), f.cast("bitcast", a, "i16"), 0)
    return f.extract(f.cast("fpext", f.shuffle(f.bitcast(bits, "<8 x half>"), None, range(4)), "float"), 0)


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
