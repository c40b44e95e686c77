"""What a child of fork() does first: only the thread that forked lives on in it, and locks of the others are never given back."""

from __future__ import annotations

import _thread
import os
import threading
from collections.abc import Callable
from typing import Any


def in_child(action: Callable[[], None]) -> Callable[[], None]:
    """Has `action` called in every child of fork(), before anything else runs there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=action)
    return action


def renewed_in_child(lock: Any) -> Any:
    """The same lock, which nobody holds in a child of fork(). For locks that live as long as the process."""
    in_child(lock._at_fork_reinit)
    return lock


#: Held while modules are imported at first use: a child would wait for ever for the end of an import of another thread.
IMPORTING = threading.RLock()
#: Held while a module is imported by who may hold the awaited locks (below): it is taken after these, and IMPORTING before.
IMPORTING_LATE = threading.RLock()
#: Functions that give the locks of the moment that fork() waits for, in the order in which threads take them.
_awaited: list[Callable[[], list[Any]]] = []


def await_before_fork(locks: Callable[[], list[Any]]) -> None:
    """Makes fork() wait until nobody else holds certain locks, so that a child finds whole what they guard and cannot be made
    anew: the state of a library."""
    _awaited.append(locks)


#: Seconds.
_MOMENT = 0.02


class _Fork:
    """What happens round a fork of this process."""

    def __init__(self) -> None:
        self._held: list[Any] = []
        self._is_interrupted = False

    def before(self) -> None:
        self._acquire(IMPORTING)  # first: what has been imported by then may have locks to wait for
        for locks in _awaited:
            for lock in locks():
                self._acquire(lock)
        self._acquire(IMPORTING_LATE)

    def after_in_child(self) -> None:
        while self._held:
            self._held.pop().release()
        self._is_interrupted = False

    def after_in_parent(self) -> None:
        was_interrupted = self._is_interrupted
        self.after_in_child()
        if was_interrupted:  # raised a moment later, when this function, whose exceptions nobody sees, has returned
            timer = threading.Timer(_MOMENT, _thread.interrupt_main)
            timer.daemon = True
            timer.start()

    def _acquire(self, lock: Any) -> None:
        was_owned = lock._is_owned()
        while True:
            try:
                lock.acquire()
                break
            except KeyboardInterrupt:  # cannot be raised from here: it comes after the fork
                self._is_interrupted = True
                if lock._is_owned() and not was_owned:
                    break
        self._held.append(lock)


if hasattr(os, "register_at_fork"):
    _fork = _Fork()
    os.register_at_fork(before=_fork.before, after_in_parent=_fork.after_in_parent, after_in_child=_fork.after_in_child)
