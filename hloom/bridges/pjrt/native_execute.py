"""Calls of programs as native code: Execute on one device.

An executable's cell has the address of its block, a description of how to call it. A short program is called at once; one that
takes long, and one that needs what is still being computed, is dispatched (`native_dispatch`). Without a block, with several
devices, with an argument that was deleted or cannot be given away, the call goes through Python.
"""

from __future__ import annotations

from hloom.bridges.pjrt.cells import FIRST
from hloom.bridges.pjrt.native_arguments import emit_arguments, is_donated
from hloom.bridges.pjrt.native_cells import NULL, exported, field, number, return_null, set_word, slow, state, word
from hloom.bridges.pjrt.native_dispatch import is_main_thread, queue
from hloom.bridges.pjrt.native_events import new_event
from hloom.bridges.pjrt.native_layout import (
    BYTES_IN_USE,
    CALL,
    COUNT,
    DELETED,
    DESTROYED,
    DONE_WELL,
    INLINE_BYTES,
    INTERRUPTED,
    MOST_WORK,
    NO_MEMORY,
    PEAK_BYTES,
    READY,
    STOPPED,
    UNKNOWN,
    Block,
    Cell,
    Place,
    Queue,
    Result,
    Work,
    python_symbol,
)
from hloom.codegen.cpu.dispatch_latency import at, fetch_add, load
from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.commands import ARENA, WATCH

_NAME = "LoadedExecutable_Execute"


#: Programs that take so many nanoseconds are dispatched: to hand one over and to be told of its end takes ten microseconds.
LONG = 500_000


def emit_execute(module: LLVMModule, clock: int) -> None:
    """`clock` is the system's number of a clock that only goes forward."""
    module.declare("clock_gettime", "i32", ["i32", "ptr"])
    f = module.function("hloom_pjrt_now", [], result="i64", linkage="internal")
    time = f.slot("i64", 2)
    f.call("clock_gettime", "i32", [Value("i32", str(clock)), time])
    seconds, nanoseconds = (f.load("i64", f.address(time, k, "i64")) for k in range(2))
    f.ret(f.add(f.mul(seconds, 1_000_000_000), nanoseconds))
    emit_arguments(module)
    _emit_new_results(module)
    _emit_drop_results(module)
    _emit_run(module)
    _emit_enqueue(module)
    _emit_call_at_once(module)
    f, structure = exported(module, f"hloom_pjrt_{_NAME}")
    f.call("hloom_pjrt_stay", "void", [])
    away, there, look, at_once, stopped, later = (f.label(n) for n in ("away", "there", "look", "at_once", "stopped", "later"))
    loaded = field(f, structure, _NAME, "executable", "ptr")
    block = word(f, loaded, FIRST, "ptr")
    options = field(f, structure, _NAME, "options", "ptr")
    devices = f.compare("eq", field(f, structure, _NAME, "num_devices"), 1)
    f.branch_if(f.binary("and", f.compare("ne", block, NULL), devices), there, away)
    f.block(there)
    count = block_word(f, block, Block.ARGUMENTS)
    keeps = field(f, options, "ExecuteOptions", "num_non_donatable_input_indices")
    fits = f.binary("and", f.compare("eq", count, field(f, structure, _NAME, "num_args")), f.compare("eq", keeps, 0))
    f.branch_if(fits, look, away)
    f.block(look)
    row, outs = f.variable(NULL), f.variable(NULL)
    made = block_word(f, block, Block.RESULTS)
    for variable, number_of, name in ((row, count, "argument_lists"), (outs, made, "output_lists")):
        with f.when(f.compare("ne", number_of, 0)):
            f.set(variable, f.load("ptr", field(f, structure, _NAME, name, "ptr")))
    events = field(f, structure, _NAME, "device_complete_events", "ptr")
    given = [block, f.get(row), f.get(outs), events]
    f.branch_if(f.compare("ult", block_word(f, block, Block.TIME), LONG), at_once, later)
    f.block(at_once)
    ended = f.call("hloom_pjrt_call_at_once", "i64", given)
    done, other = f.label("done"), f.label("other")
    f.branch_if(f.compare("eq", ended, DONE_WELL), done, other)
    f.block(done)
    return_null(f)
    f.block(other)
    f.branch_if(f.compare("eq", ended, STOPPED), stopped, later)
    f.block(stopped)
    f.ret(f.load("ptr", state(f, INTERRUPTED)))
    f.block(later)
    room, wait = f.label("room"), f.label("wait")
    f.branch_if(f.compare("ult", load(f, queue(f, Queue.COUNT), "i64", "monotonic"), MOST_WORK), room, wait)
    f.block(wait)
    f.call(python_symbol("Room"), "ptr", [structure])
    f.branch(room)
    f.block(room)
    is_taken = f.call("hloom_pjrt_enqueue", "i64", given)
    f.branch_if(f.compare("ne", is_taken, 0), done, away)
    f.block(away)
    slow(f, _NAME, structure)


