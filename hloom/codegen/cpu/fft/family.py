"""The family of fft: which passes an operation takes."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Any

from hloom.codegen.cpu.fft.emitter import PassEmitter
from hloom.codegen.cpu.fft.plan import Pass, Side, rows_of, split
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.llvm.builder import LLVMModule
from hloom.codegen.plan.kernels import OperationKernel
from hloom.codegen.plan.program import Access, Intermediate, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Capabilities
from hloom.codegen.target import Target


class Transforms:
    """The family of fft."""

    takes_views = False

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
        passes = list(_passes(op))
        # What a pass leaves and the next one finds: between the real sides it is complex numbers in the target, or apart.
        held: Any = operand
        where = source
        for number, (one, place) in enumerate(passes):
            becomes = result if number == len(passes) - 1 else Intermediate(f"pass {number}")
            size = one.outer * one.target.outer * 2 * one.bits // 8
            there = target if place == "target" else where if place == "same" else context.temporary(size)
            body = _Body(one, there is where)
            table = context.table(one.table)
            scratch = context.temporary(context.target.workers * _scratch_bytes(one, self.processor))
            written = Use(there, becomes, Access.WRITE) if there is not where else Use(there, becomes, Access.UPDATE, held)
            read = [] if there is where else [Use(where, held, Access.READ)]
            context.launch(context.kernel("fft", body.signature, lambda body=body: body), 0,
                           [*read, written, table, Use(scratch, None, Access.SCRATCH)])
            held, where = becomes, there

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        one = body.one
        tasks = PassEmitter(module, name, one, body.in_place, self.processor).emit()
        stages = (2 if one.is_convolution else 1) * one.points * (5 * log2(max(one.points, 2)) + 8)
        return [EmittedKernel(name, tasks, stages)]


class _Body:
    """What the kernel of a pass is emitted from."""

    def __init__(self, one: Pass, in_place: bool) -> None:
        self.one, self.in_place = one, in_place
        self.signature = f"fft {one} {in_place}"

    def text(self) -> str:
        one = self.one
        name = f"{'inverse ' if one.inverse else ''}transforms of {one.length} numbers"
        if one.is_convolution:
            name += f" as convolutions of {one.points}"
        return f"{one.outer} x {one.lanes} {name}: radices {', '.join(map(str, one.radices))}; {one.source} -> {one.target}"


def _scratch_bytes(one: Pass, processor: Target) -> int:
    return one.scratch(one.width(processor.lanes(one.bits)))


def _passes(op: Any) -> Iterator[tuple[Pass, str]]:
    """The passes in their order, and where their results are: in the `target`, `apart` or the `same` place as their operand."""
    rank, kind = op.operand.rank, op.fft_type
    bits = op.result.type.element.part.width
    inverse = kind in ("IFFT", "IRFFT")
    leading = list(range(rank - len(op.fft_length), rank - 1))[::-1]

    def inner(shape: tuple[int, ...], axis: int) -> Pass:
        outer, length, lanes = rows_of(shape, axis)
        side = Side("complex", length * lanes, lanes, 1, (1, 0), length)
        return Pass(bits, length, outer, lanes, side, side, length, inverse, 1 / length if inverse else 1.0)

    if kind == "IRFFT":
        for number, axis in enumerate(leading):
            yield inner(op.operand.shape, axis), "same" if number else "apart"
    yield from _last(op, bits, inverse)
    if kind != "IRFFT":
        for axis in leading:
            yield inner(op.result.shape, axis), "same"


def _last(op: Any, bits: int, inverse: bool) -> Iterator[tuple[Pass, str]]:
    """The passes over the last dimension, whose rows are contiguous."""
    rows, there, _ = rows_of(op.operand.shape, op.operand.rank - 1)
    wanted = op.result.shape[-1]
    length = wanted if op.fft_type == "IRFFT" else there
    kinds = {"RFFT": ("real", "complex"), "IRFFT": ("hermitian", "real")}
    come, go = kinds.get(op.fft_type, ("complex", "complex"))
    if length == 1 and come == "hermitian":
        come = "complex"  # nothing is left to mirror
    scale = 1 / length if inverse else 1.0
    factors = split(length, rows)
    if factors is None:
        yield Pass(bits, length, 1, rows, Side(come, 0, 1, there, (1, 0), there), Side(go, 0, 1, wanted, (1, 0), wanted),  # type: ignore[arg-type]
                   length, inverse, scale), "target"
        return
    first, second = factors
    between = Side("complex", length, second, 1, (second, 1), length)
    yield Pass(bits, first, rows, second, Side(come, there, second, 1, (second, 1), there), between, length,  # type: ignore[arg-type]
               inverse, turns=True), "apart"
    yield Pass(bits, second, rows, first, Side("complex", length, 1, second, (1, second), length),
               Side(go, wanted, first, 1, (first, 1), wanted), length, inverse, scale), "target"  # type: ignore[arg-type]
