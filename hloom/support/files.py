"""Reading what may be of any size, and writing dumps: what the system refuses is the user's error, with the name of the file."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from tokenize import TokenError
from typing import BinaryIO, Final

from hloom.support import options
from hloom.support.diagnostics import InputError

_CHUNK = 1 << 24
#: What NumPy raises for a damaged file of an array, whose header is an expression of Python.
ARRAY_FAULTS: Final = (ValueError, EOFError, OverflowError, SyntaxError, TokenError, RecursionError, MemoryError)


def read_file(path: str | Path) -> bytes:
    """The bytes of a file, at most HLOOM_INPUT_LIMIT. Raises InputError for one that is larger or cannot be read."""
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > options.INPUT_LIMIT.value:
                raise _too_large(str(path))
            return read_stream(file, str(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file has: it holds a NUL
        raise InputError(f"{str(path)!r}: {error}") from None


def read_stream(file: BinaryIO, name: str) -> bytes:
    """What is left in a stream, which may have no end: at most HLOOM_INPUT_LIMIT bytes, else InputError."""
    limit = options.INPUT_LIMIT.value
    data = bytearray()
    while chunk := file.read(min(_CHUNK, limit + 1 - len(data))):
        data += chunk
        if len(data) > limit:
            raise _too_large(name)
    return bytes(data)


def _too_large(name: str) -> InputError:
    return InputError(f"{name}: more than {options.INPUT_LIMIT.value} bytes; {options.INPUT_LIMIT.name} sets the limit")


def write_dump(directory: Path, name: str, text: str) -> None:
    """Writes a file of intermediate results. Raises InputError where the folder or the file cannot be written."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{directory / name}: cannot be written: {error.strerror or error}") from None
