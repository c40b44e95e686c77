"""Rows in a pipeline: while a row goes through a stage, the next one goes through the stage before.

A stage that waits for a reduction of its row begins when that is done, and what it computes keeps other units of the processor
busy than what the stages around it load, compare and store: the exponentials of a softmax take multiplications, the maximum
before and the quotients behind take loads, stores and divisions. So one loop does the first stage of a row, the second one of
the row before and so on (`row_routines.joined`). What stages hand each other lies in memory that each row under way has to
itself.

At the begin of a task there are no rows yet for the later stages, at its end none for the first ones: then these compute
something of what is there, and store it where nothing reads it. So each row is computed in one order, whatever the tasks are.
In cache softmax of 1,024 columns of f32 takes 0.75 of the time, layer normalization 0.8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import prod
from typing import Any, Protocol

from hloom.codegen.cpu.kernel_function import Prefetcher, Request, as_stored
from hloom.codegen.cpu.loop_shape import base_of
from hloom.codegen.cpu.movements import rows_are_lines
from hloom.codegen.cpu.nontemporal_stores import prefetch_end, store_nontemporal
from hloom.codegen.cpu.row_routines import RowFunction, RowStage, bind_results, joined
from hloom.codegen.cpu.vectorisation import is_widened, register_lanes
from hloom.codegen.llvm.builder import Function, Value, Variable
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, Store, extents, in_worker_memory
from hloom.codegen.target import Target
from hloom.expr.index import Symbol
from hloom.expr.scalar import Apply, Read, Reduction, ReductionResult, Rewriter, Scalar, reads, walk
from hloom.numbers.element_type import BF16
from hloom.support.records import dataclass


@dataclass(frozen=True)
class RowPass:
    """A loop over a row: what it stores, the reductions of it (each with itself over the loop `last`), and what is stored once
    behind it, one stage after another; and `stage`, the loop as a function that programs share."""

    stage: RowStage
    last: Symbol
    stores: Sequence[Store]
    reductions: Sequence[tuple[Reduction, Reduction]]
    following: Sequence[Sequence[Store]]
    #: Whether its store goes past the caches.
    streams: bool = False

    @property
    def is_staged(self) -> bool:
        """Whether what goes past the caches begins anywhere in a line, and is put together before (`nontemporal_stores`)."""
        return self.streams and not rows_are_lines(self.stores[0], self.last)

    @property
    def extent(self) -> int:
        return self.last.bounds.upper + 1

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of what it stores."""
        return self.extent * sum(store.scalar.type.bytes for store in self.stores)

    @property
    def scalars(self) -> list[Scalar]:
        """What is computed for each element."""
        return [*(s.scalar for s in self.stores), *(value for _, over_last in self.reductions for value in over_last.values)]

    @property
    def sources(self) -> set[Any]:
        """What it, and what follows it, reads and stores."""
        stores = [*self.stores, *(store for stores in self.following for store in stores)]
        initial = [x for reduction, _ in self.reductions for x in reduction.initial]
        read = [access.source for access in reads(*self.scalars, *(s.scalar for s in stores), *initial)]
        return {base_of(source) for source in (*read, *(s.target for s in stores))}


class RowKernelParts(Protocol):
    """What a pipeline needs of the kernel that it is of."""

    f: Function
    emitter: Emitter
    target: Target
    ahead: Prefetcher
    has_streamed: bool

    def point(self, variables: Sequence[Symbol], number: Value) -> dict[Any, Value]: ...
    def slot_addresses(self, slot: Value, wanted: Collection[Any]) -> dict[Any, Value]: ...
    def at_addresses(self, addresses: Mapping[Any, Value]) -> AbstractContextManager[None]: ...
    def first_address(self, access: Read) -> Value: ...
    def point_stores(self, stores: Sequence[Store]) -> None: ...


