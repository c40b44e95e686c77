"""Errors of programs under construction, and the caller's line of Python."""

from __future__ import annotations

import os
import sys
from typing import Any, Final, NamedTuple

from hloom.support.diagnostics import InputError

#: The folder of hloom.xla, whose own lines are nobody's fault.
_HERE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class BuilderError(InputError):
    """A fault of a program under construction: which operation, on which line of which file."""

    operation: str = ""
    file: str = ""
    line: int = 0

    @classmethod
    def of(cls, operation: str, message: str, where: Caller) -> BuilderError:
        """The error of an operation (`Dot(lhs: f32[2], rhs: f32[3])`) that was called at a place."""
        error = cls(f"{where}: {operation}: {message}" if operation else f"{where}: {message}")
        error.operation, error.file, error.line = operation.split("(")[0], where.file, where.line
        return error


class Caller(NamedTuple):
    """The line of Python outside of hloom.xla that called an operation."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def caller() -> Caller:
    """The innermost line of Python outside of hloom.xla."""
    frame: Any = sys._getframe(1)
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(_HERE + os.sep):
        frame = frame.f_back
    return Caller(frame.f_code.co_filename, frame.f_lineno)
