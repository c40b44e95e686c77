"""Calls of programs as native code: Execute on one device.

An executable's cell has the address of its block, a description of how to call it. Without one, with several devices, with
an argument that was deleted, is still being computed, or cannot be given away, the call goes through Python.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from hloom.bridges.pjrt.cells import FIRST
from hloom.bridges.pjrt.native_cells import (
    BYTES_IN_USE,
    DELETED,
    DESTROYED,
    INLINE_BYTES,
    NULL,
    PEAK_BYTES,
    READY,
    Cell,
    emit_atomically,
    exported,
    field,
    is_row_major,
    number,
    return_null,
    set_word,
    state,
    word,
)
from hloom.codegen.cpu.commands import ARENA
from hloom.codegen.cpu.handover import at, fetch_add
from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.module import LLVMModule

_NAME = "LoadedExecutable_Execute"


class Block(IntEnum):
    """The words of an executable's block."""

    #: Words of the context, and the address of what it begins with.
    WORDS = 0
    TEMPLATE = 1
    ARGUMENTS = 2
    #: The slot of the first argument; results follow the arguments.
    FIRST_SLOT = 3
    RESULTS = 4
    #: For each result a description (`Result`): the address of its cell as it is made, bytes of the cell, of the elements, and of
    #: both, if they are together.
    DESCRIPTIONS = 5
    ARENA_BYTES = 6
    RUN = 7
    #: A byte for each argument: whether it is given away. 0 where none is.
    DONATED = 8
    #: An arena that no call has at the moment.
    ARENA = 9
    SIZE = 10


class Result(IntEnum):
    """The words of a description."""

    CELL = 0
    CELL_BYTES = 1
    BYTES = 2
    ALL_BYTES = 3
    SIZE = 4


def emit_execute(module: LLVMModule, slow: Callable[[Function, str, Value], None]) -> None:
    _emit_take_arguments(module)
    _emit_give_back(module)
    _emit_new_result(module)
    f, structure = exported(module, f"hloom_pjrt_{_NAME}")
    away = f.label("away")
    loaded = field(f, structure, _NAME, "executable", "ptr")
    block = word(f, loaded, FIRST, "ptr")
    options = field(f, structure, _NAME, "options", "ptr")
    devices = f.compare("eq", field(f, structure, _NAME, "num_devices"), 1)
    there, take, context = f.label("there"), f.label("take"), f.label("context")
    f.branch_if(f.binary("and", f.compare("ne", block, NULL), devices), there, away)
    f.block(there)
    count = _block(f, block, Block.ARGUMENTS)
    keeps = field(f, options, "ExecuteOptions", "num_non_donatable_input_indices")
    f.branch_if(f.binary("and", f.compare("eq", count, field(f, structure, _NAME, "num_args")), f.compare("eq", keeps, 0)),
                take, away)
    f.block(take)
    row = f.variable(NULL)
    with f.when(f.compare("ne", count, 0)):
        f.set(row, f.load("ptr", field(f, structure, _NAME, "argument_lists", "ptr")))
    donated = _block(f, block, Block.DONATED, "ptr")
    words, first = _block(f, block, Block.WORDS), _block(f, block, Block.FIRST_SLOT)
    slots = f.value("ptr", f"alloca ptr, {words}, align 64")
    f.copy_bytes(slots, _block(f, block, Block.TEMPLATE, "ptr"), f.mul(first, 8))
    target = f.address(slots, first, "ptr")
    taken = f.call("hloom_pjrt_take_arguments", "i64", [f.get(row), count, donated, target])
    f.branch_if(f.compare("ne", taken, 0), context, away)
    f.block(context)
    undo, results = f.label("undo"), f.label("results")
    arena = _emit_arena(f, block, slots, undo)
    f.branch(results)
    f.block(undo)
    f.call("hloom_pjrt_give_back", "void", [f.get(row), count, donated, number(1)])
    f.branch(away)
    f.block(results)
    _emit_results(f, structure, block, slots, f.address(target, count, "ptr"), undo)
    run = _block(f, block, Block.RUN, "ptr")
    f.value("i64", f"call i64 {run.name}({slots})")
    _emit_keep_arena(f, block, f.get(arena))
    f.call("hloom_pjrt_give_back", "void", [f.get(row), count, donated, number(0)])
    events = field(f, structure, _NAME, "device_complete_events", "ptr")
    with f.when(f.compare("ne", events, NULL)):
        f.store(f.load("ptr", state(f, READY)), events)
    return_null(f)
    f.block(away)
    slow(f, _NAME, structure)


