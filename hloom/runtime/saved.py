"""Compiled programs as bytes, for the disk cache: a JSON header, the constants, the object files; and executables made of them.

Constants that lie beside a program are named by the digests of their contents, under which its module has them.

What runs on the evaluator is not part of it, so programs with fallbacks are not saved.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Protocol

from hloom.ir.core import Operation
from hloom.ir.fingerprint import beside_of
from hloom.ir.types import TensorType, TupleType, leaf_types
from hloom.numbers.element_type import element_type
from hloom.runtime import memory as process_memory
from hloom.runtime import saved
from hloom.runtime.described import checked, describe, describe_type, program_of, size
from hloom.runtime.dispatch.program import CompiledProgram, Listing, Origin
from hloom.runtime.executable import Executable
from hloom.runtime.history import ProgramEntry
from hloom.runtime.jit import LoadedObject
from hloom.runtime.memory import Memory
from hloom.runtime.native import NativeProgram
from hloom.runtime.pickle_state import PickleState
from hloom.runtime.saved_bytes import ALIGNMENT, HEAD, contents, header_of
from hloom.support.diagnostics import InternalError
from hloom.support.logs import Log, Starting, counted
from hloom.support.source import Span


def why_not_saved(program: CompiledProgram) -> str:
    """Why a program cannot be kept, nothing where it can: not one that needs the evaluator, is guarded, or takes other values
    than tensors."""
    if program.callbacks:
        return f"the evaluator runs {', '.join(sorted({op.name for op in program.callbacks}))}"
    if program.is_guarded:
        return "it has red zones (HLOOM_GUARD)"
    other = next((t for t in (*program.argument_types, *program.result_types)
                  if not isinstance(t, TensorType) or t.is_quantized or t.encoding is not None), None)
    return "" if other is None else f"it takes or gives a {other}"


def numbers_of(module: Operation) -> dict[Span, int]:
    """The operations of a module by their places in the source, as numbers: another text may state an equal module."""
    numbers: dict[Span, int] = {}
    for number, op in enumerate(module.walk()):
        if op.span is not None:
            numbers.setdefault(op.span, number)
    return numbers


def save(program: CompiledProgram, code: Sequence[bytes], kernels: Mapping[str, Listing], stats: dict[str, Any],
         numbers: Mapping[Span, int]) -> bytes:
    """The bytes of a compiled program that can be kept; `numbers` are those of its module (`numbers_of`)."""
    header = json.dumps({
        **describe(program), "beside": [(number, beside.digest.hex()) for number, beside in program.beside.items()],
        "kernels": numbered(kernels, numbers), "stats": stats, "objects": [len(data) for data in code],
    }).encode()
    parts = [HEAD.pack(len(header)), header]
    end = sum(map(len, parts))
    for number, constant in enumerate(program.constants):
        if number in program.lazy or number in program.beside:
            continue
        parts.append(b"\0" * (-end % ALIGNMENT))
        parts.append(constant.tobytes())
        end += len(parts[-2]) + len(parts[-1])
    return b"".join([*parts, *code])


class DamagedError(ValueError):
    """The bytes are not those of such a program: what `save` wrote is never read back so."""


def restore(data: bytes, module: Operation, arguments: Sequence[Any], results: Sequence[Any],
            memory: Memory = process_memory) -> tuple[CompiledProgram, list[bytes], dict[str, Listing], dict[str, Any]]:
    """The program, its object files, kernels and statistics from what `save` made of a function with these types, of a module
    equal to this one.

    Raises DamagedError for any other bytes. That object files are what they are said to be only shows when they are loaded.
    """
    try:
        return _restore(data, module, arguments, results, memory)
    except Exception as error:  # any bytes may be here: whatever they make fail, they are of no use
        raise DamagedError(f"{type(error).__name__}: {error}") from None


def _restore(data: bytes, module: Operation, arguments: Sequence[Any], results: Sequence[Any],
             memory: Memory) -> tuple[CompiledProgram, list[bytes], dict[str, Listing], dict[str, Any]]:
    header = header_of(data)
    known = {beside.digest.hex(): beside for beside in beside_of(module)} if header["beside"] else {}
    beside = {size(number): known[digest] for number, digest in header["beside"]}
    _, constants, objects = contents(data, beside, memory)
    kernels = placed(checked(header["kernels"], list), module)
    program = program_of(header, [_type(*d) for d in header["arguments"]], [_type(*d) for d in header["results"]], constants,
                         kernels, beside)
    if [describe_type(t.shape, t.storage) for t in (*arguments, *results)] != [
            describe_type(t.shape, t.storage) for t in (*program.argument_types, *program.result_types)] or (
            len(program.argument_types) != len(arguments)):
        raise ValueError("a program of another type")
    return program, objects, kernels, {**checked(header["stats"], dict), "seconds": {}}


def numbered(kernels: Mapping[str, Listing], numbers: Mapping[Any, int]) -> list[Any]:
    """Listings as JSON: (name, text, [(operation, its number in the module)])."""
    return [(name, kernel.text, [(origin.operation, numbers.get(origin.place)) for origin in kernel.operations])
            for name, kernel in kernels.items()]


def placed(kernels: Sequence[Any], module: Operation) -> dict[str, Listing]:
    """Listings from what `numbered` gave, with places in the source of this module."""
    wanted = {number for *_, operations in kernels for _, number in operations}
    spans = {number: op.span for number, op in enumerate(module.walk()) if number in wanted}
    return {checked(name, str): Listing(checked(text, str), tuple(
        Origin(checked(operation, str), spans.get(number)) for operation, number in operations))
            for name, text, operations in kernels}


def _type(shape: list[int], element: str) -> TensorType:
    return TensorType(tuple(shape), element_type(element))


# -- kept ----------------------------------------------------------------------------------------------------------------------
# Executables of programs that the cache has, and what is said of those that were compiled.

_CACHE, _COMPILE = Log("cache"), Log("compile")


class Runner(Protocol):
    """What runs machine code: what of a back end is asked for here."""

    @property
    def load(self) -> Callable[[Sequence[bytes], Sequence[str]], LoadedObject]: ...

    @property
    def memory(self) -> Memory: ...

    @property
    def run(self) -> Callable[..., NativeProgram]: ...


def from_cache(entry: ProgramEntry, pickle_state: PickleState, runner: Runner, make: Callable[..., Executable], start: float,
               starting: Starting) -> Executable | None:
    """The executable of a program that the cache has, None where it has none; `start` is when it was asked for, `starting` what
    of the time since went into imports."""
    module, function, workers = pickle_state.module, pickle_state.function, entry.pool.workers
    type = module.functions[function].function_type
    for planned, data in entry.found():
        try:
            program, code, listed, stats = saved.restore(data, module, leaf_types(TupleType(type.inputs)),
                                                         leaf_types(TupleType(type.outputs)), runner.memory)
            loaded = runner.load(code, program.functions)
        except (saved.DamagedError, InternalError) as error:  # not what this version of hloom wrote
            _CACHE.info("@%s: what the cache has of it is of no use: %s", function, error)
            entry.cache.discard(entry.key(planned))
            continue
        entry.secure(planned, data)
        pickle_state = replace(pickle_state, key=entry.key(planned), making=entry.making._replace(threads=planned))
        seconds = {"cache": perf_counter() - start - starting.within}
        stats.update(seconds=seconds, threads=min(planned, workers), **starting.statistics())
        _CACHE.info("@%s: from the cache in %.1f ms, planned for %s, here %s %d", function, 1e3 * (perf_counter() - start),
                        counted(planned, "thread"), "is" if workers == 1 else "are", workers)
        # Who plans for some workers leaves no room for more: there is a pool of that size for them.
        threads = pickle_state.threads if planned >= workers else planned
        native = runner.run(program, loaded, threads=threads, memory=runner.memory)
        return make(native, listed, stats, pickle_state=pickle_state)
    return None


def say_compiled(function: str, stats: Mapping[str, Any], callbacks: Sequence[Operation], seconds: float) -> None:
    """Logs a compilation, and what is left to the evaluator."""
    _COMPILE.info("@%s: compiled in %.1f ms for %s: %s", function, 1e3 * seconds, counted(stats["threads"], "thread"),
                      counted(stats["kernels"], "kernel"))
    _COMPILE.debug("@%s: seconds of each stage: %s", function, stats["seconds"])
    for op in callbacks:
        called = getattr(op, "call_target_name", None)
        _COMPILE.info("@%s: %s%s%s runs on the evaluator", function, op.name, f" @{called}" if called else "",
                          f" at {op.span}" if op.span is not None else "")
