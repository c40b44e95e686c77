"""How far a reader must travel: what one compilation enters of hloom, and how often it goes from file to file.

    python -m tools.way [FILE.mlir] [--json]

Counted is a compilation from text to executable, with every module loaded and the cache off, by the profiler's hook of the
interpreter, on all threads that Python starts meanwhile:

- *files* of hloom in which a function is entered, and those *functions* (lambdas are some; comprehensions belong to the function
  around them);
- *calls* of these functions, of which *moves* are those that come from another file of hloom, as seen through whatever stands
  between (a cached property, a key of `sorted`); going on with a generator is a call.

Without FILE it is the softmax of `docs/architecture.md`, where the figures stand; `tests/project/test_way.py` bounds them.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest import mock

import hloom
from hloom.runtime.cache import Cache

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
#: What Python before 3.12 calls functions that nobody wrote.
_WITHIN = {"<listcomp>", "<setcomp>", "<dictcomp>"}
#: How many lines of each list are printed.
_SHOWN = 25


@dataclass
class Way:
    """What ran of the files under `root`: calls by function, and by file and the file that they came from."""

    root: Path
    functions: Counter[CodeType] = field(default_factory=Counter)
    moves: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def files(self) -> Counter[str]:
        """The files, with the calls of their functions."""
        found: Counter[str] = Counter()
        for code, calls in self.functions.items():
            found[self.name(code)] += calls
        return found

    def name(self, code: CodeType) -> str:
        """A file under the root, as seen from there."""
        return Path(code.co_filename).relative_to(self.root).as_posix()

    def packages(self) -> dict[str, dict[str, int]]:
        """Files, functions, calls, and moves that end there, by the outermost folder (a file beside these is one)."""
        found: dict[str, dict[str, int]] = {}
        for file, calls in sorted(self.files.items()):
            counts = found.setdefault(_package(file), {"files": 0, "functions": 0, "calls": 0, "moves": 0})
            counts["files"] += 1
            counts["calls"] += calls
        for code in self.functions:
            found[_package(self.name(code))]["functions"] += 1
        for (_, file), count in self.moves.items():
            found[_package(file)]["moves"] += count
        return found

    def data(self) -> dict[str, Any]:
        """All of it as what JSON has a form for; the most frequent first."""
        return {"files": len(self.files), "functions": len(self.functions), "calls": self.functions.total(),
                "moves": self.moves.total(), "packages": self.packages(), "by file": dict(self.files.most_common()),
                "pairs": [[*pair, count] for pair, count in self.moves.most_common()]}


def _package(file: str) -> str:
    return file.split("/")[0].removesuffix(".py")


def walked(run: Callable[[], object], root: Path) -> Way:
    """What `run` does in the files under a folder, called once and watched."""
    way = Way(root)
    inside = f"{root}/"

    def watch(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(inside) or code.co_name in _WITHIN or code.co_name == "<module>":
            return
        way.functions[code] += 1
        outer = frame.f_back
        while outer is not None and not outer.f_code.co_filename.startswith(inside):
            outer = outer.f_back
        if outer is not None and outer.f_code.co_filename != code.co_filename:
            way.moves[way.name(outer.f_code), way.name(code)] += 1

    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        run()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]  (the stubs know no end of it)
    return way


def compilation(text: str) -> Way:
    """One compilation of a program, behind one that loads what it needs."""
    def run() -> None:
        with mock.patch.object(Cache, "_process", Cache(None, 0)):  # which knows nothing, and what it learns goes with it
            hloom.compile(hloom.parse(text), threads=1)

    run()
    return walked(run, Path(hloom.__file__).parent)


def softmax() -> str:
    """The program that the page of the architecture follows."""
    found = re.search(r"^```mlir softmax\.mlir\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found, f"{PAGE} has no softmax.mlir"
    return found[1]


def stated_figures() -> dict[str, int]:
    """What the page says of the softmax's way."""
    found = re.search(r"enters ([\d,]+) files and ([\d,]+) functions, and goes ([\d,]+) times", PAGE.read_text(encoding="utf-8"))
    assert found, f"{PAGE} says nothing of the way of the softmax"
    return {word: int(text.replace(",", "")) for word, text in zip(("files", "functions", "moves"), found.groups())}


def report(way: Way) -> str:
    """What people read."""
    data = way.data()
    lines = ["{files} files, {functions} functions, {calls} calls, {moves} moves from file to file".format(**data), "",
             f"{'package':12}{'files':>8}{'functions':>11}{'calls':>8}{'moves':>8}"]
    lines += [f"{package:12}{counts['files']:8}{counts['functions']:11}{counts['calls']:8}{counts['moves']:8}"
              for package, counts in data["packages"].items()]
    lines += ["", f"{'moves':>6}  from -> to"]
    lines += [f"{count:6}  {source} -> {target}" for source, target, count in data["pairs"][:_SHOWN]]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.way", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.mlir", help="the program (default: a softmax)")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON document")
    arguments = parser.parse_args(argv)
    way = compilation(arguments.file.read_text(encoding="utf-8") if arguments.file else softmax())
    print(json.dumps(way.data(), indent=1) if arguments.json else report(way))
    return 0


if __name__ == "__main__":
    sys.exit(main())
