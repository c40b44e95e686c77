"""Pools of threads for C: the program's own, or the caller's.

    i32 NAME_pool_init(ptr made, ptr memory, i64 bytes, i32 threads)         threads of its own, in memory of the caller's
    i32 NAME_pool_new(ptr made, i32 threads)                                 the same in memory of its own
    i32 NAME_pool_init_with(ptr made, ptr memory, i64 bytes, ptr parallel, ptr user, i32 threads)     threads of the caller's
    i32 NAME_pool_new_with(ptr made, ptr parallel, ptr user, i32 threads)
    void NAME_pool_close(ptr pool)                                           sends threads home, waits for them, frees memory

Kernels are handed to `hloom_parallel`, which looks whose threads these are. The caller's run

    parallel(user, task, job, count)       task(job, k) for all k below count, in any order, at the same time or not

A job lies in the memory of who waits for it, so there may be any number; each task takes pieces of the kernel's work until
none is left, as the worker of its number.
"""

from __future__ import annotations

from hloom.codegen.cpu.c.context import emit_allocated, emit_free
from hloom.codegen.cpu.c.layout import Interface, Status
from hloom.codegen.cpu.c.pieces import NULL, at_line, is_null, leave_if, negated, status
from hloom.codegen.cpu.dispatch_latency import at, clock_of, emit_now, emit_poll, fetch_add
from hloom.codegen.cpu.pool_code import PARALLEL
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.dispatch.commands import UNIT, WORD
from hloom.runtime.dispatch.pool_state import BUSY, HEAD, LEFT, QUIET, SPIN, THRESHOLD, WORKERS

#: What the state of a pool has behind its own words: who runs tasks on the caller's threads, and what that is given.
_CALLER, _USER = 40, 48
#: What dispatches to threads of the pool's own.
OWN_PARALLEL = "own_parallel"
#: Words of a job.
_KERNEL, _ARGUMENTS, _TASKS, _GRAIN, _NEXT, _WATCH = range(6)
#: Words of what the system says about which processors a process may use.
_PROCESSORS = 16
#: Launches after which a pool would measure how long its threads take to meet, where these are not its own.
_NEVER = 1 << 60


# -- kernels -------------------------------------------------------------------------------------------------------------------
def emit_dispatch(module: LLVMModule) -> None:
    """Adds `hloom_parallel` to the module of the pool, whose own dispatch is called OWN_PARALLEL."""
    _emit_task(module)
    f = module.function("hloom_parallel", PARALLEL)
    pool, kernel, arguments, tasks, grain, watch = f.parameters
    caller = f.load("ptr", at(f, pool, HEAD + _CALLER))
    own, others, nothing = f.label("own"), f.label("others"), f.label("nothing")
    f.branch_if(is_null(f, caller), own, others)
    f.block(own)
    f.call(OWN_PARALLEL, "void", f.parameters)
    f.ret()
    f.block(others)
    grain = f.intrinsic("smax", grain, constant("i64", 1))
    job = f.slot("i64", 8)
    words = {_KERNEL: kernel, _ARGUMENTS: arguments, _TASKS: tasks, _GRAIN: grain, _NEXT: constant("i64", 0),
             _WATCH: f.select(is_null(f, watch), at(f, pool, HEAD + QUIET), watch)}
    for k, word in words.items():
        f.store(word, at(f, job, k * WORD))
    pieces = f.binary("udiv", f.add(tasks, f.sub(grain, 1)), grain)
    count = f.intrinsic("smin", pieces, f.load("i64", at(f, pool, HEAD + WORKERS)))
    with f.when(f.compare("sgt", count, 0)):
        f.emit(f"call void {caller.name}({f.load('ptr', at(f, pool, HEAD + _USER))}, ptr @work_on, {job}, {count})")
    f.branch(nothing)
    f.block(nothing)
    f.ret()


def _emit_task(module: LLVMModule) -> None:
    """`work_on(job, number)`: what the caller's threads run."""
    f = module.function("work_on", [("ptr", "job"), ("i64", "number")], linkage="internal")
    job, number = f.parameters
    kernel, arguments, watch = (f.load("ptr", at(f, job, k * WORD)) for k in (_KERNEL, _ARGUMENTS, _WATCH))
    tasks, grain = (f.load("i64", at(f, job, k * WORD)) for k in (_TASKS, _GRAIN))
    look, work, out = f.label("look"), f.label("work"), f.label("out")
    f.branch(look)
    f.block(look)
    emit_poll(f, watch, out)
    begin = fetch_add(f, at(f, job, _NEXT * WORD), grain, "monotonic")
    f.branch_if(f.compare("slt", begin, tasks), work, out)
    f.block(work)
    end = f.intrinsic("smin", f.add(begin, grain), tasks)
    f.emit(f"call void {kernel.name}({arguments}, {begin}, {end}, {number})")
    f.branch(look)
    f.block(out)
    f.ret()


