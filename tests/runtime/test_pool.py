"""The pool runs every task once, on workers that differ, under any number of threads, and never hangs.

Most tests run in this process with pools of their own; what concerns the process as a whole (exit, fork) runs in a
subprocess with a time limit, so that a hang is a failure.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.replay import pieces_of
from hloom.codegen.cpu import pool_code
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch import pool_state
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.pool import Pool
from tests import forks
from tests.processes import printed

LIMIT = 60

# Arguments: ptr counts (i32 a task), ptr work (i64 a task: loop iterations), ptr busy (i32 a worker), ptr faults (i64),
# ptr pieces (i64 a worker: tasks that it ran). A worker that is in two pieces at once shows in faults.
KERNEL = """
define void @kernel(ptr %arguments, i64 %begin, i64 %end, i64 %worker) {
entry:
  %counts = load ptr, ptr %arguments
  %work.at = getelementptr ptr, ptr %arguments, i64 1
  %work = load ptr, ptr %work.at
  %busy.at = getelementptr ptr, ptr %arguments, i64 2
  %busy = load ptr, ptr %busy.at
  %faults.at = getelementptr ptr, ptr %arguments, i64 3
  %faults = load ptr, ptr %faults.at
  %pieces.at = getelementptr ptr, ptr %arguments, i64 4
  %pieces = load ptr, ptr %pieces.at
  %flag = getelementptr i32, ptr %busy, i64 %worker
  %twice = atomicrmw xchg ptr %flag, i32 1 seq_cst
  %twice.wide = zext i32 %twice to i64
  atomicrmw add ptr %faults, i64 %twice.wide seq_cst
  %piece = getelementptr i64, ptr %pieces, i64 %worker
  %ran = load i64, ptr %piece
  %length = sub i64 %end, %begin
  %ran.now = add i64 %ran, %length
  store i64 %ran.now, ptr %piece
  br label %task
task:
  %k = phi i64 [ %begin, %entry ], [ %k.next, %finish ]
  %count = getelementptr i32, ptr %counts, i64 %k
  %old = load i32, ptr %count
  %new = add i32 %old, 1
  store i32 %new, ptr %count
  %amount.at = getelementptr i64, ptr %work, i64 %k
  %amount = load i64, ptr %amount.at
  br label %spin
spin:
  %i = phi i64 [ 0, %task ], [ %i.next, %spin ]
  call void asm sideeffect "", ""()
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %amount
  br i1 %more, label %spin, label %finish
finish:
  %k.next = add i64 %k, 1
  %again = icmp slt i64 %k.next, %end
  br i1 %again, label %task, label %out
out:
  store atomic i32 0, ptr %flag seq_cst, align 4
  ret void
}
define void @repeat(ptr %pool, ptr %arguments, i64 %tasks, i64 %grain, i64 %times) {
entry:
  %parallel = load ptr, ptr %pool
  br label %call
call:
  %n = phi i64 [ 0, %entry ], [ %n.next, %call ]
  call void %parallel(ptr %pool, ptr @kernel, ptr %arguments, i64 %tasks, i64 %grain, ptr null)
  %n.next = add i64 %n, 1
  %more = icmp slt i64 %n.next, %times
  br i1 %more, label %call, label %out
out:
  ret void
}
"""


@pytest.fixture(scope="module")
def code() -> jit.LoadedObject:
    return jit.load_objects(compile_objects([Part(KERNEL)], Target.host()), ["kernel", "repeat"])


class Job:
    """One set of arguments of the kernel."""

    def __init__(self, code: jit.LoadedObject, tasks: int, workers: int, work: np.ndarray | None = None) -> None:
        self.tasks = tasks
        self.counts = np.zeros(tasks, np.int32)
        self.work = np.zeros(tasks, np.int64) if work is None else work.astype(np.int64)
        self.busy = np.zeros(workers, np.int32)
        self.faults = np.zeros(1, np.int64)
        self.pieces = np.zeros(workers, np.int64)
        self.arguments = (ctypes.c_void_p * 5)(*(
            a.ctypes.data for a in (self.counts, self.work, self.busy, self.faults, self.pieces)))
        self._repeat = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 3)(
            code.address("repeat"))

    def run(self, pool: Pool, grain: int = 1, times: int = 1) -> None:
        self._repeat(pool.address, ctypes.addressof(self.arguments), self.tasks, grain, times)

    def check(self, times: int) -> None:
        assert (self.counts == times).all()
        assert self.faults[0] == 0 and not self.busy.any()
        assert self.pieces.sum() == times * self.tasks


PARKINGS = ["futex", "pthread"] if pool_state.parking_of(Target.host()) == "futex" else [None]


@pytest.fixture(scope="module", params=[(workers, parking, spin) for parking in PARKINGS for workers, spin in
                                        ((1, 0), (2, 200), (2, 0), (3, 0), (4, 0), (8, 0))],
                ids=lambda p: f"{p[0]}-{p[1]}-{p[2]}us")
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    workers, parking, spin = request.param
    others = set(threading.enumerate())  # of the process's own pool, where another test has started it
    with Pool(workers, spin, parking) as made:
        yield made
    assert not [t for t in set(threading.enumerate()) - others if t.name.startswith("hloom-worker")]


@pytest.mark.parametrize("tasks, grain", [(1, 1), (2, 1), (3, 1), (7, 2), (8, 8), (9, 8), (64, 1), (1000, 7),
                                          (1000, 999), (5, 0)])
def test_every_task_runs_once(code: jit.LoadedObject, pool: Pool, tasks: int, grain: int) -> None:
    job = Job(code, tasks, pool.workers)
    job.run(pool, grain, times=200)
    job.check(200)


@pytest.mark.parametrize("tasks, grain", [(129, 1), (129, 8), (129, 20), (129, 60), (131, 7), (64, 33), (1000, 7)])
def test_shares_do_not_depend_on_pieces(code: jit.LoadedObject, pool: Pool, tasks: int, grain: int) -> None:
    """So each worker finds the rows of the kernel before in its caches."""
    Job(code, tasks, pool.workers).run(pool, grain)
    shares = min(pool.workers, -(-tasks // grain))
    if shares > 1:
        first = pool.address + pool_code.SHARES + 8
        ends = [ctypes.c_int64.from_address(first + k * pool_code.LINE).value for k in range(shares)]
        assert ends == np.cumsum([len(part) for part in np.array_split(np.arange(tasks), shares)]).tolist()
        pieces = pieces_of(tasks, grain, pool.workers)
        assert ends == [share[-1].stop for share in pieces] and max(len(p) for share in pieces for p in share) <= grain
        assert [k for share in pieces for p in share for k in p] == list(range(tasks))


def test_no_tasks(code: jit.LoadedObject, pool: Pool) -> None:
    job = Job(code, 10, pool.workers)
    for tasks in (0, -3):
        job.tasks = tasks
        job.run(pool)
    assert not job.counts.any()


def test_uneven_tasks(code: jit.LoadedObject, pool: Pool) -> None:
    random = np.random.default_rng(pool.workers)
    for _ in range(40):
        tasks = int(random.integers(2, 200))
        work = np.where(random.random(tasks) < 0.05, 50_000, random.integers(0, 200, tasks))
        job = Job(code, tasks, pool.workers, work)
        job.run(pool, int(random.integers(1, 10)), times=3)
        job.check(3)


def test_calls_from_several_threads(code: jit.LoadedObject, pool: Pool) -> None:
    jobs = [Job(code, 50 + n, pool.workers, np.full(50 + n, 20)) for n in range(4)]
    threads = [threading.Thread(target=lambda job=job: [job.run(pool, times=50) for _ in range(4)]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
        assert not thread.is_alive()
    for job in jobs:
        job.check(200)


def test_all_workers_take_part(code: jit.LoadedObject, pool: Pool) -> None:
    tasks = 4 * pool.workers
    job = Job(code, tasks, pool.workers, np.full(tasks, 3_000_000))
    for _ in range(100):  # on a busy machine, others may run a worker's share before the system wakes it
        job.run(pool)
        if (job.pieces > 0).all():
            return
    raise AssertionError(f"tasks that each worker ran: {job.pieces}")


def test_equal_workers_get_equal_shares(code: jit.LoadedObject) -> None:
    """And contiguous ones, the first for the caller."""
    kernel_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    barrier = threading.Barrier(2)
    seen: dict[int, int] = {}

    def kernel(_: int, begin: int, end: int, worker: int) -> None:
        barrier.wait(LIMIT)  # each task of the one meets a task of the other
        seen.update(dict.fromkeys(range(begin, end), worker))

    with Pool(2) as pool:
        pointer = kernel_type(kernel)
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, kernel_type, ctypes.c_void_p, *[ctypes.c_int64] * 2, ctypes.c_void_p)
        call(pool.parallel)(pool.address, pointer, None, 20, 2, None)
    assert [seen[task] for task in range(20)] == [0] * 10 + [1] * 10


def test_workers_that_do_not_help_each_other(code: jit.LoadedObject) -> None:
    """Whoever is done early leaves the others' shares alone, but for the caller."""
    kernel_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    seen: dict[int, int] = {}
    ends = threading.Event()

    def kernel(_: int, begin: int, end: int, worker: int) -> None:
        seen.update(dict.fromkeys(range(begin, end), worker))
        if worker == 1 and len([w for w in seen.values() if w == 1]) == 2:
            ends.set()
        if begin == 0:  # the caller comes late to its other task
            ends.wait(LIMIT)
            time.sleep(0.05)

    with Pool(2) as pool:
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, kernel_type, ctypes.c_void_p, *[ctypes.c_int64] * 2, ctypes.c_void_p)
        call(pool.parallel)(pool.address, kernel_type(kernel), None, 4, -1, None)
    assert seen == {0: 0, 1: 0, 2: 1, 3: 1}


