"""Programs whose compiled code once read or wrote outside of its buffers, or computed lanes that were not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.compiled import programs_of
from tests.harness import needs_pages
from tests.run_folder import filled_once

FILE = Path(__file__).with_name("accesses.mlir")
NAMES = [name for name, _ in programs_of(FILE)]

pytestmark = needs_pages


@pytest.fixture(scope="module")
def lines(repository: Path) -> list[str]:
    def fill(folder: Path) -> None:
        made = subprocess.run([sys.executable, "-m", "tests.fuzz.compiled", "--program", str(FILE)], cwd=repository,
                              capture_output=True, text=True, check=False, timeout=300)
        assert made.returncode in (0, 1), made.stderr[-2000:]
        (folder / "lines").write_text(made.stdout)

    return (filled_once("accesses", fill) / "lines").read_text().splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_accesses_stay_inside(name: str, lines: list[str]) -> None:
    """Between pages that must not be touched, before and after each buffer, with the values of the evaluator."""
    found = [line for line in lines if line.startswith(f"{name}: ")]
    assert found and set(found) == {f"{name}: holds"}
