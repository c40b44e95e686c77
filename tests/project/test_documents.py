"""What README.md and the pages of docs/ show is true: their Python runs, and their commands print what stands under them.

A page is run from top to bottom in a folder of its own, beside a copy of `examples`:

- ```` ```python ````: run, all blocks of a page in one namespace. A line `print(x)  # text` must print that text, and where one
  such line prints something unsaid, none may be missing.
- ```` ```mlir name.mlir ````, `hlo`, `text`: a block with a file name is written to that file.
- ```` ```console ````: each `$ hloom ...`, or `$ NAME=value hloom ...`, must print the lines under it; `...` stands for
  anything, on a line of its own or within one. Other commands (`$ pip ...`) are not run.
- ```` ```python fragment ````: part of a file that the page only talks about; it must be Python.

Blocks that import a package which is not installed are left out, and what depends on them; the test is then skipped, after the
rest of the page has run.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib.util
import io
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hloom.reference.custom_calls import CUSTOM_CALLS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<kind>\w*)(?: +(?P<title>\S+))? *\n(?P<text>.*?)^``` *$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^ *print\(.*\) +# (?P<text>.+)$", re.MULTILINE)
COMMAND = re.compile(r"^\$ (?P<line>(?:\w+=\S+ )*hloom .*)$")
#: Packages that a page may ask for and a test need not have.
OPTIONAL = {"jax", "torch", "torch_mlir", "torch_xla", "torchax", "flax"}


@dataclass(frozen=True)
class Block:
    """A fenced block: the language, the word after it, its text, and the line on which it begins."""

    kind: str
    title: str | None
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    return [Block(m["kind"], m["title"], m["text"], text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)]


@dataclass
class Page:
    """A page being run in a folder."""

    path: Path
    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__document__"})
    absent: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)

    def run(self, block: Block) -> None:
        where = f"{self.path.name}:{block.line}"
        if block.kind == "python" and block.title == "fragment":
            ast.parse(block.text)
        elif block.kind == "python":
            self.python(block, where)
        elif block.kind == "console":
            for command, expected in commands(block.text):
                self.command(command, expected, where)
        elif block.title is not None:
            assert re.fullmatch(r"[\w.-]+", block.title), f"{where}: a block's file is named in the page's own folder"
            (self.folder / block.title).write_text(block.text, encoding="utf-8")

    def python(self, block: Block, where: str) -> None:
        tree = ast.parse(block.text)
        missing = {name for name in imported(tree) & OPTIONAL if importlib.util.find_spec(name) is None}
        if missing or used(tree) & self.lost - self.names.keys():
            self.absent |= missing
            self.lost |= bound(tree)
            return
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * block.line + block.text, str(self.path), "exec"), self.names)
        expected = [m["text"] for m in PRINTED.finditer(block.text)]
        if expected:
            assert matches(expected, printed.getvalue().splitlines()), f"{where} prints\n{printed.getvalue()}"

    def command(self, command: str, expected: list[str], where: str) -> None:
        words = shlex.split(command)
        position = words.index("hloom")
        settings = dict(word.split("=", 1) for word in words[:position])
        arguments = words[position + 1 :]
        if self.absent and any(re.fullmatch(r"[\w-]+\.(mlir|hlo|npz|npy|bin)", word) and not (self.folder / word).exists()
                               for word in arguments if word not in following(arguments, "-o", "--output")):
            return  # made by a block that was left out
        done = subprocess.run([sys.executable, "-m", "hloom", *arguments], cwd=self.folder, text=True, timeout=120, check=False,
                              env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT), **settings},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, encoding="utf-8")
        found = [line.rstrip() for line in done.stdout.splitlines()]
        assert matches(expected, found), f"{where}: {command} prints\n{done.stdout}"


def following(words: list[str], *options: str) -> set[str]:
    """The values of options."""
    return {value for option, value in itertools.pairwise(words) if option in options}


def imported(tree: ast.AST) -> set[str]:
    names = [n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


def bound(tree: ast.AST) -> set[str]:
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    aliases = {(a.asname or a.name).split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)
               for a in n.names}
    return stored | aliases | {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}


def used(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} - set(dir(builtins))


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of hloom in a console block, each with the lines under it."""
    command, lines = None, []
    for line in [*text.splitlines(), "$ "]:
        if not line.startswith("$ "):
            lines.append(line.rstrip())
            continue
        if command is not None:
            yield command, lines
        found = COMMAND.match(line)
        command, lines = found["line"] if found else None, []


