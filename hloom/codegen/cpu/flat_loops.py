"""Kernels of one stage over the prefix: the last loop runs over vectors; the loops around it are the tasks (the last loop is cut
in blocks where they are too few). Reductions run inside, with vector accumulators (column sums, small windows).

How these loops go is for a schedule to say (`schedules`): `vectors` is what any of them can be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.costs import instructions
from hloom.codegen.cpu.gather_indices import precompute_indices, precomputed_indices
from hloom.codegen.cpu.interleaving import Interleaving
from hloom.codegen.cpu.kernel_function import EmittedKernel, fetch_gathered
from hloom.codegen.cpu.movements import begins_at_lines, in_order_of_source, is_streaming, streamed_lanes
from hloom.codegen.cpu.register_transpose import transpose_square
from hloom.codegen.cpu.shaping import ShapedKernel
from hloom.codegen.cpu.vector_loops import VectorLoops
from hloom.codegen.cpu.vectorisation import accumulating_lanes, register_lanes, segments, step_lanes, tasks_wanted
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import bits_of
from hloom.codegen.plan.kernels import Store, extents, work
from hloom.codegen.target import Target
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Read


class FlatKernel(VectorLoops):
    """The function of a kernel of one stage, and the loops that it may have.

    One worker that `is_alone` needs no tasks for others. Results that are `in_place` lie where operands do; any may, if that is
    None.
    """

    def __init__(self, module: LLVMModule, name: str, shape: ShapedKernel, arguments: Sequence[Any],
                 target: Target, is_cold: bool = False, streaming_outputs: Collection[Any] = (), is_alone: bool = False,
                 in_place: Collection[Any] | None = None) -> None:
        self.nest, self.is_alone, self.apart = shape.nest, is_alone, shape.apart
        super().__init__(module, name, shape, arguments, target, is_cold, streaming_outputs)
        self.emitter.stores_in_parts, self.may_repeat = bool(in_place), in_place is not None and not in_place

    def precompute_indices(self) -> None:
        """Computes at once, for a whole last loop, the places that stay the same in it."""
        outer, last, stores = self.nest
        places = precomputed_indices(outer, last, stores, self.target)
        if places:
            precompute_indices(self, last, places)

    def vectors(self) -> EmittedKernel:
        """The loops as they are, the last one in vectors."""
        outer, last, stores = self.nest
        rows = prod(extents(outer))
        width = accumulating_lanes(stores, last, rows, self.target, self.is_alone) or step_lanes(
            stores, last, self.target, points=rows * (last.bounds.upper + 1))
        self.streams = is_streaming(stores, last, self.target)
        if self.streams:
            outer = [*outer[:self.apart], *in_order_of_source(self.target.machine, outer[self.apart :], stores[0])]
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
        loops = self.target.machine.loops
        extent, rows = last.bounds.upper + 1, prod(extents(outer))
        blocks, size = 1, extent
        if rows < loops.least_tasks and extent > width:
            size = min(extent, -(-extent // tasks_wanted(self.target.machine, rows, extent * work(stores)) // width) * width)
            blocks = -(-extent // size)
        if (blocks == 1 and len(outer) > 1 and extent <= loops.short_loop * width
                and rows // (outer[-1].bounds.upper + 1) >= loops.least_tasks):
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

    def interleaved(self, parts: Interleaving) -> EmittedKernel:
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
    def tiled(self, across: Symbol, reads: list[Read]) -> EmittedKernel:
        """Square tiles of the loops `across` and `last`: reads that are contiguous along `across` are loaded that way and
        transposed in registers; everything else runs in vectors along `last`."""
        outer, last, stores = self.nest
        width = 16 if max(r.type.bytes for r in reads) <= 4 else 8
        width = min(width, max(self.target.vector_bytes // 4, 4))
        others = [v for v in outer if v is not across]
        self.outermost = others[0] if others else None
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
