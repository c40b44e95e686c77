"""Events of work that native code has under way, as native code: cells that know who holds them and whom to tell.

An event belongs to one piece of work (`native_dispatch`), whose results all have it. It has ended when its word `TO_TELL` is
ENDED; until then that word is a list of those who want to be told. A cause is the event of what went wrong first, which alone
knows the error: so what depends on work that has failed fails without Python. Buffers keep their event until they go, as
somebody may be about to ask for it.

The one event that is ready, and those of Python (transfers, `events.Work`), are handles of Python, which have another kind.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.bridges.pjrt.native_cells import (
    NULL,
    emit_atomically,
    exported,
    field,
    number,
    return_null,
    set_field,
    set_word,
    slow,
    state,
    word,
)
from hloom.bridges.pjrt.native_layout import ENDED, NATIVE, READY, Cell, Event
from hloom.codegen.cpu.dispatch_latency import at, fetch_add, load
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule


def emit_events(module: LLVMModule) -> None:
    _emit_life(module)
    _emit_is_there(module)
    _emit_end(module)
    _emit_questions(module)
    _emit_on_ready(module)
    _emit_ready_event(module)


def event_of(f: Function, cell: Value) -> Value:
    """The handle of the event that a buffer's elements wait for."""
    return f.cast("inttoptr", load(f, at(f, cell, Cell.EVENT), "i64", "acquire"), "ptr")


def is_the_ready(f: Function, event: Value) -> Value:
    return f.compare("eq", event, f.load("ptr", state(f, READY)))


def is_native(f: Function, event: Value) -> Value:
    return f.compare("eq", word(f, event, Event.KIND), NATIVE)


def has_ended(f: Function, event: Value) -> Value:
    return f.compare("eq", load(f, at(f, event, Event.TO_TELL), "i64", "acquire"), ENDED)


def cause_of(f: Function, event: Value) -> Value:
    """The event of what went wrong first, of a native event that has ended; null if nothing has."""
    return word(f, event, Event.CAUSE, "ptr")


def has_ended_well(f: Function, event: Value) -> Value:
    return f.binary("and", has_ended(f, event), f.compare("eq", cause_of(f, event), NULL))


def new_event(f: Function, holders: Value) -> Value:
    """A native event that so many hold; null where there is no memory."""
    event = f.call("aligned_alloc", "ptr", [number(64), number(Event.SIZE)])
    with f.when(f.compare("ne", event, NULL)):
        f.clear_bytes(event, Event.SIZE)
        set_word(f, event, Event.KIND, number(NATIVE))
        set_word(f, event, Event.HOLDERS, holders)
    return event


def is_there(f: Function, cell: Value) -> Value:
    """Whether a buffer's elements have been computed."""
    return f.compare("ne", f.call("hloom_pjrt_is_there", "i64", [cell]), 0)


def _emit_is_there(module: LLVMModule) -> None:
    f = module.function("hloom_pjrt_is_there", [("ptr", "cell")], result="i64", linkage="internal")
    event = event_of(f, f.parameters[0])
    yes, other, native, no = (f.label(n) for n in ("yes", "other", "native", "no"))
    f.branch_if(is_the_ready(f, event), yes, other)
    f.block(yes)
    f.ret(number(1))
    f.block(other)
    f.branch_if(is_native(f, event), native, no)
    f.block(native)
    f.branch_if(has_ended_well(f, event), yes, no)
    f.block(no)
    f.ret(number(0))


def _emit_life(module: LLVMModule) -> None:
    """`event_release(ptr event)`: one fewer holds a native event; the last one frees it. `event_new()`: one that has a holder.
    `let_event_go(ptr event)`: a buffer goes that has this event, of whatever kind."""
    f = module.function("hloom_pjrt_let_event_go", [("ptr", "event")], linkage="internal")
    (event,) = f.parameters
    other, native, done = f.label("other"), f.label("native"), f.label("done")
    f.branch_if(is_the_ready(f, event), done, other)
    f.block(other)
    f.branch_if(is_native(f, event), native, done)
    f.block(native)
    f.call("hloom_pjrt_event_release", "void", [event])
    f.branch(done)
    f.block(done)
    f.ret()
    f = module.function("hloom_pjrt_event_release", [("ptr", "event")])
    (event,) = f.parameters
    with f.when(f.compare("eq", fetch_add(f, at(f, event, Event.HOLDERS), number(-1), "acq_rel"), 1)):
        cause = cause_of(f, event)
        with f.when(f.compare("ne", cause, NULL)):
            own, other, done = f.label("own"), f.label("other"), f.label("done")
            f.branch_if(f.compare("eq", cause, event), own, other)
            f.block(own)
            f.call("hloom_pjrt_push", "void", [word(f, event, Event.ERROR, "ptr")])
            f.branch(done)
            f.block(other)
            f.call("hloom_pjrt_event_release", "void", [cause])
            f.branch(done)
            f.block(done)
        f.call("free", "void", [event])
    f.ret()
    f = module.function("hloom_pjrt_event_new", [], result="ptr")
    f.ret(new_event(f, number(1)))


