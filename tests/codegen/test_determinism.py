"""A program becomes the same code in every process: neither hashes of strings nor places of objects in memory show in it."""

from __future__ import annotations

import pytest

from tests.codegen.code_programs import PROGRAMS
from tests.codegen.texts_of_code import LONGER, OPERATIONS
from tests.processes import printed

pytestmark = pytest.mark.long


def digests(seed: int) -> list[str]:
    return printed("-m", "tests.codegen.texts_of_code", seed, PYTHONHASHSEED=seed).splitlines()


def test_every_process_makes_the_same_code() -> None:
    first = digests(1)
    assert len(first) > len(OPERATIONS) + len(PROGRAMS) + len(LONGER)
    assert sum(line.startswith("longer ") for line in first) == len(LONGER)
    for seed in (2, 3):
        assert digests(seed) == first
