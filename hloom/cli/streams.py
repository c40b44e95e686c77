"""Standard output and standard error that may be closed, full, or a pipe that nobody reads any more."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hloom.support import options

_BOLD, _RED, _GREEN, _YELLOW, _CYAN, _PLAIN = (f"\x1b[{n}m" for n in ("1", "1;31", "32", "1;33", "1;36", "0"))
_SEVERITIES = {"error": _RED, "internal error": _RED, "warning": _YELLOW, "note": _CYAN, "fail": _RED, "unsupported": _YELLOW}
_FINDING = re.compile(rf"^(.*?: |)({'|'.join(_SEVERITIES)}):(?= )", re.MULTILINE)
_CARET = re.compile(r"^( *\^~*)$", re.MULTILINE)
_COUNTS = re.compile(r"\b(?:(0 failed|[1-9]\d* passed|no errors)|([1-9]\d* (?:failed|errors?))|([1-9]\d* warnings?))\b")


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


def takes_colour(stream: Any) -> bool:
    """Whether colour may be written: to terminals, unless NO_COLOR says otherwise (https://no-color.org)."""
    return not options.NO_COLOR.value and os.environ.get("TERM") != "dumb" and is_terminal(stream)


def is_terminal(stream: Any) -> bool:
    """Whether a person looks at a stream."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False  # closed, or something that stands for a stream


def coloured(text: str, stream: Any) -> str:
    """Diagnostics as they are written to a stream: places, severities and carets in colour where that takes it."""
    if not takes_colour(stream):
        return text
    text = _FINDING.sub(lambda m: f"{_BOLD}{m[1]}{_SEVERITIES[m[2]]}{m[2]}:{_PLAIN}", text)
    return _CARET.sub(f"{_GREEN}\\1{_PLAIN}", text)


def coloured_summary(text: str, stream: Any) -> str:
    """A line of counts (`3 passed, 1 failed`): what is well in green, errors in red."""
    if not takes_colour(stream):
        return text
    return _COUNTS.sub(lambda m: f"{_GREEN if m[1] else _RED if m[2] else _YELLOW}{m[0]}{_PLAIN}", text)


def heading(text: str, stream: Any) -> str:
    """A heading of an explanation, bold where the stream takes it."""
    return f"{_BOLD}{text}{_PLAIN}" if takes_colour(stream) else text


def complain(message: str) -> None:
    """Prints a message on standard error, if that can be written."""
    try:
        print(coloured(message, sys.stderr), file=sys.stderr, flush=True)
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


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Gives what shows a line of what is being done, in the place of the last one; on a terminal only."""
    if not is_terminal(sys.stderr):
        yield lambda text: None
        return
    try:
        yield lambda text: print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