def _emit_end(module: LLVMModule) -> None:
    """`event_end(ptr event, ptr cause, i64 is_told)`: the work has ended, because of `cause` without results; who waits for it is
    told if `is_told`."""
    f = module.function("hloom_pjrt_event_end", [("ptr", "event"), ("ptr", "cause"), ("i64", "is_told")])
    event, cause, is_told = f.parameters
    with f.when(f.compare("ne", cause, NULL)):
        with f.when(f.compare("ne", cause, event)):
            fetch_add(f, at(f, cause, Event.HOLDERS), number(1), "monotonic")
        set_word(f, event, Event.CAUSE, cause)
    first = f.value("i64", f"atomicrmw xchg {at(f, event, Event.TO_TELL)}, i64 {ENDED} acq_rel")
    current = f.variable(f.cast("inttoptr", first, "ptr"))
    look, tell, done = f.label("look"), f.label("tell"), f.label("done")
    f.branch(look)
    f.block(look)
    f.branch_if(f.compare("eq", f.get(current), NULL), done, tell)
    f.block(tell)
    one = f.get(current)
    f.set(current, word(f, one, 0, "ptr"))
    with f.when(f.compare("ne", is_told, 0)):
        f.call("hloom_pjrt_tell", "void", [event, word(f, one, 8, "ptr"), word(f, one, 16, "ptr")])
    f.call("free", "void", [one])
    f.branch(look)
    f.block(done)
    f.ret()


def _emit_questions(module: LLVMModule) -> None:
    def answering(name: str, then: Callable[[Function, Value, Value], None], is_good: bool) -> None:
        """A function that answers itself for what is ready, and for a native event that has ended (`is_good`: and has ended well,
        else for all native ones, where `then` is given whether)."""
        f, structure = exported(module, f"hloom_pjrt_{name}")
        event = field(f, structure, name, "event", "ptr")
        yes, other, native, away = (f.label(n) for n in ("ready", "other", "native", "away"))
        f.branch_if(is_the_ready(f, event), yes, other)
        f.block(yes)
        then(f, structure, number(1))
        return_null(f)
        f.block(other)
        f.branch_if(is_native(f, event), native, away)
        f.block(native)
        ended = number(1) if is_good else f.cast("zext", has_ended(f, event), "i64")
        if is_good:
            well = f.label("well")
            f.branch_if(has_ended_well(f, event), well, away)
            f.block(well)
        then(f, structure, ended)
        return_null(f)
        f.block(away)
        slow(f, name, structure)

    answering("Event_Error", lambda f, structure, ended: None, is_good=True)
    answering("Event_Await", lambda f, structure, ended: None, is_good=True)
    answering("Event_IsReady", lambda f, structure, ended: set_field(f, structure, "Event_IsReady", "is_ready",
                                                                     f.cast("trunc", ended, "i8")), is_good=False)

    name = "Event_Destroy"
    f, structure = exported(module, f"hloom_pjrt_{name}")
    event = field(f, structure, name, "event", "ptr")
    end, other, native, away = (f.label(n) for n in ("end", "other", "native", "away"))
    f.branch_if(is_the_ready(f, event), end, other)
    f.block(other)
    f.branch_if(is_native(f, event), native, away)
    f.block(native)
    f.call("hloom_pjrt_event_release", "void", [event])
    f.branch(end)
    f.block(end)
    return_null(f)
    f.block(away)
    slow(f, name, structure)


def _emit_on_ready(module: LLVMModule) -> None:
    """`tell(ptr event, ptr callback, ptr argument)`: says that a native event has ended, with its error."""
    f = module.function("hloom_pjrt_tell", [("ptr", "event"), ("ptr", "callback"), ("ptr", "argument")], linkage="internal")
    event, callback, argument = f.parameters
    bad, well = f.label("bad"), f.label("well")
    f.branch_if(f.compare("eq", cause_of(f, event), NULL), well, bad)
    f.block(well)
    f.emit(f"call void {callback.name}(ptr null, {argument})")
    f.ret()
    f.block(bad)  # Python makes the error
    structure = f.slot("i64", 3)
    for k, value in enumerate((number(24), number(0), event)):
        f.store(value, f.address(structure, k, "i64"))
    error = f.call("hloom_pjrt_Event_Error", "ptr", [structure])
    f.emit(f"call void {callback.name}({error}, {argument})")
    f.ret()

    name = "Event_OnReady"
    f, structure = exported(module, f"hloom_pjrt_{name}")
    event, callback, argument = (field(f, structure, name, n, "ptr") for n in ("event", "callback", "user_arg"))
    yes, other, native, away, told = (f.label(n) for n in ("ready", "other", "native", "away", "told"))
    f.branch_if(is_the_ready(f, event), yes, other)
    f.block(yes)
    f.emit(f"call void {callback.name}(ptr null, {argument})")
    return_null(f)
    f.block(other)
    f.branch_if(is_native(f, event), native, away)
    f.block(away)
    slow(f, name, structure)
    f.block(native)
    one = f.call("aligned_alloc", "ptr", [number(64), number(64)])
    set_word(f, one, 8, callback)
    set_word(f, one, 16, argument)

    def become_first(first: Value) -> Value:
        set_word(f, one, 0, first)
        return f.cast("ptrtoint", one, "i64")

    emit_atomically(f, at(f, event, Event.TO_TELL), become_first, told, lambda first: f.compare("eq", first, ENDED))
    return_null(f)
    f.block(told)
    f.call("free", "void", [one])
    f.emit("fence acquire")
    f.call("hloom_pjrt_tell", "void", [event, callback, argument])
    return_null(f)


def _emit_ready_event(module: LLVMModule) -> None:
    name = "Buffer_ReadyEvent"
    f, structure = exported(module, f"hloom_pjrt_{name}")
    event = event_of(f, field(f, structure, name, "buffer", "ptr"))
    give, other, native, away = (f.label(n) for n in ("give", "other", "native", "away"))
    f.branch_if(is_the_ready(f, event), give, other)
    f.block(other)
    f.branch_if(is_native(f, event), native, away)
    f.block(native)
    fetch_add(f, at(f, event, Event.HOLDERS), number(1), "monotonic")
    f.call("hloom_pjrt_wanted", "void", [word(f, event, Event.NUMBER)])
    f.branch(give)
    f.block(give)
    set_field(f, structure, name, "event", event)
    return_null(f)
    f.block(away)
    slow(f, name, structure)
