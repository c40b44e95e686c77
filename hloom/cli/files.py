"""Files that commands take: `-` is standard input, `// -----` on a line separates programs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hloom.ops.builtin.module import Module
from hloom.pipeline import load, parse
from hloom.support.diagnostics import InputError

_SEPARATOR = re.compile(r"^// -----[^\n]*\n?", re.MULTILINE)


def read_text(path: str) -> str:
    """The text of a file; InputError for one that cannot be read."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text: byte {error.start} is not UTF-8") from None


def programs(path: str) -> Iterator[tuple[str, str]]:
    """The programs in a file as (name, text). Texts after the first begin with empty lines, so that lines keep their numbers."""
    text = read_text(path)
    name = "<stdin>" if path == "-" else path
    start = 0
    for separator in [*_SEPARATOR.finditer(text), None]:
        end = separator.start() if separator else len(text)
        yield name, "\n" * text.count("\n", 0, start) + text[start:end]
        start = separator.end() if separator else end


def load_one(path: str, allow_unregistered: bool = False) -> Module:
    """The one program of a file."""
    if path == "-":
        return parse(read_text(path), format="auto", name="<stdin>", allow_unregistered=allow_unregistered)
    return load(path, allow_unregistered=allow_unregistered)


def expand(paths: Sequence[str]) -> list[str]:
    """Files, with every folder replaced by the `.mlir` files below it."""
    found: list[str] = []
    for path in paths:
        if path != "-" and Path(path).is_dir():
            found.extend(sorted(str(p) for p in Path(path).rglob("*.mlir")))
        else:
            found.append(path)
    return found
