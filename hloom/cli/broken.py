"""Programs that break one constraint each: what `hloom explain gather_c8` shows.

They lie in `broken.mlir`, one after the other, each under a line `// CODE OPERATION TEST`: the code of the constraint, the
operation that breaks it (`-` for rules that hold for all operations) and the test that the program comes from. The file is
written by `tools/constraints_table`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hloom.pipeline import parse
from hloom.support.diagnostics import Diagnostic
from hloom.verify import diagnose

_HEADER = re.compile(r"^// (\S+) (\S+) (\S+)\n", re.MULTILINE)

#: Stands for the operation in programs that break a rule for all operations.
ANY_OPERATION = "-"


class Broken(NamedTuple):
    """A program in which an operation breaks the constraint of a code and no other; `test` is `file::function`."""

    code: str
    operation: str
    test: str
    text: str

    def diagnose(self) -> list[Diagnostic]:
        """What the verifier finds in the program."""
        return diagnose(parse(self.text, format="auto", name=f"{self.code}.mlir"))


@cache
def broken_programs() -> dict[tuple[str, str], Broken]:
    """The programs by operation and code."""
    return parse_programs(files("hloom.cli").joinpath("broken.mlir").read_text(encoding="utf-8"))


def parse_programs(text: str) -> dict[tuple[str, str], Broken]:
    """The programs in the text of the file."""
    headers = [*_HEADER.finditer(text)]
    ends = [header.start() for header in headers[1:]] + [len(text)]
    found = (Broken(header[1], header[2], header[3], text[header.end() : end].removesuffix("// -----\n"))
             for header, end in zip(headers, ends))
    return {(program.operation, program.code): program for program in found}


def render_programs(programs: Iterable[Broken]) -> str:
    """The text of the file."""
    return "// -----\n".join(f"// {p.code} {p.operation} {p.test}\n{p.text}" for p in sorted(programs))
