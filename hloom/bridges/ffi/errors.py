"""Errors that cross the typed interface: a handle of memory for each, which whoever is given one gives back."""

from __future__ import annotations

import ctypes
from typing import Any

from hloom.bridges.ffi.structures import Code

#: Errors by their addresses: code, text, and the memory of both.
_errors: dict[int, tuple[Code, bytes, Any]] = {}


class Refusal(Exception):
    """What a function of the interface answers with instead of a result."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def make(code: Code, message: bytes) -> int:
    """The address of a new error."""
    text = ctypes.create_string_buffer(message)
    address = ctypes.addressof(text)
    _errors[address] = code, message, text
    return address


def message_of(address: int | None) -> int:
    """The address of an error's text, which ends with a zero: an error is that itself."""
    if address not in _errors:
        raise Refusal(Code.INVALID_ARGUMENT, "no error is there")
    return address  # type: ignore[return-value]


def take(address: int | None) -> tuple[Code, str] | None:
    """Code and text of an error, which is gone then; None for null."""
    if not address:
        return None
    code, message, _ = _errors.pop(address, (Code.UNKNOWN, b"an error that another library made", None))
    return code, message.decode("utf-8", "replace")