class RowPipeline:
    """The passes of a kernel over rows, and the function that is all of them."""

    def __init__(self, machine: Machine, passes: Sequence[RowPass], stages: Sequence[RowStage], step: int,
                 kept: Collection[Any]) -> None:
        self._machine, self.passes, self.stages, self.whole = machine, passes, stages, joined(stages, step, kept)

    @classmethod
    def of(cls, passes: Sequence[RowPass], kernel: LoopKernel, target: Target) -> RowPipeline | None:
        """The pipeline of a kernel's passes, if they are functions of rows equally long, which the first cache holds some of."""
        row_pipeline = target.machine.row_pipeline
        stages = [each.stage for each in passes]
        extent = passes[0].extent if passes else 0
        if len(stages) < 2 or any(each.extent != extent for each in passes):
            return None
        row_bytes = sum(access.type.bytes for stage in stages for access in stage.rows.values())
        parameters = sum(len(stage.rows) + len(stage.values) for stage in stages)
        if (extent * row_bytes > row_pipeline.most_bytes or parameters > row_pipeline.most_parameters
                or in_worker_memory(target.machine, kernel.scratch)[0]):
            return None
        scratch = len(passes) * sum(buffer.distance for buffer in kernel.scratch)
        if prod(extents(kernel.prefix)) < row_pipeline.least_rows or scratch > row_pipeline.most_scratch_bytes:
            return None
        computed = [store for stage in stages for store in (*stage.stores, *(
            Store(next(iter(stage.rows)), (stage.last,), value) for r in stage.reductions for value in r.values))]
        step = row_pipeline.registers_side_by_side * register_lanes(computed, target)
        made = cls(target.machine, passes, stages, step, _kept(passes, stages, kernel))
        nodes = {node for each in passes for root in each.scalars for node in walk(root)}
        if (not made.whole.is_unpacked(target) and any(map(is_widened, nodes))) or sum(map(_is_rounding, nodes)) > 1:
            return None  # what widens and rounds fills all units by itself
        return made if made.whole.fits(extent, target) else None

    @property
    def depth(self) -> int:
        """Rows that are under way together."""
        return len(self.passes)

    @property
    def least_piece(self) -> int:
        """Rows that a worker takes at a time, so that turns in which the pipeline is not full are few."""
        return self._machine.row_pipeline.times_depth * (self.depth - 1)

    def emit(self, kernel: RowKernelParts, prefix: Sequence[Symbol]) -> None:
        """Emits the loop over a task's rows."""
        _Emission(self, kernel, prefix).emit()


def _is_rounding(node: Scalar) -> bool:
    return isinstance(node, Apply) and node.type is BF16


def _kept(passes: Sequence[RowPass], stages: Sequence[RowStage], kernel: LoopKernel) -> set[Any]:
    """The rows between passes that nothing but passes reads: their numbers may lie in any order."""
    found = [reduction for each in passes for reduction, _ in each.reductions]
    known: dict[Scalar, Scalar] = {ReductionResult(r, k): x for r in found for k, x in enumerate(r.initial)}
    following = map(Rewriter(scalars=known), (s.scalar for each in passes for stores in each.following for s in stores))
    beside = [*following, *known.values(), *(x for stage in stages for x in stage.values.values())]
    return set(kernel.scratch) - {base_of(read.source) for read in reads(*beside)}


@dataclass(frozen=True)
class _Place:
    """What a pass is at in a turn: a row, its variables' values, the memory that it has to itself, and whether it is one of the
    task's; a pass that is at none has the variables of another one, so that it reads what is there."""

    is_there: Value
    slot: Value
    addresses: dict[Any, Value]
    point: dict[Any, Value]


