"""Runs one file of tests on one engine in child processes: a test that ends its process, or never ends, costs itself only."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.jax_suite import results as lines
from tests.jax_suite.results import Results

#: Seconds that a test has beyond its limit, until its process is ended from outside: what hangs outside Python does not notice
#: the signal. Seconds for a child to import JAX and collect the tests, and to end after the last of them.
_GRACE, _START, _FINISH = 15.0, 300.0, 60.0
_LOOK = 0.2
#: Lines of a log that say why a process ended, most telling first.
_REASONS = [re.compile(pattern) for pattern in
            (r"F\d{4} .*", r"Check failed.*", r"LLVM ERROR.*", r"terminate called.*", r"Fatal Python error: .*", r"\w*Error: .*")]


@dataclass(frozen=True)
class Run:
    """A file of tests to run with an interpreter under an environment: where lines and logs go, and the limits in seconds.

    `sample` chooses the first so many tests in the order of their hashes (0: all), `only` those that a file of patterns names.
    """

    path: Path
    folder: Path
    python: str
    environment: dict[str, str]
    limit: float = 60.0
    seconds: float = float("inf")
    sample: int = 0
    only: Path | None = None
    start: float = _START
    grace: float = _GRACE
    finish: float = _FINISH

    @property
    def lines(self) -> Path:
        return self.folder / f"{self.path.stem}.jsonl"

    @property
    def current(self) -> Path:
        return self.lines.with_suffix(".current")

    @property
    def log(self) -> Path:
        return self.lines.with_suffix(".log")

    def go(self) -> Results:
        """Runs what has no result yet; ends when all have one, when the time is over, or when children make no progress."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log.unlink(missing_ok=True)
        end = time.monotonic() + self.seconds
        while True:
            before = len(lines.read(self.lines).tests)
            self._start_one(end - time.monotonic())
            now = lines.read(self.lines)
            if now.is_complete or time.monotonic() >= end or len(now.tests) == before:
                return now

    def _start_one(self, seconds: float) -> None:
        self.current.unlink(missing_ok=True)
        told = {"PYTHONFAULTHANDLER": "1", "JAX_SUITE_LINES": str(self.lines),
                "JAX_SUITE_LIMIT": f"{self.limit:g}", "JAX_SUITE_SECONDS": f"{seconds:g}",
                "JAX_SUITE_SAMPLE": str(self.sample), **({"JAX_SUITE_ONLY": str(self.only)} if self.only else {})}
        command = [self.python, "-m", "pytest", "-q", "-p", "jax_suite_recorder", "-p", "no:cacheprovider", "-p", "no:xdist",
                   "-c", os.devnull, f"--rootdir={self.path.parent}", "--tb=short", "--no-header", "--capture=no", str(self.path)]
        begun = self.lines.stat().st_size if self.lines.exists() else 0
        with tempfile.TemporaryDirectory(prefix="jax-suite-") as scratch, self.log.open("a", encoding="utf-8") as log:
            child = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=scratch,
                                     env={**os.environ, **self.environment, **told}, start_new_session=True)
            try:
                overdue = self._await(child, begun)
            finally:
                if child.poll() is None:
                    _end(child)
        self._say_how_it_ended(child.returncode, overdue, begun)

    def _await(self, child: subprocess.Popen[bytes], begun: int) -> str:
        """Waits for a child; says what it did not do in time, if anything."""
        finished: float | None = None
        started = time.time()
        while True:
            try:
                child.wait(_LOOK)
                return ""
            except subprocess.TimeoutExpired:
                pass
            try:
                if time.time() - self.current.stat().st_mtime > self.limit + self.grace:
                    return "test"
                continue
            except FileNotFoundError:
                pass
            new = self._new_lines(begun)
            if any("finished" in line for line in new):
                finished = finished or time.time()
                if time.time() - finished > self.finish:
                    return "end"
            elif not new and time.time() - started > self.start:
                return "start"

    def _new_lines(self, begun: int) -> list[dict[str, object]]:
        if not self.lines.exists():
            return []
        with self.lines.open("rb") as file:
            file.seek(begun)
            return [json.loads(line) for line in file.read().splitlines(keepends=True) if line.endswith(b"\n")]

    def _say_how_it_ended(self, status: int, overdue: str, begun: int) -> None:
        """A line for the test in which a child ended, or for the file where that was outside of one."""
        how = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        if self.current.exists():
            name = self.current.read_text(encoding="utf-8")
            self.current.unlink()
            if overdue:
                found = {"outcome": "timeout", "message": f"TimeLimit: longer than {self.limit:g} s, outside Python",
                         "seconds": self.limit}
            else:
                found = {"outcome": "crashed", "message": f"{how}: {self._reason()}"}
            lines.append(self.lines, name=name, text=self._tail(), **found)
            return
        new = self._new_lines(begun)
        if overdue == "start":
            lines.append(self.lines, problem=f"did not start within {self.start:g} s", text=self._tail())
        elif overdue == "end":
            lines.append(self.lines, problem=f"did not end within {self.finish:g} s after its tests", text=self._tail())
        elif not any("finished" in line for line in new):
            lines.append(self.lines, problem=f"ended before its tests, {how}: {self._reason()}", text=self._tail())
        elif status < 0:
            lines.append(self.lines, problem=f"crashed after its tests, {how}: {self._reason()}", text=self._tail())

    def _tail(self, size: int = 6000) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-size:]

    def _reason(self) -> str:
        said = self._tail().splitlines()
        for pattern in _REASONS:
            for line in reversed(said):
                if found := pattern.search(line):  # dots of pytest stand before it
                    return found[0].strip()[:300]
        return said[-1].strip()[:300] if said else "said nothing"


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends a child and what it has started."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()