def block_word(f: Function, block: Value, place: Block, type: str = "i64") -> Value:
    """A word of a block, read."""
    return word(f, block, 8 * place, type)


# -- results -------------------------------------------------------------------------------------------------------------------


def _emit_new_results(module: LLVMModule) -> None:
    """`new_results(ptr block, ptr outs, ptr event, i64 state)`: buffers without elements, of which the call has none to write
    yet (`run`); 0 where there is no memory for one, and there are none then."""
    f = module.function("hloom_pjrt_new_results", [("ptr", "block"), ("ptr", "outs"), ("ptr", "event"), ("i64", "state")],
                        result="i64", linkage="internal")
    block, outs, event, first_state = f.parameters
    descriptions, made = block_word(f, block, Block.DESCRIPTIONS, "ptr"), f.variable(number(0))
    failed = f.label("failed")
    with f.loop(0, block_word(f, block, Block.RESULTS)) as k:
        description = f.address(descriptions, f.mul(k, Result.SIZE), "i64")
        cell_bytes = word(f, description, 8 * Result.CELL_BYTES)
        cell = f.call("aligned_alloc", "ptr", [number(64), word(f, description, 8 * Result.ALL_BYTES)])
        some = f.label("some")
        f.branch_if(f.compare("eq", cell, NULL), failed, some)
        f.block(some)
        f.copy_bytes(cell, word(f, description, 8 * Result.CELL, "ptr"), cell_bytes)
        set_word(f, cell, Cell.DIMENSIONS, at(f, cell, Cell.SIZE))
        is_small = f.compare("ule", word(f, description, 8 * Result.BYTES), INLINE_BYTES)
        set_word(f, cell, Cell.DATA, f.select(is_small, f.address(cell, cell_bytes, "i8"), NULL))
        set_word(f, cell, Cell.EVENT, event)
        set_word(f, cell, Cell.STATE, first_state)
        f.store(cell, f.address(outs, k, "ptr"))
        f.set(made, f.add(f.get(made), 1))
    f.ret(number(1))
    f.block(failed)
    with f.loop(0, f.get(made)) as k:
        f.call("free", "void", [f.load("ptr", f.address(outs, k, "ptr"))])
    f.ret(number(0))


def _emit_drop_results(module: LLVMModule) -> None:
    """`drop_results(ptr block, ptr outs)`: those of a call that came to nothing, which nobody has seen."""
    f = module.function("hloom_pjrt_drop_results", [("ptr", "block"), ("ptr", "outs")], linkage="internal")
    block, outs = f.parameters
    with f.loop(0, block_word(f, block, Block.RESULTS)) as k:
        cell = f.load("ptr", f.address(outs, k, "ptr"))
        f.call("hloom_pjrt_release", "void", [cell, number(1), number(DELETED | DESTROYED)])
    f.ret()


# -- the call ------------------------------------------------------------------------------------------------------------------


