"""Standard output and standard error that may be closed, full, or a pipe that nobody reads any more."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class _Closed(io.TextIOBase):
    """Stands for a standard output that was closed before the process began: whatever is written fails."""

    def write(self, text: str, /) -> int:
        if text:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return 0


@contextmanager
def standard_streams() -> Iterator[None]:
    """Stand-ins for a standard output and a standard error that are closed: Python has None for them.

    The numbers of closed streams are taken, so that no file that is opened later gets one of them.
    """
    before = sys.stdout, sys.stderr
    if None in (*before, sys.stdin):
        with suppress(OSError):
            while os.open(os.devnull, os.O_RDWR) < 3:
                pass
    if sys.stdout is None:
        sys.stdout = _Closed()  # type: ignore[assignment]
    try:
        if sys.stderr is None:
            with open(os.devnull, "w", encoding="utf-8") as nowhere:
                sys.stderr = nowhere
                yield
        else:
            yield
    finally:
        sys.stdout, sys.stderr = before


def complain(message: str) -> None:
    """Prints a message on standard error, if that can be written."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def output_failed(error: OSError) -> int:
    """The exit status after the output could not be written, with a message. A reader that has gone is no error."""
    _abandon(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return 0
    complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    return 2


def _abandon(stream: Any) -> None:
    """Lets what is left in a stream go nowhere, so that the end of the process does not fail on it."""
    with suppress(OSError, ValueError):  # one without a number has nothing left either
        number = os.open(os.devnull, os.O_WRONLY)
        os.dup2(number, stream.fileno())
        os.close(number)
