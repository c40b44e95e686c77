"""Modules of LLVM IR -> object files, several at the same time, while others are still being made.

    objects = compile_objects([Part(text), ...], target, threads=2)

    with Compilation(target, threads) as compilation, compilation:
        ...                                                  # whoever makes modules offers them: compilation.take(part)
        objects = compilation.finish(parts)                  # the remaining ones
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import Protocol

from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import CodeTarget
from hloom.runtime.llvm_modules import LOCK, compile_module, initialize, release_kept, use_loop_strength_reduction
from hloom.runtime.loading import threads_with_headroom
from hloom.support.signals import deferred, start_background

#: Seconds after which threads that want to run Python take turns, while there are threads here that need little of it: between
#: two of LLVM's functions, of which a module needs twenty.
_TURN = 5e-5


class Keeper(Protocol):
    """Who keeps the machine code of parts that programs share, by their descriptions."""

    def find_shared(self, description: str, target: CodeTarget) -> bytes | None:
        """The object file, where there is one."""
        ...

    def keep_shared(self, description: str, target: CodeTarget, code: bytes) -> None: ...


class Compilation:
    """The compilation of a program's modules. As a context: nobody else uses LLVM from the first module to the end of it.

        with Compilation(target) as compilation, compilation:

    Entered twice it ends twice, the second time with nothing left to do: a signal whose handler raises just as the one end
    begins, where nothing can catch it yet, leaves the other.
    """

    def __init__(self, target: CodeTarget, threads: int = 1, keeper: Keeper | None = None, is_for_linker: bool = False) -> None:
        self._is_for_linker = is_for_linker
        self._target, self._threads, self._keeper = target, threads_with_headroom(threads), keeper
        self._waiting: queue.SimpleQueue[tuple[int, Part] | None] = queue.SimpleQueue()
        self._given = 0
        #: What has been made, with the number of its module. Lists grow in one step: no thread sees half of it.
        self._objects: list[tuple[int, bytes]] = []
        self._faults: list[BaseException] = []
        #: Other threads that have been started, those that came in, and those that are out again: none works when it is over.
        self._others = 0
        self._entered: list[int] = []
        self._left: list[int] = []
        self._has_lock = self._is_over = False
        #: Whether LLVM has been told how generated loops are compiled, which takes a tenth of a millisecond; who tells it.
        self._is_told, self._telling = False, threading.Lock()
        #: Gets something after each change that somebody may wait for. A signal's handler that raises leaves it as it is, unlike
        #: a condition of Python's, which may be left without its lock.
        self._changes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._turn: float | None = None

    def __enter__(self) -> Compilation:
        return self

    def __exit__(self, *_: object) -> None:
        # Whatever interrupts this, and however often: LLVM is left alone before the lock is given back, and it is given back.
        interruption: BaseException | None = None
        while True:
            try:
                release_kept()
                self._join()
                if self._turn is not None:
                    sys.setswitchinterval(self._turn)
                    self._turn = None
                if LOCK._is_owned():  # type: ignore[attr-defined]  (an interruption may have come before it was noted here)
                    if self._is_told:
                        use_loop_strength_reduction(True)
                    LOCK.release()
                break
            except BaseException as error:
                interruption = error
        if interruption is not None:
            raise interruption

    def is_ready(self, ahead: bool = False) -> bool:
        """Whether another thread would compile a module at once, or `ahead` as the next one; LLVM is this compilation's from the
        first time that it would."""
        if self._faults or self._given - len(self._objects) >= (self._threads - 1) * (1 + ahead):
            return False
        return self._begin(blocking=False)

    def take(self, part: Part) -> None:
        """Compiles a module, by another thread as soon as there is one."""
        self._give(part)
        if self._others < self._given - len(self._objects):
            self._start()

    def takes_kept(self, description: str) -> bool:
        """Takes the machine code of a part of this description if it is kept; whether it is."""
        code = self._kept(description)
        if code is not None:
            self._given += 1
            self._objects.append((self._given, code))
        return code is not None

    def take_all(self, parts: Sequence[Part]) -> None:
        """Compiles the last modules: other threads begin with them, and this one does its share when it calls `finish`."""
        self._begin(blocking=True)
        for part in parts:
            self._give(part)
        while self._others < min(self._threads, self._given - len(self._objects)) - 1 and self._start():
            pass

    def finish(self, parts: Sequence[Part] = (), meanwhile: Iterable[object] = ()) -> tuple[bytes, ...]:
        """Compiles these modules, too; the object files of all, in the order in which the modules came. `meanwhile` is gone
        through as far as others still compile while nothing is left for this thread.

        Raises InternalError, with the line that LLVM rejects, for a malformed module.
        """
        self.take_all(parts)
        self._end()
        self._work(0)
        steps = iter(meanwhile)
        while self._is_awaited and next(steps, None) is not None:
            pass
        while self._is_awaited:  # others may hold modules that they have not begun with
            self._changes.get()
        self._join()
        if self._faults:
            raise self._faults[0]
        return tuple(data for _, data in sorted(self._objects))

    @property
    def _is_awaited(self) -> bool:
        """Whether other threads still compile."""
        return len(self._objects) < self._given and not self._faults

    def _begin(self, blocking: bool) -> bool:
        if not self._has_lock:
            release_kept()
            self._has_lock = LOCK.acquire(blocking)
            if self._has_lock:
                initialize()
        return self._has_lock

    def _give(self, part: Part) -> None:
        self._given += 1
        self._waiting.put((self._given, part))

    def _end(self) -> None:
        """Says to all threads, this one among them, that no more modules come: each that hears it says it to the next."""
        self._waiting.put(None)

    def _start(self) -> bool:
        """Starts another thread, if there may be one more and the system gives it."""
        if self._others >= self._threads - 1:
            return False
        self._others += 1
        if self._turn is None:  # nobody else has changed it: that takes the lock
            self._turn = sys.getswitchinterval()
        sys.setswitchinterval(min(sys.getswitchinterval(), _TURN))  # before the thread looks how long it is to wait for its turn
        if not start_background(self._work_in_background, self._others):
            self._others -= 1
            self._threads = self._others + 1
            return False
        return True

    def _work_in_background(self, thread: int) -> None:
        # Said before it is looked whether all is over: who ends it either finds this thread inside, or keeps it from working.
        self._entered.append(thread)
        try:
            if not self._is_over:
                self._work(thread)
        finally:
            self._left.append(thread)
            self._changes.put(None)

    def _work(self, thread: int) -> None:
        """Compiles modules until there are no more."""
        while not self._is_over:
            given = self._waiting.get()
            if given is None or self._is_over:
                self._waiting.put(None)
                return
            number, part = given
            try:
                with deferred():  # llvmlite frees things twice when it is interrupted
                    self._objects.append((number, self._compiled(part, thread)))
            except BaseException as fault:  # raised again in the caller's thread
                self._faults.append(fault)
                self._is_over = True

    def _compiled(self, part: Part, thread: int) -> bytes:
        code = self._kept(part.description)
        if code is None:
            if not part.is_cold:
                self._tell()
            code = compile_module(part, self._target, thread, self._is_for_linker)
            if part.description is not None and self._keeper is not None:
                self._keeper.keep_shared(part.description, self._target, code)
        return code

    def _tell(self) -> None:
        """Tells LLVM how loops are compiled, before the first part to which it matters."""
        with self._telling:
            if not self._is_told:
                use_loop_strength_reduction(False)
                self._is_told = True

    def _kept(self, description: str | None) -> bytes | None:
        if description is None or self._keeper is None:
            return None
        return self._keeper.find_shared(description, self._target)

    def _join(self) -> None:
        """Waits until the other threads are out of LLVM and none goes in any more."""
        self._end()
        self._is_over = True
        while len(self._entered) > len(self._left):
            self._changes.get()


def compile_objects(parts: Sequence[Part], target: CodeTarget, threads: int = 1,
                    is_for_linker: bool = False) -> tuple[bytes, ...]:
    """Object files for `target` from modules of LLVM IR text, compiled by so many threads, for memory or for a linker.

    Raises InternalError, with the line that LLVM rejects, for a malformed module.
    """
    with Compilation(target, threads, is_for_linker=is_for_linker) as compilation, compilation:
        return compilation.finish(parts)
