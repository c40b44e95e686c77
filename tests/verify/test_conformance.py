"""The public project's valid and faulty programs: valid ones are clean, the fault of the others is found on its line.

`faulty_lines.json` has the lines: for each family of programs, under the line of the fault, the numbers of the programs. They are
where MLIR's verifier (in jaxlib and torch-mlir) reports the first fault; docs/conformance.md says where hloom differs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hloom.cli import main

pytestmark = pytest.mark.shared

_TABLE = json.loads(Path(__file__).with_name("faulty_lines.json").read_text(encoding="utf-8"))
LINES = {f"{family}.{number}": int(line) for family, lines in _TABLE.items() for line, numbers in lines.items()
         for number in numbers}


@pytest.fixture(scope="module")
def programs(shared: Path) -> dict[str, Path]:
    return {path.stem: path for path in (shared / "conformance" / "verify").glob("*.mlir")}


@pytest.fixture(scope="module")
def valid(shared: Path) -> set[str]:
    index = json.loads((shared / "conformance" / "index.json").read_text(encoding="utf-8"))
    return {Path(entry["file"]).stem for entry in index if entry["kind"] == "verify" and entry["valid"]}


def diagnose(paths: list[Path], capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, list[int]]]:
    """The exit status of `hloom verify --json`, and the lines of the errors by file."""
    capsys.readouterr()
    status = main(["verify", "--json", *map(str, paths)])
    report = json.loads(capsys.readouterr().out)
    return status, {Path(r["file"]).stem: [d["line"] for d in r["diagnostics"]] for r in report}


def test_all_programs_are_known(programs: dict[str, Path], valid: set[str]) -> None:
    assert len(programs) == 530 and set(programs) == valid | set(LINES)


def test_valid_programs_are_clean(programs: dict[str, Path], valid: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert diagnose([programs[name] for name in valid], capsys) == (0, {name: [] for name in valid})


def test_faults_are_found_on_their_lines(programs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    status, found = diagnose([programs[name] for name in LINES], capsys)
    assert status == 1
    assert {name: lines[:1] for name, lines in found.items()} == {name: [line] for name, line in LINES.items()}


def test_the_status_is_that_of_each_file(programs: dict[str, Path], valid: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    statuses = {name: main(["verify", "--json", str(path)]) for name, path in programs.items()}
    assert statuses == {name: int(name not in valid) for name in programs}
