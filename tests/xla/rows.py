"""Runs the rows of a table of XLA's facts through hloom: `python -m tests.xla.rows FILE.json`.

Prints each row that fails with the reason, and last `N passed, M failed`. Each module of ADAPTERS knows the rows of some kinds:
`handles(row)` says whether a row is one of its, `check(row)` returns why it fails, or None. No row is treated specially.
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.xla.map_comparison import OTHER_FORMS

#: Modules of this package, asked in this order.
ADAPTERS = ("kind_utilities", "kind_shape_fragment", "kind_hlo_text", "kind_builder", "kind_indexing_ops",
            "kind_indexing_map")


def check(row: dict[str, Any]) -> str | None:
    """Why a row fails; None if it passes."""
    for name in ADAPTERS:
        adapter = importlib.import_module(f"tests.xla.{name}")
        if adapter.handles(row):
            try:
                return adapter.check(row)
            except Exception as error:  # a row must not stop the others, whatever breaks
                last = traceback.extract_tb(error.__traceback__)[-1]
                return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
    return f"no adapter for rows like this (kind {row.get('kind') or row.get('form')!r})"


def run(path: str) -> tuple[int, int]:
    """The numbers of rows of a file that pass and that fail; prints the latter."""
    passed = failed = 0
    for row in json.loads(Path(path).read_text(encoding="utf-8"))["rows"]:
        reason = check(row)
        if reason is None:
            passed += 1
        else:
            failed += 1
            print(f"{row.get('id')}: {reason}")
    return passed, failed


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.xla.rows FILE.json", file=sys.stderr)
        return 2
    passed, failed = run(arguments[0])
    for printed, stated in OTHER_FORMS:
        print(f"proven equal: {printed}\n  stated as:  {stated}")
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
