"""The back end's table of contents: from a function without calls to a program with its kernels emitted.

    fuse        operations -> kernels, block by block
    split       reductions of one range -> one; large ones to few elements -> partial results and their reduction
    share       which values lie in one buffer
    shape       loops of each kernel -> loops that its schedule takes: the target's part (`Emitter`)
    schedule    kernels -> commands over buffers, in order, and a schedule of its loops for each kernel
    place       temporary buffers -> offsets in one arena
    emit        kernels -> code, commands -> what runs them: the target's part

Each is a function from data to data, printed by `show` and checked by `verify`. Scheduling hands out kernels one by one, and
the target emits each as it comes: LLVM has the first functions while later kernels are still being scheduled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from hloom.codegen.plan.buffers import place, share_block, share_donated
from hloom.codegen.plan.fusion import FunctionPlan, fuse
from hloom.codegen.plan.program import PlannedKernel, Program
from hloom.codegen.plan.schedule import schedule
from hloom.codegen.plan.show import plan_text, program_text
from hloom.codegen.plan.splitting import fuse_variadic_reductions, split_reductions
from hloom.codegen.plan.target import Capabilities
from hloom.ir.types import OtherScalarType, TensorType, TokenType
from hloom.ops.builtin.function import Function
from hloom.runtime.dispatch.program import Batch, NeedsEvaluatorError
from hloom.support import options

#: The stages, in their order. Kernels come one by one from scheduling, and each is shaped and emitted as it does.
STAGES = ("fuse", "split", "share", "shape", "schedule", "place", "emit")

#: `(stage, text)` is told that a stage is through, and may ask what it gave. It may raise to end the compilation there.
Watch = Callable[[str, Callable[[], str]], None]


class Emitter(Protocol):
    """A target's part: it makes code of kernels as they come, and then what launches them."""

    def emit_kernel(self, kernel: PlannedKernel) -> None: ...

    def emit_commands(self, program: Program) -> None: ...

    def shapes_text(self) -> str:
        """What the loops of each kernel were before their schedule."""
        ...

    def schedules_text(self) -> str:
        """Which schedule the loops of each kernel have, and why not another one."""
        ...

    def code_text(self, program: Program) -> str: ...


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


def fusion_plan(function: Function, target: Capabilities) -> FunctionPlan:
    """The kernels of a function, and why they are these. Raises NeedsEvaluatorError (see `require_buffers`)."""
    require_buffers(function)
    return fuse(function, target)


def compile_function(function: Function, target: Capabilities, emitter: Emitter,
                     watch: Watch = lambda stage, text: None, donated: Sequence[int] = (),
                     batch: Batch | None = None) -> Program:
    """The program of a function, of which `emitter` got the kernels and the commands; `watch` sees what each stage gives. Results
    may lie where `donated` arguments do, by number; none do in a guarded program, which watches its arguments. With a `batch` it
    is for calls of fewer examples, too: raises OneSizeError where it cannot be (`examples`), and NeedsEvaluatorError (see
    `require_buffers`)."""
    plan = fusion_plan(function, target)
    watch("fuse", lambda: plan_text(plan))
    plan = split(plan, target)
    watch("split", lambda: plan_text(plan))
    plan = share(plan, () if options.GUARD.value else donated)
    watch("share", lambda: plan_text(plan))
    program = Program(function.sym_name, list(function.function_type.inputs), list(function.function_type.outputs),
                      is_guarded=bool(options.GUARD.value), machine=target.machine, batch=batch)
    for kernel in schedule(plan, target, program):
        emitter.emit_kernel(kernel)
    watch("shape", emitter.shapes_text)
    watch("schedule", lambda: f"{program_text(program)}\n{emitter.schedules_text()}")
    program = place(program)
    watch("place", lambda: program_text(program))
    emitter.emit_commands(program)
    watch("emit", lambda: emitter.code_text(program))
    return program


def split(plan: FunctionPlan, target: Capabilities) -> FunctionPlan:
    """Reductions of one range -> one; large ones to few elements -> partial results that workers compute side by
    side (`splitting`)."""
    return _with(plan, lambda b: replace(b, kernels=split_reductions(target.machine,
        [fuse_variadic_reductions(target.machine, kernel) for kernel in b.kernels], target.planned_workers)))


def share(plan: FunctionPlan, donated: Sequence[int] = ()) -> FunctionPlan:
    """Kernels -> which values lie in one buffer; those of the function also where `donated` arguments do."""
    body = plan.function.body.block
    free = {body.arguments[number] for number in donated}
    return _with(plan, lambda b: replace(b, sharing=share_donated(b.block, b.kernels, free) if b.block is body
                                         else share_block(b.block, b.kernels, set(b.given), is_inner=True)))


def _with(plan: FunctionPlan, change: Any) -> FunctionPlan:
    return FunctionPlan(plan.function, {block: change(each) for block, each in plan.blocks.items()})
