"""Modules of LLVM IR -> object files, several at the same time, while others are still being made.

    objects = compile_objects([Part(text), ...], Target.host(), threads=2)

    with Compilation(target, threads) as compilation, compilation:
        ...                                                  # whoever makes modules offers them: compilation.take(part)
        objects = compilation.finish(parts)                  # the remaining ones
"""

from __future__ import annotations

import itertools
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from hloom.codegen.llvm.builder import Part
from hloom.codegen.target import Target
from hloom.runtime.llvm_modules import DEFAULT_PIPELINE, LOCK, compile_module, initialize, release_kept
from hloom.runtime.room import threads_with_room
from hloom.support.signals import deferred

#: Seconds after which threads that want to run Python take turns, while there are threads here that need little of it.
_TURN = 2e-4


class Keeper(Protocol):
    """Who keeps the machine code of modules that programs share."""

    def shared(self, text: str, target: Target, pipeline: str, make: Callable[[], bytes]) -> bytes:
        """The object file of a module, by `make` where there is none yet."""
        ...


class Compilation:
    """The compilation of a program's modules. As a context: nobody else uses LLVM from the first module to the end of it.

        with Compilation(target) as compilation, compilation:

    Entered twice it ends twice, the second time with nothing left to do: a signal whose handler raises just as the one end
    begins, where nothing can catch it yet, leaves the other.
    """

    def __init__(self, target: Target, threads: int = 1, pipeline: str = DEFAULT_PIPELINE, keeper: Keeper | None = None) -> None:
        self._target, self._threads, self._pipeline, self._keeper = target, threads_with_room(threads), pipeline, keeper
        self._waiting: queue.SimpleQueue[tuple[int, Part] | None] = queue.SimpleQueue()
        self._given = 0
        #: What has been made, with the number of its module. Lists grow in one step: no thread sees half of it.
        self._objects: list[tuple[int, bytes]] = []
        self._faults: list[BaseException] = []
        #: Other threads that have been started, and how many of them are inside: none goes in when it is over.
        self._others = self._inside = 0
        self._has_lock = self._is_over = False
        self._state = threading.Condition()
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
                    LOCK.release()
                break
            except BaseException as error:
                interruption = error
        if interruption is not None:
            raise interruption

    def is_ready(self) -> bool:
        """Whether another thread would compile a module at once; LLVM is this compilation's from the first time that it would."""
        if self._faults or self._given - len(self._objects) >= self._threads - 1:
            return False
        return self._begin(blocking=False)

    def take(self, part: Part) -> None:
        """Compiles a module, by another thread as soon as there is one."""
        self._give(part)
        if self._others < self._given - len(self._objects):
            self._start()

    def finish(self, parts: Sequence[Part]) -> tuple[bytes, ...]:
        """Compiles these modules, too; the object files of all, in the order in which the modules came.

        Raises InternalError, with the line that LLVM rejects, for a malformed module.
        """
        self._begin(blocking=True)
        for part in parts:
            self._give(part)
        while self._others < min(self._threads, self._given - len(self._objects)) - 1 and self._start():
            pass
        self._end()
        self._work(0)
        self._join()
        if self._faults:
            raise self._faults[0]
        return tuple(data for _, data in sorted(self._objects))

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
        """Says to all threads, this one among them, that no more modules come."""
        for _ in range(self._others + 1):
            self._waiting.put(None)

    def _start(self) -> bool:
        """Starts another thread, if there may be one more and the system gives it."""
        if self._others >= self._threads - 1:
            return False
        self._others += 1
        if self._turn is None:  # nobody else has changed it: that takes the lock
            self._turn = sys.getswitchinterval()
        try:
            threading.Thread(target=self._work_aside, args=(self._others,)).start()
        except RuntimeError:
            self._others -= 1
            self._threads = self._others + 1
            return False
        sys.setswitchinterval(min(sys.getswitchinterval(), _TURN))
        return True

    def _work_aside(self, thread: int) -> None:
        with self._state:
            if self._is_over:
                return
            self._inside += 1
        try:
            self._work(thread)
        finally:
            with self._state:
                self._inside -= 1
                self._state.notify_all()

    def _work(self, thread: int) -> None:
        """Compiles modules until there are no more."""
        while (given := self._waiting.get()) is not None and not self._is_over:
            number, part = given
            try:
                with deferred():  # llvmlite frees things twice when it is interrupted
                    self._objects.append((number, self._compiled(part, thread)))
            except BaseException as fault:  # raised again in the caller's thread
                self._faults.append(fault)
                self._is_over = True

    def _compiled(self, part: Part, thread: int) -> bytes:
        def make() -> bytes:
            return compile_module(part, self._target, self._pipeline, thread)

        if self._keeper is None or not part.is_shared:
            return make()
        return self._keeper.shared(part.text, self._target, self._pipeline, make)

    def _join(self) -> None:
        """Waits until the other threads are out of LLVM and none goes in any more."""
        self._end()
        with self._state:
            self._is_over = True
            while self._inside:
                self._state.wait()


