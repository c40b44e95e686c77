"""The dispatch of long programs as native code: a queue of work, and the loop of the thread that does it in order.

A piece of work is a call of a program, or a copy of elements to the host. Whoever gives it has held its buffers, and goes on at
once: results have the event of the work, and their elements lie somewhere when it has ended. Work is done in order, so what it
needs has ended before it begins; if that has failed, it fails for the same cause. No Python runs between two calls: Python that
runs ahead does not keep them waiting for its lock.

    i64 submit(ptr work)              1, or 0 where no thread takes it
    void dispatch()                   the loop, until `close`
    void wanted(i64 number)           the main thread is about to wait for the work of this number
    i64 await_event(ptr event)        waits until a native event has ended; whether that is well
    void stop(i64 number)             work up to this number ends as cancelled, what is being done at the next look at its watch
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.bridges.pjrt.native_cells import NULL, number, set_word, word
from hloom.bridges.pjrt.native_events import cause_of, event_of, has_ended, is_native, is_the_ready, new_event
from hloom.bridges.pjrt.native_layout import CALL, COPY, DONE_WELL, MOST_WORK, QUEUE, STOPPED, Cell, Event, Queue, Work
from hloom.codegen.cpu.dispatch_latency import at, fetch_add, load, store
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch import commands
from hloom.runtime.dispatch.commands import ATTENTION

#: More than the bytes of what a system says of a signal, and the signal of Ctrl-C.
_ACTION_BYTES, _SIGINT = 256, Value("i32", "2")


def queue(f: Function, place: Queue) -> Value:
    """The address of a word of the queue."""
    return at(f, Value("ptr", f"@{QUEUE}"), int(place))


def emit_dispatch(module: LLVMModule) -> None:
    module.define_global(QUEUE, f"global [{Queue.SIZE // 8} x i64] zeroinitializer, align 128")
    for name, pointers in (("mutex_init", 2), ("cond_init", 2), ("mutex_lock", 1), ("mutex_unlock", 1), ("cond_wait", 2),
                           ("cond_signal", 1), ("cond_broadcast", 1)):
        module.declare(f"pthread_{name}", "i32", ["ptr"] * pointers)
    module.declare("pthread_self", "ptr", [])
    _emit_prepare(module)
    _emit_submit(module)
    _emit_copy_later(module)
    _emit_stay(module)
    _emit_wanted(module)
    _emit_stop(module)
    _emit_await(module)
    _emit_cause(module)
    _emit_do(module)
    _emit_loop(module)
    _emit_interrupted(module)


def begin_watch(f: Function, watch: Value) -> None:
    """Nobody has stopped the calls that begin now."""
    for word_of_watch in (commands.STOPPED, ATTENTION):
        store(f, number(0), at(f, watch, word_of_watch))


def _thread(f: Function, function: str, *places: Queue) -> None:
    f.call(f"pthread_{function}", "i32", [queue(f, place) for place in places])


def _emit_prepare(module: LLVMModule) -> None:
    """`prepare(ptr attend)`: an empty queue, also in a child of fork(), where what was under way has failed, and nobody is told;
    `attend` is what watches call."""
    f = module.function("hloom_pjrt_prepare", [("ptr", "attend")])
    for place, kind in ((Queue.MUTEX, "mutex"), (Queue.WORK, "cond"), (Queue.DONE, "cond")):
        f.call(f"pthread_{kind}_init", "i32", [queue(f, place), NULL])
    for place in (Queue.WATCH, Queue.WATCH_OUTSIDE):
        f.store(f.parameters[0], at(f, queue(f, place), 8))
    cancelled = f.load("ptr", queue(f, Queue.CANCELLED))
    for place in (Queue.CURRENT, Queue.FIRST):
        current = f.variable(f.load("ptr", queue(f, place)))
        look, end, done = f.label("look"), f.label("end"), f.label("done")
        f.branch(look)
        f.block(look)
        f.branch_if(f.compare("eq", f.get(current), NULL), done, end)
        f.block(end)
        event = word(f, f.get(current), Work.EVENT, "ptr")
        # The thread may have been between the end of its work and the next piece, or have just begun with it.
        with f.when(f.binary("xor", has_ended(f, event), number(1, "i1"))):
            f.call("hloom_pjrt_event_end", "void", [event, cancelled, number(0)])
        f.set(current, word(f, f.get(current), Work.NEXT, "ptr"))
        f.branch(look)
        f.block(done)
    for place in (Queue.FIRST, Queue.LAST, Queue.CURRENT, Queue.COUNT, Queue.WAITING, Queue.IS_OPEN, Queue.IS_CLOSING,
                  Queue.OUTSIDE, Queue.TO_STOP, Queue.TO_STOP_OUTSIDE):
        f.store(number(0), queue(f, place))
    f.ret()


def _emit_submit(module: LLVMModule) -> None:
    f = module.function("hloom_pjrt_submit", [("ptr", "work")], result="i64")
    (work,) = f.parameters
    take, no = f.label("take"), f.label("no")
    _thread(f, "mutex_lock", Queue.MUTEX)
    f.branch_if(f.compare("ne", f.load("i64", queue(f, Queue.IS_OPEN)), 0), take, no)
    f.block(take)
    mine = f.add(f.load("i64", queue(f, Queue.NUMBER)), 1)
    store(f, mine, queue(f, Queue.NUMBER), "monotonic")
    set_word(f, work, Work.NEXT, NULL)
    set_word(f, work, Work.NUMBER, mine)
    set_word(f, word(f, work, Work.EVENT, "ptr"), Event.NUMBER, mine)
    last = f.load("ptr", queue(f, Queue.LAST))
    f.if_else(f.compare("eq", last, NULL), lambda: f.store(work, queue(f, Queue.FIRST)),
              lambda: set_word(f, last, Work.NEXT, work))
    f.store(work, queue(f, Queue.LAST))
    fetch_add(f, queue(f, Queue.COUNT), number(1), "monotonic")
    _thread(f, "cond_signal", Queue.WORK)
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret(number(1))
    f.block(no)
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret(number(0))


def _emit_copy_later(module: LLVMModule) -> None:
    """`copy_later(ptr cell, ptr target, i64 bytes)`: the event of a copy of elements that a native event says the end of, null if
    there can be none."""
    f = module.function("hloom_pjrt_copy_later", [("ptr", "cell"), ("ptr", "target"), ("i64", "bytes")], result="ptr",
                        linkage="internal")
    cell, target, size = f.parameters
    look, hold, made, no, drop, away, done = (f.label(n) for n in ("look", "hold", "made", "no", "drop", "away", "done"))
    f.branch_if(is_the_ready(f, event_of(f, cell)), no, look)
    f.block(look)
    f.branch_if(is_native(f, event_of(f, cell)), hold, no)
    f.block(hold)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_hold", "i64", [cell]), 0), made, no)
    f.block(made)
    event = new_event(f, number(2))
    work = f.call("aligned_alloc", "ptr", [number(64), number((Work.SIZE + 63) & -64)])
    submit = f.label("submit")
    f.branch_if(f.binary("and", f.compare("ne", event, NULL), f.compare("ne", work, NULL)), submit, drop)
    f.block(submit)
    for place, value in ((Work.KIND, number(COPY)), (Work.EVENT, event), (Work.SOURCE, cell), (Work.BYTES, size),
                         (Work.TARGET, target)):
        set_word(f, work, place, value)
    f.branch_if(f.compare("ne", f.call("hloom_pjrt_submit", "i64", [work]), 0), done, drop)
    f.block(done)
    f.call("hloom_pjrt_wanted", "void", [word(f, event, Event.NUMBER)])
    f.ret(event)
    f.block(drop)
    f.call("hloom_pjrt_release", "void", [cell, number(1), number(0)])
    f.branch(away)
    f.block(away)
    f.call("free", "void", [event])
    f.call("free", "void", [work])
    f.branch(no)
    f.block(no)
    f.ret(NULL)


def is_main_thread(f: Function) -> Value:
    """Whether this is the thread that Python raises exceptions of signals in."""
    return f.compare("eq", f.call("pthread_self", "ptr", []), f.load("ptr", queue(f, Queue.MAIN)))


def _emit_stay(module: LLVMModule) -> None:
    """`stay()`: where the interpreter ends, a thread other than the main one does not come back from here. Python would end it as
    soon as it asks for its lock, in the middle of its caller's code, which ends the process for that. (Python 3.14 has such
    threads wait, too.)"""
    module.declare("pause", "i32", [])
    f = module.function("hloom_pjrt_stay", [])
    look, stay, end = f.label("look"), f.label("stay"), f.label("end")
    f.branch_if(f.compare("ne", load(f, queue(f, Queue.IS_CLOSING), "i64"), 0), look, end)
    f.block(look)
    f.branch_if(is_main_thread(f), end, stay)
    f.block(stay)
    f.call("pause", "i32", [])
    f.branch(stay)
    f.block(end)
    f.ret()


def _emit_wanted(module: LLVMModule) -> None:
    """`wanted(i64 number)`: somebody wants to know when the work of this number has ended.

    A signal that comes from then on stops the work. One that came before is Python's to raise: whoever then waits where Python
    does not look for signals lets it do so in between."""
    f = module.function("hloom_pjrt_wanted", [("i64", "number")])
    with f.when(is_main_thread(f)):
        f.call("hloom_pjrt_listen", "void", [])
        f.value("i64", f"atomicrmw umax {queue(f, Queue.WANTED)}, {f.parameters[0]} seq_cst")
    f.ret()


def _emit_stop(module: LLVMModule) -> None:
    """`to_stop()`: the last piece of work that signals were to stop since this was asked, 0 for none. `stop(i64 number)`.
    `stop_outside(i64 call)`: this call of the main thread's own, if it is still being done, ends at its next look at its watch.
    `begin_outside()`; `end_outside()`: the main thread does a call of its own."""
    f = module.function("hloom_pjrt_to_stop", [], result="i64")
    f.ret(f.value("i64", f"atomicrmw xchg {queue(f, Queue.TO_STOP)}, i64 0 seq_cst"))
    f = module.function("hloom_pjrt_stop", [("i64", "number")])
    (last,) = f.parameters
    _thread(f, "mutex_lock", Queue.MUTEX)
    store(f, last, queue(f, Queue.STOPPED))
    with f.when(f.compare("ule", load(f, queue(f, Queue.RUNNING), "i64"), last)):
        store(f, number(1), at(f, queue(f, Queue.WATCH), ATTENTION))
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret()
    f = module.function("hloom_pjrt_stop_outside", [("i64", "call")])
    _thread(f, "mutex_lock", Queue.MUTEX)
    with f.when(f.compare("eq", load(f, queue(f, Queue.OUTSIDE), "i64"), f.parameters[0])):
        store(f, number(1), at(f, queue(f, Queue.WATCH_OUTSIDE), ATTENTION))
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret()
    f = module.function("hloom_pjrt_begin_outside", [], linkage="internal")
    f.call("hloom_pjrt_listen", "void", [])
    begin_watch(f, queue(f, Queue.WATCH_OUTSIDE))
    fetch_add(f, queue(f, Queue.OUTSIDE), number(1))
    f.ret()
    f = module.function("hloom_pjrt_end_outside", [], linkage="internal")
    _thread(f, "mutex_lock", Queue.MUTEX)  # who has just seen it being done stops it, and not the next
    fetch_add(f, queue(f, Queue.OUTSIDE), number(1))
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret()


def _emit_await(module: LLVMModule) -> None:
    """`await_event(ptr event)`; `await_room()`: waits until there is room for one more piece of work; `close()`: no more is
    taken, and all that there is stops."""
    f = module.function("hloom_pjrt_await_event", [("ptr", "event")], result="i64")
    (event,) = f.parameters
    _emit_waiting(f, lambda: has_ended(f, event))
    f.call("hloom_pjrt_stay", "void", [])
    f.ret(f.cast("zext", f.compare("eq", cause_of(f, event), NULL), "i64"))
    f = module.function("hloom_pjrt_await_room", [])
    _emit_waiting(f, lambda: f.compare("ult", load(f, queue(f, Queue.COUNT), "i64"), MOST_WORK))
    f.ret()
    f = module.function("hloom_pjrt_close", [])
    _thread(f, "mutex_lock", Queue.MUTEX)
    f.store(number(0), queue(f, Queue.IS_OPEN))
    f.store(number(1), queue(f, Queue.IS_CLOSING))
    _thread(f, "cond_broadcast", Queue.WORK)
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.call("hloom_pjrt_stop", "void", [load(f, queue(f, Queue.NUMBER), "i64")])
    f.ret()


def _emit_waiting(f: Function, is_over: Callable[[], Value]) -> None:
    look, sleep, done = f.label("look"), f.label("sleep"), f.label("done")
    _thread(f, "mutex_lock", Queue.MUTEX)
    fetch_add(f, queue(f, Queue.WAITING), number(1))
    f.branch(look)
    f.block(look)
    f.branch_if(is_over(), done, sleep)
    f.block(sleep)
    _thread(f, "cond_wait", Queue.DONE, Queue.MUTEX)
    f.branch(look)
    f.block(done)
    fetch_add(f, queue(f, Queue.WAITING), number(-1))
    _thread(f, "mutex_unlock", Queue.MUTEX)


def _emit_cause(module: LLVMModule) -> None:
    """`cause(ptr cell)`: what a buffer's elements could not be computed for, null where they are there."""
    f = module.function("hloom_pjrt_cause", [("ptr", "cell")], result="ptr", linkage="internal")
    event = event_of(f, f.parameters[0])
    good, other, native = f.label("good"), f.label("other"), f.label("native")
    f.branch_if(is_the_ready(f, event), good, other)
    f.block(other)
    f.branch_if(is_native(f, event), native, good)
    f.block(native)
    f.ret(cause_of(f, event))
    f.block(good)
    f.ret(NULL)


