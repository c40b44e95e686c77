"""Elements between memory and registers (see `element_types` for both forms)."""

from __future__ import annotations

from typing import Any

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import register_type, storage_type
from hloom.codegen.llvm.values import Value, lanes, vector
from hloom.numbers.element_type import ElementType

#: Lanes of two registers, of which AVX-512 picks halves by one instruction, in place of five that narrow them.
_PICKED = 32


def from_memory(f: Function, a: Any, type: ElementType) -> Any:
    """A stored element (or vector of them) as a register."""
    if type.kind == "pred":
        return f.compare("ne", a, 0)
    if type.name == "bf16":
        return f.cast("bitcast", f.binary("shl", f.cast("zext", a, "i32"), 16), "float")
    if type.is_integer:
        return f.cast("trunc", a, register_type(type))
    return f.cast("fpext", a, "float") if type.name == "f16" else a


def to_memory(f: Function, a: Value, type: ElementType) -> Value:
    """A register as it is stored; what bf16 and f16 registers hold is rounded already."""
    if type.kind == "pred":
        return f.cast("zext", a, "i8")
    if type.name == "bf16":
        count, target = lanes(a.type), f.module.target
        if target is not None and target.has_avx512 and count >= _PICKED:
            return f.shuffle(f.bitcast(a, vector("i16", 2 * count)), None, range(1, 2 * count, 2))
        return f.cast("trunc", f.binary("lshr", f.cast("bitcast", a, "i32"), 16), "i16")
    if type.name == "f16":
        return f.cast("fptrunc", a, "half")
    if type.is_integer and type.width < 8:
        return f.cast("sext" if type.kind == "sint" else "zext", a, "i8")
    return f.cast("trunc", a, storage_type(type)) if type.kind == "index" else a
