"""The machine code of the worker pool: dispatch, the workers' loop, and how they sleep; with it what runs programs' commands.

State (`pool_state`), in lines of LINE bytes so that words which different threads write do not share a cache line:

    HEAD     ptr parallel, i64 workers, i32 spin, i64 0, ptr threads of LAPACK's library (`linear.one_thread`); all constant while
             workers run
    JOB      i32 word: 4 * number + 1 while a job is open, 4 * number while none is, 4 * number + 2 to stop
    DESCRIPTOR   ptr kernel, ptr arguments, i64 grain, i64 shares, i64 shares that workers take from, i32 the caller's processor
             the open job
    ACTIVE   i32 workers inside a job, i32 caller sleeps
    IDLE     i32 workers that sleep
    BUSY     i32 a caller has the workers, i64 the parallel threshold, i64 launches until it is measured again, i64 those after
             a failure
    WAITERS  2 lines for workers, 2 for the caller: what pthread parking sleeps on
    SHARES   for each worker: i64 next, i64 end: tasks of its share not handed out yet

A job is cut into one share a worker, so that equal workers get equal, contiguous parts and find the same part again
in the next job's caches; a worker takes its share in pieces of `grain` and then helps with the others', but where
each has its own (threads that meet must be known by what they run). The caller
works too and never waits for a worker that has not begun: it takes what is left, closes the job when nothing is left
to hand out and waits until nobody is active. A worker says that it is active *before* it looks whether the job is still open, the
caller closes *before* it looks who is active; both in sequentially consistent order, so that one sees the other. That
is why the words of a job can be rewritten for the next one although a late worker may just be waking up for this one.
The same pattern guards sleeping: who goes to sleep says so first, and the system re-reads the word before it sleeps.

Systems put a thread that is woken where the one is that wakes it, while others are busy, and may leave it there long after: then
both take turns on one processor, and the time of one is what the program takes. A worker that finds itself on the caller's
processor job after job goes to another (Linux; where each worker can have one).
"""

from __future__ import annotations

from collections.abc import Callable

from hloom.codegen.cpu.command_runner import emit_run
from hloom.codegen.cpu.dispatch_latency import at, emit_calibration, emit_poll, fetch_add, load, store
from hloom.codegen.cpu.linear.one_thread import emit_run_on_one_thread
from hloom.codegen.llvm.builder import Function, Value, Variable, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.dispatch.pool_state import (
    ACTIVE,
    AFFINITY_NUMBERS,
    BUSY,
    DESCRIPTOR,
    FUTEX_NUMBER,
    HEAD,
    IDLE,
    JOB,
    LEFT,
    LIBRARY,
    LINE,
    QUIET,
    RETRY,
    SHARES,
    SPIN,
    THRESHOLD,
    WAITERS,
    WORKERS,
    Parking,
)

_OPEN, _STOP, _NEXT_NUMBER = 1, 2, 4
_ALL = 0x7FFFFFFF
#: Offset of the condition variable from the mutex, above what any system needs for a mutex.
_CONDITION = LINE

FUTEX_WAIT_PRIVATE, FUTEX_WAKE_PRIVATE = 128, 129


def module_text(target: Target, parking: Parking) -> str:
    """LLVM IR of the functions SYMBOLS."""
    module = LLVMModule(machine=target.machine)
    emit_pool(module, target, parking)
    emit_run_on_one_thread(module, HEAD + LIBRARY)
    return module.text(target.attributes)


def emit_pool(module: LLVMModule, target: Target, parking: Parking, parallel: str = "hloom_parallel") -> None:
    """Adds the functions SYMBOLS but for `hloom_run_on_one_thread`. Where the one that dispatches to the pool's own threads is
    called otherwise than `hloom_parallel`, that is another function, which somebody else adds."""
    emit_pause(module, target)
    processor = target.triple.split("-")[0]
    if parking == "futex":
        _emit_futex(module, FUTEX_NUMBER[processor])
        _emit_move_apart(module, AFFINITY_NUMBERS[processor])
    elif parking == "pthread":
        _emit_pthread(module)
    else:
        _emit_no_parking(module)
    _emit_drain(module)
    _emit_worker(module, has_places=parking == "futex")
    _emit_parallel(module, parallel, has_places=parking == "futex")
    emit_calibration(module, target, {"workers": HEAD + WORKERS, "spin": HEAD + SPIN, "busy": BUSY, "least": BUSY + THRESHOLD,
                                      "left": BUSY + LEFT, "retry": BUSY + RETRY})
    emit_run(module)
    _emit_stop(module)
    module.function("hloom_attend", [("ptr", "watch")]).ret()  # leaves a watch stopped, as who asks it writes before