def _emit_do(module: LLVMModule) -> None:
    """`do(ptr work)`: does a piece of work, says that it has ended, and frees it."""
    f = module.function("hloom_pjrt_do", [("ptr", "work")], linkage="internal")
    (work,) = f.parameters
    cause = f.variable(NULL)
    kind, event = word(f, work, Work.KIND), word(f, work, Work.EVENT, "ptr")
    stopped = f.compare("uge", load(f, queue(f, Queue.STOPPED), "i64"), word(f, work, Work.NUMBER))
    with f.when(stopped):
        f.set(cause, f.load("ptr", queue(f, Queue.CANCELLED)))
    call, copy, end = (f.label(n) for n in ("call", "copy", "end"))
    f.branch_if(f.compare("eq", kind, CALL), call, copy)
    f.block(call)
    f.call("hloom_pjrt_do_call", "void", [work, f.get(cause)])
    f.branch(end)
    f.block(copy)
    source = word(f, work, Work.SOURCE, "ptr")
    wrong = f.call("hloom_pjrt_cause", "ptr", [source])
    f.if_else(f.compare("eq", wrong, NULL),
              lambda: f.copy_bytes(word(f, work, Work.TARGET, "ptr"), word(f, source, Cell.DATA, "ptr"),
                                   word(f, work, Work.BYTES)), lambda: f.set(cause, wrong))
    f.call("hloom_pjrt_release", "void", [source, number(1), number(0)])
    f.call("hloom_pjrt_event_end", "void", [event, f.get(cause), number(1)])
    f.branch(end)
    f.block(end)
    store(f, NULL, queue(f, Queue.CURRENT))  # before it is freed: a child of fork() looks there
    f.call("hloom_pjrt_event_release", "void", [event])
    f.call("free", "void", [work])
    f.ret()

    f = module.function("hloom_pjrt_do_call", [("ptr", "work"), ("ptr", "given")], linkage="internal")
    work, given = f.parameters
    cause, event = f.variable(given), word(f, work, Work.EVENT, "ptr")
    arguments, count = word(f, work, Work.ARGUMENTS, "ptr"), word(f, work, Work.ARGUMENT_COUNT)
    with f.loop(0, count) as k:
        wrong = f.call("hloom_pjrt_cause", "ptr", [f.load("ptr", f.address(arguments, k, "ptr"))])
        f.set(cause, f.select(f.compare("eq", f.get(cause), NULL), wrong, f.get(cause)))
    block, donated = word(f, work, Work.BLOCK, "ptr"), word(f, work, Work.DONATED, "ptr")
    results = word(f, work, Work.RESULTS, "ptr")
    with f.when(f.compare("eq", f.get(cause), NULL)):
        ended = f.call("hloom_pjrt_run", "i64", [block, arguments, donated, results, queue(f, Queue.WATCH)])
        why = f.select(f.compare("eq", ended, STOPPED), f.load("ptr", queue(f, Queue.CANCELLED)),
                       f.load("ptr", queue(f, Queue.EXHAUSTED)))
        f.set(cause, f.select(f.compare("eq", ended, DONE_WELL), NULL, why))
    f.call("hloom_pjrt_give_back", "void", [arguments, count, donated, number(0)])
    f.call("hloom_pjrt_event_end", "void", [event, f.get(cause), number(1)])
    with f.loop(0, word(f, work, Work.RESULT_COUNT)) as k:
        f.call("hloom_pjrt_release", "void", [f.load("ptr", f.address(results, k, "ptr")), number(1), number(0)])
    f.call("hloom_pjrt_leave", "void", [block])
    f.ret()


