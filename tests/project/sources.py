"""What files say in code: each is parsed and walked once, whatever tests look for in it."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import NamedTuple

#: Fields of nodes that hold names.
_NAMES = ("id", "attr", "arg", "name", "asname", "module")
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Import(NamedTuple):
    """A statement that imports, and who needs it: what calls a function, what checks types, else what loads the file."""

    node: ast.Import | ast.ImportFrom
    in_function: bool
    for_types: bool

    @property
    def at_load(self) -> bool:
        return not self.in_function and not self.for_types


class Source(NamedTuple):
    """Of a file: names and texts that document nothing, each with its first line; all texts, with their lines; texts that are
    made of parts; comparisons of attributes with anything; imports."""

    words: dict[str, int]
    texts: list[tuple[int, str]]
    joined: list[ast.JoinedStr]
    compared: list[ast.Compare]
    imports: list[Import]

    def _add(self, node: ast.AST, documents: bool) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.texts.append((node.lineno, node.value))
            if not documents:
                self._add_word(node.value, node.lineno)
        elif isinstance(node, ast.JoinedStr):
            self.joined.append(node)
        elif isinstance(node, ast.Compare) and any(isinstance(part, ast.Attribute) for part in (node.left, *node.comparators)):
            self.compared.append(node)

    def _add_word(self, word: str, line: int) -> None:
        self.words[word] = min(line, self.words.get(word, line))


@functools.cache
def source(path: Path) -> Source:
    return read(path.read_text(encoding="utf-8"), str(path))


def read(text: str, name: str = "<text>") -> Source:
    """What a text says."""
    found = Source({}, [], [], [], [])
    pending: list[tuple[ast.AST, bool, bool]] = [(ast.parse(text, name), False, False)]
    documenting = set()
    while pending:
        node, in_function, for_types = pending.pop()
        found._add(node, node in documenting)
        in_function = in_function or isinstance(node, _FUNCTIONS)
        if isinstance(node, ast.Expr):
            documenting.add(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.imports.append(Import(node, in_function, for_types))
        line = getattr(node, "lineno", 0)
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                chosen = for_types or (field == "body" and isinstance(node, ast.If) and _checks_types(node.test))
                pending += [(each, in_function, chosen) for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                pending.append((value, in_function, for_types))
            elif field in _NAMES and isinstance(value, str):
                found._add_word(value, line)
    found.imports.sort(key=lambda found: found.node.lineno)
    return found


def _checks_types(test: ast.expr) -> bool:
    """Whether a condition holds for checkers of types alone."""
    return getattr(test, "id", getattr(test, "attr", "")) == "TYPE_CHECKING"
