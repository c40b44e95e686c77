"""What it takes to hand work to the workers and to have it back, measured while programs run; atomic words, and the watch.

Two processors that share a cache meet within 0.22 microseconds, those that do not within 0.8, and much later where there are many
or something else runs on them; on virtual processors that changes within seconds. A kernel that takes little more is better run
by the thread that is there: ten steps over 97x101 points took 0.11 ms on one thread, and on two 0.11 or 0.49. Each launch
says how much work it is, in parts (UNIT) of what is worth dividing where processors share a cache; the pool knows the parallel
threshold, the least that pays now. Every so many launches of little work it has all workers meet a few times, and measures how
long that takes.

    i1 @pays(ptr pool, i64 worth)
"""

from __future__ import annotations

from typing import Literal

from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.dispatch import pool_state
from hloom.runtime.dispatch.commands import ATTEND, STOPPED, UNIT


def at(f: Function, base: Value, offset: int | Value) -> Value:
    """The address so many bytes further."""
    return f.value("ptr", f"getelementptr i8, {base}, {offset if isinstance(offset, Value) else f'i64 {offset}'}")


def load(f: Function, address: Value, type: str, order: str = "seq_cst") -> Value:
    return f.value(type, f"load atomic {type}, {address} {order}, align {4 if type == 'i32' else 8}")


def store(f: Function, a: Value, address: Value, order: str = "seq_cst") -> None:
    f.emit(f"store atomic {a}, {address} {order}, align {4 if a.type == 'i32' else 8}")


def fetch_add(f: Function, address: Value, a: Value, order: str = "seq_cst") -> Value:
    """Adds and returns what was there before."""
    return f.value(a.type, f"atomicrmw add {address}, {a} {order}")


def emit_poll(f: Function, watch: Value, stopped: str) -> None:
    """Looks at the watch, and goes to `stopped` if it says so."""
    attend, on = f.label("attend"), f.label("on")
    attention = f.value("i64", f"load atomic i64, {watch} monotonic, align 8")
    f.branch_if(f.compare("ne", attention, 0), attend, on)
    f.block(attend)
    state = f.address(watch, STOPPED, "i8")
    f.emit(f"store i64 1, {state}, align 8")
    function = f.load("ptr", f.address(watch, ATTEND, "i8"))
    f.emit(f"call void {function.name}({watch})")
    f.branch_if(f.compare("ne", f.load("i64", state), 0), stopped, on)
    f.block(on)


_MONOTONIC_LINUX, _MONOTONIC_DARWIN = 1, 6
#: Where the arguments of a meeting say whether somebody has waited in vain.
_VAIN = 24

#: Where the pool's state has: the number of workers, pauses of who looks for work, whether somebody has the workers, the
#: parallel threshold, launches until it is measured again, and what those were after a failure (0: there was none).
Place = Literal["workers", "spin", "busy", "least", "left", "retry"]


def emit_calibration(module: LLVMModule, target: Target, places: dict[Place, int]) -> None:
    """Adds `pays` to the module of the pool, which has `hloom_parallel` and `pause`; `places` are offsets in the pool's state."""
    _emit_meet(module)
    _emit_measure(module, target, places)
    f = module.function("pays", [("ptr", "pool"), ("i64", "worth")], result="i1", linkage="internal")
    pool, worth = f.parameters
    always, count, measure, compare = map(f.label, ("always", "count", "measure", "compare"))
    f.branch_if(f.compare("sge", worth, pool_state.ALWAYS), always, count)
    f.block(always)
    f.ret(constant("i1", True))
    f.block(count)
    left = f.sub(_load(f, pool, places["left"]), 1)
    _store(f, left, pool, places["left"])
    f.branch_if(f.compare("slt", left, 0), measure, compare)
    f.block(measure)
    f.call("measure", "void", [pool])
    f.branch(compare)
    f.block(compare)
    f.ret(f.compare("sge", worth, _load(f, pool, places["least"])))


def _emit_meet(module: LLVMModule) -> None:
    """`meet`: a kernel whose tasks each wait for all others to have begun; its arguments are how many have, how many there are,
    how long one waits, in pauses, and whether one has waited in vain."""
    f = module.function("meet", PARAMETERS, linkage="internal")
    arguments, begin, end, _ = f.parameters
    here = f.sub(end, begin)
    fetch_add(f, arguments, here)
    wanted, patience = (f.load("i64", f.address(arguments, k, "i64")) for k in (1, 2))
    count = f.variable(constant("i64", 0))
    look, wait, again, vain, done = map(f.label, ("look", "wait", "again", "vain", "done"))
    f.branch(look)
    f.block(look)
    f.branch_if(f.compare("sge", _load(f, arguments, 0, "seq_cst"), wanted), done, wait)
    f.block(wait)
    f.branch_if(f.compare("sge", f.get(count), patience), vain, again)
    f.block(again)
    f.call("pause", "void", [])
    f.set(count, f.add(f.get(count), 1))
    f.branch(look)
    f.block(vain)
    _store(f, constant("i64", 1), arguments, _VAIN)
    f.branch(done)
    f.block(done)
    f.ret()


