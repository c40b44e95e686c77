"""Compiled code stays inside its buffers: they lie next to pages whose touch ends the process (see `guarded`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness import needs_pages

pytestmark = needs_pages


def check(repository: Path, what: str, first: int, last: int) -> None:
    made = subprocess.run([sys.executable, "-m", "tests.codegen.guarded", what, str(first), str(last)], cwd=repository,
                          capture_output=True, text=True, check=False)
    lines = made.stdout.splitlines()
    assert made.returncode == 0 and lines[-1:] == ["done"], f"status {made.returncode} in {lines[-1:]}\n{made.stderr[-2000:]}"


def test_random_programs(repository: Path) -> None:
    check(repository, "programs", 0, 12)


@pytest.mark.slow
def test_operations(repository: Path) -> None:
    check(repository, "operations", 0, 1)


@pytest.mark.slow
@pytest.mark.long
def test_many_random_programs(repository: Path) -> None:
    check(repository, "programs", 100, 250)


@pytest.mark.slow
@pytest.mark.long
def test_more_operations(repository: Path) -> None:
    check(repository, "operations", 1, 4)
