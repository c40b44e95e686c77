"""NumPy's matrix library on one thread.

OpenBLAS hands out a product of any size to all processors and waits for them in a loop. Where those are busy, with the other
processes of a grid or with anything else, the many small products of a program take several times longer than on one thread.
Sums on one thread also come out the same whatever the number of processors.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hloom.support.forking import renewed_in_child

_lock = renewed_in_child(threading.Lock())
_inside = 0
_before = 1


class _Library(NamedTuple):
    get_threads: Callable[[], int]
    set_threads: Callable[[int], None]


@cache
def _library() -> _Library | None:
    """The OpenBLAS that NumPy's own package carries; None where NumPy uses another library."""
    package = Path(np.__file__).parent
    for path in [*package.parent.glob("numpy.libs/*openblas*"), *(package / ".dylibs").glob("*openblas*")]:
        try:
            library = ctypes.CDLL(str(path))  # the one that NumPy has loaded
        except OSError:
            continue
        for prefix in ("scipy_openblas", "openblas"):
            for suffix in ("64_", ""):
                get, set = (getattr(library, f"{prefix}_{verb}_num_threads{suffix}", None) for verb in ("get", "set"))
                if get is not None and set is not None:
                    set.restype = None
                    return _Library(get, set)
    return None


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """In this context, and in others that overlap with it in time, matrix products run on one thread."""
    global _inside, _before
    library = _library()
    if library is None:
        yield
        return
    with _lock:
        if _inside == 0:
            _before = library.get_threads()
            library.set_threads(1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                library.set_threads(_before)
