"""What `benchmarks.compare` measured, kept under `docs/measured/` for the page `docs/performance.md` (`make docs`).

A record is what `--json` writes (setting and rows) with the date, the commit, the command and the geometric means. Times are
milliseconds; a ratio is XLA's time over hloom's, so that above 1 hloom is faster.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import workloads

FOLDER = workloads.REPOSITORY / "docs" / "measured"
#: The ratios of a row: what each is about, and with how many decimals a page states it.
RATIOS = {"ratio": ("run", 2), "ratio_huge_pages": ("run with huge pages", 2), "compile_ratio": ("compile", 2),
          "bare_compile_ratio": ("compile without the library", 2), "second_start_ratio": ("second start", 1),
          "start_ratio": ("start of a process", 2)}


def titled(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row under the name by which pages call its program."""
    return {**row, "program": workloads.TITLES.get(row["program"], row["program"])}


def stated(value: float | None, key: str) -> str:
    """A ratio as a page states it."""
    return "-" if value is None else f"{value:.{RATIOS[key][1]}f}"


def commit(folder: Path = workloads.REPOSITORY) -> str:
    """The commit that is checked out, `-dirty` where files differ from it; `unknown` where this is no checkout."""
    try:
        done = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=folder, capture_output=True,
                              text=True, check=False)
    except OSError:  # no git
        return "unknown"
    return done.stdout.strip() or "unknown"


def write(document: Mapping[str, Any], folder: Path = FOLDER) -> Path:
    """Writes a record; one of the same processor, threads and day takes the place of an earlier one. Returns its path."""
    setting = document["setting"]
    processor = re.sub(r"\W+", "-", setting["processor"].lower()).strip("-")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{processor}-{setting['threads']}-threads-{document['date']}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def read_all(folder: Path = FOLDER) -> Sequence[dict[str, Any]]:
    """All records, the newest first."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return sorted(records, key=lambda record: record["date"], reverse=True)
