"""From a function to LLVM IR for the processor: the stages of `plan.stages` with this target's capabilities and kernel
families, and the emitter that makes LLVM IR of planned kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from time import perf_counter
from typing import Any, Protocol, cast, runtime_checkable

from hloom.codegen.cpu.code_templates import as_templates
from hloom.codegen.cpu.command_words import emit_commands, table_text
from hloom.codegen.cpu.kernel_function import Chosen, EmittedKernel
from hloom.codegen.cpu.schedules import emit_loop_kernel
from hloom.codegen.llvm.functions import has_function
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import SUPPORTED
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.plan.program import Loop, PlannedKernel, Program
from hloom.codegen.plan.show import origin_text
from hloom.codegen.plan.stages import Watch, compile_function
from hloom.codegen.plan.target import STRICT, Capabilities, CompileOptions, KernelFamily
from hloom.codegen.target import Target
from hloom.ir.core import Operation
from hloom.ops.builtin.function import Function
from hloom.ops.definition.operation import Op
from hloom.runtime.dispatch.parts import Consumer, Part
from hloom.support.collector import importing_late
from hloom.support.records import dataclass

# -- families ------------------------------------------------------------------------------------------------------------------
# The kernel families of this target by the words that operations have for them (`kernel`), each imported for the first program
# that names it: together they are two thirds of the target's code, and most programs need one or two.

Made = Callable[["Families"], Any]


def _cholesky(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import factorization_of

    return LinearSystems(families.processor, factorization_of)


def _triangular_solve(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import solution_of

    return LinearSystems(families.processor, solution_of)


def _custom_call(families: Families) -> Any:
    from hloom.codegen.cpu.linear.family import LinearSystems
    from hloom.codegen.cpu.linear.plan import call_of

    return LinearSystems(families.processor, call_of)


def _collective(families: Families) -> Any:
    from hloom.codegen.cpu.collectives import Collectives

    return Collectives(families.processor)


def _contraction(families: Families) -> Any:
    from hloom.codegen.cpu.contractions import Contractions

    return Contractions(families.processor, families.workers, families.options)


def _fft(families: Families) -> Any:
    from hloom.codegen.cpu.fft.family import Transforms

    return Transforms(families.processor)


def _random(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.random_bits import RandomBits

    return RandomBits(families.processor)


def _scatter(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.scatter import Scatters

    return Scatters(families.processor)


def _select_and_scatter(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.select_scatter import SelectionScatters

    return SelectionScatters(families.processor)


def _sort(families: Families) -> Any:
    from hloom.codegen.cpu.sorting.family import Sorts

    return Sorts(families.processor)


def _update_slice(families: Families) -> Any:
    from hloom.codegen.cpu.update_slice import UpdateSlice

    return UpdateSlice()


def _window_scan(families: Families) -> Any:
    from hloom.codegen.cpu.irregular.scan import Scans

    return Scans(families.processor)


_FAMILIES: dict[str, Made] = {
    "cholesky": _cholesky, "collective": _collective, "contraction": _contraction, "custom_call": _custom_call, "fft": _fft,
    "random": _random, "scatter": _scatter, "select_and_scatter": _select_and_scatter, "sort": _sort,
    "triangular_solve": _triangular_solve, "update_slice": _update_slice, "window_scan": _window_scan,
}


class Families(Mapping[str, KernelFamily]):
    """The families for a processor with so many workers; `back_to_back` is that of chains, which no operation names."""

    def __init__(self, processor: Target, workers: int, options: CompileOptions) -> None:
        self.processor, self.workers, self.options = processor, workers, options
        self.back_to_back: Any = _BackToBackGemms(self)
        self._made: dict[str, KernelFamily] = {}

    def __getitem__(self, word: str) -> KernelFamily:
        found = self._made.get(word)
        if found is None:
            make = _FAMILIES[word]
            with importing_late():
                found = self._made[word] = make(self)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_FAMILIES)

    def __len__(self) -> int:
        return len(_FAMILIES)


def load_families(module: Operation, processor: Target) -> None:
    """Imports the families that operations of a module name. Those of what passes make of other operations come when they are
    asked for."""
    families = Families(processor, 1, STRICT)
    for word in {op.kernel for op in module.walk() if isinstance(op, Op)} & _FAMILIES.keys():
        _ = families[word]  # type: ignore[index]


class _BackToBackGemms:
    """The family of chains, imported when a program has what may be one."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._family: Any = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._family is None:
            with importing_late():
                from hloom.codegen.cpu.back_to_back_gemms import BackToBackGemms

                self._family = BackToBackGemms(self._families["contraction"])  # type: ignore[arg-type]
        return getattr(self._family, name)


class CpuFamily(KernelFamily, Protocol):
    """A kernel family of this target; one that only launches loops (`UpdateSlice`) need not emit anything."""

    def emit(self, module: LLVMModule, name: str, body: Any) -> list[EmittedKernel]:
        """Adds the functions of a kernel, whose names begin with `name`, in the order of the parts that launches name; `body` is
        what the family gave the kernel when it was scheduled."""
        ...


@runtime_checkable
class FamilyOfKinds(CpuFamily, Protocol):
    """A family whose kernels are of several kinds."""

    def chosen(self, body: Any) -> Chosen:
        """Of which kind a kernel is, and why of none of those before."""
        ...


