"""The routines of LAPACK that the library of NumPy's own linear algebra has.

Nothing is loaded that the process has not got already, and no other routine is found than those that compiled code calls.
Compiled programs name routines; where those are is looked up in each process.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

#: Routines that programs may call, without the letter of the type; and those that are named otherwise for complex numbers.
_NAMES = ("getrf", "geqrf", "geqp3", "gesdd", "gesvd", "geev", "gees", "gehrd", "gtsv", "potrf")
_REAL, _COMPLEX = ("orgqr", "ormqr", "syevd", "sytrd"), ("ungqr", "unmqr", "heevd", "hetrd")
ROUTINES = frozenset(letter + name for letters, names in (("sdcz", _NAMES), ("sd", _REAL), ("cz", _COMPLEX))
                     for letter in letters for name in names)
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