# -- pools ---------------------------------------------------------------------------------------------------------------------
def emit_pools(module: LLVMModule, interface: Interface, target: Target) -> None:
    """Adds the functions for pools to a module that has `fits`."""
    module.declare("hloom_worker", "void", ["ptr", "i64"])
    module.declare("hloom_stop", "i32", ["ptr"])
    module.declare("hloom_pause", "void", ["i64"])
    module.declare("pthread_create", "i32", ["ptr", "ptr", "ptr", "ptr"])
    module.declare("pthread_join", "i32", ["i64", "ptr"])
    module.declare("sched_getaffinity", "i32", ["i32", "i64", "ptr"])
    emit_now(module, clock_of(target))
    _emit_worker(module)
    _emit_spin(module, interface.spin)
    _emit_place(module, interface)
    init, init_with = interface.symbol("pool_init"), interface.symbol("pool_init_with")
    _emit_init(module, interface, init)
    _emit_init_with(module, interface, init_with)
    _emit_close(module, interface)
    module.function(interface.symbol("pool_bytes"), [], "i64").ret(constant("i64", interface.pool_bytes))
    if interface.is_static:
        return
    for word, parameters, called in (("pool_new", [("i32", "threads")], init),
                                     ("pool_new_with", [("ptr", "parallel"), ("ptr", "user"), ("i32", "threads")], init_with)):
        f = module.function(interface.symbol(word), [("ptr", "made"), *parameters], "i32")

        def make(memory: Value, size: Value, f: Function = f, called: str = called) -> Value:
            return f.call(called, "i32", [f.parameters[0], memory, size, *f.parameters[1:]])

        emit_allocated(module, f, interface.pool_bytes, interface.pool_freed, make)


def _emit_worker(module: LLVMModule) -> None:
    """`begin(start)`: what a thread of a pool runs, given the addresses of its pool and its number."""
    f = module.function("begin", [("ptr", "start")], "ptr", linkage="internal")
    (start,) = f.parameters
    f.call("hloom_worker", "void", [f.load("ptr", start), f.load("i64", at(f, start, WORD))])
    f.ret(NULL)


def _emit_spin(module: LLVMModule, microseconds: int) -> None:
    """`spin(threads)`: pauses that fill the time in which threads look for more work; none where there are more than processors
    that the process may use: who looks then keeps somebody with work from a processor."""
    f, limits = module.function("spin", [("i64", "threads")], "i32", linkage="internal"), module.machine.dispatch_latency
    mask = f.slot("i64", _PROCESSORS)
    f.clear_bytes(mask, _PROCESSORS * WORD)
    f.call("sched_getaffinity", "i32", [constant("i32", 0), constant("i64", _PROCESSORS * WORD), mask])
    count = f.variable(constant("i64", 0))
    with f.loop(0, _PROCESSORS) as k:
        f.set(count, f.add(f.get(count), f.intrinsic("ctpop", f.load("i64", f.address(mask, k, "i64")))))
    leave_if(f, f.compare("slt", f.get(count), f.parameters[0]), constant("i32", 0))
    shortest = f.variable(constant("i64", 1 << 40))
    with f.loop(0, limits.measurements):
        start = f.call("now", "i64", [])
        f.call("hloom_pause", "void", [constant("i64", limits.pauses)])
        f.set(shortest, f.intrinsic("smin", f.get(shortest), f.sub(f.call("now", "i64", []), start)))
    taken = f.intrinsic("smax", f.get(shortest), constant("i64", 1))
    pauses = f.binary("udiv", constant("i64", microseconds * 1000 * limits.pauses), taken)
    f.ret(f.cast("trunc", f.intrinsic("smin", pauses, constant("i64", 0x7FFFFFFF)), "i32"))


