"""Compiled code, kept: in memory for this process, on disk for the next.

An entry is bytes under a key that is a hash of everything that the bytes depend on (`cache_key`). What is stored is
native code, so the directory is private (0700), and a file or directory of another user, or one that others may write
to, is ignored. The digest in a file covers its key, so that an entry under another name, like a damaged one, is a miss and is
removed. Whatever has a name that the cache does not give is nobody's business here, and no file that is not a regular one is
opened for reading. The cache never makes a program fail: where the disk refuses, compilation just happens again.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import stat
import tempfile
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import FileIO
from pathlib import Path

from hloom.codegen.llvm.module import Part
from hloom.codegen.target import Target
from hloom.runtime import jit
from hloom.runtime.aside import Aside
from hloom.runtime.child import made_in_child
from hloom.runtime.compilation import compile_objects
from hloom.runtime.host import Host, describe
from hloom.runtime.llvm_modules import DEFAULT_PIPELINE
from hloom.runtime.room import threads_with_room
from hloom.support import options
from hloom.support.diagnostics import InternalError
from hloom.support.forking import in_child

_MAGIC = b"hloom\x00\x02\n"
_HEAD = len(_MAGIC) + hashlib.sha256().digest_size
#: The names of entries and of files on their way to be one; no other file is looked at, counted or removed.
_PREFIX, _SUFFIX, _UNFINISHED = "hloom-", ".bin", ".tmp"
_ENTRY = re.compile(re.escape(_PREFIX) + r"[0-9a-f]{64}" + re.escape(_SUFFIX))
_TEMPORARY = re.compile(re.escape(_PREFIX) + r"\w+" + re.escape(_UNFINISHED))
#: How entries are opened: without waiting for a writer of a FIFO, without following links, in no child process.
_READING = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))
#: Most bytes of entries that the memory layer keeps.
_MEMORY_LIMIT = 64 << 20
#: Seconds after which a temporary file is taken for what a killed process left.
_ABANDONED = 3600


@dataclass
class Statistics:
    """How the look-ups of one cache ended, and how many kernels were compiled because of it."""

    memory_hits: int = 0
    disk_hits: int = 0
    misses: int = 0


class Cache:
    """Bytes by key, in memory and in a directory (None: in memory only) of at most `limit` bytes. Thread-safe."""

    _process: Cache | None = None

    def __init__(self, directory: Path | None, limit: int) -> None:
        self.statistics = Statistics()
        self._directory = _private(directory) if directory else None
        self._limit = limit
        #: Guards what is in memory; guards what is known of the room on disk.
        self._lock, self._writing = threading.RLock(), threading.RLock()
        self._entries: OrderedDict[str, bytes] = OrderedDict()
        self._entry_bytes = 0
        self._loaded: weakref.WeakValueDictionary[str, jit.LoadedObject] = weakref.WeakValueDictionary()
        # Bytes that may still be written before the directory has to be measured: none until it has been once.
        self._headroom = 0
        #: Entries that are still to be made or written, by key.
        self._aside = Aside()

    @classmethod
    def get_default(cls) -> Cache:
        """The cache of this process, where HLOOM_CACHE says."""
        if cls._process is None:
            cls._process = cls(options.CACHE.value, options.CACHE_LIMIT.value)
        return cls._process

    def get(self, key: str) -> bytes | None:
        """The entry's bytes, or None. Keys are those of `cache_key`."""
        self._aside.settle(key)
        with self._lock:
            data = self._entries.get(key)
            if data is not None:
                self._entries.move_to_end(key)
                self.statistics.memory_hits += 1
                return data
            data = self._read(key)
            if data is None:
                self.statistics.misses += 1
                return None
            self.statistics.disk_hits += 1
            self._remember(key, data)
            return data

    def put(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`, as far as memory and disk have room."""
        with self._lock:
            self._remember(key, data)
        with self._writing:  # a disk may be slow: who looks for another entry does not wait for it
            self._write(key, data)

    def put_aside(self, key: str, make: Callable[[], bytes]) -> None:
        """Keeps what `make` returns, as `put` does, in a thread of its own once `begin_aside` is called. Who asks for the entry
        before gets it all the same."""

        def work() -> None:
            with suppress(MemoryError):
                self.put(key, make())

        self._aside.add(key, work)

    def begin_aside(self, threads: int) -> None:
        """Has the entries of `put_aside` made and written, while the caller goes on if there may be several threads."""
        if threads_with_room(threads) > 1:
            self._aside.begin()
        else:
            self._aside.finish()

    def finish_aside(self) -> None:
        """Makes and writes what is left of the entries of `put_aside`."""
        self._aside.finish()

    def offer(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key` in memory, unless there is an entry."""
        with self._lock:
            if key not in self._entries:
                self._remember(key, data)

    def discard(self, key: str) -> None:
        """Forgets an entry whose bytes turned out to be of no use."""
        with self._lock:
            self._entry_bytes -= len(self._entries.pop(key, b""))
            if self._directory is not None:
                with suppress(OSError):
                    os.unlink(self._path(key))

    def load(self, text: str, symbols: Iterable[str], target: Target,
             pipeline: str = DEFAULT_PIPELINE) -> jit.LoadedObject:
        """The machine code of a module of LLVM IR text, compiled once: later calls with equal text share it.

        Raises InternalError as `compile_objects` does.
        """
        symbols = list(symbols)
        key = object_key(text, symbols, target, pipeline)
        with self._lock:
            loaded = self._loaded.get(key)
            if loaded is not None:
                self.statistics.memory_hits += 1
                return loaded
            data = self.get(key)
            if data is not None:
                try:
                    loaded = self._loaded[key] = jit.load_objects([data], symbols)
                    return loaded
                except InternalError:  # not what this version of hloom wrote
                    self.discard(key)
            make = partial(compile_objects, [Part(text)], target, pipeline)
            (data,) = made_in_child(make) if options.CHILD.value else make()
            self.put(key, data)
            loaded = self._loaded[key] = jit.load_objects([data], symbols)
            return loaded

    def find_shared(self, description: str, target: Target, pipeline: str) -> bytes | None:
        """The object file of a part that many programs have."""
        return self.get(_shared_key(description, target, pipeline))

    def keep_shared(self, description: str, target: Target, pipeline: str, code: bytes) -> None:
        self.put_aside(_shared_key(description, target, pipeline), lambda: code)

    def _remember(self, key: str, data: bytes) -> None:
        self._entry_bytes += len(data) - len(self._entries.pop(key, b""))
        self._entries[key] = data
        while self._entry_bytes > _MEMORY_LIMIT:
            self._entry_bytes -= len(self._entries.popitem(last=False)[1])

    def _after_fork(self) -> None:
        """Only the forking thread lives on in the child: nobody holds the lock, whoever held it in the parent."""
        self._lock, self._writing = threading.RLock(), threading.RLock()
        self._aside.renew()
        self._entry_bytes = sum(map(len, self._entries.values()))

    # -- the directory -------------------------------------------------------------------------------------------
    def _path(self, key: str) -> str:
        return os.path.join(self._directory, f"{_PREFIX}{key}{_SUFFIX}")  # type: ignore[arg-type]

    def _read(self, key: str) -> bytes | None:
        if self._directory is None:
            return None
        path = self._path(key)
        try:
            descriptor = os.open(path, _READING)
        except OSError:
            return None
        try:
            try:
                status = os.fstat(descriptor)
                # Nothing larger than the limit was written here: it is not worth the memory to look at.
                if not _is_ours(status, stat.S_ISREG) or status.st_size > self._limit:
                    return None
                with FileIO(descriptor, closefd=False) as file:  # no buffer between: it is read at once
                    content = file.readall()
            finally:  # opening a file leaves that of a directory open
                os.close(descriptor)
            data = content[_HEAD:]
            if content[:_HEAD] != _head(key, data):
                with suppress(FileNotFoundError):
                    os.unlink(path)
                return None
            os.utime(path)  # what was used last is evicted last
            return data
        except OSError:
            return None

    def _write(self, key: str, data: bytes) -> None:
        size = _HEAD + len(data)
        if self._directory is None or size > self._limit:
            return
        try:
            if size > self._headroom:
                self._headroom = _make_room(self._directory, self._limit, size)
            # Readers see the whole file or none: it is written aside and renamed.
            descriptor, temporary = tempfile.mkstemp(dir=self._directory, prefix=_PREFIX, suffix=_UNFINISHED)
            try:
                with open(descriptor, "wb") as file:
                    file.write(_head(key, data) + data)
                os.replace(temporary, self._path(key))
            except BaseException:  # interruptions, too
                os.unlink(temporary)
                raise
            self._headroom -= size
        except OSError:
            pass  # a full or read-only disk: the entry stays in memory


@in_child
def _renew_after_fork() -> None:
    if Cache._process is not None:
        Cache._process._after_fork()


def _head(key: str, data: bytes) -> bytes:
    """What an entry begins with: that it is one, and a digest of its key and its bytes."""
    digest = hashlib.sha256()
    for part in (key.encode(), data):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return _MAGIC + digest.digest()


@functools.cache
def host() -> Host:
    """This machine's processor and compiler. Raises InputError where llvmlite is not installed and the cache knows neither."""
    cache = Cache.get_default()
    return describe(cache.get, cache.put)


def cache_key(*parts: str | bytes) -> str:
    """A hash of `parts` and of the versions of hloom's source, llvmlite and LLVM, as a file name: for whole programs
    and whatever else depends on how hloom compiles."""
    return _key(host().versions, _code_version(), *parts)


def object_key(text: str, symbols: Iterable[str], target: Target, pipeline: str = DEFAULT_PIPELINE) -> str:
    """The key of the machine code of a module of LLVM IR (`Cache.load`). The text is all that hloom's own code contributes: its
    version need not be part of it."""
    return _key(host().versions, "object", text, target.triple, target.cpu, target.features, pipeline, *symbols)


def _shared_key(description: str, target: Target, pipeline: str) -> str:
    """The key of a part's machine code (`Compilation`). Its LLVM IR is what hloom's code makes of the description."""
    return cache_key("shared", description, target.triple, target.cpu, target.features, target.attributes, pipeline)


def _key(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


@functools.cache
def _code_version() -> str:
    """Changes whenever a source file of hloom does, so that no entry outlives the code that made it.

    Files are known by their content, wherever and whenever they were installed; what they contain is remembered by their times.
    """
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".py"))
    times = _key("times", *(f"{path} {(status := os.stat(path)).st_size} {status.st_mtime_ns}" for path in paths))
    cache = Cache.get_default()
    known = cache.get(times)
    if known is None:
        parts = (part for path in paths for part in (os.path.relpath(path, root), Path(path).read_bytes()))
        known = _key("content", *parts).encode()
        cache.put(times, known)
    return known.decode("ascii")