def _emit_loop(module: LLVMModule) -> None:
    f = module.function("hloom_pjrt_dispatch", [])
    f.store(f.call("pthread_self", "ptr", []), queue(f, Queue.THREAD))
    look, idle, sleep, take, work, over = (f.label(n) for n in ("look", "idle", "sleep", "take", "work", "over"))
    _thread(f, "mutex_lock", Queue.MUTEX)
    f.branch(look)
    f.block(look)
    first = f.load("ptr", queue(f, Queue.FIRST))
    f.branch_if(f.compare("eq", first, NULL), idle, take)
    f.block(idle)
    f.branch_if(f.compare("ne", f.load("i64", queue(f, Queue.IS_CLOSING)), 0), over, sleep)
    f.block(sleep)
    _thread(f, "cond_wait", Queue.WORK, Queue.MUTEX)
    f.branch(look)
    f.block(take)
    following = word(f, first, Work.NEXT, "ptr")
    store(f, first, queue(f, Queue.CURRENT))  # it is in one of both places, or in both, whenever a child of fork() looks
    f.store(following, queue(f, Queue.FIRST))
    with f.when(f.compare("eq", following, NULL)):
        f.store(NULL, queue(f, Queue.LAST))
    set_word(f, first, Work.NEXT, NULL)
    store(f, word(f, first, Work.NUMBER), queue(f, Queue.RUNNING))
    # Who stops it now or later is seen: either here, in STOPPED, or by the watch.
    begin_watch(f, queue(f, Queue.WATCH))
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.branch(work)
    f.block(work)
    f.call("hloom_pjrt_do", "void", [first])
    _thread(f, "mutex_lock", Queue.MUTEX)
    fetch_add(f, queue(f, Queue.COUNT), number(-1))
    with f.when(f.compare("ne", load(f, queue(f, Queue.WAITING), "i64"), 0)):
        _thread(f, "cond_broadcast", Queue.DONE)
    f.branch(look)
    f.block(over)
    _thread(f, "mutex_unlock", Queue.MUTEX)
    f.ret()