def _emit_run(module: LLVMModule) -> None:
    """`run(ptr block, ptr handles, ptr donated, ptr outs, ptr watch)`: calls the program on arguments that are held; gives the
    results, which have none, their elements. DONE_WELL, STOPPED by the watch, or NO_MEMORY."""
    f = module.function("hloom_pjrt_run", [(t, n) for t, n in (("ptr", "block"), ("ptr", "handles"), ("ptr", "donated"),
                                                               ("ptr", "outs"), ("ptr", "watch"))], result="i64")
    block, handles, donated, outs, watch = f.parameters
    words, first, count = (block_word(f, block, p) for p in (Block.WORDS, Block.FIRST_SLOT, Block.ARGUMENTS))
    slots = f.value("ptr", f"alloca ptr, {words}, align 64")
    f.copy_bytes(slots, block_word(f, block, Block.TEMPLATE, "ptr"), f.mul(first, 8))
    with f.when(f.compare("ne", watch, NULL)):
        f.store(watch, f.address(slots, WATCH, "ptr"))
    target = f.address(slots, first, "ptr")
    with f.loop(0, count) as k:
        f.store(word(f, f.load("ptr", f.address(handles, k, "ptr")), Cell.DATA, "ptr"), f.address(target, k, "ptr"))
    failed, results = f.label("failed"), block_word(f, block, Block.RESULTS)
    descriptions = block_word(f, block, Block.DESCRIPTIONS, "ptr")
    given, used = f.address(target, count, "ptr"), f.variable(number(0))
    with f.loop(0, results) as k:
        _emit_elements(f, f.address(descriptions, f.mul(k, Result.SIZE), "i64"), f.load("ptr", f.address(outs, k, "ptr")),
                       handles, donated, failed)
    arena = _emit_arena(f, block, slots, failed)
    with f.loop(0, results) as k:
        description, cell = f.address(descriptions, f.mul(k, Result.SIZE), "i64"), f.load("ptr", f.address(outs, k, "ptr"))
        alias, size = word(f, description, 8 * Result.ALIAS), word(f, description, 8 * Result.BYTES)
        with f.when(f.compare("ne", alias, 0)):
            _emit_alias(f, handles, target, f.sub(alias, 1), cell, size, used)
        f.store(word(f, cell, Cell.DATA, "ptr"), f.address(given, k, "ptr"))
        is_small = f.compare("ule", size, INLINE_BYTES)
        set_word(f, cell, Cell.PLACE, f.select(is_small, number(Place.INLINE), number(Place.OWN)))
        f.set(used, f.add(f.get(used), size))
    in_use = f.add(fetch_add(f, state(f, BYTES_IN_USE), f.get(used), "monotonic"), f.get(used))
    with f.when(f.compare("sgt", in_use, f.load("i64", state(f, PEAK_BYTES)))):
        f.store(in_use, state(f, PEAK_BYTES))
    run, is_timed = block_word(f, block, Block.RUN, "ptr"), f.compare("ne", block_word(f, block, Block.IS_TIMED), 0)
    start = f.variable(number(0))
    with f.when(is_timed):
        f.set(start, f.call("hloom_pjrt_now", "i64", []))
    stopped = f.value("i64", f"call i64 {run.name}({slots})")
    with f.when(is_timed):
        taken, before = f.sub(f.call("hloom_pjrt_now", "i64", []), f.get(start)), block_word(f, block, Block.TIME)
        mean = f.binary("lshr", f.add(f.mul(before, 3), taken), 2)
        mean = f.select(f.compare("eq", before, UNKNOWN), taken, mean)
        set_word(f, block, 8 * Block.TIME, mean)
    _emit_keep_arena(f, block, f.get(arena))
    f.ret(f.select(f.compare("ne", stopped, 0), number(STOPPED), number(DONE_WELL)))
    f.block(failed)
    with f.loop(0, results) as k:
        cell = f.load("ptr", f.address(outs, k, "ptr"))
        with f.when(f.compare("ugt", word(f, cell, Cell.BYTES), INLINE_BYTES)):
            with f.when(f.compare("ne", word(f, cell, Cell.DATA, "ptr"), NULL)):
                f.call("hloom_pjrt_free", "void", [word(f, cell, Cell.DATA, "ptr")])
            set_word(f, cell, Cell.DATA, NULL)
    f.ret(number(NO_MEMORY))


def _emit_elements(f: Function, description: Value, cell: Value, handles: Value, donated: Value, failed: str) -> None:
    """Memory for a result that is large, unless it gets that of an argument."""
    size, alias = word(f, description, 8 * Result.BYTES), word(f, description, 8 * Result.ALIAS)
    large, look, own, some, done = (f.label(n) for n in ("large", "look", "own", "some", "done"))
    f.branch_if(f.compare("ugt", size, INLINE_BYTES), large, done)
    f.block(large)
    f.branch_if(f.compare("ne", alias, 0), look, own)
    f.block(look)
    argument = f.sub(alias, 1)
    given = f.load("ptr", f.address(handles, argument, "ptr"))
    # Nobody else may have an address of it, and its memory must be one that a buffer frees.
    held = load(f, at(f, given, Cell.STATE), "i64")
    is_mine = f.binary("and", is_donated(f, donated, argument), f.compare("eq", f.binary("and", held, COUNT | DELETED),
                                                                          1 | DELETED))
    is_mine = f.binary("and", is_mine, f.compare("eq", word(f, given, Cell.PLACE), int(Place.OWN)))
    f.branch_if(is_mine, done, own)
    f.block(own)
    block = f.call("hloom_pjrt_allocate", "ptr", [size])
    f.branch_if(f.compare("eq", block, NULL), failed, some)
    f.block(some)
    set_word(f, cell, Cell.DATA, block)
    f.branch(done)
    f.block(done)


