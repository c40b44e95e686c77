"""Custom calls by target: those that hloom knows, and those that are registered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ops import check

#: Functions for custom calls by target, for all runs of this Python process; see `register_custom_call`.
CUSTOM_CALLS: dict[str, Callable[..., Any]] = dict(check.CUSTOM_CALLS)


def register_custom_call(name: str, function: Callable[..., Any]) -> None:
    """Gives custom calls of target `name` a meaning on both engines: `function(op, *arrays)` returns an array, a tuple of
    arrays, or None for an operation without results."""
    CUSTOM_CALLS[name] = function