def place_of(thread: int) -> int:
    """The processor that a thread of this process ran on last."""
    return int(Path(f"/proc/self/task/{thread}/stat").read_text().rsplit(")", 1)[1].split()[36])


@pytest.fixture
def places() -> Iterator[list[int]]:
    """The processors that this thread may use, of which tests leave it some; at least two."""
    if PARKINGS[0] != "futex":
        pytest.skip("only Linux is told where threads are to run")
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        pytest.skip("there is one processor")
    yield allowed
    os.sched_setaffinity(0, allowed)


def test_a_worker_leaves_the_processor_of_the_caller(code: jit.LoadedObject, places: list[int]) -> None:
    """It is put there, and may be elsewhere; where it may be stays as it was."""
    with Pool(2, 200, "futex") as pool:
        worker = pool._threads[0].native_id
        assert worker is not None
        os.sched_setaffinity(0, places[:1])
        os.sched_setaffinity(worker, places[:1])
        deadline = time.monotonic() + LIMIT
        while place_of(worker) != places[0]:  # it sleeps, or runs on for a moment
            Job(code, 8, 2).run(pool, times=10)
            assert time.monotonic() < deadline
        os.sched_setaffinity(worker, places)
        while place_of(worker) == places[0] or sorted(os.sched_getaffinity(worker)) != places:  # it may be on its way
            Job(code, 64, 2, np.full(64, 20_000)).run(pool, times=10)
            assert time.monotonic() < deadline