def matches(expected: list[str], found: list[str]) -> bool:
    """Whether lines are as expected: `...` stands for any lines, or any part of one; blank lines at the end are free."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern + r"\n*", "".join(line + "\n" for line in found)) is not None


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_page(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    page = Page(path, tmp_path)
    registered = dict(CUSTOM_CALLS)
    try:
        for block in blocks(path.read_text(encoding="utf-8")):
            page.run(block)
    finally:
        CUSTOM_CALLS.clear()
        CUSTOM_CALLS.update(registered)
    if page.absent:
        pytest.skip(f"not installed: {', '.join(sorted(page.absent))}; the rest of the page ran")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_example_escapes(path: Path) -> None:
    """Commands with their output stand in console blocks, fragments only in the pages about writing parts of hloom."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"^\s*\$ ", FENCE.sub("", text), re.MULTILINE)
    assert text.count("```") == 2 * len(blocks(text))
    if any(block.title == "fragment" for block in blocks(text)):
        assert path.name.startswith("add-")


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.slow
def test_options_that_the_readme_names_exist() -> None:
    """The synopsis of each command: its options are those that the command takes."""
    synopsis = next(b.text for b in blocks((ROOT / "README.md").read_text(encoding="utf-8")) if b.text.startswith("hloom run"))
    for entry in re.split(r"^hloom ", synopsis, flags=re.MULTILINE)[1:]:
        command = entry.split()[0]
        said = subprocess.run([sys.executable, "-m", "hloom", command, "--help"], capture_output=True, text=True, check=True,
                              cwd=ROOT).stdout
        for option in re.findall(r"--[a-z][a-z-]*", entry):
            assert re.search(rf"{option}\b", said), f"hloom {command} knows no {option}"


@pytest.mark.parametrize("expected, found, holds", [
    (["a", "b"], ["a", "b"], True), (["a"], ["a", "b"], False), (["a", "..."], ["a", "b", "c"], True),
    (["a ... c"], ["a b c"], True), (["..."], [], True), (["a", "...", "c"], ["a", "b"], False),
    (["a.c"], ["abc"], False), (["a"], ["a", ""], True),
])
def test_the_comparison_of_outputs(expected: list[str], found: list[str], holds: bool) -> None:
    assert matches(expected, found) is holds


def test_a_wrong_page_fails(tmp_path: Path) -> None:
    page = Page(tmp_path / "page.md", tmp_path)
    with pytest.raises(AssertionError, match="prints"):
        page.run(Block("python", None, "print(1 + 2)  # 4\n", 1))
    page.run(Block("python", None, "x = 1 + 2\nprint(x)  # 3\n", 1))
    with pytest.raises(AssertionError, match="prints"):
        page.run(Block("console", None, "$ hloom --version\nnothing of the kind\n", 1))
    with pytest.raises(SyntaxError):
        page.run(Block("python", "fragment", "a b\n", 1))


def test_what_needs_an_absent_package_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    page = Page(tmp_path / "page.md", tmp_path)
    page.run(Block("python", None, "import torch\nlayer = torch.nn.Linear(2, 2)\n", 1))
    page.run(Block("python", None, "print(layer)\n", 2))
    page.run(Block("console", None, "$ hloom verify layer.mlir\n", 3))
    assert page.absent == {"torch"} and "layer" not in page.names
    with pytest.raises(NameError):
        page.run(Block("python", None, "print(another)\n", 4))
