"""The family of fft: the kernels of an operation and their buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.cpu.fft.kernel import emit_kernel, scratch_bytes, tables_of
from hloom.codegen.cpu.fft.plan import Pass, RowPairs
from hloom.codegen.cpu.fft.steps import steps_of
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Intermediate, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target


class Transforms:
    """The family of fft."""

    takes_views = takes_epilogues = False

    def __init__(self, processor: Target) -> None:
        self.processor = processor

    def matches(self, op: Any, target: Capabilities) -> bool:
        return op.operand.type.is_static and op.result.type.is_static and target.has_type(op.operand.element)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        op: Any = kernel.operation
        result, operand = op.results[0], op.operands[0]
        target, source = context.output(result), context.buffer(operand)
        if 0 in operand.shape or 0 in result.shape:
            return
        steps = list(steps_of(op, context.target))
        # What a step leaves and the next one finds: between the real sides it is complex numbers in the target, or apart.
        held: Any = operand
        where = source
        for number, (passes, place) in enumerate(steps):
            becomes = result if number == len(steps) - 1 else Intermediate(f"step {number}")
            there = target if place == "target" else where if place == "same" else context.temporary(_bytes_of(passes[-1]))
            body = _Body(passes, there is where)
            tables = [context.table(table) for one in passes for table in tables_of(one, self.processor)]
            scratch = context.temporary(context.target.workers * scratch_bytes(passes, self.processor))
            written = Use(there, becomes, Access.WRITE) if there is not where else Use(there, becomes, Access.UPDATE, held)
            read = [] if there is where else [Use(where, held, Access.READ)]
            context.launch(context.kernel("fft", body.signature, lambda body=body: body), 0,
                           [*read, written, *tables, Use(scratch, None, Access.SCRATCH)])
            held, where = becomes, there

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        return [emit_kernel(module, name, body.passes, body.in_place, self.processor)]


class _Body:
    """What the kernel of one or two passes is emitted from."""

    def __init__(self, passes: Sequence[Pass | RowPairs], in_place: bool) -> None:
        self.passes, self.in_place = passes, in_place
        self.signature = f"fft {' '.join(map(str, passes))} {in_place}"

    def text(self) -> str:
        return "\n".join(map(_described, self.passes))


def _bytes_of(last: Pass | RowPairs) -> int:
    """Bytes of what a pass leaves in a place of its own."""
    numbers = last.outer * last.target.outer if isinstance(last, Pass) else last.rows * last.step
    return numbers * 2 * last.bits // 8


def _described(one: Pass | RowPairs) -> str:
    if isinstance(one, RowPairs):
        return f"{one.rows} x {one.half} pairs of {'transforms back to ' if one.is_inverse else ''}real rows"
    is_inverse = one.source.is_exchanged or one.target.is_exchanged
    name = f"{'inverse ' if is_inverse else ''}transforms of {one.length} numbers"
    if one.is_convolution:
        name += f" as convolutions of {one.points}"
    if one.role != "whole":
        name += f", {one.role} of convolutions of {one.row_length}"
    if one.pairs != "none":
        name += f", {one.pairs} those of real rows"
    return (f"{one.outer} x {one.lanes} {name}: radices {', '.join(map(str, one.radices))}; "
            f"{one.source.text()} -> {one.target.text()}")
