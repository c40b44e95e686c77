"""Functions that the compiler cannot take yet, behind the face of an executable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.core import Operation
from hloom.reference.observe import TimeLimit
from hloom.runtime.watch import checked_limit


class InterpretedExecutable:
    """`exe(*arrays) -> tuple of arrays` on the reference evaluator: what programs with dynamic shapes get.

    `fallbacks` names every operation, so that nobody takes it for compiled code; `stats["reason"]` says why.
    """

    def __init__(self, run: Callable[..., tuple[Any, ...]], operations: list[Operation], reason: str,
                 time_limit: float | None = None) -> None:
        self._run = run
        #: Seconds that a call may take, None for any number.
        self.time_limit = checked_limit(time_limit)
        self.fallbacks = operations
        self.kernels: dict[str, Any] = {}
        self.stats: dict[str, Any] = {"kernels": 0, "fallbacks": [op.name for op in operations], "reason": reason}

    def __call__(self, *arrays: Any, time_limit: float | None = None) -> tuple[Any, ...]:
        """Runs the function. Raises InputError for a wrong number, shape or element type of arguments, and EvaluationError before
        the first operation after `time_limit` seconds (default: the executable's own limit)."""
        limit = self.time_limit if time_limit is None else checked_limit(time_limit)
        return self._run(*arrays, observer=None if limit is None else TimeLimit(limit))