# -- small pieces -----------------------------------------------------------------------------------------------------
def _share(f: Function, pool: Value, worker: Value) -> Value:
    return f.address(at(f, pool, SHARES), f.mul(worker, LINE), "i8")


def _smaller(f: Function, a: Value, b: Value) -> Value:
    return f.select(f.compare("slt", a, b), a, b)


def _i32(value: int) -> Value:
    return constant("i32", value)


# -- sleeping ------------------------------------------------------------------------------------------------------
# park(word, expected, waiters): sleeps while the i32 `word` is `expected`, maybe waking for no reason.
# wake(word, count, waiters): wakes up to `count` of those who sleep on `word`, after it changed.
_PARK = (("ptr", "word"), ("i32", "expected"), ("ptr", "bed"))
_WAKE = (("ptr", "word"), ("i32", "count"), ("ptr", "bed"))


def _emit_futex(module: LLVMModule, number: int) -> None:
    module.declare("syscall", "i64", ["i64", "..."])
    for name, parameters, operation in (("park", _PARK, FUTEX_WAIT_PRIVATE), ("wake", _WAKE, FUTEX_WAKE_PRIVATE)):
        f = module.function(name, parameters, linkage="internal")
        word, amount, _ = f.parameters
        f.value("i64", f"call i64 (i64, ...) @syscall(i64 {number}, {word}, i64 {operation}, "
                       f"{f.cast('zext', amount, 'i64')}, ptr null, ptr null, i64 0)")
        f.ret()
    module.function("hloom_prepare", [("ptr", "pool")]).ret()


def _emit_pthread(module: LLVMModule) -> None:
    for name, pointers in (("mutex_init", 2), ("cond_init", 2), ("mutex_lock", 1), ("mutex_unlock", 1),
                           ("cond_wait", 2), ("cond_broadcast", 1)):
        module.declare(f"pthread_{name}", "i32", ["ptr"] * pointers)

    f = module.function("park", _PARK, linkage="internal")
    word, expected, waiters = f.parameters
    condition = at(f, waiters, _CONDITION)
    f.call("pthread_mutex_lock", "i32", [waiters])
    check, sleep, done = f.label("check"), f.label("sleep"), f.label("done")
    f.branch(check)
    f.block(check)
    f.branch_if(f.compare("eq", load(f, word, "i32"), expected), sleep, done)
    f.block(sleep)
    f.call("pthread_cond_wait", "i32", [condition, waiters])
    f.branch(check)
    f.block(done)
    f.call("pthread_mutex_unlock", "i32", [waiters])
    f.ret()

    f = module.function("wake", _WAKE, linkage="internal")
    waiters = f.parameters[2]
    # The empty critical section makes a sleeper either see the changed word or be asleep by the broadcast.
    f.call("pthread_mutex_lock", "i32", [waiters])
    f.call("pthread_mutex_unlock", "i32", [waiters])
    f.call("pthread_cond_broadcast", "i32", [at(f, waiters, _CONDITION)])
    f.ret()

    f = module.function("hloom_prepare", [("ptr", "pool")])
    for waiters in _worker_waiters(f, f.parameters[0]), _caller_waiters(f, f.parameters[0]):
        f.call("pthread_mutex_init", "i32", [waiters, Value("ptr", "null")])
        f.call("pthread_cond_init", "i32", [at(f, waiters, _CONDITION), Value("ptr", "null")])
    f.ret()


def _emit_no_parking(module: LLVMModule) -> None:
    """Nobody sleeps where there are no workers."""
    module.function("park", _PARK, linkage="internal").ret()
    module.function("wake", _WAKE, linkage="internal").ret()
    module.function("hloom_prepare", [("ptr", "pool")]).ret()


def _worker_waiters(f: Function, pool: Value) -> Value:
    return at(f, pool, WAITERS)


def _caller_waiters(f: Function, pool: Value) -> Value:
    return at(f, pool, WAITERS + 2 * LINE)


def emit_pause(module: LLVMModule, target: Target) -> None:
    """`hloom_pause(i64 n)`: n pauses, to measure how long one takes; `pause`: one."""
    f = module.function("pause", [], linkage="internal", attributes="#0 alwaysinline")
    if target.pause is not None:
        name, numbers = target.pause
        f.intrinsic(name, *map(_i32, numbers), result="void", overload=())
    f.ret()
    f = module.function("hloom_pause", [("i64", "count")])
    with f.loop(0, f.parameters[0]):
        f.call("pause", "void", [])
    f.ret()