def test_a_worker_that_may_be_nowhere_else_stays(code: jit.LoadedObject, places: list[int]) -> None:
    with Pool(2, 200, "futex") as pool:
        worker = pool._threads[0].native_id
        assert worker is not None
        os.sched_setaffinity(0, places[:1])
        os.sched_setaffinity(worker, places[:1])
        job = Job(code, 64, 2, np.full(64, 20_000))
        job.run(pool, times=100)
        job.check(100)
        assert os.sched_getaffinity(worker) == {places[0]} and place_of(worker) == places[0]


def test_a_thread_goes_elsewhere_and_may_come_back(places: list[int]) -> None:
    target, numbers = Target.host(), pool_state.AFFINITY_NUMBERS[os.uname().machine]
    module = LLVMModule(machine=target.machine)
    module.declare("syscall", "i64", ["i64", "..."])
    pool_code._emit_move_apart(module, numbers)
    f = module.function("leave", [("i32", "place")])
    f.call("move_apart", "void", f.parameters)
    f.ret()
    code = jit.load_objects(compile_objects([Part(module.text(target.attributes))], target), ["leave"])
    leave = ctypes.CFUNCTYPE(None, ctypes.c_int32)(code.address("leave"))
    own = threading.get_native_id()
    for place in places:
        os.sched_setaffinity(0, {place})
        leave(place)
        assert os.sched_getaffinity(0) == {place} and place_of(own) == place  # there is no other
        os.sched_setaffinity(0, {place, *places[:2]})
        leave(place)
        assert os.sched_getaffinity(0) == {place, *places[:2]}
    leave(100_000)  # a processor that no set of this size has
    assert sorted(os.sched_getaffinity(0)) == sorted({places[-1], *places[:2]})
    moved = []
    for _ in range(20):  # what else runs may bring it back before it is looked
        os.sched_setaffinity(0, places[:1])
        os.sched_setaffinity(0, places)
        leave(places[0])
        moved.append(place_of(own) != places[0])
    assert any(moved)


