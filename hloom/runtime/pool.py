"""Worker threads that compiled programs share, dispatched to from machine code.

Waking a Python thread costs tens of microseconds; a fused kernel often runs for less. So the workers' loop is
generated code (`pool_code.py`): each worker enters it once, from a daemon thread that lets go of the interpreter lock,
and stays. A program gets one pointer, `Pool.address`. Its first word is the address of

    void parallel(ptr pool, ptr kernel, ptr arguments, i64 tasks, i64 grain, ptr watch)

which calls `void kernel(ptr arguments, i64 begin, i64 end, i64 worker)` over all of [0, tasks), in pieces, on all
workers, and returns when every piece is done; its second word is the number of workers, an i64. Pieces have at most `grain`
tasks; with a negative grain workers do not help each other: what they leave of their equal shares the calling thread takes,
whose own nobody else does. The calling thread looks at the watch (`dispatch.commands`; null: there is none) before each
of its pieces, and begins no more, on any worker, once it says stop. `worker` is below the number of workers and differs between
pieces of one call that run at the same time, so it picks private scratch space.
Kernels do not call `parallel` themselves.
"""

from __future__ import annotations

import atexit
import ctypes
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from hloom.runtime.dispatch import lapack, pool_state
from hloom.runtime.dispatch.parts import RuntimeCode
from hloom.runtime.dispatch.pool_state import Parking
from hloom.support import options
from hloom.support.diagnostics import InputError, InternalError
from hloom.support.forking import in_child, renewed_in_child
from hloom.support.records import computed_once
from hloom.support.signals import start_thread

if TYPE_CHECKING:
    from hloom.runtime.jit import LoadedObject

#: Seconds that the interpreter's exit waits for a dispatch of another thread to end.
_EXIT_PATIENCE = 1.0
_CALIBRATION_PAUSES = 500
_RUN = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)


