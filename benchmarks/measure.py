"""Programs in a process of their own: the child that `benchmarks.compare` starts for each program and setting, and
`benchmarks.sweep` for each family.

    python -m benchmarks.measure '[{"path": "model.mlir", ...}]'

A process of its own, because no program shall find compiled what another one needed, and because some settings (the
allocator's huge pages, the compilation cache) are made before a process starts. It prints a JSON document a program.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import engines, timing, workloads

#: How long at most a process waits until its other threads rest, and how often in a row they must be found at rest.
QUIET_SECONDS = 1.0
QUIET_LOOKS = 20


@dataclass(frozen=True)
class Order:
    """What a child is to do: compile a program and, if `run`, time it, against XLA if `xla`.

    `inputs` says how to draw the arguments (`workloads.draw`); None: as the program's name and its types suggest.
    """

    path: str
    run: bool
    xla: bool
    rounds: int
    seconds: float
    seed: int
    threads: int
    inputs: list[dict[str, Any]] | None = None


def use_threads(count: int) -> None:
    """Leaves `count` processors to this process: both engines size their pools by what they may run on."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])


def await_quiet() -> None:
    """Waits until no other thread of this process runs: those of OpenBLAS, which NumPy and SciPy bring along, look for work for
    some thirty milliseconds after they were started, on a processor that an engine would compile on; others write to a cache."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        time.sleep(QUIET_SECONDS)
        return
    until, looks = time.perf_counter() + QUIET_SECONDS, 0
    while looks < QUIET_LOOKS and time.perf_counter() < until:
        looks = 0 if sum(map(is_running, tasks.iterdir())) > 1 else looks + 1  # one: this thread


def is_running(task: Path) -> bool:
    try:
        return (task / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "R"
    except OSError:  # it has ended
        return False


def milliseconds(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    made = work()
    return made, (time.perf_counter() - start) * 1e3


def start(xla: bool) -> dict[str, float]:
    """How long each engine takes from its import to its first program: what a process does once."""
    _, hloom_ms = milliseconds(lambda: engines.HloomProgram(engines.warm_up()))
    if not xla:
        return {"hloom_start_ms": hloom_ms}
    engines.xla_version()  # imports jax
    return {"hloom_start_ms": hloom_ms, "xla_start_ms": milliseconds(lambda: engines.XlaProgram(engines.warm_up()))[1]}


def measure(order: Order, started: dict[str, float]) -> dict[str, Any]:
    """The figures of a program; an engine that fails leaves a message under `<engine>_error` and no figures. `started` is how
    long the engines took to start; what hloom imports for the first program of a kind is part of that."""
    path = Path(order.path)
    text = path.read_text(encoding="utf-8")
    row: dict[str, Any] = {**started}
    row["hloom_start_ms"] += milliseconds(lambda: engines.load_families(text))[1]
    programs: dict[str, engines.Program] = {}
    makers = {"hloom": engines.HloomProgram} | ({"xla": engines.XlaProgram} if order.xla else {})
    for name, maker in makers.items():
        try:
            maker(engines.warm_up())  # just before, since the other engine has used the processor's caches since
            await_quiet()  # what an engine still does for that program
            gc.collect()  # a collection that is due walks all that jax has made, in whichever engine's time it falls
            programs[name], row[f"{name}_compile_ms"] = milliseconds(lambda maker=maker: maker(text))
        except Exception as fault:  # a program that one engine cannot compile is a result of the comparison
            row[f"{name}_error"] = first_line(fault)
    if isinstance(compiled := programs.get("hloom"), engines.HloomProgram):
        row["fallbacks"] = compiled.fallbacks
    if not order.run:
        return row

    inputs = (workloads.make_inputs(path.stem, engines.argument_types(text), order.seed) if order.inputs is None
              else workloads.draw(path.stem, order.inputs, order.seed))
    calls, outputs = {}, {}
    for name, program in programs.items():
        try:
            call = program.bind(inputs)
            outputs[name] = program.results(call())
            calls[name] = call
        except Exception as fault:
            row[f"{name}_error"] = first_line(fault)
    if len(outputs) == 2:
        row["difference"] = engines.largest_difference(outputs["hloom"], outputs["xla"])
        row["results"] = [(b.dtype.name, engines.largest_difference([a], [b]))
                          for a, b in zip(outputs["hloom"], outputs["xla"])]
    outputs.clear()
    for name, seconds in timing.interleaved(calls, order.rounds, order.seconds).items():
        row[f"{name}_ms"] = seconds * 1e3
    return row


def first_line(fault: Exception) -> str:
    return f"{type(fault).__name__}: {str(fault).strip().splitlines()[0] if str(fault).strip() else ''}"


def main() -> int:
    orders = [Order(**order) for order in json.loads(sys.argv[1])]
    use_threads(orders[0].threads)
    started = start(any(order.xla for order in orders))
    await_quiet()
    for order in orders:
        try:
            row = measure(order, started)
        except Exception as fault:
            row = {"hloom_error": first_line(fault)}
        print(json.dumps(row), flush=True)
    return 0


def command(*orders: Order) -> list[str]:
    """The command line of a child with these orders, for one number of threads."""
    return [sys.executable, "-m", "benchmarks.measure", json.dumps([asdict(order) for order in orders])]


if __name__ == "__main__":
    sys.exit(main())
