"""The public project's self-checking programs on the reference evaluator; docs/conformance.md names those that do not pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from hloom.cli.check import records_of

PROGRAMS = Path(__file__).resolve().parents[3] / "shared" / "conformance"
FOLDERS = ("interpret", "testdata", "dynamic", "quantized", "math")
FILES = sorted(p for folder in FOLDERS for p in (PROGRAMS / folder).glob("*.mlir"))
#: The expected values are not those of double precision, rounded once.
NAMED = {"sin_complex64_20_20"}

pytestmark = [pytest.mark.shared, pytest.mark.slow]


@pytest.mark.parametrize("part", range(10))
def test_programs_pass(part: int) -> None:
    failed = [f"{path.stem}: @{record['function']}: {record['message']}" for path in FILES[part::10] if path.stem not in NAMED
              for record in records_of(str(path), "reference") if record["status"] != "pass"]
    assert not failed, "\n".join(failed)


def test_all_programs_are_there() -> None:
    assert len(FILES) == 1735
