"""Holding off Python's cyclic garbage collector where many objects are made that all stay alive.

    with collector_paused():
        ...

    @collector_paused()
    def compile(...): ...

    with importing():           # modules, at their first use
        ...
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from hloom.support.forking import IMPORTING, IMPORTING_LATE, in_child, renewed_in_child

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

# Reentrant: what an interruption has left may be freed at any time.
_lock = renewed_in_child(threading.RLock())
#: The blocks that threads are in, by their identity, and whose they are.
_pausing: dict[int, int] = {}
_was_enabled = False


class collector_paused:
    """No collections in the block: each would walk all that has been made so far and find nothing to free.

    Nothing is allocated from where collections are allowed again to the block's end: the one that is due waits until the caller
    has what was made. Where a signal's handler raises before the end has begun, the block ends when this is freed.
    """

    __slots__ = ("_is_inside",)

    def __init__(self) -> None:
        self._is_inside = False

    def __enter__(self) -> None:
        global _was_enabled
        with _lock:
            if not _pausing:
                _was_enabled = gc.isenabled()
            self._is_inside = True
            _pausing[id(self)] = threading.get_ident()
            gc.disable()

    def __exit__(self, kind: Any, fault: Any, trace: Any) -> None:
        with _lock:
            _pausing.pop(id(self), None)
            _resume()
            self._is_inside = False

    def __del__(self) -> None:
        if self._is_inside:
            self.__exit__(None, None, None)

    def __call__(self, function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        """The function with its body in such a block."""

        @wraps(function)
        def paused(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
            with collector_paused():
                return function(*args, **kwargs)

        return paused


def _resume() -> None:
    global _has_rested
    if not _pausing and _was_enabled:
        _has_rested = _thresholds is not None
        gc.enable()


# -- resting ---------------------------------------------------------------------------------------------------------------------
# The collection that is due at the end of a block that has made very many objects takes a while, which nobody need wait for.

#: Objects that take some milliseconds.
_VERY_MANY = 20_000
#: The first threshold of the collector while somebody rests: who switches it off or on meanwhile has it so.
_NEVER = 2**31 - 1
#: The thresholds that there were before, while somebody rests.
_thresholds: tuple[int, int, int] | None = None
#: Whether there has been a rest since the collector was last on: no two follow each other, so that garbage does not add up.
_has_rested = False


def rest(seconds: float) -> None:
    """For the end of a block: if it has made very many objects, no collections for so many seconds more, so that the caller may
    use what was made first. A thread ends that, if there may be one."""
    global _has_rested, _thresholds
    from hloom.support.signals import start_background  # `import hloom` does without

    begun = False
    try:
        with _lock:
            if gc.get_count()[0] < _VERY_MANY or _has_rested or not _pausing:
                return
            begun = _has_rested = True
            _thresholds = gc.get_threshold()
            gc.set_threshold(_NEVER, *_thresholds[1:])
        if start_background(_end_rest, seconds):
            begun = False
    finally:  # also where a signal's handler raises
        if begun:
            _end_rest()


def _end_rest(seconds: float = 0.0) -> None:
    global _has_rested, _thresholds
    time.sleep(seconds)
    with _lock:
        if _thresholds is not None and gc.get_threshold() == (_NEVER, *_thresholds[1:]):
            gc.set_threshold(*_thresholds)
        _thresholds = None
        _has_rested = _has_rested and bool(_pausing)


@in_child
def _forget_other_threads() -> None:
    for block in [block for block, thread in _pausing.items() if thread != threading.get_ident()]:
        del _pausing[block]
    _end_rest()
    _resume()


# -- importing -------------------------------------------------------------------------------------------------------------------
# Modules make many objects, all of which stay, at their first use.


#: New objects from which on they are taken to be those of modules, if there are new modules.
_MANY = 2_000


@contextmanager
def importing() -> Iterator[None]:
    """For a block that imports what was left out so far: no fork() comes in between, and the garbage collector does not walk what
    modules make, which stays: neither a dozen times meanwhile, nor at the end."""
    with IMPORTING, _modules_made():
        yield


@contextmanager
def _modules_made() -> Iterator[None]:
    """No collections in the block. If it has imported anything, all objects count as old at its end: to walk what a compiler's
    modules have made once more takes a tenth of the time that it took to make it.

    What of them is garbage goes when old ones are looked at, which is seldom: so this is done for modules only, which come once.
    """
    count = len(sys.modules)
    with collector_paused():
        yield
        if len(sys.modules) > count and gc.get_count()[0] >= _MANY and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()


def imported(name: str) -> Any:
    """A module, which is imported by `importing` unless it is there: so that who may not wait for imports can have had it
    imported before."""
    found = sys.modules.get(name)
    if found is None or getattr(found.__spec__, "_initializing", False):
        with importing():
            found = import_module(name)
    return found


@contextmanager
def importing_late() -> Iterator[None]:
    """As `importing`, for a caller that may be using LLVM; what it imports must import nothing at first use itself."""
    with IMPORTING_LATE, _modules_made():
        yield