def _emit_alias(f: Function, handles: Value, slots: Value, argument: Value, cell: Value, size: Value, used: Variable) -> None:
    """Gives a result that lies where an argument does the argument's memory, or its elements, where it has memory already."""
    given, slot = f.load("ptr", f.address(handles, argument, "ptr")), f.address(slots, argument, "ptr")
    data = word(f, cell, Cell.DATA, "ptr")

    def take() -> None:
        set_word(f, cell, Cell.DATA, word(f, given, Cell.DATA, "ptr"))
        set_word(f, given, Cell.PLACE, number(Place.NONE))
        f.set(used, f.sub(f.get(used), word(f, given, Cell.BYTES)))

    def copy() -> None:
        f.copy_bytes(data, f.load("ptr", slot), size)
        f.store(data, slot)

    f.if_else(f.compare("eq", data, NULL), take, copy)


def _emit_call_at_once(module: LLVMModule) -> None:
    """`call_at_once(ptr block, ptr handles, ptr outs, ptr events)`: DONE_WELL, STOPPED, or NO_MEMORY if it could not be, and all
    is as before."""
    f = module.function("hloom_pjrt_call_at_once", [("ptr", "block"), ("ptr", "handles"), ("ptr", "outs"), ("ptr", "events")],
                        result="i64", linkage="internal")
    block, handles, outs, events = f.parameters
    count, donated = block_word(f, block, Block.ARGUMENTS), block_word(f, block, Block.DONATED, "ptr")
    ready = f.load("ptr", state(f, READY))
    taken, made, no, undo = (f.label(n) for n in ("taken", "made", "no", "undo"))
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_take_arguments", "i64", [handles, count, donated]), 0), taken, no)
    f.block(taken)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_new_results", "i64", [block, outs, ready, number(1)]), 0), made, undo)
    f.block(made)
    watch = f.variable(NULL)
    with f.when(f.compare("ne", block_word(f, block, Block.IS_WATCHED), 0)):
        with f.when(is_main_thread(f)):
            f.set(watch, queue(f, Queue.WATCH_OUTSIDE))
            f.call("hloom_pjrt_begin_outside", "void", [])
    ended = f.call("hloom_pjrt_run", "i64", [block, handles, donated, outs, f.get(watch)])
    with f.when(f.compare("ne", f.get(watch), NULL)):
        f.call("hloom_pjrt_end_outside", "void", [])
    good, bad = f.label("good"), f.label("bad")
    f.branch_if(f.compare("eq", ended, DONE_WELL), good, bad)
    f.block(good)
    f.call("hloom_pjrt_give_back", "void", [handles, count, donated, number(0)])
    with f.when(f.compare("ne", events, NULL)):
        f.store(ready, events)
    f.ret(number(DONE_WELL))
    f.block(bad)
    f.call("hloom_pjrt_drop_results", "void", [block, outs])
    f.call("hloom_pjrt_give_back", "void", [handles, count, donated, f.cast("zext", f.compare("eq", ended, NO_MEMORY), "i64")])
    f.ret(ended)
    f.block(undo)
    f.call("hloom_pjrt_give_back", "void", [handles, count, donated, number(1)])
    f.branch(no)
    f.block(no)
    f.ret(number(NO_MEMORY))


