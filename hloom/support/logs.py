"""What hloom says of its own doings, through Python's `logging`, and how long they took.

    _LOG = Log("cache")                         # the logger `hloom.cache`
    _LOG.info("%s is only read: %s", path, why)

Python's `logging` takes longer to import than some whole calls of hloom, and who has not imported it has asked for nothing: it is
looked for when there is something to say, and never imported here. Loggers get nothing but DEBUG and INFO; what somebody has to
act on is an exception or a warning.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

#: The logger above all others, in whose name a library says nothing by itself.
_TOP = "hloom"
#: Frames between who says something and `logging`, which names the file and the line.
_FRAMES = 3


def counted(number: int, what: str) -> str:
    """`1 thread`, `2 threads`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


class Log:
    """One of hloom's loggers, whether or not `logging` has been imported yet."""

    def __init__(self, name: str = "") -> None:
        self._name = f"{_TOP}.{name}" if name else _TOP

    def info(self, message: str, *values: Any) -> None:
        """Says what a user who looks at how a service starts wants to know."""
        self._say("INFO", message, values)

    def debug(self, message: str, *values: Any) -> None:
        """Says what is to be known where that is not as expected."""
        self._say("DEBUG", message, values)

    def _say(self, level: str, message: str, values: tuple[Any, ...]) -> None:
        logger = self._logger()
        if logger is not None:
            logger.log(getattr(sys.modules["logging"], level), message, *values, stacklevel=_FRAMES)

    def _logger(self) -> Any:
        logging = sys.modules.get("logging")
        if not hasattr(logging, "getLogger"):  # another thread may be in the middle of the import
            return None
        top = logging.getLogger(_TOP)  # type: ignore[union-attr]
        if not top.handlers:  # as libraries do, so that `logging` does not take it on itself to show what they say
            top.addHandler(logging.NullHandler())  # type: ignore[union-attr]
        return logging.getLogger(self._name)  # type: ignore[union-attr]


# -- timing --------------------------------------------------------------------------------------------------------------------
# How long the steps of a compilation take.


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

    def statistics(self) -> dict[str, float]:
        """As an entry of statistics; none where nothing had to be imported."""
        return {"start_seconds": self.before + self.within} if len(sys.modules) > self._modules else {}
