"""A directory of entries: bytes under keys, each in a file of its own.

    files = EntryFiles.private(path, limit)      # a user's own cache, made if need be
    files = EntryFiles.installed(path, limit)    # a library, which is only read

What is stored is native code, so that a file or directory is ignored that is not trusted with code (`trust`). A directory that
is trusted but cannot be written to is read all the same: an image may hold a cache that somebody else has filled. The digest in
a file covers its key: an entry under another name, like a damaged one, is a miss and is removed. Whatever has a name that is not
given here is nobody's business, and no file that is not a regular one is opened for reading. A disk that refuses is no failure:
there is no entry then, and the logger `hloom.cache` says why.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
import threading
import time
from contextlib import suppress
from io import FileIO
from pathlib import Path

from hloom.runtime import trust
from hloom.support.logs import Log

_MAGIC = b"hloom\x00\x02\n"
_HEAD = len(_MAGIC) + hashlib.sha256().digest_size
#: The names of entries and of files on their way to be one; no other file is looked at, counted or removed.
_PREFIX, _SUFFIX, _UNFINISHED = "hloom-", ".bin", ".tmp"
_ENTRY = re.compile(re.escape(_PREFIX) + r"[0-9a-f]{64}" + re.escape(_SUFFIX))
_TEMPORARY = re.compile(re.escape(_PREFIX) + r"\w+" + re.escape(_UNFINISHED))
#: How entries are opened: without waiting for a writer of a FIFO, without following links, in no child process.
_READING = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))
#: Seconds after which a temporary file is taken for what a killed process left.
_ABANDONED = 3600
#: What others may do to a directory and to its files: of a user's own, and of a library.
_PRIVATE, _PUBLIC = (0o700, 0o600), (0o755, 0o644)
_LOG = Log("cache")


class EntryFiles:
    """The entries in a directory that is there and trusted, of at most `limit` bytes. Thread-safe.

    `file_mode` says who may do what with a file that is written; None: the directory is only read.
    """

    def __init__(self, directory: Path, limit: int, file_mode: int | None) -> None:
        self._directory, self._limit, self._file_mode = directory, limit, file_mode
        self._lock = threading.RLock()
        # Bytes that may still be written before the directory has to be measured: none until it has been once.
        self._headroom = 0

    @classmethod
    def private(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A user's own directory, made if need be, which is only read where it is not this user's or cannot be written to; None
        where it cannot be used or trusted."""
        return cls._opened("cache", directory, limit, _PRIVATE, is_own=True)

    @classmethod
    def to_install(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A library to fill, for all who use the installation, made if need be; None where it cannot be used or trusted."""
        return cls._opened("library", directory, limit, _PUBLIC)

    @classmethod
    def installed(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A library to read; None where there is none, or none that can be used or trusted."""
        return cls._opened("library", directory, limit, None)

    @classmethod
    def _opened(cls, what: str, directory: Path, limit: int, modes: tuple[int, int] | None,
                is_own: bool = False) -> EntryFiles | None:
        """The directory, made if there are modes for it and its files; with `is_own` only written to if it is this user's."""
        try:
            if modes:
                directory.mkdir(mode=modes[0], parents=True, exist_ok=True)
            status = directory.stat()
        except OSError as error:
            _LOG.info("no %s: %s: %s", what, directory, error.strerror or error)
            return None
        fault = trust.distrust(status, stat.S_ISDIR)
        if fault is None and not _may(directory, os.R_OK | os.X_OK):
            fault = f"it cannot be read; {trust.describe(status)}"
        if fault is not None:
            _LOG.info("no %s: %s: %s", what, directory, fault)
            return None
        if modes is None:
            refusal = "programs do not write to a library"
        elif is_own and not trust.is_own(status):
            refusal = f"it belongs to another user; {trust.describe(status)}"
        else:
            refusal = None if _may(directory, os.W_OK | os.X_OK) else f"it cannot be written to; {trust.describe(status)}"
        _LOG.info("%s: %s%s", what, directory, f", only read: {refusal}" if refusal else "")
        return cls(directory, limit, None if modes is None or refusal else modes[1])

    @property
    def is_writable(self) -> bool:
        return self._file_mode is not None

    def after_fork(self) -> None:
        """In a child of fork(): nobody holds the lock, whoever held it in the parent."""
        self._lock = threading.RLock()

    def read(self, key: str) -> bytes | None:
        """The entry's bytes; None where there is none that is whole and trusted."""
        path = self._path(key)
        try:
            data, fault = self._content(path, key)
        except FileNotFoundError:
            _LOG.debug("miss: %s is not there", path)
            return None
        except OSError as error:
            data, fault = None, f"it cannot be read: {error.strerror or error}{_owner(path)}"
        if data is None:
            _LOG.info("miss: %s: %s", path, fault)
            return None
        _LOG.debug("hit: %s, %d bytes", path, len(data))
        self.touch(key)
        return data

    def _content(self, path: str, key: str) -> tuple[bytes | None, str]:
        """The bytes of an entry, or why there are none."""
        descriptor = os.open(path, _READING)
        try:
            status = os.fstat(descriptor)
            fault = trust.distrust(status, stat.S_ISREG)
            if fault is not None:
                return None, fault
            if status.st_size > self._limit:  # nothing so large was written here: it is not worth the memory to look at
                return None, f"it has {status.st_size} bytes, of {self._limit} at most (HLOOM_CACHE_LIMIT)"
            with FileIO(descriptor, closefd=False) as file:  # no buffer between: it is read at once
                content = file.readall()
        finally:  # opening a file leaves that of a directory open
            os.close(descriptor)
        data = content[_HEAD:]
        if content[:_HEAD] != _head(key, data):
            self.remove(key)
            return None, "it is damaged"
        return data, ""

    def touch(self, key: str) -> bool:
        """Notes that an entry is used, as what was used last is evicted last; whether it is there and the directory is written
        to."""
        if self._file_mode is None:
            return False
        try:
            os.utime(self._path(key))
        except FileNotFoundError:
            return False
        except OSError:  # a file of another user, or a disk that has become read-only
            pass
        return True

    def write(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`, as far as there is room: readers see the whole file or none."""
        size = _HEAD + len(data)
        if self._file_mode is None:
            return
        if size > self._limit:
            _LOG.info("not kept: %d bytes, of %d at most (HLOOM_CACHE_LIMIT)", size, self._limit)
            return
        try:
            with self._lock:
                self._write(key, data, size)
        except OSError as error:
            _LOG.info("not kept: %s: %s", self._directory, error.strerror or error)
        else:
            _LOG.debug("kept: %s, %d bytes", self._path(key), len(data))

    def _write(self, key: str, data: bytes, size: int) -> None:
        if size > self._headroom:
            self._headroom = _make_room(self._directory, self._limit, size)
        descriptor, temporary = tempfile.mkstemp(dir=self._directory, prefix=_PREFIX, suffix=_UNFINISHED)
        try:
            with open(descriptor, "wb") as file:
                file.write(_head(key, data) + data)
            if self._file_mode is not None and self._file_mode != _PRIVATE[1]:
                os.chmod(temporary, self._file_mode)
            os.replace(temporary, self._path(key))
        except BaseException:  # interruptions, too
            os.unlink(temporary)
            raise
        self._headroom -= size

    def remove(self, key: str) -> None:
        """Removes an entry, unless the directory is only read."""
        if self._file_mode is not None:
            with suppress(OSError):
                os.unlink(self._path(key))

    def _path(self, key: str) -> str:
        return os.path.join(self._directory, f"{_PREFIX}{key}{_SUFFIX}")


def _head(key: str, data: bytes) -> bytes:
    """What an entry begins with: that it is one, and a digest of its key and its bytes."""
    digest = hashlib.sha256()
    for part in (key.encode(), data):
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return _MAGIC + digest.digest()


def _may(directory: Path, wanted: int) -> bool:
    """Whether the system lets this process, as the user that it acts as, do what `os.access` takes."""
    return os.access(directory, wanted, effective_ids=os.access in os.supports_effective_ids)


def _owner(path: str) -> str:
    """Who owns a file that cannot be read, as far as can be said."""
    try:
        return f"; {trust.describe(os.lstat(path))}"
    except OSError:
        return ""


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
