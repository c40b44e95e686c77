"""Buffers for results and scratch space, aligned for vector registers and huge pages, staggered, and recycled.

The first touch of fresh memory costs a page fault every 4 KiB (tens of milliseconds for 64 MiB), so a buffer that
nobody refers to any more is kept for the next request of about its size. Large buffers ask for huge pages, and begin
at different places of a page (`support.page_colouring`).

    buffer = allocate(1 << 20)            # .address, .size; given back when the last reference goes
    result = array((512, 512), "f4")      # a NumPy array in such a buffer; views keep it alive as well
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import mmap
import threading
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from hloom.support import options, page_colouring
from hloom.support.diagnostics import EvaluationError
from hloom.support.forking import renewed_in_child

if TYPE_CHECKING:
    import numpy.typing as npt

#: Bytes that every buffer is aligned to: a cache line, and the widest vector register.
ALIGNMENT = 64
#: Buffers of this many bytes and more are mapped on their own, and begin with one: the size of a huge page.
HUGE_PAGE = 2 << 20
#: What every array goes through, and what says that the system has no memory.
_ARRAY, _NO_MEMORY = np.ndarray, (MemoryError, OSError, OverflowError, ValueError)
#: Where the next buffers begin that are staggered.
_places = itertools.cycle(page_colouring.PLACES)


class Memory(Protocol):
    """Where programs have their constants, and what is between arguments and results."""

    def allocate(self, size: int) -> Any:
        """Memory of so many bytes at `address` of what is returned, as long as that lives."""
        ...

    def array(self, shape: Sequence[int], dtype: npt.DTypeLike) -> np.ndarray: ...


class _Block:
    """Memory of one size class, in use or kept."""

    __slots__ = ("address", "storage")

    def __init__(self, capacity: int) -> None:
        """Raises MemoryError or OSError where the system has no room."""
        place = next(_places) if capacity >= page_colouring.LEAST else 0
        if capacity < HUGE_PAGE:
            alignment = page_colouring.PAGE if place else ALIGNMENT
            storage = np.empty(capacity + alignment, np.uint8)
            start = storage.ctypes.data
        else:
            alignment = HUGE_PAGE
            storage = _map(capacity + alignment)  # which begins with a page: there is room for `place`
            start = ctypes.addressof(ctypes.c_char.from_buffer(storage))
        self.storage = storage
        self.address = start + (place - start) % alignment


def _map(size: int) -> mmap.mmap:
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size)
    # Private, unlike Python's default: a child of fork() gets its own copy, and huge pages are allowed.
    storage = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel without huge pages
            storage.madvise(mmap.MADV_HUGEPAGE)
    return storage


class _SizeClass:
    """The blocks of one capacity. What takes and returns one runs for each result of each call: it is kept short, and safe
    without a lock, since a list appends and pops at once. The garbage collector may also return blocks at any point of it."""

    __slots__ = ("_exporter", "capacity", "pool", "ready", "returned")

    def __init__(self, pool: MemoryPool, capacity: int) -> None:
        self.pool, self.capacity = pool, capacity
        #: Blocks that are not in use: the one used last (and likely still in the CPU's cache) at the end.
        self.ready: list[_Block] = []
        #: When one came back last.
        self.returned = 0
        self._exporter: Any = None

    def take(self) -> _Block:
        try:
            return self.ready.pop()
        except IndexError:
            return self.pool._new_block(self)

    def give_back(self, block: _Block) -> None:
        self.ready.append(block)
        pool = self.pool
        self.returned = next(pool._clock)
        if pool._existing > pool._limit:
            pool._shrink()

    def array(self, shape: Sequence[int], dtype: np.dtype[Any]) -> np.ndarray:
        block = self.take()
        exporter = (self._exporter or self._make_exporter()).from_address(block.address)
        exporter.block = block  # the array's `base` is the exporter
        return _ARRAY(shape, dtype, exporter)

    def _make_exporter(self) -> Any:
        """The type of what arrays have as their `base`: memory that its block comes back from with the last reference."""
        def give_back(exporter: Any, to: Callable[[_Block], None] = self.give_back) -> None:
            to(exporter.block)

        self._exporter = type("Exporter", (ctypes.c_char * self.capacity,), {"__slots__": ("block",), "__del__": give_back})
        return self._exporter


class Buffer:
    """At least `size` bytes of uninitialised memory at `address`, given back when the last reference goes."""

    __slots__ = ("_block", "_size_class", "address", "size")

    def __init__(self, size_class: _SizeClass, size: int) -> None:
        self._size_class = size_class
        self._block = block = size_class.take()
        self.address = block.address
        self.size = size

    def __del__(self, suppress: type[contextlib.suppress] = contextlib.suppress) -> None:
        # Bound here: when a process ends, names of this module may be gone before the last buffer is.
        with suppress(AttributeError):  # there was no memory for a block
            self._size_class.give_back(self._block)


class MemoryPool:
    """Buffers by size class. Keeps at most `limit` bytes that are not in use. Thread-safe."""

    _process: MemoryPool | None = None
    #: Held while blocks are made and dropped.
    _lock = renewed_in_child(threading.Lock())

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._classes: dict[int, _SizeClass] = {}
        self._clock = itertools.count(1)
        #: Bytes of all blocks, in use or not.
        self._existing = 0

    @classmethod
    def get_default(cls) -> MemoryPool:
        """The pool of this process, bounded by HLOOM_MEMORY_LIMIT."""
        if cls._process is None:
            cls._process = cls(options.MEMORY_LIMIT.value)
        return cls._process

    @property
    def kept_bytes(self) -> int:
        """Bytes that are ready for reuse."""
        return sum(len(c.ready) * c.capacity for c in tuple(self._classes.values()))

    def allocate(self, size: int) -> Buffer:
        """A buffer of `size` bytes, aligned to ALIGNMENT; from HUGE_PAGE on it begins in the first page of a huge one.

        Raises EvaluationError, naming the size, where the system has no such memory.
        """
        return Buffer(self._class_of(size), size)

    def array(self, shape: Sequence[int], dtype: npt.DTypeLike) -> np.ndarray:
        """An uninitialised C-contiguous array; its memory comes back when it and all its views are gone."""
        return self.maker(shape, dtype)()

    def maker(self, shape: Sequence[int], dtype: npt.DTypeLike) -> Callable[[], np.ndarray]:
        """What makes such arrays, one after the other."""
        dtype = np.dtype(dtype)
        return functools.partial(self._class_of(prod(shape) * dtype.itemsize).array, tuple(shape), dtype)

    def trim(self) -> None:
        """Gives kept memory back to the system."""
        with self._lock:
            self._drop(0)

    def _class_of(self, size: int) -> _SizeClass:
        capacity = size_class(size)
        return self._classes.get(capacity) or self._classes.setdefault(capacity, _SizeClass(self, capacity))

    def _new_block(self, size_class: _SizeClass) -> _Block:
        capacity = size_class.capacity
        try:
            block = _Block(capacity)
        except _NO_MEMORY:
            self.trim()
            try:
                block = _Block(capacity)
            except _NO_MEMORY:
                raise EvaluationError(f"out of memory: cannot allocate {describe_size(capacity)}") from None
        with self._lock:
            self._existing += capacity
        return block

    def _shrink(self) -> None:
        """Drops what is kept above the limit, unless someone is at it: the garbage collector may have interrupted just that."""
        if self._lock.acquire(blocking=False):
            try:
                self._drop(self._limit)
            finally:
                self._lock.release()

    def _drop(self, keep: int) -> None:
        """The caller holds the lock."""
        excess = self.kept_bytes - keep
        for size_class in sorted(self._classes.values(), key=lambda c: c.returned):
            while excess > 0 and size_class.ready:
                with contextlib.suppress(IndexError):  # another thread has taken it
                    del size_class.ready[0]
                    excess -= size_class.capacity
                    self._existing -= size_class.capacity


def allocate(size: int) -> Buffer:
    """`MemoryPool.allocate` of this process's pool."""
    return MemoryPool.get_default().allocate(size)


