"""Programs that use what compiled programs share: sorts, transforms, matrix products and convolutions, sums, and work on rows.

Whoever has compiled them has the code of these libraries, which others then find, whatever their sizes
(`hloom compile --common`): that code depends on element types, the processor and the number of threads, but on few sizes.

What they consist of lies in `common_programs.mlir`, each piece under a line `// NAME ARGUMENTS RESULTS`: lines that make %made,
and %places if it has two results, of %x0, %x1 and so on. Words of capitals stand for types and numbers, letters in the header
for the types of arguments and results. What they stand for each time that a piece is used is a line of `common_programs.tsv`,
behind the element type of the program that uses it and the piece's name; `tools/common_programs` writes these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class _Piece(NamedTuple):
    arguments: str
    results: str
    lines: str

    def written(self, words: Mapping[str, str], number: int, first: int) -> str:
        """Its lines as the one of this number in a program, of whose arguments its own are those from the `first` on."""
        names = {f"%x{k}": f"%a{first + k}" for k in range(len(self.arguments))}
        lines = re.sub(r"\b[A-Z]+\b", lambda found: words.get(found[0], found[0]), self.lines)
        return re.sub(r"%\w+", lambda found: names.get(found[0], f"{found[0]}_{number}"), lines)


@cache
def _pieces() -> dict[str, _Piece]:
    found = {}
    for piece in _read("common_programs.mlir").split("\n// -----\n"):
        header, lines = piece.split("\n", 1)
        _, name, arguments, results = header.split()
        found[name] = _Piece(arguments, results, lines.strip())
    return found


def _read(name: str) -> str:
    return files("hloom.cli").joinpath(name).read_text(encoding="utf-8")


def programs() -> dict[str, str]:
    """The programs, in StableHLO, by the element type that they are about."""
    return programs_of(_read("common_programs.tsv"))


def programs_of(table: str) -> dict[str, str]:
    """The programs that use pieces as the lines of a table say."""
    uses: dict[str, list[list[str]]] = {}
    for line in table.splitlines():
        type, *use = line.split("\t")
        uses.setdefault(type, []).append(use)
    return {type: _program(type, found) for type, found in uses.items()}


def _program(type: str, uses: Sequence[Sequence[str]]) -> str:
    """A program in which each piece takes arguments, and gives results, of its own."""
    arguments: list[str] = []
    results: list[tuple[str, str]] = []
    body: list[str] = []
    for name, *said in uses:
        piece = _pieces()[name]
        words = {"S": f"tensor<{type}>", "P": "tensor<i1>", **dict(word.split("=", 1) for word in said)}
        number = len(results)
        body.append(piece.written(words, number, len(arguments)))
        arguments += [words[word] for word in piece.arguments]
        results += [(f"{made}_{number}", words[word]) for made, word in zip(("%made", "%places"), piece.results)]
    taken = ", ".join(f"%a{k}: {type}" for k, type in enumerate(arguments))
    given, types = (", ".join(parts) for parts in zip(*results, strict=True))
    return "\n".join((f"func.func @main({taken}) -> ({types}) {{", *body, f"return {given} : {types}", "}", ""))
