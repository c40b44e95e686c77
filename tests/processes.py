"""Processes of Python that tests start because something happens once in a process, or might end it."""

from __future__ import annotations

import os
import subprocess
import sys
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
