"""From a module to an executable: from the cache, for the shapes of calls, compiled, or left to the evaluator."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hloom.driver.loading import load_compiler, load_runtime
from hloom.ir.fingerprint import fingerprint
from hloom.ir.types import TensorType, TupleType, leaf_types
from hloom.ops.builtin.module import Module
from hloom.ops.builtin.signature import signature
from hloom.ops.definition.foreign import foreign_sources
from hloom.reference.api import checked_module, function_named, runnable
from hloom.reference.custom_calls import CUSTOM_CALLS, replaced_calls
from hloom.reference.interpreter import Interpreter
from hloom.support import options
from hloom.support.collector import collector_paused
from hloom.support.diagnostics import InputError
from hloom.support.importing import importing
from hloom.support.logs import Log
from hloom.support.timing import Starting, Timed
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.llvm.module import Part
    from hloom.runtime.executable import Executable
    from hloom.runtime.history import Making

_LOG = Log("cache")


@collector_paused()
def make_executable(restore: Callable[..., Executable], module: Module, function: str, dump: Path | None, threads: int | None,
                    time_limit: float | None, numbers: tuple[bool, bool], offered: Mapping[str, bytes] | None = None,
                    in_child: bool = False, is_special: bool = False,
                    custom_calls: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
                    pickled: Sequence[Making] = ()) -> Executable:
    """`compile` of a function of arrays. `restore` makes an executable of its recipe, `numbers` are the fields of CompileOptions,
    `offered` are entries that the cache may lack, `custom_calls` come before those that are registered, `pickled` says what those
    of a pickle were made for. `is_special`: of what specialization gave."""
    checked_threads(threads)
    starting = Starting()
    load_runtime()
    from hloom.codegen.plan.provenance import Listings
    from hloom.codegen.plan.target import CompileOptions
    from hloom.runtime import jit, saved
    from hloom.runtime.cache import Cache, cache_key, host
    from hloom.runtime.constants import learn
    from hloom.runtime.executable import Executable
    from hloom.runtime.history import ProgramEntry
    from hloom.runtime.kept import from_cache, say_compiled
    from hloom.runtime.loading import load_compiler_beside
    from hloom.runtime.native import NativeProgram
    from hloom.runtime.pool import Pool
    from hloom.runtime.recipe import Recipe

    starting.pause()
    start = perf_counter()
    if checked_module(module).is_hlo:  # before the fingerprint, which knows no layouts
        verify(module)
        module = runnable(module, function)
    named = signature(function_named(module, function))
    type = module.functions[function].function_type
    kind = Executable
    if any(isinstance(t, TupleType) for t in (*type.inputs, *type.outputs)):
        with importing():  # few programs have tuples
            from hloom.runtime.nested import NestedExecutable
        kind = NestedExecutable
    cache = Cache.get_default()
    dump = dump or options.DUMP.value
    with starting:
        target = host().target
        load_compiler_beside(lambda: (Pool.of(threads), cache_key()))
        pool = Pool.of(threads)
    workers = pool.workers
    learn(module, cache)
    definitions, digest = foreign_sources(module), fingerprint(module)
    what = (digest, function, definitions or "", str(options.GUARD.value), str(numbers), *replaced_calls())
    entry = ProgramEntry(cache, what, pool, offered or {}, pickled)
    key, unkept = (entry.key(workers), "") if definitions is not None else (None, "an operation of it is defined in no file")
    recipe = Recipe(restore, module, function, threads, numbers, digest, entry.making, key, unkept, custom_calls)
    again = partial(make_executable, restore, function=function, dump=dump, threads=threads, time_limit=None,
                    numbers=numbers, in_child=in_child, is_special=True, custom_calls=custom_calls, pickled=pickled)
    own = {"threads": workers, "deterministic": numbers[0], "excess_precision": numbers[1]}
    of_calls = replace(recipe, key=None, unkept="it is compiled for the shapes of calls, and none of those is kept")
    if any(isinstance(t, TensorType) and not t.is_static for t in leaf_types(TupleType(type.inputs))):
        _require_callbacks(module, function, custom_calls)
        return _dynamic(of_calls, again, named, own, time_limit)
    if dump is None and key is not None:
        found = from_cache(entry, recipe, partial(kind, time_limit=time_limit, signature=named), start, starting)
        if found is not None:
            return found
    why = f"not in the cache: {entry.why() if key is not None else unkept}" if dump is None else "compiled to be dumped"
    _LOG.info("@%s: %s", function, why)
    try:
        with starting:
            load_compiler(in_child)
    except InputError as error:
        raise InputError(f"{error}; @{function} is {why}") from None
    _require_callbacks(module, function, custom_calls)
    from hloom.codegen.cpu.compiler import NeedsEvaluatorError
    from hloom.driver.stages import stages
    from hloom.runtime.child import made_in_child
    from hloom.runtime.compilation import Compilation
    from hloom.runtime.interpreted import interpreted
    from hloom.runtime.preparation import prepare

    def objects(parts: Sequence[Part]) -> Sequence[bytes]:
        with Compilation(target, workers, keeper=cache) as compilation, compilation:
            made = compilation.finish(parts)
        cache.finish_aside()  # this process ends now
        return made

    try:
        if in_child:
            generated = stages(module, function, dump, workers=workers, options=CompileOptions(*numbers), in_child=True)
            with Timed(generated.seconds, "llvm"):
                cache.finish_aside()  # the child would do it, too
                code = made_in_child(partial(objects, generated.llvm_parts(workers)))
            kernels = Listings(generated.program.kernels)
        else:
            prepare(target, workers)
            with Compilation(target, workers, keeper=cache) as compilation, compilation:
                generated = stages(module, function, dump, compilation, workers=workers, options=CompileOptions(*numbers))
                compilation.take_all(generated.llvm_parts(workers))
                kernels = Listings(generated.program.kernels)
                with Timed(generated.seconds, "llvm"):
                    code = compilation.finish(meanwhile=kernels.make_all)
    except MemoryError as error:
        raise InputError(f"@{function} takes more memory to compile than there is: {error}") from None
    except NeedsEvaluatorError as reason:
        if not is_special:
            return _dynamic(of_calls, again, named, own, time_limit, str(reason))
        return interpreted(module, str(reason), named, of_calls, time_limit)
    generated.seconds.update(starting.seconds())
    stats, program = _stats(generated) | own, generated.program
    evaluator = _evaluator(generated.module, custom_calls)
    native = NativeProgram(program, jit.load_objects(code, program.functions), evaluator, threads)
    unkept = unkept or saved.why_not_saved(program)
    if unkept:
        recipe = replace(recipe, key=None, unkept=unkept)
        _LOG.info("@%s: not kept: %s", function, unkept)
    else:
        entry.keep(partial(saved.save, program, code, kernels, dict(stats), saved.numbers_of(module)))
    say_compiled(function, stats, program.callbacks, perf_counter() - start)
    made = kind(native, kernels, stats, time_limit, named, recipe)
    cache.begin_aside(workers)  # last: another thread that writes takes the interpreter from this one
    return made


def _require_callbacks(*what: Any) -> None:
    """Raises EvaluationError for a function that comes to a callback without a function (`passes.surroundings`)."""
    from hloom.passes.surroundings import require_callbacks

    require_callbacks(*what)


def _dynamic(*what: Any) -> Executable:
    """An executable of a function with shapes that the program does not state (`runtime.specializing.specializing`)."""
    with importing():
        from hloom.runtime.specializing import specializing
    return specializing(*what)


def checked_threads(threads: int | None) -> int | None:
    """A number of threads as it was given, None for that of HLOOM_THREADS. Raises InputError for what is none."""
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int)
                                or not 1 <= threads <= options.MOST_THREADS):
        raise InputError(f"threads is a number from 1 to {options.MOST_THREADS}, got {threads!r:.50}")
    return threads


def _stats(generated: Generated) -> dict[str, Any]:
    program = generated.program
    return {"seconds": generated.seconds, "kernels": len(program.kernels), "arena_bytes": program.arena_bytes,
            "constant_bytes": sum(c.nbytes for c in program.constants),
            "llvm_lines": sum(f.line_count for f in generated.code.functions.values()),
            "fallbacks": [op.name for op in program.callbacks]}


def _evaluator(module: Module, custom_calls: Mapping[str, Callable[..., Any]]) -> Any:
    """What evaluates single operations during one run of a compiled program: they share a stream of random numbers and probes."""
    known = ChainMap({**custom_calls}, CUSTOM_CALLS)  # with what is registered later
    return lambda limit: Interpreter(module, known, time_limit=limit).run_operation
