"""The routines of LAPACK that the library of NumPy's own linear algebra has.

Nothing is loaded that the process has not got already, and no other routine is found than those that compiled code calls.
Compiled programs name routines; where those are is looked up in each process.
"""

from __future__ import annotations

import ctypes
import functools
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hloom.ops.calls import TARGETS
from hloom.support.forking import in_child
from hloom.support.records import computed_once

#: Routines that programs may call.
ROUTINES = frozenset(known.routine.entry for known in TARGETS.values() if known.routine is not None and known.routine.entry)
#: How libraries call a routine, and the bytes of its integers: NumPy's wheels, other builds.
_SPELLINGS = (("scipy_{}_64_", 8), ("{}_64_", 8), ("scipy_{}_", 4), ("{}_", 4))


@functools.cache
def _library() -> Any:
    """NumPy's extension module: its symbols are looked for in the libraries that it needs, too."""
    if sys.byteorder != "little":  # compiled code reads the low half of integers of any size
        return None
    try:
        from numpy.linalg import _umath_linalg

        return ctypes.CDLL(_umath_linalg.__file__)
    except (ImportError, AttributeError, OSError):
        return None


@functools.cache
def routine(name: str) -> ctypes.Array[ctypes.c_int64] | None:
    """Two words: the address of a routine, and the bytes of its integers. None where there is no such routine."""
    library = _library()
    if library is None or name not in ROUTINES:
        return None
    for spelling, size in _SPELLINGS:
        try:
            function = getattr(library, spelling.format(name))
        except AttributeError:
            continue
        address = ctypes.cast(function, ctypes.c_void_p).value
        if address:
            return (ctypes.c_int64 * 2)(address, size)
    return None


#: How libraries call the functions that say how many threads they use, and change it; None in those without.
_COUNTS = ("scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads",
           "openblas_{}_num_threads")


class _Threads:
    """How many threads the library uses, which is the process's affair: the first one who wants it to use none but the calling
    one changes that, and the last one changes it back."""

    def __init__(self) -> None:
        self._lock, self._users, self._before = threading.Lock(), 0, 1
        in_child(self._forget)

    def _forget(self) -> None:
        """Nobody of the parent's calls is under way in a child of fork()."""
        self._lock._at_fork_reinit()  # type: ignore[attr-defined]
        if self._users:
            self._users = 0
            self._set(self._before)

    @computed_once
    def _functions(self) -> tuple[Any, Any] | None:
        library = _library()
        for spelling in _COUNTS if library is not None else ():
            try:
                return getattr(library, spelling.format("get")), getattr(library, spelling.format("set"))
            except AttributeError:
                continue
        return None

    def _set(self, count: int) -> None:
        if self._functions is not None:
            self._functions[1](ctypes.c_int(count))

    def enter(self) -> None:
        with self._lock:
            self._users += 1
            if self._functions is not None and self._users == 1:
                self._before = self._functions[0]()
                if self._before > 1:
                    self._set(1)

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users == 0 and self._before > 1:
                self._set(self._before)


_THREADS = _Threads()


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Inside, the library's routines use no threads of their own, whoever calls them."""
    _THREADS.enter()
    try:
        yield
    finally:
        _THREADS.leave()
