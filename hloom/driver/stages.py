"""What comes before machine code: the compiler's modules, and the stages of a compilation, each of which can be asked for."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.ir.types import TokenType, leaf_types
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.common.decomposition import clone
from hloom.ops.common.shapes import check_size
from hloom.ops.hlo.lowering import runnable
from hloom.support.collector import importing
from hloom.support.diagnostics import InternalError
from hloom.support.files import write_dump
from hloom.support.logs import Timed
from hloom.support.options import THREADS
from hloom.support.signals import start_background
from hloom.verify import verify

if TYPE_CHECKING:
    from hloom.codegen.cpu.compiler import Generated
    from hloom.codegen.cpu.kernel_function import Chosen
    from hloom.codegen.plan.program import PlannedKernel
    from hloom.codegen.plan.remarks import Decision
    from hloom.codegen.plan.target import CompileOptions
    from hloom.codegen.target import Target
    from hloom.driver.backend import Backend
    from hloom.passes import Pass
    from hloom.runtime.dispatch.parts import Consumer


# -- modules -------------------------------------------------------------------------------------------------------------------
# What is imported when something is first compiled, or run from the cache: reading, checking and evaluating programs start
# without it. What a process does for the first time is Python for one half, modules, and LLVM for the other, which lets the
# interpreter go: two threads do that side by side.

#: Seconds after which threads that want to run Python take turns, while one of them needs little of it.
_TURN = 2e-4


@cache
def load_runtime() -> None:
    """Imports what runs programs that were compiled before. No fork() comes in between."""
    with importing():
        import hloom.ir.type_text
        import hloom.runtime.cache
        import hloom.runtime.child
        import hloom.runtime.compilation
        import hloom.runtime.dispatch.lazy_constants
        import hloom.runtime.dispatch.program
        import hloom.runtime.executable
        import hloom.runtime.pickle_state
        import hloom.runtime.saved  # noqa: F401
        from hloom.driver.cpu import load_dispatch

        load_dispatch()


@cache
def cpu() -> Backend:
    """The back end for this machine's processor."""
    load_runtime()
    from hloom.driver.cpu import CPU

    return CPU


def load_compiler(in_child: bool = False) -> None:
    """Imports everything that compilation uses, and LLVM's library; `in_child` says that it compiles in another process.

    No fork() comes in the middle of it.
    Raises UserError where there is no memory for LLVM, InputError where llvmlite is not installed.
    """
    load_runtime()
    from hloom.runtime import loading

    if not loading.is_loaded() and not _has_modules():
        loading.require_for_llvm(in_child)
        with importing(), _in_background(loading.import_llvm):
            _load_modules()
    loading.load_llvm(in_child)
    _load_modules()


def load_compiler_beside(work: Callable[[], object]) -> None:
    """Imports the compiler while another thread does `work`, which is to use LLVM, if LLVM is here and the compiler is not: so it
    is where the cache knew nothing of this machine, and cannot know a program. What `work` raises is passed over; it must not
    import by `importing`, which it would wait for.
    """
    from hloom.runtime.loading import is_loaded

    if is_loaded() and not _has_modules():
        with importing(), _in_background(work):  # what is imported there is not imported while a fork may come, either
            _load_modules()


def _has_modules() -> bool:
    return bool(_load_modules.cache_info().currsize)


@contextmanager
def _in_background(work: Callable[[], object]) -> Iterator[None]:
    """Does `work` in another thread, if there may be one, during the block, and waits for its end. Whatever it raises comes again
    when somebody needs what it was to do."""
    from hloom.runtime.loading import threads_with_headroom

    ended: queue.SimpleQueue[None] = queue.SimpleQueue()

    def run() -> None:
        try:
            with suppress(Exception):
                work()
        finally:
            ended.put(None)

    turn = sys.getswitchinterval()
    try:
        sys.setswitchinterval(min(turn, _TURN))
        is_in_background = threads_with_headroom(THREADS.value) > 1 and start_background(run)
        yield
        if is_in_background:
            ended.get()
    finally:
        sys.setswitchinterval(turn)


@cache
def _load_modules() -> None:
    with importing():
        import hloom.expr.domain
        import hloom.expr.index_text
        import hloom.passes
        import hloom.passes.surroundings
        import hloom.runtime.child
        import hloom.runtime.compilation
        import hloom.runtime.interpreted  # noqa: F401

        cpu().load_compiler()


# -- stages --------------------------------------------------------------------------------------------------------------------


class Scheduled(NamedTuple):
    """A kernel, and the schedule of its loops (`codegen.cpu.schedules`) with what they were before, or what a family says of
    its kernels' kinds; None where there is only one."""

    kernel: PlannedKernel
    chosen: Chosen | None


class StageReached(Exception):
    """Ends a compilation after the stage that was asked for; its text is the exception's."""


def stage_text(module: Module, function: str, stage: str, dump: Path | None = None, *, workers: int | None = None,
               options: CompileOptions | None = None) -> str:
    """What a stage of the back end (`codegen.plan.stages`) gives for a function."""
    try:
        stages(module, function, dump, stop_after=stage, workers=workers, options=options)
    except StageReached as reached:
        return str(reached)
    raise InternalError(f"the compilation never came to the stage {stage}")


