"""A short share of the attacks on time and memory; and that what is wrong would be seen."""

from __future__ import annotations

import os
import random
import signal
import sys

import pytest

from tests.fuzz import resources
from tests.fuzz.resource_programs import KINDS, draw

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read from /proc")]

WHOLE = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["operations", "calls", "endless", "grids"])
def test_random_programs_end_within_bounds(kind: str) -> None:
    counts, findings = resources.search(1.5, seed=4, kind=kind)
    assert not findings, findings
    assert counts["programs"] > 0 and any(f"{kind} evaluate" in name for name in counts), counts


def test_programs_are_drawn_alike_from_one_seed() -> None:
    assert [draw(random.Random(k)) for k in range(20)] == [draw(random.Random(k)) for k in range(20)]
    assert {draw(random.Random(k))[0] for k in range(200)} == set(KINDS)


@pytest.mark.slow
def test_a_child_that_ends_or_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = resources.Watched()
    try:
        assert watched.run(WHOLE) == ([(stage, "ok") for stage in resources.STAGES], None)
        watched.process.kill()
        assert "ended the process with status" in (watched.run(WHOLE)[1] or "")
        assert watched.run(WHOLE)[1] is None  # in a new child
        monkeypatch.setattr(resources, "STAGE_SECONDS", 0.2)
        os.kill(watched.process.pid, signal.SIGSTOP)  # it answers nothing, however fast the machine is
        assert "did not end within" in (watched.run(WHOLE)[1] or "")
    finally:
        watched.end(kill=True)


def test_findings_are_reduced_to_the_lines_that_show_them() -> None:
    lines = [f"line {k}" for k in range(40)]
    found = resources._reduced("\n".join(lines), lambda text: "line 7\n" in text and "line 30" in text, 5)
    assert found == "line 7\nline 30"
