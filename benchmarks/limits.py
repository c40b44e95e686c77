"""How near programs come to what the machine can do at most: bytes moved against a copy, products against multiply-add.

    python -m benchmarks.limits                                  every family, on one thread and on two
    python -m benchmarks.limits --family softmax --only f32      some rows
    python -m benchmarks.limits --threads 1 4 --json out.json

A program and its limit take turns. For what moves data the limit is a native loop that reads and writes as many bytes as the
program's arguments and results have, by ordinary stores or past the caches, whichever is faster; for matrix products and
convolutions it is a loop of multiply-add instructions (or those for tiles) on registers, for as many operations as the program
has products and sums. Softmax and layer normalization are held to the slower of the two: their bytes, and a multiply-add of f32
for each operation that they do (`limit_programs`), but none for widening and rounding bf16; what they come to of the bytes alone
stands behind it. 100 % is a program that takes no longer than its limit.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

import hloom
from benchmarks import timing
from benchmarks.compare import geometric_mean
from benchmarks.limit_programs import FAMILIES, GOALS, Program
from benchmarks.machine import Machine
from benchmarks.setting import headline, setting
from hloom.runtime import memory

Row = dict[str, Any]


def bytes_of(types: Any) -> int:
    """Bytes of the arrays of these types."""
    return sum(prod(t.shape) * t.storage.dtype.itemsize for t in types)


def operations(module: hloom.Module) -> float:
    """Products and sums of the contractions of @main, each counted as an operation."""
    total = 0.0
    for op in module.functions["main"].body.block.operations:
        numbers = getattr(op, "dot_dimension_numbers", None)
        if numbers is not None:
            total += 2.0 * prod(op.results[0].shape) * prod(op.lhs.shape[d] for d in numbers.lhs_contracting_dimensions)
        elif hasattr(op, "feature_group_count"):
            features = op.rhs.shape[op.dimension_numbers.kernel_output_feature_dimension]
            total += 2.0 * prod(op.results[0].shape) * prod(op.rhs.shape) / features
    return total


def drawn(type: Any, generator: np.random.Generator) -> np.ndarray:
    """Values of a type in memory of the kind that results get."""
    dtype = type.storage.dtype
    made = memory.array(type.shape, dtype)
    small = generator.integers(-3, 4, type.shape, np.int8)
    made[...] = small.astype(dtype) if dtype.kind in "iub" else (small * 0.25).astype(dtype)
    return made


def measured(family: str, program: Program, machine: Machine, rounds: int, seconds: float) -> Row:
    """A program on so many threads, and its limit, in turns."""
    module = hloom.parse(program.text)
    type = module.functions["main"].function_type
    executable = hloom.compile(module, threads=machine.threads, excess_precision=program.excess_precision)
    generator = np.random.default_rng(0)
    arguments = [drawn(t, generator) for t in type.inputs]
    reads = bytes_of(type.inputs) if program.reads is None else program.reads
    writes, work = bytes_of(type.outputs), operations(module)
    calls: dict[str, Callable[[], object]] = {"hloom": lambda: executable(*arguments)}
    is_arithmetic = program.peak is not None
    if program.arithmetic:
        work = 2.0 * program.arithmetic * sum(prod(t.shape) for t in type.outputs)
    if work:
        peak = machine.arithmetic(program.peak or "f32")
        calls["arithmetic"] = peak.run
    if not is_arithmetic:
        calls |= machine.traffic(reads, writes)
    times = timing.interleaved(calls, rounds, seconds)
    computing = times["arithmetic"] * work / peak.work if work else 0.0
    moving = 0.0 if is_arithmetic else min(times[name] for name in times if name not in ("hloom", "arithmetic"))
    limit = max(moving, computing)
    amount = work if is_arithmetic else reads + writes
    return {"family": family, "program": program.name, "threads": machine.threads, "ms": times["hloom"] * 1e3,
            "limit_ms": limit * 1e3, "bytes": reads + writes, "operations": work, "unit": "GF/s" if is_arithmetic else "GB/s",
            "rate": amount / times["hloom"] * 1e-9, "limit_rate": amount / limit * 1e-9, "fraction": limit / times["hloom"],
            "of_bytes": moving / times["hloom"] if program.arithmetic else None,
            "fallbacks": [op.name for op in executable.fallbacks]}


def chosen(family: str, text: str, machine: Machine) -> Iterator[tuple[str, Program]]:
    """The programs of families and names that contain these words, as far as the processor has instructions for them."""
    for name, programs in FAMILIES.items():
        for program in programs:
            known = program.peak is None or program.peak in machine.types
            if family in name and text in program.name and known:
                yield name, program


def heading(threads: list[int]) -> str:
    columns = "".join(f"{f'{n} thread' + ('s' if n > 1 else ''):>34}" for n in threads)
    return f"{'':42}{columns}\n{'program':42}" + "".join(f"{'ms':>10}{'rate':>8}{'limit':>8}{'of it':>8}" for _ in threads)


def line(rows: list[Row]) -> str:
    """A program's line: the same on each number of threads."""
    cells = "".join(f"{row['ms']:10.3f}{row['rate']:8.1f}{row['limit_rate']:8.1f}{row['fraction']:7.0%} " for row in rows)
    left = f"  left to the evaluator: {', '.join(rows[0]['fallbacks'])}" if rows[0]["fallbacks"] else ""
    if rows[0]["of_bytes"] is not None:
        left += f"  of its bytes alone {', '.join(format(row['of_bytes'], '.0%') for row in rows)}"
    return f"{rows[0]['program']:36}{rows[0]['unit']:>6}{cells}{left}"