def stages(module: Module, function: str = "main", dump: Path | None = None, consumer: Consumer | None = None,
           stop_after: str | None = None, workers: int | None = None, options: CompileOptions | None = None,
           in_child: bool = False, target: Target | None = None, backend: Backend | None = None) -> Generated:
    """What compilation makes of a function before machine code: program, kernels, LLVM IR. The module is verified first.

    `consumer` gets parts of the LLVM IR as soon as they are made; `workers` is what is planned for (default: HLOOM_THREADS),
    `options` what is said of numbers, `target` the processor (default: this process's), `backend` its kind (default: `cpu`).
    With `dump`, the program after each pass, what each stage of the back end gives, the kernels, the LLVM IR and the assembly
    are written to that folder. `stop_after` ends the compilation after a stage by raising StageReached. `in_child` says that
    LLVM will work in a child process.
    """
    load_compiler(in_child)
    from hloom.codegen.plan.program import Listings
    from hloom.codegen.plan.stages import STAGES
    from hloom.codegen.plan.target import STRICT
    from hloom.runtime.llvm_modules import emit_assembly
    from hloom.runtime.pool import Pool

    def watch(stage: str, text: Callable[[], str]) -> None:
        if dump is not None and stage != "emit":  # that is program.ll
            number = len(passes) + 1 + STAGES.index(stage)
            write_dump(dump, f"{number:02}-{stage}.txt", f"// {stage}\n{text()}")
        if stage == stop_after:
            raise StageReached(text())

    seconds: dict[str, float] = {}
    backend = backend or cpu()
    workers, options, target = workers or Pool.get().workers, options or STRICT, target or backend.target()
    passes = passes_for(target, options.planned_workers(workers), backend)
    optimised = _optimised(module, function, passes, seconds, dump)
    generated = backend.emit(function_named(optimised, function), target, workers, consumer, watch, options)
    generated.module = optimised
    generated.seconds.update(seconds)
    if dump is not None:
        kernels = Listings(generated.program.kernels)
        write_dump(dump, "kernels.txt", "\n\n".join(f"{k}:\n{v}" for k, v in kernels.items()))
        write_dump(dump, "program.ll", generated.llvm)
        write_dump(dump, "program.s", emit_assembly(generated.llvm, generated.target))
    return generated


def passes_for(target: Target, workers: int, backend: Backend | None = None) -> Sequence[Pass]:
    """The passes of a compilation for so many workers of a processor, in their order."""
    from hloom.passes import pipeline

    return pipeline((backend or cpu()).lowering(), target=target, workers=workers)


def _optimised(module: Module, function: str, passes: Sequence[Pass], seconds: dict[str, float],
               dump: Path | None = None) -> Module:
    """What is compiled of a module: verified, in StableHLO, through the passes; adds the seconds that each took."""
    from hloom.passes import run_passes
    from hloom.passes.surroundings import self_contained

    with Timed(seconds, "verify"):
        verify(module)
        module = runnable(module, function)
        if any(isinstance(t, TokenType) for t in _types_of(function_named(module, function))):
            module = self_contained(module, function, skip=False)
        outer = function_named(module, function)
        for type in _types_of(outer):
            for part in leaf_types(type):
                check_size(part, outer)  # what is handed over must be arrays
    with Timed(seconds, "passes"):
        return run_passes(_with_public(module, function), passes, dump=dump)


def _types_of(function: Function) -> tuple[Any, ...]:
    """What a function takes, then what it gives."""
    return (*function.function_type.inputs, *function.function_type.outputs)


def fusion(module: Module, function: str = "main", workers: int | None = None) -> list[Decision]:
    """What the compiler does with each value of a function and each operation that uses it, in the order of the program as the
    passes leave it: computed in one kernel or apart, and why. Nothing is compiled; `workers` as for `stages`.

    Raises NeedsEvaluatorError, a UserError, for a function that the compiler leaves to the evaluator.
    """
    load_compiler()
    from hloom.codegen.plan.stages import fusion_plan
    from hloom.codegen.plan.target import STRICT
    from hloom.runtime.pool import Pool

    backend = cpu()
    workers, target = workers or Pool.get().workers, backend.target()
    optimised = _optimised(module, function, passes_for(target, workers, backend), {})
    plan = fusion_plan(function_named(optimised, function), backend.capabilities(target, workers, STRICT))
    return [decision for block in plan.blocks.values() for decision in block.remarks.decisions()]


def schedules(module: Module, function: str = "main", workers: int | None = None) -> list[Scheduled]:
    """What each kernel of a function is, and why not something else, as `stages` emits them; machine code is not
    made. `workers` as for `stages`. Raises NeedsEvaluatorError, a UserError, for a function that the compiler leaves to the
    evaluator.
    """
    made = stages(module, function, workers=workers)
    return [Scheduled(kernel, made.emitter.chosen(kernel)) for kernel in made.emitter.emitted]


def _with_public(module: Module, function: str) -> Module:
    """The module with `function` public, so that passes keep it; a copy if that has to be changed."""
    if module.functions[function].is_public:
        return module
    copy = clone(module, {})
    copy.functions[function].attributes.pop("sym_visibility")  # type: ignore[attr-defined]
    return copy  # type: ignore[return-value]
