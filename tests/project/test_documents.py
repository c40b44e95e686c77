"""What README.md and the pages of docs/ show is true: their Python runs, their commands print what stands under them, their links
lead somewhere, and the pages that are made from code or from measurements say what these say now.

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
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import hloom
from benchmarks import record
from hloom.cli import _COMMANDS
from hloom.reference.custom_calls import CUSTOM_CALLS
from tests import forks
from tools import cli_page, performance_page

ROOT = Path(__file__).resolve().parents[2]
#: What `make docs` writes and no checkout has.
WRITTEN = {ROOT / "docs" / "constraints.md"}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted({*(ROOT / "docs").glob("*.md")} - WRITTEN)]
#: Pages whose links are looked at, too.
OTHER_PAGES = [ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", ROOT / "benchmarks" / "README.md"]
LONGEST_README = 120
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
        with tempfile.TemporaryFile() as file:
            forks.command(*arguments, folder=self.folder, streams={1: file, 2: file}, NO_COLOR=1, PYTHONPATH=ROOT, **settings)
            file.seek(0)
            said = file.read().decode()
        assert matches(expected, [line.rstrip() for line in said.splitlines()]), f"{where}: {command} prints\n{said}"


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


def links(text: str) -> list[str]:
    """Where a page links to, outside of its code."""
    return re.findall(r"(?<!!)\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "`", FENCE.sub("", text)))


def anchors(text: str) -> set[str]:
    """What links to a page may end with: its headings, as GitHub and the site of `make docs` spell them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+?) *$", FENCE.sub("", text), re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower().replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(slug if slug not in found else next(s for n in itertools.count(1) if (s := f"{slug}-{n}") not in found))
    return found


def broken_links(path: Path, root: Path = ROOT) -> list[str]:
    """The links of a page to files, pages or headings that there are not; other sites are not asked."""
    broken = []
    for target in links(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists() or not there.is_relative_to(root):
            broken.append(target)
        elif anchor and anchor not in anchors(there.read_text(encoding="utf-8")):
            broken.append(target)
    return broken


@pytest.mark.parametrize("path", [*PAGES, *OTHER_PAGES], ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    assert not broken_links(path)


def test_a_wrong_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# One, `two`\n## One two\n```text\n# no heading\n```\n")
    page = tmp_path / "a.md"
    page.write_text("[a](b.md) [b](b.md#one-two) [c](b.md#one-two-1) [d](c.md) [e](b.md#no-heading) [f](#here) [g](https://example.org)"
                    "\n`x[0](y)` [h](../outside.md)\n# Here\n")
    assert broken_links(page, tmp_path) == ["c.md", "b.md#no-heading", "../outside.md"]


def test_every_page_is_linked_from_another() -> None:
    """From the README, one page after the other, a reader comes to all."""
    reached, left = set(), [ROOT / "README.md"]
    while left:
        path = left.pop()
        if path in reached or path.suffix != ".md":
            continue
        reached.add(path)
        left += [(path.parent / name).resolve() for target in links(path.read_text(encoding="utf-8"))
                 if (name := target.partition("#")[0]) and not re.match(r"[a-z]+:", target)]
    assert {*PAGES, *OTHER_PAGES} <= reached


def test_the_site_has_every_page() -> None:
    entries = re.findall(r"^   ([\w./-]+)$", (ROOT / "docs" / "index.rst").read_text(encoding="utf-8"), re.MULTILINE)
    listed = [(ROOT / "docs" / f"{entry}.md").resolve() for entry in entries if entry != "api"]
    assert sorted(listed) == sorted({*PAGES, *OTHER_PAGES, *WRITTEN})


def test_the_readme_is_a_door() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LONGEST_README


@pytest.mark.parametrize("name", [
    "architecture.md", "glossary.md", "performance-notes.md", "add-a-pass.md", "add-an-op.md",
    "add-a-schedule.md", "ir.md"])
def test_files_that_pages_name_exist(name: str) -> None:
    """`plan/fusion` is a file or folder somewhere under hloom whose path ends so; others are named from the root."""
    paths = [path.relative_to(ROOT).with_suffix("") for top in ("hloom", "tests", "tools", "benchmarks")
             for path in (ROOT / top).rglob("*") if "__pycache__" not in path.parts]
    tails = {"/".join(path.parts[k:]) for path in paths for k in range(len(path.parts))}
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+)(?:\.\w+)?`", FENCE.sub("", (ROOT / "docs" / name).read_text(encoding="utf-8")))
    assert named and not sorted(set(named) - tails - {"docs/measured", "docs/constraints"})


def table(text: str, first: str) -> list[list[str]]:
    """The rows of a table of Markdown whose heading begins with a word, the heading among them."""
    found = re.search(rf"^\| *{re.escape(first)} *\|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert found is not None, f"no table of {first}"
    rows = [found[0].splitlines()[0], *found[1].splitlines()]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip("|"))] for row in rows]


def test_speeds_of_the_readme_are_recorded() -> None:
    """Each figure stands in the record of the commit and the day that the README names."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    stamp = re.search(r"on (\d{4}-\d\d-\d\d) at commit (\w+)", text)
    assert stamp is not None
    source = next(r for r in record.read_all() if (r["date"], r["commit"]) == stamp.groups())
    heading, *rows = table(text, "program")
    keys = {what: key for key, (what, _) in record.RATIOS.items()}
    recorded = {row["program"]: row for row in source["rows"]}
    recorded[f"geometric mean of {source['means']['programs']}"] = source["means"]
    assert len(rows) == 6
    for program, *figures in rows:
        assert figures == [record.stated(recorded[program][keys[what]], keys[what]) for what in heading[1:]], program


def test_the_readme_names_every_command() -> None:
    """And options that they take."""
    rows = table((ROOT / "README.md").read_text(encoding="utf-8"), "command")[1:]
    named = {words.split()[1]: what for words, what in ((row[0].strip("`"), row[1]) for row in rows)}
    assert named.keys() == _COMMANDS.keys()
    for name, command in cli_page.commands():
        assert set(re.findall(r"--[a-z-]+", named[name])) <= command._option_string_actions.keys()


@pytest.mark.parametrize("page, rendered", [
    (cli_page.PAGE, cli_page.render), (performance_page.PAGE, lambda: performance_page.render(record.read_all())),
], ids=["cli", "performance"])
def test_pages_that_are_written_are_up_to_date(page: Path, rendered: Callable[[], str]) -> None:
    assert page.read_text(encoding="utf-8") == rendered(), "`make docs` writes it anew"


def test_help_is_a_tour_of_the_public_names() -> None:
    said = set(re.findall(r"\w+", hloom.__doc__ or ""))
    assert not set(hloom.__all__) - said
    for name in re.findall(r"^    (\w+)\(", hloom.__doc__ or "", re.MULTILINE):
        assert name == "str" or name in hloom.__all__


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


def test_the_page_of_commands_shows_values_where_options_take_one() -> None:
    page = cli_page.render()
    assert "| `--json` | print" in page and "`-o OUT`, `--output OUT`" in page and "`--show [NAME,...]`" in page
    assert not re.search(r"`--(json|list|time|short|restart|bisect-passes) [A-Z_]+`", page)
    assert "## hloom debug expose" in page and "(#hloom-debug-expose)" in page
