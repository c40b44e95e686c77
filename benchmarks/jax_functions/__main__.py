"""Writes the sweep: a StableHLO program for each case, and the index that `benchmarks.sweep` reads."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.sweep import family_of


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.jax_functions", description="Exports JAX functions as a sweep.")
    parser.add_argument("folder", type=Path, help="folder to write to")
    parser.add_argument("--family", action="append", default=[], metavar="F", help="only this family (may be repeated)")
    parser.add_argument("--only", action="append", default=[], metavar="S", help="only rows whose name holds S (may be repeated)")
    parser.add_argument("--drawn", type=int, default=0, metavar="N", help="instead, N random programs of each operation")
    parser.add_argument("--seed", type=int, default=0, help="what the random programs depend on (default 0)")
    arguments = parser.parse_args(argv)
    try:
        from benchmarks.jax_functions import drawn
        from benchmarks.jax_functions.export import write
        from benchmarks.jax_functions.families import FAMILIES
    except ModuleNotFoundError as fault:
        if fault.name != "jax":
            raise
        print("nothing written: jax is not installed", file=sys.stderr)
        return 2
    try:
        families = drawn.families(arguments.drawn, arguments.seed) if arguments.drawn else FAMILIES
        index = write(arguments.folder, arguments.family, arguments.only, families)
    except ValueError as fault:
        print(f"nothing written: {fault}", file=sys.stderr)
        return 2
    print(counts(index))
    return 0


def counts(index: Sequence[dict[str, Any]]) -> str:
    """How many rows there are of each family."""
    found = Counter(family_of(entry["row"]) for entry in index)
    return "\n".join([*(f"{family:>14}  {count:>5}" for family, count in found.items()), f"{'all':>14}  {len(index):>5}"])


if __name__ == "__main__":
    sys.exit(main())
