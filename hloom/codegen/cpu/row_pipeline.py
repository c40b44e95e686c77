"""Rows in a pipeline: while a row goes through a stage, the next one goes through the stage before.

A stage that waits for a reduction of its row begins when that is done, and what it computes keeps other units of the processor
busy than what the stages around it load, compare and store: the exponentials of a softmax take multiplications, the maximum
before and the quotients behind take loads, stores and divisions. So one loop does the first stage of a row, the second one of
the row before and so on (`row_library.joined`). What stages hand each other lies in memory that each row under way has to itself.

The first rows of a task, and the last ones, go through stages one by one, in steps of the same width: each row is computed in
one order, whatever the tasks are. In cache softmax of 1,024 columns of f32 takes 0.75 of the time, layer normalization 0.8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

from hloom.codegen.cpu.fetching import RowFetcher
from hloom.codegen.cpu.kernel_function import as_stored
from hloom.codegen.cpu.lane_reductions import bind_totals
from hloom.codegen.cpu.loop_forms import is_widened, register_lanes
from hloom.codegen.cpu.row_library import RowFunction, RowStage, joined
from hloom.codegen.llvm.builder import Function, Variable
from hloom.codegen.llvm.element_types import bytes_of
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.values import Value
from hloom.codegen.plan.kernels import LoopKernel, Store, extents, in_worker_memory
from hloom.codegen.plan.loop_shape import base_of
from hloom.codegen.target import Target
from hloom.expr.index import Symbol
from hloom.expr.scalar import Apply, Read, Reduction, ReductionResult, Rewriter, Scalar, reads, walk
from hloom.numbers.element_type import BF16

#: Registers that each stage computes side by side: several stages share them.
_SIDE_BY_SIDE = 2
#: Bytes of the rows that are under way together, at most, which the first cache holds: on a Zen 5 with 48 KB softmax of rows of
#: 2,048 f32 takes 0.8 to 1 of the time, layer normalization, which goes through six of them, 1.25. Rows of a kernel, at least.
_MOST_BYTES, _LEAST_ROWS = 40 << 10, 16
#: Addresses and values of a function, at most.
_MOST_PARAMETERS = 24


@dataclass(frozen=True)
class RowPass:
    """A loop over a row: what it stores, the reductions of it (each with itself over the loop `last`), and what is stored once
    behind it."""

    last: Symbol
    stores: Sequence[Store]
    reductions: Sequence[tuple[Reduction, Reduction]]
    following: Sequence[Store]
    #: Whether its store goes past the caches.
    streams: bool = False

    @property
    def extent(self) -> int:
        return self.last.bounds.upper + 1

    @property
    def scalars(self) -> list[Scalar]:
        """What is computed for each element."""
        return [*(s.scalar for s in self.stores), *(value for _, over_last in self.reductions for value in over_last.values)]

    def stage(self) -> RowStage | None:
        """The pass as a function that programs share, if it can be one."""
        return RowStage.of(self.last, self.stores, [over_last for _, over_last in self.reductions])


class RowKernelParts(Protocol):
    """What a pipeline needs of the kernel that it is of."""

    f: Function
    emitter: Emitter
    target: Target
    ahead: RowFetcher
    pointers: dict[Any, Value]
    has_streamed: bool

    def point(self, variables: Sequence[Symbol], number: Value) -> dict[Any, Value]: ...
    def in_slot(self, slot: Value) -> AbstractContextManager[None]: ...
    def first_address(self, access: Read) -> Value: ...
    def point_stores(self, stores: Sequence[Store]) -> None: ...


class RowPipeline:
    """The passes of a kernel over rows, as functions by themselves and as one."""

    def __init__(self, passes: Sequence[RowPass], stages: Sequence[RowStage], step: int, kept: Collection[Any]) -> None:
        self.passes = passes
        self.stages = [joined([stage], step, kept) for stage in stages]
        self.whole = joined(stages, step, kept)

    @classmethod
    def of(cls, passes: Sequence[RowPass], kernel: LoopKernel, target: Target) -> RowPipeline | None:
        """The pipeline of a kernel's passes, if they are functions of rows equally long, which the first cache holds some of."""
        stages = [stage for each in passes if (stage := each.stage()) is not None]
        extent = passes[0].extent if passes else 0
        if len(stages) < 2 or len(stages) < len(passes) or any(each.extent != extent for each in passes):
            return None
        row_bytes = sum(bytes_of(access.type) for stage in stages for access in stage.rows.values())
        parameters = sum(len(stage.rows) + len(stage.values) for stage in stages)
        if extent * row_bytes > _MOST_BYTES or parameters > _MOST_PARAMETERS or in_worker_memory(kernel.scratch)[0]:
            return None
        if prod(extents(kernel.prefix)) < _LEAST_ROWS:
            return None
        computed = [store for stage in stages for store in (*stage.stores, *(
            Store(next(iter(stage.rows)), (stage.last,), value) for r in stage.reductions for value in r.values))]
        made = cls(passes, stages, _SIDE_BY_SIDE * register_lanes(computed, target), _kept(passes, stages, kernel))
        nodes = {node for each in passes for root in each.scalars for node in walk(root)}
        if (not made.whole.is_unpacked(target) and any(map(is_widened, nodes))) or sum(map(_is_rounding, nodes)) > 1:
            return None  # what widens and rounds fills all units by itself
        return made if made.whole.fits(extent, target) else None

    @property
    def depth(self) -> int:
        """Rows that are under way together."""
        return len(self.passes)

    def emit(self, kernel: RowKernelParts, prefix: Sequence[Symbol]) -> None:
        """Emits the loop over a task's rows."""
        _Emission(self, kernel, prefix).emit()


