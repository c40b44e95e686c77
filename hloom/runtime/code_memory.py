"""Where machine code lies: pages of blocks that many programs share.

A mapping is dear: a process may have 65,530 of them (Linux), and each program of its own would take two. So small programs have
pages of large blocks, code from a block's beginning on and constants from its end, so that what is protected alike lies together
and is one mapping to the system. What is larger, or may be written to while it runs, has a block of its own.

    piece = CodeMemory.get().take({CODE: 700, READ_ONLY: 64})      # pages that may be written to, which nobody else has
    piece.memory[piece.starts[CODE] : ...] = ...                    # at the address piece.base + piece.starts[CODE]
    piece.protect()                                                 # from now on code is executed, and nothing is written to
    del piece                                                       # the pages are empty, and free for others

No page may be written to and executed at once. Pages that come back lose their contents, so that the system has its memory back,
but keep their protection until they are taken again; a block goes with its last piece.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, ClassVar

from hloom.support.forking import renewed_in_child

#: Protections of memory, as mmap(2) has them: to be read, also executed, also written to.
READ_ONLY, CODE, DATA = 1, 5, 3
PAGE = mmap.PAGESIZE
#: Pages of a block that programs share, and of code or constants of a program in one, at most.
_SHARED, _SMALL = (2 << 20) // PAGE, (64 << 10) // PAGE
#: Blocks that are looked through for free pages, at most: those first that came last.
_MOST_TRIED = 16


class ProtectionError(Exception):
    """The system does not let memory be protected as it has to be."""


class _Block:
    """A mapping of pages, of which the bits of `free` say which ones nobody has.

    Each change of that is one assignment, and made by who has the lock: so a child of fork() finds it whole.
    """

    _CONTENTS = getattr(mmap, "MADV_DONTNEED", 0)

    def __init__(self, pages: int) -> None:
        """Raises OSError where the system has no room."""
        self.memory = mmap.mmap(-1, pages * PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=DATA)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.free = self._all = (1 << pages) - 1

    @property
    def is_empty(self) -> bool:
        return self.free == self._all

    def take(self, pages: Mapping[int, int]) -> dict[int, range] | None:
        """So many pages side by side of each protection; None where there are no such pages."""
        found: dict[int, range] = {}
        free = self.free
        for protection, count in pages.items():
            starts = free
            for k in range(1, count):
                starts &= free >> k
            if not starts:
                return None
            first = (starts if protection == READ_ONLY else starts & -starts).bit_length() - 1
            found[protection] = run = range(first, first + count)
            free ^= self._bits(run)
        self.free = free
        return found

    def give_back(self, run: range) -> None:
        """Makes pages free, and gives the system their memory."""
        self.memory.madvise(self._CONTENTS, run.start * PAGE, len(run) * PAGE)
        self.free |= self._bits(run)

    @staticmethod
    def _bits(run: range) -> int:
        return (1 << len(run)) - 1 << run.start


class Piece:
    """Pages of a block, which may be written to. `memory` is the block's, which lies at `base`; `starts` says where in it the
    bytes begin of each protection that was asked for."""

    def __init__(self, block: _Block, runs: Mapping[int, range], owner: CodeMemory | None) -> None:
        """Raises ProtectionError where the system does not let them be written to."""
        self._block, self._runs, self._owner = block, runs, owner
        self.memory, self.base = block.memory, block.base
        self.starts = {protection: run.start * PAGE for protection, run in runs.items()}
        for run in runs.values():
            self._set(run, DATA)

    def protect(self) -> None:
        """Protects the pages as was asked for. Raises ProtectionError where the system does not let that be done."""
        for protection, run in self._runs.items():
            self._set(run, protection)

    def _set(self, run: range, protection: int) -> None:
        if _protect()(self.base + run.start * PAGE, len(run) * PAGE, protection):
            raise ProtectionError("the system does not let memory be protected")

    def __del__(self) -> None:
        if self._owner is not None and PAGE is not None:  # else modules are being emptied, and the memory goes with the process
            self._owner.give_back(self._block, self._runs.values())


class CodeMemory:
    """The blocks of a process that small programs share. Thread-safe, also in children of fork()."""

    _process: ClassVar[CodeMemory | None] = None

    def __init__(self) -> None:
        self._lock = renewed_in_child(threading.Lock())
        #: Blocks with free pages.
        self._open: dict[_Block, None] = {}
        #: Pages that came back and are not free yet: the garbage collector may bring some while its thread has the lock.
        self._returned: deque[tuple[_Block, range]] = deque()

    @classmethod
    def get(cls) -> CodeMemory:
        """That of this process."""
        if cls._process is None:
            cls._process = cls()  # of two threads that come here at once, each uses its own for one program
        return cls._process

    def take(self, sizes: Mapping[int, int]) -> Piece:
        """Pages for so many bytes of each protection, of which there is one at least.

        Raises OSError where there is no memory, ProtectionError where it cannot be written to.
        """
        pages = {protection: -(-size // PAGE) for protection, size in sizes.items() if size}
        if DATA in pages or max(pages.values()) > _SMALL:
            block = _Block(sum(pages.values()))
            return Piece(block, block.take(pages) or {}, None)
        with self._lock:
            self._settle()
            block, runs = self._found(pages)
            if not block.free:
                self._open.pop(block, None)
        return Piece(block, runs, self)

    def _found(self, pages: Mapping[int, int]) -> tuple[_Block, dict[int, range]]:
        for block in islice(reversed(self._open), _MOST_TRIED):
            runs = block.take(pages)
            if runs is not None:
                return block, runs
        block = _Block(_SHARED)
        self._open[block] = None
        return block, block.take(pages) or {}

    def give_back(self, block: _Block, runs: Iterable[range]) -> None:
        """Takes back pages; at once unless somebody has the lock, who takes them with what follows."""
        self._returned.extend([(block, run) for run in runs])
        if self._lock.acquire(blocking=False):
            try:
                self._settle()
            finally:
                self._lock.release()

    def _settle(self) -> None:
        """Makes free what has come back."""
        while self._returned:
            block, run = self._returned.popleft()
            block.give_back(run)
            if block.is_empty:
                self._open.pop(block, None)
            else:
                self._open[block] = None


@functools.cache
def _protect() -> Any:
    function = ctypes.CDLL(None).mprotect
    function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return function
