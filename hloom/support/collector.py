"""Holding off Python's cyclic garbage collector where many objects are made that all stay alive.

    with collector_paused():
        ...

    @collector_paused()
    def compile(...): ...
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from hloom.support.forking import in_child, renewed_in_child

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_lock = renewed_in_child(threading.Lock())
#: How many such blocks each thread is in.
_pausing: dict[int, int] = {}
_was_enabled = False


class _Pause:
    """No collections in the block: each would walk all that has been made so far and find nothing to free.

    Nothing is allocated from where collections are allowed again to the block's end: the one that is due waits until the caller
    has what was made.
    """

    __slots__ = ()

    def __enter__(self) -> None:
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
        except BaseException:  # a signal's handler may raise at any place
            if is_inside:
                self.__exit__(None, None, None)
            raise

    def __exit__(self, kind: Any, fault: Any, trace: Any) -> None:
        thread = threading.get_ident()
        with _lock:
            _pausing[thread] -= 1
            if not _pausing[thread]:
                del _pausing[thread]
            _resume()

    def __call__(self, function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        """The function with its body in such a block."""

        @wraps(function)
        def paused(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
            with self:
                return function(*args, **kwargs)

        return paused


_PAUSE: Final = _Pause()


def collector_paused() -> _Pause:
    """What holds off the collector: a context, and what makes a function be in one."""
    return _PAUSE


def _resume() -> None:
    if not _pausing and _was_enabled:
        gc.enable()


@in_child
def _forget_other_threads() -> None:
    for thread in set(_pausing) - {threading.get_ident()}:
        del _pausing[thread]
    _resume()