def _is_ours(status: os.stat_result, kind: Callable[[int], bool]) -> bool:
    """Whether nobody but this user (or the administrator) can have written what `status` describes."""
    if not kind(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _private(directory: Path) -> Path | None:
    """The directory, made if need be; None where it cannot be used or trusted."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return directory if _is_ours(directory.stat(), stat.S_ISDIR) else None
    except OSError:
        return None


def _make_room(directory: Path, limit: int, size: int) -> int:
    """Removes what was used longest ago until `size` more bytes fit, with a quarter of `limit` to spare where
    something had to go; returns the bytes that may now be written."""
    files = []
    with os.scandir(directory) as entries:
        for entry in entries:
            is_entry = _ENTRY.fullmatch(entry.name)
            if not is_entry and not _TEMPORARY.fullmatch(entry.name):
                continue
            with suppress(FileNotFoundError):  # another process was faster
                status = entry.stat(follow_symlinks=False)
                if not stat.S_ISREG(status.st_mode):
                    continue
                if is_entry:
                    files.append((status.st_mtime_ns, status.st_size, entry.path))
                elif time.time() - status.st_mtime > _ABANDONED:
                    os.unlink(entry.path)
    total = sum(size for _, size, _ in files)
    if total + size > limit:
        files.sort()
        for _, length, path in files:
            if total + size <= limit * 3 // 4:
                break
            Path(path).unlink(missing_ok=True)
            total -= length
    return limit - total
