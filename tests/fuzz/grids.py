"""Attacks compiled grids: drawn programs of collective operations, each with and without red zones, against the evaluator.

    python -m tests.fuzz.grids --seconds S [--seed N] [--first N] [--iterations N] [--show]

Each iteration is a program on up to eight processes (`tests.runtime.grid_programs`), whose results must equal the evaluator's bit
for bit, twice, since the second run finds the memory of the first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import hloom
from hloom.numbers.bits import to_bits
from tests.fuzz.mutate_xla import run_iterations
from tests.runtime.grid_programs import GridProgram, drawn

#: Seconds of a run: one that takes longer waits for ever.
_LIMIT = 60.0


@contextmanager
def _guarded(is_guarded: bool) -> Iterator[None]:
    before = os.environ.get("HLOOM_GUARD")
    os.environ["HLOOM_GUARD"] = str(int(is_guarded))
    try:
        yield
    finally:
        del os.environ["HLOOM_GUARD"]
        if before is not None:
            os.environ["HLOOM_GUARD"] = before


def problem_with(made: GridProgram) -> str | None:
    """What is wrong with a program's runs."""
    module = hloom.parse(made.text)
    wanted = hloom.evaluate_grid(module, made.arguments, num_replicas=made.sizes[0], num_partitions=made.sizes[1])
    for is_guarded in (False, True):
        with _guarded(is_guarded):
            grid = hloom.compile_grid(module, *made.sizes)
        if grid.native is None or grid.fallbacks:
            return f"left to the evaluator: {grid!r}"
        if grid.native.is_guarded != is_guarded:
            return f"guarded: {grid.native.is_guarded}"
        for _ in range(2):
            found = grid(made.arguments, time_limit=_LIMIT)
            if (where := _difference(found, wanted)) is not None:
                return f"{'with red zones' if is_guarded else 'compiled'}: {where}"
    return None


def _difference(found: Any, wanted: Any) -> str | None:
    for r, row in enumerate(wanted):
        for p, results in enumerate(row):
            for k, (x, y) in enumerate(zip(found[r][p], results, strict=True)):
                if x.dtype != y.dtype or x.shape != y.shape or to_bits(x).tobytes() != to_bits(y).tobytes():
                    return f"result {k} of process ({r}, {p}): {x}, the evaluator has {y}"
    return None


def iteration(seed: int, number: int) -> str | None:
    made = drawn(seed * 1_000_003 + number, most=8)
    try:
        problem = problem_with(made)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    return None if problem is None else f"{problem}\non {made.sizes[0]} x {made.sizes[1]} processes\n{made.text}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_iterations(iteration, "grids, compiled with and without red zones", arguments, "drawn")


if __name__ == "__main__":
    sys.exit(main())