def capabilities(processor: Target, workers: int, options: CompileOptions) -> Capabilities:
    """What kernels can compute on a processor with so many workers."""
    families = Families(processor, workers, options)
    return Capabilities(workers, options.planned_workers(workers), SUPPORTED, has_function, processor.machine, families,
                        None if options.batch else families.back_to_back, options.excess_precision, options.has_baseline_tier,
                        scales_at_once=processor.has_masks)


class CpuEmitter:
    """Emits kernels into a module of LLVM IR, and the commands as a table (`stages.Emitter`)."""

    def __init__(self, module: LLVMModule, processor: Target, workers: int, examples: int = 0) -> None:
        self.module, self.processor, self.workers, self.examples = module, processor, workers, examples
        #: The functions of each kernel, part by part.
        self.emitted: dict[PlannedKernel, list[EmittedKernel]] = {}
        #: The functions of loops that are one.
        self.small_loops: dict[Loop, str] = {}

    def emit_kernel(self, kernel: PlannedKernel) -> None:
        """Adds the functions of a kernel, and says to the module's consumer that it may have them."""
        body, family = kernel.body, kernel.family
        if family is None:
            made = [emit_loop_kernel(self.module, kernel.name, body.kernel, body.arguments, self.processor, body.is_baseline,
                                     body.streaming_outputs, self.workers == 1, body.in_place, self.examples)]
        else:
            made = cast(CpuFamily, family).emit(self.module, kernel.name, body)
        is_own = family is None and body.is_baseline and not _ends_reduction(body.kernel)
        self.emitted[kernel] = made if is_own else as_templates(self.module, made)
        self.module.finished()

    def emit_commands(self, program: Program) -> None:
        """Gives the program its table."""
        self.small_loops = emit_commands(self.module, program, self.emitted, self.workers)

    def chosen(self, kernel: PlannedKernel) -> Chosen | None:
        """The schedule of a kernel's loops, or of which of its family's kinds it is; None where there is only one."""
        if kernel.family is None:
            return self.emitted[kernel][0].chosen
        return kernel.family.chosen(kernel.body) if isinstance(kernel.family, FamilyOfKinds) else None

    def shapes_text(self) -> str:
        """The loops of each kernel as `shaping` leaves them, and what its rows said."""
        return "\n".join(f"{kernel.name}:  // {origin_text(kernel.operations)}\n{chosen.listing()}\n"
                         for kernel, chosen in self._chosen())

    def schedules_text(self) -> str:
        """The schedule of the loops of each kernel, and what the rows of `schedules` before it said."""
        return "".join(f"loops of {kernel.name}: {chosen.name}\n" + "".join(f"  not {row}: {why}\n" for row, why in chosen.passed)
                       for kernel, chosen in self._chosen())

    def code_text(self, program: Program) -> str:
        """The LLVM IR as one module, with the program's table as the global `@commands`, which no part has."""
        return table_text(program.table) + self.module.text(self.processor.attributes)

    def _chosen(self) -> Iterator[tuple[PlannedKernel, Chosen]]:
        for kernel, parts in self.emitted.items():
            if kernel.family is None and parts[0].chosen is not None:
                yield kernel, parts[0].chosen


def _ends_reduction(kernel: LoopKernel) -> bool:
    """Whether a kernel makes one number of a few: many programs end with the sum of parts that were summed by workers."""
    return not kernel.prefix and any(stage.has_reduction for stage in kernel.stages)


@dataclass
class Generated:
    """A program, and the LLVM IR of its kernels; `seconds` by stage (scheduling includes the
    emission of kernels, which come one by one)."""

    program: Program
    code: LLVMModule
    target: Target
    #: The functions of its kernels, with their tasks, and those of its loops that are one.
    emitter: CpuEmitter
    seconds: dict[str, float] = field(default_factory=dict)
    #: The optimised module that the function is of.
    module: Any = None

    @property
    def llvm(self) -> str:
        """The LLVM IR as one module; see `CpuEmitter.code_text`."""
        return self.emitter.code_text(self.program)

    def llvm_parts(self, workers: int) -> list[Part]:
        """The LLVM IR that no consumer has got, as modules for that many threads to compile."""
        return self.code.parts(self.target.attributes, workers)


def generate(function: Function, target: Target, workers: int, consumer: Consumer | None = None,
             watch: Watch = lambda stage, text: None, options: CompileOptions = STRICT) -> Generated:
    """Kernels, buffers and LLVM IR of a function that makes no calls, for so many workers; `consumer` gets parts of the IR as
    they are made, and `watch` what each stage gives.

    Raises NeedsEvaluatorError (see `stages.require_buffers`).
    """
    module = LLVMModule(target, consumer)
    seconds: dict[str, float] = {}
    start = perf_counter()

    def timed(stage: str, text: Callable[[], str]) -> None:
        nonlocal start
        if stage != "shape":  # it is a part of scheduling
            seconds[stage] = perf_counter() - start
        watch(stage, text)
        start = perf_counter() if stage != "shape" else start

    emitter = CpuEmitter(module, target, workers, 0 if options.batch is None else options.batch.most)
    program = compile_function(function, capabilities(target, workers, options), emitter, timed, options.donated, options.batch)
    return Generated(program, module, target, emitter, seconds)
