"""Stopping compiled code: Ctrl-C and other signals whose handlers raise, and time limits.

Native code sees neither Python's signals nor the clock. While calls are under way that may take long, a thread wakes up twenty
times a second and sets a word of each; compiled loops look at it (`dispatch.commands`) and call back here, in the thread
of the call: there Python runs the handlers of signals that have come in, if it is the main thread, and the time is compared with
the limit. What that raises ends the call, and is raised by it.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Generator
from time import sleep
from typing import Any

from hloom.runtime.dispatch.commands import ATTEND, ATTENTION, STOPPED, WATCH_WORDS
from hloom.runtime.pool import Pool
from hloom.support.forking import in_child
from hloom.support.signals import TimeLimit, start_thread

#: Seconds between two looks at signals and the clock, and without calls after which the thread sleeps until there is one.
_PERIOD = 0.05
_IDLE = 1.0
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

#: What runs in a generator: it is given an address again and again.
Guarded = Generator[None, int, None]


def entered(made: Guarded) -> Any:
    """The native function that resumes a generator with its argument.

    An ordinary function would be left by a signal's exception before its first line, where nothing can catch it; a generator
    goes on inside of its `try`.
    """
    next(made)
    return _FUNCTION(made.send)


class Watch:
    """The watch of one call at a time."""

    __slots__ = ("__weakref__", "_function", "_guarded", "_words", "address", "failure", "limit")

    def __init__(self) -> None:
        self._words = (ctypes.c_int64 * WATCH_WORDS)()
        self.address = ctypes.addressof(self._words)
        self.limit: TimeLimit | None = None
        self.failure: BaseException | None = None
        words: Any = self._words
        self._guarded = _attend(self, words)
        self._function = entered(self._guarded)
        words[ATTEND // 8] = ctypes.cast(self._function, ctypes.c_void_p).value

    def check_time(self) -> None:
        """Raises EvaluationError after the time limit."""
        if self.limit is not None:
            self.limit.check()

    def request_poll(self) -> None:
        """Has the call look at the watch."""
        self._words[ATTENTION // 8] = 1

    def begin(self, limit: TimeLimit | None) -> None:
        self.limit, self.failure = limit, None
        self._words[ATTENTION // 8] = self._words[STOPPED // 8] = 0

    @property
    def is_usable(self) -> bool:
        """Whether it can be used again: its generator has not been ended by an interruption of an interruption."""
        return self._guarded.gi_frame is not None  # type: ignore[attr-defined]


def _attend(watch: Watch, words: Any) -> Guarded:
    """Looks at signals and the clock whenever it is resumed. It sets the third word to 0 if the call may go on."""
    while True:
        try:
            while True:
                yield  # the handlers of signals run here
                words[ATTENTION // 8] = 0
                watch.check_time()
                words[STOPPED // 8] = 0
        except GeneratorExit:
            return
        except BaseException as error:
            words[STOPPED // 8] = 1
            watch.failure = error


_free: list[Watch] = []
#: Watches of calls that are under way.
_active: dict[int, Watch] = {}
_wanted = threading.Event()
_creation = threading.Lock()
_thread: threading.Thread | None = None


def begin(limit: TimeLimit | None) -> Watch:
    """A watch for a call that begins now, to be handed to `end`."""
    try:
        watch = _free.pop()
    except IndexError:
        watch = Watch()
    watch.begin(limit)
    _active[watch.address] = watch
    if not _wanted.is_set():
        _wanted.set()
        if _thread is None:
            _start()
    return watch


def end(watch: Watch) -> None:
    """The call of this watch is over."""
    del _active[watch.address]
    if watch.is_usable:
        _free.append(watch)


def _start() -> None:
    global _thread
    with _creation:
        if _thread is None:
            thread = threading.Thread(target=_tick, name="hloom-watch", daemon=True)
            if start_thread(thread):  # else calls cannot be stopped
                _thread = thread


def _tick() -> None:
    idle = 0.0
    while True:
        sleep(_PERIOD)
        watches: list[Watch] = list(_active.values())
        for watch in watches:
            watch.request_poll()
        idle = 0.0 if watches else idle + _PERIOD
        if idle > _IDLE:
            _wanted.clear()
            if not _active:  # who begins sees the event cleared, or is seen here
                _wanted.wait()
            idle = 0.0


@in_child
def _forget() -> None:
    """The thread, and the calls of other threads, are not in a child of fork()."""
    global _thread, _wanted, _creation
    _thread = None
    _wanted, _creation = threading.Event(), threading.Lock()
    _active.clear()
    _free.clear()


class Switch:
    """A watch that another thread stops calls with: any number of them, which a caller has given its address (`CallBlock`).

    No Python runs in the threads of the calls, and nobody else looks at the clock or at signals for them.
    """

    def __init__(self) -> None:
        self._words = (ctypes.c_int64 * WATCH_WORDS)()
        self.address = ctypes.addressof(self._words)
        self._words[ATTEND // 8] = Pool.get().attend

    def stop(self) -> None:
        """Stops the calls between two iterations of a loop or two tasks of a kernel; their results hold nothing of use. Calls
        that begin later are stopped, too, where they look at the watch at all. Native code may write 1 to the first word instead.
        """
        self._words[ATTENTION // 8] = 1

    @property
    def is_stopped(self) -> bool:
        return self._words[ATTENTION // 8] != 0


#: The watch of calls that are over before anybody would look: nobody sets its words.
QUIET = Watch()
