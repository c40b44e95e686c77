"""The machine code of a grid whose processes are threads that share memory: meetings, and what runs a process.

    i64 hloom_meet(ptr addresses, ptr block, i64 tasks, i64 form, ptr rest, i64 tasks, i64 form, ptr watch)
    void hloom_process(ptr job, i64 begin, i64 end, i64 worker)
    void hloom_nothing(ptr watch)

Each group of processes that meets has *communal* memory: how many have arrived, the round up to which all have, how many sleep,
and for each member what it brings. A meeting is two rounds: all say where their operands and results are, then each fetches what
is its own, or computes its part for all, then all say that they are done with the others' memory. Small operands are brought
themselves, to places that are used in turns: then one round is enough, since nobody is in the next but one before all have left
this one. Of a sum whose blocks are as many as members, each member sums some for all; others are summed by each for itself. Sums
are in the group's order.

Who waits looks at the round for a while, gives way to other threads a few times where operands are small, then says in its
*state* where it waits (so that somebody can find out that nobody can go on), and sleeps; it looks at the watch and at the word
that stops the grid whenever it wakes up. `hloom_meet` returns 1 if it was stopped, or if members do not mean the same: then the
state says at which meeting, and with which member.

A *job* is a run of all processes; the caller's thread runs process 0, and waits for the others under its watch.
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.cpu.dispatch_latency import at, emit_poll, fetch_add, load, store
from hloom.codegen.cpu.grid_far_code import emit_far
from hloom.codegen.cpu.grid_parts import OF_MEMBER, PARTS, clear, emit_kinds, in_round, integer, leave_if, member, number_of, word
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.cpu.pool_code import FUTEX_NUMBER, FUTEX_WAIT_PRIVATE, FUTEX_WAKE_PRIVATE, emit_pause
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.dispatch.commands import ATTENTION
from hloom.runtime.dispatch.grid_layout import (
    ARRIVED,
    BROUGHT,
    CONTEXTS,
    COUNT,
    DONE,
    ENDED,
    ENTRIES,
    ENTRY_BYTES,
    EPOCH,
    FAULT,
    FAULT_AT,
    FAULT_MEANS,
    FIRST_WATCH,
    FUNCTION_BITS,
    IDENTITY,
    JOB_STOP,
    NUMBER,
    OPERATION_BITS,
    OWN_ROUND,
    OWN_WATCH,
    ROUND,
    RUN,
    SLEEPERS,
    SMALL,
    SOURCE,
    SPIN,
    STATES,
    STATUS,
    STOP,
    TARGET,
    TURNS,
    WAITS,
    WAITS_FOR,
    WAITS_IN,
    YIELDS,
    Entry,
    Kind,
    Word,
)
from hloom.runtime.dispatch.pool_state import Parking


def module_text(target: Target, parking: Parking) -> str:
    """LLVM IR of the functions SYMBOLS."""
    module = LLVMModule(machine=target.machine)
    emit_pause(module, target)
    _emit_sleep(module, target, parking)
    _emit_arrive(module)
    _emit_wait(module)
    _emit_check(module)
    _emit_gather(module)
    _emit_fold(module)
    _emit_reduce(module)
    _emit_permute(module)
    _emit_meet(module)
    emit_far(module)
    _emit_process(module)
    module.function("hloom_nothing", [("ptr", "watch")]).ret()
    return module.text(target.attributes)


# -- rounds --------------------------------------------------------------------------------------------------------------------
def _emit_sleep(module: LLVMModule, target: Target, parking: Parking) -> None:
    """`nap(word, seen)`: sleeps while the i64 `word` is what was seen, for no longer than a nap; `rouse(word)`: wakes all."""
    dispatch_latency = target.machine.dispatch_latency
    f = module.function("nap", [("ptr", "word"), ("i64", "seen")], linkage="internal")
    word, seen = f.parameters
    time = f.slot("i64", 2)
    f.store(integer(0), time)
    if parking == "futex":
        module.declare("syscall", "i64", ["i64", "..."])
        number = FUTEX_NUMBER[target.triple.split("-")[0]]
        f.store(integer(dispatch_latency.nap_nanoseconds), at(f, time, 8))
        low = f.binary("and", seen, 0xFFFFFFFF)
        f.value("i64", f"call i64 (i64, ...) @syscall(i64 {number}, {word}, i64 {FUTEX_WAIT_PRIVATE}, {low}, {time}, ptr null, "
                       "i64 0)")
    else:
        module.declare("nanosleep", "i32", ["ptr", "ptr"])
        f.store(integer(dispatch_latency.short_nap_nanoseconds), at(f, time, 8))
        f.call("nanosleep", "i32", [time, Value("ptr", "null")])
    f.ret()
    f = module.function("rouse", [("ptr", "word")], linkage="internal")
    if parking == "futex":
        f.value("i64", f"call i64 (i64, ...) @syscall(i64 {number}, {f.parameters[0]}, i64 {FUTEX_WAKE_PRIVATE}, "
                       "i64 2147483647, ptr null, ptr null, i64 0)")
    f.ret()


def _emit_arrive(module: LLVMModule) -> None:
    """`i64 arrive(memory, entry, rank, size, source, target, small)`: says that a member is here, with what, of which so many
    bytes are brought; the round that it is in."""
    f = module.function("arrive", [("ptr", "memory"), ("ptr", "own"), ("i64", "rank"), ("i64", "size"), ("ptr", "source"),
                                   ("ptr", "target"), ("i64", "small")], "i64", linkage="internal")
    memory, entry, rank, size, source, target, small = f.parameters
    first = member(f, memory, rank)
    number = f.add(f.load("i64", at(f, first, OWN_ROUND)), 1)
    f.store(number, at(f, first, OWN_ROUND))
    own = member(f, in_round(f, memory, number), rank)
    brought = at(f, own, BROUGHT)
    f.copy_bytes(brought, source, small)
    lies = f.select(f.compare("ne", small, 0), brought, source)
    for value, place in ((word(f, entry, Entry.MEANS), IDENTITY), (lies, SOURCE), (target, TARGET)):
        f.store(value, at(f, own, place))
    before = fetch_add(f, at(f, memory, ARRIVED), integer(1))
    with f.when(f.compare("eq", f.add(before, 1), f.mul(number, size))):
        store(f, number, at(f, memory, ROUND))
        with f.when(f.compare("ne", load(f, at(f, memory, SLEEPERS), "i64"), 0)):
            f.call("rouse", "void", [at(f, memory, ROUND)])
    f.ret(number)


def _emit_wait(module: LLVMModule) -> None:
    """`i64 await(state, number, memory, round, watch)`: returns 0 when all have come to a round, 1 if the run is stopped."""
    f = module.function("await", [("ptr", "state"), ("i64", "number"), ("ptr", "memory"), ("i64", "round"), ("ptr", "watch")],
                        "i64", linkage="internal")
    state, number, memory, wanted, watch = f.parameters
    module.declare("sched_yield", "i32", [])
    spin, again, give_way, yield_, tired, look, here, poll, sleep, stopped, out = map(
        f.label, ("spin", "again", "way", "yield", "tired", "look", "here", "poll", "sleep", "stopped", "out"))
    place, sleepers = at(f, memory, ROUND), at(f, memory, SLEEPERS)
    left, turns = f.variable(word(f, state, SPIN // 8)), f.variable(word(f, state, TURNS // 8))
    f.branch(spin)
    f.block(spin)
    f.branch_if(f.compare("sge", load(f, place, "i64", "acquire"), wanted), out, again)
    f.block(out)
    f.ret(integer(0))
    f.block(again)
    f.call("pause", "void", [])
    f.set(left, f.sub(f.get(left), 1))
    f.branch_if(f.compare("sge", f.get(left), 0), spin, give_way)
    f.block(give_way)
    f.set(turns, f.sub(f.get(turns), 1))
    f.branch_if(f.compare("sge", f.get(turns), 0), yield_, tired)
    f.block(yield_)
    f.call("sched_yield", "i32", [])
    f.branch(spin)

    f.block(tired)
    result = f.variable(integer(0))
    store(f, number_of(f, memory), at(f, state, WAITS_IN))
    store(f, wanted, at(f, state, WAITS_FOR))
    fetch_add(f, at(f, state, EPOCH), integer(1))
    store(f, f.add(number, 1), at(f, state, WAITS))
    fetch_add(f, sleepers, integer(1))
    f.branch(look)
    f.block(look)
    seen = load(f, place, "i64")
    f.branch_if(f.compare("sge", seen, wanted), here, poll)
    f.block(poll)
    emit_poll(f, watch, stopped)
    stop = load(f, f.load("ptr", at(f, state, STOP)), "i64")
    f.branch_if(f.compare("ne", stop, 0), stopped, sleep)
    f.block(sleep)
    f.call("nap", "void", [place, seen])
    f.branch(look)
    f.block(stopped)
    f.set(result, integer(1))
    f.branch(here)
    f.block(here)
    fetch_add(f, sleepers, integer(-1))
    store(f, integer(0), at(f, state, WAITS))
    f.ret(f.get(result))


def _emit_check(module: LLVMModule) -> None:
    """`i64 check(state, entry, number, memory, size)`: 0 if all members mean the same operation, 1 if they mean ones that may
    meet, 2 if they do not; then the state says who."""
    f = module.function("check", [("ptr", "state"), ("ptr", "own"), ("i64", "number"), ("ptr", "memory"), ("i64", "size")],
                        "i64", linkage="internal")
    state, entry, number, memory, size = f.parameters
    mine, channel = word(f, entry, Entry.MEANS), word(f, entry, Entry.CHANNEL)
    found = f.variable(integer(0))
    with f.loop(0, size) as k:
        theirs = f.load("i64", at(f, member(f, memory, k), IDENTITY))
        apart = f.binary("xor", mine, theirs)
        with f.when(f.compare("ne", apart, 0)):
            other = f.binary("lshr", apart, OPERATION_BITS + FUNCTION_BITS)
            function = f.binary("and", f.binary("lshr", apart, OPERATION_BITS), (1 << FUNCTION_BITS) - 1)
            fits = f.binary("and", f.compare("eq", other, 0),
                            f.binary("or", f.compare("ne", channel, 0), f.compare("ne", function, 0)))
            f.set(found, f.intrinsic("smax", f.get(found), f.select(fits, integer(1), integer(2))))
            with f.when(f.compare("eq", f.get(found), 2)):
                f.store(f.add(k, 1), at(f, state, FAULT))
                f.store(number, at(f, state, FAULT_AT))
                f.store(theirs, at(f, state, FAULT_MEANS))
    f.ret(f.get(found))


# -- what is fetched and computed ----------------------------------------------------------------------------------------------
def _emit_gather(module: LLVMModule) -> None:
    """`gather(words, memory, rank, size, target)`: fetches a box from each member."""
    f = module.function("gather", [("ptr", "words"), ("ptr", "memory"), ("i64", "rank"), ("i64", "size"), ("ptr", "target")],
                        linkage="internal")
    words, memory, rank, size, target = f.parameters
    run = word(f, words, Word.RUN)
    loops, origin, goal = ([word(f, words, first + k) for k in range(3)] for first in (Word.LOOP, Word.FROM, Word.TO))
    with f.loop(0, size) as k:
        brought = f.load("ptr", at(f, member(f, memory, k), SOURCE))
        source = f.address(brought, f.mul(rank, word(f, words, Word.FROM_STEP)), "i8")
        own = f.address(target, f.mul(k, word(f, words, Word.TO_STEP)), "i8")
        with f.loop(0, loops[0]) as i0, f.loop(0, loops[1]) as i1, f.loop(0, loops[2]) as i2:
            there, here = (f.add(f.add(f.mul(i0, steps[0]), f.mul(i1, steps[1])), f.mul(i2, steps[2]))
                           for steps in (origin, goal))
            f.copy_bytes(f.address(own, here, "i8"), f.address(source, there, "i8"), run)
    f.ret()


_FOLD = [("ptr", "memory"), ("i64", "size"), ("i64", "offset"), ("ptr", "target"), ("ptr", "function"), ("i64", "tasks"),
         ("i64", "form"), ("ptr", "numbers")]


def _emit_fold(module: LLVMModule) -> None:
    """`fold`: combines what all members have at an offset, in their order; a form is given its numbers first."""
    f = module.function("fold", _FOLD, linkage="internal")
    memory, size, offset, target, function, tasks, form, numbers = f.parameters
    slots = f.slot("ptr", 4)
    arguments = f.select(f.compare("ne", form, 0), slots, at(f, slots, 8))

    def source(k: Value) -> Value:
        return f.address(f.load("ptr", at(f, member(f, memory, k), SOURCE)), offset, "i8")

    f.store(numbers, slots)
    f.store(source(integer(0)), at(f, slots, 8))
    f.store(target, at(f, slots, 24))
    with f.loop(1, size) as k:
        f.store(source(k), at(f, slots, 16))
        f.emit(f"call void {function.name}({arguments}, i64 0, {tasks}, i64 0)")
        f.store(target, at(f, slots, 8))
    f.ret()


def _emit_reduce(module: LLVMModule) -> None:
    """`reduce`: rows of blocks and rests for this member; `reduce_part`: its part of the blocks of one row, for all members."""
    _emit_reduction(module.function("reduce", [*PARTS, *OF_MEMBER], linkage="internal"), is_for_all=False)
    _emit_reduction(module.function("reduce_part", [*PARTS, *OF_MEMBER], linkage="internal"), is_for_all=True)


def _emit_reduction(f: Function, is_for_all: bool) -> None:
    addresses, block, block_tasks, block_form, rest, rest_tasks, rest_form, words, memory, rank, size, target = f.parameters
    block_bytes, blocks, rest_bytes = (word(f, words, k) for k in (Word.BLOCK, Word.BLOCKS, Word.REST))
    first = f.mul(rank, word(f, words, Word.FROM_STEP))

    def fold(row: Value, place: Value, count: Value, called: list[Value], number: int) -> None:
        offset = f.add(f.add(f.mul(row, word(f, words, Word.STRIDE)), first), place)
        to = f.add(f.mul(row, word(f, words, Word.ROW)), place)
        own = f.address(target, to, "i8")
        f.call("fold", "void", [memory, size, offset, own, *called, word(f, addresses, number, "ptr")])
        if is_for_all:
            with f.loop(0, size) as k:
                theirs = f.load("ptr", at(f, member(f, memory, k), TARGET))
                is_here, is_other = (f.value("i1", f"icmp ne {theirs}, {x}") for x in ("null", target.name))
                with f.when(f.binary("and", is_here, is_other)):  # that of a member in another rank is nowhere
                    f.copy_bytes(f.address(theirs, to, "i8"), own, count)

    begin, end = integer(0), blocks
    takes_rest = f.compare("ne", rest_bytes, 0)
    if is_for_all:
        begin, end = (f.binary("udiv", f.mul(blocks, k), size) for k in (rank, f.add(rank, 1)))
        takes_rest = f.binary("and", takes_rest, f.compare("eq", f.add(rank, 1), size))
    with f.loop(0, word(f, words, Word.ROWS)) as row:
        with f.loop(begin, end) as k:
            fold(row, f.mul(k, block_bytes), block_bytes, [block, block_tasks, block_form], 0)
        with f.when(takes_rest):
            fold(row, f.mul(blocks, block_bytes), rest_bytes, [rest, rest_tasks, rest_form], 1)
    f.ret()


def _emit_permute(module: LLVMModule) -> None:
    """`i64 permute(state, entry, number, source, target, bytes, small, watch)`: every member arrives before it waits, so that
    those of a circle do not wait for each other."""
    f = module.function("permute", [("ptr", "state"), ("ptr", "own"), ("i64", "number"), ("ptr", "source"), ("ptr", "target"),
                                    ("i64", "bytes"), ("i64", "small"), ("ptr", "watch")], "i64", linkage="internal")
    state, entry, number, source, target, size, small, watch = f.parameters
    self_, others = f.label("self"), f.label("others")
    zero, one, two = map(integer, range(3))
    f.branch_if(f.compare("ne", word(f, entry, Entry.SELF), 0), self_, others)
    f.block(self_)
    f.copy_bytes(target, source, size)
    f.ret(zero)
    f.block(others)
    memory, to = word(f, entry, Entry.MEMORY, "ptr"), word(f, entry, Entry.TO, "ptr")
    receives, sends = (f.value("i1", f"icmp ne {x}, null") for x in (memory, to))
    rounds = [f.variable(zero) for _ in range(4)]

    def arrive(condition: Value, place: Value, rank: Value, kept: int) -> None:
        with f.when(condition):
            f.set(rounds[kept], f.call("arrive", "i64", [place, entry, rank, two, source, target, small]))

    def wait(condition: Value, place: Value, kept: int, then: Callable[[Value], None] = lambda memory: None) -> None:
        with f.when(condition):
            came = f.get(rounds[kept])
            leave_if(f, f.call("await", "i64", [state, number, place, came, watch]))
            then(in_round(f, place, came))

    def same(place: Value) -> None:
        leave_if(f, f.binary("lshr", f.call("check", "i64", [state, entry, number, place, two]), 1))

    def fetch(place: Value) -> None:
        same(place)
        f.copy_bytes(target, f.load("ptr", at(f, member(f, place, zero), SOURCE)), size)

    arrive(sends, to, zero, 0)
    arrive(receives, memory, one, 1)
    wait(receives, memory, 1, fetch)
    with f.when(f.value("i1", f"icmp eq {memory}, null")):
        clear(f, target, size)
    takes_two = f.compare("eq", small, 0)
    arrive(f.binary("and", receives, takes_two), memory, one, 2)
    wait(sends, to, 0, same)
    arrive(f.binary("and", sends, takes_two), to, zero, 3)
    wait(f.binary("and", receives, takes_two), memory, 2)
    wait(f.binary("and", sends, takes_two), to, 3)
    f.ret(zero)


def _emit_meet(module: LLVMModule) -> None:
    """`hloom_meet`; the addresses are those of the numbers of both functions, the state's, the words, operand and result."""
    f = module.function("hloom_meet", [*PARTS, ("ptr", "watch")], "i64")
    addresses, *parts, watch = f.parameters
    state = f.load("ptr", word(f, addresses, 2, "ptr"))
    words, source, target = (word(f, addresses, k, "ptr") for k in (3, 4, 5))
    number, kind, size_of_all, given = (word(f, words, k) for k in (Word.NUMBER, Word.KIND, Word.BYTES, Word.GIVEN))
    small = f.select(f.compare("ule", given, SMALL), given, integer(0))
    # Who gives way where others compute gets the processor back late: the system lets all run before that had to wait.
    f.store(f.select(f.compare("ne", small, 0), word(f, state, YIELDS // 8), integer(0)), at(f, state, TURNS))
    entry = f.address(at(f, state, ENTRIES), f.mul(number, ENTRY_BYTES), "i8")
    permute, in_group, nobody, somebody, alone, together, leave, stay = map(
        f.label, ("permute", "in_group", "nobody", "somebody", "alone", "together", "leave", "stay"))
    f.branch_if(f.compare("eq", kind, Kind.PERMUTE.value), permute, in_group)
    f.block(permute)
    f.ret(f.call("permute", "i64", [state, entry, number, source, target, size_of_all, small, watch]))
    f.block(in_group)
    size, rank, memory = word(f, entry, Entry.SIZE), word(f, entry, Entry.RANK), word(f, entry, Entry.MEMORY, "ptr")
    f.branch_if(f.compare("eq", size, 0), nobody, somebody)
    f.block(nobody)
    clear(f, target, size_of_all)
    f.ret(integer(0))
    f.block(somebody)
    f.branch_if(f.compare("eq", size, 1), alone, together)
    f.block(alone)
    f.copy_bytes(target, source, size_of_all)
    f.ret(integer(0))

    f.block(together)
    arrived = f.call("arrive", "i64", [memory, entry, rank, size, source, target, small])
    leave_if(f, f.call("await", "i64", [state, number, memory, arrived, watch]))
    here = in_round(f, memory, arrived)
    differ = f.call("check", "i64", [state, entry, number, here, size])
    leave_if(f, f.binary("lshr", differ, 1))
    emit_kinds(f, kind, differ, [addresses, *parts, words, here, rank, size, target])
    f.branch_if(f.compare("ne", small, 0), leave, stay)
    f.block(leave)
    f.ret(integer(0))
    f.block(stay)
    left = f.call("arrive", "i64", [memory, entry, rank, size, source, target, integer(0)])
    f.ret(f.call("await", "i64", [state, number, memory, left, watch]))


# -- runs ----------------------------------------------------------------------------------------------------------------------
def _emit_process(module: LLVMModule) -> None:
    """`hloom_process`: a kernel whose tasks are processes. One that fails stops all."""
    _emit_stop(module)
    f = module.function("hloom_process", PARAMETERS)
    job, begin, end, _ = f.parameters
    run, contexts, states = (f.load("ptr", at(f, job, k)) for k in (RUN, CONTEXTS, STATES))
    count, number = f.load("i64", at(f, job, COUNT)), f.load("i64", at(f, job, NUMBER))
    done = at(f, job, DONE)
    with f.loop(begin, end) as k:
        state = f.load("ptr", f.address(states, k, "ptr"))
        status = f.value("i64", f"call i64 {run.name}({f.load('ptr', f.address(contexts, k, 'ptr'))})")
        f.store(status, at(f, state, STATUS))
        with f.when(f.compare("ne", status, 0)):
            f.call("stop", "void", [job])
        store(f, number, at(f, state, ENDED))
        before = fetch_add(f, at(f, done, ROUND), integer(1))
        with f.when(f.compare("eq", f.add(before, 1), count)), f.when(
                f.compare("ne", load(f, at(f, done, SLEEPERS), "i64"), 0)):
            f.call("rouse", "void", [at(f, done, ROUND)])
        with f.when(f.compare("eq", k, 0)):
            stopped = f.call("await", "i64", [state, integer(-2), done, count, f.load("ptr", at(f, job, FIRST_WATCH))])
            with f.when(f.compare("ne", stopped, 0)):
                f.store(stopped, at(f, state, STATUS))
                f.call("stop", "void", [job])
    f.ret()


def _emit_stop(module: LLVMModule) -> None:
    """`stop(job)`: has all processes look at their watches, and those that wait stop."""
    f = module.function("stop", [("ptr", "job")], linkage="internal")
    (job,) = f.parameters
    one = integer(1)
    store(f, one, f.load("ptr", at(f, job, JOB_STOP)))
    states = f.load("ptr", at(f, job, STATES))
    store(f, one, at(f, f.load("ptr", at(f, job, FIRST_WATCH)), ATTENTION))
    with f.loop(1, f.load("i64", at(f, job, COUNT))) as k:
        store(f, one, at(f, f.load("ptr", f.address(states, k, "ptr")), OWN_WATCH + ATTENTION))
    f.ret()
