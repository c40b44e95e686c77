"""Loop kernels -> LLVM functions.

A kernel becomes `void @name(ptr arguments, i64 begin, i64 end, i64 worker)`: `arguments` are the addresses of its inputs
and outputs, [begin, end) the share of its tasks that this call does. Two shapes of code:

- flat: one stage over the prefix. The last loop runs over vectors; the loops around it are the tasks (the last loop is
  cut in blocks where they are too few). Reductions run inside, with vector accumulators (column sums, small windows).
- rows: a task is a point of the prefix; each stage is a loop nest of its own, and reductions along contiguous data keep
  partial accumulators in the lanes (row sums, softmax). Half of the stages of long rows are a function of a point, so that
  LLVM can compile the halves side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

from hloom.codegen.cpu.column_reductions import column_reduction, emit_column_reduction
from hloom.codegen.cpu.fetching import RowFetcher
from hloom.codegen.cpu.interleaving import Interleaving, interleaved, interleaving
from hloom.codegen.cpu.kernel_function import WORTH_A_CALL, EmittedKernel, KernelFunction, as_stored, takes_masks
from hloom.codegen.cpu.lane_reductions import LaneReduction, emit_lane_reduction, lie_along_lanes, lies_along_lanes
from hloom.codegen.cpu.loop_forms import crossing_reads, is_widened, row_cost, segments, unrolled_stores, with_merged_reductions
from hloom.codegen.cpu.movements import (
    LINE_BYTES,
    UNALIGNED_BYTES,
    as_bits,
    begins_at_lines,
    in_order_of_source,
    streamed_lanes,
    streams_past_caches,
    streams_rows,
)
from hloom.codegen.cpu.running_reductions import RunningStage, running_stages
from hloom.codegen.cpu.squares import transpose_square
from hloom.codegen.cpu.transposes import emit_transposition, transposition
from hloom.codegen.llvm.element_types import bytes_of, storage_type
from hloom.codegen.llvm.masks import few_lanes
from hloom.codegen.llvm.memory_forms import to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.strided import is_near_along
from hloom.codegen.llvm.values import Value, bits_of
from hloom.codegen.plan.kernels import LoopKernel, Stage, Store, extents, work
from hloom.codegen.plan.loop_shape import Flattener, base_of, shape_loops
from hloom.codegen.plan.unrolling import is_short
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Read, ReductionResult, reads, reductions, walk

#: Work (see `work`) that a task should have at least, and tasks that a kernel should have at least if it can.
_BLOCK = 1 << 15
_TASKS = 32
#: Scalars of a kernel's rows that are not worth a second function, and how many a stage's loops, and a reduction, count for.
_SMALL, _STAGE, _REDUCTION = 60, 20, 20


def emit_loop_kernel(module: LLVMModule, name: str, kernel: LoopKernel, arguments: Sequence[Any],
                     target: Target, is_brief: bool = False, leaving: Collection[Any] = ()) -> EmittedKernel:
    """Adds the function of `kernel` to `module`; `arguments` lists the values whose addresses it gets, in order. That of a brief
    one is cold. Results that are `leaving` are not read soon, which may be stored past the caches.

    A kernel whose rows between stages no stack holds (`plan.kernels.in_worker_memory`) gets one more address, of memory with a
    part for each worker, after these: whoever calls its function allocates that memory and hands it on.
    """
    return KernelEmitter(module, name, kernel, arguments, target, is_brief, leaving).emit()


class KernelEmitter(KernelFunction):
    """Emits a kernel of loops: chooses the shape of its code."""

    def __init__(self, module: LLVMModule, name: str, kernel: LoopKernel, arguments: Sequence[Any], target: Target,
                 is_brief: bool = False, leaving: Collection[Any] = ()) -> None:
        self.kernel, self.target, self.leaving = kernel, target, leaving
        self.flattener = Flattener()
        self.stages = list(running_stages([
            Stage(s.dims, [as_bits(with_merged_reductions(self.flattener.store(t))) for t in s.stores]) for s in kernel.stages]))
        #: Whether the store of the loop that is being emitted goes past the caches; whether all of its ranges do, or none.
        self.streams = self.streams_whole = False
        #: Whether some loop has stored past the caches.
        self.has_streamed = False
        #: Whether the stores of the loop that is being emitted fill places beside each other by turns.
        self.is_interleaving = False
        #: The stages by the function that they go to; none if all stand in the kernel's own. Which of them do.
        self.own_part = 0
        self.parts = [] if is_brief else self._halves()
        super().__init__(module, name, arguments, kernel.scratch, target, is_cold=is_brief)
        self.ahead = RowFetcher(kernel.prefix, kernel.scratch)

    def emit(self) -> EmittedKernel:
        (stage, *others) = self.stages
        loops = [] if isinstance(stage, RunningStage) else [*self.kernel.prefix, *stage.dims]
        if not others and not self.kernel.scratch and loops and self._runs_along(loops[-1], stage.stores):
            made = self._flat(loops, stage.stores)
        else:
            made = self._rows()
        self.f.ret()
        return made

    # -- flat -------------------------------------------------------------------------------------------------------
    def _runs_along(self, last: Symbol, stores: Sequence[Store]) -> bool:
        """Whether vectors run along the last loop: no reduction inside of it does, or each is short and its rows lie near each
        other."""
        if not lie_along_lanes(stores, last):
            return True
        found = reductions(*[s.scalar for s in stores])
        return last.bounds.upper >= 7 and all(map(is_short, found)) and all(
            is_near_along(read, last) for reduction in found for value in reduction.values for read in reads(value))

    def _flat(self, dims: list[Symbol], stores: list[Store]) -> EmittedKernel:
        loops, stores = shape_loops(dims, unrolled_stores(stores))
        *outer, last = loops
        moved = transposition(outer, last, stores, self.target)
        if moved is not None:
            return emit_transposition(self, moved)
        crossing = crossing_reads(outer, last, stores)
        if crossing is not None:
            return self._tiled(outer, last, stores, *crossing)
        across = column_reduction(stores, outer, last)
        if across is not None:
            return EmittedKernel(self.name, *emit_column_reduction(self, outer, last, stores, across))
        extent = last.bounds.upper + 1
        rows = prod(extents(outer))
        parts = interleaving(outer, last, stores)
        if parts is not None and (parts.remainder is None or rows >= _TASKS):
            return self._interleaved(parts)
        width = self._width(stores, last)
        self.streams = streams_past_caches(stores, last, self.target)
        if self.streams:
            outer = in_order_of_source(outer, stores[0])
            self.streams_whole = begins_at_lines(stores[0], last, [low for low, _, _ in segments(stores, last)])
            width = streamed_lanes(stores[0])
        tasks = self._blocks(outer, last, stores, width)
        self.has_streamed = self.streams
        self._end_streaming()
        return EmittedKernel(self.name, tasks, rows * extent * work(stores) / tasks / max(width, 1))

    def _end_streaming(self) -> None:
        """Stores past the caches are not in order with others: they end before the kernel does."""
        if self.has_streamed:
            self.f.emit("fence seq_cst")

    def _blocks(self, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], width: int,
                following: Callable[[], None] | None = None) -> int:
        """The loops of a flat kernel, the last one cut in blocks where those around it are few turns; returns how many tasks.
        With what follows it in each turn of those it stays whole."""
        extent, rows = last.bounds.upper + 1, prod(extents(outer))
        blocks, size = 1, extent
        if rows < _TASKS and extent > width and following is None and not segments(stores, last)[1:]:
            wanted = max(1, min(-(-_TASKS // rows), int(extent * work(stores)) // _BLOCK))
            size = min(extent, -(-extent // wanted // width) * width)
            blocks = -(-extent // size)
        block = fresh(blocks)
        with self.points([*outer, block] if blocks > 1 else outer) as point:
            if blocks > 1:
                low = self.f.binary("mul", point[block], size)
                high = self.f.intrinsic("smin", self.f.binary("add", low, size), Value("i64", str(extent)))
                self._blocked_loop(last, stores, width, low, high, extent % width)
            else:
                self._vector_loop(last, stores, width)
            if following is not None:
                following()
        return rows * blocks

    def _interleaved(self, parts: Interleaving) -> EmittedKernel:
        """Loops in which what is stored by turns is interleaved in registers."""
        extent, rows = parts.quotient.bounds.upper + 1, prod(extents(parts.outer))
        width = min(self._register_lanes(parts.stores), extent)

        def rest() -> None:
            self.is_interleaving = False
            assert parts.remainder is not None
            self._vector_loop(parts.remainder, parts.rest, 1)

        self.is_interleaving = True
        tasks = self._blocks(parts.outer, parts.quotient, parts.stores, width, rest if parts.remainder else None)
        self.is_interleaving = False
        return EmittedKernel(self.name, tasks, rows * extent * work(parts.stores) / tasks / width)

    # -- tiles --------------------------------------------------------------------------------------------------------
    def _tiled(self, outer: list[Symbol], last: Symbol, stores: list[Store], across: Symbol, reads: list[Read]) -> EmittedKernel:
        """Square tiles of the loops `across` and `last`: reads that are contiguous along `across` are loaded that way and
        transposed in registers; everything else runs in vectors along `last`."""
        width = 16 if max(bytes_of(r.type) for r in reads) <= 4 else 8
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
                        self._vector_loop(last, stores, min(width, columns))
        tasks = prod(extents(others)) * bands
        return EmittedKernel(self.name, tasks, band * columns * (work(stores) + 2) / width)

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

    def _width(self, stores: Sequence[Store], last: Symbol) -> int:
        """Lanes of the main vector loop: a register's, or several registers' for light bodies."""
        width, extent = self._register_lanes(stores), last.bounds.upper + 1
        cost = work(stores)
        factor = 8 if reductions(*[s.scalar for s in stores]) and cost <= 6 else 4 if cost <= 6 else 2 if cost <= 12 else 1
        apart = max((abs(coefficient(read.index[0], last) or 0) for store in stores for read in reads(store.scalar)), default=0)
        if apart > 1 and not self.target.has_masks:  # what lanes are picked from takes many of the registers
            factor = min(factor, 1 if apart > 4 else 2)
        while factor > 1 and width * factor * 2 > extent:
            factor //= 2
        return max(1, min(width * factor, extent))

    def _register_lanes(self, stores: Sequence[Store]) -> int:
        """Lanes of one register of the widest numbers that stores compute with."""
        bits = max(8 * bytes_of(n.type.part) for s in stores for n in walk(s.scalar))
        if any(is_widened(n) for s in stores for n in walk(s.scalar)):
            bits = max(bits, 32)
        return self.target.lanes(max(bits, 32) if bits > 8 else 16)

    def _vector_loop(self, last: Symbol, stores: Sequence[Store], width: int) -> None:
        """The whole last loop: each range in which the conditions are constant, in vectors and a narrower rest."""
        for low, high, mine in segments(stores, last):
            if self.streams and not self.streams_whole:
                self._streaming_loop(last, mine, *(Value("i64", str(bound)) for bound in (low, high)))
                continue
            count = min(width, high - low)
            whole = low + (high - low) // count * count
            with self.emitter.scope():
                is_one = whole - low == count
                self.emitter.hoist([s.scalar for s in mine], {last}, self._rest_width(count, last, mine) if is_one else count)
                self.hoist_targets(mine, last)
                with self._past_caches(last, mine, Value("i64", str(low)), count):
                    if is_one:
                        self._rest(last, Value("i64", str(low)), mine, count)
                    else:
                        with self.f.loop(low, whole, count) as k:
                            self._body(last, k, mine, count)
                rest = high - whole
                if rest:
                    self._rest(last, Value("i64", str(whole)), mine, rest)

    def _blocked_loop(self, last: Symbol, stores: Sequence[Store], width: int, low: Value, high: Value, rest: int) -> None:
        """A block [low, high) of the last loop; only the last block has a rest that is not a whole vector."""
        if self.streams and not self.streams_whole:
            self._streaming_loop(last, stores, low, high)
            return
        with self.emitter.scope():
            self.emitter.hoist([s.scalar for s in stores], {last}, width)
            self.hoist_targets(stores, last)
            whole = self.f.binary("sub", high, width - 1)
            with self._past_caches(last, stores, low, width), self.f.loop(low, whole, width) as k:
                self._body(last, k, stores, width)
            if rest:
                extent = last.bounds.upper + 1
                with self.f.when(self.f.compare("eq", high, extent)):
                    self._rest(last, Value("i64", str(extent - rest)), stores, rest)

    @contextmanager
    def _past_caches(self, last: Symbol, stores: Sequence[Store], low: Value, count: int) -> Iterator[None]:
        """Stores of so many lanes in the block go past the caches, if that is what they do, the lanes are whole lines, and the
        range that begins with `low` begins with one."""
        if self.streams_whole and count * bytes_of(stores[0].scalar.type) % LINE_BYTES == 0:
            place = self.f.value("i64", f"ptrtoint {self._place(last, stores[0], low)} to i64")
            self.streaming = LINE_BYTES, self.f.compare("eq", self.f.binary("and", place, LINE_BYTES - 1), 0)
        yield
        self.streaming = None

    def _place(self, last: Symbol, store: Store, low: Value) -> Value:
        """Where a store that fills places beside each other begins."""
        with self.emitter.vectorised(last, low, LINE_BYTES):
            place = self.emitter.lane_address(as_stored(store))
        assert place is not None
        return place[0]

    def _streaming_loop(self, last: Symbol, stores: Sequence[Store], low: Value, high: Value) -> None:
        """The range [low, high) of the last loop, which may begin anywhere in a line: stored in whole lines of the cache but for
        what lies before and after these."""
        f, (store,) = self.f, stores
        size = bytes_of(store.scalar.type)
        width = streamed_lanes(store)
        with self.emitter.scope():
            self.emitter.hoist([store.scalar], {last}, width)
            self.hoist_targets(stores, last)
            place = f.value("i64", f"ptrtoint {self._place(last, store, low)} to i64")
            before = f.binary("and", f.sub(Value("i64", "0"), place), LINE_BYTES - 1)
            first = f.intrinsic("smin", f.add(low, f.binary("udiv", before, size)), high)
            # An address that is no multiple of an element's size never comes to a line.
            first = f.select(f.compare("eq", f.binary("urem", before, size), 0), first, high)
            self._narrowing_loops(last, stores, low, first, [UNALIGNED_BYTES // size, 1])
            self.streaming = LINE_BYTES, None
            rest = self._narrowing_loops(last, stores, first, high, [width, LINE_BYTES // size])
            self.streaming = None
            self._narrowing_loops(last, stores, rest, high, [UNALIGNED_BYTES // size, 1])

    def _narrowing_loops(self, last: Symbol, stores: Sequence[Store], low: Value, high: Value, widths: Sequence[int]) -> Value:
        """The range [low, high) by vectors of so many lanes, the widest first, as far as these go: where they end."""
        f = self.f
        for width in widths:
            end = f.add(low, f.binary("and", f.sub(high, low), -width))
            with f.loop(low, end, width) as k:
                self._body(last, k, stores, width)
            low = end
        return low

    def _rest(self, last: Symbol, start: Value, stores: Sequence[Store], count: int) -> None:
        """What is left over, or all there is."""
        width = self._rest_width(count, last, stores)
        if width == count:
            self._body(last, start, stores, count)
            return
        with self.emitter.first_lanes(count, width):
            self._body(last, start, stores, width)

    def _rest_width(self, count: int, last: Symbol, stores: Sequence[Store]) -> int:
        """Lanes for so many elements: more of them, under a mask, where that is no power of two, if it can be."""
        if count & (count - 1) == 0 or self.is_interleaving or not takes_masks(self.target, stores, last):
            return count
        return 1 << count.bit_length()

    def _body(self, last: Symbol, start: Value, stores: Sequence[Store], count: int) -> None:
        with self.emitter.vectorised(last, start, count):
            if self.is_interleaving and count > 1:
                self._store_by_turns(stores)
            else:
                self.store_all(stores)
            if count > 1 and self.emitter.mask is None:
                targets = [] if self.streams else [as_stored(s) for s in stores]
                self.ahead.fetch(self.emitter, last, [s.scalar for s in stores], targets)

    def _store_by_turns(self, stores: Sequence[Store]) -> None:
        """Stores the lanes of several stores, which go to places beside each other by turns."""
        first = stores[0]
        type = first.scalar.type
        with self.emitter.sharing_registers([s.scalar for s in stores]):
            values = [self.emitter.vector_value(s.scalar) for s in stores]
        parts = [part for value in values for part in (value if type.is_complex else (to_memory(self.f, value, type),))]
        place = self.emitter.lane_address(as_stored(first))
        assert place is not None
        for k, vector in enumerate(interleaved(self.f, parts)):
            self.f.store(vector, self.f.address(place[0], k * self.emitter.lane_count, storage_type(type)))

    # -- rows -------------------------------------------------------------------------------------------------------
    def _rows(self) -> EmittedKernel:
        prefix = list(self.kernel.prefix)
        with self.points(prefix) as point:
            for number, part in enumerate(self.parts or [self.stages]):
                if number == self.own_part:
                    self._each_stage(part)
                else:
                    self._call_of(part, point, number)
        self._end_streaming()
        return EmittedKernel(self.name, prod(extents(prefix)), sum(map(row_cost, self.kernel.stages)))

    def _each_stage(self, stages: Sequence[Stage | RunningStage]) -> None:
        for stage in stages:
            self.ahead.begin()
            with self.emitter.scope():
                if isinstance(stage, RunningStage):
                    self._running(stage)
                else:
                    self._stage(stage)

    def _halves(self) -> list[Sequence[Stage | RunningStage]]:
        """The first stages and the last ones, about the same amount of code; nothing for short rows and for little code. The
        smaller half stands in the loop over the points."""
        sizes = [_STAGE + _REDUCTION * len(reductions(*stage.scalars)) + sum(1 for root in stage.scalars for _ in walk(root))
                 for stage in self.stages]
        if len(sizes) == 1 or sum(sizes) < _SMALL or sum(map(row_cost, self.kernel.stages)) <= WORTH_A_CALL:
            return []
        cut = min(range(1, len(sizes)), key=lambda k: max(sum(sizes[:k]), sum(sizes[k:])))
        self.own_part = int(sum(sizes[:cut]) > sum(sizes[cut:]))
        return [self.stages[:cut], self.stages[cut:]]

    def _call_of(self, stages: Sequence[Stage | RunningStage], point: dict[Any, Value], number: int) -> None:
        """Emits stages as a function of a point, which LLVM can compile at the same time as others, and the call of it."""
        sources = list(self.pointers)
        f = self.f.module.function(f"{self.name}_part{number}", [*(("ptr", f"source{k}") for k in range(len(sources))),
                                                                 *(("i64", f"index{k}") for k in range(len(point)))])
        outer = self.f, self.emitter, self.pointers
        self.f, self.emitter = f, Emitter(f, self.pointer, self.room_behind)
        self.pointers = dict(zip(sources, f.parameters))
        with self.emitter.scope(dict(zip(point, f.parameters[len(sources):]))):
            self._each_stage(stages)
        f.ret()
        f.module.finished(but=outer[0])
        arguments = [*outer[2].values(), *point.values()]
        self.f, self.emitter, self.pointers = outer
        self.f.call(f.name, "void", arguments)

    def _stage(self, stage: Stage) -> None:
        if not stage.dims:
            self._point_stores(stage.stores)
            return
        loops, stores = shape_loops(stage.dims, stage.stores)
        if not self._runs_along(loops[-1], stores):
            self._loops(loops, (), stores, lambda: self._point_stores(stores))
        else:
            stores = unrolled_stores(stores)
            *outer, last = loops
            leaves = len(self.stages) > 1 and all(base_of(s.target) in self.leaving for s in stores)
            self.streams = self.streams_whole = leaves and streams_rows(stores, last, self.target)
            width = self._width(stores, last)
            if few_lanes(last.bounds.upper + 1, self._register_lanes(stores), takes_masks(self.target, stores, last)):
                width = last.bounds.upper + 1
            if self.streams:
                width = max(width, LINE_BYTES // bytes_of(stores[0].scalar.type))
            self._loops(outer, (last,), stores, lambda: self._vector_loop(last, stores, width))
            self.has_streamed |= self.streams
            self.streams = self.streams_whole = False

    def _running(self, stage: RunningStage) -> None:
        """A loop that stores elements and reduces them, then what is made of the reductions."""
        last, stores, extent = stage.last, stage.stores, stage.last.bounds.upper + 1
        reduced = [Store(stores[0].target, stores[0].index, value) for value in stage.values]
        has_masks = takes_masks(self.target, [*stores, *reduced], last)
        width = few_lanes(extent, self._register_lanes(stores), has_masks) or self._width(stores, last)
        rest = extent % width
        rest_width = self._rest_width(rest, last, [*stores, *reduced]) if rest else width
        found = [LaneReduction(self, over_last) for _, over_last in stage.reductions]
        for reduction in found:
            reduction.begin([width] if rest_width == width else [width, rest_width])

        def body(start: Value, count: int, mask: Value | None = None) -> None:
            with self.emitter.vectorised(last, start, count):
                for store, value in zip(stores, self.store_all(stores)):
                    self.emitter.bind(as_stored(store), value)
                for reduction in found:
                    reduction.take(count, mask)
                if count > 1 and mask is None:
                    self.ahead.fetch(self.emitter, last, [s.scalar for s in stores], [as_stored(s) for s in stores])

        whole = extent - rest
        with self.emitter.scope():
            self.emitter.hoist([*(s.scalar for s in stores), *stage.values], {last}, width)
            self.hoist_targets(stores, last)
            if whole == width:
                body(Value("i64", "0"), width)
            elif whole:
                with self.f.loop(0, whole, width) as k:
                    body(k, width)
            if rest and rest_width == rest:
                body(Value("i64", str(whole)), rest)
            elif rest:
                with self.emitter.first_lanes(rest, rest_width) as mask:
                    body(Value("i64", str(whole)), rest_width, mask)
        for reduction, (original, _) in zip(found, stage.reductions):
            reduction.finish(original)
        self._point_stores(stage.following.stores)

    def _loops(self, variables: Sequence[Symbol], inside: Sequence[Symbol], stores: Sequence[Store],
               body: Callable[[], None]) -> None:
        """A loop over each variable around `body`, which loops over the variables `inside`."""
        if not variables:
            body()
            return
        first, *rest = variables
        self.emitter.hoist([s.scalar for s in stores], {*variables, *inside})
        with self.f.loop(0, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
            self._loops(rest, inside, stores, body)

    def _point_stores(self, stores: Sequence[Store]) -> None:
        """One element each, reductions along the lanes."""
        with self.emitter.scope():
            for reduction in reductions(*[s.scalar for s in stores]):
                if lies_along_lanes(reduction, None) and self.emitter.find(ReductionResult(reduction, 0)) is None:
                    emit_lane_reduction(self, reduction)
            values = [self.emitter.value(s.scalar) for s in stores]
            for store, value in zip(stores, values):
                self.store(store, value)
