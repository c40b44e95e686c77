"""A process with JAX on one side: it does what its standard input says, an order a line, and answers each with a line of JSON.

    calls NAME        makes ready a call; answers how many of them make a turn
    collective NAME BYTES    makes ready a collective operation of all devices, with so many bytes on each; answers as `calls`
    train NAME        makes ready a training; answers the seconds of the first step, and the loss after ten
    turn COUNT        times so many of what was made ready last; answers the seconds of one
    eager COUNT       does so many different eager operations; answers the seconds of all, and of all a second time
    compile COUNT     compiles so many tiny programs; answers the seconds of all
    first             imports JAX and has a first result; answers the seconds of both

`first` must be the first order of its process: JAX is imported by what needs it.

Virtual processors are not equally fast at every moment, as others may use what they run on, and a thread stays where it is. So
the thread that makes calls makes those of a turn on one processor, and those of the next on the next, as that of the other side
does.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

#: How long a turn lasts at least: longer than what it takes to let the other process go.
TURN_SECONDS = 0.03


class Child:
    """What was made ready, and the orders."""

    def __init__(self) -> None:
        self.call: Callable[[], object] = lambda: None
        self.await_last: Callable[[], object] = lambda: None
        self.training: Any = None
        #: Where turns are made, one after the other, and how many have been; empty: wherever the system likes.
        self.processors: list[int] = []
        self.turns = 0

    def calls(self, name: str) -> dict[str, Any]:
        from benchmarks.jax.calls import CALLS

        self.call = CALLS[name]()
        if hasattr(os, "sched_getaffinity"):
            self.processors = sorted(os.sched_getaffinity(0))
        return {"count": self._count()}

    def collective(self, name: str, size: str) -> dict[str, Any]:
        from benchmarks.jax.collectives import collective

        self.call = collective(name, int(size))
        return {"count": self._count()}

    def train(self, name: str) -> dict[str, Any]:
        import jax

        from benchmarks.jax.training import TRAININGS

        self.training = TRAININGS[name]()
        jax.block_until_ready(self.training.state)
        start = time.perf_counter()
        self.training.go().block_until_ready()
        first = time.perf_counter() - start
        losses: list[Any] = [None]

        def step() -> None:
            losses[0] = self.training.go()

        for _ in range(8):
            step()
        self.call, self.await_last = step, lambda: losses[0].block_until_ready()
        step()
        return {"first_seconds": first, "loss": float(losses[0]), "count": self._count()}

    def turn(self, count: str) -> dict[str, Any]:
        if not self.processors:
            return {"seconds": self._seconds(int(count))}
        os.sched_setaffinity(0, {self.processors[self.turns % len(self.processors)]})  # of this thread only
        self.turns += 1
        try:
            return {"seconds": self._seconds(int(count))}
        finally:
            os.sched_setaffinity(0, self.processors)

    def eager(self, count: str) -> dict[str, Any]:
        import jax

        from benchmarks.jax.calls import different_operations

        operations = different_operations(int(count))
        taken = []
        for _ in range(2):
            start = time.perf_counter()
            results = [function(*arguments) for function, arguments in operations]
            jax.block_until_ready(results)
            taken.append(time.perf_counter() - start)
        return {"first_seconds": taken[0], "again_seconds": taken[1]}

    def compile(self, count: str) -> dict[str, Any]:
        from benchmarks.jax.calls import tiny_programs

        tiny_programs(1)[0].compile()  # what a process does once
        lowered = tiny_programs(int(count) + 1)[1:]
        start = time.perf_counter()
        kept = [program.compile() for program in lowered]
        return {"seconds": time.perf_counter() - start, "programs": len(kept)}

    def first(self) -> dict[str, Any]:
        start = time.perf_counter()
        import jax
        import numpy as np

        imported = time.perf_counter()
        jax.jit(lambda x: x * 2 + 1)(np.ones(4, np.float32)).block_until_ready()
        return {"import_seconds": imported - start, "result_seconds": time.perf_counter() - imported}

    def _seconds(self, count: int) -> float:
        call = self.call
        start = time.perf_counter()
        for _ in range(count):
            call()
        self.await_last()
        return (time.perf_counter() - start) / count

    def _count(self) -> int:
        self._seconds(3)
        return max(1, int(TURN_SECONDS / max(self._seconds(3), 1e-7)))


def main() -> int:
    child = Child()
    for line in sys.stdin:
        order, *arguments = line.split()
        try:
            answer = getattr(child, order)(*arguments)
        except Exception as fault:  # what one side cannot do is a result of the comparison
            said = str(fault).strip()
            answer = {"error": f"{type(fault).__name__}: {said.splitlines()[0] if said else ''}"[:300]}
        print(json.dumps(answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
