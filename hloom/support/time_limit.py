"""How long a run may take."""

from __future__ import annotations

from threading import TIMEOUT_MAX
from time import monotonic
from typing import Any

from hloom.support.diagnostics import EvaluationError, InputError


class TimeLimitError(EvaluationError):
    """A run took longer than it may."""


class TimeLimit:
    """A run is to be over so many seconds from now."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds, self._end = seconds, monotonic() + seconds

    @classmethod
    def of(cls, seconds: float | None) -> TimeLimit | None:
        """The limit of a run that begins now, None for any time. Raises InputError for what is no number of seconds."""
        seconds = checked_seconds(seconds)
        return None if seconds is None else cls(seconds)

    def check(self, span: Any = None) -> None:
        """Raises TimeLimitError, which tells of the place `span`, when the time is over."""
        if monotonic() >= self._end:
            raise TimeLimitError.at(span, "time_limit", f"the program ran for longer than its time limit of {self.seconds:g} s")

    @property
    def left(self) -> float:
        """The seconds until the time is over, 0 if it is."""
        return max(self._end - monotonic(), 0.0)


def acquire(lock: Any, limit: TimeLimit | None) -> None:
    """Acquires a lock, for which it waits no longer than the limit of a run: then it raises TimeLimitError."""
    while not lock.acquire(timeout=-1 if limit is None else min(limit.left, TIMEOUT_MAX)):
        limit.check()  # type: ignore[union-attr]


def checked_seconds(limit: float | None) -> float | None:
    """A time limit as it was given. Raises InputError for what is none."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise InputError(f"a time limit is a number of seconds, got {limit!r:.50}")
    return limit