def compile_objects(parts: Sequence[Part], target: Target, pipeline: str = DEFAULT_PIPELINE,
                    threads: int = 1) -> tuple[bytes, ...]:
    """Object files for `target` from modules of LLVM IR text, compiled by so many threads.

    `pipeline` is one of `PIPELINES`. Raises InternalError, with the line that LLVM rejects, for a malformed module.
    """
    with Compilation(target, threads, pipeline) as compilation, compilation:
        return compilation.finish(parts)


#: What a process does for the first time takes several times as long: loading LLVM, its first use of a target machine, the
#: first touch of the code and memory of each pass. This is a kernel in small, to do it with.
_SAMPLE = """
define void @sample(ptr %x, ptr %y, i64 %count) #0 {{
entry:
  %k = alloca i64
  %sum = alloca <16 x float>
  store i64 0, ptr %k
  store <16 x float> zeroinitializer, ptr %sum
  br label %head
head:
  %at = load i64, ptr %k
  %more = icmp slt i64 %at, %count
  br i1 %more, label %body, label %done
body:
  %p = getelementptr float, ptr %x, i64 %at
  %a = load <16 x float>, ptr %p, align 4
  %b = load <16 x float>, ptr %sum
  %c = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %b, <16 x float> %a)
  %is = fcmp ogt <16 x float> %c, %a
  %d = select <16 x i1> %is, <16 x float> %c, <16 x float> %b
  store <16 x float> %d, ptr %sum
  %next = add nsw i64 %at, 16
  store i64 %next, ptr %k
  br label %head
done:
  %e = load <16 x float>, ptr %sum
  store <16 x float> %e, ptr %y, align 4
  ret void
}}
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
attributes #0 = {{ {attributes} }}
"""
#: Holds the one thing that is taken out when preparations begin, which makes them begin once.
_unprepared = ["LLVM"]
#: Threads that are prepared for: few programs have more parts that are compiled at the same time.
_PREPARED_THREADS = 4


def prepare(target: Target, threads: int) -> None:
    """Gets LLVM ready for the first calls of `compile_objects` in this process while the caller still makes the IR, if there
    are threads to do it in. A call that comes before preparations are over makes what it needs itself, and they go on after it.
    """
    if threads_with_room(threads) == 1:
        return
    try:
        _unprepared.pop()
    except IndexError:
        return
    try:
        threading.Thread(target=_prepare, args=(target, threads)).start()
    except RuntimeError:
        pass  # the system gives no more threads


def _prepare(target: Target, threads: int) -> None:
    text = _SAMPLE.format(attributes=target.attributes)
    for thread, is_cold in itertools.product(range(min(threads, _PREPARED_THREADS)), (False, True)):
        with LOCK:
            if not threading.main_thread().is_alive():
                return  # the interpreter waits for this thread to end
            try:
                compile_module(Part(text, is_cold), target, DEFAULT_PIPELINE, thread)
            except Exception:
                return  # the compilation that follows meets the same fault, and has somebody to tell
