"""Running the processes of a grid on addresses: a thread each, which share memory.

    native = NativeGrid(programs, (replicas, partitions), code)
    native.run([[address of each argument] of each process], [[address of each result] of each process])

The caller's thread runs the first one; the others wait in native code between runs. Each process has its share of the workers.
What of a program runs on the evaluator does so in its process's thread, over a transport that knows who waits in native code.
Where a grid runs in several ranks (`grid_far`), the processes are those of this one.
"""

from __future__ import annotations

import atexit
import ctypes
import struct
import threading
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any, Protocol

import numpy as np

from hloom.ops.common.transport import Stopped
from hloom.passes.on_grid import Meeting
from hloom.runtime import watch
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch import grid_layout, pool_state
from hloom.runtime.dispatch.commands import ARENA, CALLBACK, POOL, WATCH
from hloom.runtime.dispatch.parts import RuntimeCode
from hloom.runtime.dispatch.program import context_slots
from hloom.runtime.grid_far import FarGrid, FarRun
from hloom.runtime.grid_memory import GridMemory
from hloom.runtime.grid_waits import GridTransport, Guardian, mismatch
from hloom.runtime.guard import Guard
from hloom.runtime.native import NativeProgram, number_of
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import EvaluationError, InputError, InternalError
from hloom.support.forking import in_child
from hloom.support.signals import TimeLimit

_WORD = ctypes.sizeof(ctypes.c_void_p)
#: Runs whose memory and threads are kept for the next ones.
_MOST_FREE = 4
#: Microseconds that the thread of a process looks for its next run before it sleeps; for what part of that it looks whether
#: others have come before it gives way to them, and how often it does before it sleeps: threads that shall meet may share a
#: processor. Two on one meet in 2 microseconds so, and in 200 if one looks for as long; eight on two in 12, asleep in 50.
_SPIN, _SPINS, _YIELDS = 5, 10, 50
#: The grain of a job in which each thread has a process of its own: Ctrl-C reaches the caller's only, which is that of process 0.
_OWN = -1
_PARALLEL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64,
                             ctypes.c_void_p)


class Members(Protocol):
    """The processes of one run as the evaluator sees them (`reference.grid`), and the items that each has put out."""

    @property
    def processes(self) -> Sequence[Any]: ...

    @property
    def outfeed(self) -> Sequence[list[tuple[Any, ...]]]: ...


#: Makes them, connected by what it is given.
MakeGrid = Callable[[Callable[..., Any], Any], Members]


@dataclass(frozen=True)
class GridProgram:
    """What one process runs: machine code, and the meetings that it names by their numbers."""

    native: NativeProgram
    meetings: Sequence[Meeting]


class NativeGrid:
    """Programs of processes, process by process: `run` runs them all. Thread-safe: runs at the same time have memory and threads
    of their own; both are kept for later runs.

    `argument_types[process]` and `result_types[process]` are the tensors at the addresses that `run` is given, dense and
    row-major. `code` is what they meet by. `threads` are the workers of each process; `make_grid` gives the processes of a run to
    what runs on the evaluator. `far` is the grid of which these are the processes that run here, if others run elsewhere.
    """

    def __init__(self, programs: Sequence[GridProgram], sizes: tuple[int, int], code: RuntimeCode, threads: int = 1,
                 make_grid: MakeGrid | None = None, far: FarGrid | None = None) -> None:
        self.programs, self.sizes, self.code, self.threads, self.make_grid, self.far = (
            programs, sizes, code, threads, make_grid, far)
        #: The flat numbers of the processes.
        self.here: Sequence[int] = range(len(programs)) if far is None else far.here
        behind = 3  # what the arguments of `passes.on_grid` are
        self.argument_types = [p.native.program.argument_types[:-behind] for p in programs]
        self.result_types = [p.native.program.result_types for p in programs]
        #: For each process, the results that lie where an argument does: the argument's number by that of the result.
        self.aliases = [p.native.program.aliases for p in programs]
        self._free: list[_Running] = []
        own = [p.native.program for p in programs]
        self.needs_evaluator = any(program.callbacks for program in own)
        self.is_guarded = any(program.is_guarded for program in own)
        #: Whether routines of a library must be kept from making threads.
        self.is_on_one_thread = any(program.routines and not program.has_threaded_routines for program in own)

    def run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], time_limit: float | None = None,
            surroundings: Any = None) -> Members | None:
        """Runs all processes on the memory at these addresses. Arguments are only read, but for those that a result lies in
        (`aliases`), which has the same address; other results must not overlap them or each other.

        Returns what the evaluator has of the processes, where one of them needs it, for which `surroundings` goes to `make_grid`.
        Raises what a process raises, DeadlockError where they wait for each other for ever, EvaluationError where they do not run
        the same operation, where there is no memory or there are no threads, and after `time_limit` seconds.
        """
        if self.far is not None:
            with self.far.job.running:
                return self._run(arguments, results, time_limit, surroundings)
        return self._run(arguments, results, time_limit, surroundings)

    def _run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], time_limit: float | None,
             surroundings: Any) -> Members | None:
        try:
            running = self._free.pop()
        except IndexError:
            running = _Running(self)
        found = running.run(arguments, results, TimeLimit.of(time_limit), surroundings)
        if len(self._free) < _MOST_FREE:  # of a run that failed nothing is kept
            self._free.append(running)
        return found