def _block(f: Function, block: Value, place: Block, type: str = "i64") -> Value:
    return word(f, block, 8 * place, type)


def _emit_take_arguments(module: LLVMModule) -> None:
    """`take_arguments(ptr handles, i64 count, ptr donated, ptr slots)`: holds the elements of each and writes where they lie; 1,
    or 0 where one cannot be had now, and none is held then."""
    f = module.function("hloom_pjrt_take_arguments", [("ptr", "handles"), ("i64", "count"), ("ptr", "donated"),
                                                      ("ptr", "slots")], result="i64", linkage="internal")
    handles, count, donated, slots = f.parameters
    ready = f.load("ptr", state(f, READY))
    done = f.variable(number(0))
    undo = f.label("undo")
    with f.loop(0, count) as k:
        cell = f.load("ptr", f.address(handles, k, "ptr"))
        event = f.value("i64", f"load atomic i64, {at(f, cell, Cell.EVENT)} acquire, align 8")
        there, borrow, give, taken = (f.label(n) for n in ("there", "borrow", "give", "taken"))
        is_ready = f.compare("eq", event, f.cast("ptrtoint", ready, "i64"))
        f.branch_if(f.binary("and", is_ready, is_row_major(f, cell)), there, undo)
        f.block(there)
        f.branch_if(_is_donated(f, donated, k), give, borrow)
        f.block(borrow)
        emit_atomically(f, at(f, cell, Cell.STATE), lambda a: f.add(a, 1), undo,
                        lambda a: f.compare("ne", f.binary("and", a, DELETED), 0))
        f.branch(taken)
        f.block(give)
        emit_atomically(f, at(f, cell, Cell.STATE), lambda a: number(1 | DELETED), undo, lambda a: f.compare("ne", a, 1))
        f.branch(taken)
        f.block(taken)
        f.store(word(f, cell, Cell.DATA, "ptr"), f.address(slots, k, "ptr"))
        f.set(done, f.add(f.get(done), 1))
    f.ret(number(1))
    f.block(undo)
    f.call("hloom_pjrt_give_back", "void", [handles, f.get(done), donated, number(1)])
    f.ret(number(0))


def _is_donated(f: Function, donated: Value, k: Value) -> Value:
    found = f.variable(number(0, "i8"))
    with f.when(f.compare("ne", donated, NULL)):
        f.set(found, f.load("i8", f.address(donated, k, "i8")))
    return f.compare("ne", f.get(found), 0)


def _emit_give_back(module: LLVMModule) -> None:
    """`give_back(ptr handles, i64 count, ptr donated, i64 revive)`: lets go what `take_arguments` has taken; those given away
    go, too, or are as they were, if the call could not be."""
    f = module.function("hloom_pjrt_give_back", [("ptr", "handles"), ("i64", "count"), ("ptr", "donated"), ("i64", "revive")],
                        linkage="internal")
    handles, count, donated, revive = f.parameters
    with f.loop(0, count) as k:
        cell = f.load("ptr", f.address(handles, k, "ptr"))
        as_before = f.binary("and", _is_donated(f, donated, k), f.compare("ne", revive, 0))

        def restore(cell: Value = cell) -> None:
            emit_atomically(f, at(f, cell, Cell.STATE), lambda a: f.binary("and", a, ~DELETED))

        def let_go(cell: Value = cell) -> None:
            f.call("hloom_pjrt_release", "void", [cell, number(1), number(0)])

        f.if_else(as_before, restore, let_go)
    f.ret()