def _is_rounding(node: Scalar) -> bool:
    return isinstance(node, Apply) and node.type is BF16


def _kept(passes: Sequence[RowPass], stages: Sequence[RowStage], kernel: LoopKernel) -> set[Any]:
    """The rows between passes that nothing but passes reads: their numbers may lie in any order."""
    found = [reduction for each in passes for reduction, _ in each.reductions]
    known: dict[Scalar, Scalar] = {ReductionResult(r, k): x for r in found for k, x in enumerate(r.initial)}
    following = map(Rewriter(scalars=known), (s.scalar for each in passes for s in each.following))
    beside = [*following, *known.values(), *(x for stage in stages for x in stage.values.values())]
    return set(kernel.scratch) - {base_of(read.source) for read in reads(*beside)}


class _Emission:
    """The loop over a task's rows: in turn t, row t goes through the first pass, row t - 1 through the second one."""

    def __init__(self, pipeline: RowPipeline, kernel: RowKernelParts, prefix: Sequence[Symbol]) -> None:
        self.pipeline, self.kernel, self.f, self.prefix = pipeline, kernel, kernel.f, prefix
        self.extent = pipeline.passes[0].extent
        self.asked = [self._asked(each) for each in pipeline.passes]

    def _asked(self, each: RowPass) -> dict[Read, int]:
        """What a pass asks for ahead."""
        self.kernel.ahead.begin()
        targets = [] if each.streams else [as_stored(s) for s in each.stores]
        return dict(self.kernel.ahead.wanted(each.last, each.scalars, targets))

    def emit(self) -> None:
        f, depth = self.f, self.pipeline.depth
        begin, end = f.parameters[1:3]
        start = self.kernel.point(self.prefix, begin)
        # By pass: the row that goes through it, and where its memory lies among that of the rows under way.
        points = [{v: f.variable(value) for v, value in start.items()} for _ in range(depth)]
        slots = [f.variable(Value("i64", "0")) for _ in range(depth)]
        with f.loop(begin, f.add(end, depth - 1)) as turn:
            rows = [f.sub(turn, k) for k in range(depth)]
            at = [(f.get(slot), {v: f.get(counter) for v, counter in point.items()}) for slot, point in zip(slots, points)]
            are_all = f.binary("and", f.compare("sge", rows[-1], begin), f.compare("slt", turn, end))
            f.if_else(are_all, lambda: self._whole(at), lambda: self._apart(rows, at))
            self._advance(slots, points, at)

    def _advance(self, slots: Sequence[Variable], points: Sequence[dict[Any, Variable]],
                 at: Sequence[tuple[Value, dict[Any, Value]]]) -> None:
        """Each row goes on to the next pass, and the next row comes in."""
        f = self.f
        for (slot, point), later_slot, later in zip(at, slots[1:], points[1:]):
            f.set(later_slot, slot)
            for v, counter in later.items():
                f.set(counter, point[v])
        slot, point = at[0]
        following = f.add(slot, 1)
        f.set(slots[0], f.select(f.compare("eq", following, self.pipeline.depth), Value("i64", "0"), following))
        carry: Value | int = 1
        for v in reversed(self.prefix):
            following = f.add(point[v], carry)
            is_over = f.compare("eq", following, v.bounds.upper + 1)
            f.set(points[0][v], f.select(is_over, Value("i64", "0"), following) if v is not self.prefix[0] else following)
            carry = f.cast("zext", is_over, "i64")

    def _whole(self, at: Sequence[tuple[Value, dict[Any, Value]]]) -> None:
        """A turn in which there is a row for each pass."""
        pipeline, kernel = self.pipeline, self.kernel
        addresses: list[Value] = []
        values: list[Value] = []
        for each, stage, place in zip(pipeline.passes, pipeline.stages, at):
            with self._row(place):
                values += [kernel.emitter.value(value) for value in stage.values.values()]
                addresses += self._addresses(each, stage)
        asked = [asked.get(access) for stage, asked in zip(pipeline.stages, self.asked) for access in stage.rows.values()]
        past = [each.streams for each in pipeline.passes for _ in each.stores]
        totals = iter(self._call(pipeline.whole, [*addresses, *values], past, asked))
        for each, place in zip(pipeline.passes, at):
            with self._row(place):
                self._follow(each, totals)

    def _apart(self, rows: Sequence[Value], at: Sequence[tuple[Value, dict[Any, Value]]]) -> None:
        """A turn at the begin of a task, or at its end: the passes for which there is a row, one by one."""
        begin, end = self.f.parameters[1:3]
        for each, stage, row, place in zip(self.pipeline.passes, self.pipeline.stages, rows, at):
            is_one = self.f.binary("and", self.f.compare("sge", row, begin), self.f.compare("slt", row, end))
            with self.f.when(is_one), self._row(place):
                values = [self.kernel.emitter.value(value) for value in stage.values.values()]
                given = [*self._addresses(each, stage), *values]
                past = [each.streams for _ in each.stores]
                self._follow(each, iter(self._call(stage, given, past, [None] * len(stage.rows))))

    @contextmanager
    def _row(self, place: tuple[Value, dict[Any, Value]]) -> Iterator[None]:
        slot, point = place
        with self.kernel.in_slot(slot), self.kernel.emitter.scope(point):
            yield

    def _addresses(self, each: RowPass, stage: RowStage) -> list[Value]:
        with self.kernel.emitter.vectorised(each.last, Value("i64", "0"), self.extent):
            return [self.kernel.first_address(access) for access in stage.rows.values()]

    def _call(self, stage: RowStage, given: Sequence[Value], past: Sequence[bool],
              asked: Sequence[int | None]) -> list[list[Value]]:
        self.kernel.has_streamed |= any(past)
        function = RowFunction.of(stage, self.extent, past, [distance is not None for distance in asked], self.kernel.target)
        return function.call(self.f, self.kernel.target, given, Value("i64", str(self.extent)),
                             [distance for distance in asked if distance is not None])

    def _follow(self, each: RowPass, totals: Iterator[list[Value]]) -> None:
        """What a pass stores once for its row."""
        for original, _ in each.reductions:
            bind_totals(self.kernel.emitter, original, [next(totals)])
        self.kernel.point_stores(each.following)
