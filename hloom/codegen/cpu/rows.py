"""Kernels of rows: a task is a point of the prefix, and each stage is a loop nest of its own.

Reductions along contiguous data keep partial accumulators in the lanes (row sums, softmax). Stages of long rows are calls of
functions that programs share (`row_routines`), as far as they can be; of others half are a function of a point, so that LLVM can
compile the halves side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from hloom.codegen.cpu.costs import stage_instructions
from hloom.codegen.cpu.kernel_function import EmittedKernel, as_stored, share_of, takes_masks
from hloom.codegen.cpu.lane_reductions import LaneReduction, RunningStage, lies_along_lanes, runs_along
from hloom.codegen.cpu.loop_shape import base_of, shape_loops
from hloom.codegen.cpu.movements import LINE_BYTES, rows_are_lines, streams_rows
from hloom.codegen.cpu.row_pipeline import RowPass, RowPipeline
from hloom.codegen.cpu.row_routines import RowFunction, RowStage, bind_results
from hloom.codegen.cpu.shaping import ShapedKernel
from hloom.codegen.cpu.vector_loops import VectorLoops
from hloom.codegen.cpu.vectorisation import register_lanes, row_cost, step_lanes, unrolled_stores
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.memory_accesses import few_lanes
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.plan.kernels import LoopKernel, PointBuffer, Stage, Store, extents, in_worker_memory
from hloom.codegen.target import Target
from hloom.expr.index import ZERO, Symbol
from hloom.expr.scalar import Reduction, ReductionResult, Simplifying, reads, reductions, walk


class RowKernel(VectorLoops):
    """Emits a kernel of rows."""

    def __init__(self, module: LLVMModule, name: str, shape: ShapedKernel, arguments: Sequence[Any], target: Target,
                 is_baseline: bool = False, streaming_outputs: Collection[Any] = ()) -> None:
        rows = target.machine.rows
        self.stages, self.target = shape.stages, target
        self.streaming_outputs, self.examples = streaming_outputs, shape.examples
        #: Stages with loops of their own: these, and what is stored in them. Loops that are calls of functions of all programs.
        self.shaped: dict[int, tuple[list[Symbol], list[Store]]] = {}
        self.shared: dict[Hashable, RowStage] = {}
        calls = [self._shares(stage, is_baseline) for stage in self.stages]
        cost = sum(map(row_cost, shape.kernel.stages))
        #: The stages by the function that they go to; none if all stand in the kernel's own. Which of them do.
        self.own_part = 0
        self.parts = [] if is_baseline or self.shared or cost <= rows.worth_a_call else self._halves()
        is_cold = is_baseline or (bool(self.shared) and all(calls) and cost >= rows.worth_little_code)
        self.pipeline = RowPipeline.of(self._passes(), shape.kernel, target) if all(calls) and not is_baseline else None
        self.batch = (1 if is_baseline or self.parts else self.pipeline.depth if self.pipeline is not None
                      else self._batch(shape.kernel))
        super().__init__(module, name, shape, arguments, target, is_cold, streaming_outputs, self.batch)

    def emit(self) -> EmittedKernel:
        """Emits the loop over the rows."""
        prefix = list(self.kernel.prefix)
        if self.pipeline is not None:
            self.pipeline.emit(self, prefix)
            self.outermost = prefix[0] if prefix else None
        elif self.batch > 1:
            with self.batches(prefix, self.batch) as each:
                for stage in self.stages:
                    with each():
                        self._each_stage([stage])
        else:
            with self.points(prefix) as point:
                for number, part in enumerate(self.parts or [self.stages]):
                    if number == self.own_part:
                        self._each_stage(part)
                    else:
                        self._call_of(part, point, number)
        self.end_streaming()
        self.f.ret()
        least = self.pipeline.least_piece if self.pipeline is not None else 1
        cost = sum(stage_instructions(stage, self.target) for stage in self.stages)
        tasks = prod(extents(prefix))
        share = share_of(self.outermost, tasks, self.examples) if self.examples else None
        return EmittedKernel(self.name, tasks, cost, least_piece=least, share=share)

    def _each_stage(self, stages: Sequence[Stage | RunningStage]) -> None:
        for stage in stages:
            self.ahead.begin()
            with self.emitter.scope():
                if isinstance(stage, RunningStage):
                    self._running(stage)
                else:
                    self._stage(stage)

    def _batch(self, kernel: LoopKernel) -> int:
        """How many rows go through a stage before the next one begins. A stage that waits for a reduction of its row waits until
        all lanes have come together; those of other rows do so meanwhile."""
        rows = self.target.machine.rows
        scratch = sum(buffer.distance for buffer in kernel.scratch)
        row = max(_row_bytes(stage) for stage in kernel.stages)
        if len(self.stages) < 2 or not scratch or not row or in_worker_memory(self.target.machine, kernel.scratch)[1]:
            return 1
        most = min(rows.most_batch, rows.batch_scratch_bytes // scratch, rows.batch_bytes // row, prod(extents(kernel.prefix)))
        return 1 << most.bit_length() - 1 if most > 1 else 1

    def _halves(self) -> list[Sequence[Stage | RunningStage]]:
        """The first stages and the last ones, about the same amount of code; nothing for short rows and for little code. The
        smaller half stands in the loop over the points."""
        rows = self.target.machine.rows
        sizes = [rows.stage_code + rows.reduction_code * len(reductions(*stage.scalars))
                 + sum(1 for root in stage.scalars for _ in walk(root))
                 for stage in self.stages]
        if len(sizes) == 1 or sum(sizes) < rows.small_code:
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
            self.point_stores(stage.stores)
            return
        loops, stores = self.shaped[id(stage)]
        if not runs_along(self.target.machine, loops[-1], stores):
            self._loops(loops, (), stores, lambda: self.point_stores(stores))
        else:
            stores = unrolled_stores(self.target.machine, stores)
            *outer, last = loops
            self.streams = self.streams_whole = self._streams(stores, last, anywhere=_key(last, stores, []) in self.shared)
            width = step_lanes(stores, last, self.target, points=prod(extents([*self.kernel.prefix, *loops])))
            if few_lanes(self.target.machine, last.bounds.upper + 1, register_lanes(stores, self.target),
                         takes_masks(self.target, stores, last)):
                width = last.bounds.upper + 1
            if self.streams:
                width = max(width, LINE_BYTES // stores[0].scalar.type.bytes)
            self._loops(outer, (last,), stores, lambda: self._row(last, stores, width))
            self.has_streamed |= self.streams
            self.streams = self.streams_whole = False

    def _streams(self, stores: Sequence[Store], last: Symbol, anywhere: bool) -> bool:
        """Whether what a stage stores goes past the caches: rows of whole lines, or such that begin `anywhere` in a line."""
        leaves = len(self.stages) > 1 and all(base_of(s.target) in self.streaming_outputs for s in stores)
        return leaves and streams_rows(stores, last, self.target) and (
            rows_are_lines(stores[0], last) or (anywhere and takes_masks(self.target, stores, last)))

    def _row(self, last: Symbol, stores: Sequence[Store], width: int) -> None:
        """The loop of a stage that only stores, or the call of it."""
        if not self._calls(last, stores, []):
            self.vector_loop(last, stores, width)

    def _running(self, stage: RunningStage) -> None:
        """A loop that stores elements and reduces them, then what is made of the reductions."""
        if self._calls(stage.last, stage.stores, stage.reductions):
            self.point_stores(stage.following.stores)
            return
        last, stores, extent = stage.last, stage.stores, stage.last.bounds.upper + 1
        reduced = [Store(stores[0].target, stores[0].index, value) for value in stage.values]
        has_masks = takes_masks(self.target, [*stores, *reduced], last)
        width = few_lanes(self.target.machine, extent, register_lanes(stores, self.target), has_masks) or step_lanes(
            stores, last, self.target)
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
        self.point_stores(stage.following.stores)

    def point_stores(self, stores: Sequence[Store]) -> None:
        """One element each, reductions along the lanes."""
        with self.emitter.scope():
            for reduction in reductions(*[s.scalar for s in stores]):
                if not lies_along_lanes(reduction, None) or self.emitter.bound.get(ReductionResult(reduction, 0)) is not None:
                    continue
                inner: Any = reduction.variables[-1]
                if not self._calls(inner, [], [(reduction, reduction)]):
                    LaneReduction(self, reduction).emit()
            values = [self.emitter.value(s.scalar) for s in stores]
            for store, value in zip(stores, values):
                self.store(store, value)

    # -- functions that programs share ----------------------------------------------------------------------------------
    def _shares(self, stage: Stage | RunningStage, is_baseline: bool) -> bool:
        """Finds the loops of a stage that are functions which programs share; whether all are."""
        found: list[tuple[Any, Sequence[Store], list[Reduction]]] = []
        if isinstance(stage, RunningStage):
            running = dict(stage.reductions)
            found.append((stage.last, stage.stores, list(running.values())))
            alone = [r for r in reductions(*stage.following.scalars) if r not in running]
        elif stage.dims:
            loops, stores = self.shaped[id(stage)] = shape_loops(stage.dims, stage.stores)
            if prod(extents(stage.dims)) > 1:
                found.append((loops[-1] if runs_along(self.target.machine, loops[-1], stores) else None, stores, []))
            alone = []
        else:
            alone = reductions(*stage.scalars)
        found += [(r.variables[-1] if lies_along_lanes(r, None) else None, [], [r]) for r in alone]
        for last, stores, reduced in found:
            if last is not None and not is_baseline and last.bounds.upper + 1 >= self.target.machine.rows.least_called:
                shared = RowStage.of(self.target.machine, last, stores, reduced)
                if shared is not None and shared.fits(last.bounds.upper + 1, self.target):
                    self.shared[_key(last, stores, reduced)] = shared
        return all(_key(*each) in self.shared for each in found)

    def _passes(self) -> list[RowPass]:
        """The stages as loops over a row each, all of them functions that programs share, and what follows each; none if one is
        another nest."""
        streaming = self.target.machine.streaming
        found: list[RowPass] = []
        for stage in self.stages:
            if isinstance(stage, RunningStage):
                if len(reductions(*stage.following.scalars)) > len(stage.reductions):
                    return []
                found.append(RowPass(self._shared(stage.last, stage.stores, stage.reductions), stage.last, stage.stores,
                                     stage.reductions, [stage.following.stores]))
            elif stage.dims and prod(extents(stage.dims)) == 1:
                if not found or stage.has_reduction:
                    return []
                here = Simplifying(index=dict.fromkeys(stage.dims, ZERO))
                stores = [Store(s.target, tuple(map(here.at, s.index)), here(s.scalar)) for s in stage.stores]
                found[-1] = replace(found[-1], following=[*found[-1].following, stores])
            elif stage.dims:
                loops, stores = self.shaped[id(stage)]
                if len(loops) > 1 or _key(loops[0], stores, []) not in self.shared:
                    return []
                streams = self._streams(stores, loops[0], anywhere=stores[0].scalar.type.bytes >= streaming.least_staged_bytes)
                found.append(RowPass(self._shared(loops[0], stores, []), loops[0], stores, [], [], streams))
            else:
                reduced = reductions(*stage.scalars)
                if len(reduced) != 1:
                    return []
                last: Any = reduced[0].variables[-1]
                pairs = [(reduced[0], reduced[0])]
                found.append(RowPass(self._shared(last, [], pairs), last, [], pairs, [stage.stores]))
        return found

    def _shared(self, last: Symbol, stores: Sequence[Store], reductions: Sequence[tuple[Reduction, Reduction]]) -> RowStage:
        """The function that programs share of a row's stores and reductions (each with itself over `last`), which is there."""
        return self.shared[_key(last, stores, [over_last for _, over_last in reductions])]

    def _calls(self, last: Symbol, stores: Sequence[Store], reductions: Sequence[tuple[Reduction, Reduction]]) -> bool:
        """Emits a row's stores and reductions (each with itself over `last`) as the call of a function that programs share, and
        binds what they come to; whether there is one."""
        stage = self.shared.get(_key(last, stores, [over_last for _, over_last in reductions]))
        if stage is None:
            return False
        values = [*(s.scalar for s in stores), *(value for _, over_last in reductions for value in over_last.values)]
        ahead = dict(self.ahead.wanted(last, values, [] if self.streams else [as_stored(s) for s in stores]))
        extent = last.bounds.upper + 1
        asked = [ahead.get(access, []) for access in stage.rows.values()]
        begins_anywhere = self.streams and not rows_are_lines(stores[0], last)
        function = RowFunction.of(stage, extent, [self.streams] * len(stores), asked, self.target, begins_anywhere)
        given: list[Any] = [self.emitter.value(value) for value in stage.values.values()]
        with self.emitter.vectorised(last, Value("i64", "0"), extent):
            given[:0] = [self.first_address(access) for access in stage.rows.values()]
        totals = function.totals(self.f)
        function.call(self.f, self.target, given, Value("i64", str(extent)), asked, totals)
        bind_results(self.emitter, reductions, totals)
        return True


def _key(last: Symbol | None, stores: Sequence[Store], reductions: Sequence[Reduction]) -> Hashable:
    """What tells the loops of a kernel's stages apart: several stages may have the same variables."""
    return last, tuple((store.target, store.index) for store in stores), tuple(reductions)


def _row_bytes(stage: Stage) -> int:
    """Bytes of a tensor that a stage goes through in each row, at most."""
    loops: list[Any] = [stage.dims, *(r.variables for r in reductions(*stage.scalars))]
    elements = max(prod(extents(variables)) for variables in loops)
    sizes = [read.type.bytes for read in reads(*stage.scalars) if not isinstance(base_of(read.source), PointBuffer)]
    return elements * max(sizes, default=0)
