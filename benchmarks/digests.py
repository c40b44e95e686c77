"""Digests of the code that hloom makes of many programs: whether a change of the compiler leaves it alone.

    python -m benchmarks.digests --json before.json              known programs, the sweep, what JAX exports
    python -m benchmarks.digests --against before.json           what is no longer the same, with the first lines that differ
    python -m benchmarks.digests --set sweep --only softmax      rows of a set whose names hold a word
    python -m benchmarks.digests model.mlir --target avx2        a program of one's own, for one processor

A program is planned and emitted for each processor, for one worker and for two; nothing is optimised or run, so that thousands
take minutes. Kept are the digests of the parts that `code_texts` cuts its code into, and in `before.zip` beside `before.json` the
texts, each once. They are kept rather than made again from the other commit, which would have to be there, and clean, and run in
this environment: of all sets they are 65 MB, in eight minutes of one processor.

The sets: `small` (`tests/codegen/code_programs.py`, of which a test compares digests that are in the repository), `programs` (of
`benchmarks.compare`), `sweep` (of `benchmarks.sweep`), `functions` (3,010 of `benchmarks.jax_functions`) and `drawn` (16 of each
of its 27 families). JAX exports the last two, to --exports, from where they are read again.

The exit status is 1 where something differs, 2 where nothing could be compared.
"""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import processors, workloads
from benchmarks.code_texts import Piece, pieces
from benchmarks.setting import headline, setting
from benchmarks.sweep import load_index

TARGETS = (processors.OWN, "avx2", "sse")
WORKERS = (1, 2)
#: How many programs of each family are drawn.
_DRAWN = 16
#: Lines behind the first one that differs among which others are looked for.
_WINDOW = 60

#: Names and digests of the parts of a program's code, by processor and workers: `avx2 2`.
Code = dict[str, list[list[str]]]


class Row(NamedTuple):
    """A program: its name, `set/...`, and its file, or its text."""

    name: str
    path: Path | None
    text: bytes = b""

    @property
    def data(self) -> bytes:
        return self.text if self.path is None else self.path.read_bytes()


class Found(NamedTuple):
    """What became of a program: the digest of its own text, its code, and the texts that this process comes upon first."""

    name: str
    source: str
    code: Code
    texts: dict[str, str]


# -- programs ------------------------------------------------------------------------------------------------------------------
def small_programs() -> list[Row]:
    from tests.codegen.code_programs import PROGRAMS, module_text

    return [Row(f"small/{name}", None, module_text(name).encode()) for name in PROGRAMS]


def known_programs() -> list[Row]:
    return [Row(f"programs/{path.stem}", path) for path in workloads.find_programs([])]


def in_folder(name: str, folder: Path) -> list[Row]:
    """The programs of a folder with an index."""
    return [Row(f"{name}/{entry['row']}", folder / entry["file"]) for entry in load_index(folder)]


