"""Work that may end its process, done in a child of fork().

    objects = made_in_child(lambda: compile_objects(parts, target))

LLVM ends the process when memory runs out. In a child it ends the child, and its parent hears of it.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import struct
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from hloom.runtime.loading import expend
from hloom.support.diagnostics import InputError, InternalError, UserError

_SIZE = struct.Struct("<Q")
#: Errors that a child reports, by name.
_ERRORS: dict[str, type[Exception]] = {"UserError": UserError, "InternalError": InternalError}


def made_in_child(make: Callable[[], Sequence[bytes]]) -> tuple[bytes, ...]:
    """What `make` returns in a child of this process.

    Raises UserError where the child ends before it has said it, as for lack of memory, and what `make` raises: UserError, or
    InternalError for all else that is no lack of memory. InputError where the system has no fork().
    """
    if not hasattr(os, "fork"):
        raise InputError("compiling in a child process needs fork(), which this system does not have")
    reading, writing = os.pipe()
    try:
        with warnings.catch_warnings():
            # Python warns of threads whose locks nobody gives back in the child: hloom's own are made anew.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
    except OSError as error:
        os.close(reading)
        os.close(writing)
        raise UserError(f"there is no child process to compile in: {error.strerror}") from None
    if child == 0:
        _live(make, writing)
    try:
        os.close(writing)
        said = _read(reading)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(reading)
        status = _wait(child)
    parts = _parts(said)
    if parts is None:
        how = f" with signal {status & 0x7F}" if status & 0x7F else ""
        raise UserError(f"the child process that compiled ended{how}: there is not as much memory as LLVM takes")
    head = json.loads(parts[0])
    if head is not None:
        raise _ERRORS[head[0]](head[1])
    return tuple(parts[1:])


def _live(make: Callable[[], Sequence[bytes]], writing: int) -> NoReturn:
    """What the child does."""
    try:
        faulthandler.disable()  # LLVM's end is not a fault of Python's
        expend()
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what LLVM says of memory, the parent says
        try:
            answer: list[bytes] = [b"null", *make()]
        except MemoryError:
            os._exit(1)
        except BaseException as error:
            kind = "UserError" if isinstance(error, UserError) else "InternalError"
            text = str(error) if isinstance(error, UserError | InternalError) else f"{type(error).__name__}: {error}"
            answer = [json.dumps([kind, text]).encode()]
        for piece in (_SIZE.pack(len(answer)), *(_SIZE.pack(len(part)) for part in answer), *answer):
            view = memoryview(piece)
            while view:
                view = view[os.write(writing, view):]
    finally:
        os._exit(0)


def _read(reading: int) -> bytes:
    pieces = []
    while piece := os.read(reading, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def _wait(child: int) -> int:
    """How the child ended; 0 where somebody else has asked."""
    while True:
        try:
            return os.waitpid(child, 0)[1]
        except InterruptedError:
            pass
        except ChildProcessError:
            return 0


def _parts(said: bytes) -> list[bytes] | None:
    """What the child has written; None if it did not come to the end of it."""
    if len(said) < _SIZE.size:
        return None
    (count,) = _SIZE.unpack_from(said)
    if len(said) < _SIZE.size * (count + 1):
        return None
    sizes = struct.unpack_from(f"<{count}Q", said, _SIZE.size)
    at, parts = _SIZE.size * (count + 1), []
    for size in sizes:
        parts.append(said[at : at + size])
        at += size
    return parts if at == len(said) else None