def _emit_new_result(module: LLVMModule) -> None:
    """`new_result(ptr description)`: a buffer whose elements are still to be written; null where there is no memory."""
    f = module.function("hloom_pjrt_new_result", [("ptr", "description")], result="ptr", linkage="internal")
    (description,) = f.parameters
    cell_bytes, size = word(f, description, 8 * Result.CELL_BYTES), word(f, description, 8 * Result.BYTES)
    cell = f.call("aligned_alloc", "ptr", [number(64), word(f, description, 8 * Result.ALL_BYTES)])
    none, some, own, end, failed = (f.label(n) for n in ("none", "some", "own", "end", "failed"))
    f.branch_if(f.compare("eq", cell, NULL), none, some)
    f.block(none)
    return_null(f)
    f.block(some)
    f.copy_bytes(cell, word(f, description, 8 * Result.CELL, "ptr"), cell_bytes)
    set_word(f, cell, Cell.DIMENSIONS, at(f, cell, Cell.SIZE))
    data = f.variable(f.address(cell, cell_bytes, "i8"))
    f.branch_if(f.compare("ugt", size, INLINE_BYTES), own, end)
    f.block(own)
    block = f.call("hloom_pjrt_allocate", "ptr", [size])
    f.set(data, block)
    f.branch_if(f.compare("eq", block, NULL), failed, end)
    f.block(failed)
    f.call("free", "void", [cell])
    return_null(f)
    f.block(end)
    set_word(f, cell, Cell.DATA, f.get(data))
    used = f.add(fetch_add(f, state(f, BYTES_IN_USE), size, "monotonic"), size)
    with f.when(f.compare("sgt", used, f.load("i64", state(f, PEAK_BYTES)))):
        f.store(used, state(f, PEAK_BYTES))
    f.ret(cell)


def _emit_results(f: Function, structure: Value, block: Value, context: Value, slots: Value, undo: str) -> None:
    """Makes the results' buffers; without memory for one there are none, and `undo` comes."""
    results, made = _block(f, block, Block.RESULTS), f.variable(number(0))
    outs = f.variable(NULL)
    with f.when(f.compare("ne", results, 0)):
        f.set(outs, f.load("ptr", field(f, structure, _NAME, "output_lists", "ptr")))
    descriptions = _block(f, block, Block.DESCRIPTIONS, "ptr")
    failed, done = f.label("failed"), f.label("done")
    with f.loop(0, results) as k:
        cell = f.call("hloom_pjrt_new_result", "ptr", [f.address(descriptions, f.mul(k, Result.SIZE), "i64")])
        some = f.label("some")
        f.branch_if(f.compare("eq", cell, NULL), failed, some)
        f.block(some)
        f.store(cell, f.address(f.get(outs), k, "ptr"))
        f.store(word(f, cell, Cell.DATA, "ptr"), f.address(slots, k, "ptr"))
        f.set(made, f.add(f.get(made), 1))
    f.branch(done)
    f.block(failed)
    with f.loop(0, f.get(made)) as k:
        f.call("hloom_pjrt_release", "void", [f.load("ptr", f.address(f.get(outs), k, "ptr")), number(1),
                                               number(DELETED | DESTROYED)])
    _emit_keep_arena(f, block, f.load("i64", f.address(context, ARENA, "i64")))
    f.branch(undo)
    f.block(done)


def _emit_arena(f: Function, block: Value, slots: Value, undo: str) -> Variable:
    """The arena that is kept, or another while that is in use; 0 for a program without."""
    size, arena = _block(f, block, Block.ARENA_BYTES), f.variable(number(0))
    take, fresh, have, end = (f.label(n) for n in ("take", "fresh", "have", "end"))
    f.branch_if(f.compare("ne", size, 0), take, end)
    f.block(take)
    f.set(arena, f.value("i64", f"atomicrmw xchg {at(f, block, 8 * Block.ARENA)}, i64 0 acquire"))
    f.branch_if(f.compare("eq", f.get(arena), 0), fresh, have)
    f.block(fresh)
    f.set(arena, f.cast("ptrtoint", f.call("aligned_alloc", "ptr", [number(64), size]), "i64"))
    f.branch_if(f.compare("eq", f.get(arena), 0), undo, have)
    f.block(have)
    f.store(f.get(arena), f.address(slots, ARENA, "i64"))
    f.branch(end)
    f.block(end)
    return arena


def _emit_keep_arena(f: Function, block: Value, arena: Value) -> None:
    with f.when(f.compare("ne", _block(f, block, Block.ARENA_BYTES), 0)):
        other = f.value("i64", f"atomicrmw xchg {at(f, block, 8 * Block.ARENA)}, {arena} release")
        with f.when(f.compare("ne", other, 0)):
            f.call("free", "void", [f.cast("inttoptr", other, "ptr")])
