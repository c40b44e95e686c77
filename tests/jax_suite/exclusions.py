"""Tests that are known to pass on XLA-CPU and not on hloom, each with the reason: the table of docs/jax.md."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "jax.md"
_HEADING = re.compile(r"^\|\s*test\s*\|\s*reason\s*\|\s*$", re.IGNORECASE)
_ROW = re.compile(r"^\|\s*`(?P<pattern>[^`]+)`\s*\|\s*(?P<reason>[^|\s][^|]*?)\s*\|\s*$")
_RULE = re.compile(r"^\|[\s:|-]+\|\s*$")


@dataclass(frozen=True)
class Exclusion:
    """Tests whose names match a pattern (`*` stands for anything), and why hloom does not pass them."""

    pattern: str
    reason: str

    def covers(self, name: str) -> bool:
        return name == self.pattern or fnmatch.fnmatchcase(name, self.pattern)


def read(page: Path = PAGE) -> list[Exclusion]:
    """The rows of the table headed `| test | reason |`; ValueError for a row of another form, or without a reason."""
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    found: list[Exclusion] = []
    for start, line in enumerate(lines):
        if not _HEADING.match(line):
            continue
        for number, row in enumerate(lines[start + 1:], start + 2):
            if not row.startswith("|"):
                break
            if _RULE.match(row):
                continue
            if not (match := _ROW.match(row)):
                raise ValueError(f"{page.name}:{number}: expected `| \\`test\\` | reason |`, found {row!r}")
            found.append(Exclusion(match["pattern"], match["reason"]))
    return found


def reason_for(name: str, exclusions: list[Exclusion]) -> str | None:
    return next((exclusion.reason for exclusion in exclusions if exclusion.covers(name)), None)
