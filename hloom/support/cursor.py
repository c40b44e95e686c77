"""A place in a text, and whether a mark stands there: what readers of small grammars have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from hloom.support.source import Source


class Cursor(ABC):
    """Reads tokens of `source` from the offset `at` on. A reader says what it skips."""

    __slots__ = ("at", "source", "text")

    def __init__(self, source: Source, at: int = 0) -> None:
        self.source, self.text, self.at = source, source.text, at

    @abstractmethod
    def skip(self) -> None:
        """Steps over blanks, and what else means nothing."""

    @abstractmethod
    def expect(self, token: str, where: str) -> None:
        """Steps over `token`; fails where it does not stand here."""

    def take(self, token: str) -> bool:
        """Whether `token` stands here; steps over it if so."""
        self.skip()
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def items(self, item: Callable[[], Any], end: str, where: str) -> list[Any]:
        """Items divided by commas up to the token `end`, which is stepped over; there may be none."""
        if self.take(end):
            return []
        found = [item()]
        while not self.take(end):
            if not self.take(","):
                self.expect(end, f"at the end of {where}")
            found.append(item())
        return found
