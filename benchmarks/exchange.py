"""What programs lose while the processors that they run on share no cache: `python -m benchmarks.exchange`.

Two virtual processors lie at one time beside each other and at another on different parts of a chip, for a tenth of a second to
minutes; processors of large machines always do. Each by itself is as fast then, but to fetch what the other one has stored takes
several times as long. A canary tells which time it is: two kernels, of which each reads what the other processor's worker has
stored for it. Programs of a sweep run between two looks at it. For each there are the medians of both times: what loses much has
kernels that are divided in different ways, or many small ones.

On a machine that is always the same there is nothing to compare, which the last line says.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

import hloom
from benchmarks import workloads
from benchmarks.sweep import load_index, select
from benchmarks.timing import seconds_of

CANARY = """
func.func @main(%x: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = stablehlo.negate %x : tensor<1000x1000xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<1000x1000xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<1000x1000xf32>
  return %2 : tensor<1000x1000xf32>
}
"""
#: Calls of a look at the canary, and of a program between two of them.
LOOKS, CALLS = 5, 3
#: What the canary takes when processors share a cache, at most, and else at least, as a multiple of its shortest time.
NEAR, FAR = 2.0, 4.0
#: Medians from which on those of a program are compared.
FEWEST = 3


@dataclass
class Times:
    """Seconds of a call while processors share a cache, and while they share none."""

    near: list[float] = field(default_factory=list)
    far: list[float] = field(default_factory=list)

    @property
    def loss(self) -> float | None:
        """The time of a call without a common cache as a multiple of that with one; None where there is too little of either."""
        if min(len(self.near), len(self.far)) < FEWEST:
            return None
        return median(self.far) / median(self.near)


class Canary:
    def __init__(self) -> None:
        executable, x = hloom.compile(hloom.parse(CANARY), threads=2), np.ones((1000, 1000), np.float32)
        self._call: Callable[[], object] = lambda: executable(x)
        self.shortest = min(self._look() for _ in range(20))

    def _look(self) -> float:
        return median(seconds_of(self._call) for _ in range(LOOKS))

    def is_near(self) -> bool | None:
        """Whether processors share a cache now; None where that is not clear."""
        now = self._look()
        self.shortest = min(self.shortest, now)
        return True if now < NEAR * self.shortest else False if now > FAR * self.shortest else None


def measured(programs: dict[str, Callable[[], object]], canary: Canary, seconds: float) -> dict[str, Times]:
    """What programs take, by turns, within so many seconds."""
    found = {name: Times() for name in programs}
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for name, call in programs.items():
            before = canary.is_near()
            call()  # what the canary has left in the caches is not the program's
            taken = median(seconds_of(call) for _ in range(CALLS))
            if before is not None and canary.is_near() is before:
                (found[name].near if before else found[name].far).append(taken)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.exchange",
                                     description="What programs lose while processors share no cache.")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder of a sweep")
    parser.add_argument("--family", action="append", default=[], metavar="F", help="only this family (may be repeated)")
    parser.add_argument("--only", action="append", default=[], metavar="S", help="only rows whose name holds S (may be repeated)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long (default 120)")
    parser.add_argument("--worst", type=int, default=20, help="how many rows to list (default 20)")
    arguments = parser.parse_args(argv)
    folder = arguments.folder or Path(os.environ.get(workloads.SWEEP_VARIABLE) or workloads.DEFAULT_SWEEP)
    try:
        chosen = select(load_index(folder), arguments.family, arguments.only)
    except FileNotFoundError as fault:
        print(f"nothing measured: {fault}", file=sys.stderr)
        return 2
    programs: dict[str, Callable[[], object]] = {}
    for entry in (e for entries in chosen.values() for e in entries):
        path = folder / entry["file"]
        executable = hloom.compile(hloom.parse(path.read_text(encoding="utf-8"), name=str(path)), threads=2)
        programs[entry["row"]] = partial(executable, *workloads.draw(path.stem, entry["inputs"], 0))
    if not programs:
        print("nothing measured: no row has such a family and name", file=sys.stderr)
        return 2
    found = measured(programs, Canary(), arguments.seconds)
    losses = {name: times.loss for name, times in found.items()}
    compared = sorted(((loss, name) for name, loss in losses.items() if loss is not None), reverse=True)
    for loss, name in compared[: arguments.worst]:
        times = found[name]
        print(f"{name:<44} {loss:5.2f}  near {median(times.near) * 1e3:9.4f} ms  far {median(times.far) * 1e3:9.4f} ms")
    near, far = (sum(len(getattr(times, state)) for times in found.values()) for state in ("near", "far"))
    share = f"{far / (near + far):.0%} of the time" if near + far else "at no time that was clear"
    print(f"{len(compared)} of {len(programs)} programs compared; processors shared no cache {share}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
