"""Starting ranks of MPI: where mpi4py and an mpiexec are installed beside this Python, else tests are skipped and say why."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
#: Seconds in which ranks must have come to their end, on a machine that others use.
LIMIT = 120.0

MPIEXEC = next((found for folder in (sysconfig.get_path("scripts"), None)
                if (found := shutil.which("mpiexec", path=folder))), None)
needs_mpi = pytest.mark.skipif(MPIEXEC is None or find_spec("mpi4py") is None,
                               reason="mpi4py, or mpiexec, is not installed: pip install 'hloom[mpi]'")


class Ended(NamedTuple):
    """How ranks have ended: mpiexec's status, what all wrote, and the seconds that it took."""

    status: int
    out: str
    err: str
    seconds: float


def environment(**more: str) -> dict[str, str]:
    known = {key: value for key, value in os.environ.items() if not key.startswith(("PMI_", "PMIX_", "HLOOM_MPI_"))}
    return {**known, "HLOOM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **more}


def start(count: int, command: Sequence[str], **more: str) -> subprocess.Popen[str]:
    """Starts so many ranks of a command of this Python."""
    assert MPIEXEC is not None
    return subprocess.Popen([MPIEXEC, "-n", str(count), sys.executable, *command], cwd=ROOT, env=environment(**more), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def ended(process: subprocess.Popen[str], limit: float = LIMIT) -> Ended:
    """Waits for the end of ranks, which must come."""
    begin = time.monotonic()
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.terminate()
        out, err = process.communicate()
        pytest.fail(f"ranks did not end within {limit:g} s\n{out}\n{err}")
    return Ended(process.returncode, out, err, time.monotonic() - begin)


def launch(count: int, command: Sequence[str], limit: float = LIMIT, **more: str) -> Ended:
    """Runs so many ranks of a command of this Python."""
    return ended(start(count, command, **more), limit)


def hloom(count: int, *arguments: str, **more: str) -> Ended:
    """Runs so many ranks of hloom's command line."""
    return launch(count, ["-m", "hloom", *arguments], **more)
