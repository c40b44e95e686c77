"""A compiled program that can be called with arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.entry import ARENA, CALLBACK, FIRST, POOL, context_slots
from hloom.codegen.plan.program import Program
from hloom.ir.core import Operation, captured_values
from hloom.ir.types import TensorType
from hloom.reference.arguments import as_array
from hloom.runtime import memory
from hloom.runtime.addresses import address_of
from hloom.runtime.jit import LoadedObject
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import EvaluationError, InputError, InternalError

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
#: Results below this size are plain arrays: the recycling pool only pays for large ones.
_RECYCLED = 1 << 16

#: Evaluates one operation: (operation, *arrays of its operands and of what its regions capture) -> result arrays.
Evaluate = Callable[..., Sequence[np.ndarray]]


class Executable:
    """`exe(*arrays) -> tuple of arrays`. Thread-safe: each call has its own context and arena.

    `stats` holds what compilation took and made; `kernels` the listings by kernel name; `fallbacks` the operations that
    run on the reference evaluator.
    """

    def __init__(self, program: Program, code: LoadedObject, evaluator: Callable[[], Evaluate] | None,
                 stats: dict[str, Any]) -> None:
        self.program, self.stats = program, stats
        self._code = code
        self._entry = _ENTRY(code.address("entry"))
        self._evaluator = evaluator
        slots = context_slots(program)
        self._first_argument, self._first_result, self._size = slots["argument"], slots["result"], slots["size"]
        self._context_type = ctypes.c_void_p * self._size
        self._template = self._context_type()
        for k, array in enumerate(program.constants):
            self._template[slots["constant"] + k] = array.ctypes.data
        self._arguments = [(t, t.storage.dtype, t.shape) for t in program.argument_types]
        self._results = [(t.shape, t.storage.dtype, prod(t.shape) * t.storage.dtype.itemsize) for t in program.result_types]

    @property
    def kernels(self) -> dict[str, str]:
        """The listing of each distinct kernel by the name of its function."""
        return self.program.listings

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that the compiler does not lower, which run on the reference evaluator."""
        return self.program.callbacks

    def __call__(self, *arrays: Any) -> tuple[np.ndarray, ...]:
        """Runs the program. Raises InputError for a wrong number, shape or element type of arguments."""
        if len(arrays) != len(self._arguments):
            raise InputError(f"@{self.program.name} takes {len(self._arguments)} arguments, got {len(arrays)}")
        context = self._context_type.from_buffer_copy(self._template)
        kept: list[Any] = []
        at = self._first_argument
        for number, (array, (type, dtype, shape)) in enumerate(zip(arrays, self._arguments)):
            if not (isinstance(array, np.ndarray) and array.dtype == dtype and array.shape == shape and array.flags.c_contiguous):
                array = np.ascontiguousarray(as_array(array, type, f"argument {number} of @{self.program.name}")).reshape(shape)
            kept.append(array)
            context[at] = address_of(array)
            at += 1
        if self.program.is_guarded:
            return self._guarded(context, kept)
        results = []
        for shape, dtype, size in self._results:
            result = memory.array(shape, dtype) if size >= _RECYCLED else np.empty(shape, dtype)
            results.append(result)
            context[at] = address_of(result)
            at += 1
        pool = Pool.get()
        context[POOL] = pool.address
        if self.program.arena_bytes:
            arena = memory.allocate(self.program.arena_bytes)
            context[ARENA] = arena.address
        failure: list[BaseException] = []
        if self.program.callbacks:
            assert self._evaluator is not None
            evaluate = self._evaluator()
            callback = _CALLBACK(lambda number, buffers: self._call_back(number, buffers, evaluate, failure))
            context[CALLBACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        if self._entry(context):
            raise failure[0] if failure else InternalError("the program stopped without a reason")
        return tuple(results)

    def _guarded(self, context: Any, arguments: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
        """Runs a program whose buffers lie between red zones: `arguments` and constants are copied there."""
        from hloom.runtime.guard import Guard

        guard = Guard(self.program, arguments)
        for slot, address in zip(range(FIRST, self._size), guard.addresses):
            context[slot] = address
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

        callback = _CALLBACK(call_back)
        context[CALLBACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        if self._entry(context):
            raise failure[0] if failure else InternalError("the program stopped without a reason")
        guard.check(None)
        return guard.results()

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
