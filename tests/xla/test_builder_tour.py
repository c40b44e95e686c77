"""The tour of the builder runs as it is written."""

from __future__ import annotations

import doctest
from pathlib import Path

TOUR = Path(__file__).resolve().parents[2] / "docs" / "xlabuilder.md"


def test_the_tour_runs() -> None:
    text = "".join(
        "\n" if line.startswith("```") else line for line in TOUR.read_text(encoding="utf-8").splitlines(keepends=True)
    )
    test = doctest.DocTestParser().get_doctest(text, {}, "tour", str(TOUR), 0)
    assert len(test.examples) > 40
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert results.failed == 0, "".join(said)
