"""Hints for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the known word nearest to `word`, or nothing."""
    near = get_close_matches(word[:100], list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""