def array(shape: Sequence[int], dtype: npt.DTypeLike) -> np.ndarray:
    """`MemoryPool.array` of this process's pool."""
    return MemoryPool.get_default().array(shape, dtype)


def maker(shape: Sequence[int], dtype: npt.DTypeLike) -> Callable[[], np.ndarray]:
    """`MemoryPool.maker` of this process's pool."""
    return MemoryPool.get_default().maker(shape, dtype)


@functools.lru_cache(maxsize=4096)
def size_class(size: int) -> int:
    """Bytes of the blocks that serve requests of `size` bytes: eight classes between powers of two, so that at most
    an eighth is wasted; multiples of ALIGNMENT, and of HUGE_PAGE from that size on."""
    size = max(size, 1)
    step = max(1 << max(size.bit_length() - 4, 0), ALIGNMENT if size <= HUGE_PAGE * 7 // 8 else HUGE_PAGE)
    return -(-size // step) * step


def describe_size(size: int) -> str:
    """`size` bytes for people: `1.5 GiB (1610612736 bytes)`."""
    short = short_size(size)
    return short if short.endswith("bytes") else f"{short} ({size} bytes)"


def short_size(size: int) -> str:
    """`size` bytes, roughly: `1.5 GiB`."""
    value, unit = float(size), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{size} bytes" if unit == "bytes" else f"{value:.1f} {unit}"
