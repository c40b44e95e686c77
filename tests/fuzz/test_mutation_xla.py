"""A short run of the mutation of shapes, literals and protocol buffers."""

from __future__ import annotations

from tests.fuzz import mutate_xla


def test_mutants_are_read_or_refused() -> None:
    findings = {number: found for number in range(2000) if (found := mutate_xla.iteration(1, number))}
    assert not findings
