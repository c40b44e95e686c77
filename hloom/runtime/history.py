"""A compiled program in the cache: where its machine code lies, what it was made for, and why there is none.

    entry = ProgramEntry(cache, program, target, pool, offered)
    for planned, data in entry.found(): ...      # what runs here, first what was planned for so many workers
    entry.why()                                  # else: "it was compiled for 4 threads, here are 2"
    entry.keep(make)                             # once it is compiled

The key of machine code is a hash of all that it depends on: a look-up that finds nothing cannot say what is different. So beside
it lies, under what the program alone is, for which machines, numbers of threads and versions it was compiled.

Code that was planned for some workers runs on fewer, as it does where the system gives fewer threads than were asked for: a plan
says in which pieces work is done and how much scratch memory there is, but who does a piece is decided when it runs. It does not
run on more than it was planned for, since each worker has scratch memory of its own: it then leaves the others idle.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from hloom._version import __version__
from hloom.runtime.cache import Cache, cache_key, code_version, host, host_entries
from hloom.runtime.dispatch.processor import CodeTarget
from hloom.runtime.loading import has_llvm
from hloom.runtime.pool import Pool
from hloom.support import options
from hloom.support.logs import counted
from hloom.support.records import computed_once, dataclass

#: Makings of one program that are remembered, the last ones.
_MOST = 16


class Making(NamedTuple):
    """What machine code was made for, and by what."""

    threads: int
    processor: str
    #: A digest of what the processor has and may be used, and of the machine that code is planned for.
    features: str
    #: Of LLVM and llvmlite.
    compiler: str
    version: str
    #: A digest of hloom's source.
    source: str

    @classmethod
    def here(cls, target: CodeTarget, workers: int) -> Making:
        """What is compiled by this process for so many workers."""
        used = target.features + target.tuning
        return cls(workers, target.cpu, hashlib.sha256(used.encode()).hexdigest(), host().versions, __version__, code_version())

    @classmethod
    def read(cls, values: Sequence[object]) -> Making:
        """What was written as a list. Raises ValueError for any other."""
        if (len(values) != len(cls._fields) or type(values[0]) is not int or not 1 <= values[0] <= options.MOST_THREADS
                or not all(isinstance(v, str) for v in values[1:])):
            raise ValueError("not a making")
        return cls(*values)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"for {counted(self.threads, 'thread')} on {self.processor} by hloom {self.version} with {self.compiler}"

    @classmethod
    def read_all(cls, lists: Sequence[Sequence[object]]) -> list[Making]:
        """Those of lists that were written by such a version of hloom."""
        found = []
        for values in lists:
            with suppress(ValueError, TypeError):
                found.append(cls.read(values))
        return found

    def differences(self, here: Making) -> list[str]:
        """In what it is not what would be made here."""
        found = []
        if self.processor != here.processor:
            found.append(f"for the processor {self.processor}, this one is {here.processor}")
        elif self.features != here.features:
            found.append(f"for other instructions of {self.processor} (the machine, {options.ISA.name}, {options.AMX.name} "
                         f"or {options.MACHINE.name})")
        if self.compiler != here.compiler:
            found.append(f"by {self.compiler}, here is {here.compiler}")
        if self.version != here.version:
            found.append(f"by hloom {self.version}, this is {here.version}")
        elif self.source != here.source:
            found.append("by another source of hloom")
        if self.threads != here.threads:
            found.append(f"for {counted(self.threads, 'thread')}, here {'is' if here.threads == 1 else 'are'} {here.threads}")
        return found


@dataclass(frozen=True)
class ProgramEntry:
    """Machine code of a program in a cache, as compiled for a target and the workers of a pool.

    `program` is what it depends on besides where it is compiled; `offered` are entries that the cache may lack; `pickled` says
    for what these were made, where they come from a pickle.
    """

    cache: Cache
    program: tuple[str, ...]
    target: CodeTarget
    pool: Pool
    offered: Mapping[str, bytes]
    pickled: Sequence[Making] = ()

    @property
    def workers(self) -> int:
        return self.pool.workers

    def key(self, workers: int) -> str:
        target = self.target
        return cache_key("program", *self.program, target.cpu, target.features, target.tuning, str(workers))

    @computed_once
    def making(self) -> Making:
        return Making.here(self.target, self.workers)

    def found(self) -> Iterator[tuple[int, bytes]]:
        """Machine code that runs here, with the number of workers that it was planned for.

        What was planned for another number of workers is taken where nothing could be compiled, and from a pickle, which brings
        it along, where it was planned for more: it runs on all workers then.
        """
        if (data := self._get(self.workers)) is not None:
            yield self.workers, data
        if has_llvm():
            others = [making for making in self.pickled if making.threads > self.workers]
        else:
            others = [*self.pickled, *self._makings]
        here = self.making
        planned = {m.threads for m in others if m.threads != self.workers and m._replace(threads=self.workers) == here}
        for workers in sorted(planned, key=lambda n: (n < self.workers, abs(n - self.workers))):
            if (data := self._get(workers)) is not None:
                yield workers, data

    def why(self) -> str:
        """Why nothing was found."""
        makings = [*self.pickled, *self._makings]
        if not makings:
            return "it is not known to have been compiled before"
        nearest = min((m.differences(self.making) for m in makings), key=len)
        return f"it was compiled {' and '.join(nearest)}" if nearest else "it was compiled, and its entry is gone or damaged"

    def keep(self, make: Callable[[], bytes]) -> None:
        """Has the cache keep what `make` returns, with what a process without llvmlite needs besides."""
        self.cache.defer_put(self.key(self.workers), make)
        self.cache.defer_change(self._record, str(self.making), self._noted)
        self.cache.defer_secure(needed_without_llvm(self.pool))

    def secure(self, planned: int, data: bytes) -> None:
        """Has the cache's own directory keep what was found, which a library may have had: it has to do elsewhere without it."""
        self.cache.secure(self.key(planned), data)
        self.cache.touch(self._record)
        for key, data in needed_without_llvm(self.pool).items():
            self.cache.secure(key, data)

    def _get(self, workers: int) -> bytes | None:
        key = self.key(workers)
        return self.cache.get(key) or self.offered.get(key)

    @property
    def _record(self) -> str:
        """Under which lies for what the program was compiled: no version is part of it."""
        return hashlib.sha256(repr(("makings", 1, self.program)).encode()).hexdigest()

    @computed_once
    def _makings(self) -> list[Making]:
        """For what the program was compiled, the last first."""
        return _read(self.cache.on_disk(self._record))

    def _noted(self, data: bytes | None) -> bytes:
        return json.dumps(list(dict.fromkeys([self.making, *_read(data)]))[:_MOST]).encode()


def needed_without_llvm(pool: Pool) -> dict[str, bytes]:
    """What every program runs on where llvmlite is not installed, as entries of a cache: what the processor is, and the code of
    the worker pool."""
    return {**host_entries(), pool.key: pool.object_file}


def _read(data: bytes | None) -> list[Making]:
    try:
        return Making.read_all(json.loads(data or b"[]"))
    except (ValueError, TypeError):  # what is damaged is no business of who wants to compile
        return []