def _emit_interrupted(module: LLVMModule) -> None:
    """`interrupted(i32 signal, ptr, ptr)`: what the system calls for a signal: it calls whom that would have called, notes what
    there is to stop, and tells the thread that waits for it. It may do nothing else. `listen()`: has it called for SIGINT;
    whoever sets handlers of Python anew has it forgotten."""
    module.declare("write", "i64", ["i32", "ptr", "i64"])
    module.declare("sigaction", "i32", ["i32", "ptr", "ptr"])
    f = module.function("hloom_pjrt_listen", [], linkage="internal")
    own, action = Value("ptr", "@hloom_pjrt_interrupted"), f.slot("i64", _ACTION_BYTES // 8)
    f.call("sigaction", "i32", [_SIGINT, NULL, action])
    before = f.load("ptr", action)  # the handler comes first on every system
    is_other = f.binary("and", f.compare("ne", before, own), f.compare("ugt", f.cast("ptrtoint", before, "i64"), 1))
    with f.when(is_other):
        f.store(before, queue(f, Queue.BEFORE))
        f.store(own, action)
        f.call("sigaction", "i32", [_SIGINT, action, NULL])
    f.ret()
    f = module.function("hloom_pjrt_interrupted", [("i32", "signal"), ("ptr", "information"), ("ptr", "context")])
    # First: if the main thread is only now about to wait, and is not seen below, it finds the exception before it does.
    before = f.load("ptr", queue(f, Queue.BEFORE))
    with f.when(f.compare("ugt", f.cast("ptrtoint", before, "i64"), 1)):
        f.emit(f"call void {before.name}({', '.join(map(str, f.parameters))})")
    # What there is to stop is what the main thread waits for now: who is told comes later, and it may wait for something else.
    outside = load(f, queue(f, Queue.OUTSIDE), "i64")
    with f.when(f.compare("ne", f.binary("and", outside, 1), 0)):
        store(f, outside, queue(f, Queue.TO_STOP_OUTSIDE))
    waits = f.compare("uge", load(f, queue(f, Queue.WANTED), "i64"), load(f, queue(f, Queue.RUNNING), "i64"))
    with f.when(f.binary("and", waits, f.compare("ne", load(f, queue(f, Queue.COUNT), "i64"), 0))):
        store(f, load(f, queue(f, Queue.NUMBER), "i64"), queue(f, Queue.TO_STOP))
    byte = f.slot("i64", 1)
    f.store(number(1), byte)
    f.call("write", "i64", [f.cast("trunc", f.load("i64", queue(f, Queue.PIPE)), "i32"), byte, number(1)])
    f.ret()
