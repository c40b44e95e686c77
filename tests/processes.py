"""Processes of Python that tests start because something happens once in a process, or might end it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parent.parent
#: Seconds after which a process counts as one that hangs.
PATIENCE = 150


def printed(*command: object, is_quiet: bool = False, timeout: float = PATIENCE, **environment: object) -> str:
    """What `python COMMAND...` prints, with further variables in its environment; it has to end well, and in time.

    With `is_quiet` it must not complain of anything, but that Python 3.12 warns of every fork beside threads.
    """
    line = [sys.executable, "-W", "ignore::DeprecationWarning", *map(str, command)]
    done = subprocess.run(line, capture_output=True, text=True, timeout=timeout, check=False, cwd=_REPOSITORY,
                          env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    return output(done, is_quiet)


def output(done: Any, is_quiet: bool = False) -> str:
    """What a process has printed that has to have ended well; with `is_quiet`, without a complaint."""
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr[-2000:]}"
    assert not (is_quiet and done.stderr), done.stderr
    return done.stdout


def until_busy(process: int, seconds: float) -> None:
    """Waits until a process has used so many seconds of a processor, on systems that tell; else twice as long."""
    status, end = Path(f"/proc/{process}/stat"), time.monotonic() + PATIENCE
    if not status.exists():
        return time.sleep(2 * seconds)
    while sum(map(int, status.read_text().rpartition(")")[2].split()[11:13])) < seconds * os.sysconf("SC_CLK_TCK"):
        assert time.monotonic() < end, f"process {process} waits for something"
        time.sleep(0.02)
