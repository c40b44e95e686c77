"""Contexts and calls: what C makes of a program, and runs.

    i32 NAME_init(ptr made, ptr memory, i64 bytes, ptr pool[, ptr constants, i64 bytes])    a context in memory of the caller's
    i32 NAME_new(ptr made, ptr pool[, ptr constants, i64 bytes])                            one in memory of its own
    void NAME_free(ptr context)
    i32 NAME_run(ptr context, ptr arguments)                                               a call
    void NAME_stop(ptr context)                                                            from another thread
    ptr NAME_error(i32 status)
    i64 NAME_context_bytes()
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.cpu.c.calls import CALL_BACK
from hloom.codegen.cpu.c.layout import HEAD_BYTES, MESSAGES, Interface, Status
from hloom.codegen.cpu.c.pieces import array_of, at_line, is_null, leave_if, negated, status, text_of
from hloom.codegen.cpu.dispatch_latency import at
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.ir.types import TensorType
from hloom.runtime.dispatch.commands import ARENA, ATTEND, ATTENTION, CALLBACK, FIRST, POOL, STOPPED, TABLE, WATCH, WORD
from hloom.runtime.dispatch.pool_state import HEAD, WORKERS

#: The symbols of the program's table and of its constants, which other object files have.
TABLE_SYMBOL, CONSTANTS_SYMBOL = "commands", "constants"
#: Bytes of the integers of LAPACK's libraries that go by the names of the standard.
_LAPACK_INTEGER = 4


def emit_context(module: LLVMModule, interface: Interface) -> None:
    """Adds the functions to a module that has `fits`."""
    for name in ("hloom_parallel", "hloom_attend"):
        module.define_global(name, "external hidden constant i8")
    module.define_global(TABLE_SYMBOL, "external hidden constant i64")
    _emit_init(module, interface)
    if not interface.is_static:
        _emit_new(module, interface)
    _emit_run(module, interface)
    _emit_stop(module, interface)
    _emit_error(module, interface)
    module.function(interface.symbol("context_bytes"), [], "i64").ret(constant("i64", interface.context_bytes))


def _constant_parameters(interface: Interface) -> list[tuple[str, str]]:
    return [("ptr", "constants"), ("i64", "constant_bytes")] if interface.identity else []


def _emit_init(module: LLVMModule, interface: Interface) -> None:
    f = module.function(interface.symbol("init"), [("ptr", "made"), ("ptr", "memory"), ("i64", "bytes"), ("ptr", "pool"),
                                                   *_constant_parameters(interface)], "i32")
    made, memory, size, pool = f.parameters[:4]
    for address in (made, memory):
        leave_if(f, is_null(f, address), status(Status.ARGUMENT))
    leave_if(f, f.compare("ult", size, constant("i64", interface.context_bytes)), status(Status.MEMORY))
    leave_if(f, negated(f, f.call("fits", "i1", [])), status(Status.PROCESSOR))
    if interface.identity:
        _check_constants(f, interface, *f.parameters[4:])
    context = at_line(f, memory)
    f.clear_bytes(context, interface.arena)
    lone, watch = at(f, context, interface.lone_pool), at(f, context, interface.watch)
    f.store(Value("ptr", "@hloom_parallel"), at(f, lone, HEAD))
    f.store(constant("i64", 1), at(f, lone, HEAD + WORKERS))
    f.store(Value("ptr", "@hloom_attend"), at(f, watch, ATTEND))
    words = {POOL: f.select(is_null(f, pool), lone, pool), WATCH: watch, TABLE: Value("ptr", f"@{TABLE_SYMBOL}"),
             ARENA: at(f, context, interface.arena)}
    if interface.calls:
        words[CALLBACK] = module.define_global(CALL_BACK, "external hidden constant i8")
    for k, name in enumerate(interface.program.routines):
        words[interface.slots["routine"] + k] = _routine(module, name)
    for slot, word in words.items():
        f.store(word, at(f, context, slot * WORD))
    if interface.places:
        base = (at(f, f.parameters[4], HEAD_BYTES) if interface.identity
                else module.define_global(CONSTANTS_SYMBOL, "external hidden constant i8"))
        places = array_of(module, "places", "i64", interface.places)
        with f.loop(0, len(interface.places)) as k:
            address = at(f, base, f.load("i64", f.address(places, k, "i64")))
            f.store(address, f.address(at(f, context, FIRST * WORD), k, "ptr"))
    f.store(context, made)
    f.ret(status(Status.OK))


def _check_constants(f: Function, interface: Interface, constants: Value, size: Value) -> None:
    """Leaves unless constants lie at an address that vectors may be loaded from, are complete, and are this program's."""
    leave_if(f, is_null(f, constants), status(Status.ARGUMENT))
    number = f.value("i64", f"ptrtoint {constants} to i64")
    leave_if(f, f.compare("ne", f.binary("and", number, HEAD_BYTES - 1), 0), status(Status.CONSTANTS))
    leave_if(f, f.compare("ult", size, constant("i64", HEAD_BYTES + interface.constant_bytes)), status(Status.CONSTANTS))
    words = [int.from_bytes(interface.identity[k : k + WORD], "little") for k in range(0, HEAD_BYTES, WORD)]
    for k, word in enumerate(words):
        found = f.load("i64", at(f, constants, k * WORD))
        leave_if(f, f.compare("ne", found, constant("i64", word - (word >> 63 << 64))), status(Status.CONSTANTS))


