"""A data-parallel training step on 1, 2, 4 and 8 processes, as threads and as ranks of MPI; and a model of it for more.

    python -m benchmarks.grids scaling
    mpiexec -n N python -m benchmarks.grids_scaling ROUNDS        what one row of ranks measures

The step is that of a perceptron of two layers: forward, backward, the sum of the gradients over all processes, the new weights.
*Strong* scaling divides one batch among the processes, *weak* gives each a batch of its own. Every process runs on one thread.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.timing import TURN_SECONDS, seconds_of

COUNTS = (1, 2, 4, 8)
#: Sizes of the layers; examples of all processes together (strong), and of each (weak).
LAYERS, STRONG, WEAK = (784, 512, 16), 512, 128
_ROOT = Path(__file__).resolve().parent.parent


def step(count: int, batch: int) -> tuple[str, list[tuple[int, ...]]]:
    """The program of a process, and the shapes of its arguments: two weights, examples and what they should give."""
    a, b, c = LAYERS
    group = f"dense<[{list(range(count))}]> : tensor<1x{count}xi64>"

    def of(*shape: int) -> str:
        return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"

    def dot(name: str, x: str, y: str, dims: tuple[int, int], types: tuple[str, str, str]) -> str:
        return (f"  %{name} = stablehlo.dot_general %{x}, %{y}, contracting_dims = [{dims[0]}] x [{dims[1]}] : "
                f"({types[0]}, {types[1]}) -> {types[2]}\n")

    def updated(name: str, weight: str, type: str) -> str:
        return f"""  %s{name} = "stablehlo.all_reduce"(%{name}) ({{
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %t = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }}) {{replica_groups = {group}}} : ({type}) -> {type}
  %rate{name} = stablehlo.constant dense<{1e-3 / (count * batch)}> : {type}
  %d{name} = stablehlo.multiply %s{name}, %rate{name} : {type}
  %n{name} = stablehlo.subtract %{weight}, %d{name} : {type}
