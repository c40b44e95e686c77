"""From a function to LLVM IR for the processor: the stages of `plan.stages` with this target's capabilities and emitter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from hloom.codegen.cpu.command_table import table_text
from hloom.codegen.cpu.emitter import CpuEmitter, capabilities
from hloom.codegen.llvm.module import Consumer, LLVMModule, Part
from hloom.codegen.plan.blocks import FunctionPlan, fuse
from hloom.codegen.plan.program import Program
from hloom.codegen.plan.stages import Watch, compile_function
from hloom.codegen.plan.target import STRICT, CompileOptions
from hloom.codegen.target import Target
from hloom.ir.types import OtherScalarType, TensorType, TokenType
from hloom.ops.builtin.function import Function
from hloom.support.diagnostics import UserError


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
        """The LLVM IR as one module, with the program's table as the global `@commands`, which no part has."""
        return table_text(self.program.table) + self.code.text(self.target.attributes)

    def llvm_parts(self, workers: int) -> list[Part]:
        """The LLVM IR that no consumer has got, as modules for that many threads to compile."""
        return self.code.parts(self.target.attributes, workers)


class NeedsEvaluatorError(UserError):
    """A function has values that compiled code has no memory for, as it stands: it is compiled for the shapes of each call, or
    runs on the evaluator."""


def require_buffers(function: Function) -> None:
    """Raises NeedsEvaluatorError, at the place of the first one, for a function with values that have no buffer of a fixed size:
    tensors whose shapes are only known when it runs, scalars, sizes and witnesses of other dialects, and tuples that the passes
    have left; and for one that takes or gives tokens."""
    for type in (*function.function_type.inputs, *function.function_type.outputs):
        if isinstance(type, TokenType):
            raise NeedsEvaluatorError.at(function.span, "unsupported", f"@{function.sym_name} takes or gives a {type}; the "
                                         "compiler takes functions of tensors")
    for op in function.walk():
        for value in (*op.results, *(a for region in op.regions for a in region.arguments)):
            if isinstance(value.type, TensorType) and not value.type.is_static:
                raise NeedsEvaluatorError.at(op.span, "unsupported", f"{op.name} has a value of type {value.type}, whose shape "
                                             "is only known at run time; a call compiles the function for its shapes")
            is_tensor = isinstance(value.type, TensorType) and not isinstance(value.type.element, OtherScalarType)
            if not is_tensor and not isinstance(value.type, TokenType):
                raise NeedsEvaluatorError.at(op.span, "unsupported", f"{op.name} has a value of type {value.type}; the compiler "
                                             "takes tensors of StableHLO's types")


def fusion_plan(function: Function, target: Target, workers: int) -> FunctionPlan:
    """The kernels of a function, and why they are these: what `generate` begins with. Raises NeedsEvaluatorError as it does."""
    require_buffers(function)
    return fuse(function, capabilities(target, workers, STRICT))


def generate(function: Function, target: Target, workers: int, consumer: Consumer | None = None,
             watch: Watch = lambda stage, text: None, options: CompileOptions = STRICT) -> Generated:
    """Kernels, buffers and LLVM IR of a function that makes no calls, for so many workers; `consumer` gets parts of the IR as
    they are made, and `watch` what each stage gives.

    Raises NeedsEvaluatorError (see `require_buffers`).
    """
    require_buffers(function)
    module = LLVMModule(target, consumer)
    seconds: dict[str, float] = {}
    start = perf_counter()

    def timed(stage: str, text: Callable[[], str]) -> None:
        nonlocal start
        seconds[stage] = perf_counter() - start
        watch(stage, text)
        start = perf_counter()

    emitter = CpuEmitter(module, target, workers)
    program = compile_function(function, capabilities(target, workers, options), emitter, timed)
    seconds["emit"] = perf_counter() - start
    return Generated(program, module, target, emitter, seconds)
