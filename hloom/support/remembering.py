"""Memory for speed: what programs are made of is remembered up to a bound, and forgotten when somebody wants the memory back."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")
_CACHED = type(functools.cache(lambda: None))


class Remembered(dict[_K, _V]):
    """A table that is emptied when it grows large. Thread-safe."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: _K, value: _V) -> _V:
        """Keeps a value, and returns it."""
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


def forget_all() -> None:
    """Empties all such tables of hloom, and functions that remember so many results at most. What has no bound remembers what
    hloom itself is made of, and stays."""
    for forget in _bounded():
        forget()


def _bounded() -> Iterator[Callable[[], None]]:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != "hloom":
            continue
        for found in list(vars(module).values()):
            if isinstance(found, Remembered):
                yield found.clear
            elif type(found) is _CACHED and found.cache_parameters()["maxsize"] is not None:
                yield found.cache_clear
