"""Executing on addresses: a compiled program, run on memory that whoever calls it brings.

    native = NativeProgram(program, code)
    native.run([address of each argument], [address of each result])

Checking, converting and allocating arrays is the business of the caller (`executable` for arrays of Python).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.entry import ARENA, CALLBACK, FIRST, POOL, context_slots
from hloom.codegen.plan.program import Program
from hloom.ir.core import captured_values
from hloom.ir.types import TensorType
from hloom.runtime import memory
from hloom.runtime.jit import LoadedObject
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import EvaluationError, InternalError

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)

#: Evaluates one operation: (operation, *arrays of its operands and of what its regions capture) -> result arrays.
Evaluate = Callable[..., Sequence[np.ndarray]]


class NativeProgram:
    """Machine code of a program with its constants. Thread-safe: each run has its own context and arena.

    `evaluator` gives, for one run, what evaluates the program's callbacks; a program without any needs none.
    """

    def __init__(self, program: Program, code: LoadedObject, evaluator: Callable[[], Evaluate] | None = None) -> None:
        self.program = program
        self._code = code
        self._entry = _ENTRY(code.address("entry"))
        self._evaluator = evaluator
        slots = context_slots(program)
        #: Arguments and results lie behind each other at the context's end.
        self._first_argument = slots["argument"]
        self._context_type = ctypes.c_void_p * slots["size"]
        self._template = self._context_type()
        for k, array in enumerate(program.constants):
            self._template[slots["constant"] + k] = array.ctypes.data

    def run(self, arguments: Sequence[int], results: Sequence[int]) -> None:
        """Runs the program on the memory at these addresses: dense row-major elements of the program's types.

        Arguments are only read; results must not overlap them or each other. Raises what a callback raises, and EvaluationError
        where there is no memory for the arena.
        """
        program = self.program
        context = self._context_type.from_buffer_copy(self._template)
        context[self._first_argument:] = [*arguments, *results]
        context[POOL] = Pool.get().address
        if program.arena_bytes:
            arena = memory.allocate(program.arena_bytes)
            context[ARENA] = arena.address
        failure: list[BaseException] = []
        if program.callbacks:
            assert self._evaluator is not None
            evaluate = self._evaluator()
            self._enter(context, lambda number, buffers: self._call_back(number, buffers, evaluate, failure), failure)
        else:
            self._enter(context, None, failure)

    def run_guarded(self, arguments: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
        """The results of a guarded program, whose buffers lie between red zones: `arguments` and constants are copied there."""
        from hloom.runtime.guard import Guard

        guard = Guard(self.program, arguments)
        context = self._context_type.from_buffer_copy(self._template)
        context[FIRST:] = guard.addresses
        context[POOL] = Pool.get().address
        context[ARENA] = guard.arena.address
        failure: list[BaseException] = []
        evaluate = self._evaluator() if self._evaluator is not None else None
        callbacks = len(self.program.callbacks)

        def call_back(number: int, buffers: int) -> int:
            if number < callbacks:
                assert evaluate is not None
                return self._call_back(number, buffers, evaluate, failure)
            try:
                guard.check(number - callbacks)
                return 0
            except BaseException as error:  # carried across native code, raised again by the caller
                failure.append(error)
                return 1

        self._enter(context, call_back, failure)
        guard.check(None)
        return guard.results()

    def _enter(self, context: Any, call_back: Callable[[int, int], int] | None, failure: list[BaseException]) -> None:
        """Calls the entry; raises what a callback left in `failure`."""
        if call_back is not None:
            callback = _CALLBACK(call_back)
            context[CALLBACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        if self._entry(context):
            raise failure[0] if failure else InternalError("the program stopped without a reason")

    def _call_back(self, number: int, buffers: int, evaluate: Evaluate, failure: list[BaseException]) -> int:
        """Runs operation `number` on the evaluator; its buffers are operands, then results."""
        try:
            op = self.program.callbacks[number]
            values = [*op.operands, *captured_values(op), *op.results]
            pointers = (ctypes.c_void_p * len(values)).from_address(buffers)
            views = [_view(p, v.type) for p, v in zip(pointers, values)]
            count = len(values) - len(op.results)
            found = evaluate(op, *views[:count])
            for view, value in zip(views[count:], found):
                if view is not None and view.shape != np.shape(value):
                    raise EvaluationError.at(op.span, "unsupported", f"{op.name} has a result of shape {view.shape}, "
                                             f"but computes one of shape {np.shape(value)}")
                if view is not None:
                    view[...] = value
            return 0
        except BaseException as error:  # carried across native code, raised again by the caller
            failure.append(error)
            return 1


def _view(address: int | None, type: Any) -> Any:
    """An array over a buffer of the program; None for a value that has none (a token)."""
    if not isinstance(type, TensorType):
        return None
    dtype = type.storage.dtype
    size = prod(type.shape) * dtype.itemsize
    if size == 0 or not address:
        return np.empty(type.shape, dtype)
    raw = np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))
    return raw.view(dtype).reshape(type.shape)
