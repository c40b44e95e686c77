"""Buffers for results and scratch space, aligned for vector registers and huge pages, staggered, and recycled.

The first touch of fresh memory costs a page fault every 4 KiB (tens of milliseconds for 64 MiB), so a buffer that
nobody refers to any more is kept for the next request of about its size. Large buffers ask for huge pages, and begin
at different places of a page (`support.staggering`).

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
from collections import OrderedDict, deque
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hloom.support import options, staggering
from hloom.support.diagnostics import EvaluationError
from hloom.support.forking import in_child

#: Bytes that every buffer is aligned to: a cache line, and the widest vector register.
ALIGNMENT = 64
#: Buffers of this many bytes and more are mapped on their own, and begin with one: the size of a huge page.
HUGE_PAGE = 2 << 20
#: Where the next buffers begin that are staggered.
_places = itertools.cycle(staggering.PLACES)


class _Block:
    """Memory of one size class, in use or kept."""

    __slots__ = ("address", "capacity", "ctype", "storage")

    def __init__(self, capacity: int) -> None:
        """Raises MemoryError or OSError where the system has no room."""
        self.capacity = capacity
        self.ctype = ctypes.c_char * capacity
        place = next(_places) if capacity >= staggering.LEAST else 0
        if capacity < HUGE_PAGE:
            alignment = staggering.PAGE if place else ALIGNMENT
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


class Buffer:
    """At least `size` bytes of uninitialised memory at `address`, given back when the last reference goes."""

    __slots__ = ("_block", "_pool", "address", "size")

    def __init__(self, pool: MemoryPool, block: _Block, size: int) -> None:
        self._pool = pool
        self._block = block
        self.address = block.address
        self.size = size

    def __del__(self) -> None:
        self._pool._give_back(self._block)


class MemoryPool:
    """Buffers by size class. Keeps at most `limit` bytes that are not in use. Thread-safe."""

    _process: MemoryPool | None = None

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.Lock()
        # Kept blocks by size class: in each, the one used last (and likely still in the CPU's cache) at the end; the
        # classes in the order in which blocks came back to them.
        self._classes: OrderedDict[int, list[_Block]] = OrderedDict()
        self._kept_bytes = 0
        # Blocks on their way back. The garbage collector may run `Buffer.__del__` at any point, also inside the
        # methods below: it must neither wait for the lock nor find the tables half changed.
        self._returned: deque[_Block] = deque()

    @classmethod
    def get_default(cls) -> MemoryPool:
        """The pool of this process, bounded by HLOOM_MEMORY_LIMIT."""
        if cls._process is None:
            cls._process = cls(options.MEMORY_LIMIT.value)
        return cls._process

    @property
    def kept_bytes(self) -> int:
        """Bytes that are ready for reuse."""
        with self._lock:
            self._collect()
            return self._kept_bytes

    def allocate(self, size: int) -> Buffer:
        """A buffer of `size` bytes, aligned to ALIGNMENT; from HUGE_PAGE on it begins in the first page of a huge one.

        Raises EvaluationError, naming the size, where the system has no such memory.
        """
        capacity = size_class(size)
        with self._lock:
            self._collect()
            kept = self._classes.get(capacity)
            if kept:
                self._kept_bytes -= capacity
                return Buffer(self, kept.pop(), size)
        try:
            return Buffer(self, _Block(capacity), size)
        except (MemoryError, OSError, OverflowError, ValueError):
            self.trim()
        try:
            return Buffer(self, _Block(capacity), size)
        except (MemoryError, OSError, OverflowError, ValueError):
            raise EvaluationError(f"out of memory: cannot allocate {describe_size(size)}") from None

    def array(self, shape: Sequence[int], dtype: npt.DTypeLike) -> np.ndarray:
        """An uninitialised C-contiguous array; its memory comes back when it and all its views are gone."""
        dtype = np.dtype(dtype)
        buffer = self.allocate(prod(shape) * dtype.itemsize)
        exporter: Any = buffer._block.ctype.from_address(buffer.address)
        exporter.buffer = buffer  # the array's `base` is the exporter
        return np.ndarray(shape, dtype, exporter)

    def trim(self, keep: int = 0) -> None:
        """Gives kept memory back to the system, what was least in demand first, until at most `keep` bytes remain."""
        with self._lock:
            self._collect()
            self._drop(keep)

    def _give_back(self, block: _Block) -> None:
        self._returned.append(block)
        if self._lock.acquire(blocking=False):  # else the holder, or the next caller, collects it
            try:
                self._collect()
            finally:
                self._lock.release()

    def _collect(self) -> None:
        """Files returned blocks; the caller holds the lock."""
        while self._returned:
            block = self._returned.popleft()
            capacity = block.capacity
            if capacity in self._classes:
                self._classes.move_to_end(capacity)
                self._classes[capacity].append(block)
            else:
                self._classes[capacity] = [block]
            self._kept_bytes += capacity
        if self._kept_bytes > self._limit:
            self._drop(self._limit)

    def _drop(self, keep: int) -> None:
        while self._kept_bytes > keep:
            capacity, blocks = next(iter(self._classes.items()))
            if blocks:
                del blocks[0]
                self._kept_bytes -= capacity
            else:
                del self._classes[capacity]


@in_child
def _reset_after_fork() -> None:
    """Another thread may have been changing the tables; the child starts with empty ones."""
    if MemoryPool._process is not None:
        MemoryPool._process._reset()


def allocate(size: int) -> Buffer:
    """`MemoryPool.allocate` of this process's pool."""
    return MemoryPool.get_default().allocate(size)


def array(shape: Sequence[int], dtype: npt.DTypeLike) -> np.ndarray:
    """`MemoryPool.array` of this process's pool."""
    return MemoryPool.get_default().array(shape, dtype)


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
