"""Work that nobody waits for, done by a thread of its own when the caller has what it wanted.

    work = Aside()
    work.add("entry", write)
    work.begin()                # at the end of a compilation
    work.settle("entry")        # who needs what it does: done by now, or done here

What is kept of a compiled program for other processes is of no use to the one that has compiled it: files take as long as a disk
takes, on a network's some milliseconds each. The thread ends with the last piece of work; what is left when the process ends is
done then.
"""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Callable

from hloom.support.signals import start_aside

#: Pieces that wait, at most: who adds more does the oldest ones.
_MOST_WAITING = 256


class Aside:
    """Pieces of work by name. Thread-safe. A piece that is added under a name that waits takes the place of the other; one that
    fails is not tried again, and who settles it gets the exception.

    The one lock may be taken again by the thread that has it: a signal's handler that raises at a bad moment leaves it taken,
    which must not keep the process from its end.
    """

    def __init__(self) -> None:
        #: A piece stays here until it is done.
        self._waiting: dict[str, Callable[[], None]] = {}
        self._names: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._is_registered = False
        self.renew()

    def renew(self) -> None:
        """In a child of fork(): no other thread lives on, nobody holds the lock."""
        self._working = threading.RLock()
        self._has_thread = False

    def add(self, name: str, work: Callable[[], None]) -> None:
        """Leaves `work` to be done."""
        if not self._is_registered:
            self._is_registered = True
            atexit.register(self.finish)
        self._waiting[name] = work
        self._names.put(name)
        if len(self._waiting) > _MOST_WAITING:
            self._do_next()

    def begin(self) -> None:
        """Has a thread do what waits; does it here where the system gives none, or the process ends."""
        if self._has_thread or self._names.empty():
            return
        is_started, self._has_thread = False, True
        try:
            is_started = threading.main_thread().is_alive() and start_aside(self._work)
        finally:  # a signal's handler may raise before it is
            self._has_thread = is_started
        if not is_started:
            self.finish()

    def settle(self, name: str) -> None:
        """Does the piece of this name, if it waits; waits for its end if another thread is at it."""
        if name not in self._waiting:
            return
        with self._working:
            work = self._waiting.get(name)
            if work is None:
                return
            try:
                work()
            except Exception:
                self._forget(name, work)
                raise
            self._forget(name, work)

    def finish(self) -> None:
        """Does all that waits."""
        while self._do_next():
            pass
        for name in list(self._waiting):  # what another thread is at
            self.settle(name)

    def _do_next(self) -> bool:
        """Does the piece that has waited longest; whether there may be more."""
        try:
            name = self._names.get_nowait()
        except queue.Empty:
            return False
        self.settle(name)
        return True

    def _forget(self, name: str, work: Callable[[], None]) -> None:
        found = self._waiting.pop(name, None)
        if found is not None and found is not work:  # added while the other was done
            self._waiting.setdefault(name, found)

    def _work(self) -> None:
        try:
            while True:
                while self._do_next():
                    pass
                self._has_thread = False  # said before the last look: who adds now starts another thread, or is seen here
                if self._names.empty():
                    return
                self._has_thread = True
        except BaseException:
            self._has_thread = False
            raise
