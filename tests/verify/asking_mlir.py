"""Asks MLIR about programs in a process of its own, which some of them end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def verdicts(programs: dict[str, str], repository: Path, all_of_them: bool = True) -> dict[str, str | None]:
    """What MLIR has against programs, by name; unless it must be `all_of_them`, of those before the first that ends it."""
    asked = subprocess.run([sys.executable, "-m", "tests.verify.mlir_verdicts"], cwd=repository, input=json.dumps(programs),
                           capture_output=True, text=True, check=False)
    found = dict(map(json.loads, asked.stdout.splitlines()))
    survived = len(found) == len(programs)
    assert survived or not all_of_them, (
        f"MLIR did not survive what follows {next(reversed(found), None)}:\n{asked.stderr[-500:]}")
    return found
