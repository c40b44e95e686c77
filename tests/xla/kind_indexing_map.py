"""Rows about indexing maps, index expressions and intervals by themselves."""

from __future__ import annotations

from typing import Any

from tests.expr.map_rows import CHECKS


def handles(row: dict[str, Any]) -> bool:
    return row.get("kind") in CHECKS and "hlo" not in row


def check(row: dict[str, Any]) -> str | None:
    try:
        CHECKS[row["kind"]](row)
    except AssertionError as error:
        return str(error).split("\n")[0] or "it does not hold"
    return None