def _emit_place(module: LLVMModule, interface: Interface) -> None:
    """`place(made, memory, bytes, threads, result)`: where a pool without threads begins in memory, with the number that it may
    have; returns a status."""
    f = module.function("place", [("ptr", "made"), ("ptr", "memory"), ("i64", "bytes"), ("i32", "asked")], "i32",
                        linkage="internal")
    made, memory, size, asked = f.parameters
    for address in (made, memory):
        leave_if(f, is_null(f, address), status(Status.ARGUMENT))
    leave_if(f, f.compare("ult", size, constant("i64", interface.pool_bytes)), status(Status.MEMORY))
    leave_if(f, f.compare("ugt", asked, interface.workers), status(Status.THREADS))
    leave_if(f, negated(f, f.call("fits", "i1", [])), status(Status.PROCESSOR))
    pool = at_line(f, memory)
    f.clear_bytes(pool, interface.pool_freed + WORD)
    threads = f.select(f.compare("eq", asked, 0), constant("i32", interface.workers), asked)
    f.store(Value("ptr", "@hloom_parallel"), at(f, pool, HEAD))
    f.store(f.cast("zext", threads, "i64"), at(f, pool, HEAD + WORKERS))
    f.store(pool, made)
    f.ret(status(Status.OK))


def _emit_init(module: LLVMModule, interface: Interface, name: str) -> None:
    f = module.function(name, [("ptr", "made"), ("ptr", "memory"), ("i64", "bytes"), ("i32", "threads")], "i32")
    made, memory, size, threads = f.parameters
    found = f.call("place", "i32", [made, memory, size, threads])
    leave_if(f, f.compare("ne", found, 0), found)
    pool = f.load("ptr", made)
    workers = f.load("i64", at(f, pool, HEAD + WORKERS))
    f.store(f.call("spin", "i32", [workers]), at(f, pool, HEAD + SPIN))
    started = at(f, pool, interface.started)
    with f.loop(1, workers) as k:
        start = at(f, pool, f.add(f.mul(k, 2 * WORD), interface.starts))
        f.store(pool, start)
        f.store(k, at(f, start, WORD))
        thread = at(f, pool, f.add(f.mul(k, WORD), interface.threads))
        failed = f.compare("ne", f.call("pthread_create", "i32", [thread, NULL, Value("ptr", "@begin"), start]), 0)
        with f.when(failed):  # the system gives no more: the pool has as many as there are
            f.store(k, at(f, pool, HEAD + WORKERS))
        leave_if(f, failed, status(Status.OK))
        f.store(k, started)
    f.ret(status(Status.OK))


def _emit_init_with(module: LLVMModule, interface: Interface, name: str) -> None:
    f = module.function(name, [("ptr", "made"), ("ptr", "memory"), ("i64", "bytes"), ("ptr", "parallel"), ("ptr", "user"),
                               ("i32", "threads")], "i32")
    made, memory, size, parallel, user, threads = f.parameters
    leave_if(f, is_null(f, parallel), status(Status.ARGUMENT))
    found = f.call("place", "i32", [made, memory, size, threads])
    leave_if(f, f.compare("ne", found, 0), found)
    pool = f.load("ptr", made)
    f.store(parallel, at(f, pool, HEAD + _CALLER))
    f.store(user, at(f, pool, HEAD + _USER))
    f.store(constant("i64", 2 * UNIT), at(f, pool, BUSY + THRESHOLD))
    f.store(constant("i64", _NEVER), at(f, pool, BUSY + LEFT))
    f.ret(status(Status.OK))


def _emit_close(module: LLVMModule, interface: Interface) -> None:
    f = module.function(interface.symbol("pool_close"), [("ptr", "pool")])
    (pool,) = f.parameters
    none, look, wait, join = map(f.label, ("none", "look", "wait", "join"))
    some = f.label("some")
    f.branch_if(is_null(f, pool), none, some)
    f.block(some)
    started = f.load("i64", at(f, pool, interface.started))
    f.branch_if(f.compare("eq", started, 0), join, look)
    f.block(look)  # nobody ought to be in a call; who is has the threads a little longer
    f.branch_if(f.compare("eq", f.call("hloom_stop", "i32", [pool]), 0), wait, join)
    f.block(wait)
    f.call("hloom_pause", "void", [constant("i64", module.machine.dispatch_latency.pauses)])
    f.branch(look)
    f.block(join)
    with f.loop(1, f.add(started, 1)) as k:
        thread = f.load("i64", at(f, pool, f.add(f.mul(k, WORD), interface.threads)))
        f.call("pthread_join", "i32", [thread, NULL])
    if not interface.is_static:
        f.call("free_pool", "void", [pool])
    f.branch(none)
    f.block(none)
    f.ret()
    if not interface.is_static:
        emit_free(module, "free_pool", interface.pool_freed)