def _spin(f: Function, pool: Value, ready: Callable[[], Value], found: str) -> None:
    """Asks `ready` between pauses, as often as the pool's spin limit says; goes to `found` when it holds."""
    limit = f.load("i32", at(f, pool, HEAD + SPIN))
    count = f.variable(_i32(0))
    look, again, tired = f.label("look"), f.label("again"), f.label("tired")
    f.branch(look)
    f.block(look)
    f.branch_if(ready(), found, again)
    f.block(again)
    f.call("pause", "void", [])
    f.set(count, f.add(f.get(count), 1))
    f.branch_if(f.compare("ult", f.get(count), limit), look, tired)
    f.block(tired)


# -- the job -------------------------------------------------------------------------------------------------------
def _emit_drain(module: LLVMModule) -> None:
    """`drain(pool, worker, watch)`: runs pieces of the open job, the worker's own share first, until all are handed out, or until
    the watch stops it and with it the others."""
    f = module.function("drain", [("ptr", "pool"), ("i64", "worker"), ("ptr", "watch")], linkage="internal")
    pool, worker, watch = f.parameters
    stopped, out = f.label("stopped"), f.label("out")
    descriptor = at(f, pool, DESCRIPTOR)
    kernel, arguments = f.load("ptr", descriptor), f.load("ptr", at(f, descriptor, 8))
    grain, shares = f.load("i64", at(f, descriptor, 16)), f.load("i64", at(f, descriptor, 24))
    owner = f.variable(f.binary("urem", worker, shares))
    visits = f.select(f.compare("eq", worker, 0), shares, f.load("i64", at(f, descriptor, 32)))
    with f.loop(0, visits):
        share = _share(f, pool, f.get(owner))
        end = f.load("i64", at(f, share, 8))
        look, take, run, done = f.label("look"), f.label("take"), f.label("run"), f.label("done")
        f.branch(look)
        f.block(look)  # a share that is used up is only read: adding to it would take its cache line away
        f.branch_if(f.compare("slt", load(f, share, "i64", "monotonic"), end), take, done)
        f.block(take)
        emit_poll(f, watch, stopped)
        begin = fetch_add(f, share, grain, "monotonic")
        f.branch_if(f.compare("slt", begin, end), run, done)
        f.block(run)
        f.emit(f"call void {kernel.name}({arguments}, {begin}, {_smaller(f, f.add(begin, grain), end)}, {worker})")
        f.branch(look)
        f.block(done)
        following = f.add(f.get(owner), 1)
        f.set(owner, f.select(f.compare("eq", following, shares), constant("i64", 0), following))
    f.branch(out)
    f.block(stopped)
    with f.loop(0, shares) as number:  # nothing is left to hand out
        share = _share(f, pool, number)
        store(f, f.load("i64", at(f, share, 8)), share, "monotonic")
    f.branch(out)
    f.block(out)
    f.ret()


#: Jobs that a worker finds itself on the caller's processor for before it leaves.
_TOGETHER = 3
#: Where the descriptor of a job has the caller's processor; bytes of a set of processors, for the system's calls on these.
_PLACE, _SET_BYTES = 40, 128


