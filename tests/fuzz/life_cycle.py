"""Attacks what a process does over its life: many programs, many calls, threads, fork, spawn, interruptions at random moments.

    python -m tests.fuzz.life_cycle --seconds S [--seed N] [--category NAME]

Each category runs in a process of its own, so that one that crashes or hangs is a finding and no more. Results are compared with
NumPy; memory is measured after a warming-up and at the end.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import hloom

#: Seconds that a category may take beyond its share.
_PATIENCE = 120
#: Bytes of memory that stay for each program that is compiled, called and dropped, and for each thousand calls of one.
_LEFT_BY_PROGRAM, _LEFT_BY_CALLS = 24 << 10, 4 << 10
#: What a process may grow by without anything being wrong: pools of memory, Python's own.
_SLACK = 24 << 20

TEXT = """func.func @main(%x: tensor<{n}x{m}xf32>) -> (tensor<{n}xf32>, tensor<{n}x{m}xf32>) {{
  %c = stablehlo.constant dense<{c}.5> : tensor<{n}x{m}xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %c : tensor<{n}x{m}xf32>
  %1 = stablehlo.maximum %0, %x : tensor<{n}x{m}xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1]
      : (tensor<{n}x{m}xf32>, tensor<f32>) -> tensor<{n}xf32>
  return %2, %1 : tensor<{n}xf32>, tensor<{n}x{m}xf32>
}}"""
LOOP = """func.func @main(%n: tensor<i64>, %x: tensor<{n}x{m}xf32>) -> (tensor<i64>, tensor<{n}x{m}xf32>) {{
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i64>, tensor<{n}x{m}xf32>
  cond {{
    %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %j = stablehlo.add %i, %one : tensor<i64>
    %b = stablehlo.negate %a : tensor<{n}x{m}xf32>
    stablehlo.return %j, %b : tensor<i64>, tensor<{n}x{m}xf32>
  }}
  return %r#0, %r#1 : tensor<i64>, tensor<{n}x{m}xf32>
}}"""
GRID = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}"""


class Drawn:
    """Programs that differ from each other, drawn from a seed, with arguments and their results by NumPy."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self._numbers = itertools.count()

    def new(self) -> tuple[hloom.pipeline.Module, np.ndarray, list[np.ndarray]]:
        number = next(self._numbers)
        n, m, c = 1 + number % 61, 1 + (number // 61) % 67 + self.source.randrange(2) * 67, 1 + number // 4087
        return hloom.parse(TEXT.format(n=n, m=m, c=c)), *self._values(n, m, c)

    def _values(self, n: int, m: int, c: int) -> tuple[np.ndarray, list[np.ndarray]]:
        # Small integers and halves: sums are exact in any order.
        x = np.array([[self.source.randrange(-64, 64) for _ in range(m)] for _ in range(n)], np.float32)
        y = np.maximum(x * np.float32(c + 0.5), x)
        return x, [y.sum(axis=1, dtype=np.float32), y]


def same(found: tuple[np.ndarray, ...], expected: list[np.ndarray]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Wrong(Exception):
    """A finding."""


def check(condition: bool, problem: str) -> None:
    if not condition:
        raise Wrong(problem)


def programs(seed: int, end: float) -> str:
    """Different programs are compiled, called and dropped; memory grows by what the cache in memory keeps and no more."""
    drawn = Drawn(seed)
    before, count, warm = 0, 0, 200
    while time.monotonic() < end and count < 20_000:
        module, x, expected = drawn.new()
        check(same(hloom.compile(module)(x), expected), f"program {count} gives another result")
        count += 1
        if count == warm:
            before = resident_bytes()
    grown = resident_bytes() - before
    if count > 2 * warm:
        from hloom.runtime.cache import _MEMORY_LIMIT

        allowed = _SLACK + min(_MEMORY_LIMIT, (count - warm) * (16 << 10)) + (count - warm) * _LEFT_BY_PROGRAM
        check(grown < allowed, f"{count - warm} programs left {grown >> 10} KiB")
        return f"{count} programs, {grown // max(count - warm, 1)} bytes each"
    return f"{count} programs"


def calls(seed: int, end: float) -> str:
    """One program is called again and again."""
    drawn = Drawn(seed)
    module, x, expected = drawn.new()
    loop = hloom.compile(hloom.parse(LOOP.format(n=3, m=5)))
    y, n = np.ones((3, 5), np.float32), np.array(3)
    executable = hloom.compile(module)
    count, before = 0, 0
    while time.monotonic() < end and count < 3_000_000:
        for _ in range(1000):
            executable(x)
        for _ in range(100):
            loop(n, y)
        count += 1100
        check(same(executable(x), expected), f"another result after {count} calls")
        if count == 22_000:
            before = resident_bytes()
    if before:
        grown = resident_bytes() - before
        check(grown < (4 << 20) + count // 1000 * _LEFT_BY_CALLS, f"{count} calls left {grown >> 10} KiB")
    return f"{count} calls"


def in_threads(count: int, action: Callable[[int], None]) -> None:
    faults: list[BaseException] = []

    def run(number: int) -> None:
        try:
            action(number)
        except BaseException as error:
            faults.append(error)

    others = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(count)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    if faults:
        raise faults[0]


def threads(seed: int, end: float) -> str:
    """Threads compile, call and drop their own programs, and call each other's."""
    shared: list[tuple[object, np.ndarray, list[np.ndarray]]] = []
    counts = [0] * 4

    def work(number: int) -> None:
        drawn = Drawn(seed * 10 + number)
        while time.monotonic() < end:
            module, x, expected = drawn.new()
            executable = hloom.compile(module)
            check(same(executable(x), expected), "another result")
            check(same(hloom.evaluate(module, x), expected), "another result of the evaluator")
            shared.append((executable, x, expected))
            del shared[:-20]
            other, y, expected = drawn.source.choice(list(shared))
            check(same(other(y), expected), "another result of another thread's program")  # type: ignore[operator]
            counts[number] += 1

    in_threads(4, work)
    return f"{sum(counts)} programs in 4 threads"


