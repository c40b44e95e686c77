"""Loop kernels -> LLVM functions.

A kernel becomes `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`: `arguments` are the addresses of its inputs
and outputs, [begin, end) the share of its tasks that this call does. Two shapes of code:

- flat: one stage over the prefix. The last loop runs over vectors; the loops around it are the tasks (the last loop is
  cut in blocks where they are too few). Reductions run inside, with vector accumulators (column sums, small windows).
- rows: a task is a point of the prefix, and each stage is a loop nest of its own (`rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.box_moves import box_moves, emit_box_moves
from hloom.codegen.cpu.column_reductions import column_reduction
from hloom.codegen.cpu.costs import instructions
from hloom.codegen.cpu.interleaving import Interleaving, interleaving
from hloom.codegen.cpu.kept_places import keep_places, kept_places
from hloom.codegen.cpu.kernel_function import EmittedKernel, fetch_gathered
from hloom.codegen.cpu.lane_reductions import RunningStage, runs_along
from hloom.codegen.cpu.loop_forms import (
    LEAST_TASKS,
    accumulating_lanes,
    crossing_reads,
    register_lanes,
    segments,
    step_lanes,
    tasks_wanted,
    unrolled_stores,
)
from hloom.codegen.cpu.movements import begins_at_lines, in_order_of_source, in_wider_units, streamed_lanes, streams_past_caches
from hloom.codegen.cpu.packed_rows import emit_packed_rows, packed_rows
from hloom.codegen.cpu.rows import RowKernel
from hloom.codegen.cpu.run_moves import emit_run_transposition, run_transposition
from hloom.codegen.cpu.squares import transpose_square
from hloom.codegen.cpu.transposes import emit_transposition, transposition
from hloom.codegen.cpu.vector_loops import FlattenedKernel, VectorLoops
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.picked_lanes import is_near_along
from hloom.codegen.llvm.types import bits_of
from hloom.codegen.plan.kernels import LoopKernel, Stage, Store, extents, work
from hloom.codegen.plan.loop_shape import shape_loops
from hloom.codegen.plan.reductions import in_one_stage
from hloom.codegen.target import Target
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Read, reads

#: Turns of a loop up to which those around it count, so that a task has a whole one of them.
_SHORT = 4
#: Rows side by side that fill registers.
_LEAST_ROWS = 16


def emit_loop_kernel(module: LLVMModule, name: str, kernel: LoopKernel, arguments: Sequence[Any], target: Target,
                     is_brief: bool = False, leaving: Collection[Any] = (), is_alone: bool = False,
                     in_place: Collection[Any] | None = None) -> EmittedKernel:
    """Adds the function of `kernel` to `module`; `arguments` lists the values whose addresses it gets, in order. That of a brief
    one is cold. Results that are `leaving` are not read soon, which may be stored past the caches. One worker that `is_alone`
    needs no tasks for others. Results that are `in_place` lie where operands do; any may, if that is None.

    A kernel whose rows between stages no stack holds (`plan.kernels.in_worker_memory`) gets one more address, of memory with a
    part for each worker, after these: whoever calls its function allocates that memory and hands it on.
    """
    flattened = (None if is_brief else _over_rows(kernel)) or FlattenedKernel(kernel)
    kernel, (stage, *others) = flattened.kernel, flattened.stages
    loops = [] if isinstance(stage, RunningStage) else [*kernel.prefix, *stage.dims]
    if isinstance(stage, RunningStage) or others or kernel.scratch or not loops or not runs_along(loops[-1], stage.stores):
        return RowKernel(module, name, flattened, arguments, target, is_brief, leaving).emit()
    return _FlatKernel(module, name, flattened, arguments, target, is_brief, leaving, is_alone, in_place).emit()


def _over_rows(kernel: LoopKernel) -> FlattenedKernel | None:
    """A kernel of short rows as one of a stage whose vectors run along the rows, if it can be."""
    short = in_one_stage(kernel)
    if short is None:
        return None
    flattened = FlattenedKernel(short)
    (stage,) = flattened.stages
    if not isinstance(stage, Stage):
        return None
    (*outer, last), stores = shape_loops([*short.prefix, *stage.dims], unrolled_stores(stage.stores))
    if prod(extents(stage.dims)) > 1:
        return flattened if interleaving(outer, last, stores) is not None else None
    is_near = all(is_near_along(read, last) for store in stores for read in reads(store.scalar))
    return flattened if is_near and last.bounds.upper + 1 >= _LEAST_ROWS else None


class _FlatKernel(VectorLoops):
    """Emits a kernel of one stage: chooses the shape of its loops."""

    def __init__(self, module: LLVMModule, name: str, flattened: FlattenedKernel, arguments: Sequence[Any], target: Target,
                 is_brief: bool = False, leaving: Collection[Any] = (), is_alone: bool = False,
                 in_place: Collection[Any] | None = None) -> None:
        (stage,) = flattened.stages
        self.is_alone = is_alone
        assert isinstance(stage, Stage)
        loops, self.stores = in_wider_units(*shape_loops(
            [*flattened.kernel.prefix, *stage.dims], unrolled_stores(stage.stores)))
        *self.outer, self.last = loops
        shape = self.outer, self.last, self.stores
        self.moved = transposition(*shape, target)
        self.runs = run_transposition(*shape) if self.moved is None else None
        is_transposed = self.moved is not None or self.runs is not None
        self.short = box_moves(*shape, target) if not is_transposed else None
        self.crossing = crossing_reads(*shape) if not is_transposed and self.short is None else None
        is_plain = not is_transposed and self.crossing is None and self.short is None
        self.across = column_reduction(self.stores, self.outer, self.last, target) if is_plain else None
        is_cold = is_brief or (self.across is not None and self.across.is_shared)
        super().__init__(module, name, flattened, arguments, target, is_cold, leaving)
        self.emitter.stores_in_parts, self.may_repeat = bool(in_place), in_place is not None and not in_place

    def emit(self) -> EmittedKernel:
        """Emits the stage's stores in loops."""
        made = self._emit()
        self.f.ret()
        return made

    def _emit(self) -> EmittedKernel:
        outer, last, stores = self.outer, self.last, self.stores
        if self.moved is not None:
            return emit_transposition(self, self.moved, self.is_alone)
        if self.runs is not None:
            return emit_run_transposition(self, self.runs, self.target)
        if self.short is not None:
            return emit_box_moves(self, self.short)
        if self.crossing is not None:
            return self._tiled(outer, last, stores, *self.crossing)
        if self.across is not None:
            tasks = self.across.emit(self)
            cost = instructions(stores, [*outer, last], self.target) / tasks
            return EmittedKernel(self.name, tasks, cost + self.across.overhead)
        rows = prod(extents(outer))
        places = kept_places(outer, last, stores, self.target)
        if places:
            keep_places(self, last, places)
        packed = packed_rows(outer, last, stores, self.target)
        parts = interleaving(outer, last, stores) if packed is None or packed.reads_along_rows else None
        if parts is not None:
            return self._interleaved(parts)
        if packed is not None:
            return emit_packed_rows(self, packed, outer, last, stores)
        width = accumulating_lanes(stores, last, rows, self.target, self.is_alone) or step_lanes(
            stores, last, self.target, points=rows * (last.bounds.upper + 1))
        self.streams = streams_past_caches(stores, last, self.target)
        if self.streams:
            outer = in_order_of_source(outer, stores[0])
            self.streams_whole = begins_at_lines(stores[0], last, [low for low, _, _ in segments(stores, last)])
            width = streamed_lanes(stores[0], self.target)
        tasks = self._blocks(outer, last, stores, width)
        self.has_streamed = self.streams
        self.end_streaming()
        return EmittedKernel(self.name, tasks, instructions(stores, [*outer, last], self.target) / tasks)

    def _blocks(self, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], width: int,
                following: Callable[[], None] | None = None) -> int:
        """The loops of a flat kernel, the last one cut in blocks where those around it are few turns; returns how many tasks.
        Something may follow it in each turn of those."""
        extent, rows = last.bounds.upper + 1, prod(extents(outer))
        blocks, size = 1, extent
        if rows < LEAST_TASKS and extent > width:
            size = min(extent, -(-extent // tasks_wanted(rows, extent * work(stores)) // width) * width)
            blocks = -(-extent // size)
        if blocks == 1 and len(outer) > 1 and extent <= _SHORT * width and rows // (outer[-1].bounds.upper + 1) >= LEAST_TASKS:
            *outer, row = outer
            with self.points(outer):
                self._loops([row], [last], stores, lambda: self._turn([*outer, row], last, stores, width, following))
            return prod(extents(outer))
        block = fresh(blocks)
        with self.points([*outer, block] if blocks > 1 else outer) as point:
            if blocks > 1:
                low = self.f.binary("mul", point[block], size)
                high = self.f.intrinsic("smin", self.f.binary("add", low, size), Value("i64", str(extent)))
                self._blocked_loop(last, stores, width, low, high)
                if following is not None:
                    with self.f.when(self.f.compare("eq", high, extent)):
                        following()
            else:
                self._turn(outer, last, stores, width, following)
        return rows * blocks

    def _turn(self, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], width: int,
              following: Callable[[], None] | None) -> None:
        """The whole last loop, and what follows it."""
        if outer:
            fetch_gathered(self.emitter, outer[-1], last, stores)
        self.vector_loop(last, stores, width)
        if following is not None:
            following()

    def _interleaved(self, parts: Interleaving) -> EmittedKernel:
        """Loops in which what is stored by turns is interleaved in registers."""
        width = min(register_lanes(parts.stores, self.target), parts.quotient.bounds.upper + 1)

        def rest() -> None:
            self.is_interleaving = False
            assert parts.remainder is not None
            self.vector_loop(parts.remainder, parts.rest, 1)

        self.is_interleaving = True
        tasks = self._blocks(parts.outer, parts.quotient, parts.stores, width, rest if parts.remainder else None)
        self.is_interleaving = False
        return EmittedKernel(self.name, tasks, instructions(parts.stores, [*parts.outer, parts.quotient], self.target) / tasks)

    # -- tiles --------------------------------------------------------------------------------------------------------
    def _tiled(self, outer: list[Symbol], last: Symbol, stores: list[Store], across: Symbol, reads: list[Read]) -> EmittedKernel:
        """Square tiles of the loops `across` and `last`: reads that are contiguous along `across` are loaded that way and
        transposed in registers; everything else runs in vectors along `last`."""
        width = 16 if max(r.type.bytes for r in reads) <= 4 else 8
        width = min(width, max(self.target.vector_bytes // 4, 4))
        others = [v for v in outer if v is not across]
        rows, columns = across.bounds.upper + 1, last.bounds.upper + 1
        band = min(rows, 4 * width)
        bands = -(-rows // band)
        begin, end = self.f.parameters[1:3]
        with self.f.loop(begin, end) as task, self.emitter.scope():
            point = self.f.binary("udiv", task, bands) if others else Value("i64", "0")
            low = self.f.binary("mul", self.f.binary("urem", task, bands) if others else task, band)
            high = self.f.intrinsic("smin", self.f.add(low, band), Value("i64", str(rows)))
            count = self.f.binary("and", self.f.sub(high, low), -width)
            whole = self.f.add(low, count)
            with self.emitter.scope(self.point(others, point)):
                self.emitter.hoist([s.scalar for s in stores], {across, last})
                full = columns // width * width
                with self.f.loop(0, full, width) as k, self.f.loop(low, whole, width) as row:
                    self._tile(across, last, row, k, stores, reads, width)
                if full < columns:
                    with self.f.loop(low, whole) as row, self.emitter.scope({across: row}):
                        self._body(last, Value("i64", str(full)), stores, columns - full)
                if rows % width:
                    with self.f.loop(whole, high) as row, self.emitter.scope({across: row}):
                        self.vector_loop(last, stores, min(width, columns))
        tasks = prod(extents(others)) * bands
        # Elements take as many moves in registers again as they take instructions.
        return EmittedKernel(self.name, tasks, band * columns * 4 * (work(stores) + 2) / width)

    def _tile(self, across: Symbol, last: Symbol, row: Value, column: Value, stores: list[Store], reads: list[Read],
              width: int) -> None:
        buffers = []
        for read in reads:
            lines = []
            for k in range(width):
                with self.emitter.scope({last: self.f.add(column, k)}), self.emitter.vectorised(across, row, width):
                    lines.append(self.emitter.value(read))
            buffer = self.f.slot(lines[0].type, width)
            aligned = min(64, width * bits_of(lines[0].type) // 8)
            for k, line in enumerate(transpose_square(self.f, lines)):
                self.f.store(line, self.f.address(buffer, k, line.type), align=aligned)
            buffers.append((read, buffer, lines[0].type, aligned))
        with self.f.loop(0, width) as k, self.emitter.scope({across: self.f.add(row, k)}):
            for read, buffer, type, aligned in buffers:
                self.emitter.bind(read, self.f.load(type, self.f.address(buffer, k, type), align=aligned))
            self._body(last, column, stores, width)
