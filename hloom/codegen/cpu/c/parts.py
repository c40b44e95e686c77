"""The modules of LLVM IR that a program needs beside its kernels to run without Python: its table, what runs commands, with the
pool, and what C calls."""

from __future__ import annotations

from hloom.codegen.cpu.c.calls import emit_calls
from hloom.codegen.cpu.c.context import emit_context
from hloom.codegen.cpu.c.layout import Interface
from hloom.codegen.cpu.c.threads import OWN_PARALLEL, emit_dispatch, emit_pools
from hloom.codegen.cpu.command_words import table_text
from hloom.codegen.cpu.pool_code import emit_pool
from hloom.codegen.llvm.builder import constant
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.pool_state import parking_of
from hloom.support.diagnostics import InputError


def require_system(target: Target) -> None:
    """Raises InputError for a system that there are no object files for."""
    if "linux" not in target.triple or parking_of(target) != "futex":
        raise InputError(f"object files for C are made on Linux on x86-64 or aarch64, not on {target.triple}")


def parts(interface: Interface, target: Target) -> list[Part]:
    """The modules; names that only one of them defines are seen by the others, and by those of the kernels. The last one, where
    there is one for them, calls the functions that the user links."""
    runner = LLVMModule(machine=target.machine)
    emit_pool(runner, target, "futex" if interface.workers > 1 else "none", OWN_PARALLEL)
    emit_dispatch(runner)
    entry = LLVMModule(machine=target.machine)
    _emit_fits(entry, target)
    emit_context(entry, interface)
    if interface.workers > 1:
        emit_pools(entry, interface, target)
    any_processor = hooks_of(target).any_processor  # which finds out whether there is more
    made = [Part(_table(interface)), Part(runner.text(target.attributes)), Part(entry.text(any_processor))]
    if interface.calls:
        calls = LLVMModule(machine=target.machine)
        emit_calls(calls, interface)
        made.append(Part(calls.text(any_processor)))
    return made


def _emit_fits(module: LLVMModule, target: Target) -> None:
    """Adds `i1 @fits()`: whether the processor that code runs on has what it was compiled for, as far as it can be asked."""
    f = module.function("fits", [], "i1", linkage="internal")
    lacks = f.label("lacks")
    hooks_of(target).require(f, lacks)
    f.ret(constant("i1", True))
    f.block(lacks)
    f.ret(constant("i1", False))


def _table(interface: Interface) -> str:
    program = interface.program
    return "\n".join([table_text(program.table), *(f"declare void @{name}()" for name in program.functions), ""])
