"""hloom against XLA for the CPU on one small program for each family of operations, type and layout.

    python -m benchmarks.sweep                                   every row of the index, by family
    python -m benchmarks.sweep --family sort --only argsort      rows of a family whose names hold a word
    python -m benchmarks.sweep --json now.json --against before.json

The folder (--folder, BENCH_SWEEP, or shared/bench/sweep beside the repository) has `index.json`: a list of
{row, file, inputs, tolerance}, where a row is called `family/name`, `inputs` is what `workloads.draw` takes, and the tolerance
is relative to the largest element of a result (null: by its type).

The engines take turns in one process a family, with huge pages for XLA's large results (as in `benchmarks.compare`), or in one a
row with --apart; hloom's cache is off, the library of the environment as it was installed (`hloom compile --common`). A ratio is
XLA's time over hloom's: above 1 hloom is faster. Without jax only hloom is measured. A process that ends early costs the row that
it was at; another one goes on behind it. A row takes half a second, and the machine may be disturbed for as long: rows below 0.95
are measured again (--again), each time in a process of their own, and the middle one of their ratios counts; all are reported.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import engines, workloads
from benchmarks.compare import HUGE_PAGES, Row, factor, figure, geometric_mean, ratio
from benchmarks.measure import Order, command
from benchmarks.setting import headline, setting

#: Differences, relative to the largest element of a result, that the types of results allow; none for all other types.
TOLERANCES = {"float32": 2e-4, "float64": 1e-9, "bfloat16": 2e-2, "float16": 4e-3, "complex64": 2e-4, "complex128": 1e-9}
#: A row counts as not slower from here on, and as slower than before where it lost so much.
EVEN = 0.95
SLOWER = 1.15
#: What a row is printed for, however fast it is.
WORTH_TELLING = ("ratios", "fallbacks", "wrong", "hloom_error", "xla_error")
#: Bytes of the orders for one child: a command line has room for 128 kB in an argument.
_MOST_BYTES = 100_000


def load_index(folder: Path) -> list[dict[str, Any]]:
    """The rows of a sweep. Raises FileNotFoundError with what to do about it."""
    path = folder / "index.json"
    if not path.is_file():
        raise FileNotFoundError(f"no index.json in {folder}: name the folder of the sweep with --folder or "
                                f"{workloads.SWEEP_VARIABLE}")
    return json.loads(path.read_text(encoding="utf-8"))


def select(index: Sequence[dict[str, Any]], families: Sequence[str], words: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The rows of some families (none: of all) whose names hold one of some words (none: all), by family."""
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in index:
        family = family_of(entry["row"])
        if (not families or family in families) and (not words or any(word in entry["row"] for word in words)):
            found.setdefault(family, []).append(entry)
    return found


def family_of(row: str) -> str:
    return row.split("/")[0]