class Pool:
    """`workers` threads, the calling one included (1: no others), over one block of shared state.

    Calls from several threads at once are safe: one has the workers, the others run their kernels alone.
    """

    _process: Pool | None = None
    #: Pools of other sizes than the process's own, by the number of workers asked for.
    _sized: ClassVar[dict[int, Pool]] = {}
    _creation = renewed_in_child(threading.Lock())
    #: What machine code is compiled from, for how workers shall sleep (None: as suits the system).
    _provide: ClassVar[Callable[[Parking | None], RuntimeCode] | None] = None
    #: Machine code that came with a saved executable.
    _offered: LoadedObject | None = None

    def __init__(self, workers: int, spin_microseconds: int | None = None, parking: Parking | None = None) -> None:
        """`spin_microseconds` is how long idle workers look for work before they sleep (default: HLOOM_SPIN);
        `parking` is how they sleep (default: what suits the system)."""
        self._parking: Parking | None = parking
        if self._offered is not None and parking is None:
            self.workers, self._code = workers, self._offered
        else:
            #: Threads that pieces run on; fewer than asked for where the system gives no more.
            self.workers = 1 if self._compiled.parking == "none" else workers
            self._code = self._compiled.code
        #: What runs the commands of a program on a context, given its address (`codegen.cpu.command_runner`); and what
        #: does so while LAPACK's library uses no threads of its own.
        self.run, self.run_on_one_thread = _RUN(self.entry()), _RUN(self.entry(on_one_thread=True))
        self._memory = ctypes.create_string_buffer(pool_state.state_size(workers) + pool_state.LINE)
        #: What programs are given. It stays the same as long as the pool lives, in a child of fork() as well.
        self.address = -(-ctypes.addressof(self._memory) // pool_state.LINE) * pool_state.LINE
        self._spin_pauses = self._measure_spin(spin_microseconds)
        self._threads: list[threading.Thread] = []
        self._reset()

    @classmethod
    def get(cls) -> Pool:
        """The pool of this process, with HLOOM_THREADS workers; it stops when the interpreter exits."""
        pool = cls._process
        if pool is not None and (pool._threads or pool.workers == 1):
            return pool
        with cls._creation:
            if cls._process is None:
                cls._process = cls(options.THREADS.value)
                atexit.register(cls._process.close)
            cls._process.start()
            return cls._process

    @classmethod
    def sized(cls, workers: int) -> Pool:
        """The pool of this process with so many workers, for the programs that ask for them; it stops with the interpreter."""
        pool = cls._sized.get(workers)
        if pool is not None and (pool._threads or pool.workers == 1):
            return pool
        with cls._creation:
            pool = cls._sized.get(workers)
            if pool is None:
                pool = cls._sized[workers] = cls(workers)
                atexit.register(pool.close)
            return pool.start()

    @classmethod
    def of(cls, threads: int | None) -> Pool:
        """The pool for programs that ask for so many threads; None is the process's own."""
        return cls.get() if threads is None else cls.sized(threads)

    @classmethod
    def provide(cls, code: Callable[[Parking | None], RuntimeCode]) -> None:
        """Has pools run machine code that is compiled from what `code` gives, which knows this processor."""
        cls._provide = code

    @classmethod
    def offer(cls, load: Callable[[], LoadedObject]) -> None:
        """Has pools that are made from now on run machine code that another process has made for this system, unless there is
        such code already: so nothing is asked of the cache, or of LLVM."""
        if cls._offered is None:
            cls._offered = load()

    def start(self) -> Pool:
        """Starts the threads unless they run; programs work without them, on the calling thread."""
        work = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(self._code.address("hloom_worker"))
        while len(self._threads) < self.workers - 1:
            index = len(self._threads) + 1
            # The thread's reference to `self` keeps state and code alive while it runs.
            thread = threading.Thread(target=lambda pool, index: work(pool.address, index), args=(self, index),
                                      name=f"hloom-worker-{index}", daemon=True)
            if not start_thread(thread):  # a limit of the system, or the interpreter is shutting down
                self._set_workers(index)
                break
            self._threads.append(thread)
        return self

    def close(self) -> None:
        """Sends the threads home and waits for them; later calls of `parallel` run on the calling thread.

        A thread that is in the middle of a program gets a second to finish, since an interpreter that exits must not
        hang on it.
        """
        stop = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(self._code.address("hloom_stop"))
        deadline = time.monotonic() + _EXIT_PATIENCE
        while self._threads:
            if stop(self.address):
                for thread in self._threads:
                    thread.join()
                self._threads.clear()
                self.workers = 1
            elif time.monotonic() > deadline:
                return
            else:
                time.sleep(0.001)

    def __enter__(self) -> Pool:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @computed_once
    def _compiled(self) -> Compiled:
        """What is compiled for this processor."""
        provide = type(self)._provide
        if provide is None:
            raise InternalError("nobody has said what the worker pool's machine code is made from (Pool.provide)")
        return compiled(provide(self._parking))

    @property
    def key(self) -> str:
        """Under which the cache has machine code of pools."""
        return self._compiled.key

    @property
    def object_file(self) -> bytes:
        """Machine code of pools for this processor, which executables bring along where they are sent to."""
        return self._compiled.code.object_file

    def entry(self, on_one_thread: bool = False) -> int:
        """Address of the function that runs contexts, `run` or `run_on_one_thread`, for callers outside of Python."""
        return self._code.address("hloom_run_on_one_thread" if on_one_thread else "hloom_run")

    @property
    def attend(self) -> int:
        """Address of the function of watches that are stopped by somebody else (`watch.Switch`)."""
        return self._code.address("hloom_attend")

    @property
    def parallel(self) -> int:
        """Address of the function that the state's first word names, for callers outside generated code."""
        return self._code.address("hloom_parallel")

    def _set_workers(self, workers: int) -> None:
        self.workers = workers
        ctypes.c_int64.from_address(self.address + pool_state.HEAD + pool_state.WORKERS).value = workers

    def _reset(self) -> None:
        """Writes the state of a pool without a job and without threads."""
        ctypes.memset(self.address, 0, pool_state.state_size(self.workers))
        ctypes.c_void_p.from_address(self.address + pool_state.HEAD).value = self.parallel
        ctypes.c_int32.from_address(self.address + pool_state.HEAD + pool_state.SPIN).value = self._spin_pauses
        ctypes.c_void_p.from_address(self.address + pool_state.HEAD + pool_state.LIBRARY).value = lapack.THREADS.address
        self._set_workers(self.workers)
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self._code.address("hloom_prepare"))(self.address)

    def _after_fork(self) -> None:
        """Only the forking thread lives on in the child: no worker, and nobody who holds the pool."""
        self._threads.clear()
        self._reset()

    def _measure_spin(self, microseconds: int | None) -> int:
        """The number of pause instructions, which take 1 to 60 ns by processor, that fill the time to spin."""
        if self.workers > options.available_processors():
            return 0  # who spins keeps somebody with work from a processor
        if microseconds is None:
            microseconds = options.SPIN.value
        pause = ctypes.CFUNCTYPE(None, ctypes.c_int64)(self._code.address("hloom_pause"))
        shortest = 1.0
        for _ in range(3):
            start = time.perf_counter()
            pause(_CALIBRATION_PAUSES)
            shortest = min(shortest, time.perf_counter() - start)
        return min(int(microseconds * 1e-6 * _CALIBRATION_PAUSES / shortest), 0x7FFFFFFF)


class Compiled(NamedTuple):
    """How workers sleep, under which key the cache has their machine code, and that code."""

    parking: Parking
    key: str
    code: LoadedObject


def compiled(source: RuntimeCode) -> Compiled:
    """The machine code of pools, from the cache if it is there.

    Raises InputError where it is not and nothing can be compiled here.
    """
    from hloom.runtime.cache import Cache  # a saved executable brings its own code

    try:
        key, code = Cache.get_default().load_described(*source.load_arguments)
    except InputError as error:
        raise InputError(f"{error}; nothing is kept for {source.target.cpu} with the instructions that may be used here "
                         f"({options.ISA.name}, {options.AMX.name})") from None
    return Compiled(source.parking, key, code)


@in_child
def _reset_after_fork() -> None:
    if Pool._process is not None:
        Pool._process._after_fork()
    for pool in Pool._sized.values():
        pool._after_fork()
