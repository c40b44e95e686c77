"""Run by mpiexec: drawn programs of grids, on both engines, whose results must be those of threads, bit for bit.

    mpiexec -n N python -m tests.mpi.drawn_in_ranks COUNT [SEED]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import hloom
from hloom.grid import mpi
from hloom.numbers.bits import to_bits
from tests.runtime.grid_programs import GridProgram, drawn


def programs(ranks: int, count: int, seed: int) -> Iterator[tuple[int, GridProgram]]:
    """Drawn programs whose processes can be shared by so many ranks."""
    while count:
        made = drawn(seed, most=max(ranks, 4) if ranks < 4 else 2 * ranks)
        if made.sizes[0] * made.sizes[1] % ranks == 0:
            yield seed, made
            count -= 1
        seed += 1


def difference(found: Any, wanted: Any, here: Any, partitions: int) -> str | None:
    """Where the results of the processes that are here differ, or others are there."""
    for k, (mine, theirs) in enumerate(zip([x for row in found for x in row], [x for row in wanted for x in row], strict=True)):
        if k not in here:
            if mine is not None:
                return f"process {divmod(k, partitions)} has results, and is not here"
            continue
        for number, (x, y) in enumerate(zip(mine, theirs, strict=True)):
            if x.dtype != y.dtype or x.shape != y.shape or to_bits(x).tobytes() != to_bits(y).tobytes():
                return f"result {number} of process {divmod(k, partitions)}: {x}, threads have {y}"
    return None


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    ranks = mpi()
    native = 0
    for number, made in programs(ranks.size, count, seed):
        module, sizes = hloom.parse(made.text), made.sizes
        wanted = hloom.evaluate_grid(module, made.arguments, num_replicas=sizes[0], num_partitions=sizes[1])
        here = ranks.here(sizes[0] * sizes[1])
        own = [[row if r * sizes[1] + p in here else None for p, row in enumerate(rows)] for r, rows in enumerate(made.arguments)]
        evaluated = hloom.evaluate_grid(module, own, num_replicas=sizes[0], num_partitions=sizes[1], transport=ranks)
        grid = hloom.compile_grid(module, *sizes, transport=ranks)
        native += grid.native is not None
        for what, found in (("evaluator", evaluated), ("compiled", grid(own)), ("compiled again", grid(own))):
            where = difference(found, wanted, here, sizes[1])
            if where is not None:
                raise SystemExit(f"seed {number}, {what}, rank {ranks.rank}: {where}\n{made.text}")
    natives = ranks.gather(np.int64(native))
    if natives is not None:
        print(f"{len(natives)} ranks: {count} programs, {min(natives)} compiled", flush=True)


if __name__ == "__main__":
    main()