def measured(orders: Sequence[Order]) -> Iterator[Row]:
    """What children report of each order, in one process as far as it comes and as its command line holds."""
    remaining = list(orders)
    while remaining:
        given = remaining
        while len(given) > 1 and len(command(*given)[-1]) > _MOST_BYTES:
            given = given[: len(given) // 2]
        settings = {"HLOOM_THREADS": str(given[0].threads), "HLOOM_CACHE": "", **HUGE_PAGES}
        found = 0
        with subprocess.Popen(command(*given), cwd=workloads.REPOSITORY, env=os.environ | settings, text=True,
                              stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if line.startswith("{"):  # an engine may print, too
                    found += 1
                    yield json.loads(line)
        if found < len(given):
            found += 1
            yield {"hloom_error": f"the measuring process ended with status {child.returncode}"}
        del remaining[:found]


def completed(entry: Mapping[str, Any], found: Row) -> Row:
    """A row of the result: what a child reported, with ratios and with what is wrong with its values, if anything."""
    row = {"row": entry["row"], **found}
    row["ratio"] = ratio(row.get("xla_ms"), row.get("hloom_ms"))
    row["compile_ratio"] = ratio(row.get("xla_compile_ms"), row.get("hloom_compile_ms"))
    given = entry.get("tolerance")
    wrong = [f"{type} differs by {difference:.1e}" for type, difference in row.get("results", [])
             if difference > (TOLERANCES.get(type, 0.0) if given is None or type not in TOLERANCES else given)]
    if wrong:
        row["wrong"] = ", ".join(wrong)
    return row


def measured_again(row: Row, order: Order, times: int) -> Row:
    """A row that came out slower, with the run times of the middle one of its ratios, of this and of `times` more processes.

    Its compile times stay those that it has: a process of its own compiles it among colder caches than one of a family does.
    """
    others = [found for _ in range(times) for found in measured([order]) if found.get("hloom_ms") and found.get("xla_ms")]
    found = sorted([row, *others], key=lambda other: other["xla_ms"] / other["hloom_ms"])
    middle = found[(len(found) - 1) // 2]  # the lower one of two
    ratios = [ratio(other["xla_ms"], other["hloom_ms"]) for other in (row, *others)]
    return row | {key: middle[key] for key in ("hloom_ms", "xla_ms")} | {
        "ratio": ratio(middle["xla_ms"], middle["hloom_ms"]), "ratios": ratios}


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Figures of some rows: how many, geometric means, the share that is not slower, the least ratio, what is amiss."""
    ratios = [row["ratio"] for row in rows if row["ratio"]]
    return {
        "rows": len(rows), "ratio": geometric_mean(ratios), "least": min(ratios, default=None),
        "even": sum(r >= EVEN for r in ratios) / len(ratios) if ratios else None,
        "compile_ratio": geometric_mean([row.get("compile_ratio") for row in rows]),
        "fallbacks": sum(bool(row.get("fallbacks")) for row in rows),
        "wrong": sum("wrong" in row for row in rows), "failed": sum("hloom_error" in row for row in rows),
    }


HEADING = "    family  rows   ratio   even  least  compile  fallback  wrong  failed"


def line(name: str, figures: Mapping[str, Any]) -> str:
    """A family's line of the table."""
    even = "-" if figures["even"] is None else f"{figures['even']:.0%}"
    return (f"{name:>10}  {figures['rows']:>4}  {factor(figures['ratio']):>6}  {even:>5}  {factor(figures['least']):>5}  "
            f"{factor(figures['compile_ratio']):>7}  {figures['fallbacks']:>8}  {figures['wrong']:>5}  {figures['failed']:>6}")


def row_line(row: Row) -> str:
    times = [figure(row.get(key)) for key in ("hloom_ms", "xla_ms", "hloom_compile_ms", "xla_compile_ms")]
    text = "{:<42} {:>6}  hloom {:>8}  XLA {:>8}  compile {:>7} {:>7}".format(row["row"], factor(row["ratio"]), *times)
    marks = [f"evaluator: {', '.join(row['fallbacks'])}"] if row.get("fallbacks") else []
    marks += [row[key] for key in ("wrong", "hloom_error") if key in row]
    marks += [f"XLA: {row['xla_error']}"] if "xla_error" in row else []
    marks += [f"measured: {', '.join(map(factor, row['ratios']))}"] if "ratios" in row else []
    return "  ".join([text, *marks])


def stored_rows(path: Path) -> dict[str, Row]:
    """Rows by name from a file that --json wrote, or from an object of figures by row."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return {row["row"]: row for row in content["rows"]} if "rows" in content else content


def comparison(rows: Sequence[Row], before: Mapping[str, Row]) -> list[str]:
    """What changed since a stored result: means of the rows that both have, by family, and the rows that became slower.

    Ratios are compared, in which the machine's speed cancels out.
    """
    pairs = [(row, before[row["row"]]) for row in rows if row["ratio"] and before.get(row["row"], {}).get("ratio")]
    lines = [f"against the stored result, {len(pairs)} rows of both:"]
    for family in [*dict.fromkeys(family_of(row["row"]) for row, _ in pairs), "all"]:
        mine = [(a["ratio"], b["ratio"]) for a, b in pairs if family in ("all", family_of(a["row"]))]
        then, now = (geometric_mean([pair[k] for pair in mine]) for k in (1, 0))
        lines.append(f"{family:>10}  {factor(then):>6} -> {factor(now)}")
    worse = sorted((a["ratio"] / b["ratio"], a["row"]) for a, b in pairs if a["ratio"] * SLOWER < b["ratio"])
    return [*lines, *(f"slower than before: {name} ({change:.2f} of its ratio)" for change, name in worse)]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.sweep", description="Compares hloom with XLA, operation by operation.")
    parser.add_argument("--family", action="append", default=[], metavar="F", help="only this family (may be repeated)")
    parser.add_argument("--only", action="append", default=[], metavar="S", help="only rows whose name holds S (may be repeated)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder of the sweep")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write setting and rows to a file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with a stored result")
    parser.add_argument("--apart", action="store_true", help="a process for each row")
    parser.add_argument("--again", type=int, default=2, metavar="N", help=f"measure rows below {EVEN} so often again (default 2)")
    parser.add_argument("--worst", type=int, default=15, help="how many of the slowest rows to list (default 15)")
    parser.add_argument("--all", action="store_true", help="print every row as it comes")
    parser.add_argument("--rounds", type=int, default=15, help="turns of each engine (default 15)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time a row, from 5 turns on (default 0.5)")
    parser.add_argument("--threads", type=int, default=2, help="threads of both engines (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs (default 0)")
    arguments = parser.parse_args(argv)
    folder = arguments.folder or Path(os.environ.get(workloads.SWEEP_VARIABLE) or workloads.DEFAULT_SWEEP)
    try:
        index = load_index(folder)
    except FileNotFoundError as fault:
        print(f"nothing measured: {fault}", file=sys.stderr)
        return 2
    chosen = select(index, arguments.family, arguments.only)
    if not chosen:
        print("nothing measured: no row has such a family and name", file=sys.stderr)
        return 2
    before = stored_rows(arguments.against) if arguments.against else None
    with_xla = engines.xla_version() is not None
    model = Order("", True, with_xla, arguments.rounds, arguments.seconds, arguments.seed, arguments.threads)
    facts = setting(threads=model.threads, rounds=model.rounds, seed=model.seed)
    print(headline(facts) + (", huge pages" if with_xla else ""))
    print(HEADING, flush=True)
    rows: list[Row] = []
    for family, entries in chosen.items():
        mine: list[Row] = []
        orders = [Order(**(vars(model) | {"path": str((folder / e["file"]).resolve()), "inputs": e["inputs"]})) for e in entries]
        for part in ([order] for order in orders) if arguments.apart else (orders,):
            for found in measured(part):
                mine.append(completed(entries[len(mine)], found))
                if arguments.all:
                    print(row_line(mine[-1]), flush=True)
        if arguments.again > 0:
            mine = [measured_again(row, order, arguments.again) if row["ratio"] and row["ratio"] < EVEN else row
                    for row, order in zip(mine, orders)]
        print(line(family, summary(mine)), flush=True)
        rows += mine
    print(line("all", summary(rows)))
    slow = sorted((row for row in rows if row["ratio"] and row["ratio"] < EVEN), key=lambda row: row["ratio"])
    print(f"{len(slow)} rows below {EVEN}" + (", the slowest:" if slow else ""))
    for row in slow[: arguments.worst]:
        print(row_line(row))
    for row in rows:
        if any(row.get(key) for key in WORTH_TELLING) and row not in slow[: arguments.worst]:
            print(row_line(row))
    if before is not None:
        print(*comparison(rows, before), sep="\n")
    if arguments.json:
        content = {"setting": facts, "families": {f: summary([r for r in rows if family_of(r["row"]) == f]) for f in chosen},
                   "all": summary(rows), "rows": rows}
        arguments.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if any("hloom_error" in row or "wrong" in row for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
