"""How long a run may take."""

from __future__ import annotations

from time import monotonic
from typing import Any

from hloom.support.diagnostics import EvaluationError, InputError


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
        """Raises EvaluationError, which tells of the place `span`, when the time is over."""
        if monotonic() >= self._end:
            raise EvaluationError.at(span, "time_limit", f"the program ran for longer than its time limit of {self.seconds:g} s")


def checked_seconds(limit: float | None) -> float | None:
    """A time limit as it was given. Raises InputError for what is none."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit >= 0:
        raise InputError(f"a time limit is a number of seconds, got {limit!r:.50}")
    return limit
