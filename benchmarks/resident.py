"""What a process that has just started says of its first result: that it is there, and what memory it holds then."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Calls after the first one.
CALLS = 10


def report(call: Callable[[], Any]) -> None:
    """Calls, and prints a line of JSON at once; then another one with the resident memory, in bytes, and what later calls take."""
    result = call()
    print(json.dumps({"result": [float(x) for x in result.reshape(-1)[:1000]]}), flush=True)
    taken = []
    for _ in range(CALLS):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    print(json.dumps({"resident": resident(), "call_ms": 1e3 * min(taken)}), flush=True)


def resident() -> dict[str, int]:
    """Bytes of this process that are in memory: all, those of files that are mapped, and the most that there were."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    stated = (line.partition(":") for line in lines)
    found = {name: int(value.split()[0]) << 10 for name, _, value in stated if value.endswith("kB")}
    return {"all": found["VmRSS"], "of files": found["RssFile"], "most": found["VmHWM"]}
