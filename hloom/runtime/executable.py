"""Binding: a compiled program that can be called with arrays, which are checked, converted and allocated here."""

from __future__ import annotations

import ctypes
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from hloom.runtime import memory
from hloom.runtime.memory import short_size
from hloom.support.diagnostics import InputError
from hloom.support.html import table
from hloom.support.signals import checked_seconds
from hloom.support.signatures import Parameter, Signature, unnamed, wrong_count

if TYPE_CHECKING:
    from hloom.ir.core import Operation
    from hloom.runtime.dispatch.program import Listing
    from hloom.runtime.native import NativeProgram
    from hloom.runtime.pickle_state import PickleState

#: A name that every call looks up.
_ARRAY = np.ndarray
#: Results below this size are plain arrays: the recycling pool only pays for large ones.
_RECYCLED = 1 << 16


class Executable:
    """`exe(*arrays) -> tuple of arrays`. Thread-safe. Can be pickled.

    `native` runs the program on addresses. `signature` names arguments and results with their types; `stats` holds what
    compilation took and made; `kernels` the listing of each kernel by its name, with the operations whose work it does and their
    places in the source; `fallbacks` the operations that run on the reference evaluator.
    """

    def __init__(self, native: NativeProgram, kernels: Mapping[str, Listing], stats: dict[str, Any],
                 time_limit: float | None = None, signature: Signature | None = None,
                 pickle_state: PickleState | None = None) -> None:
        self.native, self.kernels, self.stats = native, kernels, stats
        #: Seconds that a call may take, None for any number.
        self.time_limit = checked_seconds(time_limit)
        program = native.program
        self.signature = signature or unnamed(program.name, program.argument_types, program.result_types)
        self._pickle_state = pickle_state
        self._run = partial(_run_on_copies, native) if program.aliases else native.run
        self._is_guarded = program.is_guarded
        self._arguments = [(t.storage.dtype, t.shape, t) for t in program.argument_types]
        self._results = [(t.storage.dtype, t.shape) for t in program.result_types]
        self._makers = [_maker(t.shape, t.storage.dtype) for t in program.result_types]

    @property
    def fallbacks(self) -> list[Operation]:
        """The operations that the compiler does not lower, which run on the reference evaluator."""
        return self.native.program.callbacks

    @property
    def needs_python(self) -> str:
        """Why calls must go through this object; "" where native code may make them with what `native.block()` gives.

        Executables that run on the evaluator, or that are several, have no `native`, and a reason here.
        """
        return self.native.needs_python

    @property
    def cache_key(self) -> str | None:
        """Under which the cache has the machine code; None where it is not kept there."""
        return None if self._pickle_state is None else self._pickle_state.key

    def for_examples(self, count: int, signature: Signature) -> Executable:
        """The same code for calls of fewer examples, so many, with this signature: of a program for several sizes."""
        types = [[p.type for p in parameters] for parameters in (signature.arguments, signature.results)]
        stats = {**self.stats, "seconds": {}}
        native = self.native.for_examples(count, *types)
        return Executable(native, self.kernels, stats, self.time_limit, signature, self._pickle_state)

    def warm(self, calls: Any) -> None:
        """Compiles beforehand what such calls need, so that they need not wait: nothing, unless shapes are known at calls only.

        `calls` lists them, or is one: an integer, which all sizes are that the program does not state; a shape or a type (an
        array, too) for each argument, in their order; or a mapping from names of arguments to these, in which those of one
        shape only may be left out. Raises InputError for shapes that the function does not take.
        """
        from hloom.runtime.warming import arguments_of_calls  # most programs never need it

        types = tuple([p._replace(type=exact(p.type)) for p in self.signature.arguments])
        for arrays in arguments_of_calls(calls, self.signature._replace(arguments=types)):
            self._prepare(arrays)

    def _prepare(self, arrays: Sequence[Any]) -> None:
        """Compiles what a call of such arguments needs."""

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> Any:
        """Runs the program; returns a tuple of arrays (of a program that was read from an object of JAX, see `called`). Raises
        InputError for a wrong number, shape or element type of arguments.

        Arguments are given by position, or by name (`signature`); what is called `out` or `time_limit` by position only.
        `out` is an array for the one result, or a sequence with an array or None for each: arrays that take the results, and are
        returned. They may be arguments, too: all arguments are read before any is written.

        A call that takes longer than `time_limit` seconds (default: the executable's own limit) raises EvaluationError; it
        is noticed between the iterations of loops and the tasks of kernels, about a twentieth of a second late. A call from
        the main thread stops likewise for a signal whose handler raises, as that of Ctrl-C does.
        """
        if named:
            arrays = self.signature.bind(arrays, named)
        if len(arrays) != len(self._arguments):
            raise wrong_count(self.signature.function, [p.name for p in self.signature.arguments], arrays)
        for array, (dtype, shape, _) in zip(arrays, self._arguments):  # each look costs a part of what small programs take
            if type(array) is not _ARRAY or array.dtype != dtype or array.shape != shape or not array.flags.c_contiguous:
                arrays = self._converted(arrays)
                break
        limit = self.time_limit if time_limit is None else checked_seconds(time_limit)
        results = [make() for make in self._makers] if out is None else self._writable(out, arrays)
        if results is None or self._is_guarded:
            return self._run_into(arrays, None if out is None else checked_outputs(out, self.signature), limit)
        self._run([address_of(a) for a in arrays], [address_of(r) for r in results], limit)
        return tuple(results)

    def _converted(self, arrays: Sequence[Any]) -> tuple[np.ndarray, ...]:
        """The arguments as compiled code takes them. Raises InputError for those that cannot be so."""
        made = [array if _fits(array, dtype, shape) else self._made(array, type, number)
                for number, (array, (dtype, shape, type)) in enumerate(zip(arrays, self._arguments))]
        return tuple([np.ascontiguousarray(array).reshape(shape) for array, (_, shape, _) in zip(made, self._arguments)])

    def _made(self, value: Any, type: Any, number: int) -> np.ndarray:
        """An argument of what is no array of its type."""
        from hloom.ops.builtin.arguments import as_array  # an executable from a file runs without the operations where all fits

        return as_array(value, exact(type), self.signature.argument(number), self.signature.narrows)

    def _writable(self, out: Any, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray] | None:
        """`out` as arrays that compiled code may write to while it reads the arguments; None where one must be looked at
        closer."""
        given = [out] if type(out) is _ARRAY else out
        if type(given) not in (list, tuple) or len(given) != len(self._results):
            return None
        for array, (dtype, shape) in zip(given, self._results):
            if type(array) is not _ARRAY or array.dtype != dtype or array.shape != shape or not (
                    (flags := array.flags).c_contiguous and flags.writeable):
                return None
        return None if _overlap(arrays, given) else given

    def _run_into(self, arrays: Sequence[np.ndarray], given: Sequence[np.ndarray | None] | None,
                  limit: float | None) -> tuple[Any, ...]:
        """A call of a guarded program, or into given arrays."""
        if self._is_guarded or given is None:
            return delivered(self.native.run_guarded(arrays, limit), given)
        results = tuple([array if array is not None and _is_free(array, arrays) else make()
                         for array, make in zip(given, self._makers)])
        self._run([address_of(a) for a in arrays], [address_of(r) for r in results], limit)
        return delivered(results, given)

    def save(self, path: Any, *, cpu: str | Sequence[str] | None = None, threads: int | Sequence[int] | None = None,
             program: bool = True) -> None:
        """Writes the executable to one file, which `hloom.load_executable` reads: where it has code for, without compiling.

        `cpu` are the processors that there shall be code for, one or several of `native` (that of this process, which is the
        default), `x86-64-v2`, `x86-64-v3` and `x86-64-v4`; `threads` the numbers of threads that it shall be planned for
        (default: that of this executable). A process uses the code that fits best; planned for more threads than it has it runs
        as well, planned for fewer it leaves some idle. Where shapes are known at calls only, there is code for those that were
        warmed up for or have been (of what is kept, HLOOM_SPECIALIZATIONS): also for the other sizes that share it. The program
        itself goes along, for processors, versions and calls that the code is not for, unless `program` is false.

        Raises InputError where the file cannot be written, for a processor that there is no code for here, and for programs that
        run on the evaluator in part, call functions of this process, or have shapes that depend on elements of arguments, or are
        known at calls only, when there was none.
        """
        from hloom.ops.builtin.module import Module

        Module.services["save"](self, path, cpu, threads, program)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._pickle_state is None:
            raise InputError(f"@{self.signature.function} was not compiled by hloom.compile: it cannot be pickled")
        return self._pickle_state.reduced(self.time_limit)

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def _fits(array: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> bool:
    return isinstance(array, _ARRAY | np.generic) and array.dtype == dtype and array.shape == shape


def exact(type: Any) -> Any:
    """A type as the operations know it, for which that of an array in a file stands (`file_executable`)."""
    return getattr(type, "tensor", type)


def _run_on_copies(native: NativeProgram, arguments: list[int], results: list[int], limit: float | None) -> None:
    """Runs a program of which results lie where arguments do: those stay as they are, and the results get copies."""
    types = native.program.argument_types
    for result, argument in native.program.aliases.items():
        size = prod(types[argument].shape) * types[argument].storage.dtype.itemsize
        ctypes.memmove(results[result], arguments[argument], size)
        arguments[argument] = results[result]
    native.run(arguments, results, limit)


def _maker(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Callable[[], np.ndarray]:
    """What makes arrays for a result."""
    if prod(shape) * dtype.itemsize < _RECYCLED:
        return partial(np.empty, shape, dtype)
    return memory.maker(shape, dtype)


def checked_outputs(out: Any, signature: Signature) -> Sequence[np.ndarray | None]:
    """The arrays for the results: one for each, None for a result that gets a new one.

    Raises InputError for a wrong number, for what is no array that can be written to, has another shape or element type than
    the result, or shares memory with another.
    """
    from hloom.ops.builtin.arguments import as_array

    name, results = signature.function, signature.results
    if isinstance(out, np.ndarray):
        out = [out]
    if not isinstance(out, Sequence) or len(out) != len(results):
        count = f", got {len(out)}" if isinstance(out, Sequence) else f", got a {type(out).__name__}"
        one = "an array or " if len(results) == 1 else ""
        raise InputError(f"out must be {one}a sequence of {len(results)} arrays, one for each result of @{name}{count}")
    for number, (array, result) in enumerate(zip(out, results)):
        if array is None:
            continue
        what = f"out for result {number} of @{name}"
        if not isinstance(array, np.ndarray):
            raise InputError(f"{what}: a {type(array).__name__} is not a NumPy array")
        as_array(array, exact(result.type), what)
        if not array.flags.writeable:
            raise InputError(f"{what} cannot be written to")
        if any(other is not None and np.may_share_memory(array, other) for other in out[:number]):
            raise InputError(f"{what} shares memory with the array for another result")
    return out


def delivered(results: tuple[Any, ...], out: Sequence[np.ndarray | None] | None) -> tuple[Any, ...]:
    """The results, in the arrays that were given for them."""
    if out is None:
        return results
    for result, array in zip(results, out):
        if array is not None and array is not result:
            array[...] = result
    return tuple([result if array is None else array for result, array in zip(results, out)])


def _overlap(read: Sequence[np.ndarray], written: Sequence[np.ndarray]) -> bool:
    """Whether one of the arrays that are written shares memory with another array; all are contiguous."""
    ranges = [(start := address_of(a), start + a.nbytes, False) for a in read]
    ranges += [(start := address_of(a), start + a.nbytes, True) for a in written]
    ranges.sort()
    end = end_of_written = 0
    for start, stop, is_written in ranges:
        if start < (end if is_written else end_of_written) and start < stop:
            return True
        end = max(end, stop)
        if is_written:
            end_of_written = max(end_of_written, stop)
    return False


def _is_free(array: np.ndarray, arguments: Sequence[np.ndarray]) -> bool:
    """Whether compiled code may write to the array while it reads the arguments."""
    return array.flags.c_contiguous and not _overlap(arguments, [array])


# -- description ---------------------------------------------------------------------------------------------------------------
# What an executable says of itself, in a line or as a table for notebooks.

#: Most kinds of fallbacks that are named.
_MOST_SHOWN = 4
#: Most arguments, and most results, that a table has rows for.
_MOST_ROWS = 50


def as_text(executable: Executable) -> str:
    """`<Executable @main(x: 3xf32) -> (result: 3xf32): 1 kernel, constants 0 bytes, ...; no fallbacks>`."""
    parts = ", ".join(f"{name} {value}" for name, value in _sizes(executable))
    return f"<{type(executable).__name__} {executable.signature}: {parts}; {_fallbacks(executable)}>"


def as_html(executable: Executable) -> str:
    """The same as a table: a row for each argument and result, sizes, fallbacks."""
    signature = executable.signature
    rows = [*_rows("argument", signature.arguments), *_rows("result", signature.results), *_sizes(executable),
            ("fallbacks", _fallbacks(executable).removeprefix("fallbacks: ").replace("no fallbacks", "none"))]
    return table(f"{type(executable).__name__} @{signature.function}", rows)


def _rows(word: str, parameters: Sequence[Parameter]) -> list[tuple[str, str]]:
    rows = [(f"{word} {k}", str(p)) for k, p in enumerate(parameters[:_MOST_ROWS])]
    left_out = len(parameters) - _MOST_ROWS
    return [*rows, (f"{word}s", f"and {left_out} more")] if left_out > 0 else rows


def _sizes(executable: Executable) -> list[tuple[str, str]]:
    stats = executable.stats
    if "reason" in stats:
        line = str(stats["reason"]).partition("\n")[0]  # a diagnostic: the place and the code go before the message
        return [("on the evaluator:", line.rpartition("] ")[2])]
    return [*([("specializations", str(stats["specializations"]))] if "specializations" in stats else []),
            ("kernels", str(len(executable.kernels))),
            *((word, short_size(stats[key])) for word, key in (("constants", "constant_bytes"), ("arena", "arena_bytes"))
              if key in stats), *([("threads", str(stats["threads"]))] if "threads" in stats else []),
            *((key.replace("_", " "), "yes") for key in ("deterministic", "excess_precision") if stats.get(key))]


def _fallbacks(executable: Executable) -> str:
    counts = Counter(op.name for op in executable.fallbacks)
    if not counts:
        return "no fallbacks"
    shown = ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counts.most_common(_MOST_SHOWN))
    left_out = len(counts) - _MOST_SHOWN
    return f"fallbacks: {shown}{f' and {left_out} more' if left_out > 0 else ''}"


# -- addresses -----------------------------------------------------------------------------------------------------------------
# Where an array's elements lie: what a call of a small program would otherwise spend most of its time to find out.

#: An array object begins with what every Python object begins with; the address of its elements follows (NumPy's C interface).
_OFFSET = object.__basicsize__


#: The words of this process's memory, of which only those are looked at that belong to an array.
_WORDS = (ctypes.c_size_t * (1 << (8 * ctypes.sizeof(ctypes.c_size_t) - 5))).from_address(0)
_SHIFT = ctypes.sizeof(ctypes.c_size_t).bit_length() - 1


def address_of(array: np.ndarray) -> int:
    """The address of the first element; 0 or any for an array without elements."""
    return _WORDS[id(array) + _OFFSET >> _SHIFT]


def _published_address_of(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _agree() -> bool:
    """Whether this interpreter and this NumPy lay arrays out as `address_of` takes for granted."""
    if sys.implementation.name != "cpython" or sys.maxsize < 1 << 32:  # elsewhere an id is no address, or words are too few
        return False
    arrays = [np.zeros(3), np.zeros((2, 2), np.int8)[1:]]
    return all(address_of(array) == _published_address_of(array) for array in arrays)


if not _agree():
    address_of = _published_address_of


# -- nested --------------------------------------------------------------------------------------------------------------------
# Compiled functions that take or give tuples: compiled for the parts, called with tuples of Python.


class NestedExecutable(Executable):
    """`exe(*values) -> tuple of values`, of which some are nested tuples of arrays, as the function's signature says."""

    def __call__(self, /, *arrays: Any, out: Any = None, time_limit: float | None = None, **named: Any) -> tuple[Any, ...]:
        """Runs the program as an executable of arrays does. Arrays for the results cannot be given: tuples are new ones."""
        if out is not None:
            raise InputError(f"out: @{self.signature.function} takes or gives tuples; its results are new arrays")
        from hloom.ir.types import TupleType, leaves, nested
        from hloom.ops.builtin.arguments import as_array

        if named:
            arrays = self.signature.bind(arrays, named)
        name, arguments = self.signature.function, self.signature.arguments
        if len(arrays) != len(arguments):
            raise InputError(f"@{name} takes {len(arguments)} arguments, got {len(arrays)}")
        given = [as_array(value, argument.type, self.signature.argument(number), self.signature.narrows)
                 for number, (value, argument) in enumerate(zip(arrays, arguments))]
        found = super().__call__(*leaves(given), time_limit=time_limit)
        return nested(found, TupleType(tuple(result.type for result in self.signature.results)))
