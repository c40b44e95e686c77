"""Giving back memory that is kept for speed, as where a process has dropped most of its programs."""

from __future__ import annotations

import ctypes
import sys

from hloom.runtime.cache import Cache
from hloom.runtime.memory import MemoryPool
from hloom.support.remembering import forget_all


def clear_caches() -> None:
    """Forgets what hloom keeps in memory to be faster, and has the allocator give the system what is free. Programs and arrays
    that somebody has stay; what is compiled later is found in the cache's directory, or made anew where there is none.

    What is forgotten: entries of the cache, memory of arrays and arenas that are gone, what was found out about types, shapes and
    expressions.
    """
    cache = Cache.get_default()
    cache.finish_deferred()
    cache.forget()
    MemoryPool.get_default().trim()
    forget_all()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
