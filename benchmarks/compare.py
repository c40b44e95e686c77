"""hloom against XLA for the CPU, side by side in one process: run times, compile times, and how far results differ.

    python -m benchmarks.compare                                 every known program
    python -m benchmarks.compare b_softmax path/to/model.mlir    some programs, any file
    python -m benchmarks.compare --json out.json --rounds 30
    python -m benchmarks.compare --record                        and keep the figures for docs/performance.md

The engines take turns with the same inputs and the same number of threads; times are medians. Child processes of a
program measure what a process fixes when it starts, or does but once:

1. hloom compiles with its cache switched off, XLA compiles, both run with the allocator as it is;
2. both only compile, as often as it takes to have the compile times of so many processes (--compilations);
3. hloom compiles so often without the library of its installation, too ("bare");
4. hloom compiles once more and fills an empty disk cache;
5. both run with GLIBC_TUNABLES=glibc.malloc.hugetlb=1, which spares XLA most page faults on large results, and hloom
   compiles from the disk cache (a "second start").

The library is what `hloom compile --common` makes, once for an installation: the parts of sorts, transforms, products and rows
that programs share, in machine code, as jaxlib brings along those of Eigen. The benchmark makes one of its own, with programs
of other sizes than those that are measured.

"start" is what such a process does once before it compiles the program, behind the import of hloom and of jax: it gets an engine
ready with a small program, and hloom imports what compiles operations like those of the program.

A ratio is XLA's time over hloom's: above 1 hloom is faster. Without jax only hloom is measured.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import engines, record, workloads
from benchmarks.measure import Order, command
from benchmarks.setting import headline, setting

SHOWN_FOLDER = record.FOLDER.relative_to(workloads.REPOSITORY)
HUGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
#: Modules are compiled once, as an installation has them.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
Row = dict[str, Any]


def measured(order: Order, environment: dict[str, str]) -> Row:
    """What a child with these orders reports; that it ended early, where it did."""
    settings = {"HLOOM_THREADS": str(order.threads), **KEEP_BYTECODE, **environment}
    child = subprocess.run(command(order), cwd=workloads.REPOSITORY, env=os.environ | settings, text=True,
                           stdout=subprocess.PIPE, check=False)
    if child.returncode != 0:
        return {"hloom_error": f"the measuring process ended with status {child.returncode}"}
    return json.loads(child.stdout.splitlines()[-1])


def fill_library(order: Order, library: Path) -> None:
    """Makes the library of an installation."""
    subprocess.run([sys.executable, "-m", "hloom", "compile", "--common", "--threads", str(order.threads)],
                   cwd=workloads.REPOSITORY, env={**os.environ, **KEEP_BYTECODE, "HLOOM_LIBRARY": str(library),
                                                        "HLOOM_CACHE": ""},
                   stdout=subprocess.DEVNULL, check=True)


def compare(order: Order, compilations: int, library: Path) -> Row:
    """The figures of one program from all processes; `library` is that of the installation."""
    first = {"HLOOM_CACHE": "", "HLOOM_LIBRARY": str(library)}
    row = {"program": Path(order.path).stem, **measured(order, first)}
    only_compile, alone = replace(order, run=False), replace(order, run=False, xla=False)
    compiled = [row, *(measured(only_compile, first) for _ in range(compilations - 1))]
    for key in ("hloom_compile_ms", "xla_compile_ms", "hloom_start_ms", "xla_start_ms"):
        if key in row:
            row[key] = middle(compiled, key)
    bare = [measured(alone, {"HLOOM_CACHE": "", "HLOOM_LIBRARY": ""}) for _ in range(compilations)]
    with tempfile.TemporaryDirectory(prefix="hloom-bench-") as cache:
        kept = {"HLOOM_CACHE": cache, "HLOOM_LIBRARY": str(library)}
        measured(alone, kept)
        again = measured(order, kept | HUGE_PAGES)
    row |= {
        "hloom_bare_compile_ms": middle(bare, "hloom_compile_ms"),
        "hloom_second_start_ms": again.get("hloom_compile_ms"), "hloom_huge_pages_ms": again.get("hloom_ms"),
        "xla_huge_pages_ms": again.get("xla_ms"),
        **{key: again[key] for key in ("hloom_error", "xla_error") if key in again and key not in row},
    }
    row["ratio"] = ratio(row.get("xla_ms"), row.get("hloom_ms"))
    row["ratio_huge_pages"] = ratio(row["xla_huge_pages_ms"], row["hloom_huge_pages_ms"])
    for kind in ("compile", "bare_compile", "second_start"):
        row[f"{kind}_ratio"] = ratio(row.get("xla_compile_ms"), row.get(f"hloom_{kind}_ms"))
    row["start_ratio"] = ratio(row.get("xla_start_ms"), row.get("hloom_start_ms"))
    return row


def middle(rows: list[Row], key: str) -> float | None:
    """The median of a figure over the rows that have it."""
    known = [row[key] for row in rows if row.get(key) is not None]
    return median(known) if known else None


def ratio(numerator: float | None, denominator: float | None) -> float | None:
    return numerator / denominator if numerator and denominator else None


def figure(value: float | None) -> str:
    """Milliseconds with about three digits that mean something."""
    if value is None:
        return "-"
    return f"{value:.{4 if value < 0.1 else 2 if value < 100 else 0}f}"


def factor(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


COLUMNS = [
    ("program", 14), ("hloom", 9), ("XLA", 9), ("ratio", 6), ("hloom hp", 9), ("XLA hp", 9), ("ratio", 6),
    ("compile", 8), ("bare", 8), ("second", 8), ("XLA", 8), ("start", 8), ("XLA", 8), ("difference", 10),
]


def heading() -> str:
    return "  ".join(f"{title:>{width}}" for title, width in COLUMNS)


def line(row: Row) -> str:
    """A program's line of the table."""
    difference = row.get("difference")
    cells = [
        row["program"], figure(row.get("hloom_ms")), figure(row.get("xla_ms")), factor(row["ratio"]),
        figure(row["hloom_huge_pages_ms"]), figure(row["xla_huge_pages_ms"]), factor(row["ratio_huge_pages"]),
        figure(row.get("hloom_compile_ms")), figure(row["hloom_bare_compile_ms"]), figure(row["hloom_second_start_ms"]),
        figure(row.get("xla_compile_ms")), figure(row.get("hloom_start_ms")), figure(row.get("xla_start_ms")),
        "-" if difference is None else f"{difference:.1e}",
    ]
    return "  ".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS))


