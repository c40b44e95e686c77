"""Reading what may be of any size, and writing dumps: what the system refuses is the user's error, with the name of the file."""

from __future__ import annotations

import mmap
import os
import stat
from tokenize import TokenError
from typing import TYPE_CHECKING, BinaryIO, Final

from hloom.support import options
from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    from pathlib import Path

#: With which a saved executable begins: no text, and damaged by whatever changes ends of lines.
EXECUTABLE: Final = b"\x89hloom-exe\r\n"
_CHUNK = 1 << 24
#: What NumPy raises for a damaged file of an array, whose header is an expression of Python.
ARRAY_FAULTS: Final = (ValueError, EOFError, OverflowError, SyntaxError, TokenError, RecursionError, MemoryError)


def read_file(path: str | Path) -> bytes:
    """The bytes of a file, at most HLOOM_INPUT_LIMIT. Raises InputError for one that is larger or cannot be read."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > options.INPUT_LIMIT.value:
                raise too_large(str(path))
            data = file.read(status.st_size) if stat.S_ISREG(status.st_mode) else b""  # in one piece: a stream is copied
            more = read_stream(file, str(path), len(data))
            return data + more if more else data
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file has: it holds a NUL
        raise InputError(f"{str(path)!r}: {error}") from None


def map_file(path: str | Path) -> bytes | mmap.mmap:
    """The bytes of a file, of which only those are read that are looked at; it must not change meanwhile. What is no regular
    file is read as ever. Raises InputError for a file that cannot be read."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file has: it holds a NUL
        raise InputError(f"{str(path)!r}: {error}") from None
    return read_file(path)


def read_stream(file: BinaryIO, name: str, before: int = 0) -> bytes:
    """What is left in a stream, which may have no end: with the bytes before at most HLOOM_INPUT_LIMIT, else InputError."""
    limit = options.INPUT_LIMIT.value - before
    data = bytearray()
    while chunk := file.read(min(_CHUNK, limit + 1 - len(data))):
        data += chunk
        if len(data) > limit:
            raise too_large(name)
    return bytes(data)


def too_large(name: str) -> InputError:
    return InputError(f"{name}: more than {options.INPUT_LIMIT.value} bytes; {options.INPUT_LIMIT.name} sets the limit")


def write_dump(directory: Path, name: str, text: str) -> None:
    """Writes a file of intermediate results. Raises InputError where the folder or the file cannot be written."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{directory / name}: cannot be written: {error.strerror or error}") from None