def _emit_enqueue(module: LLVMModule) -> None:
    """`enqueue(ptr block, ptr handles, ptr outs, ptr events)`: dispatches the call; 0 if it could not be, and all is as before.
    `leave(ptr block)`: a dispatched call does not need the block any more."""
    f = module.function("hloom_pjrt_leave", [("ptr", "block")], linkage="internal")
    fetch_add(f, at(f, f.parameters[0], 8 * Block.USERS), number(-1), "release")
    f.ret()
    f = module.function("hloom_pjrt_enqueue", [("ptr", "block"), ("ptr", "handles"), ("ptr", "outs"), ("ptr", "events")],
                        result="i64", linkage="internal")
    block, handles, outs, events = f.parameters
    count, donated = block_word(f, block, Block.ARGUMENTS), block_word(f, block, Block.DONATED, "ptr")
    results = block_word(f, block, Block.RESULTS)
    is_open, taken, there, made, no, undo, drop = (f.label(n) for n in ("open", "taken", "there", "made", "no", "undo", "drop"))
    f.branch_if(f.compare("ne", load(f, queue(f, Queue.IS_OPEN), "i64", "monotonic"), 0), is_open, no)
    f.block(is_open)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_take_later", "i64", [handles, count, donated]), 0), taken, no)
    f.block(taken)
    is_wanted = f.cast("zext", f.compare("ne", events, NULL), "i64")
    event = new_event(f, f.add(f.add(results, 1), is_wanted))
    size = f.binary("and", f.add(f.mul(f.add(count, results), 8), Work.SIZE + 63), -64)
    work = f.call("aligned_alloc", "ptr", [number(64), size])
    is_there = f.binary("and", f.compare("ne", event, NULL), f.compare("ne", work, NULL))
    f.branch_if(is_there, there, undo)
    f.block(there)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_new_results", "i64", [block, outs, event, number(2)]), 0), made, undo)
    f.block(made)
    own_arguments, own_results = at(f, work, Work.SIZE), f.address(at(f, work, Work.SIZE), count, "ptr")
    f.copy_bytes(own_arguments, handles, f.mul(count, 8))
    f.copy_bytes(own_results, outs, f.mul(results, 8))
    for place, value in ((Work.KIND, number(CALL)), (Work.EVENT, event), (Work.BLOCK, block), (Work.ARGUMENTS, own_arguments),
                         (Work.ARGUMENT_COUNT, count), (Work.DONATED, donated), (Work.RESULTS, own_results),
                         (Work.RESULT_COUNT, results)):
        set_word(f, work, place, value)
    fetch_add(f, at(f, block, 8 * Block.USERS), number(1), "monotonic")
    submitted = f.label("submitted")
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_submit", "i64", [work]), 0), submitted, drop)
    f.block(submitted)
    with f.when(f.compare("ne", events, NULL)):
        f.store(event, events)
    f.ret(number(1))
    f.block(drop)
    f.call("hloom_pjrt_leave", "void", [block])
    with f.loop(0, results) as k:
        f.call("free", "void", [f.load("ptr", f.address(outs, k, "ptr"))])
    f.branch(undo)
    f.block(undo)
    f.call("free", "void", [event])
    f.call("free", "void", [work])
    f.call("hloom_pjrt_give_back", "void", [handles, count, donated, number(1)])
    f.branch(no)
    f.block(no)
    f.ret(number(0))


def _emit_arena(f: Function, block: Value, slots: Value, failed: str) -> Variable:
    """The arena that is kept, or another while that is in use; 0 for a program without."""
    size, arena = block_word(f, block, Block.ARENA_BYTES), f.variable(number(0))
    take, fresh, have, end = (f.label(n) for n in ("take", "fresh", "have", "end"))
    f.branch_if(f.compare("ne", size, 0), take, end)
    f.block(take)
    f.set(arena, f.value("i64", f"atomicrmw xchg {at(f, block, 8 * Block.ARENA)}, i64 0 acquire"))
    f.branch_if(f.compare("eq", f.get(arena), 0), fresh, have)
    f.block(fresh)
    f.set(arena, f.cast("ptrtoint", f.call("aligned_alloc", "ptr", [number(64), size]), "i64"))
    f.branch_if(f.compare("eq", f.get(arena), 0), failed, have)
    f.block(have)
    f.store(f.get(arena), f.address(slots, ARENA, "i64"))
    f.branch(end)
    f.block(end)
    return arena


def _emit_keep_arena(f: Function, block: Value, arena: Value) -> None:
    with f.when(f.compare("ne", block_word(f, block, Block.ARENA_BYTES), 0)):
        other = f.value("i64", f"atomicrmw xchg {at(f, block, 8 * Block.ARENA)}, {arena} release")
        with f.when(f.compare("ne", other, 0)):
            f.call("free", "void", [f.cast("inttoptr", other, "ptr")])