def test_an_exception_in_a_kernel_of_python_leaves_the_pool_usable(
        code: jit.LoadedObject, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda event: raised.append(event.exc_value))
    kernel_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)

    def kernel(_: int, begin: int, end: int, worker: int) -> None:
        raise ValueError(begin)

    with Pool(3) as pool:
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, kernel_type, ctypes.c_void_p, *[ctypes.c_int64] * 2, ctypes.c_void_p)
        call(pool.parallel)(pool.address, kernel_type(kernel), None, 9, 1, None)
        assert sorted(error.args[0] for error in raised if isinstance(error, ValueError)) == list(range(9))
        job = Job(code, 100, pool.workers)
        job.run(pool, times=20)
        job.check(20)


def test_a_closed_pool_runs_on_the_caller(code: jit.LoadedObject) -> None:
    pool = Pool(4).start()
    pool.close()
    pool.close()
    job = Job(code, 100, 1)
    job.run(pool, times=5)
    job.check(5)
    assert not pool.start()._threads


def test_fewer_threads_than_asked_for(code: jit.LoadedObject, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def limited(thread: threading.Thread) -> None:
        if thread.name == "hloom-worker-3":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    with Pool(6) as pool:
        assert pool.workers == 3
        job = Job(code, 300, 3, np.full(300, 1000))
        job.run(pool, times=20)
        job.check(20)


def test_a_pool_that_was_never_started_runs_on_the_caller(code: jit.LoadedObject) -> None:
    job = Job(code, 100, 4)
    job.run(Pool(4), times=5)
    job.check(5)
    assert job.pieces.tolist() == [500, 0, 0, 0]


def test_the_state_says_how_many_workers_there_are() -> None:
    pool = Pool(3)
    assert ctypes.c_void_p.from_address(pool.address).value == pool.parallel
    assert ctypes.c_int64.from_address(pool.address + 8).value == 3


@pytest.mark.parametrize("triple, parking", [
    ("x86_64-unknown-linux-gnu", "futex"), ("aarch64-unknown-linux-gnu", "futex"), ("arm64-apple-darwin23", "pthread"),
    ("x86_64-apple-darwin23", "pthread"), ("riscv64-unknown-linux-gnu", "pthread"), ("x86_64-pc-windows-msvc", "none"),
])
def test_code_of_other_systems_is_valid(triple: str, parking: str) -> None:
    import llvmlite.binding as llvm

    target = Target.describe(triple, "generic", "")
    assert pool_state.parking_of(target) == parking
    text = pool_code.module_text(target, pool_state.parking_of(target))
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        module.verify()


def test_a_pool_without_a_back_end_says_what_it_lacks() -> None:
    source = """
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import InternalError
try:
    Pool(1)
except InternalError as error:
    print(error)
"""
    assert "Pool.provide" in printed("-c", source)


PRELUDE = f"""
import atexit, ctypes, os, sys, threading, time
import numpy as np
from hloom.driver.cpu import target
from hloom.runtime import jit
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch import pool_state
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.pool import Pool
loaded = jit.load_objects(compile_objects([Part('''{KERNEL}''')], target()), ["kernel", "repeat"])

def run(pool, tasks=100, times=100, work=10):
    arrays = [np.zeros(tasks, np.int32), np.full(tasks, work), np.zeros(64, np.int32), np.zeros(1, np.int64),
              np.zeros(64, np.int64)]
    arguments = (ctypes.c_void_p * 5)(*(a.ctypes.data for a in arrays))
    repeat = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 3)(loaded.address("repeat"))
    repeat(pool.address, ctypes.addressof(arguments), tasks, 1, times)
    assert (arrays[0] == times).all() and arrays[3][0] == 0
"""


def run_program(program: str, threads: int = 3) -> str:
    return forks.printed(PRELUDE + program, imported=forks.HLOOM, is_quiet=True, timeout=LIMIT, HLOOM_THREADS=threads)


@pytest.mark.parametrize("before_exit", [
    "run(Pool.get())", "Pool.get()", "run(Pool.get()); time.sleep(0.05)", "Pool.get(); sys.exit()",
    "threading.Thread(target=lambda: (time.sleep(0.05), run(Pool.get()))).start()",
    "atexit.register(lambda: run(Pool.get())); run(Pool.get())",
])
def test_the_interpreter_exits(before_exit: str) -> None:
    run_program(before_exit)


@pytest.mark.slow
def test_the_interpreter_exits_while_another_thread_is_in_a_program() -> None:
    run_program("threading.Thread(target=lambda: run(Pool.get(), times=10**9), daemon=True).start(); time.sleep(0.2)")
    run_program("threading.Thread(target=lambda: run(Pool.get(), work=10**10), daemon=True).start(); time.sleep(0.2)")


def test_the_process_has_one_pool() -> None:
    assert run_program("""
pools = []
threads = [threading.Thread(target=lambda: pools.append(Pool.get())) for _ in range(5)]
[t.start() for t in threads]
[t.join() for t in threads]
print(len(set(map(id, pools))), pools[0].workers, sum(t.name.startswith("hloom-worker") for t in threading.enumerate()))
""") == "1 3 2\n"


def test_one_thread_needs_no_workers() -> None:
    assert run_program("run(Pool.get()); print(Pool.get().workers, threading.active_count())", threads=1) == "1 1\n"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("busy", [False, True])
def test_a_child_has_workers_of_its_own(busy: bool) -> None:
    """Also when another thread was in the middle of a program, holding the pool, at the time of the fork."""
    assert run_program(f"""
pool = Pool.get()
run(pool)
if {busy}:
    threading.Thread(target=lambda: run(pool, times=10**9), daemon=True).start()
    time.sleep(0.05)
for _ in range(5):
    child = os.fork()
    if child == 0:
        run(pool)  # an address that was noted before the fork is still good
        run(Pool.get())
        assert Pool.get() is pool and threading.active_count() == 3
        sys.exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
run(pool)
print("done")
""") == "done\n"