def geometric_means(rows: list[Row]) -> dict[str, float | None]:
    return {key: geometric_mean([row.get(key) for row in rows]) for key in record.RATIOS}


def remarks(rows: list[Row]) -> list[str]:
    """What stands below the table: the geometric means, and what fell back or went wrong."""
    stated = ", ".join(f"{record.RATIOS[key][0]} {mean:.2f}" for key, mean in geometric_means(rows).items() if mean is not None)
    lines = [f"geometric mean of XLA's time over hloom's: {stated}"] if stated else []
    for row in rows:
        if row.get("fallbacks"):
            lines.append(f"{row['program']}: left to the reference evaluator: {', '.join(row['fallbacks'])}")
        lines += [f"{row['program']}: {key[:-6]}: {row[key]}" for key in ("hloom_error", "xla_error") if key in row]
    return lines


def geometric_mean(ratios: list[float | None]) -> float | None:
    known = [math.log(value) for value in ratios if value]
    return math.exp(sum(known) / len(known)) if known else None


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.compare", description="Compares hloom with XLA on the CPU.")
    parser.add_argument("programs", nargs="*", help="known programs or .mlir files (default: all known programs)")
    parser.add_argument("--programs", dest="folder", type=Path, metavar="DIR", help="folder of the known programs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write setting and rows to a file")
    parser.add_argument("--record", type=Path, metavar="DIR", nargs="?", const=record.FOLDER,
                        help=f"also keep the figures, with date, commit and command (default DIR: {SHOWN_FOLDER})")
    parser.add_argument("--rounds", "--reps", type=int, default=15, help="turns of each engine (default 15)")
    parser.add_argument("--seconds", type=float, default=3.0, help="time a program, from 5 turns on (default 3)")
    parser.add_argument("--compilations", type=int, default=5, help="processes that compile each program (default 5)")
    parser.add_argument("--threads", type=int, default=2, help="threads of both engines (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs (default 0)")
    return parser


def recorded(rows: list[Row], facts: dict[str, Any], arguments: argparse.Namespace) -> dict[str, Any]:
    """The record of a comparison: its date, commit and command (without what names places of one machine), and its figures."""
    options = [f"--{name} {value}" for name in ("rounds", "seconds", "compilations", "threads", "seed")
               if (value := getattr(arguments, name)) != parser().get_default(name)]
    words = ["python -m benchmarks.compare", *(Path(name).name for name in arguments.programs), *options]
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": record.commit(), "command": " ".join(words),
        "setting": facts, "rows": [record.titled(row) for row in rows],
        "means": {"programs": len(rows), **geometric_means(rows)},
    }


def main(argv: list[str] | None = None) -> int:
    arguments = parser().parse_args(argv)
    try:
        paths = workloads.find_programs(arguments.programs, arguments.folder)
    except FileNotFoundError as fault:
        print(f"nothing measured: {fault}", file=sys.stderr)
        # Asked for no program in particular, a checkout without the known programs has nothing to show and no fault.
        return 2 if arguments.programs or arguments.folder else 0
    with_xla = engines.xla_version() is not None
    order = Order("", True, with_xla, arguments.rounds, arguments.seconds, arguments.seed, arguments.threads)

    facts = setting(threads=order.threads, rounds=order.rounds, seed=order.seed)
    print(headline(facts))
    print("milliseconds; hp: with huge pages; compile: with the library of the installation (hloom compile --common); "
          "bare: without; second: from the disk cache; start: what a process does once before, from the import to its first "
          "program; ratio: XLA's time over hloom's")
    print(heading(), flush=True)
    rows = []
    with tempfile.TemporaryDirectory(prefix="hloom-bench-") as library:
        fill_library(order, Path(library))
        for path in paths:
            rows.append(compare(replace(order, path=str(path.resolve())), arguments.compilations, Path(library)))
            print(line(rows[-1]), flush=True)
    print(*remarks(rows), sep="\n")
    if arguments.json:
        arguments.json.write_text(json.dumps({"setting": facts, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    if arguments.record:
        print(f"recorded in {record.write(recorded(rows, facts, arguments), arguments.record)}; `make docs` writes the page")
    return 1 if any("hloom_error" in row for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
