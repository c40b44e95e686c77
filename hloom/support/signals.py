"""What ends a run from outside: time limits, and signals.

Python's signal handlers are held back for a moment, where an exception of theirs would leave a library in the middle of a change.

    with deferred():
        ...                             # a handler that would have run here runs at the end of the block

A handler runs between any two byte codes of the main thread, and may raise there: no code written in Python can give back what it
has just taken from a library in C if the exception comes before it has noted it. Blocks are short: Ctrl-C waits for their end.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import TIMEOUT_MAX
from time import monotonic
from typing import Any

from hloom.support.diagnostics import EvaluationError, InputError

try:  # the function itself: looked for as a member of an enumeration, what it gives takes thirty times as long
    from _signal import getsignal  # type: ignore[import-not-found]
except ImportError:
    from signal import getsignal

_NUMBERS = tuple(map(int, signal.valid_signals()))


def deferred() -> AbstractContextManager[object]:
    """A context in which no handler of a signal runs in this thread; those whose signals came run, and raise, when it is left."""
    return _Deferred() if threading.get_ident() == threading.main_thread().ident else nullcontext()


def start_thread(thread: threading.Thread) -> bool:
    """Starts a thread; False where the system gives no more.

    No handler runs meanwhile: one that raises leaves locks of Python's own taken, for which the thread then waits without end.
    """
    with deferred():
        try:
            thread.start()
        except RuntimeError:
            return False
    return True


def start_background(work: Callable[..., object], *arguments: object) -> bool:
    """Starts a thread that the module `threading` does not know, without waiting until it runs, which takes as long as the thread
    keeps the interpreter to itself; False where the system gives no more. Whoever starts it waits for its end."""
    with deferred():
        try:
            _thread.start_new_thread(work, arguments)
        except RuntimeError:
            return False
    return True


class _Deferred:
    def __init__(self) -> None:
        self._handlers: dict[int, Any] = {}
        self._came: list[int] = []

    def __enter__(self) -> None:
        try:
            for number in _NUMBERS:
                handler = getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler  # first, so that an exception here finds it
                    signal.signal(number, self._note)
        except BaseException:
            self.__exit__()
            raise

    def _note(self, number: int, _: object) -> None:
        self._came.append(number)

    def __exit__(self, *_: object) -> None:
        fault: BaseException | None = None
        while self._handlers or self._came:  # an exception of the ones must not keep the others from being put back and run
            try:
                while self._handlers:
                    number, handler = next(iter(self._handlers.items()))
                    signal.signal(number, handler)
                    self._handlers.pop(number, None)
                while self._came:
                    signal.raise_signal(self._came.pop(0))
            except BaseException as error:
                fault = error
        if fault is not None:
            raise fault


# -- time limit ----------------------------------------------------------------------------------------------------------------
# How long a run may take.


class TimeLimitError(EvaluationError):
    """A run took longer than it may."""


class TimeLimit:
    """A run is to be over so many seconds from now."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds, self._end = seconds, monotonic() + seconds

    @classmethod
    def of(cls, seconds: float | None) -> TimeLimit | None:
        """The limit of a run that begins now, None for any time. Raises InputError for what is no number of seconds."""
        seconds = checked_seconds(seconds)
        return None if seconds is None else cls(seconds)

    def check(self, span: Any = None) -> None:
        """Raises TimeLimitError, which tells of the place `span`, when the time is over."""
        if monotonic() >= self._end:
            raise TimeLimitError.at(span, "time_limit", f"the program ran for longer than its time limit of {self.seconds:g} s")

    @property
    def left(self) -> float:
        """The seconds until the time is over, 0 if it is."""
        return max(self._end - monotonic(), 0.0)


def acquire(lock: Any, limit: TimeLimit | None) -> None:
    """Acquires a lock, for which it waits no longer than the limit of a run: then it raises TimeLimitError."""
    while not lock.acquire(timeout=-1 if limit is None else min(limit.left, TIMEOUT_MAX)):
        limit.check()  # type: ignore[union-attr]


def checked_seconds(limit: float | None) -> float | None:
    """A time limit as it was given. Raises InputError for what is none."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise InputError(f"a time limit is a number of seconds, got {limit!r:.50}")
    return limit
