"""Executables as files: what lies where in one.

    preamble   64 bytes: EXECUTABLE, the format's version, bytes of the header and of the file, a digest of this and the header
    header     JSON: what the sections are, where they lie and their digests
    sections   each at a multiple of ALIGNMENT bytes from the first multiple of PAGE behind the header: object files, tables of
               commands, the program's text, and constants, which are used where the file is mapped

Nothing of a file is taken for what it says it is before its digest is looked at; lengths and places are looked at before that. A
digest guards against damage, not against who writes files: what is in one is code (SECURITY.md).
"""

from __future__ import annotations

import json
import mmap
import os
import stat
import struct
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hloom.support.diagnostics import InputError
from hloom.support.digests import SIZE, sha256
from hloom.support.files import EXECUTABLE

#: Raised whenever files are laid out in another way.
VERSION: Final = 1
ALIGNMENT: Final = 64
_PAGE: Final = 4096
#: Magic, version, nothing, bytes of the header, bytes of the file; behind it comes the digest.
_FIELDS: Final = struct.Struct("<12sHHQQ")
_PREAMBLE: Final = _FIELDS.size + SIZE
#: Bytes of a header, at most: what one says of ten thousand constants takes a hundredth of it.
_LONGEST_HEADER: Final = 64 << 20


class Section(NamedTuple):
    """Where a section lies, from the first one on, and its digest."""

    offset: int
    size: int
    digest: str


class DamagedFileError(ValueError):
    """What a file says makes no sense."""


class ExecutableFile:
    """A file whose preamble, lengths and header are as they were written. Sections are looked at when they are asked for.

    `path` is what messages call it. It is mapped as long as this lives.
    """

    def __init__(self, path: str) -> None:
        """Raises InputError for a file that cannot be read, is none of these, or is damaged."""
        self.path = path
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
                                 | getattr(os, "O_NONBLOCK", 0))
            try:
                self._read(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from None
        except DamagedFileError as error:
            raise self.damaged(error) from None
        except ValueError as error:  # a name that no file has: it holds a NUL
            raise InputError(f"{path!r}: {error}") from None

    def _read(self, descriptor: int) -> None:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"{self.path}: not a regular file, so no saved executable")
        start = os.read(descriptor, _PREAMBLE)
        if not start.startswith(EXECUTABLE):
            raise InputError(f"{self.path}: not a saved executable; hloom.load reads programs")
        if len(start) < _PREAMBLE:
            raise DamagedFileError("it breaks off in its first bytes")
        _, version, nothing, length, size = _FIELDS.unpack_from(start)
        if version != VERSION or nothing:
            raise InputError(f"{self.path}: a saved executable of format {version}, and this version of hloom reads format "
                             f"{VERSION}: save it anew")
        if status.st_size != size:
            raise DamagedFileError(f"it has {status.st_size} bytes of {size}" if status.st_size < size else
                                   f"it has {status.st_size - size} bytes more than it says")
        if length > min(_LONGEST_HEADER, size - _PREAMBLE):
            raise DamagedFileError(f"a header of {length} bytes in a file of {size}")
        self._memory = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
        text = self._memory[_PREAMBLE : _PREAMBLE + length]
        if sha256(start[: _FIELDS.size] + text).digest() != start[_FIELDS.size :]:
            raise DamagedFileError("its header is not what was written")
        self._first, self.size = _first_section(length), size
        try:
            self.header = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DamagedFileError(f"its header makes no sense: {error}") from None
        if type(self.header) is not dict:
            raise DamagedFileError("its header makes no sense")

    def damaged(self, fault: object) -> InputError:
        """What is raised for a file of which something is not as it was written."""
        return InputError(f"{self.path}: a damaged executable: {fault}")

    def section(self, stated: Any, what: str) -> Section:
        """A section as the header states it, which lies in the file. Raises DamagedFileError for any other."""
        if type(stated) is not list or list(map(type, stated)) != [int, int, str]:
            raise DamagedFileError(f"where {what} lies makes no sense")
        found = Section(*stated)
        if not 0 <= found.offset <= self.size - self._first or not 0 <= found.size <= self.size - self._first - found.offset or (
                found.offset % ALIGNMENT):
            raise DamagedFileError(f"{what} does not lie in the file")
        return found

    def bytes_of(self, section: Section, what: str) -> bytes:
        """A copy of a section's bytes. Raises DamagedFileError where they are not those that were written."""
        start = self._first + section.offset
        data = self._memory[start : start + section.size]
        if sha256(data).hexdigest() != section.digest:
            raise DamagedFileError(f"{what} is not what was written")
        return data

    def check(self, section: Section, what: str) -> None:
        """The same without a copy, for what is used where it lies."""
        with self.view(section) as view:
            if sha256(view).hexdigest() != section.digest:
                raise DamagedFileError(f"{what} is not what was written")

    def copy(self, path: str) -> None:
        """Writes the same file under another name. InputError where that fails."""
        replace(path, lambda write: write(self._memory))

    def view(self, section: Section) -> memoryview:
        """The bytes of a section, in the mapped file."""
        start = self._first + section.offset
        return memoryview(self._memory)[start : start + section.size]


class Writer:
    """Collects the sections of a file, of which equal ones are one, and writes it."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, memoryview]] = []
        self._known: dict[tuple[int, str], list[Any]] = {}
        self._end = 0

    def add(self, data: Any) -> list[Any]:
        """Adds bytes, or a contiguous array, as a section; how a header states it."""
        view = memoryview(data).cast("B") if memoryview(data).nbytes else memoryview(b"")
        digest = sha256(view).hexdigest()
        found = self._known.get((view.nbytes, digest))
        if found is None:
            offset = _aligned(self._end, ALIGNMENT)
            self._parts.append((offset, view))
            self._end = offset + view.nbytes
            found = self._known[view.nbytes, digest] = [offset, view.nbytes, digest]
        return found

    def write(self, path: str, header: dict[str, Any]) -> None:
        """Writes the file, which takes the place of one that is there: who has that one mapped keeps it. Raises InputError where
        it cannot be written."""
        text = json.dumps(header, separators=(",", ":")).encode()
        first = _first_section(len(text))
        fields = _FIELDS.pack(EXECUTABLE, VERSION, 0, len(text), first + self._end)

        def parts(write: Callable[[Any], Any]) -> None:
            write(fields + sha256(fields + text).digest() + text)
            at = _PREAMBLE + len(text)
            for offset, view in self._parts:
                write(b"\0" * (first + offset - at))
                write(view)
                at = first + offset + view.nbytes
            write(b"\0" * (first + self._end - at))

        replace(path, parts)


def path_of(path: Any) -> str:
    """The name of a file. InputError for what is none."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise InputError(f"the name of a file is needed, got a {type(path).__name__}") from None


def replace(path: str, produce: Callable[[Callable[[Any], Any]], None]) -> None:
    """Writes a file anew under a name, whole or not at all: `produce` is given what writes bytes. InputError where that fails."""
    import tempfile

    try:
        folder, name = os.path.split(os.path.abspath(path))
        descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name[:100]}.")
        try:
            with open(descriptor, "wb") as file:
                produce(file.write)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, path)
        except BaseException:  # interruptions, too
            os.unlink(temporary)
            raise
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file has: it holds a NUL
        raise InputError(f"{path!r}: {error}") from None


def _aligned(place: int, step: int) -> int:
    return -(-place // step) * step


def _first_section(header: int) -> int:
    return _aligned(_PREAMBLE + header, _PAGE)
