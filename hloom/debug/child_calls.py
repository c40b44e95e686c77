"""Calls in child processes with limits on time and memory: whoever asked lives on, and hears how a child ended.

A child is a fork of this process, so that it computes with the very module, arrays and engines that are there, and whatever it
writes outside of its arrays is gone with it.
"""

from __future__ import annotations

import faulthandler
import json
import os
import selectors
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, Any, NamedTuple, NoReturn

from hloom.support.diagnostics import InputError, UserError

#: Characters of what a child said that are kept.
_MOST_SAID = 4000


class Limits(NamedTuple):
    """What one program may take: seconds, and bytes beyond what the process has when it begins."""

    seconds: float = 120.0
    memory: int = 8 << 30


#: What a program may take where nobody says otherwise.
LIMITS = Limits()


class Outcome(NamedTuple):
    """How a call in a child ended: what it returned, or what was raised there, or how the process ended."""

    value: Any = None
    #: The class and the place of an exception, which tell one fault from another: `KeyError in fold.py: _folded`; empty for none.
    raised: str = ""
    message: str = ""
    #: Whether it was raised for the program's or the arguments' sake, or for lack of memory: no fault of who computed.
    is_expected: bool = False
    #: `by SIGSEGV`, `with status 3`; empty where the call came to its end.
    ended: str = ""
    #: Whether it was ended, since its time was over.
    is_late: bool = False


def call(function: Callable[[], Any], limits: Limits) -> Outcome:
    """What `function` returns in a child process: anything that JSON says. InputError where the system has no fork()."""
    if not hasattr(os, "fork"):
        raise InputError("a child process needs fork(), which this system does not have")
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of threads whose locks nobody gives back in the child: hloom's own are made anew
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child == 0:
            _live(function, limits, reading, writing, said)
        os.close(writing)
        is_late = True
        try:
            answer = _read(reading, monotonic() + limits.seconds)
            is_late = answer is None
        finally:
            if is_late:  # also where this process is interrupted
                os.kill(child, signal.SIGKILL)
            kill_group(child)
            os.close(reading)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if is_late:
            return Outcome(is_late=True, ended=f"after {limits.seconds:g} seconds")
        if answer:
            with suppress(ValueError):
                return Outcome(*json.loads(answer))
        said.seek(0)
        return Outcome(ended=how(status), message=said.read()[-_MOST_SAID:].decode(errors="replace"))


def _live(function: Callable[[], Any], limits: Limits, reading: int, writing: int, said: IO[bytes]) -> NoReturn:
    """What the child does."""
    try:
        os.setsid()
        os.close(reading)
        faulthandler.disable()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        limit_process(limits)
        try:
            outcome = Outcome(function())
        except (UserError, MemoryError) as error:
            outcome = Outcome(None, type(error).__name__, str(error), True)
        except Exception as error:
            outcome = Outcome(None, _place_of(error), f"{type(error).__name__}: {error}")
        data = memoryview(json.dumps(outcome).encode())
        while data:
            data = data[os.write(writing, data):]
    finally:
        os._exit(0)


def limit_process(limits: Limits, process: int = 0) -> None:
    """Sets the limits of this process, or of another one: of memory, of the processor's time, and that it leaves no core."""
    try:
        import resource
    except ImportError:
        return  # a system without fork()
    if not hasattr(resource, "prlimit"):
        return  # one that says in other words what a process has taken
    with suppress(OSError, ValueError):
        pages = int(Path(f"/proc/{process or 'self'}/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + limits.memory
        resource.prlimit(process, resource.RLIMIT_AS, (most, most))
    with suppress(OSError, ValueError):
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))


def kill_group(leader: int) -> None:
    """Ends the processes of a group that there still are."""
    with suppress(OSError):
        os.killpg(leader, signal.SIGKILL)


def how(status: int) -> str:
    """How a process ended: a status, or a signal where it is negative."""
    if status >= 0:
        return f"with status {status}"
    with suppress(ValueError):
        return f"by {signal.Signals(-status).name}"
    return f"by signal {-status}"


def _place_of(error: BaseException) -> str:
    """The class of what went wrong first, and the function that raised it."""
    while error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}: {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{where}"


def _read(reading: int, end: float) -> bytes | None:
    """All that the child writes; None where it has not come to the end of it in time."""
    pieces = []
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while selector.select(max(0.0, end - monotonic())):
            piece = os.read(reading, 1 << 20)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
    return None
