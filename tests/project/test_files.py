"""Habits of the source tree: files stay small enough to read, and none knows the machine it was written on."""

from __future__ import annotations

import re
import subprocess
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hloom", "tests", "tools", "benchmarks", "examples", "docs", ".ci")
TEXT = {".py", ".md", ".toml", ".mlir", ".json", ".txt", ".cfg", ".sh", ".yml", ".yaml", ""}
LARGE, TOO_LARGE = 500, 700

#: Paths that begin at a root where only one machine has something.
MACHINE_PATH = re.compile(r"(?<![\w.}$*])/(?:work|root|home/\w+|Users/\w+|tmp/\w+|opt/\w+)(?:/|\b)")


def sources() -> list[Path]:
    """The files under version control (new ones too), or of the folders above where this is no checkout."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        paths = [ROOT / line for line in listed.stdout.splitlines()]
    else:
        paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return [path for path in paths if path.is_file() and path.suffix in TEXT and "__pycache__" not in path.parts]


def test_no_python_file_is_too_large() -> None:
    lengths = {path: path.read_bytes().count(b"\n") for path in sources() if path.suffix == ".py"}
    longest = sorted(lengths.items(), key=lambda item: -item[1])
    report = [f"{length:5d} {path.relative_to(ROOT)}" for path, length in longest if length > LARGE]
    if report:
        warnings.warn("files of more than 500 lines:\n" + "\n".join(report), stacklevel=1)
    too_large = [line for line in report if int(line.split()[0]) > TOO_LARGE]
    assert not too_large, "split by family or stage:\n" + "\n".join(too_large)


def test_no_file_names_a_path_of_one_machine() -> None:
    faults = []
    for path in sources():
        if path == Path(__file__):
            continue  # spells the pattern
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            found = MACHINE_PATH.search(line)
            if found:
                faults.append(f"{path.relative_to(ROOT)}:{number}: {found.group()}")
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("line, expected", [
    ("open('/work/x')", True), ('"/tmp/cache"', True), ("loc(\"/home/me/a.py\":1:2)", True), ("a /root b", True),
    ("https://example.org/work/x", False), ("tmp_path / 'work'", False), ("see docs/work/", False),
    ("under /usr/share", False),
])
def test_the_pattern_of_machine_paths(line: str, expected: bool) -> None:
    assert bool(MACHINE_PATH.search(line)) is expected
