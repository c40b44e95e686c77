"""What functions for C are made of: constants as LLVM writes them, memory that begins at a line, ways out with a status."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from hloom.codegen.cpu.c.layout import Status
from hloom.codegen.cpu.dispatch_latency import at
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.pool_state import LINE

NULL = Value("ptr", "null")


def status(value: Status) -> Value:
    return constant("i32", value)


def is_null(f: Function, address: Value) -> Value:
    return f.value("i1", f"icmp eq {address}, null")


def negated(f: Function, condition: Value) -> Value:
    return f.binary("xor", condition, constant("i1", True))


def leave_if(f: Function, condition: Value, value: Value) -> None:
    """Returns a value where a condition holds."""
    leave, on = f.label("leave"), f.label("on")
    f.branch_if(condition, leave, on)
    f.block(leave)
    f.ret(value)
    f.block(on)


def at_line(f: Function, memory: Value) -> Value:
    """The first address from `memory` on where a line begins."""
    number = f.value("i64", f"ptrtoint {memory} to i64")
    return at(f, memory, f.binary("and", f.sub(constant("i64", 0), number), LINE - 1))


def text_of(module: LLVMModule, data: bytes) -> Value:
    """The address of constant bytes, behind which stands a zero."""
    name = f"hloom.text_{hashlib.sha256(data).hexdigest()[:32]}"  # with a dot, which is in no name of C
    escaped = "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\' else f"\\{c:02x}" for c in data)
    return module.define_global(name, f'private unnamed_addr constant [{len(data) + 1} x i8] c"{escaped}\\00"')


def array_of(module: LLVMModule, name: str, type: str, values: Sequence[Value | int]) -> Value:
    """The address of a constant array."""
    items = ", ".join(str(v) if isinstance(v, Value) else f"{type} {v}" for v in values)
    return module.define_global(name, f"private unnamed_addr constant [{len(values)} x {type}] [ {items} ]")