class _Running:
    """The memory of one run at a time."""

    def __init__(self, grid: NativeGrid) -> None:
        self._grid = grid
        self.failure: BaseException | None = None
        self._lock = threading.Lock()
        programs = grid.programs
        functions = _functions(grid.code)
        if grid.far is None:
            self.memory = GridMemory([p.meetings for p in programs], grid.sizes, functions, grid.here)
            self.far = None
        else:
            self.memory = GridMemory(grid.far.meetings, grid.sizes, functions, grid.here, "hloom_meet_far")
            self.far = FarRun(grid.far, self.memory, self, grid.far.job.library.address("MPI_Test") or 0)
        self._contexts = [p.native.new_context() for p in programs]
        self._arenas: list[Any] = []
        self._packs = []
        self._workers = [Pool.sized(1)] * len(programs) if grid.threads == 1 else [
            _pools.take(grid.threads) for _ in programs]
        for own, state, words, pool in zip(programs, self.memory.states.values(), self._contexts, self._workers):
            program = own.native.program
            words[POOL], words[WATCH] = pool.address, state + grid_layout.OWN_WATCH
            if program.arena_bytes and not program.is_guarded:
                self._arenas.append(own.native.memory.allocate(program.arena_bytes))
                words[ARENA] = self._arenas[-1].address
            behind = (state + grid_layout.REPLICA, state + grid_layout.PARTITION, state + grid_layout.ADDRESS)
            size = context_slots(program)["size"] - own.native.first_argument
            self._packs.append((struct.Struct(f"@{size}P").pack_into, words, own.native.first_argument * _WORD, behind))
        self._callbacks = [self._answering(k) for k in range(len(programs))] if grid.needs_evaluator or grid.is_guarded else []
        for words, function in zip(self._contexts, self._callbacks):
            words[CALLBACK] = ctypes.cast(function, ctypes.c_void_p).value or 0
        self._number = 0
        self._process = functions["hloom_process"]
        self._is_prepared = False
        self._guards: list[Guard] = []
        self._members: Members | None = None
        #: The variables of the caller's context, which processes find in their threads.
        self._settings: list[Context] = []
        self.transport: GridTransport | None = None

    def __del__(self) -> None:
        if self._grid.threads > 1:
            for pool in self._workers:
                _pools.give_back(pool)

    def run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], limit: TimeLimit | None,
            surroundings: Any) -> Members | None:
        grid = self._grid
        try:
            for (pack, words, offset, behind), given, made in zip(self._packs, arguments, results, strict=True):
                pack(words, offset, *given, *behind, *made)
        except (struct.error, TypeError, ValueError) as error:
            raise InputError(f"each of {len(grid.programs)} processes takes an address for each argument and each result: "
                             f"{error}") from None
        if grid.is_guarded:
            self._guard(arguments)
        self._members = None
        if grid.needs_evaluator:
            assert grid.make_grid is not None
            self._members = grid.make_grid(self._connect, surroundings)
            self._settings = [copy_context() for _ in grid.programs]
        if self.far is None:
            failure = self._run(limit)
        else:
            failure = self._run_with_others(self.far, limit)
        if self.memory.is_stopped or failure is not None:
            raise self._failed(failure)
        if grid.is_guarded:
            self._deliver(results)
        return self._members

    def _run_with_others(self, far: FarRun, limit: TimeLimit | None) -> BaseException | None:
        """The same where others run in other ranks."""
        far.begin()
        try:
            return self._run(limit)
        except BaseException as error:
            far.fail(error)
            raise
        finally:
            far.end()

    def _run(self, limit: TimeLimit | None) -> BaseException | None:
        """Runs all processes that are here; what stopped the first one, if anything did."""
        grid = self._grid
        guardian = Guardian(self, limit)
        pool = _pools.take(len(grid.programs), True)
        own = guardian.watch = watch.begin(guardian)  # type: ignore[arg-type]
        try:
            if not self._is_prepared:
                self._prepare(pool)
            self._number += 1
            self.memory.begin(self._number, own.address)
            if self.far is not None:
                self.far.has_begun = True
            self._contexts[0][WATCH] = own.address
            _PARALLEL(pool.parallel)(pool.address, self._process, self.memory.job, len(grid.programs), _OWN, None)
            return own.failure
        finally:
            own.failure = None
            watch.end(own)
            _pools.give_back(pool)

    def _failed(self, failure: BaseException | None) -> BaseException:
        """Why the run failed, in whichever rank."""
        reason = self._reason(failure)
        if self.far is None:
            return reason
        _kept.append(self)  # MPI may still write to it
        return self.far.fail(reason)

    def _prepare(self, pool: Pool) -> None:
        pauses = ctypes.c_int32.from_address(pool.address + pool_state.HEAD + pool_state.SPIN).value
        run = pool.entry(self._grid.is_on_one_thread)
        contexts = [ctypes.addressof(words) for words in self._contexts]
        self.memory.prepare(run, contexts, pauses // _SPINS, _YIELDS)
        self._is_prepared = True

    def _reason(self, failure: BaseException | None) -> BaseException:
        """Why the run stopped: what was raised first."""
        for found in (self.failure, failure):
            if found is not None and not isinstance(found, Stopped):
                return found
        error = None if self.far is None else self.far.error()
        return mismatch(self.memory, self.place) or error or InternalError("the grid stopped without a reason")

    def place(self, number: int) -> str:
        """A process as (replica, partition)."""
        replica, partition = divmod(number, self._grid.sizes[1])
        return f"({replica}, {partition})"

    # -- callbacks --------------------------------------------------------------------------------------------------------
    def _connect(self, place: Callable[[int], str], parent: Any) -> GridTransport:
        self.transport = GridTransport(place, self)
        return self.transport

    def fail(self, error: BaseException, process: int | None = None) -> None:
        """Ends all processes because of an error, in a process if it is known; the first one counts."""
        if self.far is not None and not isinstance(error, Stopped):
            error = self.far.fail(error, process)
        self.stop(error)

    def stop(self, error: BaseException) -> None:
        """Ends the processes that are here."""
        with self._lock:
            if self.failure is None and not isinstance(error, Stopped):
                self.failure = error
        self.memory.stop_all()

    def _answering(self, process: int) -> Any:
        """The native function that answers the callbacks of a process."""
        def answer() -> watch.Guarded:
            while True:
                try:
                    while True:
                        frame = yield
                        self._call_back(process, frame)
                        ctypes.c_int64.from_address(frame).value = 0
                except GeneratorExit:
                    return
                except BaseException as error:  # carried across native code, raised again by the caller
                    self.fail(error, self._grid.here[process])

        return watch.entered(answer())

    def _call_back(self, process: int, frame: int) -> None:
        native = self._grid.programs[process].native
        number = number_of(frame) - len(native.program.callbacks)
        if number >= 0:
            self._guards[process].check(number)
            return
        assert self._members is not None
        member: Any = self._members.processes[self._grid.here[process]]
        self._settings[process].run(native.run_operation, frame, member.run_operation)

    # -- red zones --------------------------------------------------------------------------------------------------------
    def _guard(self, arguments: Sequence[Sequence[int]]) -> None:
        """Has all processes run on copies between red zones."""
        self._guards = []
        for own, words, given, (*_, behind) in zip(self._grid.programs, self._contexts, arguments, self._packs):
            program = own.native.program
            arrays = [_array_at(a, t) for a, t in zip((*given, *behind), program.argument_types)]
            guard = Guard(program, arrays)
            slots = context_slots(program)
            words[slots["constant"] : slots["constant"] + len(program.constants)] = guard.constants
            words[own.native.first_argument :] = guard.addresses
            words[ARENA] = guard.arena.address
            self._guards.append(guard)

    def _deliver(self, results: Sequence[Sequence[int]]) -> None:
        for guard, addresses in zip(self._guards, results):
            guard.check(None)
            for address, array in zip(addresses, guard.results()):
                ctypes.memmove(address, array.ctypes.data, array.nbytes)


def _array_at(address: int, type: Any) -> np.ndarray:
    size = prod(type.shape) * type.storage.dtype.itemsize
    return np.ndarray(type.shape, type.storage.dtype, (ctypes.c_char * max(size, 1)).from_address(address))


@cache
def _functions(source: RuntimeCode) -> dict[str, int]:
    """The addresses of the functions of the grid's code."""
    _, loaded = Cache.get_default().load_described(*source.load_arguments)
    _kept.append(loaded)
    return {name: loaded.address(name) for name in source.symbols}


#: Machine code that stays as long as the process.
_kept: list[Any] = []


class _Pools:
    """Threads that are not in use: of runs and of workers, by their number."""

    def __init__(self) -> None:
        self._free: dict[int, list[Pool]] = {}

    def take(self, workers: int, is_of_processes: bool = False) -> Pool:
        """A pool that nobody else has until it is given back. Raises EvaluationError where the system has no such number of
        threads."""
        free = self._free.setdefault(workers, [])
        try:
            pool = free.pop()
        except IndexError:
            pool = Pool(workers, _SPIN if is_of_processes else None).start()
            atexit.register(pool.close)
        if pool.workers < workers:
            pool.close()
            raise EvaluationError(f"no threads for {workers} processes")
        return pool

    def give_back(self, pool: Pool) -> None:
        free = self._free.setdefault(pool.workers, [])
        if len(free) < _MOST_FREE:
            free.append(pool)
        else:
            pool.close()
            atexit.unregister(pool.close)

    def forget(self) -> None:
        self._free.clear()


_pools = _Pools()


@in_child
def _forget_pools() -> None:
    """The threads of pools are not in a child of fork()."""
    _pools.forget()
