"""The machine code of meetings whose members are in several ranks of MPI, whose functions are called by their addresses.

    i64 hloom_meet_far(ptr addresses, ptr block, i64 tasks, i64 form, ptr rest, i64 tasks, i64 form, ptr watch)

It takes the place of `hloom_meet` (`grid_code`). Members that are here meet as ever; then the first of them fetches what is
needed of the others' operands, to where it lies as it does at home, and each computes what is its own as if all were here. A sum
that members divide is shared behind that.

Calls of MPI are *deeds* (`grid_layout.Deed`): all arguments but the addresses of operand and result are known beforehand. A deed
begins something; who waits for its end polls, gives way, then says where it waits and dozes. Handles and sizes are handed on as
words, whatever they are in C: in registers, and on the stack of the systems that there are, they lie at the beginning of one.
"""

from __future__ import annotations

from hloom.codegen.cpu.dispatch_latency import at, emit_poll, fetch_add, load, store
from hloom.codegen.cpu.grid_parts import PARTS, clear, emit_kinds, in_round, integer, leave_if, member, number_of, word
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.runtime.dispatch.grid_layout import (
    ENTRIES,
    ENTRY_BYTES,
    EPOCH,
    ERROR,
    IDENTITY,
    RECORD_BYTES,
    SOURCE,
    SPIN,
    STOP,
    TARGET,
    TEST,
    TINY,
    WAITS,
    WAITS_FOR,
    WAITS_IN,
    YIELDS,
    Deed,
    Entry,
    Far,
    FarPair,
    Kind,
    Word,
)

#: Bytes of an MPI_Status, at most.
_STATUS = 256


def emit_far(module: LLVMModule) -> None:
    """Adds `hloom_meet_far` to the module of the grid's code."""
    _emit_doze(module)
    _emit_begin(module)
    _emit_finish(module)
    _emit_do(module)
    _emit_fetch(module)
    _emit_permute(module)
    _emit_meet(module)


# -- deeds ---------------------------------------------------------------------------------------------------------------------
def _emit_doze(module: LLVMModule) -> None:
    if "nanosleep" not in module.functions:
        module.declare("nanosleep", "i32", ["ptr", "ptr"])
    f = module.function("doze", [], linkage="internal")
    time = f.slot("i64", 2)
    f.store(integer(0), time)
    f.store(integer(module.machine.dispatch_latency.short_nap_nanoseconds), at(f, time, 8))
    f.call("nanosleep", "i32", [time, Value("ptr", "null")])
    f.ret()


def _fail_if(f: Function, state: Value, code: Value) -> None:
    """Returns 1 if a function of MPI has given an error, which the state then has."""
    wrong = f.cast("sext", code, "i64")
    with f.when(f.compare("ne", wrong, 0)):
        store(f, wrong, at(f, state, ERROR))
    leave_if(f, wrong)


def _emit_begin(module: LLVMModule) -> None:
    """`i64 begin(state, deed, source, target)`: 1 if MPI gives an error."""
    f = module.function("begin", [("ptr", "state"), ("ptr", "deed"), ("ptr", "source"), ("ptr", "target")], "i64",
                        linkage="internal")
    state, deed, source, target = f.parameters
    for number, address in ((Deed.SOURCE, source), (Deed.TARGET, target)):
        place = word(f, deed, number)
        with f.when(f.compare("sge", place, 0)):
            f.store(number_of(f, address), f.address(at(f, deed, 8 * Deed.ARGUMENTS), place, "i64"))
    given = ", ".join(str(word(f, deed, k)) for k in range(Deed.ARGUMENTS, Deed.SIZE))
    _fail_if(f, state, f.value("i32", f"call i32 {word(f, deed, Deed.FUNCTION, 'ptr').name}({given})"))
    f.ret(integer(0))


