"""From a module to an executable: from the cache, for the shapes of calls, compiled, or left to the evaluator."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hloom.driver.stages import cpu, load_compiler, load_compiler_beside, load_runtime
from hloom.ir.fingerprint import fingerprint
from hloom.ir.types import TensorType, TupleType, leaf_types
from hloom.ops.builtin.function import Function, signature
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.ops.definition.operation import foreign_sources
from hloom.ops.hlo.lowering import runnable
from hloom.reference.custom_calls import CUSTOM_CALLS, replaced_calls
from hloom.reference.interpreter import Interpreter
from hloom.support import options
from hloom.support.collector import collector_paused, importing, rest
from hloom.support.diagnostics import InputError, UserError
from hloom.support.logs import Log, Starting, Timed
from hloom.support.options import checked_threads
from hloom.support.switches import CURRENT
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.plan.program import Listings
    from hloom.driver.backend import Backend
    from hloom.runtime.dispatch.parts import Consumer, Part
    from hloom.runtime.dispatch.program import Batch
    from hloom.runtime.executable import Executable
    from hloom.runtime.history import Making
    from hloom.runtime.pickle_state import PickleState

_LOG = Log("cache")


@dataclass(frozen=True)
class Wanted:
    """What an executable is to be made of: a function of arrays, and how."""

    #: Makes an executable anew of its pickle, in another process.
    restore: Callable[..., Executable]
    module: Module
    function: str
    dump: Path | None
    threads: int | None
    time_limit: float | None
    #: The first fields of CompileOptions.
    numbers: tuple[bool, bool]
    #: Entries that the cache may lack.
    offered: Mapping[str, bytes] = field(default_factory=dict)
    #: Whether LLVM works in a child process.
    in_child: bool = False
    #: Whether the module is what specialization gave.
    is_special: bool = False
    #: These come before those that are registered.
    custom_calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    #: Compiles grids that the program runs (`hloom.compile_grid`); None: the evaluator runs them.
    compile_grid: Callable[..., Any] | None = None
    #: What the entries of a pickle were made for.
    pickled: Sequence[Making] = ()
    #: Numbers of arguments that nobody needs after a call: results may lie where they do (`Program.aliases`).
    donated: tuple[int, ...] = ()
    #: The sizes of calls that one program is to be for; None for those that the module states.
    batch: Batch | None = None
    #: What it is compiled for, and runs on; asked for when modules are imported.
    backend: Callable[[], Backend] = cpu

    def specialized(self, module: Module, batch: Batch | None = None) -> Executable:
        """The executable of what specialization gave of the module, or of a batch's calls. Raises OneSizeError where these cannot
        have one."""
        return make_executable(replace(self, module=module, time_limit=None, offered={}, is_special=True, donated=(),
                                       batch=batch))


def _difference(one: Module, other: Module, function: str, few: int, most: int) -> str:
    """See `plan.other_sizes`, which functions without sizes that only calls tell do not need."""
    with importing():
        from hloom.codegen.plan.other_sizes import difference

    return difference(one, other, function, few, most)


@collector_paused()
def make_executable(wanted: Wanted) -> Executable:
    """The executable, from where it can be had first. Raises what `compile` raises for a function of arrays."""
    checked_threads(wanted.threads)
    starting = Starting()
    load_runtime()
    starting.pause()
    making = _Making(wanted, starting)
    if making.has_unknown_sizes:
        making.require_callbacks()
        return making.specializing()
    found = making.from_cache()
    return making.compiled() if found is None else found


class _Making:
    """One executable on its way."""

    def __init__(self, wanted: Wanted, starting: Starting) -> None:
        from hloom.runtime.cache import Cache, cache_key, learn
        from hloom.runtime.history import ProgramEntry
        from hloom.runtime.pickle_state import PickleState
        from hloom.runtime.pool import Pool

        self.start, self.starting = perf_counter(), starting
        module, function, threads = wanted.module, wanted.function, wanted.threads
        if checked_module(module).is_hlo:  # before the fingerprint, which knows no layouts
            verify(module)
            module = runnable(module, function)
        self.dump = wanted.dump or options.DUMP.value
        self.wanted = replace(wanted, module=module, dump=self.dump)
        self.signature = signature(function_named(module, function))
        self.cache, self.backend = Cache.get_default(), wanted.backend()
        with starting:
            self.target = self.backend.target()
            load_compiler_beside(lambda: (Pool.of(threads), cache_key()))
            pool = Pool.of(threads)
        self.workers = pool.workers
        learn(module, self.cache)
        definitions, digest = foreign_sources(module), fingerprint(module)
        what = (digest, function, self.backend.name, definitions or "", str(options.GUARD.value),
                str((*wanted.numbers, *wanted.donated)), *([] if wanted.batch is None else [str(wanted.batch)]),
                *replaced_calls())
        self.entry = ProgramEntry(self.cache, what, self.target, pool, wanted.offered, wanted.pickled)
        unkept = ("an operation of it is defined in no file" if definitions is None else
                  "passes are switched off" if CURRENT.get() is not None else "")
        key = None if unkept else self.entry.key(self.workers)
        self.pickle_state = PickleState(
            wanted.restore, module, function, threads, wanted.numbers, digest, self.entry.making, key, unkept,
            wanted.custom_calls)

    @property
    def _types(self) -> tuple[Any, ...]:
        type = self.wanted.module.functions[self.wanted.function].function_type
        return (*type.inputs, *type.outputs)

    @property
    def has_unknown_sizes(self) -> bool:
        """Whether a size of an argument is known at calls only."""
        inputs = self.wanted.module.functions[self.wanted.function].function_type.inputs
        return any(isinstance(t, TensorType) and not t.is_static for t in leaf_types(TupleType(inputs)))

    @property
    def _class(self) -> type[Executable]:
        if any(isinstance(t, TupleType) for t in self._types):
            with importing():  # few programs have tuples
                from hloom.runtime.executable import NestedExecutable
            return NestedExecutable
        from hloom.runtime.executable import Executable

        return Executable

    @property
    def _own_stats(self) -> dict[str, Any]:
        deterministic, excess_precision = self.wanted.numbers
        return {"threads": self.workers, "deterministic": deterministic, "excess_precision": excess_precision}

    @property
    def _pickle_state_of_calls(self) -> PickleState:
        return replace(self.pickle_state, key=None, unkept="it is compiled for the shapes of calls, and none of those is kept")

    def require_callbacks(self) -> None:
        """Raises EvaluationError for a function that comes to a callback without a function."""
        with importing():
            from hloom.passes.surroundings import require_callbacks

        require_callbacks(self.wanted.module, self.wanted.function, self.wanted.custom_calls)

    def specializing(self, reason: str = "") -> Executable:
        """An executable of a function with shapes that the program does not state, or that is left to the evaluator."""
        with importing():
            from hloom.runtime.specializing import specializing
        return specializing(self._pickle_state_of_calls, self.wanted.specialized, _difference, self.signature, self._own_stats,
                            self.wanted.time_limit, reason)

    def from_cache(self) -> Executable | None:
        """What an earlier compilation has left; None where there is nothing, or a dump is wanted."""
        if self.dump is not None or self.pickle_state.key is None:
            return None
        from hloom.runtime.saved import from_cache

        make = partial(self._class, time_limit=self.wanted.time_limit, signature=self.signature)
        return from_cache(self.entry, self.pickle_state, self.backend, make, self.start, self.starting)

    def compiled(self) -> Executable:
        """What is compiled now, or left to the evaluator where the compiler does not take it."""
        self._load_compiler()
        self.require_callbacks()
        from hloom.runtime.dispatch.program import NeedsEvaluatorError
        from hloom.runtime.interpreted import interpreted

        wanted = self.wanted
        try:
            generated, code, kernels = self._in_child() if wanted.in_child else self._here()
        except MemoryError as error:
            raise InputError(f"@{wanted.function} takes more memory to compile than there is: {error}") from None
        except NeedsEvaluatorError as reason:
            if not wanted.is_special:
                return self.specializing(str(reason))
            return interpreted(wanted.module, str(reason), self.signature, self._pickle_state_of_calls, wanted.time_limit)
        return self._loaded(generated, code, kernels)

    def _load_compiler(self) -> None:
        function, entry = self.wanted.function, self.entry
        why = (f"not in the cache: {self.pickle_state.unkept if self.pickle_state.key is None else entry.why()}"
               if self.dump is None else "compiled to be dumped")
        _LOG.info("@%s: %s", function, why)
        try:
            with self.starting:
                load_compiler(self.wanted.in_child)
                self.backend.load_families(self.wanted.module, self.target)
        except InputError as error:
            raise InputError(f"{error}; @{function} is {why}") from None

    def _generated(self, consumer: Consumer | None = None, in_child: bool = False) -> Generated:
        from hloom.codegen.plan.target import CompileOptions
        from hloom.driver.stages import stages

        return stages(self.wanted.module, self.wanted.function, self.dump, consumer, workers=self.workers,
                      options=CompileOptions(*self.wanted.numbers, donated=self.wanted.donated, batch=self.wanted.batch),
                      in_child=in_child, backend=self.backend)

    def _here(self) -> tuple[Generated, Sequence[bytes], Listings]:
        """The program, its machine code and its kernels; LLVM takes parts of it as they come."""
        from hloom.codegen.plan.program import Listings
        from hloom.runtime.compilation import Compilation
        from hloom.runtime.llvm_modules import prepare

        prepare(self.target, self.workers)
        with Compilation(self.target, self.workers, keeper=self.cache) as compilation, compilation:
            generated = self._generated(compilation)
            kernels = Listings(generated.program.kernels)
            with Timed(generated.seconds, "llvm"):
                compilation.take_all(generated.llvm_parts(self.workers))
                return generated, compilation.finish(meanwhile=kernels.make_each()), kernels

    def _in_child(self) -> tuple[Generated, Sequence[bytes], Listings]:
        """The same with LLVM in another process."""
        from hloom.codegen.plan.program import Listings
        from hloom.runtime.child import made_in_child

        generated = self._generated(in_child=True)
        with Timed(generated.seconds, "llvm"):
            self.cache.finish_deferred()  # the child would do it, too
            code = made_in_child(partial(self._objects, generated.llvm_parts(self.workers)))
        return generated, code, Listings(generated.program.kernels)

    def _objects(self, parts: Sequence[Part]) -> Sequence[bytes]:
        from hloom.runtime.compilation import Compilation

        with Compilation(self.target, self.workers, keeper=self.cache) as compilation, compilation:
            made = compilation.finish(parts)
        self.cache.finish_deferred()  # this process ends now
        return made

    def _loaded(self, generated: Generated, code: Sequence[bytes], kernels: Listings) -> Executable:
        """The executable of machine code, which the cache is to keep where it can."""
        from hloom.runtime import saved
        from hloom.runtime.cache import moment_after
        from hloom.runtime.loading import threads_with_headroom
        from hloom.runtime.saved import say_compiled

        wanted, pickle_state, backend = self.wanted, self.pickle_state, self.backend
        stats, program = _stats(generated) | self._own_stats, generated.program
        evaluator = _evaluator(generated.module, wanted)
        native = backend.run(program, backend.load(code, program.functions), evaluator, wanted.threads, backend.memory)
        unkept = pickle_state.unkept or saved.why_not_saved(program)
        if unkept:
            pickle_state = replace(pickle_state, key=None, unkept=unkept)
            _LOG.info("@%s: not kept: %s", wanted.function, unkept)
        else:
            self.entry.keep(partial(saved.save, program, code, kernels, dict(stats), saved.numbers_of(wanted.module)))
        stats.update(self.starting.statistics())  # of this process, so not kept
        seconds = perf_counter() - self.start
        say_compiled(wanted.function, stats, program.callbacks, seconds)
        made = self._class(native, kernels, stats, wanted.time_limit, self.signature, pickle_state)
        moment = moment_after(seconds)
        self.cache.start_deferred(self.workers, moment)
        if threads_with_headroom(self.workers) > 1:
            rest(moment)
        return made


def checked_donated(function: Function | None, donated: Sequence[int]) -> tuple[int, ...]:
    """The numbers of arguments, as they are without tokens, where results may lie: those that were given, or none of a function
    that is not compiled as it stands. Raises InputError for a number of no argument."""
    if function is None:
        return ()
    types = function.function_type.inputs
    for number in donated:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(types):
            raise InputError(f"donated are numbers of the {len(types)} arguments of @{function.sym_name}, got {number!r:.50}")
    if any(isinstance(t, TupleType) for t in (*types, *function.function_type.outputs)):
        return ()
    tensors = [number for number, type in enumerate(types) if isinstance(type, TensorType)]
    return tuple(k for k, number in enumerate(tensors) if number in donated)


def _stats(generated: Generated) -> dict[str, Any]:
    program = generated.program
    return {"seconds": generated.seconds, "kernels": len(program.kernels), "arena_bytes": program.arena_bytes,
            "constant_bytes": sum(c.nbytes for c in program.constants),
            "llvm_lines": sum(f.line_count for f in generated.code.functions.values()),
            "fallbacks": [op.name for op in program.callbacks]}


def _evaluator(module: Module, wanted: Wanted) -> Any:
    """What evaluates single operations during one run of a compiled program: they share a stream of random numbers and probes."""
    known = ChainMap({**wanted.custom_calls}, CUSTOM_CALLS)  # with what is registered later
    return lambda limit: _Surroundings(module, known, time_limit=limit, wanted=wanted).run_operation


class _Surroundings(Interpreter):
    """The process that a compiled program is, for what of it runs on the evaluator. Grids in it are compiled of their functions
    as the program states them, before passes."""

    def __init__(self, *arguments: Any, wanted: Wanted, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._wanted = wanted

    def run_grid(self, programs: Sequence[Sequence[str]], arguments: Sequence[tuple[Any, ...]], infeed: Sequence[Any],
                 host_channels: frozenset[int]) -> tuple[Sequence[tuple[Any, ...]], Sequence[Any]]:
        """The same as machine code, unless the compiler does not take the functions."""
        try:
            compiled = self._wanted.compile_grid
            grid = None if compiled is None else compiled(self._wanted.module, function=programs, custom_calls=self.custom_calls)
        except UserError:  # the evaluator says the same, or runs it
            grid = None
        if grid is None or grid.native is None:
            return super().run_grid(programs, arguments, infeed, host_channels)
        limit = None if self.time_limit is None else self.time_limit.left
        found, processes = grid.run(arguments, infeed, limit, host_channels=host_channels)
        return [results for row in found for results in row], processes
