"""How much memory the arrays of an evaluation take, and the bound on it.

A `Budget` knows the arrays that a run keeps (`hold`), for as long as they live, and what an operation is about to take
(`need`). Whoever allocates more than in proportion to what it is given says so first with `need`: nothing is allocated that
would pass the bound. Arrays that share memory (views, broadcast numbers) count once, and those from outside not at all.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from math import prod
from typing import Any

from hloom.support import options
from hloom.support.diagnostics import InputError

#: No tensor has more elements, sizes of 0 apart: NumPy could not say where they are.
LARGEST_SIZE = (1 << 59) - 1
#: Arrays of fewer bytes are not counted.
SMALL = 1 << 12


class MemoryLimitError(MemoryError):
    """An evaluation would take more memory than it may."""


class Budget:
    """The memory of one run, which all of its processes share: `limit` bytes, by default those of HLOOM_EVALUATION_MEMORY."""

    def __init__(self, limit: int | None = None) -> None:
        if limit is not None and (not isinstance(limit, int) or limit < 0):
            raise InputError(f"a memory limit must be a number of bytes, got {limit!r:.40}")
        self.limit = options.EVALUATION_MEMORY.value if limit is None else limit
        self.taken = 0
        self._owners: dict[int, weakref.ref] = {}
        self._lock = threading.RLock()  # a collection of garbage may release arrays while one is being counted

    def need(self, size: int) -> None:
        """Raises MemoryLimitError if `size` bytes more than now would pass the limit."""
        if self.taken + size > self.limit:
            left = max(self.limit - self.taken, 0)
            raise MemoryLimitError(f"{size:,} bytes are needed, {left:,} are left of the {self.limit:,} that an evaluation may "
                                   f"take ({options.EVALUATION_MEMORY.name})")

    def hold(self, array: Any, is_foreign: bool = False) -> None:
        """Counts a NumPy array until nothing refers to it any more; `is_foreign`: it is to be known, but not counted."""
        owner = array
        while type(owner.base) is type(owner):
            owner = owner.base
        size = 0 if is_foreign or owner.base is not None else owner.nbytes
        if (size < SMALL and not is_foreign) or id(owner) in self._owners:
            return
        with self._lock:
            self._owners[id(owner)] = weakref.ref(owner, partial(self._release, id(owner), size))
            self.taken += size
        self.need(0)

    def _release(self, key: int, size: int, _: Any) -> None:
        with self._lock:
            del self._owners[key]
            self.taken -= size

    @contextmanager
    def counting(self) -> Iterator[None]:
        """In this context `need` asks this budget."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def need(size: int) -> None:
    """Raises MemoryLimitError if the evaluation that is running may not take `size` bytes more; outside of one, if none could."""
    if size >= SMALL:
        (_current.get() or Budget()).need(size)


def need_array(shape: Any, item_size: int) -> None:
    """`need` for an array."""
    need(prod(shape) * item_size)
