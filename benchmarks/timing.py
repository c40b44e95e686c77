"""Interleaved timing: the engines take turns within one process, so that both see the same machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median

#: Gives seconds.
Clock = Callable[[], float]
#: A turn lasts at least this long: shorter calls are timed as a block, whose mean is one sample.
TURN_SECONDS = 2e-3
WARM_CALLS = 3
FEWEST_ROUNDS = 5


def seconds_of(work: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start


def calls_a_turn(work: Callable[[], object], clock: Clock = time.perf_counter) -> int:
    """How many calls make a turn, after the warming ones."""
    fastest = min(seconds_of(work, clock) for _ in range(WARM_CALLS))
    return max(1, int(TURN_SECONDS / max(fastest, 1e-7)))


def interleaved(engines: Mapping[str, Callable[[], object]], rounds: int, budget: float,
                of: Callable[[Sequence[float]], float] = median, clock: Clock = time.perf_counter) -> dict[str, float]:
    """Seconds by a clock that a call of each engine takes over `rounds` turns each, fewer when `budget` seconds are spent: their
    median, or another one `of` them.

    The order of the engines is reversed from one round to the next, since a turn may leave caches or the clock of the
    processor to the next one.
    """
    calls = {name: calls_a_turn(work, clock) for name, work in engines.items()}
    samples: dict[str, list[float]] = {name: [] for name in engines}
    order = list(engines)
    started = time.perf_counter()
    for done in range(rounds):
        if done >= FEWEST_ROUNDS and time.perf_counter() - started > budget:
            break
        for name in order:
            work, count = engines[name], calls[name]
            start = clock()
            for _ in range(count):
                work()
            samples[name].append((clock() - start) / count)
        order.reverse()
    return {name: of(taken) for name, taken in samples.items()}
