"""What hloom says of its own doings, through Python's `logging`.

    _LOG = Log("cache")                         # the logger `hloom.cache`
    _LOG.info("%s is only read: %s", path, why)

Python's `logging` takes longer to import than some whole calls of hloom, and who has not imported it has asked for nothing: it is
looked for when there is something to say, and never imported here. Loggers get nothing but DEBUG and INFO; what somebody has to
act on is an exception or a warning.
"""

from __future__ import annotations

import sys
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
