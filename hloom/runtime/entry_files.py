"""A directory of entries: bytes under keys, each in a file of its own.

    files = EntryFiles.private(path, limit)      # a user's own cache, made if need be
    files = EntryFiles.installed(path, limit)    # a library, which is only read

What is stored is native code, so that a file or directory of somebody who is not trusted with code, or one that others may write
to, is ignored. The digest in a file covers its key: an entry under another name, like a damaged one, is a miss and is removed.
Whatever has a name that is not given here is nobody's business, and no file that is not a regular one is opened for reading. A
disk that refuses is no failure: there is no entry then.
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
from collections.abc import Callable, Set
from contextlib import suppress
from io import FileIO
from pathlib import Path

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


class EntryFiles:
    """The entries in a directory that is there and trusted, of at most `limit` bytes. Thread-safe.

    `owners` tells whose files are trusted, an empty set where the system knows no users: a process may change its own.
    `file_mode` says who may do what with a file that is written; None: the directory is only read.
    """

    def __init__(self, directory: Path, limit: int, owners: Callable[[], Set[int]], file_mode: int | None) -> None:
        self._directory = directory
        self._limit, self._owners, self._file_mode = limit, owners, file_mode
        self._lock = threading.RLock()
        # Bytes that may still be written before the directory has to be measured: none until it has been once.
        self._headroom = 0

    @classmethod
    def private(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A user's own directory, made if need be; None where it cannot be used or trusted."""
        return cls._made(directory, limit, _own, *_PRIVATE)

    @classmethod
    def to_install(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A library to fill, for all who use the installation, made if need be; None where it cannot be used or trusted."""
        return cls._made(directory, limit, _trusted, *_PUBLIC)

    @classmethod
    def installed(cls, directory: Path, limit: int) -> EntryFiles | None:
        """A library to read, written by who is trusted with hloom's own code; None where there is none."""
        try:
            return cls(directory, limit, _trusted, None) if _is_by(_trusted(), directory.stat(), stat.S_ISDIR) else None
        except OSError:
            return None

    @classmethod
    def _made(cls, directory: Path, limit: int, owners: Callable[[], Set[int]], directory_mode: int,
              file_mode: int) -> EntryFiles | None:
        try:
            directory.mkdir(mode=directory_mode, parents=True, exist_ok=True)
            return cls(directory, limit, owners, file_mode) if _is_by(owners(), directory.stat(), stat.S_ISDIR) else None
        except OSError:
            return None

    def after_fork(self) -> None:
        """In a child of fork(): nobody holds the lock, whoever held it in the parent."""
        self._lock = threading.RLock()

    def read(self, key: str) -> bytes | None:
        """The entry's bytes, or None."""
        path = self._path(key)
        try:
            descriptor = os.open(path, _READING)
        except OSError:
            return None
        try:
            try:
                status = os.fstat(descriptor)
                # Nothing larger than the limit was written here: it is not worth the memory to look at.
                if not _is_by(self._owners(), status, stat.S_ISREG) or status.st_size > self._limit:
                    return None
                with FileIO(descriptor, closefd=False) as file:  # no buffer between: it is read at once
                    content = file.readall()
            finally:  # opening a file leaves that of a directory open
                os.close(descriptor)
            data = content[_HEAD:]
            if content[:_HEAD] != _head(key, data):
                self.remove(key)
                return None
            if self._file_mode is not None:
                os.utime(path)  # what was used last is evicted last
            return data
        except OSError:
            return None

    def write(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`, as far as there is room: readers see the whole file or none."""
        size = _HEAD + len(data)
        if self._file_mode is None or size > self._limit:
            return
        with suppress(OSError), self._lock:
            if size > self._headroom:
                self._headroom = _make_room(self._directory, self._limit, size)
            descriptor, temporary = tempfile.mkstemp(dir=self._directory, prefix=_PREFIX, suffix=_UNFINISHED)
            try:
                with open(descriptor, "wb") as file:
                    file.write(_head(key, data) + data)
                if self._file_mode != _PRIVATE[1]:
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


def _own() -> Set[int]:
    """This user, where the system knows users."""
    return {os.geteuid()} if hasattr(os, "geteuid") else set()


def _trusted() -> Set[int]:
    """Whose code runs here anyway: this user's, the administrator's, and that of who has installed hloom."""
    own = _own()
    return own | {0, _installer()} if own else own


@functools.cache
def _installer() -> int:
    return os.stat(__file__).st_uid


def _is_by(owners: Set[int], status: os.stat_result, kind: Callable[[int], bool]) -> bool:
    """Whether nobody but these owners (or the administrator) can have written what `status` describes."""
    if not kind(status.st_mode):
        return False
    return not owners or (status.st_uid in owners and not status.st_mode & 0o022)


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
