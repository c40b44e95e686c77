"""Holding off Python's cyclic garbage collector where many objects are made that all stay alive."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from hloom.support.forking import in_child, renewed_in_child

_lock = renewed_in_child(threading.Lock())
#: How many such blocks each thread is in.
_pausing: dict[int, int] = {}
_was_enabled = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """No collections in the block: each would walk all that has been made so far and find nothing to free."""
    global _was_enabled
    thread = threading.get_ident()
    is_inside = False
    try:
        with _lock:
            if not _pausing:
                _was_enabled = gc.isenabled()
                gc.disable()
            _pausing[thread] = _pausing.get(thread, 0) + 1
            is_inside = True
        yield
    finally:
        if is_inside:
            with _lock:
                _pausing[thread] -= 1
                if not _pausing[thread]:
                    del _pausing[thread]
                _resume()


def _resume() -> None:
    if not _pausing and _was_enabled:
        gc.enable()


@in_child
def _forget_other_threads() -> None:
    for thread in set(_pausing) - {threading.get_ident()}:
        del _pausing[thread]
    _resume()
