"""The family of fft: which passes an operation takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from hloom.codegen.cpu.fft.emitter import emit_kernel, scratch_bytes
from hloom.codegen.cpu.fft.plan import Pass, Side, have_rows, is_kept, long_convolution, rows_of, split
from hloom.codegen.cpu.fft.tables import LongTable
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
        steps = list(_steps(op, context.target.workers))
        # What a step leaves and the next one finds: between the real sides it is complex numbers in the target, or apart.
        held: Any = operand
        where = source
        for number, (passes, place) in enumerate(steps):
            last = passes[-1]
            becomes = result if number == len(steps) - 1 else Intermediate(f"step {number}")
            size = last.outer * last.target.outer * 2 * last.bits // 8
            there = target if place == "target" else where if place == "same" else context.temporary(size)
            body = _Body(passes, there is where)
            tables = [context.table(table) for one in passes for table in self._tables(one)]
            scratch = context.temporary(context.target.workers * scratch_bytes(passes, self.processor))
            written = Use(there, becomes, Access.WRITE) if there is not where else Use(there, becomes, Access.UPDATE, held)
            read = [] if there is where else [Use(where, held, Access.READ)]
            context.launch(context.kernel("fft", body.signature, lambda body=body: body), 0,
                           [*read, written, *tables, Use(scratch, None, Access.SCRATCH)])
            held, where = becomes, there

    def _tables(self, one: Pass) -> Iterator[np.ndarray | LongTable]:
        yield one.table
        long = one.long_table(one.width(self.processor.lanes(one.bits)))
        if long is not None:
            yield long

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        return [emit_kernel(module, name, body.passes, body.in_place, self.processor)]


class _Body:
    """What the kernel of one or two passes is emitted from."""

    def __init__(self, passes: Sequence[Pass], in_place: bool) -> None:
        self.passes, self.in_place = passes, in_place
        self.signature = f"fft {' '.join(map(str, passes))} {in_place}"

    def text(self) -> str:
        return "\n".join(map(_described, self.passes))


def _described(one: Pass) -> str:
    is_inverse = one.source.is_exchanged or one.target.is_exchanged
    name = f"{'inverse ' if is_inverse else ''}transforms of {one.length} numbers"
    if one.is_convolution:
        name += f" as convolutions of {one.points}"
    return f"{one.outer} x {one.lanes} {name}: radices {', '.join(map(str, one.radices))}; {one.source} -> {one.target}"


def _steps(op: Any, workers: int) -> Iterator[tuple[tuple[Pass, ...], str]]:
    """The passes of each kernel in their order, and where its results are: in the `target`, `apart` or the `same` place as its
    operand."""
    rank, kind = op.operand.rank, op.fft_type
    bits = op.result.type.element.part.width
    inverse = kind in ("IFFT", "IRFFT")
    leading = list(range(rank - len(op.fft_length), rank - 1))[::-1]

    def inner(shape: tuple[int, ...], axis: int) -> tuple[Pass]:
        outer, length, lanes = rows_of(shape, axis)
        side = Side("complex", length * lanes, lanes, 1, (1, 0), length, inverse)
        return (Pass(bits, length, outer, lanes, side, side, length, 1 / length if inverse else 1.0),)

    if kind == "IRFFT":
        for number, axis in enumerate(leading):
            yield inner(op.operand.shape, axis), "same" if number else "apart"
    yield from _last(op, bits, inverse, workers)
    if kind != "IRFFT":
        for axis in leading:
            yield inner(op.result.shape, axis), "same"


def _last(op: Any, bits: int, inverse: bool, workers: int) -> Iterator[tuple[tuple[Pass, ...], str]]:
    """The passes over the last dimension, whose rows are contiguous."""
    rows, there, _ = rows_of(op.operand.shape, op.operand.rank - 1)
    wanted = op.result.shape[-1]
    length = wanted if op.fft_type == "IRFFT" else there
    kinds = {"RFFT": ("real", "complex"), "IRFFT": ("hermitian", "real")}
    come, go = kinds.get(op.fft_type, ("complex", "complex"))
    if length == 1 and come == "hermitian":
        come = "complex"  # nothing is left to mirror
    scale = 1 / length if inverse else 1.0
    parts = long_convolution(length, rows, bits)
    if parts is not None:
        yield from _convolution(bits, rows, length, parts, Side(come, there, parts[1], 1, (parts[1], 1), there, inverse),  # type: ignore[arg-type]
                                Side(go, wanted, parts[1], 1, (parts[1], 1), wanted, inverse), scale, workers)  # type: ignore[arg-type]
        return
    factors = split(length, rows)
    if factors is None:
        sides = Side(come, 0, 1, there, (1, 0), there, inverse), Side(go, 0, 1, wanted, (1, 0), wanted, inverse)  # type: ignore[arg-type]
        yield (Pass(bits, length, 1, rows, *sides, length, scale),), "target"
        return
    first, second = factors
    together = is_kept(length, rows, bits, workers)  # then a worker has the numbers between for a row at a time
    between = 0 if together else length
    passes = (
        Pass(bits, first, rows, second, Side(come, there, second, 1, (second, 1), there, inverse),  # type: ignore[arg-type]
             Side("complex", between, second, 1, (second, 1), length), length, turns=True),
        Pass(bits, second, rows, first, Side("complex", between, 1, second, (1, second), length),
             Side(go, wanted, first, 1, (first, 1), wanted, inverse), length, scale))  # type: ignore[arg-type]
    if together:
        yield passes, "target"
    else:
        yield passes[:1], "apart"
        yield passes[1:], "target"


def _convolution(bits: int, rows: int, length: int, parts: tuple[int, int], come: Side, go: Side, scale: float,
                 workers: int) -> Iterator[tuple[tuple[Pass, ...], str]]:
    """The passes of long rows as convolutions."""
    columns, points = parts[0], parts[1]
    row = columns * points
    together = have_rows(row, rows, workers)  # so there are no rows of all convolutions at once, however long they are
    between = 0 if together else row
    columned = Side("complex", between, points, 1, (points, 1), row)
    across = Side("complex", between, 1, points, (1, points), row)
    passes = (Pass(bits, columns, rows, points, come, columned, row, turns=True, role="first", numbers=length),
              Pass(bits, points, rows, columns, across, across, row, turns=True, role="middle", numbers=length),
              Pass(bits, columns, rows, points, columned, go, row, scale, role="last", numbers=length))
    if together:
        yield passes, "target"
    else:
        for one, place in zip(passes, ("apart", "same", "target")):
            yield (one,), place