def _emit_move_apart(module: LLVMModule, numbers: tuple[int, int]) -> None:
    """`move_apart(i32 place)`: this thread goes on on another processor than this one, if it may use others; it may come back."""
    module.declare("sched_getcpu", "i32", [])
    f = module.function("move_apart", [("i32", "place")], linkage="internal")
    allowed = f.slot("i64", _SET_BYTES // 8)

    def ask(number: int, size: Value) -> Value:
        return f.value("i64", f"call i64 (i64, ...) @syscall(i64 {number}, i64 0, {size}, {allowed})")

    set_number, get_number = numbers
    size = ask(get_number, constant("i64", _SET_BYTES))
    place = f.cast("zext", f.parameters[0], "i64")
    with f.when(f.compare("sgt", f.mul(size, 8), place)):
        word = f.address(allowed, f.binary("lshr", place, constant("i64", 6)), "i64")
        before = f.load("i64", word)
        own = f.binary("shl", constant("i64", 1), f.binary("and", place, constant("i64", 63)))
        f.store(f.binary("and", before, f.binary("xor", own, constant("i64", -1))), word)
        with f.when(f.compare("eq", ask(set_number, size), 0)):
            f.store(before, word)
            ask(set_number, size)
    f.ret()


def _emit_leaving(f: Function, pool: Value, together: Variable) -> None:
    """Leaves the processor that the caller of the open job is on, too, where that happens again and again."""
    place = f.call("sched_getcpu", "i32", [])
    is_same = f.compare("eq", place, f.load("i32", at(f, pool, DESCRIPTOR + _PLACE)))
    # Where there are fewer processors than workers they do not look for work for long, and somebody shares one anyhow.
    may_leave = f.binary("and", is_same, f.compare("ne", f.load("i32", at(f, pool, HEAD + SPIN)), 0))
    f.set(together, f.select(may_leave, f.add(f.get(together), 1), _i32(0)))
    with f.when(f.compare("sge", f.get(together), _TOGETHER)):
        f.call("move_apart", "void", [place])
        f.set(together, _i32(0))


def _emit_worker(module: LLVMModule, has_places: bool) -> None:
    """`hloom_worker(pool, worker)`: works until the pool stops."""
    f = module.function("hloom_worker", [("ptr", "pool"), ("i64", "worker")])
    pool, worker = f.parameters
    job, idle, active = at(f, pool, JOB), at(f, pool, IDLE), at(f, pool, ACTIVE)
    seen, current, together = (f.variable(_i32(0)) for _ in range(3))
    wait, arrived, enter, work, leave, wake, done = map(
        f.label, ("wait", "arrived", "enter", "work", "leave", "wake", "done"))

    def new_job() -> Value:
        word = load(f, job, "i32", "acquire")
        f.set(current, word)
        fresh = f.binary("and", f.compare("ne", f.binary("and", word, _OPEN), 0),
                         f.compare("ne", word, f.get(seen)))
        return f.binary("or", fresh, f.compare("ne", f.binary("and", word, _STOP), 0))

    f.branch(wait)
    f.block(wait)
    _spin(f, pool, new_job, arrived)
    fetch_add(f, idle, _i32(1))
    f.call("park", "void", [job, f.get(current), _worker_waiters(f, pool)])
    fetch_add(f, idle, _i32(-1))
    f.branch(wait)

    f.block(arrived)
    f.branch_if(f.compare("ne", f.binary("and", f.get(current), _STOP), 0), done, enter)
    f.block(enter)
    fetch_add(f, active, _i32(1))
    word = load(f, job, "i32")
    f.branch_if(f.compare("ne", f.binary("and", word, _OPEN), 0), work, leave)
    f.block(work)
    f.set(seen, word)
    if has_places:
        _emit_leaving(f, pool, together)
    f.call("drain", "void", [pool, worker, at(f, pool, HEAD + QUIET)])
    f.branch(leave)
    f.block(leave)
    before = fetch_add(f, active, _i32(-1))
    caller_sleeps = f.compare("ne", load(f, at(f, active, 4), "i32"), 0)
    f.branch_if(f.binary("and", caller_sleeps, f.compare("eq", before, 1)), wake, wait)
    f.block(wake)
    f.call("wake", "void", [active, _i32(1), _caller_waiters(f, pool)])
    f.branch(wait)
    f.block(done)
    f.ret()


#: Parameters of what dispatches a kernel.
PARALLEL = (("ptr", "pool"), ("ptr", "kernel"), ("ptr", "arguments"), ("i64", "tasks"), ("i64", "grain"), ("ptr", "given"))


def _emit_parallel(module: LLVMModule, name: str, has_places: bool) -> None:
    """`hloom_parallel(pool, kernel, arguments, tasks, grain, watch)`: see `hloom.runtime.pool`."""
    f = module.function(name, PARALLEL)
    pool, kernel, arguments, tasks, asked_grain, given = f.parameters
    several, free, alone, look, run_alone, out = map(f.label, ("several", "free", "alone", "look", "run", "out"))
    # Without a watch, a word that nobody sets.
    watch = f.select(f.value("i1", f"icmp eq {given}, null"), at(f, pool, HEAD + QUIET), given)
    grain = f.select(f.compare("sgt", asked_grain, 1), asked_grain, constant("i64", 1))
    workers = f.load("i64", at(f, pool, HEAD + WORKERS))
    f.branch_if(f.binary("and", f.compare("sgt", tasks, grain), f.compare("sgt", workers, 1)), several, alone)

    f.block(several)
    busy = at(f, pool, BUSY)
    taken = f.value("{ i32, i1 }", f"cmpxchg {busy}, i32 0, i32 1 acquire monotonic")
    f.branch_if(f.value("i1", f"extractvalue {taken}, 1"), free, alone)

    f.block(free)
    shares = _publish(f, pool, kernel, arguments, tasks, grain, asked_grain, workers)
    if has_places:
        f.store(f.call("sched_getcpu", "i32", []), at(f, pool, DESCRIPTOR + _PLACE))
    job = at(f, pool, JOB)
    opened = f.add(load(f, job, "i32", "monotonic"), _NEXT_NUMBER + _OPEN)
    store(f, opened, job)
    # Wake no more than can help beside those who are awake anyhow.
    asleep = load(f, at(f, pool, IDLE), "i32")
    missing = f.add(f.cast("trunc", f.sub(shares, workers), "i32"), asleep)
    with f.when(f.compare("sgt", missing, 0)):
        f.call("wake", "void", [job, missing, _worker_waiters(f, pool)])
    f.call("drain", "void", [pool, constant("i64", 0), watch])
    store(f, f.sub(opened, _OPEN), job)
    _await_workers(f, pool)
    store(f, _i32(0), busy, "release")
    f.ret()

    f.block(alone)
    begin = f.variable(constant("i64", 0))
    f.branch(look)
    f.block(look)
    f.branch_if(f.compare("slt", f.get(begin), tasks), run_alone, out)
    f.block(run_alone)
    emit_poll(f, watch, out)
    end = _smaller(f, f.add(f.get(begin), grain), tasks)
    f.emit(f"call void {kernel.name}({arguments}, {f.get(begin)}, {end}, i64 0)")
    f.set(begin, end)
    f.branch(look)
    f.block(out)
    f.ret()


def _publish(f: Function, pool: Value, kernel: Value, arguments: Value, tasks: Value, grain: Value, asked: Value,
             workers: Value) -> Value:
    """Writes the descriptor and the shares of a job; returns the number of shares. These are the same parts of all tasks whatever
    their pieces, so that kernels over the same rows find them in the same caches; pieces of a share are about equal."""

    def parts(count: Value, size: Value) -> Value:
        return f.binary("udiv", f.add(count, f.sub(size, 1)), size)

    shares = _smaller(f, parts(tasks, grain), workers)
    largest = parts(tasks, shares)
    grain = parts(largest, parts(largest, grain))
    descriptor = at(f, pool, DESCRIPTOR)
    visits = f.select(f.compare("slt", asked, 0), constant("i64", 1), shares)
    for position, field in enumerate((kernel, arguments, grain, shares, visits)):
        f.store(field, at(f, descriptor, 8 * position))
    quotient = f.binary("udiv", tasks, shares)
    remainder = f.sub(tasks, f.mul(quotient, shares))
    begin = f.variable(constant("i64", 0))
    with f.loop(0, shares) as worker:
        end = f.add(f.get(begin), f.add(quotient, f.cast("zext", f.compare("slt", worker, remainder), "i64")))
        share = _share(f, pool, worker)
        store(f, f.get(begin), share, "monotonic")
        f.store(end, at(f, share, 8))
        f.set(begin, end)
    return shares


def _await_workers(f: Function, pool: Value) -> None:
    """Returns when no worker is inside the job: looks for a while, then sleeps."""
    active = at(f, pool, ACTIVE)
    sleeps = at(f, active, 4)
    wait, asleep, awake, done = map(f.label, ("wait", "asleep", "awake", "finished"))
    f.branch(wait)
    f.block(wait)
    _spin(f, pool, lambda: f.compare("eq", load(f, active, "i32"), 0), done)
    store(f, _i32(1), sleeps)
    still = load(f, active, "i32")
    f.branch_if(f.compare("eq", still, 0), awake, asleep)
    f.block(asleep)
    f.call("park", "void", [active, still, _caller_waiters(f, pool)])
    f.branch(awake)
    f.block(awake)
    store(f, _i32(0), sleeps)
    f.branch(wait)
    f.block(done)


def _emit_stop(module: LLVMModule) -> None:
    """`i32 hloom_stop(pool)`: sends the workers home; 0 if a caller has them just now.

    It keeps the pool taken, so that whoever calls `parallel` later runs alone.
    """
    f = module.function("hloom_stop", [("ptr", "pool")], result="i32")
    pool = f.parameters[0]
    job = at(f, pool, JOB)
    taken = f.value("{ i32, i1 }", f"cmpxchg {at(f, pool, BUSY)}, i32 0, i32 1 acquire monotonic")
    success = f.value("i1", f"extractvalue {taken}, 1")
    with f.when(success):
        store(f, f.add(load(f, job, "i32", "monotonic"), _NEXT_NUMBER + _STOP), job)
        f.call("wake", "void", [job, _i32(_ALL), _worker_waiters(f, pool)])
    f.ret(f.cast("zext", success, "i32"))
