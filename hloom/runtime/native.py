"""Executing on addresses: a compiled program, run on memory that whoever calls it brings.

    native = NativeProgram(program, code)
    native.run([address of each argument], [address of each result])

Checking, converting and allocating arrays is the business of the caller (`executable` for arrays of Python).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.runtime import memory as process_memory
from hloom.runtime import watch
from hloom.runtime.call_block import CallBlock
from hloom.runtime.dispatch import lapack
from hloom.runtime.dispatch.commands import ARENA, CALLBACK, FIRST, POOL, TABLE, WATCH
from hloom.runtime.dispatch.program import context_slots, words_of_examples
from hloom.runtime.memory import Memory
from hloom.runtime.pool import Pool
from hloom.support.diagnostics import EvaluationError, InternalError
from hloom.support.signals import TimeLimit

if TYPE_CHECKING:
    from hloom.runtime.dispatch.program import CompiledProgram
    from hloom.runtime.jit import LoadedObject

_WORD = ctypes.sizeof(ctypes.c_void_p)
#: Bytes of arenas that programs keep from call to call, as to ask for memory takes longer than a small program; how many of them.
_KEPT_ARENA = 64 << 10
_MOST_FREE = 4

#: Evaluates one operation: (operation, *arrays of its operands and of what its regions capture) -> result arrays.
Evaluate = Callable[..., Sequence[np.ndarray]]


class _Context:
    """The addresses that a call runs on, with the arena between calls, and where they lie."""

    __slots__ = ("address", "arena", "words")

    def __init__(self, words: Any) -> None:
        self.words, self.address = words, ctypes.addressof(words)
        self.arena: Any = None


class NativeProgram:
    """Machine code of a program with its table and constants. Thread-safe: each run has its own context and arena.

    `code` has the functions that the table names.
    `evaluator` gives, for one run, what evaluates the program's callbacks; a program without any needs none. `threads` is the
    number of workers that the program was planned for; None for those of the process's pool.
    """

    def __init__(self, program: CompiledProgram, code: LoadedObject,
                 evaluator: Callable[[TimeLimit | None], Evaluate] | None = None, threads: int | None = None,
                 memory: Memory = process_memory) -> None:
        self.program = program
        #: Where its arenas are.
        self.memory = memory
        #: The number of workers that it asks for; None for those of the process's pool.
        self.threads = threads
        self._code = code
        self._table = np.array([code.address(word) if isinstance(word, str) else word for word in program.table], np.int64)
        self._evaluator = evaluator
        #: Whether routines shall use no threads of their library's own.
        self._is_on_one_thread = bool(program.routines) and not program.has_threaded_routines
        slots = context_slots(program)
        #: Arguments and results lie behind each other at the context's end.
        self._first_argument = slots["argument"]
        self._pack = struct.Struct(f"@{slots['size'] - slots['argument']}P").pack_into
        #: Contexts between two calls.
        self._free: list[_Context] = []
        self._context_type = ctypes.c_void_p * slots["size"]
        self._template = self._context_type()
        self._template[WATCH] = watch.QUIET.address
        self._template[TABLE] = self._table.ctypes.data
        for k, array in enumerate(program.constants):
            self._template[slots["constant"] + k] = array.ctypes.data
        #: Constants that are still to be computed.
        self._lazy = [(program.constants[k], table) for k, table in program.lazy.items()]
        for k, name in enumerate(program.routines):
            self._template[slots["routine"] + k] = words_of(name)

    def for_examples(self, count: int, arguments: Sequence[Any], results: Sequence[Any]) -> NativeProgram:
        """The same code and constants, of a program for several sizes, for calls of so many examples: of these types."""
        program = self.program
        self._compute_lazy_constants()
        table = list(program.table)
        for word, number in words_of_examples(program.scaled, count).items():
            table[word] = number
        own = replace(program, argument_types=list(arguments), result_types=list(results), table=table, lazy={}, scaled=[])
        return NativeProgram(own, self._code, self._evaluator, self.threads, self.memory)

    def block(self) -> CallBlock:
        """What native code needs to call the program without Python. Lazy constants are computed and the workers started here."""
        program, pool = self.program, Pool.of(self.threads)
        self._compute_lazy_constants()
        template = self._context_type.from_buffer_copy(self._template)
        template[POOL] = pool.address
        return CallBlock(
            words=len(template), template=ctypes.addressof(template), first_argument=self._first_argument,
            arguments=len(program.argument_types), results=len(program.result_types), arena_bytes=program.arena_bytes,
            aliases=tuple(program.aliases.items()), run=pool.entry(self._is_on_one_thread), pool=pool.address,
            may_run_long=program.may_run_long, needs_python=self.needs_python, keeps=(template, self, pool))

    @property
    def needs_python(self) -> str:
        """Why calls must go through `run`; "" where native code may make them, with what `block` gives."""
        program = self.program
        if program.is_guarded:
            return "it is guarded (HLOOM_GUARD)"
        if program.callbacks:
            return f"operations run on the evaluator: {', '.join(dict.fromkeys(op.name for op in program.callbacks))}"
        return ""

    def run(self, arguments: Sequence[int], results: Sequence[int], time_limit: float | None = None) -> None:
        """Runs the program on the memory at these addresses: dense row-major elements of the program's types.

        Arguments are only read; results must not overlap them or each other, but for those that lie where an argument does
        (`program.aliases`): both have one address, and what the argument held is lost. Raises what a callback raises, and
        EvaluationError where there is no memory for the arena or the run takes longer than `time_limit` seconds.
        """
        program = self.program
        for result, argument in program.aliases.items():
            if results[result] != arguments[argument]:
                raise InternalError(f"result {result} of @{program.name} lies where argument {argument} does, and was given "
                                    "another address")
        if self._lazy:
            self._compute_lazy_constants()
        if program.is_guarded:
            self._run_guarded_on(arguments, results, time_limit)
            return
        try:
            context = self._free.pop()
        except IndexError:
            context = _Context(self._context_type.from_buffer_copy(self._template))
        words = context.words
        pool = Pool.of(self.threads)
        words[POOL] = pool.address
        if program.arena_bytes and context.arena is None:
            context.arena = self.memory.allocate(program.arena_bytes)
            words[ARENA] = context.arena.address
        self._pack(words, self._first_argument * _WORD, *arguments, *results)
        run = pool.run_on_one_thread if self._is_on_one_thread else pool.run
        if program.may_run_long or time_limit is not None:
            limit = TimeLimit.of(time_limit)
            self._run_watched(run, words, limit, self._evaluator_of_a_run(limit))
            words[WATCH] = watch.QUIET.address
        elif run(context.address):
            raise InternalError("the program stopped without a reason")
        if program.arena_bytes > _KEPT_ARENA:
            context.arena = None
        if len(self._free) < _MOST_FREE:
            self._free.append(context)

    def new_context(self) -> Any:
        """The words of a context of its own: what runs them adds the pool, the watch, the arena, arguments and results."""
        self._compute_lazy_constants()
        return self._context_type.from_buffer_copy(self._template)

    @property
    def first_argument(self) -> int:
        """The word of a context where arguments begin, which results follow."""
        return self._first_argument

    def _compute_lazy_constants(self) -> None:
        """Before the first run; threads whose first runs these are at once all write the same."""
        for array, table in self._lazy:
            table.compute(array)
        self._lazy = []

    def _run_guarded_on(self, arguments: Sequence[int], results: Sequence[int], time_limit: float | None) -> None:
        def at(address: int, type: Any) -> np.ndarray:
            """The array of a type that lies at an address."""
            size = prod(type.shape) * type.storage.dtype.itemsize
            return np.ndarray(type.shape, type.storage.dtype, (ctypes.c_char * max(size, 1)).from_address(address))

        found = self.run_guarded([at(a, t) for a, t in zip(arguments, self.program.argument_types)], time_limit)
        for address, array in zip(results, found):
            ctypes.memmove(address, array.ctypes.data, array.nbytes)

    def run_guarded(self, arguments: Sequence[np.ndarray], time_limit: float | None = None) -> tuple[np.ndarray, ...]:
        """The results of a guarded program, whose buffers lie between red zones: `arguments` and constants are copied there."""
        from hloom.runtime.guard import Guard

        self._compute_lazy_constants()
        guard = Guard(self.program, arguments)
        context = self._context_type.from_buffer_copy(self._template)
        first = FIRST + len(self.program.constants)
        context[FIRST:first] = guard.constants
        context[self._first_argument :] = guard.addresses
        pool = Pool.of(self.threads)
        context[POOL] = pool.address
        context[ARENA] = guard.arena.address
        limit = TimeLimit.of(time_limit)
        evaluate = self._evaluator_of_a_run(limit)
        callbacks = len(self.program.callbacks)

        def call_back(frame: int) -> None:
            number = number_of(frame)
            if number < callbacks:
                assert evaluate is not None
                evaluate(frame)
            else:
                guard.check(number - callbacks)

        self._run_watched(pool.run_on_one_thread if self._is_on_one_thread else pool.run, context, limit, call_back)
        guard.check(None)
        return guard.results()

    @staticmethod
    def _run_watched(run: Callable[[Any], int], context: Any, limit: TimeLimit | None,
                     call_back: Callable[[int], None] | None) -> None:
        """Runs the commands under a watch; `call_back` is given the addresses of frames (`dispatch.commands`)."""
        own = watch.begin(limit)
        try:
            context[WATCH] = own.address
            if call_back is not None:
                callback = watch.entered(_answering(own, call_back))
                context[CALLBACK] = ctypes.cast(callback, ctypes.c_void_p).value or 0
            if run(context):
                raise own.failure or InternalError("the program stopped without a reason")
        finally:
            own.failure = None
            watch.end(own)

    def _evaluator_of_a_run(self, limit: TimeLimit | None) -> Callable[[int], None] | None:
        """What runs the operations of callbacks on the evaluator, given their frames; None for a program without any."""
        if not self.program.callbacks:
            return None
        assert self._evaluator is not None
        evaluate = self._evaluator(limit)
        return lambda frame: self.run_operation(frame, evaluate)

    def run_operation(self, frame: int, evaluate: Evaluate) -> None:
        """Runs the operation of the callback with this frame."""
        from hloom.ir.core import captured_values  # a saved program has no callbacks, and runs without the operations

        op = self.program.callbacks[number_of(frame)]
        values = [*op.operands, *captured_values(op), *op.results]
        pointers = (ctypes.c_void_p * len(values)).from_address(frame + 16)
        views = [_view(p, v.type) for p, v in zip(pointers, values)]
        count = len(values) - len(op.results)
        found = evaluate(op, *views[:count])
        for view, value in zip(views[count:], found):
            if view is not None and view.shape != np.shape(value):
                raise EvaluationError.at(op.span, "unsupported", f"{op.name} has a result of shape {view.shape}, "
                                         f"but computes one of shape {np.shape(value)}")
            if view is not None:
                view[...] = value


def words_of(name: str) -> int:
    """The address of what compiled code must know of a routine."""
    words = lapack.routine(name)
    if words is None:  # whoever compiled or restored the program has found it
        raise InternalError(f"there is no routine {name}")
    return ctypes.addressof(words)


def _answering(own: watch.Watch, call_back: Callable[[int], None]) -> watch.Guarded:
    """Answers callbacks: it is resumed with the address of a frame, where it says that all is well."""
    while True:
        try:
            while True:
                frame = yield
                own.check_time()
                call_back(frame)
                ctypes.c_int64.from_address(frame).value = 0
        except GeneratorExit:
            return
        except BaseException as error:  # carried across native code, raised again by the caller
            own.failure = error


def number_of(frame: int) -> int:
    """The number of the callback that a frame is of."""
    return ctypes.c_int64.from_address(frame + 8).value


def _view(address: int | None, type: Any) -> Any:
    """An array over a buffer of the program; None for a value that has none (a token)."""
    from hloom.ir.types import TensorType

    if not isinstance(type, TensorType):
        return None
    dtype = type.storage.dtype
    size = prod(type.shape) * dtype.itemsize
    if size == 0 or not address:
        return np.empty(type.shape, dtype)
    raw = np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))
    return raw.view(dtype).reshape(type.shape)
