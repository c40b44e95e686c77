"""The routines of LAPACK that the library of NumPy's own linear algebra has.

Nothing is loaded that the process has not got already, and no other routine is found than those that compiled code calls.
Compiled programs name routines; where those are is looked up in each process.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

from hloom.support.forking import in_child

#: The words of the process that callers are counted in (`cpu.linear.one_thread`): whether somebody changes them, how many callers
#: there are, the addresses of the functions that say and change the number of threads (0 in libraries without), and the number
#: that they change back to.
LOCK, USERS, GET, SET, BEFORE = range(5)
WORDS = 5
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
def _routines() -> frozenset[str]:
    """Routines that programs may call."""
    from hloom.ops.calls import TARGETS  # few programs call any, and one that was saved runs without the operations

    return frozenset(known.routine.entry for known in TARGETS.values() if known.routine is not None and known.routine.entry)


@functools.cache
def routine(name: str) -> ctypes.Array[ctypes.c_int64] | None:
    """Two words: the address of a routine, and the bytes of its integers. None where there is no such routine."""
    library = _library()
    if library is None or name not in _routines():
        return None
    for spelling, size in _SPELLINGS:
        try:
            function = getattr(library, spelling.format(name))
        except AttributeError:
            continue
        address = ctypes.cast(function, ctypes.c_void_p).value
        if address:
            THREADS.find()
            return (ctypes.c_int64 * 2)(address, size)
    return None


#: How libraries call the functions that say how many threads they use, and change it; None in those without.
_COUNTS = ("scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads",
           "openblas_{}_num_threads")


class _Threads:
    """The words that say how many threads the library uses, and who wants it to use none but the calling one; what changes them
    is compiled code (`one_thread`)."""

    def __init__(self) -> None:
        self.words = (ctypes.c_int64 * WORDS)()
        self.address = ctypes.addressof(self.words)
        in_child(self._forget)

    def find(self) -> None:
        """Finds the library's functions, before a program that calls the library runs."""
        library = _library()
        for spelling in _COUNTS if library is not None and not self.words[GET] else ():
            try:
                functions = [getattr(library, spelling.format(word)) for word in ("set", "get")]
            except AttributeError:
                continue
            for word, function in zip((SET, GET), functions):  # that there is the last one says that there are both
                self.words[word] = ctypes.cast(function, ctypes.c_void_p).value or 0
            return

    def _forget(self) -> None:
        """Nobody of the parent's calls is under way in a child of fork()."""
        users, self.words[LOCK], self.words[USERS] = self.words[USERS], 0, 0
        if users and self.words[BEFORE] > 1:
            ctypes.CFUNCTYPE(None, ctypes.c_int)(self.words[SET])(self.words[BEFORE])


THREADS = _Threads()
