"""Programs through artifacts of old and new versions and back, on the command line: as with jaxlib, or refused as it refuses.

What comes back is compared with what jaxlib prints of its own artifact of the same program: attributes that say their default are
left out there, too.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import hloom
from benchmarks import workloads
from hloom.cli import main
from tests.bytecode.programs import examples
from tests.vhlo.test_artifacts import IN_JAXLIB

SHARED = Path(__file__).resolve().parents[3] / "shared"
#: The versions that this jaxlib writes, and hloom's newest.
OLD = ("0.9.0", "1.0.0", "1.9.0", "1.17.0")
CURRENT = hloom.get_current_version()
#: Dialects of which no version has operations.
_CHLO = re.compile(r"\b(?:chlo|mhlo)\.")


class Trip(NamedTuple):
    """A program's way through a version: the artifact (None: refused, and why), and the text that came back."""

    program: str
    version: str
    artifact: bytes | None
    why: str
    back: str


def trips(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Trip]:
    """A program through every version; operations of CHLO expanded."""
    source, artifact, back = (folder / name for name in ("source.mlir", "program.mlirbc", "back.mlir"))
    source.write_text(text)
    if _CHLO.search(text):
        assert main(["convert", str(source), "--expand-chlo", "-o", str(source)]) == 0, capsys.readouterr().err
    program = str(hloom.load(source))
    for version in (*OLD, CURRENT):
        status = main(["convert", str(source), "--to", "artifact", "--target", version, "-o", str(artifact)])
        why = capsys.readouterr().err
        if status:
            assert status == 2 and f"the program cannot be written for StableHLO {version}:\n  " in why, why
            yield Trip(program, version, None, why, "")
            continue
        assert main(["convert", str(artifact), "--to", "stablehlo", "-o", str(back)]) == 0, capsys.readouterr().err
        yield Trip(program, version, artifact.read_bytes(), "", back.read_text())


def in_jaxlib(rows: list[tuple[str, str, str | None]]) -> list[tuple[str | None, str | None, str | None]]:
    """What jaxlib makes of programs, as `IN_JAXLIB` says; where it ends the process, of that program nothing."""
    done = subprocess.run([sys.executable, "-c", IN_JAXLIB], input=json.dumps(rows), capture_output=True, text=True, timeout=500,
                          check=False)
    if done.returncode == 0:
        return [tuple(each[:3]) for each in json.loads(done.stdout)]
    if len(rows) == 1:
        return [(None, None, None)]
    return in_jaxlib(rows[: len(rows) // 2]) + in_jaxlib(rows[len(rows) // 2 :])


def compared(texts: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> Counter[tuple[str, str]]:
    """How often programs were written and refused, by version. Each as jaxlib does."""
    pytest.importorskip("jaxlib")
    made = [trip for text in texts for trip in trips(text, folder, capsys)]
    counts: Counter[tuple[str, str]] = Counter()
    newest = {trip.program: trip.back for trip in made if trip.version == CURRENT and trip.artifact is not None}
    rows = [trip for trip in made if trip.version in OLD]
    asked = [(trip.program, trip.version, trip.artifact and trip.artifact.hex()) for trip in rows]
    for trip, (theirs, theirs_read, ours_read) in zip(rows, in_jaxlib(asked), strict=True):
        assert (theirs is None) == (trip.artifact is None), (trip, "jaxlib refuses" if theirs is None else "jaxlib writes it")
        counts[trip.version, "refused" if theirs is None else "written"] += 1
        if theirs is None:
            continue
        assert ours_read == theirs_read is not None, trip
        assert trip.back == str(hloom.parse(theirs_read)) == str(hloom.parse(bytes.fromhex(theirs))) == newest[trip.program], trip
    for trip in made:
        if trip.version == CURRENT:
            counts[CURRENT, "refused" if trip.artifact is None else "written"] += 1
    return counts


@pytest.mark.slow
def test_a_few_operations_of_every_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw = random.Random(3)
    texts = [text for dialect, count in (("stablehlo", 16), ("chlo", 8))
             for _, text in draw.sample([*examples(dialect)], count)]
    counts = compared(texts, tmp_path, capsys)
    assert counts[CURRENT, "written"] + counts[CURRENT, "refused"] == len(texts) and counts["1.0.0", "written"] > 12


@pytest.mark.shared
@pytest.mark.exhaustive
def test_the_benchmarks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [path.read_text() for path in workloads.find_programs(sorted(workloads.KNOWN), SHARED / "bench" / "stablehlo")]
    counts = compared(texts, tmp_path, capsys)
    assert len(texts) == 32 and counts[CURRENT, "written"] == 32
    assert counts["1.0.0", "refused"] == 1  # a gather with batching dimensions


@pytest.mark.shared
@pytest.mark.exhaustive
def test_programs_of_the_conformance_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """200 that are valid, and of which versions have the operations."""
    index = json.loads((SHARED / "conformance" / "index.json").read_text())
    files = [each["file"] for each in index
             if each["file"].endswith(".mlir") and each["kind"] not in ("vhlo", "roundtrip")
             and each.get("valid", True)]
    texts: list[str] = []
    for name in random.Random(11).sample(files, len(files)):
        text = (SHARED / "conformance" / name).read_text()
        if len(texts) < 200 and "// -----" not in text and not re.search(r"\b(?:check|interpreter)\.\w+", text):
            texts.append(text)
    counts = compared(texts, tmp_path, capsys)
    assert len(texts) == 200 and all(counts[version, "written"] > 150 for version in (*OLD, CURRENT))