"""

    w1, w2, x, h, y = of(a, b), of(b, c), of(batch, a), of(batch, b), of(batch, c)
    text = (f"func.func @main(%w1: {w1}, %w2: {w2}, %x: {x}, %y: {y}) -> ({w1}, {w2}) {{\n"
            f"  %zero = stablehlo.constant dense<0.0> : {h}\n" + dot("u", "x", "w1", (1, 0), (x, w1, h))
            + f"  %h = stablehlo.maximum %u, %zero : {h}\n" + dot("o", "h", "w2", (1, 0), (h, w2, y))
            + f"  %e = stablehlo.subtract %o, %y : {y}\n" + dot("g2", "h", "e", (0, 0), (h, y, w2))
            + dot("b", "e", "w2", (1, 1), (y, w2, h))
            + f"  %on = stablehlo.compare GT, %u, %zero : ({h}, {h}) -> tensor<{batch}x{b}xi1>\n"
            + f"  %k = stablehlo.select %on, %b, %zero : tensor<{batch}x{b}xi1>, {h}\n" + dot("g1", "x", "k", (0, 0), (x, h, w1))
            + updated("g1", "w1", w1) + updated("g2", "w2", w2) + f"  return %ng1, %ng2 : {w1}, {w2}\n}}\n")
    return text, [(a, b), (b, c), (batch, a), (batch, c)]


def seconds(count: int, batch: int, rounds: int, transport: Any = None) -> float:
    """The median of the seconds of a step, on memory that is there."""
    import hloom

    text, shapes = step(count, batch)
    grid = hloom.compile_grid(hloom.parse(text), count, threads=1 if transport else count, transport=transport)
    native = grid.native
    assert native is not None and not grid.fallbacks
    random = np.random.default_rng(0)
    given = [[random.random(shape, np.float32) for shape in shapes] for _ in native.here]
    made = [[np.zeros(shape, np.float32) for shape in shapes[:2]] for _ in native.here]
    arguments, results = ([[x.ctypes.data for x in row] for row in rows] for rows in (given, made))

    def once() -> None:
        native.run(arguments, results)

    once()
    taken = []
    for _ in range(rounds):
        calls = max(1, int(TURN_SECONDS / seconds_of(once))) if transport is None else 1
        taken.append(min(seconds_of(once) for _ in range(calls)))
    return float(np.median(taken))


def in_ranks(count: int, rounds: int) -> dict[str, float] | None:
    """What ranks of MPI take; None where mpi4py and mpiexec are not there."""
    starter = shutil.which("mpiexec", path=sysconfig.get_path("scripts")) or shutil.which("mpiexec")
    if starter is None or find_spec("mpi4py") is None:
        return None
    done = subprocess.run([starter, "-n", str(count), sys.executable, "-m", "benchmarks.grids_scaling", str(rounds)], cwd=_ROOT,
                          capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout)


def rows(rounds: int) -> Iterator[dict[str, Any]]:
    """The table, row by row."""
    for count in COUNTS:
        own = {"strong": seconds(count, STRONG // count, rounds), "weak": seconds(count, WEAK, rounds)}
        yield {"transport": "threads", "processes": count, **own}
        ranks = in_ranks(count, rounds)
        if ranks is not None:
            yield {"transport": "mpi", "processes": count, **ranks}


def line(row: dict[str, Any], first: dict[str, Any], processors: int) -> str:
    """A row, beside the first one of its transport: what one process takes over what these do, in parts of what could be had."""
    count = row["processes"]
    strong, weak = first["strong"] / row["strong"], first["weak"] / row["weak"]
    more = "" if count <= processors else f"  {count} on {processors} processors: {processors / count:.0%} is all there is"
    return (f"{row['transport']:<10}{count:>4}{row['strong'] * 1e3:>11.2f} ms{strong:>8.2f}{row['weak'] * 1e3:>11.2f} ms"
            f"{weak:>8.0%}{more}")


HEAD = f"{'':<10}{'':>4}{'strong':>14}{'times':>8}{'weak':>14}{'of one':>8}"


# -- on paper ------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Network:
    """One process a machine: seconds of a message of no bytes, bytes a second in and out of a machine at the same time, and those
    that a processor adds up a second."""

    latency: float = 2e-6
    bandwidth: float = 25e9
    adding: float = 10e9

    def ring(self, count: int, size: float) -> float:
        """A sum in 2 (n - 1) messages of an nth: each passes on what it has added to."""
        n = count
        return 2 * (n - 1) * self.latency + 2 * (n - 1) / n * size / self.bandwidth + (n - 1) / n * size / self.adding

    def tree(self, count: int, size: float) -> float:
        """A sum by halves, and back: log n messages each way, of half as much each time."""
        return self.ring(count, size) - 2 * (count - 1 - math.ceil(math.log2(count))) * self.latency

    def fixed(self, count: int, size: float) -> float:
        """What hloom has MPI do for the group's order: records of 64 bytes from all to all, then to each the nth that it adds up,
        directly; then what it has made, to all."""
        n, doubling = count, math.ceil(math.log2(count)) * self.latency
        records = doubling + 64 * n / self.bandwidth
        dealt = (n - 1) * max(self.latency / 10, size / n / self.bandwidth) + self.latency
        shared = doubling + (n - 1) / n * size / self.bandwidth
        return records + dealt + (n - 1) / n * size / self.adding + shared


def model(compute: float, parameters: int, counts: tuple[int, ...] = (8, 64, 512, 4096)) -> Iterator[str]:
    """The weak scaling of a step of so many seconds and parameters (f32), line by line."""
    network, size = Network(), 4.0 * parameters
    yield (f"on paper: a step of {compute * 1e3:.1f} ms, {size / 1e6:.1f} MB of gradients; a process a machine, "
           f"{network.latency * 1e6:g} us and {network.bandwidth / 1e9:g} GB/s, sums at {network.adding / 1e9:g} GB/s; nothing "
           "overlaps, nobody is late")
    yield f"{'processes':<14}{'ring':>12}{'tree':>12}{'fixed order':>14}{'share: ring':>14}{'tree':>8}{'fixed':>8}"
    for count in counts:
        taken = [way(count, size) for way in (network.ring, network.tree, network.fixed)]
        shares = [compute / (compute + t) for t in taken]
        yield (f"{count:<14,}{taken[0] * 1e3:>9.2f} ms{taken[1] * 1e3:>9.2f} ms{taken[2] * 1e3:>11.2f} ms"
               f"{shares[0]:>14.0%}{shares[1]:>8.0%}{shares[2]:>8.0%}")


def main() -> None:
    from hloom.grid import mpi

    ranks, rounds = mpi(), int(sys.argv[1])
    found = {"strong": seconds(ranks.size, STRONG // ranks.size, rounds, ranks), "weak": seconds(ranks.size, WEAK, rounds, ranks)}
    if ranks.rank == 0:
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
