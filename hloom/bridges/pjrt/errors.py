"""Errors as the interface has them: a code and a message, behind a handle."""

from __future__ import annotations

import ctypes
from enum import IntEnum

from hloom.bridges.pjrt.cells import HANDLES
from hloom.support.diagnostics import UserError


class Code(IntEnum):
    """The codes that the plugin gives, those of absl::Status."""

    CANCELLED = 1
    INVALID_ARGUMENT = 3
    NOT_FOUND = 5
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    UNIMPLEMENTED = 12
    INTERNAL = 13


class PluginError(Exception):
    """Ends a function of the interface with an error."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Error:
    """An error that its caller still looks at. Its cell: the message, its length, the code."""

    def __init__(self, message: bytes) -> None:
        self._message = ctypes.create_string_buffer(message, len(message) + 1)
        self.address = ctypes.addressof(self._message)


def handle_of(error: BaseException) -> int:
    """The handle of an error that was raised."""
    code, text = described(error)
    message = text.encode("utf-8", "replace")
    made = _Error(message)
    return HANDLES.new(made, made.address, len(message), code)


def described(error: BaseException) -> tuple[Code, str]:
    """The code and the message of what was raised: hloom's diagnostics as they are, with the place in the user's source."""
    if isinstance(error, PluginError):
        return error.code, str(error)
    if isinstance(error, MemoryError):
        return Code.RESOURCE_EXHAUSTED, f"out of memory: {error}"
    if isinstance(error, UserError):
        is_lacking = any(d.code == "unsupported" for d in getattr(error, "diagnostics", ()))
        return Code.UNIMPLEMENTED if is_lacking else Code.INVALID_ARGUMENT, f"hloom: {error}"
    return Code.INTERNAL, f"{type(error).__name__}: {error}"
