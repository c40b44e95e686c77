"""Hints for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable

#: Words that are as near as another, of which the one with the same beginning is more likely meant.
_CANDIDATES = 4


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the known word nearest to `word`, or nothing."""
    found = nearest(word, known)
    return f"; did you mean '{found}'?" if found is not None else ""


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known word that is spelled most like `word`, but not alike: what was written is no help. None where none is near: two
    words are alike from 0, not at all, to 1."""
    from difflib import SequenceMatcher, get_close_matches  # few words are misspelled

    word = word[:100]
    near = get_close_matches(word, [other for other in known if other != word], n=_CANDIDATES, cutoff=cutoff)
    return max(near, key=lambda other: (SequenceMatcher(None, word, other).ratio(), _alike(word, other)), default=None)


def _alike(a: str, b: str) -> int:
    """How many letters two words begin with in common."""
    return next((k for k, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def some(names: Iterable[str], most: int = 20) -> str:
    """Names for a message, `a, b, c`, and how many more there are than it shows."""
    known = list(names)
    shown = ", ".join(f"{name:.100}" for name in known[:most]) or "none"
    return shown if len(known) <= most else f"{shown} and {len(known) - most} more"
