"""Words that several threads read and write: their addresses, and atomic loads, stores and additions."""

from __future__ import annotations

from hloom.codegen.llvm.builder import Function, Value


def at(f: Function, base: Value, offset: int) -> Value:
    return f.value("ptr", f"getelementptr i8, {base}, i64 {offset}")


def load(f: Function, address: Value, type: str, order: str = "seq_cst") -> Value:
    return f.value(type, f"load atomic {type}, {address} {order}, align {4 if type == 'i32' else 8}")


def store(f: Function, a: Value, address: Value, order: str = "seq_cst") -> None:
    f.emit(f"store atomic {a}, {address} {order}, align {4 if a.type == 'i32' else 8}")


def fetch_add(f: Function, address: Value, a: Value, order: str = "seq_cst") -> Value:
    """Adds and returns what was there before."""
    return f.value(a.type, f"atomicrmw add {address}, {a} {order}")
