"""How programs would spread over more workers than there are: the pool's schedule, simulated from measured kernels.

    python -m benchmarks.schedule f_gpt6 g_resnet18              known programs, on 8 to 64 workers
    python -m benchmarks.schedule model.mlir --workers 16 --json out.json

For each number of workers the program is compiled as for that many, its kernels run on one thread in the pieces that workers
would fetch, and each piece is timed. The simulation then hands the pieces out as the pool does: equal shares, and whoever has
none left helps with the others'. Columns: work, the sum of all pieces; time, on so many workers; and what the time is made of:
work in parallel, kernels that run on one thread (serial), waiting for the last piece of a kernel (imbalance), and dispatching
(barriers). What kernels would cost each other, caches and memory that they share, is not in it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hloom
import hloom.driver.cpu  # says what the machine code of worker pools is made from
from benchmarks import engines, timing, workloads
from benchmarks.native import NativeKernels
from benchmarks.replay import Replay, Step, UnsupportedError
from benchmarks.setting import headline, setting
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime.pool import Pool

#: Seconds that a dispatch takes longer for each further worker: words of the pool's state travel between processors.
CONTENTION = 5e-8


@dataclass(frozen=True)
class Simulated:
    """What a step costs on so many workers, in seconds."""

    name: str
    operations: str
    work: float
    time: float
    serial: float = 0.0
    imbalance: float = 0.0
    barrier: float = 0.0

    @property
    def lost(self) -> float:
        """Seconds beyond an even share of the work."""
        return self.serial + self.imbalance + self.barrier


def shares(pieces: Sequence[float], workers: int) -> list[list[float]]:
    """The pieces of each worker's own share, as `hloom_parallel` deals them out."""
    count = min(len(pieces), workers)
    quotient, remainder = divmod(len(pieces), max(count, 1))
    found, begin = [], 0
    for worker in range(count):
        end = begin + quotient + (worker < remainder)
        found.append(list(pieces[begin:end]))
        begin = end
    return found


def makespan(pieces: Sequence[float], workers: int) -> float:
    """Seconds until the last piece is done: each worker takes pieces of its own share, then of the shares that follow it."""
    waiting = shares(pieces, workers)
    count = len(waiting)
    heads = [0] * count
    free = [(0.0, worker, worker % count if count else 0) for worker in range(workers)]
    heapq.heapify(free)
    end = 0.0
    while free:
        at, worker, share = heapq.heappop(free)
        end = max(end, at)
        for step in range(count):
            owner = (share + step) % count
            if heads[owner] < len(waiting[owner]):
                seconds = waiting[owner][heads[owner]]
                heads[owner] += 1
                heapq.heappush(free, (at + seconds, worker, owner))
                break
    return end


def simulated(step: Step, workers: int, dispatch: float) -> Simulated:
    """A step on so many workers."""
    work = sum(step.pieces)
    if not step.is_parallel:
        return Simulated(step.name, step.operations, work, work, serial=work)
    span, barrier = makespan(step.pieces, workers), dispatch + CONTENTION * workers
    return Simulated(step.name, step.operations, work, span + barrier, imbalance=span - work / workers, barrier=barrier)


def dispatch_seconds() -> float:
    """Seconds of a dispatch to two workers of a kernel that does nothing."""
    module, target = LLVMModule(), Target.host()
    f = module.function("nothing", PARAMETERS)
    f.ret()
    call = NativeKernels(module, ["nothing"], target, Pool.sized(2)).bind("nothing", [], 16)
    return timing.interleaved({"nothing": call}, 15, 0.5)["nothing"]


def row_of(steps: list[Simulated], workers: int) -> dict[str, Any]:
    """The figures of a program on so many workers; shares are of the time, `serial_work` of the work."""
    work, time = sum(s.work for s in steps), sum(s.time for s in steps)
    serial, imbalance, barriers = (sum(getattr(s, name) for s in steps) for name in ("serial", "imbalance", "barrier"))
    return {"workers": workers, "steps": len(steps), "work_ms": work * 1e3, "time_ms": time * 1e3, "speedup": work / time,
            "efficiency": work / time / workers, "serial_work": serial / work, "serial": serial / time,
            "imbalance": imbalance / time, "barriers": barriers / time}