def exported(name: str, exports: Path, *arguments: str) -> list[Row]:
    """The programs that JAX exports, which are written unless they are there."""
    folder = exports / name
    if not (folder / "index.json").is_file():
        command = [sys.executable, "-m", "benchmarks.jax_functions", str(folder), *arguments]
        subprocess.run(command, cwd=workloads.REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    return in_folder(name, folder)


def sets(exports: Path, seed: int) -> dict[str, Callable[[], list[Row]]]:
    """What gives the programs of each set; those of `functions` and `drawn` need jax where they are not in `exports`."""
    sweep = Path(os.environ.get(workloads.SWEEP_VARIABLE) or workloads.DEFAULT_SWEEP)
    drawn = ("--drawn", str(_DRAWN), "--seed", str(seed))
    return {"small": small_programs, "programs": known_programs, "sweep": lambda: in_folder("sweep", sweep),
            "functions": lambda: exported("functions", exports), "drawn": lambda: exported("drawn", exports, *drawn)}


def chosen(rows: Sequence[Row], words: Sequence[str], sample: int) -> list[Row]:
    """The rows whose names hold one of some words (none: all), of these so many (0: all), the same ones every time."""
    found = [row for row in rows if not words or any(word in row.name for word in words)]
    if sample and sample < len(found):
        kept = sorted(found, key=lambda row: zlib.crc32(row.name.encode()))[:sample]
        found = [row for row in found if row in set(kept)]
    return found


# -- code ----------------------------------------------------------------------------------------------------------------------
def code_of(text: str | bytes, name: str, targets: Iterable[str], workers: Iterable[int] = WORKERS) -> dict[str, list[Piece]]:
    """The parts of a program's code by processor and number of workers; `name` stands for its file. What the compiler refuses has
    one part, `refused`, which says why; where it fails there is one, `failed`."""
    import hloom
    from hloom.driver.stages import stages
    from hloom.support.diagnostics import UserError

    found: dict[str, list[Piece]] = {}
    for target in targets:
        for count in workers:
            try:
                module = hloom.parse(text, format="auto", name=name)  # again: no compilation shall see what another one left
                made = pieces(stages(module, workers=count, target=processors.processor(target)))
            except UserError as fault:
                made = [Piece("refused", f"{fault}\n")]
            except Exception as fault:  # whatever it is, it is what the compiler does with this program
                made = [Piece("failed", f"{type(fault).__name__}: {fault}\n")]
            found[f"{target} {count}"] = made
    return found


class _Worker:
    """What a process of the benchmark does with one program after the other."""

    def __init__(self, targets: Sequence[str]) -> None:
        self._targets = targets
        self._sent: set[str] = set()

    def __call__(self, row: Row) -> Found:
        data = row.data
        code: Code = {}
        texts: dict[str, str] = {}
        for variant, parts in code_of(data.decode(), row.name, self._targets).items():
            code[variant] = [[part.name, part.digest] for part in parts]
            texts |= {part.digest: part.text for part in parts if part.digest not in self._sent}
        self._sent |= texts.keys()
        return Found(row.name, f"{zlib.crc32(data):08x}", code, texts)


_worker: _Worker


def _begin(targets: Sequence[str]) -> None:
    global _worker
    _worker = _Worker(targets)


def _work(row: Row) -> Found:
    return _worker(row)


def found_of(rows: Sequence[Row], targets: Sequence[str], jobs: int) -> Iterator[Found]:
    """What becomes of each program, in the order of the rows, made by so many processes: each with hashes of its own."""
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(rows)), _begin, (targets,)) as pool:
        yield from pool.imap(_work, rows, chunksize=max(1, min(16, len(rows) // (4 * jobs))))


# -- documents -----------------------------------------------------------------------------------------------------------------
class Texts:
    """Texts by their digests, in a file of the kind zip."""

    def __init__(self, path: Path, mode: Any) -> None:
        self._file = zipfile.ZipFile(path, mode, zipfile.ZIP_DEFLATED, compresslevel=4)
        self._names = set(self._file.namelist())

    def add(self, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            if name not in self._names:
                self._names.add(name)
                self._file.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)

    def get(self, name: str) -> str | None:
        return self._file.read(name).decode() if name in self._names else None

    def __len__(self) -> int:
        return len(self._names)

    def __enter__(self) -> Texts:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def texts_beside(path: Path) -> Path:
    return path.with_suffix(".zip")


def described(targets: Iterable[str]) -> dict[str, list[str]]:
    """What each processor is: code of processors that differ is not compared."""
    found = {name: processors.processor(name) for name in targets}
    return {name: [target.triple, target.cpu, target.features] for name, target in found.items()}


# -- comparing -----------------------------------------------------------------------------------------------------------------
class Change(NamedTuple):
    """A part of the code that is another one now: its names and digests then and now (None: there is none)."""

    before: tuple[str, str] | None
    now: tuple[str, str] | None


class Place(NamedTuple):
    """The code of a program for a processor and so many workers."""

    row: str
    target: str
    workers: str

    def __str__(self) -> str:
        return f"{self.row} for {self.target}, workers: {self.workers}"


class Comparison(NamedTuple):
    """What changed, with the places where it did, how many codes were compared, and which rows cannot be, with the reason."""

    changes: dict[Change, list[Place]]
    compared: int
    incomparable: Counter[str]


def changes_of(before: Iterable[Any], now: Iterable[Any]) -> Iterator[Change]:
    """The parts of one program's code that differ: those of one name, then those whose names there are no more with those that
    are new, in their order."""
    then, after = dict(before), dict(now)
    for name in then:
        if name in after and then[name] != after[name]:
            yield Change((name, then[name]), (name, after[name]))
    gone = [entry for entry in then.items() if entry[0] not in after]
    new = [entry for entry in after.items() if entry[0] not in then]
    for one, other in zip_longest(gone, new):
        yield Change(one, other)


def compared(before: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """Two documents, by row, processor and workers."""
    changes: dict[Change, list[Place]] = {}
    incomparable: Counter[str] = Counter()
    count = 0
    here, there = now["setting"]["targets"], before["setting"]["targets"]
    same = {name for name in here if here[name] == there.get(name)}
    for name in here.keys() - same:
        incomparable[f"processor {name}, which is another one there" if name in there else f"processor {name}, not stored"] += 1
    for name, row in now["rows"].items():
        stored = before["rows"].get(name)
        if stored is None or stored["source"] != row["source"]:
            incomparable["programs not stored" if stored is None else "programs whose own text is another one"] += 1
            continue
        for variant, parts in row["code"].items():
            target, workers = variant.split()
            if target in same and variant in stored["code"]:
                count += 1
                for change in changes_of(stored["code"][variant], parts):
                    changes.setdefault(change, []).append(Place(name, target, workers))
    return Comparison(changes, count, incomparable)


def first_lines(before: str, now: str, most: int) -> list[str]:
    """The first lines that differ, at most so many, behind the function that they are in."""
    one, other = before.splitlines(), now.splitlines()
    at = next((k for k, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    inside = [line for line in one[:at] if line.startswith("define ")]
    differing = difflib.ndiff(one[at:at + _WINDOW], other[at:at + _WINDOW])
    lines = [line for line in differing if not line.startswith("?")]
    return [f"@@ line {at + 1}{f', in {inside[-1]}' if inside else ''}", *lines[:most]]


def report(comparison: Comparison, before: Texts | None, now: Texts, lines: int, most: int) -> Iterator[str]:
    """What changed, each part of each program for one variant of it, with its first lines that differ."""
    shown: set[tuple[str, str]] = set()
    for change, places in comparison.changes.items():
        names = " -> ".join(dict.fromkeys(part[0] for part in change if part is not None))
        rows = {(place.row, names) for place in places}
        if rows <= shown:
            continue
        shown |= rows
        if most == 0:
            yield "\n... (--most)"
            break
        most -= 1
        others = f", and in {len(places) - 1} more" if len(places) > 1 else ""
        yield f"\n{names}: {_kind(change)} in {places[0]}{others}"
        if change.before is not None and change.now is not None:
            texts = (before.get(change.before[1]) if before is not None else None), now.get(change.now[1])
            if texts[0] is None or texts[1] is None:
                yield "    the text that it was is not kept"
            else:
                yield from (f"    {line:.200}" for line in first_lines(texts[0], texts[1], lines))
    for what, count in comparison.incomparable.items():
        yield f"not compared: {what}" if what.startswith("processor") else f"not compared: {count} {what}"
    touched = {place.row for places in comparison.changes.values() for place in places}
    yield (f"{len(comparison.changes)} parts of code differ, in {len(touched)} programs" if touched
           else f"no difference in {comparison.compared} codes")


def _kind(change: Change) -> str:
    return "new" if change.before is None else "gone" if change.now is None else "differs"


# -- command -------------------------------------------------------------------------------------------------------------------
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.digests", description="Keeps and compares digests of code.")
    parser.add_argument("files", nargs="*", metavar="FILE.mlir", help="programs instead of the sets")
    parser.add_argument("--set", action="append", default=[], metavar="S", help="only this set (may be repeated)")
    parser.add_argument("--only", action="append", default=[], metavar="W", help="only rows whose name holds W (may be repeated)")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only N of these rows, the same ones every time")
    parser.add_argument("--target", action="append", choices=processors.NAMES, help="only this processor (may be repeated; "
                        f"default {', '.join(TARGETS)})")
    parser.add_argument("--exports", type=Path, metavar="DIR", help="folder of what JAX exports (default: a new one, not kept)")
    parser.add_argument("--seed", type=int, default=0, help="what the drawn programs depend on (default 0)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
                        metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--json", type=Path, metavar="FILE.json", help="keep the digests there, and the texts beside in FILE.zip")
    parser.add_argument("--against", type=Path, metavar="FILE.json", help="list what changed since these were kept")
    parser.add_argument("--lines", type=int, default=12, metavar="N", help="lines of a difference (default 12)")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="differences that are shown (default 20)")
    return parser


def _rows(arguments: argparse.Namespace, exports: Path) -> list[Row]:
    """The rows that are asked for. Raises FileNotFoundError and ValueError with what to do about it."""
    if arguments.files:
        found = [Row(f"files/{path.stem}", path) for path in workloads.find_programs(arguments.files)]
    else:
        known = sets(exports, arguments.seed)
        if unknown := [name for name in arguments.set if name not in known]:
            raise ValueError(f"no set is called {', '.join(unknown)}; there are {', '.join(known)}")
        found = []
        for name in arguments.set or known:
            is_there = name not in ("functions", "drawn") or (exports / name / "index.json").is_file()
            if not is_there and importlib.util.find_spec("jax") is None:
                if arguments.set:
                    raise ValueError(f"jax, which exports the set {name}, is not installed")
                print(f"left out: the set {name}, which jax exports, which is not installed", file=sys.stderr)
                continue
            found += known[name]()
    rows = chosen(found, arguments.only, arguments.sample)
    if not rows:
        raise ValueError("no row has such a name")
    return rows


def main(argv: list[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    targets = tuple(dict.fromkeys(arguments.target or TARGETS))
    with tempfile.TemporaryDirectory() as folder:
        try:
            rows = _rows(arguments, arguments.exports or Path(folder))
            before = json.loads(arguments.against.read_text(encoding="utf-8")) if arguments.against else None
        except (OSError, ValueError, subprocess.CalledProcessError) as fault:
            print(f"nothing compared: {fault}", file=sys.stderr)
            return 2
        facts = setting(targets=described(targets))
        print(headline(facts), flush=True)
        path = arguments.json or Path(folder) / "now.json"
        # Under another name until it is whole: it may be the file that is compared with.
        with Texts(part := texts_beside(path).with_suffix(".part"), "w") as texts:
            document = {"setting": facts, "rows": _collected(rows, targets, arguments.jobs, texts)}
        status = _compared(before, document, part, arguments) if before else 0
        part.replace(texts_beside(path))
        path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    return status


def _collected(rows: Sequence[Row], targets: Sequence[str], jobs: int, texts: Texts) -> dict[str, Any]:
    """The digests of all rows, whose texts are added to others; prints how many there are."""
    start = time.perf_counter()
    found: dict[str, Any] = {}
    counts: Counter[str] = Counter()
    for one in found_of(rows, targets, jobs):
        found[one.name] = {"source": one.source, "code": one.code}
        texts.add(one.texts)
        names = [part[0] for parts in one.code.values() for part in parts]
        counts.update(name for name in names if name in ("plan", "refused", "failed"))
        if "failed" in names:
            print(f"failed: {one.name}")
    seconds = time.perf_counter() - start
    print(f"{len(found)} programs, {counts['plan']} codes, {len(texts)} texts, {counts['refused']} refused, "
          f"{counts['failed']} failed, {seconds:.0f} s")
    return found


def _compared(before: Mapping[str, Any], document: Mapping[str, Any], part: Path, arguments: argparse.Namespace) -> int:
    """Prints what changed; the exit status."""
    comparison = compared(before, document)
    stored = texts_beside(arguments.against)
    with Texts(part, "r") as now:
        if stored.is_file():
            with Texts(stored, "r") as then:
                lines = list(report(comparison, then, now, arguments.lines, arguments.most))
        else:
            lines = list(report(comparison, None, now, arguments.lines, arguments.most))
    print("\n".join(lines))
    if not comparison.compared:
        return 2
    return 1 if comparison.changes else 0


if __name__ == "__main__":
    sys.exit(main())
