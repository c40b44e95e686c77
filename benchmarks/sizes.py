"""Code for several sizes against code for one: calls of networks with 1 to 64 examples, in turns.

    python -m benchmarks.sizes                              four networks, all sizes
    python -m benchmarks.sizes --network mlp --sizes 5 37   some
    python -m benchmarks.sizes --record                     and keep the figures under docs/measured/sizes

Each network is compiled once with its number of examples unknown; what a call of each size then takes is held against the same
program compiled for that size alone, each by its fastest turn; with HLOOM_THREADS=1 by the clock of the thread, which stands
still while others have the processor. A ratio is the time of the shared code over that of its own: 1.10 is a tenth more. Where
one of them, whichever it is, takes a tenth more than the other, both take as many turns again, and once more: the fastest turn of
all counts. Beside it stands what the first call of a size takes, with what it compiles, and what compiling for that size alone
does; no cache has them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np

import hloom
from benchmarks import networks, record, timing
from benchmarks.setting import headline, setting
from hloom.passes.specialize import Template
from hloom.support.signatures import type_name

FOLDER = record.FOLDER / "sizes"
#: How far apart times may be of which one is taken at its word, as a ratio, and how often turns are taken at most where they are
#: not: calls of some dozen microseconds are at the mercy of who else has a processor for a moment.
APART, MOST_MEASUREMENTS = 1.1, 3
Row = dict[str, Any]


def measured(name: str, network: networks.Network, sizes: Sequence[int], rounds: int, budget: float) -> list[Row]:
    """A row for each size."""
    module = hloom.parse(network.text)
    shared, template = hloom.compile(module), Template(module, "main")
    generator = np.random.default_rng(1)
    rows = []
    for size in sizes:
        arrays = network.arguments(size, generator)
        first = timing.seconds_of(lambda: shared(*arrays))  # noqa: B023
        start = time.perf_counter()
        own = hloom.compile(template.specialized([a.shape for a in arrays], {}))
        alone = time.perf_counter() - start
        require_equal(name, size, shared(*arrays), own(*arrays))
        engines: dict[str, Callable[[], object]] = {"shared": lambda: shared(*arrays), "own": lambda: own(*arrays)}  # noqa: B023
        clock = time.thread_time if own.stats["threads"] == 1 else time.perf_counter
        taken, measurements = fastest(engines, rounds, budget, clock)
        rows.append({"network": name, "examples": size, "shared_ms": 1e3 * taken["shared"], "own_ms": 1e3 * taken["own"],
                     "ratio": taken["shared"] / taken["own"], "measurements": measurements, "first_call_ms": 1e3 * first,
                     "compile_own_ms": 1e3 * alone,
                     "code": shared.stats.get("examples_of", {}).get(label(shared, arrays), "its own")})
        print("{network:8} {examples:3}  {shared_ms:8.3f} ms  {own_ms:8.3f} ms  {ratio:5.2f}   first {first_call_ms:7.1f} ms  "
              "alone {compile_own_ms:7.1f} ms  {code}".format(**rows[-1]), flush=True)
    return rows


def fastest(engines: dict[str, Callable[[], object]], rounds: int, budget: float,
            clock: timing.Clock) -> tuple[dict[str, float], int]:
    """The seconds of each engine's fastest turn, and how often all took turns."""
    taken = timing.interleaved(engines, rounds, budget, of=min, clock=clock)
    for done in range(1, MOST_MEASUREMENTS):
        if max(taken.values()) <= APART * min(taken.values()):
            return taken, done
        again = timing.interleaved(engines, rounds, budget, of=min, clock=clock)
        taken = {name: min(seconds, again[name]) for name, seconds in taken.items()}
    return taken, MOST_MEASUREMENTS


def label(shared: Any, arrays: Sequence[np.ndarray]) -> str:
    """What the executable calls a call of these arguments in its statistics."""
    return f"({', '.join(type_name(p.type.with_shape(a.shape)) for p, a in zip(shared.signature.arguments, arrays))})"


def require_equal(name: str, size: int, found: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> None:
    for a, b in zip(found, expected, strict=True):
        if not np.allclose(a, b, rtol=1e-4, atol=1e-4):
            sys.exit(f"{name} of {size} examples: results differ by {np.abs(a - b).max()}")


def summary(rows: Sequence[Row]) -> str:
    """A table for people, a row for each network."""
    lines = ["| network | sizes | within 10 % | median | worst | first call of a size, median | compiled alone, median |",
             "|---|---|---|---|---|---|---|"]
    for name in dict.fromkeys(row["network"] for row in rows):
        own = [row for row in rows if row["network"] == name]
        worst = max(own, key=lambda row: row["ratio"])
        lines.append(
            f"| {name} | {len(own)} | {sum(row['ratio'] <= 1.1 for row in own)} | {median(r['ratio'] for r in own):.2f} | "
            f"{worst['ratio']:.2f} (of {worst['examples']}) | {median(r['first_call_ms'] for r in own):.0f} ms | "
            f"{median(r['compile_own_ms'] for r in own):.0f} ms |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizes", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--network", nargs="+", choices=networks.NETWORKS, default=list(networks.NETWORKS))
    parser.add_argument("--sizes", nargs="+", type=int, default=range(1, 65))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--budget", type=float, default=0.3, help="seconds for each size")
    parser.add_argument("--json")
    parser.add_argument("--record", action="store_true", help=f"keep the figures under {FOLDER.name}")
    options = parser.parse_args()
    os.environ["HLOOM_CACHE"] = ""
    facts = setting(threads=hloom.compile(hloom.parse(networks.mlp(1).text)).stats["threads"])
    print(headline(facts))
    rows = [row for name in options.network
            for row in measured(name, networks.NETWORKS[name](), options.sizes, options.rounds, options.budget)]
    print(summary(rows))
    document = {"date": datetime.date.today().isoformat(), "setting": facts, "rows": rows}
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
    if options.record:
        record.write(document, FOLDER)


if __name__ == "__main__":
    main()
