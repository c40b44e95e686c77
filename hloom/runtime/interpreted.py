"""Functions that the compiler cannot take yet, behind the face of an executable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.core import Operation


class InterpretedExecutable:
    """`exe(*arrays) -> tuple of arrays` on the reference evaluator: what programs with dynamic shapes get.

    `fallbacks` names every operation, so that nobody takes it for compiled code; `stats["reason"]` says why.
    """

    def __init__(self, run: Callable[..., tuple[Any, ...]], operations: list[Operation], reason: str) -> None:
        self._run = run
        self.fallbacks = operations
        self.kernels: dict[str, Any] = {}
        self.stats: dict[str, Any] = {"kernels": 0, "fallbacks": [op.name for op in operations], "reason": reason}

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Runs the function. Raises InputError for a wrong number, shape or element type of arguments."""
        return self._run(*arrays)