def emit_now(module: LLVMModule, clock: int | None) -> None:
    """`now`: nanoseconds of a clock of the system."""
    f = module.function("now", [], result="i64", linkage="internal")
    if clock is None:
        f.ret(constant("i64", 0))
        return
    module.declare("clock_gettime", "i32", ["i32", "ptr"])
    time = f.slot("i64", 2)
    f.call("clock_gettime", "i32", [constant("i32", clock), time])
    seconds, nanoseconds = (f.load("i64", f.address(time, k, "i64")) for k in range(2))
    f.ret(f.add(f.mul(seconds, 1_000_000_000), nanoseconds))


def clock_of(target: Target) -> int | None:
    """The system's number of its clock that only goes forward; None where there are no workers anyhow."""
    if "windows" in target.triple:
        return None
    return _MONOTONIC_DARWIN if any(name in target.triple for name in ("darwin", "macos", "apple")) else _MONOTONIC_LINUX


def _load(f: Function, base: Value, offset: int, order: str = "monotonic") -> Value:
    return load(f, at(f, base, offset), "i64", order)


def _store(f: Function, a: Value, base: Value, offset: int) -> None:
    store(f, a, at(f, base, offset), "monotonic")


def _emit_measure(module: LLVMModule, target: Target, places: dict[Place, int]) -> None:
    """`measure(pool)`: finds the parallel threshold. The longest of the meetings does not count: something came between."""
    latency = target.machine.dispatch_latency
    emit_now(module, clock_of(target))
    f = module.function("measure", [("ptr", "pool")], linkage="internal", attributes="#0 noinline")
    (pool,) = f.parameters
    _store(f, constant("i64", latency.launches), pool, places["left"])
    workers = f.load("i64", at(f, pool, places["workers"]))
    alone, free, meet, late, come, out = map(f.label, ("alone", "free", "meet", "late", "come", "out"))
    busy = load(f, at(f, pool, places["busy"]), "i32", "monotonic")
    f.branch_if(f.binary("or", f.compare("slt", workers, 2), f.compare("ne", busy, 0)), alone, free)
    f.block(alone)  # what was found before holds
    f.ret()
    f.block(free)
    arguments = f.slot("i64", 4)
    spin = f.cast("zext", f.load("i32", at(f, pool, places["spin"])), "i64")
    patience = f.intrinsic("smax", f.binary("udiv", spin, latency.patience), constant("i64", latency.fewest_pauses))
    for k, word in ((1, workers), (2, patience)):
        f.store(word, f.address(arguments, k, "i64"))

    def met() -> Value:
        """Has all workers meet; whether they did."""
        for offset in (0, _VAIN):
            _store(f, constant("i64", 0), arguments, offset)
        null = Value("ptr", "null")
        f.call("hloom_parallel", "void", [pool, Value("ptr", "@meet"), arguments, workers, constant("i64", 1), null])
        return f.compare("eq", _load(f, arguments, _VAIN), 0)

    calls = f.variable(constant("i64", 0))
    f.branch(meet)
    f.block(meet)
    f.branch_if(met(), come, late)
    f.block(late)
    f.set(calls, f.add(f.get(calls), 1))
    f.branch_if(f.compare("slt", f.get(calls), latency.calls), meet, out)
    f.block(come)
    total, longest = f.variable(constant("i64", 0)), f.variable(constant("i64", 0))
    with f.loop(0, latency.meetings):
        start = f.call("now", "i64", [])
        met()
        taken = f.sub(f.call("now", "i64", []), start)
        f.set(total, f.add(f.get(total), taken))
        f.set(longest, f.intrinsic("smax", f.get(longest), taken))
    mean = f.binary("sdiv", f.sub(f.get(total), f.get(longest)), latency.meetings - 1)
    # Two workers save half of the work, many nearly all.
    saved = f.mul(f.sub(workers, 1), 2 * latency.meeting_nanoseconds)
    least = f.binary("sdiv", f.mul(f.mul(mean, UNIT), workers), saved)
    _store(f, f.intrinsic("smin", least, constant("i64", pool_state.ALWAYS)), pool, places["least"])
    _store(f, constant("i64", 0), pool, places["retry"])
    f.ret()
    f.block(out)
    longer = f.intrinsic("smax", f.mul(_load(f, pool, places["retry"]), 2), constant("i64", latency.launches_after_failure))
    retry = f.intrinsic("smin", longer, constant("i64", latency.most_launches_after_failure))
    for place in ("left", "retry"):
        _store(f, retry, pool, places[place])
    _store(f, constant("i64", pool_state.ALWAYS), pool, places["least"])
    f.ret()
