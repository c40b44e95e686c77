"""Programs that break one constraint each: what `hloom explain gather_c8` shows.

They lie in `broken.mlir`, one after the other, each under a line `// CODE TEST` with the code of the constraint and the test
that it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_HEADER = re.compile(r"^// (\S+) (\S+)\n", re.MULTILINE)


class Broken(NamedTuple):
    """A program that breaks the constraint of a code and no other, and the test that it comes from (`file::function`)."""

    code: str
    test: str
    text: str


@cache
def broken_programs() -> dict[str, Broken]:
    """The programs by code."""
    return parse_programs(files("hloom.cli").joinpath("broken.mlir").read_text(encoding="utf-8"))


def parse_programs(text: str) -> dict[str, Broken]:
    """The programs in the text of the file."""
    headers = [*_HEADER.finditer(text)]
    ends = [header.start() for header in headers[1:]] + [len(text)]
    return {header[1]: Broken(header[1], header[2], text[header.end() : end].removesuffix("// -----\n"))
            for header, end in zip(headers, ends)}


def render_programs(programs: Iterable[Broken]) -> str:
    """The text of the file, by code."""
    return "// -----\n".join(f"// {p.code} {p.test}\n{p.text}" for p in sorted(programs))