def child_status(action: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        status = 1
        try:
            action()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def fork(seed: int, end: float) -> str:
    """The process is forked while other threads compile and call; children compile, call and fork on."""
    drawn, count = Drawn(seed), 0
    done = threading.Event()

    def work(number: int) -> None:
        own = Drawn(seed * 10 + number)
        while not done.is_set():
            module, x, expected = own.new()
            check(same(hloom.compile(module)(x), expected), "another result beside forks")

    def in_child() -> None:
        module, x, expected = drawn.new()
        check(same(hloom.compile(module)(x), expected) and same(hloom.evaluate(module, x), expected), "another result in a child")
        if drawn.source.random() < 0.3:
            check(child_status(in_child) == 0, "a grandchild failed")

    others = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(2)]
    for other in others:
        other.start()
    try:
        while time.monotonic() < end:
            time.sleep(drawn.source.random() * 0.05)
            drawn.new()
            status = child_status(in_child)
            check(status == 0, f"child {count} ended with {status}")
            check(all(other.is_alive() for other in others), "a thread of the parent failed")
            count += 1
    finally:
        done.set()
    for other in others:
        other.join()
    return f"{count} forks"


def _spawned(seed: int) -> bool:
    module, x, expected = Drawn(seed).new()
    return same(hloom.compile(module)(x), expected)


def spawn(seed: int, end: float) -> str:
    """Processes are spawned while others compile; all share the folder of the cache."""
    import multiprocessing

    count = 0
    context = multiprocessing.get_context("spawn")
    while time.monotonic() < end:
        with context.Pool(2) as pool:
            found = pool.map_async(_spawned, [seed + k % 3 for k in range(count, count + 6)])
            check(_spawned(seed + count), "another result in the parent")
            check(all(found.get(100)), "another result in a spawned process")
        count += 6
    return f"{count} programs in spawned processes"


class Interrupting:
    """Raises KeyboardInterrupt in the main thread at a random moment of an action, and not later.

    Python itself drops what is raised in a destructor; then it is raised again a while later, as by a user who insists.
    """

    _AGAIN = 0.5

    def __init__(self, source: random.Random) -> None:
        self.source, self.is_armed = source, False
        signal.signal(signal.SIGALRM, self._handle)
        hook = sys.unraisablehook
        sys.unraisablehook = lambda event: None if isinstance(event.exc_value, KeyboardInterrupt) else hook(event)

    def _handle(self, *_: object) -> None:
        if self.is_armed:
            raise KeyboardInterrupt

    def during(self, action: Callable[[], object], longest: float) -> bool:
        """Whether the action was interrupted."""
        try:
            self.is_armed = True
            signal.setitimer(signal.ITIMER_REAL, max(self.source.random() * longest, 1e-6), self._AGAIN)
            action()
            self.is_armed = False
            return False
        except KeyboardInterrupt:
            return True
        finally:
            self.is_armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)


