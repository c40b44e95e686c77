"""Collective operations of eight processes in one memory: hloom's grids against a memory copy, and JAX on hloom against XLA-CPU.

    python -m benchmarks.grids                       everything
    python -m benchmarks.grids native                some parts: native, jax, training, scaling, model
    python -m benchmarks.grids jax --only psum --largest 1048576

`native` times a compiled grid on arrays that are there, beside what one thread takes to copy as many bytes as all results have.
`jax` has the same operations of `shard_map` on eight devices, hloom's and XLA's host devices, in processes that take turns, with
what JAX needs for a call; `training` a data-parallel step; `scaling` one on 1 to 8 processes, threads and ranks of MPI, and
`model` what it would take on 4,096, on paper. Sizes are bytes of each process's operand. A ratio is XLA's time over
hloom's: above 1 hloom is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import grids_scaling
from benchmarks.jax.__main__ import ON_DEVICES, figure, line, shown, versions
from benchmarks.jax.turns import Pair, Row
from benchmarks.setting import headline, setting
from benchmarks.timing import interleaved

COUNT = 8
SIZES = (1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 23, 1 << 26)
_GROUP = "dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>"
_SUM = """({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })"""
#: What JAX calls an operation: its name, its body and attributes, how much larger its result is, and the largest operand.
OPERATIONS = {
    "psum": ("all_reduce", f"{_SUM} {{replica_groups = {_GROUP}}}", 1.0, 1 << 26),
    "all_gather": ("all_gather", f"{{all_gather_dim = 0 : i64, replica_groups = {_GROUP}}}", 8.0, 1 << 20),
    "psum_scatter": ("reduce_scatter", f"{_SUM} {{scatter_dimension = 0 : i64, replica_groups = {_GROUP}}}", 1 / 8, 1 << 23),
    "all_to_all": ("all_to_all", f"{{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 8 : i64, "
                   f"replica_groups = {_GROUP}}}", 1.0, 1 << 23),
    "ppermute": ("collective_permute", "{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], "
                 "[7, 0]]> : tensor<8x2xi64>}", 1.0, 1 << 23),
}


def chosen(arguments: argparse.Namespace) -> Iterator[tuple[str, int]]:
    for name, (_, _, _, largest) in OPERATIONS.items():
        if arguments.only in name:
            for size in SIZES:
                if size <= min(largest, arguments.largest):
                    yield name, size


def grid_of(name: str, size: int) -> tuple[Any, list[list[np.ndarray]], list[list[np.ndarray]]]:
    """A compiled operation, and arguments and results of its processes."""
    import hloom

    operation, rest, factor, _ = OPERATIONS[name]
    given, made = size // 4, int(size * factor) // 4
    text = f"""func.func @main(%a: tensor<{given}xf32>) -> tensor<{made}xf32> {{
  %r = "stablehlo.{operation}"(%a) {rest} : (tensor<{given}xf32>) -> tensor<{made}xf32>
  return %r : tensor<{made}xf32>
}}"""
    return (hloom.compile_grid(hloom.parse(text), COUNT), [[np.ones(given, np.float32)] for _ in range(COUNT)],
            [[np.ones(made, np.float32)] for _ in range(COUNT)])


def native(name: str, size: int, rounds: int) -> dict[str, Any]:
    """Seconds of an operation on memory that is there, and of copying as many bytes as its results have."""
    grid, given, made = grid_of(name, size)
    addresses = [[[x.ctypes.data for x in row] for row in rows] for rows in (given, made)]
    source, target = (np.ones(sum(prod(x.shape) for row in made for x in row), np.float32) for _ in range(2))
    found = interleaved({"grid": lambda: grid.native.run(*addresses), "copy": lambda: np.copyto(target, source)}, rounds, 5.0)
    return {"operation": name, "bytes": size, **found, "bytes_per_second": target.nbytes / found["grid"]}


def native_line(row: dict[str, Any]) -> str:
    cells = [figure(row["grid"]), figure(row["copy"]), f"{row['copy'] / row['grid']:.2f}", f"{row['bytes_per_second'] / 1e9:.2f}"]
    return f"{title(row['operation'], row['bytes']):<46}" + "".join(f"{cell:>10}" for cell in cells)


def title(name: str, size: int) -> str:
    return f"{name}, {f'{size >> 20} MiB' if size >= 1 << 20 else f'{size >> 10} KiB'}"


def in_jax(pair: Pair, name: str, size: int) -> list[Row]:
    return pair.turns(title(name, size), "collective", name, size, devices=COUNT)


def trainings(pair: Pair, only: str) -> Iterator[Row]:
    for name, said in ON_DEVICES.items():
        if only in name:
            yield from pair.turns(said, "train", name, devices=COUNT, first="first step")


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.grids", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--only", default="", metavar="S", help="only operations, or trainings, whose name holds S")
    parser.add_argument("--largest", type=int, default=SIZES[-1], metavar="BYTES", help="the largest operand (default: 64 MiB)")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has JAX (default: this one)")
    parser.add_argument("--rounds", type=int, default=11, help="turns of each side (default 11)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write setting and rows to a file")
    arguments = parser.parse_args(argv)
    if unknown := [name for name in arguments.parts if name not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; parts are {', '.join(PARTS)}")
    return arguments


PARTS = ("native", "jax", "training", "scaling", "model")
#: Those in which JAX takes part.
_OF_JAX = ("jax", "training")
#: What the model takes a step to be, where none was measured: seconds of one process, and parameters.
_STEP = 0.1, 25_000_000


def main(argv: list[str] | None = None) -> int:
    arguments = parsed(argv)
    parts = arguments.parts or PARTS
    found = versions(arguments.python)
    if "jax" not in found and any(part in _OF_JAX for part in parts):
        others = ", ".join(part for part in PARTS if part not in _OF_JAX)
        print(f"jax is not installed: only these parts can be measured: {others}", file=sys.stderr)
        return 2
    facts = setting(threads=len(os.sched_getaffinity(0)), rounds=arguments.rounds, **found)
    print(headline(facts))
    measured: dict[str, list[Any]] = {part: [] for part in parts}
    if "native" in parts:
        said = f"{COUNT} threads on {len(os.sched_getaffinity(0))} processors"
        print(f"{said:<46}{'grid':>10}{'copy':>10}{'ratio':>10}{'GB/s':>10}", flush=True)
        for name, size in chosen(arguments):
            measured["native"].append(native(name, size, arguments.rounds))
            print(native_line(measured["native"][-1]), flush=True)
    pair = Pair(arguments.python, arguments.rounds)
    if "jax" in parts or "training" in parts:
        print(f"{'':<46}{'hloom':>10}{'XLA-CPU':>10}{'ratio':>10}", flush=True)
    if "jax" in parts:
        for name, size in chosen(arguments):
            measured["jax"] += _told(in_jax(pair, name, size))
    if "training" in parts:
        for row in trainings(pair, arguments.only):
            measured["training"] += _told([row])
    if "scaling" in parts:
        measured["scaling"] = list(_scaled(arguments.rounds))
    if "model" in parts:
        for text in grids_scaling.model(*_STEP):
            print(text)
    if arguments.json:
        rows = {part: [shown(row) if isinstance(row, Row) else row for row in found] for part, found in measured.items()}
        arguments.json.write_text(json.dumps({"setting": facts, **rows}, indent=1) + "\n", "utf-8")
    return int(any("hloom" in row.errors for found in measured.values() for row in found if isinstance(row, Row)))


def _scaled(rounds: int) -> Iterator[dict[str, Any]]:
    """The table of scaling, which is printed row by row."""
    processors = len(os.sched_getaffinity(0))
    print(grids_scaling.HEAD, flush=True)
    first: dict[str, Any] = {}
    for row in grids_scaling.rows(rounds):
        print(grids_scaling.line(row, first.setdefault(row["transport"], row), processors), flush=True)
        yield row
    if "mpi" not in first:
        print("mpi4py, or mpiexec, is not installed: threads only")


def _told(rows: list[Row]) -> list[Row]:
    for row in rows:
        print(line(row), flush=True)
    return rows


if __name__ == "__main__":
    sys.exit(main())
