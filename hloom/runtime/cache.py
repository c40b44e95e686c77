"""Compiled code, kept: in memory for this process, on disk for the next.

An entry is bytes under a key that is a hash of everything that the bytes depend on (`cache_key`). Below a user's own directory
there may be a library: entries that came with the installation, which are only read. `hloom compile --common` makes them once, as
other packages bring along kernels in machine code. The cache never makes a program fail: where the disk refuses, compilation just
happens again. What nobody waits for is done by a thread of its own (`WriteBehindQueue`).
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import queue
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Final

from hloom.runtime import jit
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.dispatch.processor import CodeTarget
from hloom.runtime.entry_files import EntryFiles
from hloom.runtime.host import Host, described
from hloom.runtime.loading import DEFAULT_PIPELINE, load_llvm, threads_with_headroom
from hloom.support import options
from hloom.support.collector import imported
from hloom.support.diagnostics import InternalError
from hloom.support.forking import in_child
from hloom.support.logs import Log
from hloom.support.records import dataclass
from hloom.support.signals import start_background

if TYPE_CHECKING:  # who finds what is kept does without these
    from hloom.ir.attributes import Beside
    from hloom.ir.core import Operation

# -- write-behind ---------------------------------------------------------------------------------------------------------------
# Work that nobody waits for, done by a thread of its own when the caller has what it wanted.
#
#     work = WriteBehindQueue()
#     work.add("entry", write)
#     work.begin()                # at the end of a compilation
#     work.settle("entry")        # who needs what it does: done by now, or done here
#
# What is kept of a compiled program for other processes is of no use to the one that has compiled it: files take as long as a
# disk takes, on a network's some milliseconds each. The thread ends with the last piece of work; what is left when the process
# ends is done then.

#: Pieces that wait, at most: who adds more does the oldest ones.
_MOST_WAITING = 256
#: Seconds for which the caller, who may have waited for what was compiled, has the interpreter and all processors, before what
#: nobody waits for is done: at least, for each second that was waited for, and at most.
MOMENT, _SHARE, _LONGEST = 0.05, 0.5, 2.0


def moment_after(seconds: float) -> float:
    """The moment after a compilation of so many seconds: what takes long to compile is called at once, and takes long when it is
    called first."""
    return min(max(MOMENT, _SHARE * seconds), _LONGEST)


class WriteBehindQueue:
    """Pieces of work by name. Thread-safe. A piece that is added under a name that waits takes the place of the other; one that
    fails is not tried again, and who settles it gets the exception.

    The one lock may be taken again by the thread that has it: a signal's handler that raises at a bad moment leaves it taken,
    which must not keep the process from its end.
    """

    def __init__(self) -> None:
        #: A piece stays here until it is done.
        self._waiting: dict[str, Callable[[], None]] = {}
        self._names: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._is_registered = False
        self.renew()

    def renew(self) -> None:
        """In a child of fork(): no other thread lives on, nobody holds the lock."""
        self._working = threading.RLock()
        self._has_thread = False

    def add(self, name: str, work: Callable[[], None]) -> None:
        """Leaves `work` to be done."""
        if not self._is_registered:
            self._is_registered = True
            atexit.register(self.finish)
        self._waiting[name] = work
        self._names.put(name)
        if len(self._waiting) > _MOST_WAITING:
            self._do_next()

    def begin(self, moment: float = MOMENT) -> None:
        """Has a thread do what waits, so many seconds later; does it here where the system gives none, or the process ends."""
        if self._has_thread or self._names.empty():
            return
        is_started, self._has_thread = False, True
        try:
            is_started = threading.main_thread().is_alive() and start_background(self._work, moment)
        finally:  # a signal's handler may raise before it is
            self._has_thread = is_started
        if not is_started:
            self.finish()

    def settle(self, name: str) -> None:
        """Does the piece of this name, if it waits; waits for its end if another thread is at it."""
        if name not in self._waiting:
            return
        with self._working:
            work = self._waiting.get(name)
            if work is None:
                return
            try:
                work()
            except Exception:
                self._forget(name, work)
                raise
            self._forget(name, work)

    def finish(self) -> None:
        """Does all that waits."""
        while self._do_next():
            pass
        for name in list(self._waiting):  # what another thread is at
            self.settle(name)

    def _do_next(self) -> bool:
        """Does the piece that has waited longest; whether there may be more."""
        try:
            name = self._names.get_nowait()
        except queue.Empty:
            return False
        self.settle(name)
        return True

    def _forget(self, name: str, work: Callable[[], None]) -> None:
        found = self._waiting.pop(name, None)
        if found is not None and found is not work:  # added while the other was done
            self._waiting.setdefault(name, found)

    def _work(self, moment: float) -> None:
        try:
            sleep(moment)
            while True:
                while self._do_next():
                    pass
                self._has_thread = False  # said before the last look: who adds now starts another thread, or is seen here
                if self._names.empty():
                    return
                self._has_thread = True
        except BaseException:
            self._has_thread = False
            raise


_LOG = Log("cache")
#: What makes machine code, of which a process that finds it needs nothing.
_MAKERS: Final = ("hloom.runtime.compilation", "hloom.runtime.child")
#: Most bytes of entries that the memory layer keeps.
_MEMORY_LIMIT = 64 << 20


@dataclass
class Statistics:
    """How the look-ups of one cache ended, and how many kernels were compiled because of it."""

    memory_hits: int = 0
    disk_hits: int = 0
    misses: int = 0


class Cache:
    """Bytes by key, in memory and in a directory (None: in memory only) of at most `limit` bytes. Thread-safe.

    What neither has is looked for in `library`, a directory that somebody else has filled.
    """

    _process: Cache | None = None

    def __init__(self, directory: Path | None, limit: int, library: Path | None = None) -> None:
        self.statistics = Statistics()
        self._files = EntryFiles.private(directory, limit) if directory else None
        self._library = EntryFiles.installed(library, limit) if library else None
        #: Guards what is in memory.
        self._lock = threading.RLock()
        self._entries: OrderedDict[str, bytes] = OrderedDict()
        self._entry_bytes = 0
        self._loaded: weakref.WeakValueDictionary[str, jit.LoadedObject] = weakref.WeakValueDictionary()
        #: Entries that are still to be made or written, by key.
        self._deferred = WriteBehindQueue()

    @classmethod
    def get_default(cls) -> Cache:
        """The cache of this process, where HLOOM_CACHE says, over the library that HLOOM_LIBRARY says."""
        if cls._process is None:
            directory, library = options.CACHE.value, options.LIBRARY.value
            for what, option, value in (("cache", options.CACHE, directory), ("library", options.LIBRARY, library)):
                if value is None:
                    text = os.environ.get(option.name)
                    _LOG.info("no %s: %s", what, "there is no home directory" if text is None else f"{option.name}={text!r}")
            cls._process = cls(directory, options.CACHE_LIMIT.value, library)
        return cls._process

    @classmethod
    @contextmanager
    def filling(cls, directory: Path, is_library: bool) -> Iterator[Cache | None]:
        """In the block, what this process compiles is kept in a directory, which is one's own or a library for all who use the
        installation; None where it cannot be written to."""
        make, before = EntryFiles.to_install if is_library else EntryFiles.private, cls._process
        files = make(directory, options.CACHE_LIMIT.value)
        if files is None or not files.is_writable:
            yield None
            return
        cls._process = cache = cls(None, 0)
        cache._files = files
        try:
            yield cache
            cache.finish_deferred()
        finally:
            cls._process = before

    def get(self, key: str) -> bytes | None:
        """The entry's bytes, or None. Keys are those of `cache_key`."""
        self._deferred.settle(key)
        with self._lock:
            data = self._entries.get(key)
            if data is not None:
                self._entries.move_to_end(key)
                self.statistics.memory_hits += 1
                return data
            for files in (self._files, self._library):
                data = None if files is None else files.read(key)
                if data is not None:
                    self.statistics.disk_hits += 1
                    self._remember(key, data)
                    return data
            self.statistics.misses += 1
            return None

    def put(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`, as far as memory and disk have room."""
        with self._lock:
            self._remember(key, data)
        if self._files is not None:  # a disk may be slow: who looks for another entry does not wait for it
            self._files.write(key, data)

    def on_disk(self, key: str) -> bytes | None:
        """The entry as the directories have it now: another process may have written it anew."""
        found = (files.read(key) for files in (self._files, self._library) if files is not None)
        return next((data for data in found if data is not None), None)

    def touch(self, key: str) -> bool:
        """Has an entry count as used just now; whether the directory can be written to and has it."""
        return self._files is not None and self._files.touch(key)

    def secure(self, key: str, data: bytes) -> None:
        """Has the directory keep an entry, which it may have already; it counts as used just now."""
        if self._files is not None and self._files.is_writable and not self._files.touch(key):
            self._files.write(key, data)

    def defer_put(self, key: str, make: Callable[[], bytes]) -> None:
        """Keeps what `make` returns, as `put` does, in a thread of its own once `start_deferred` is called. Who asks for it
        before gets it all the same."""

        def work() -> None:
            with suppress(MemoryError):
                self.put(key, make())

        self._deferred.add(key, work)

    def defer_change(self, key: str, name: str, change: Callable[[bytes | None], bytes]) -> None:
        """Has what `change` makes of an entry in the directory written there, as `defer_put` does. Changes of other names are
        made, too."""

        def work() -> None:
            if self._files is not None and self._files.is_writable:
                self._files.write(key, change(self.on_disk(key)))

        self._deferred.add(f"{key} {name}", work)

    def defer_secure(self, entries: Mapping[str, bytes]) -> None:
        """Has the directory keep entries, as `secure` does, when those of `defer_put` are written."""

        def work() -> None:
            for key, data in entries.items():
                self.secure(key, data)

        self._deferred.add(f"secure {' '.join(entries)}", work)

    def start_deferred(self, threads: int, moment: float = MOMENT) -> None:
        """Has the entries of `defer_put` made and written, so many seconds later and while the caller goes on, if there may be
        several threads."""
        if threads_with_headroom(threads) > 1:
            self._deferred.begin(moment)
        else:
            self._deferred.finish()

    def finish_deferred(self) -> None:
        """Makes and writes what is left of the entries of `defer_put`."""
        self._deferred.finish()

    def offer(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key` in memory, unless there is an entry."""
        with self._lock:
            if key not in self._entries:
                self._remember(key, data)

    def discard(self, key: str) -> None:
        """Forgets an entry whose bytes turned out to be of no use."""
        with self._lock:
            self._entry_bytes -= len(self._entries.pop(key, b""))
            if self._files is not None:
                self._files.remove(key)

    def forget(self) -> None:
        """Forgets all entries in memory; the directories keep what they have."""
        with self._lock:
            self._entries.clear()
            self._entry_bytes = 0

    def load(self, text: str, symbols: Iterable[str], target: CodeTarget) -> jit.LoadedObject:
        """The machine code of a module of LLVM IR text, compiled once: later calls with equal text share it.

        Raises InternalError as `compile_objects` does, and UserError as `load_llvm`.
        """
        symbols = list(symbols)
        key = object_key(text, symbols, target)
        with self._lock:
            loaded = self._find(key, symbols)
        if loaded is not None:
            return loaded
        # Before the lock is taken: whoever imports may be about to ask for an entry.
        compilation, child = map(imported, _MAKERS)
        with self._lock:
            loaded = self._find(key, symbols)
            if loaded is None:
                load_llvm(bool(options.CHILD.value))
                make = partial(compilation.compile_objects, [Part(text)], target)
                (data,) = child.made_in_child(make) if options.CHILD.value else make()
                self.put(key, data)
                loaded = self._load(key, data, symbols)
            return loaded

    def load_described(self, description: str, make: Callable[[], str], symbols: Iterable[str],
                       target: CodeTarget) -> tuple[str, jit.LoadedObject]:
        """What `load` gives of the text that `make` makes, with its key. The text is not made where the cache knows the key of
        what the description says: beside the target and the versions of hloom's source (`cache_key`), all that it depends on.

        Raises what `load` does.
        """
        symbols = list(symbols)
        alias = cache_key("text", description, repr(target), *symbols)
        with self._lock:
            known = self.get(alias)
            key = "" if known is None else known.decode("ascii", "replace")
            loaded = self._find(key, symbols) if is_key(key) else None
        if loaded is None:
            text = make()
            key, loaded = object_key(text, symbols, target), self.load(text, symbols, target)
            self.put(alias, key.encode())
        return key, loaded

    def _find(self, key: str, symbols: Sequence[str]) -> jit.LoadedObject | None:
        """The machine code of an entry, loaded; None where there is none, or none of use."""
        loaded = self._loaded.get(key)
        if loaded is not None:
            self.statistics.memory_hits += 1
            return loaded
        data = self.get(key)
        if data is not None:
            try:
                return self._load(key, data, symbols)
            except InternalError as error:  # not what this version of hloom wrote
                _LOG.info("machine code that is kept cannot be loaded: %s", error)
                self.discard(key)
        return None

    def _load(self, key: str, data: bytes, symbols: Sequence[str]) -> jit.LoadedObject:
        loaded = self._loaded[key] = jit.load_objects([data], symbols)
        loaded.object_file = data
        return loaded

    def find_shared(self, description: str, target: CodeTarget) -> bytes | None:
        """The object file of a part that many programs have."""
        return self.get(_shared_key(description, target))

    def keep_shared(self, description: str, target: CodeTarget, code: bytes) -> None:
        self.defer_put(_shared_key(description, target), lambda: code)

    def _remember(self, key: str, data: bytes) -> None:
        self._entry_bytes += len(data) - len(self._entries.pop(key, b""))
        self._entries[key] = data
        while self._entry_bytes > _MEMORY_LIMIT:
            self._entry_bytes -= len(self._entries.popitem(last=False)[1])

    def _after_fork(self) -> None:
        """Only the forking thread lives on in the child: nobody holds the lock, whoever held it in the parent."""
        self._lock = threading.RLock()
        if self._files is not None:
            self._files.after_fork()
        self._deferred.renew()
        self._entry_bytes = sum(map(len, self._entries.values()))


@in_child
def _renew_after_fork() -> None:
    if Cache._process is not None:
        Cache._process._after_fork()


@functools.cache
def _described() -> tuple[Host, dict[str, bytes]]:
    cache = Cache.get_default()
    return described(cache.get, cache.put)


def host() -> Host:
    """This machine's processor and compiler. Raises InputError where llvmlite is not installed and the cache knows neither."""
    return _described()[0]


def host_entries() -> dict[str, bytes]:
    """What tells another process what `host` says, for a cache to keep: entries by key."""
    return _described()[1]


def cache_key(*parts: str | bytes) -> str:
    """A hash of `parts` and of the versions of hloom's source, llvmlite and LLVM, as a file name: for whole programs
    and whatever else depends on how hloom compiles."""
    return _key(host().versions, code_version(), *parts)


def object_key(text: str, symbols: Iterable[str], target: CodeTarget) -> str:
    """The key of the machine code of a module of LLVM IR (`Cache.load`). The text is all that hloom's own code contributes: its
    version need not be part of it."""
    return _key(host().versions, "object", text, target.triple, target.cpu, target.features, DEFAULT_PIPELINE, *symbols)


def digest_key(stamp: str) -> str:
    """The key of the digest of what a file holds."""
    return _key("digest", stamp)


def _shared_key(description: str, target: CodeTarget) -> str:
    """The key of a part's machine code (`Compilation`). Its LLVM IR is what hloom's code makes of the description."""
    return cache_key("shared", description, target.triple, target.cpu, target.features, target.attributes)


def _key(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


#: The parts of hloom whose source decides what code is made of a program, and whether any is. What reads and prints programs does
#: not: the key of a program is of what was read. Nor do the commands and the bridges.
MAKES_CODE: Final = ("support", "numbers", "expr", "ir", "ops", "verify", "reference", "analysis", "passes", "codegen", "runtime",
                     "driver", "pipeline.py", "_version.py")


def is_key(text: str) -> bool:
    """Whether a text is a key of this module's."""
    return len(text) == 2 * hashlib.sha256().digest_size and not set(text) - set("0123456789abcdef")


def code_version() -> str:
    """Changes whenever a source file does that decides what code is made (MAKES_CODE), so that no entry outlives the code that
    made it."""
    return version_of(MAKES_CODE)


@functools.cache
def version_of(parts: tuple[str, ...]) -> str:
    """Changes whenever a source file of these parts of hloom does.

    Files are known by their content, wherever and whenever they were installed; what they contain is remembered by their times.
    """
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = sorted(_sources(root, parts))
    times = _key("times", *(f"{path} {(status := os.stat(path)).st_size} {status.st_mtime_ns}" for path in paths))
    cache = Cache.get_default()
    known = cache.get(times)
    if known is None:
        contents = (part for path in paths for part in (os.path.relpath(path, root), Path(path).read_bytes()))
        known = _key("content", *contents).encode()
        cache.put(times, known)
    return known.decode("ascii")


def _sources(root: str, parts: Sequence[str]) -> Iterator[str]:
    """The paths of the files of these parts."""
    for part in parts:
        if part.endswith(".py"):
            yield os.path.join(root, part)
        for folder, _, names in os.walk(os.path.join(root, part)):
            yield from (os.path.join(folder, name) for name in names if name.endswith((".py", ".txt")))


# -- constants -----------------------------------------------------------------------------------------------------------------
# Digests of constants that lie beside programs, remembered between processes: to read all of a file takes as long as to load
# it.
#
# A digest is known under what tells the file, and the time when it was last written, from others.

_BYTES = 32


def learn(module: Operation, cache: Cache) -> None:
    """Has the constants beside a module know their digests, from the cache or from their bytes."""
    for constant in imported("hloom.ir.fingerprint").beside_of(module):
        _learn(constant, cache)


def _learn(constant: Beside, cache: Cache) -> None:
    if constant.stamp is None:
        return
    key = digest_key(constant.stamp)
    known = cache.get(key)
    if known is not None and len(known) == _BYTES:
        constant.remember(known)
    else:
        cache.put(key, constant.digest)


def bind_again(module: Operation, references: Sequence[Any], cache: Cache) -> None:
    """Binds the constants beside a module that came from another process, which gave references. Raises InputError for those that
    are missing, or are others by now."""
    if references:
        from hloom.ir.constants_beside import bind_references  # with what reads files of arrays

        bind_references(module, references, lambda constant: _learn(constant, cache))
