"""A program becomes the same code in every process: neither hashes of strings nor places of objects in memory show in it."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.codegen.texts_of_code import OPERATIONS


def digests(seed: int) -> list[str]:
    found = subprocess.run([sys.executable, "-m", "tests.codegen.texts_of_code", str(seed)], check=True, text=True,
                           capture_output=True, env={**os.environ, "PYTHONHASHSEED": str(seed)})
    return found.stdout.splitlines()


def test_every_process_makes_the_same_code() -> None:
    first = digests(1)
    assert len(first) > len(OPERATIONS)
    for seed in (2, 3):
        assert digests(seed) == first
