"""Runs JAX's own tests on XLA-CPU and on hloom, and says of which of those that XLA-CPU passes hloom passes as well.

    python -m tests.jax_suite [FILE...] --tests FOLDER [--jobs 2] [--sample N]

The folder is `tests` of JAX's repository at the tag of the version that is installed. Each file runs in child processes of the
interpreter that has JAX; a test that crashes or hangs costs itself only. What has a result (of this commit, version of JAX and
settings) is not run again, unless with --again. The table goes to RESULTS/table.md and table.json; docs/jax.md has the tests that
hloom is known not to pass. Exit status 1 if there are others, or if a process failed outside of a test.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.setting import commit
from tests.jax_suite import engines, exclusions, results, table
from tests.jax_suite.engines import ENGINES, REPOSITORY, Settings
from tests.jax_suite.runs import Run

#: The files that hloom is held to when none are named.
FILES = ("api", "array", "checkify", "compilation_cache", "custom_api", "debug_nans", "debugging_primitives", "dtypes", "export",
         "ffi", "fft", "lax_autodiff", "lax_control_flow", "lax_numpy", "lax", "lax_vmap", "layout", "linalg", "memories",
         "multi_device", "nn", "pjit", "pmap", "profiler", "python_callback", "random_lax", "random", "shard_map")


@dataclass(frozen=True)
class Plan:
    """What was asked for."""

    files: list[Path]
    engines: list[str]
    settings: Settings
    results: Path
    limit: float
    seconds: float
    sample: int
    only: Path | None

    def run(self, engine: str, path: Path) -> Run:
        folder = engines.folder_of(engine, self.settings, self.results)
        return Run(path, folder, self.settings.python, engines.environment(engine, path, self.settings, folder), self.limit,
                   self.seconds, self.sample, self.only)


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.jax_suite", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="lax_test, lax or lax_test.py (default: those hloom is held to)")
    parser.add_argument("--tests", type=Path, required=True, metavar="FOLDER", help="the folder `tests` of JAX's repository")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has JAX (default: this one)")
    parser.add_argument("--results", type=Path, default=REPOSITORY / "build" / "jax_suite", metavar="FOLDER",
                        help="where results are kept and the table is written (default: build/jax_suite)")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="run this one only (default: both)")
    parser.add_argument("--jobs", type=int, default=1, help="child processes at once (default: 1)")
    parser.add_argument("--limit", type=float, default=60, metavar="S", help="seconds that a test may take (default: 60)")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S",
                        help="seconds for a file on an engine; what has not run then is run by the next call")
    parser.add_argument("--sample", type=int, default=0, metavar="N",
                        help="the first N tests of a file in the order of the hashes of their names, in which all of them run")
    parser.add_argument("--only", metavar="PATTERN", help="tests of this name, as lax_test::LaxTest::test_add (`*`: anything), "
                                                          "or @FILE with such names, one a line")
    parser.add_argument("--cases", type=int, default=3, metavar="N", help="JAX_NUM_GENERATED_CASES (default: 3)")
    parser.add_argument("--x64", action="store_true", help="with JAX_ENABLE_X64")
    parser.add_argument("--devices", type=int, default=0, metavar="N", help="devices (default: as many as a file asks for)")
    parser.add_argument("--again", action="store_true", help="forget what is known of these files on these engines")
    parser.add_argument("--table", action="store_true", help="run nothing, only write the table")
    arguments = parser.parse_args(argv)
    if not arguments.tests.is_dir():
        parser.error(f"there is no folder {arguments.tests}")
    return arguments


def path_of(name: str, folder: Path) -> Path:
    stem = Path(name).name.removesuffix(".py")
    for candidate in (folder / f"{stem}.py", folder / f"{stem}_test.py"):
        if candidate.is_file():
            return candidate
    raise SystemExit(f"there is no {stem}.py or {stem}_test.py in {folder}")


def patterns(only: str | None, results: Path) -> Path | None:
    """A file with the names that --only asks for."""
    if only is None:
        return None
    if only.startswith("@"):
        return Path(only[1:]).resolve(strict=True)
    results.mkdir(parents=True, exist_ok=True)
    path = results / "only.txt"
    path.write_text(only + "\n", encoding="utf-8")
    return path


def planned(arguments: argparse.Namespace) -> Plan:
    folder = arguments.tests.resolve()
    files = [path_of(name, folder) for name in arguments.files or FILES]
    root = arguments.results.resolve()
    settings = Settings(arguments.python, arguments.cases, arguments.x64, arguments.devices)
    return Plan(files, arguments.engine or list(ENGINES), settings, root, arguments.limit, arguments.seconds, arguments.sample,
                patterns(arguments.only, root))


def run_all(plan: Plan, jobs: int, again: bool) -> None:
    def one(engine: str, path: Path) -> None:
        run = plan.run(engine, path)
        if again:
            run.lines.unlink(missing_ok=True)
        print(f"{path.stem} on {engine}: {run.go().summary()}", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(one, engine, path) for path in plan.files for engine in plan.engines]:
            done.result()


def tabulate(plan: Plan) -> int:
    """Writes the table of the files, prints its sums, and says whether all is as it should be."""
    known = exclusions.read()
    rows, tests = [], {}
    for path in plan.files:
        found = {engine: results.read(plan.run(engine, path).lines) for engine in ENGINES}
        rows.append(table.compare(path.stem, found["xla"], found["hloom"], known))
        tests |= found["hloom"].tests
    facts = {"hloom": commit(), "jax": engines.versions(plan.settings.python), "settings": plan.settings.label}
    title = "JAX's own tests on hloom {hloom} ({jax}, {settings})".format_map(facts)
    plan.results.mkdir(parents=True, exist_ok=True)
    (plan.results / "table.md").write_text(table.markdown(rows, title, table.unused(known, tests)), encoding="utf-8")
    (plan.results / "table.json").write_text(json.dumps(table.document(rows, **facts), indent=1) + "\n", encoding="utf-8")
    whole = table.total(rows)
    unexplained = [one for one in whole.lost if one.reason is None]
    (plan.results / "lost.txt").write_text("".join(f"{one.name}\n" for one in unexplained), encoding="utf-8")
    passed = whole.counts["both"] + whole.counts["xla"]
    print(f"{whole.ran} ran on both of {whole.collected}; of the {passed} that XLA-CPU passes hloom "
          f"passes {table.percent(whole.share)}; {len(unexplained)} without a reason ({plan.results / 'table.md'})")
    return 1 if unexplained or any(row.problems for row in rows) else 0


def main(argv: list[str] | None = None) -> int:
    arguments = parsed(argv)
    plan = planned(arguments)
    if not arguments.table:
        run_all(plan, arguments.jobs, arguments.again)
    return tabulate(plan)


if __name__ == "__main__":
    sys.exit(main())