HEADING = (f"{'workers':>8}{'steps':>7}{'work ms':>10}{'time ms':>10}{'speed-up':>9}{'of ideal':>9}{'serial work':>12}"
           f"{'serial':>8}{'imbalance':>10}{'barriers':>9}")


def line(row: dict[str, Any]) -> str:
    return (f"{row['workers']:8}{row['steps']:7}{row['work_ms']:10.2f}{row['time_ms']:10.3f}{row['speedup']:9.1f}"
            f"{row['efficiency']:9.0%}{row['serial_work']:12.2%}{row['serial']:8.1%}{row['imbalance']:10.1%}{row['barriers']:9.1%}")


def costliest(steps: list[Simulated], count: int) -> list[dict[str, Any]]:
    """The kernels that lose most, each with all of its steps."""
    found: dict[str, dict[str, Any]] = {}
    for s in steps:
        row = found.setdefault(s.name, {"kernel": s.name, "operations": s.operations, "steps": 0, "lost_ms": 0.0, "work_ms": 0.0,
                                        "serial": s.serial > 0})
        row["steps"] += 1
        row["lost_ms"] += s.lost * 1e3
        row["work_ms"] += s.work * 1e3
    return sorted(found.values(), key=lambda row: -row["lost_ms"])[:count]


def worst_line(row: dict[str, Any]) -> str:
    alone = " on one thread" if row["serial"] else ""
    return (f"    {row['kernel']:20} {row['steps']:4} steps, {row['work_ms']:8.3f} ms of work, {row['lost_ms']:7.3f} ms "
            f"lost{alone}: {row['operations']}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.schedule", description="Simulates programs on many workers.")
    parser.add_argument("programs", nargs="+", help="known programs or .mlir files")
    parser.add_argument("--programs", dest="folder", type=Path, metavar="DIR", help="folder of the known programs")
    parser.add_argument("--workers", type=int, nargs="+", default=[8, 16, 32, 64], help="numbers of workers (default 8 16 32 64)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program (default 5)")
    parser.add_argument("--dispatch", type=float, metavar="US", help="microseconds of a dispatch (default: as measured on two)")
    parser.add_argument("--worst", type=int, default=5, help="how many of the kernels that lose most to list (default 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write setting and rows to a file")
    given = parser.parse_args(argv)
    try:
        paths = workloads.find_programs(given.programs, given.folder)
    except FileNotFoundError as fault:
        print(f"nothing measured: {fault}", file=sys.stderr)
        return 2
    dispatch = dispatch_seconds() if given.dispatch is None else given.dispatch * 1e-6
    facts = setting(dispatch_us=dispatch * 1e6)
    print(f"{headline(facts)}, a dispatch taken for {dispatch * 1e6:.2f} us and "
          f"{CONTENTION * 1e6:.2f} us a worker")
    found, failed = [], False
    for path in paths:
        text = path.read_text(encoding="utf-8")
        inputs = workloads.make_inputs(path.stem, engines.argument_types(text))
        print(f"{path.stem}\n{HEADING}", flush=True)
        for workers in given.workers:
            try:
                steps = [simulated(s, workers, dispatch) for s in Replay(hloom.parse(text), workers, inputs).measured(given.runs)]
            except UnsupportedError as reason:
                print(f"  not simulated: {reason}")
                failed = True
                break
            row = {"program": path.stem, **row_of(steps, workers), "worst": costliest(steps, given.worst)}
            print(line(row), flush=True)
            found.append(row)
        if found and found[-1]["program"] == path.stem:
            print(*map(worst_line, found[-1]["worst"]), sep="\n")
    if given.json:
        given.json.write_text(json.dumps({"setting": facts, "rows": found}, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
