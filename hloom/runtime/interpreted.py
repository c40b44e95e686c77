"""Functions that the compiler cannot take, behind the face of an executable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module
from hloom.reference.api import evaluate_arrays
from hloom.runtime.executable import Executable, checked_outputs, delivered
from hloom.runtime.pickle_state import PickleState
from hloom.support.logs import Log
from hloom.support.signals import checked_seconds
from hloom.support.signatures import Signature

_LOG = Log("compile")

def interpreted(module: Module, reason: str, signature: Signature, state: PickleState, time_limit: float | None) -> Executable:
    """An executable that runs a function of a module, the one that `state` names, on the evaluator."""
    _LOG.info("@%s: runs on the evaluator: %s", state.function, reason.partition("\n")[0])

    def run(*arrays: Any, time_limit: float | None) -> tuple[Any, ...]:
        return evaluate_arrays(module, arrays, state.function, state.custom_calls, signature.narrows, time_limit=time_limit)

    operations = list(module.functions[state.function].body.block.operations[:-1])
    return InterpretedExecutable(run, operations, reason, signature, state, time_limit)


class InterpretedExecutable(Executable):
    """`exe(*arrays) -> tuple of arrays` on the reference evaluator: what programs get whose shapes depend on data.

    `fallbacks` names every operation, so that nobody takes it for compiled code; `stats["reason"]` says why.
    """

    def __init__(self, run: Callable[..., tuple[Any, ...]], operations: list[Operation], reason: str, signature: Signature,
                 pickle_state: PickleState, time_limit: float | None = None) -> None:
        self._run = run
        #: Seconds that a call may take, None for any number.
        self.time_limit = checked_seconds(time_limit)
        self.signature, self._pickle_state, self._operations = signature, pickle_state, operations
        self.kernels = {}
        self.stats = {"kernels": 0, "fallbacks": [op.name for op in operations], "reason": reason}

    @property
    def fallbacks(self) -> list[Operation]:
        """Every operation of the function."""
        return self._operations

    @property
    def needs_python(self) -> str:
        """Why calls must go through this object: it runs on the evaluator."""
        return f"it runs on the evaluator: {self.stats['reason']}"

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> tuple[Any, ...]:
        """Runs the function, with arguments and `out` as compiled code takes them. Raises InputError for a wrong number, shape or
        element type of arguments, and EvaluationError before the first operation after `time_limit` seconds (default: the
        executable's own limit)."""
        if named:
            arrays = self.signature.bind(arrays, named)
        limit = self.time_limit if time_limit is None else checked_seconds(time_limit)
        given = None if out is None else checked_outputs(out, self.signature)
        return delivered(self._run(*arrays, time_limit=limit), given)