class _Emission:
    """The loop over a task's rows: in turn t, row t goes through the first pass, row t - 1 through the second one. A pass that is
    at no row of the task stores to memory that nothing is read from."""

    def __init__(self, pipeline: RowPipeline, kernel: RowKernelParts, prefix: Sequence[Symbol]) -> None:
        self.pipeline, self.kernel, self.f, self.prefix = pipeline, kernel, kernel.f, prefix
        self.begin, self.end = self.f.parameters[1:3]
        passes, self.extent = pipeline.passes, pipeline.passes[0].extent
        asked = [self._asked(each, number) for number, each in enumerate(passes)]
        self.ahead = [asks.get(access, []) for stage, asks in zip(pipeline.stages, asked) for access in stage.rows.values()]
        past = [each.streams and not each.is_staged for each in passes for _ in each.stores]
        self.function = RowFunction.of(pipeline.whole, self.extent, past, self.ahead, kernel.target)
        self.totals = self.function.totals(self.f)
        kernel.has_streamed |= any(each.streams for each in passes)
        widest = max((s.scalar.type.bytes for each in passes for s in each.stores), default=1)
        #: Where a pass stores that is at no row, or one whose rows are put together here before they go past the caches.
        self.nowhere = self.f.slot("i8", self.extent * widest)
        self.staged = {k: self.f.slot("i8", each.row_bytes) for k, each in enumerate(passes) if each.is_staged}

    def _asked(self, each: RowPass, number: int) -> dict[Read, list[Request]]:
        """What a pass asks for ahead."""
        self.kernel.ahead.begin()
        targets = [] if each.streams else [as_stored(s) for s in each.stores]
        return dict(self.kernel.ahead.wanted(each.last, each.scalars, targets, number + 1))

    def emit(self) -> None:
        f, depth, passes = self.f, self.pipeline.depth, self.pipeline.passes
        start = self.kernel.point(self.prefix, self.begin)
        # By pass: the row that goes through it, and where its memory lies among that of the rows under way.
        points = [{v: f.variable(value) for v, value in start.items()} for _ in range(depth)]
        slots = [f.variable(Value("i64", "0")) for _ in range(depth)]
        with f.loop(self.begin, f.add(self.end, depth - 1)) as turn:
            places = [self._place(turn, k, f.get(slot), point) for k, (slot, point) in enumerate(zip(slots, points))]
            given = [self._given(k, *each) for k, each in enumerate(zip(passes, self.pipeline.stages, places))]
            arguments = [*(a for addresses, _ in given for a in addresses), *(x for _, values in given for x in values)]
            self.function.call(f, self.kernel.target, arguments, Value("i64", str(self.extent)), self.ahead, self.totals)
            totals = iter(self.totals)
            for k, (each, place) in enumerate(zip(passes, places)):
                if each.is_staged:
                    with f.when(place.is_there), self._at(place):
                        self._take_on(k, each)
                mine = [next(totals) for _ in each.reductions]
                if each.following:
                    with f.when(place.is_there), self._at(place):
                        self._follow(each, mine)
            self._advance(turn, slots, points, places)

    def _place(self, turn: Value, number: int, slot: Value, point: dict[Any, Variable]) -> _Place:
        f = self.f
        row = f.sub(turn, number) if number else turn
        is_there = f.compare("slt", row, self.end)
        if number:
            is_there = f.binary("and", f.compare("sge", row, self.begin), is_there)
        addresses = self.kernel.slot_addresses(slot, self.pipeline.passes[number].sources)
        return _Place(is_there, slot, addresses, {v: f.get(counter) for v, counter in point.items()})

    def _given(self, number: int, each: RowPass, stage: RowStage, place: _Place) -> tuple[list[Value], list[Value]]:
        """The addresses of a pass in its row, and what is the same all along."""
        emitter, stored = self.kernel.emitter, {store.target for store in stage.stores}
        with self._at(place):
            values = [emitter.value(value) for value in stage.values.values()]
            with emitter.vectorised(each.last, Value("i64", "0"), self.extent):
                addresses = [self.kernel.first_address(access) for access in stage.rows.values()]
        if each.is_staged:
            (to,) = (address for row, address in zip(stage.rows, addresses) if row in stored)
            prefetch_end(self.f, to, Value("i64", str(each.row_bytes)))
        return [address if row not in stored else self.staged[number] if each.is_staged
                else self.f.select(place.is_there, address, self.nowhere) for row, address in zip(stage.rows, addresses)], values

    def _take_on(self, number: int, each: RowPass) -> None:
        """Stores the row of a pass that is put together."""
        with self.kernel.emitter.vectorised(each.last, Value("i64", "0"), self.extent):
            to = self.kernel.first_address(as_stored(each.stores[0]))
        store_nontemporal(self.f, self.kernel.target, to, self.staged[number], each.row_bytes)

    @contextmanager
    def _at(self, place: _Place) -> Iterator[None]:
        with self.kernel.at_addresses(place.addresses), self.kernel.emitter.scope(place.point):
            yield

    def _follow(self, each: RowPass, totals: Sequence[Sequence[Value]]) -> None:
        """What a pass stores once for its row."""
        bind_results(self.kernel.emitter, each.reductions, totals)
        for stores in each.following:
            self.kernel.point_stores(stores)

    def _advance(self, turn: Value, slots: Sequence[Variable], points: Sequence[dict[Any, Variable]],
                 places: Sequence[_Place]) -> None:
        """Each row goes on to the next pass, and the next row comes in."""
        f = self.f
        for place, slot, point in zip(places, slots[1:], points[1:]):
            f.set(slot, place.slot)
            for v, counter in point.items():
                f.set(counter, place.point[v])
        first = places[0]
        following = f.add(first.slot, 1)
        f.set(slots[0], f.select(f.compare("eq", following, self.pipeline.depth), Value("i64", "0"), following))
        carry = f.cast("zext", f.compare("slt", f.add(turn, 1), self.end), "i64")
        for v in reversed(self.prefix):
            following = f.add(first.point[v], carry)
            if v is not self.prefix[0]:
                is_over = f.compare("eq", following, v.bounds.upper + 1)
                following = f.select(is_over, Value("i64", "0"), following)
                carry = f.cast("zext", is_over, "i64")
            f.set(points[0][v], following)
