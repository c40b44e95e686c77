"""What a process that has just started says of its first result: that it is there, and what memory it holds then."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Calls after the first one.
CALLS = 10


def report(call: Callable[[], Any], before: int) -> None:
    """Calls, and prints a line of JSON at once; then another one with resident memory, in bytes, beside what there was
    `before`, and what a call takes."""
    result = call()
    print(json.dumps({"result": [float(x) for x in result.reshape(-1)[:1000]]}), flush=True)
    taken = []
    for _ in range(CALLS):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    print(json.dumps({"resident": resident(), "before": before, "call_ms": 1e3 * min(taken)}), flush=True)


def resident() -> int:
    """Bytes of this process that are in memory."""
    (line,) = (line for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) << 10
