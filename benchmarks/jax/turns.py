"""Two processes with JAX, one on each side, that take turns: while one works the other waits for its next order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.jax import sides


class Process:
    """A child (`benchmarks.jax.child`) on a side. It finds hloom's cache empty unless `folder` holds one."""

    def __init__(self, side: str, python: str, devices: int, folder: Path) -> None:
        given = sides.environment(side, devices, folder)
        path = f"{given['PYTHONPATH']}:{sides.REPOSITORY}".lstrip(":") if side == "xla" else given["PYTHONPATH"]
        self._child = subprocess.Popen([python, "-m", "benchmarks.jax.child"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True, cwd=folder,
                                       env={**os.environ, **given, "PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "3"})

    def ask(self, *order: object) -> dict[str, Any]:
        """What the child answers; {"error": ...} where it cannot, or has ended."""
        assert self._child.stdin and self._child.stdout
        try:
            self._child.stdin.write(" ".join(map(str, order)) + "\n")
            self._child.stdin.flush()
            answer = self._child.stdout.readline()
        except BrokenPipeError:
            answer = ""
        return json.loads(answer) if answer else {"error": f"the process ended with status {self._child.wait()}"}

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._child.stdin
        try:
            self._child.stdin.close()
            self._child.wait(30)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._child.kill()
            self._child.wait()


@dataclass
class Row:
    """A figure of both sides: seconds, or what went wrong; and how far results differ, where that was looked at."""

    title: str
    seconds: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    difference: float | None = None

    @property
    def ratio(self) -> float | None:
        """XLA's time over hloom's: above 1 hloom is faster."""
        return self.seconds["xla"] / self.seconds["hloom"] if len(self.seconds) == 2 else None


@dataclass(frozen=True)
class Pair:
    """How both sides are measured: the interpreter with JAX, turns of each, processes for what happens once in one.

    With `is_same` XLA-CPU is on both sides: how far ratios are from 1 then is what the measurement itself varies by.
    """

    python: str = sys.executable
    rounds: int = 11
    processes: int = 3
    is_same: bool = False

    def open(self, stack: ExitStack, side: str, devices: int = 1, folder: Path | None = None) -> Process:
        folder = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hloom-bench-")))
        return stack.enter_context(Process("xla" if self.is_same else side, self.python, devices, folder))

    def turns(self, title: str, *order: object, devices: int = 1, first: str | None = None) -> list[Row]:
        """The rows of something that is made ready by an order and then done again and again; with `first` a row for the first
        time as well, the median over some processes of each side, of which the last ones go on."""
        rows = ([Row(f"{title}: {first}")] if first else []) + [Row(f"{title}: step" if first else title)]
        with ExitStack() as stack:
            found: list[dict[str, dict[str, Any]]] = []
            for number in range(self.processes if first else 1):
                stack.close()  # those before have done what a process does once
                children = {side: self.open(stack, side, devices) for side in sides.SIDES}
                ready = {side: children[side].ask(*order) for side in sides.SIDES[:: -1 if number % 2 else 1]}
                found.append(ready)
                for row in rows:
                    row.errors = {side: answer["error"] for side, answer in ready.items() if "error" in answer}
                if rows[0].errors:
                    return rows
            if first:
                rows[0].seconds = {side: median(answers[side]["first_seconds"] for answers in found) for side in sides.SIDES}
                losses = [answer["loss"] for answer in ready.values()]
                rows[-1].difference = abs(losses[0] - losses[1]) / max(abs(losses[0]), 1e-30)
            counts = {side: answer["count"] for side, answer in ready.items()}
            samples = self._samples(children, counts)
        rows[-1].seconds = {side: median(taken) for side, taken in samples.items()}
        return rows

    def _samples(self, children: Mapping[str, Process], counts: Mapping[str, int]) -> dict[str, list[float]]:
        samples: dict[str, list[float]] = {side: [] for side in children}
        order = list(children)
        for _ in range(self.rounds):
            for side in order:
                samples[side].append(children[side].ask("turn", counts[side])["seconds"])
            order.reverse()  # one may leave the clock of the processor to the next
        return samples

    def once(self, titles: Mapping[str, str], *order: object, is_warm: bool = False) -> list[Row]:
        """The rows of what a process does once: medians over some processes of each side, by key of their answers.

        Each finds an empty cache, or if `is_warm` what another process with the same order has left.
        """
        rows = {key: Row(title) for key, title in titles.items()}
        found: dict[str, list[dict[str, Any]]] = {side: [] for side in sides.SIDES}
        with ExitStack() as stack:
            kept = {side: Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hloom-bench-"))) for side in sides.SIDES}
            for number in range(self.processes + is_warm):
                for side in sides.SIDES:
                    with ExitStack() as inner:
                        answer = self.open(inner, side, folder=kept[side] if is_warm else None).ask(*order)
                    if number >= is_warm:
                        found[side].append(answer)
        for key, row in rows.items():
            row.errors = {side: answer["error"] for side, answers in found.items() for answer in answers if "error" in answer}
            if not row.errors:
                row.seconds = {side: median(answer[key] for answer in answers) for side, answers in found.items()}
        return list(rows.values())
