"""Every row of the tables of indexing facts; what prints otherwise and was proven equal is listed at the end (`-s` shows it)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.xla.map_comparison import OTHER_FORMS
from tests.xla.rows import check

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "xla"
TABLES = [FOLDER / "indexing_maps.json", FOLDER / "indexing_ops.json"]
ROWS: list[dict[str, Any]] = [row for table in TABLES if table.exists() for row in json.loads(table.read_text())["rows"]]
pytestmark = pytest.mark.shared
COUNTS: Counter[str] = Counter()


def kind_of(row: dict[str, Any]) -> str:
    return row.get("kind") or "maps of an operation"


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: dict[str, Any]) -> None:
    assert check(row) is None
    COUNTS[kind_of(row)] += 1


def test_counts() -> None:
    """Prints how many rows of each kind have passed in this run, and the maps that print otherwise."""
    for kind, count in sorted(COUNTS.items()):
        print(f"{kind:32} {count:4} of {sum(kind_of(row) == kind for row in ROWS)}")
    for printed, stated in OTHER_FORMS:
        print(f"proven equal: {printed}\n  stated as:  {stated}")
    assert len(OTHER_FORMS) <= len(ROWS) // 4