def interruptions(seed: int, end: float) -> str:
    """Compilations, evaluations, grids and compiled loops are interrupted at random moments; everything works after that."""
    drawn = Drawn(seed)
    interrupting = Interrupting(drawn.source)
    grid = hloom.parse(GRID)
    parts = [[[np.full(4, k, np.float32)] for k in range(3)]]
    loop = hloom.compile(hloom.parse(LOOP.format(n=300, m=200)))
    y = np.ones((300, 200), np.float32)
    interpreted = hloom.parse(LOOP.format(n=3, m=2))
    counts = dict.fromkeys(("compile", "evaluate", "grid", "loop"), 0)
    tried, threads_before = 0, threading.active_count()
    while time.monotonic() < end:
        what = drawn.source.choice(list(counts))
        module, x, expected = drawn.new()
        if what == "compile":
            was = interrupting.during(lambda m=module: hloom.compile(m), 0.1)  # type: ignore[misc]
        elif what == "evaluate":
            was = interrupting.during(lambda: hloom.evaluate(interpreted, np.array(2000), y[:3, :2]), 0.1)
        elif what == "grid":
            was = interrupting.during(lambda: hloom.evaluate_grid(grid, [[p] for p in parts[0]], num_replicas=3), 0.02)
        else:
            was = interrupting.during(lambda: loop(np.array(10**9), y), 0.1)
            check(was, "a loop of years ended")
        counts[what] += was
        tried += 1
        check(same(hloom.compile(module)(x), expected), f"another result after an interrupted {what}")
        found = loop(np.array(3), y)
        check(np.array_equal(found[1], -y), f"another result of a loop after an interrupted {what}")
        if tried % 10 == 0:
            results = hloom.evaluate_grid(grid, [[p] for p in parts[0]], num_replicas=3)
            check(all(np.array_equal(row[0][0], np.full(4, 3 + k)) for k, row in enumerate(results)), "another result of a grid")
            check(gc.isenabled(), f"garbage is not collected after an interrupted {what}")
            deadline = time.monotonic() + 20
            while threading.active_count() > threads_before + 4:
                check(time.monotonic() < deadline, f"{threading.active_count()} threads are left")
                time.sleep(0.05)
            in_threads(1, lambda _: check(same(hloom.compile(module)(x), expected), "another result in a thread"))  # noqa: B023
    return f"{tried} tried, interrupted: " + ", ".join(f"{name} {count}" for name, count in counts.items())


CATEGORIES = {f.__name__: f for f in (programs, calls, threads, fork, spawn, interruptions)}


def run_category(name: str, seed: int, seconds: float) -> int:
    try:
        print(f"{name}: {CATEGORIES[name](seed, time.monotonic() + seconds)}", flush=True)
    except Wrong as problem:
        print(f"{name}: finding: {problem}", flush=True)
        return 1
    return 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="for all categories together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--category", choices=CATEGORIES, help="only this one, in this process")
    arguments = parser.parse_args(argv)
    if arguments.category:
        return run_category(arguments.category, arguments.seed, arguments.seconds)
    share = arguments.seconds / len(CATEGORIES)
    findings = 0
    for name in CATEGORIES:
        command = [sys.executable, "-X", "faulthandler", "-W", "ignore::DeprecationWarning", "-m", "tests.fuzz.life_cycle",
                   "--category", name, "--seconds", f"{share:g}", "--seed", str(arguments.seed)]
        try:
            status = subprocess.run(command, timeout=share + _PATIENCE, check=False).returncode
        except subprocess.TimeoutExpired:
            status = -1
            print(f"{name}: finding: did not end {_PATIENCE} s after its time", flush=True)
        if status:
            findings += 1
            print(f"{name}: ended with status {status}; to see it again: {' '.join(command[4:])}", flush=True)
    print(f"{findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
