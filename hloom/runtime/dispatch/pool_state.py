"""The memory of a worker pool, and the functions on it, as its machine code (`cpu.pool_code`) and who starts it know them."""

from __future__ import annotations

from typing import Literal

#: The work from which on pools do not ask whether handing over pays: that of programs.
from hloom.runtime.dispatch.commands import ALWAYS as ALWAYS
from hloom.runtime.dispatch.processor import CodeTarget

#: Two cache lines: x86 processors fetch them in pairs.
LINE = 128
HEAD, JOB, DESCRIPTOR, ACTIVE, IDLE, BUSY, WAITERS, SHARES = (LINE * line for line in (0, 1, 2, 3, 4, 5, 6, 10))
#: Offsets within HEAD, and within BUSY.
WORKERS, SPIN, QUIET, LIBRARY = 8, 16, 24, 32
THRESHOLD, LEFT, RETRY = 8, 16, 24

#: How workers sleep; "none": where there are no threads that code can have sleep.
Parking = Literal["futex", "pthread", "none"]

#: The functions of its machine code.
SYMBOLS = ("hloom_parallel", "hloom_run", "hloom_run_on_one_thread", "hloom_attend", "hloom_worker", "hloom_stop",
           "hloom_prepare", "hloom_pause")

#: The number of the system's call for futexes, by processor.
FUTEX_NUMBER = {"x86_64": 202, "aarch64": 98}
#: Those of its calls that say on which processors a thread may run, and ask for it.
AFFINITY_NUMBERS = {"x86_64": (203, 204), "aarch64": (122, 123)}


def parking_of(target: CodeTarget) -> Parking:
    """How threads sleep there: futexes on Linux, POSIX threads elsewhere; "none" where there are neither."""
    if "linux" in target.triple and target.triple.split("-")[0] in FUTEX_NUMBER:
        return "futex"
    return "none" if "windows" in target.triple else "pthread"


def state_size(workers: int) -> int:
    """Bytes of the state of a pool."""
    return SHARES + workers * LINE