def _emit_finish(module: LLVMModule) -> None:
    """`i64 finish(state, number, deed, met, watch)`: waits for the end of what a deed has begun; 1 if MPI gives an error, or the
    run is stopped."""
    f = module.function("finish", [("ptr", "state"), ("i64", "number"), ("ptr", "deed"), ("ptr", "met"), ("ptr", "watch")], "i64",
                        linkage="internal")
    state, number, deed, met, watch = f.parameters
    look, again, give_way, yield_, tired, say, poll, sleep, stopped, out = map(f.label, (
        "look", "again", "way", "yield", "tired", "say", "poll", "sleep", "stopped", "out"))
    request, test = word(f, deed, Deed.REQUEST, "ptr"), f.load("ptr", at(f, state, TEST))
    flag, status = f.slot("i64"), f.slot("i64", _STATUS // 8)
    left, turns = f.variable(word(f, state, SPIN // 8)), f.variable(word(f, state, YIELDS // 8))
    is_said = f.variable(integer(0))
    f.store(integer(0), flag)
    f.branch(look)
    f.block(look)
    _fail_if(f, state, f.value("i32", f"call i32 {test.name}({request}, {flag}, {status})"))
    f.branch_if(f.compare("ne", f.load("i32", flag), 0), out, again)
    f.block(again)
    f.call("pause", "void", [])
    f.set(left, f.sub(f.get(left), 1))
    f.branch_if(f.compare("sge", f.get(left), 0), look, give_way)
    f.block(give_way)
    f.set(turns, f.sub(f.get(turns), 1))
    f.branch_if(f.compare("sge", f.get(turns), 0), yield_, tired)
    f.block(yield_)
    f.call("sched_yield", "i32", [])
    f.branch(look)
    f.block(tired)
    f.branch_if(f.compare("ne", f.get(is_said), 0), poll, say)
    f.block(say)
    f.set(is_said, integer(1))
    store(f, number_of(f, met), at(f, state, WAITS_IN))
    store(f, load(f, met, "i64"), at(f, state, WAITS_FOR))
    fetch_add(f, at(f, state, EPOCH), integer(1))
    store(f, f.add(number, 1), at(f, state, WAITS))
    f.branch(poll)
    f.block(poll)
    emit_poll(f, watch, stopped)
    f.branch_if(f.compare("ne", load(f, f.load("ptr", at(f, state, STOP)), "i64"), 0), stopped, sleep)
    f.block(sleep)
    f.call("doze", "void", [])
    f.branch(look)
    f.block(stopped)
    store(f, integer(0), at(f, state, WAITS))
    f.ret(integer(1))
    f.block(out)
    store(f, integer(0), at(f, state, WAITS))
    f.ret(integer(0))


def _emit_do(module: LLVMModule) -> None:
    """`i64 do(state, number, deed, met, source, target, watch)`: begins and finishes a deed."""
    f = module.function("do", [("ptr", "state"), ("i64", "number"), ("ptr", "deed"), ("ptr", "met"), ("ptr", "source"),
                               ("ptr", "target"), ("ptr", "watch")], "i64", linkage="internal")
    state, number, deed, met, source, target, watch = f.parameters
    leave_if(f, f.call("begin", "i64", [state, deed, source, target]))
    f.ret(f.call("finish", "i64", [state, number, deed, met, watch]))


# -- groups --------------------------------------------------------------------------------------------------------------------
def _emit_fetch(module: LLVMModule) -> None:
    """`i64 fetch(state, entry, far, number, memory, size, given, source, target, watch)`: the first member that is here fetches
    what the others have; then all places of the round are as if all were here, but for the results of others, which are nowhere.
    """
    f = module.function("fetch", [("ptr", "state"), ("ptr", "own"), ("ptr", "far"), ("i64", "number"), ("ptr", "memory"),
                                  ("i64", "size"), ("i64", "given"), ("ptr", "source"), ("ptr", "target"), ("ptr", "watch")],
                        "i64", linkage="internal")
    state, entry, far, number, memory, size, given, source, target, watch = f.parameters
    met = word(f, far, Far.MET, "ptr")
    fetch_add(f, met, integer(1))
    is_tiny = f.compare("ule", given, TINY)
    places, order, is_here = (word(f, far, k, "ptr") for k in (Far.PLACES, Far.ORDER, Far.IS_HERE))
    here, records, images = word(f, far, Far.HERE), word(f, far, Far.RECORDS, "ptr"), word(f, far, Far.IMAGES, "ptr")
    with f.loop(0, here) as k:
        own = member(f, memory, f.load("i64", f.address(places, k, "i64")))
        record = f.address(word(f, far, Far.RECORD, "ptr"), f.mul(k, RECORD_BYTES), "i8")
        f.store(f.load("i64", at(f, own, IDENTITY)), record)
        with f.when(is_tiny):
            f.copy_bytes(at(f, record, 8), f.load("ptr", at(f, own, SOURCE)), given)
    leave_if(f, f.call("do", "i64", [state, number, word(f, far, Far.EXCHANGE, "ptr"), met, source, target, watch]))
    with f.loop(0, size) as k, f.when(f.compare("eq", f.load("i64", f.address(is_here, k, "i64")), 0)):
        other = member(f, memory, f.load("i64", f.address(order, k, "i64")))
        record = f.address(records, f.mul(k, RECORD_BYTES), "i8")
        f.store(f.load("i64", record), at(f, other, IDENTITY))
        f.store(f.select(is_tiny, at(f, record, 8), f.address(images, f.mul(k, given), "i8")), at(f, other, SOURCE))
    differ = f.call("check", "i64", [state, entry, number, memory, size])
    goes_on = f.binary("and", f.compare("ne", differ, 2), f.value("i1", f"icmp ugt {given}, {TINY}"))
    with f.when(goes_on):
        send = word(f, far, Far.SEND, "ptr")
        with f.when(f.value("i1", f"icmp ne {send}, null")), f.loop(0, here) as k:
            own = member(f, memory, f.load("i64", f.address(places, k, "i64")))
            f.copy_bytes(f.address(send, f.mul(k, given), "i8"), f.load("ptr", at(f, own, SOURCE)), given)
        deed = f.select(f.compare("eq", differ, 0), word(f, far, Far.FETCH, "ptr"), word(f, far, Far.FETCH_ALL, "ptr"))
        leave_if(f, f.call("do", "i64", [state, number, deed, met, source, target, watch]))
    f.ret(integer(0))


def _emit_meet(module: LLVMModule) -> None:
    f = module.function("hloom_meet_far", [*PARTS, ("ptr", "watch")], "i64")
    addresses, *parts, watch = f.parameters
    state = f.load("ptr", word(f, addresses, 2, "ptr"))
    words, source, target = (word(f, addresses, k, "ptr") for k in (3, 4, 5))
    number, kind, size_of_all, given = (word(f, words, k) for k in (Word.NUMBER, Word.KIND, Word.BYTES, Word.GIVEN))
    entry = f.address(at(f, state, ENTRIES), f.mul(number, ENTRY_BYTES), "i8")
    far = word(f, entry, Entry.FAR, "ptr")
    near, beyond, permute, together = map(f.label, ("near", "beyond", "permute", "together"))
    f.branch_if(f.value("i1", f"icmp eq {far}, null"), near, beyond)
    f.block(near)
    f.ret(f.call("hloom_meet", "i64", [addresses, *parts, watch]))
    f.block(beyond)
    f.branch_if(f.compare("eq", kind, Kind.PERMUTE.value), permute, together)
    f.block(permute)
    f.ret(f.call("permute_far", "i64", [state, entry, far, number, source, target, size_of_all, watch]))

    f.block(together)
    size, rank, memory = word(f, entry, Entry.SIZE), word(f, entry, Entry.RANK), word(f, entry, Entry.MEMORY, "ptr")
    here, is_first = word(f, far, Far.HERE), f.compare("ne", word(f, far, Far.FIRST), 0)

    def meet_here() -> Value:
        """All members that are here come to this place."""
        came = f.call("arrive", "i64", [memory, entry, rank, here, source, target, integer(0)])
        leave_if(f, f.call("await", "i64", [state, number, memory, came, watch]))
        return came

    place = in_round(f, memory, meet_here())
    with f.when(is_first):
        leave_if(f, f.call("fetch", "i64", [state, entry, far, number, place, size, given, source, target, watch]))
    meet_here()
    differ = f.call("check", "i64", [state, entry, number, place, size])
    leave_if(f, f.binary("lshr", differ, 1))
    is_same = f.compare("eq", differ, 0)
    is_large = f.value("i1", f"icmp ugt {given}, {TINY}")
    is_direct = f.binary("and", f.binary("and", is_same, is_large), f.compare("ne", word(f, far, Far.IS_DIRECT), 0))
    with f.when(f.binary("xor", is_direct, Value("i1", "true"))):
        emit_kinds(f, kind, differ, [addresses, *parts, words, place, rank, size, target], part=word(f, far, Far.PART))
        is_divided = f.binary("and", f.binary("and", is_same, f.compare("eq", kind, Kind.REDUCE.value)),
                              f.compare("sge", word(f, words, Word.BLOCKS), size))
        with f.when(is_divided):
            meet_here()
            with f.when(is_first):
                share = [state, number, word(f, far, Far.SHARE, "ptr"), word(f, far, Far.MET, "ptr"), source, target, watch]
                leave_if(f, f.call("do", "i64", share))
            meet_here()
            with f.when(f.compare("eq", word(f, far, Far.FIRST), 0)):
                first = member(f, place, f.load("i64", word(f, far, Far.PLACES, "ptr")))
                f.copy_bytes(target, f.load("ptr", at(f, first, TARGET)), size_of_all)
    meet_here()
    f.ret(integer(0))


# -- pairs ---------------------------------------------------------------------------------------------------------------------
def _emit_permute(module: LLVMModule) -> None:
    """`i64 permute_far(state, entry, far, number, source, target, bytes, watch)`: all begins to be sent before anything is waited
    for, so that those of a circle do not wait for each other."""
    f = module.function("permute_far", [("ptr", "state"), ("ptr", "own"), ("ptr", "far"), ("i64", "number"), ("ptr", "source"),
                                        ("ptr", "target"), ("i64", "bytes"), ("ptr", "watch")], "i64", linkage="internal")
    state, entry, far, number, source, target, size, watch = f.parameters
    deeds = {k: word(f, far, k, "ptr") for k in (FarPair.SEND_MEANS, FarPair.SEND, FarPair.RECEIVE_MEANS, FarPair.RECEIVE)}
    sent, received = word(f, far, FarPair.SENT, "ptr"), word(f, far, FarPair.RECEIVED, "ptr")
    sends, receives = (f.value("i1", f"icmp ne {deeds[k]}, null") for k in (FarPair.SEND, FarPair.RECEIVE))
    f.store(word(f, entry, Entry.MEANS), word(f, far, FarPair.MEANS, "ptr"))

    def begin(kind: FarPair) -> None:
        leave_if(f, f.call("begin", "i64", [state, deeds[kind], source, target]))

    def finish(kind: FarPair, met: Value) -> None:
        leave_if(f, f.call("finish", "i64", [state, number, deeds[kind], met, watch]))

    with f.when(receives):
        fetch_add(f, received, integer(1))
        begin(FarPair.RECEIVE_MEANS)
    with f.when(sends):
        fetch_add(f, sent, integer(1))
        begin(FarPair.SEND_MEANS)
        begin(FarPair.SEND)
    with f.when(receives):
        finish(FarPair.RECEIVE_MEANS, received)
        memory = word(f, entry, Entry.MEMORY, "ptr")
        for rank, means in ((0, f.load("i64", word(f, far, FarPair.THEIRS, "ptr"))), (1, word(f, entry, Entry.MEANS))):
            f.store(means, at(f, member(f, memory, integer(rank)), IDENTITY))
        leave_if(f, f.binary("lshr", f.call("check", "i64", [state, entry, number, memory, integer(2)]), 1))
        begin(FarPair.RECEIVE)
        finish(FarPair.RECEIVE, received)
    with f.when(f.value("i1", f"icmp eq {deeds[FarPair.RECEIVE]}, null")):
        clear(f, target, size)
    with f.when(sends):
        finish(FarPair.SEND_MEANS, sent)
        finish(FarPair.SEND, sent)
    f.ret(integer(0))
