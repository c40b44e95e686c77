"""The processor as a target: what its kernels can compute, and the emitter that makes LLVM IR of planned kernels."""

from __future__ import annotations

from typing import Any, Protocol, cast

from hloom.codegen.cpu.command_words import emit_commands
from hloom.codegen.cpu.families import Families
from hloom.codegen.cpu.kernel_forms import as_forms
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.cpu.loops import emit_loop_kernel
from hloom.codegen.llvm.functions import has_function
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import SUPPORTED
from hloom.codegen.plan.kernels import LoopKernel
from hloom.codegen.plan.program import Loop, PlannedKernel, Program
from hloom.codegen.plan.target import Capabilities, CompileOptions, KernelFamily
from hloom.codegen.target import Target


class CpuFamily(KernelFamily, Protocol):
    """A kernel family of this target; one that only launches loops (`UpdateSlice`) need not emit anything."""

    def emit(self, module: LLVMModule, name: str, body: Any) -> list[EmittedKernel]:
        """Adds the functions of a kernel, whose names begin with `name`, in the order of the parts that launches name; `body` is
        what the family gave the kernel when it was scheduled."""
        ...


def capabilities(processor: Target, workers: int, options: CompileOptions) -> Capabilities:
    """What kernels can compute on a processor with so many workers."""
    families = Families(processor, workers, options)
    return Capabilities(workers, options.planned_workers(workers), SUPPORTED, has_function, families, families.chains,
                        options.excess_precision, options.has_brief_kernels, scales_at_once=processor.has_masks)


class CpuEmitter:
    """Emits kernels into a module of LLVM IR, and the commands as a table (`stages.Emitter`)."""

    def __init__(self, module: LLVMModule, processor: Target, workers: int) -> None:
        self.module, self.processor, self.workers = module, processor, workers
        #: The functions of each kernel, part by part.
        self.emitted: dict[PlannedKernel, list[EmittedKernel]] = {}
        #: The functions of loops that are one.
        self.small_loops: dict[Loop, str] = {}

    def emit_kernel(self, kernel: PlannedKernel) -> None:
        """Adds the functions of a kernel, and says to the module's consumer that it may have them."""
        body, family = kernel.body, kernel.family
        if family is None:
            made = [emit_loop_kernel(self.module, kernel.name, body.kernel, body.arguments, self.processor, body.is_brief,
                                     body.leaving, self.workers == 1, body.in_place)]
        else:
            made = cast(CpuFamily, family).emit(self.module, kernel.name, body)
        is_own = family is None and body.is_brief and not _ends_reduction(body.kernel)
        self.emitted[kernel] = made if is_own else as_forms(self.module, made)
        self.module.finished()

    def emit_commands(self, program: Program) -> None:
        """Gives the program its table."""
        self.small_loops = emit_commands(self.module, program, self.emitted, self.workers)


def _ends_reduction(kernel: LoopKernel) -> bool:
    """Whether a kernel makes one number of a few: many programs end with the sum of parts that were summed by workers."""
    return not kernel.prefix and any(stage.has_reduction for stage in kernel.stages)
