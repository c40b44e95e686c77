"""A compiled program that can be called with arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.entry import ARENA, CALLBACK, POOL, WATCH, context_slots
from hloom.codegen.plan.program import Program
from hloom.ir.core import Operation, captured_values
from hloom.ir.types import TensorType
from hloom.reference.arguments import as_array
from hloom.runtime import memory, watch
from hloom.runtime.addresses import address_of
from hloom.runtime.jit import LoadedObject
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import InputError, InternalError

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
                 stats: dict[str, Any], time_limit: float | None = None) -> None:
        self.program, self.stats = program, stats
        #: Seconds that a call may take, None for any number.
        self.time_limit = watch.checked_limit(time_limit)
        self._code = code
        self._entry = _ENTRY(code.address("entry"))
        self._evaluator = evaluator
        slots = context_slots(program)
        self._first_argument, self._first_result, self._size = slots["argument"], slots["result"], slots["size"]
        self._context_type = ctypes.c_void_p * self._size
        self._template = self._context_type()
        self._template[WATCH] = watch.QUIET.address
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

    def __call__(self, *arrays: Any, time_limit: float | None = None) -> tuple[np.ndarray, ...]:
        """Runs the program. Raises InputError for a wrong number, shape or element type of arguments.

        A call that takes longer than `time_limit` seconds (default: the executable's own limit) raises EvaluationError; it
        is noticed between the iterations of loops and the tasks of kernels, about a twentieth of a second late. A call from
        the main thread stops likewise for a signal whose handler raises, as that of Ctrl-C does.
        """
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
        limit = self.time_limit if time_limit is None else watch.checked_limit(time_limit)
        if self.program.may_run_long or limit is not None:
            self._run_watched(context, limit)
        elif self._entry(context):
            raise InternalError("the program stopped without a reason")
        return tuple(results)

    def _run_watched(self, context: Any, limit: float | None) -> None:
        own = watch.begin(limit)
        try:
            context[WATCH] = own.address
            if self.program.callbacks:
                assert self._evaluator is not None
                callback = watch.entered(self._call_back(own, self._evaluator()))
                context[CALLBACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0
            if self._entry(context):
                raise own.failure or InternalError("the program stopped without a reason")
        finally:
            own.failure = None
            watch.end(own)

    def _call_back(self, own: watch.Watch, evaluate: Evaluate) -> watch.Guarded:
        """Runs operations on the evaluator: it is resumed with the address of a frame (`hloom.codegen.cpu.entry`)."""
        while True:
            try:
                while True:
                    frame = yield
                    own.check_time()
                    self._run_operation(frame, evaluate)
                    ctypes.c_int64.from_address(frame).value = 0
            except GeneratorExit:
                return
            except BaseException as error:  # carried across native code, raised again by the caller
                own.failure = error

    def _run_operation(self, frame: int, evaluate: Evaluate) -> None:
        op = self.program.callbacks[ctypes.c_int64.from_address(frame + 8).value]
        values = [*op.operands, *captured_values(op), *op.results]
        pointers = (ctypes.c_void_p * len(values)).from_address(frame + 16)
        views = [_view(p, v.type) for p, v in zip(pointers, values)]
        count = len(values) - len(op.results)
        found = evaluate(op, *views[:count])
        for view, value in zip(views[count:], found):
            if view is not None:
                view[...] = value


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
