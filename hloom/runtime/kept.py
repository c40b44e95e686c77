"""Executables of programs that the cache has, and what is said of those that were compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from hloom.ir.core import Operation
from hloom.ir.types import TupleType, leaf_types
from hloom.runtime import jit, saved
from hloom.runtime.executable import Executable
from hloom.runtime.history import ProgramEntry
from hloom.runtime.native import NativeProgram
from hloom.runtime.recipe import Recipe
from hloom.support.diagnostics import InternalError
from hloom.support.logs import Log, counted
from hloom.support.timing import Starting

_CACHE, _COMPILE = Log("cache"), Log("compile")


def from_cache(entry: ProgramEntry, recipe: Recipe, make: Callable[..., Executable], start: float,
               starting: Starting) -> Executable | None:
    """The executable of a program that the cache has, None where it has none; `start` is when it was asked for, `starting` what
    of the time since went into imports."""
    module, function, workers = recipe.module, recipe.function, entry.pool.workers
    type = module.functions[function].function_type
    for planned, data in entry.found():
        try:
            program, code, listed, stats = saved.restore(data, module, leaf_types(TupleType(type.inputs)),
                                                         leaf_types(TupleType(type.outputs)))
            loaded = jit.load_objects(code, program.functions)
        except (saved.DamagedError, InternalError) as error:  # not what this version of hloom wrote
            _CACHE.info("@%s: what the cache has of it is of no use: %s", function, error)
            entry.cache.discard(entry.key(planned))
            continue
        entry.secure(planned, data)
        recipe = replace(recipe, key=entry.key(planned), making=entry.making._replace(threads=planned))
        seconds = {**starting.seconds(), "cache": perf_counter() - start - starting.within}
        stats.update(seconds=seconds, threads=min(planned, workers))
        _CACHE.info("@%s: from the cache in %.1f ms, planned for %s, here %s %d", function, 1e3 * (perf_counter() - start),
                        counted(planned, "thread"), "is" if workers == 1 else "are", workers)
        # Who plans for some workers leaves no room for more: there is a pool of that size for them.
        native = NativeProgram(program, loaded, threads=recipe.threads if planned >= workers else planned)
        return make(native, listed, stats, recipe=recipe)
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
