"""How long the steps of a compilation take."""

from __future__ import annotations

import sys
from time import perf_counter


class Timed:
    """A block whose seconds become an entry of a dictionary."""

    def __init__(self, seconds: dict[str, float], name: str) -> None:
        self.seconds, self.name = seconds, name

    def __enter__(self) -> None:
        self.start = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds[self.name] = perf_counter() - self.start


class Starting:
    """How long a compilation takes to import what it needs, and to start LLVM and the worker pool, which the first one of a
    process does: from when this is made to its pause, and within its blocks (`within` are the seconds of these)."""

    def __init__(self) -> None:
        self.before, self.within = 0.0, 0.0
        self._modules, self._since = len(sys.modules), perf_counter()

    def pause(self) -> None:
        self.before = perf_counter() - self._since

    def __enter__(self) -> None:
        self._since = perf_counter()

    def __exit__(self, *_: object) -> None:
        self.within += perf_counter() - self._since

    def seconds(self) -> dict[str, float]:
        """As an entry of statistics; none where nothing had to be imported."""
        return {"start": self.before + self.within} if len(sys.modules) > self._modules else {}