def _routine(module: LLVMModule, name: str) -> Value:
    """What kernels must know of a routine of LAPACK's."""
    module.declare(f"{name}_", "void", ["..."])
    return module.define_global(f"routine_{name}", "private constant { ptr, i64 } "
                                                   f"{{ ptr @{name}_, i64 {_LAPACK_INTEGER} }}")


def _emit_new(module: LLVMModule, interface: Interface) -> None:
    more = _constant_parameters(interface)
    f = module.function(interface.symbol("new"), [("ptr", "made"), ("ptr", "pool"), *more], "i32")
    emit_allocated(module, f, interface.context_bytes, interface.freed,
                   lambda memory, size: f.call(interface.symbol("init"), "i32", [
                       f.parameters[0], memory, size, *f.parameters[1:]]))
    emit_free(module, interface.symbol("free"), interface.freed)


def emit_allocated(module: LLVMModule, f: Function, size: int, freed: int, make: Callable[[Value, Value], Value]) -> None:
    """The body of a function whose first argument says where the address goes of what `make` makes in memory that is allocated;
    `freed` bytes into it is said what is to be freed."""
    module.declare("malloc", "ptr", ["i64"])
    module.declare("free", "void", ["ptr"])
    made = f.parameters[0]
    leave_if(f, is_null(f, made), status(Status.ARGUMENT))
    memory = f.call("malloc", "ptr", [constant("i64", size)])
    leave_if(f, is_null(f, memory), status(Status.MEMORY))
    found = make(memory, constant("i64", size))
    fails, succeeds = f.label("fails"), f.label("succeeds")
    f.branch_if(f.compare("ne", found, 0), fails, succeeds)
    f.block(fails)
    f.call("free", "void", [memory])
    f.ret(found)
    f.block(succeeds)
    f.store(memory, at(f, f.load("ptr", made), freed))
    f.ret(found)


def emit_free(module: LLVMModule, name: str, freed: int) -> None:
    """Adds a function that frees what was allocated, and nothing else."""
    f = module.function(name, [("ptr", "made")])
    (made,) = f.parameters
    with f.when(negated(f, is_null(f, made))):
        f.call("free", "void", [f.load("ptr", at(f, made, freed))])
    f.ret()


def _emit_run(module: LLVMModule, interface: Interface) -> None:
    module.declare("hloom_run", "i64", ["ptr"])
    f = module.function(interface.symbol("run"), [("ptr", "context"), ("ptr", "arguments")], "i32")
    context, arguments = f.parameters
    program = interface.program
    types = [*program.argument_types, *program.result_types]
    leave_if(f, is_null(f, context), status(Status.ARGUMENT))
    if types:
        leave_if(f, is_null(f, arguments), status(Status.ARGUMENT))
        needed = array_of(module, "needed", "i1", [int(_has_elements(t)) for t in types])
        words = at(f, context, interface.slots["argument"] * WORD)
        with f.loop(0, len(types)) as k:
            address = f.load("ptr", f.address(arguments, k, "ptr"))
            is_needed = f.load("i1", f.address(needed, k, "i1"))
            leave_if(f, f.binary("and", is_null(f, address), is_needed), status(Status.ARGUMENT))
            f.store(address, f.address(words, k, "ptr"))
    failed = f.compare("ne", f.call("hloom_run", "i64", [context]), 0)
    leave_if(f, negated(f, failed), status(Status.OK))
    watch = at(f, context, interface.watch)
    is_stopped = f.compare("ne", f.load("i64", at(f, watch, STOPPED)), 0)
    f.store(constant("i64", 0), at(f, watch, STOPPED))
    with f.when(is_stopped):
        f.emit(f"store atomic i64 0, {at(f, watch, ATTENTION)} monotonic, align 8")
    f.ret(f.select(is_stopped, status(Status.STOPPED), status(Status.CUSTOM_CALL)))


def _has_elements(type: TensorType) -> bool:
    return 0 not in type.shape


def _emit_stop(module: LLVMModule, interface: Interface) -> None:
    f = module.function(interface.symbol("stop"), [("ptr", "context")])
    address = at(f, f.parameters[0], interface.watch + ATTENTION)
    f.emit(f"store atomic i64 1, {address} monotonic, align 8")
    f.ret()


def _emit_error(module: LLVMModule, interface: Interface) -> None:
    f = module.function(interface.symbol("error"), [("i32", "status")], "ptr")
    texts = array_of(module, "messages", "ptr", [text_of(module, text.encode()) for text in (*MESSAGES, "unknown")])
    number = f.cast("zext", f.parameters[0], "i64")
    known = f.select(f.compare("ult", number, len(MESSAGES)), number, constant("i64", len(MESSAGES)))
    f.ret(f.load("ptr", f.address(texts, known, "ptr")))


