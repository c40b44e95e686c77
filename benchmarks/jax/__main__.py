"""JAX on hloom against JAX on XLA-CPU: calls, first results, compilations, training steps, several devices.

    python -m benchmarks.jax                       everything
    python -m benchmarks.jax calls trainings       some parts
    python -m benchmarks.jax --only donated --record

Each side has a process of its own, which take turns; what a process does once is measured in several. Times are medians; a
ratio is XLA's time over hloom's, so that above 1 hloom is faster. Losses after ten steps are compared.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import record
from benchmarks.jax.turns import Pair, Row
from benchmarks.setting import headline, setting

FOLDER = record.FOLDER / "jax"

#: Titles of what `benchmarks.jax.calls` and `benchmarks.jax.training` have by these names; they import JAX, this does not.
CALLS = {
    "jit": "jit call, 4 floats", "jit_awaited": "jit call and block_until_ready", "sixteen": "jit call, 16 arguments and results",
    "donated": "jit call, donated", "eager": "eager x + y", "put": "device_put of a scalar",
    "put_megabyte": "device_put of 1 MiB, awaited", "asarray": "np.asarray of a jit call",
    "ready": "block_until_ready of what is ready", "add": "256 x 256 + 1, awaited", "matmul": "256 x 256 matrix product, awaited",
}
TRAININGS = {"mlp": "MLP, adam", "gpt": "GPT of 6 layers, adamw", "resnet18": "ResNet-18, sgd", "flax_cnn": "flax CNN, adamw"}
ON_DEVICES = {"mlp_sharded": "MLP on 8 devices, NamedSharding", "mlp_mapped": "MLP on 8 devices, shard_map",
              "gpt_sharded": "GPT on 8 devices, NamedSharding", "gpt_mapped": "GPT on 8 devices, shard_map"}


def calls(pair: Pair, only: str) -> Iterator[Row]:
    for name, title in CALLS.items():
        if only in name:
            yield from pair.turns(title, "calls", name)


def starts(pair: Pair, only: str) -> Iterator[Row]:
    both = {"import_seconds": "import jax", "result_seconds": "first jit result"}
    for state, is_warm in (("empty cache", False), ("filled cache", True)):
        if only in "first":
            yield from pair.once({key: f"{title}, {state}" for key, title in both.items()}, "first", is_warm=is_warm)


def many(pair: Pair, only: str) -> Iterator[Row]:
    if only in "eager":
        titles = {"first_seconds": "1,000 different eager operations", "again_seconds": "the same again"}
        yield from pair.once(titles, "eager", 1000)
    if only in "compile":
        yield from pair.once({"seconds": "compile 200 tiny programs"}, "compile", 200)


def _trained(pair: Pair, only: str, titles: dict[str, str], devices: int) -> Iterator[Row]:
    for name, title in titles.items():
        if only in name:
            yield from pair.turns(title, "train", name, devices=devices, first="first step")


def trainings(pair: Pair, only: str) -> Iterator[Row]:
    return _trained(pair, only, TRAININGS, 1)


def devices(pair: Pair, only: str) -> Iterator[Row]:
    return _trained(pair, only, ON_DEVICES, 8)


PARTS: dict[str, Callable[[Pair, str], Iterator[Row]]] = {f.__name__: f for f in (calls, starts, many, trainings, devices)}


def figure(seconds: float | None) -> str:
    """Seconds in a unit that leaves three digits."""
    if seconds is None:
        return "-"
    factor, unit = next(((factor, unit) for factor, unit in ((1.0, "s"), (1e3, "ms")) if seconds * factor >= 1), (1e6, "us"))
    return f"{seconds * factor:.3g} {unit}"


def line(row: Row) -> str:
    cells = [figure(row.seconds.get("hloom")), figure(row.seconds.get("xla")), f"{row.ratio:.2f}" if row.ratio else "-"]
    difference = "" if row.difference is None else f"  losses {row.difference:.1e} apart"
    errors = "".join(f"  {side}: {message}" for side, message in row.errors.items())
    return f"{row.title:<46}" + "".join(f"{cell:>10}" for cell in cells) + difference + errors


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.jax", description="Compares JAX on hloom with JAX on XLA-CPU.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--only", default="", metavar="S", help="only rows whose name holds S")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has JAX (default: this one)")
    parser.add_argument("--rounds", type=int, default=11, help="turns of each side (default 11)")
    parser.add_argument("--processes", type=int, default=3, help="processes for what happens once in one (default 3)")
    parser.add_argument("--same", action="store_true", help="XLA-CPU on both sides: what the measurement varies by")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write setting and rows to a file")
    parser.add_argument("--record", type=Path, metavar="DIR", nargs="?", const=FOLDER,
                        help="also keep the figures, with date, commit and command (default DIR: docs/measured/jax)")
    arguments = parser.parse_args(argv)
    if unknown := [name for name in arguments.parts if name not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; parts are {', '.join(PARTS)}")
    return arguments


def versions(python: str) -> dict[str, str]:
    """The versions of what the interpreter with JAX has of what is measured; empty where it has no JAX."""
    program = ("import json; from importlib.metadata import distributions as d; names = {'jax', 'jaxlib', 'flax', 'optax'}; "
               "print(json.dumps({x.name: x.version for x in d() if x.name in names}))")
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def recorded(rows: list[Row], facts: dict[str, Any], argv: list[str]) -> dict[str, Any]:
    """The record: date, commit and command (without what names places of one machine), setting and rows."""
    words, skip = [], False
    for word in argv:
        if not skip and word not in ("--python", "--json", "--record"):
            words.append(word)
        skip = word in ("--python", "--json", "--record")
    return {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": record.commit(),
            "command": " ".join(["python -m benchmarks.jax", *words]), "setting": facts, "rows": [shown(row) for row in rows]}


def shown(row: Row) -> dict[str, Any]:
    return {**asdict(row), "ratio": row.ratio}


def main(argv: list[str] | None = None) -> int:
    arguments = parsed(argv)
    found = versions(arguments.python)
    if "jax" not in found:
        print("nothing measured: jax is not installed", file=sys.stderr)
        return 2
    pair = Pair(arguments.python, arguments.rounds, arguments.processes, arguments.same)
    facts = setting(threads=len(os.sched_getaffinity(0)), rounds=pair.rounds, processes=pair.processes, **found)
    print(headline(facts))
    print("a ratio is XLA's time over hloom's" + (" (here XLA-CPU is on both sides)" if pair.is_same else ""))
    print(f"{'':<46}{'hloom':>10}{'XLA-CPU':>10}{'ratio':>10}", flush=True)
    rows: list[Row] = []
    for name in arguments.parts or PARTS:
        for row in PARTS[name](pair, arguments.only):
            rows.append(row)
            print(line(row), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps({"setting": facts, "rows": [shown(row) for row in rows]}, indent=1) + "\n", "utf-8")
    if arguments.record:
        print(f"recorded in {record.write(recorded(rows, facts, argv or sys.argv[1:]), arguments.record)}")
    return 1 if any("hloom" in row.errors for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
