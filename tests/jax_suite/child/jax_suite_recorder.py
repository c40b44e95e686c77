"""A plugin of pytest that runs in the child processes: it writes a line of JSON a test, and goes on where an earlier child ended.

What it is told stands in variables of the environment: `JAX_SUITE_LINES` the file that lines are appended to, `JAX_SUITE_LIMIT`
seconds a test, `JAX_SUITE_SECONDS` seconds for all, `JAX_SUITE_SAMPLE` how many tests (0: all), `JAX_SUITE_ONLY` a file with
patterns of names. Beside the file of lines lies `.current` with the name of the test that runs, for the parent to find when the
child ends in it.

Tests run in the order of the hash of their names, so that a sample is the beginning of a full run. This file imports nothing of
the project: what it runs under may know nothing of it.
"""

from __future__ import annotations

import faulthandler
import fnmatch
import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LINES = Path(os.environ["JAX_SUITE_LINES"])
CURRENT = LINES.with_suffix(".current")
LIMIT = float(os.environ.get("JAX_SUITE_LIMIT", "60"))
SECONDS = float(os.environ.get("JAX_SUITE_SECONDS", "inf"))
SAMPLE = int(os.environ.get("JAX_SUITE_SAMPLE", "0"))
ONLY = os.environ.get("JAX_SUITE_ONLY")
#: How much of a failure's text is kept.
_LONGEST = 6000
_STARTED = time.monotonic()


class TimeLimit(BaseException):
    """The test took longer than it may; no test catches it by catching `Exception`."""


def name_of(item: pytest.Item) -> str:
    """The name of a test without its folder and the ending of its file: `lax_test::LaxTest::test_add`."""
    path, _, rest = item.nodeid.partition("::")
    return f"{Path(path).stem}::{rest}"


def place(name: str) -> str:
    return hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()


def write(**line: Any) -> None:
    with LINES.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def names_done() -> set[str]:
    if not LINES.exists():
        return set()
    lines = (json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines())
    return {line["name"] for line in lines if "name" in line}


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        write(problem=first_line(str(report.longrepr).strip().splitlines()[-1]), text=str(report.longrepr)[-_LONGEST:])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen = sorted(items, key=lambda item: place(name_of(item)))
    if ONLY:
        patterns = Path(ONLY).read_text(encoding="utf-8").split("\n")
        names, wild = set(patterns), [p for p in patterns if "*" in p]
        chosen = [item for item in chosen if name_of(item) in names or any(fnmatch.fnmatchcase(name_of(item), p) for p in wild)]
    elif SAMPLE:
        chosen = chosen[:SAMPLE]
    write(collected=len(items), chosen=len(chosen))
    done = names_done()
    items[:] = [item for item in chosen if name_of(item) not in done]


def _end(*_: object) -> None:
    raise TimeLimit(f"longer than {LIMIT:g} s")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    if time.monotonic() - _STARTED > SECONDS:
        item.session.shouldstop = "the time for this file is over"
    CURRENT.write_text(name_of(item), encoding="utf-8")
    before = signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    faulthandler.dump_traceback_later(LIMIT + 3, file=2)  # for what hangs outside Python: the parent ends it
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()
        if item.nodeid in _FOUND:
            write(**_FOUND.pop(item.nodeid), name=name_of(item))
        CURRENT.unlink(missing_ok=True)


_FOUND: dict[str, dict[str, Any]] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    found = _FOUND.setdefault(report.nodeid, {"outcome": "passed", "seconds": 0.0})
    found["seconds"] = round(found["seconds"] + report.duration, 4)
    if report.failed and found["outcome"] != "failed":
        crash = getattr(report.longrepr, "reprcrash", None)
        message = crash.message if crash else str(report.longrepr)
        is_late = message.startswith(("TimeLimit", f"{__name__}.TimeLimit"))
        found |= {"outcome": "timeout" if is_late else "failed", "message": first_line(message),
                  "text": str(report.longrepr)[-_LONGEST:]}
    elif report.skipped and found["outcome"] == "passed":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found |= {"outcome": "skipped", "message": first_line(reason)}


def first_line(message: str) -> str:
    """The class of an exception without its module, and the first line with something on it."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    if not lines:
        return ""
    kind, colon, rest = lines[0].partition(":")
    if colon and not kind.strip().count(" "):
        rest = rest.strip() or (lines[1] if len(lines) > 1 else "")
        return f"{kind.rpartition('.')[2]}: {rest}"[:300]
    return lines[0][:300]


def pytest_sessionfinish() -> None:
    write(finished=True)
