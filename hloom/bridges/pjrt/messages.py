"""Errors as callers look at them."""

from __future__ import annotations

import ctypes
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.table import function


@function("Error_Message")
def _(a: Any) -> None:
    message = HANDLES[a.error].message
    a.message, a.message_size = ctypes.addressof(message), len(message) - 1


@function("Error_GetCode")
def _(a: Any) -> None:
    a.code = HANDLES[a.error].code


@function("Error_ForEachPayload")
def _(a: Any) -> None:
    """Errors carry nothing beside their message."""