def summary(family: str, rows: list[Row], threads: list[int]) -> list[str]:
    """A family's least and mean fractions, and how many reach what is aimed at."""
    found, goal = [], GOALS[family]
    for count in threads:
        fractions = [row["fraction"] for row in rows if row["threads"] == count]
        reached = sum(fraction >= goal for fraction in fractions)
        found.append(f"  {family}, {count} thread{'s' if count > 1 else ''}: mean {geometric_mean(fractions):.0%}, least "
                     f"{min(fractions):.0%}, {reached} of {len(fractions)} at {goal:.0%} or above")
    return found


def machine_limits(machines: list[Machine], rounds: int, seconds: float) -> Mapping[str, Any]:
    """What the machine does at most: a copy of arrays that caches hold and of such that they do not, and each arithmetic."""
    found: dict[str, dict[str, float]] = {}
    for machine in machines:
        rates = found[str(machine.threads)] = {}
        for name, size in (("copy 1 MiB", 1 << 19), ("copy 128 MiB", 1 << 26)):
            rates[f"{name}, GB/s"] = 2e-9 * size / min(timing.interleaved(machine.traffic(size, size), rounds, seconds).values())
        rates["read 64 MiB, GB/s"] = 1e-9 * (1 << 26) / min(
            timing.interleaved(machine.traffic(1 << 26, 0), rounds, seconds).values())
        for type in machine.types:
            peak = machine.arithmetic(type)
            rates[f"{type}, GF/s"] = 1e-9 * peak.work / timing.interleaved({"peak": peak.run}, rounds, seconds)["peak"]
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.limits", description="Programs against the limits of the machine.")
    parser.add_argument("--family", default="", help=f"families whose name contains this, of {', '.join(FAMILIES)}")
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads (default 1 2)")
    parser.add_argument("--rounds", type=int, default=15, help="turns of a program and its limit (default 15)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time a row, from 5 turns on (default 0.5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write limits and rows to a file")
    given = parser.parse_args(argv)
    machines = [Machine(threads) for threads in given.threads]
    programs = list(chosen(given.family, given.only, machines[0]))
    if not programs:
        print("nothing measured: no family and program have such names", file=sys.stderr)
        return 2
    facts = setting(vector_bytes=machines[0].target.vector_bytes)
    print(f"{headline(facts)}, vectors of {facts['vector_bytes']} bytes")
    limits = machine_limits(machines, given.rounds, given.seconds)
    for threads, rates in limits.items():
        print(f"limits on {threads} thread(s): " + ", ".join(f"{name} {rate:.0f}" for name, rate in rates.items()))
    print(heading(given.threads), flush=True)
    rows: list[Row] = []
    for family in dict.fromkeys(name for name, _ in programs):
        mine: list[Row] = []
        for name, program in programs:
            if name == family:
                made = [measured(name, program, machine, given.rounds, given.seconds) for machine in machines]
                print(line(made), flush=True)
                mine += made
        print(*summary(family, mine, given.threads), sep="\n", flush=True)
        rows += mine
    if given.json:
        content = {"setting": facts, "limits": limits, "rows": rows}
        given.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    assert all(math.isfinite(row["fraction"]) for row in rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
