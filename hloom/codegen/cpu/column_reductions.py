"""Reductions across rows (column sums): accumulators for a band of columns in memory, several rows added in each pass.

A reduction with one register of columns at a time jumps from row to row and leaves most of each memory page behind. Here a task
owns a band of columns, keeps their accumulators in a buffer that stays in the first-level cache, and reads the rows in
long contiguous pieces, a few rows a pass.

A processor looks ahead in memory along few streams, and pieces of a page or less are bad ones. What no cache holds is read by
whole rows, therefore, short ones one after the other, if there are tasks enough without bands (`plan.splitting` sees to that):
on one thread, Zen 4 adds up 65536x256 f32 in 0.33 of the time of bands of 64 columns and passes of eight rows. Of long rows the
next eight are asked for meanwhile: 4096x4096 f32 takes 0.8 of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd, prod
from typing import Any

from hloom.codegen.cpu.kernel_function import KernelFunction, Request
from hloom.codegen.cpu.row_routines import RowFunction, RowStage
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import bits_of, register_type, storage_type, vector
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import PointBuffer, Store, cost_of, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Apply, Read, Reduction, ReductionResult, Rewriter, Scalar, Simplifying, reads, reductions, walk
from hloom.support.records import dataclass


@dataclass(frozen=True)
class _Pass:
    """So many rows from `first` on, and what is reduced of each; as a stage of rows that stores the accumulators where that is
    one."""

    first: Symbol
    rows: list[list[Scalar]]
    stage: RowStage | None


def column_reduction(stores: Sequence[Store], outer: Sequence[Symbol], last: Symbol, target: Target) -> ColumnReduction | str:
    """The one reduction of flat stores if it runs across contiguous rows of `last` and is large; or why not."""
    limits = target.machine.columns
    found = reductions(*[s.scalar for s in stores])
    if len(found) != 1:
        return "it has several reductions" if found else "it has no reduction"
    (reduction,) = found
    columns = last.bounds.upper + 1
    if reductions(*reduction.values) or columns < 256 or not reduction.variables:
        return "there are fewer than 256 columns, or a reduction inside of the reduction"
    if prod(extents(reduction.variables)) * columns * prod(extents(outer)) < limits.large_elements:  # type: ignore[arg-type]
        return "so few elements are as well reduced in registers"
    if any(x.type.is_complex or x.type.width < 8 for x in reduction.initial):  # registers that memory holds in other forms
        return "memory holds its accumulators in other forms than registers do"
    if all(coefficient(r.index[0], last) != 1 for r in reads(*reduction.values)):
        return "nothing that it reduces lies side by side along the columns"
    return ColumnReduction(stores, outer, last, reduction, target)


class ColumnReduction:
    """A reduction of columns in a kernel with loops over `outer` and `last`: its bands and passes."""

    def __init__(self, stores: Sequence[Store], outer: Sequence[Symbol], last: Symbol, reduction: Reduction,
                 target: Target) -> None:
        columns = target.machine.columns
        self.stores, self.outer, self.last, self.reduction, self.target = stores, list(outer), last, reduction, target
        self.columns, self.width = last.bounds.upper + 1, target.lanes(32) * 2
        points = prod(extents(outer))
        size = prod(extents(reduction.variables)) * self.columns * points * _element_bytes(reduction)  # type: ignore[arg-type]
        #: Whether no cache holds what is reduced.
        self.is_uncached = size >= target.machine.caches.uncached_bytes
        self.band, self.rows_each = _bands(target.machine, reduction, self.columns, points, self.width, self.is_uncached)
        extent = reduction.variables[-1].bounds.upper + 1
        #: The accumulators of a band, as rows that passes read and store.
        self.sums = [PointBuffer((self.band,), x.type, f"sums{k}") for k, x in enumerate(reduction.initial)]
        #: Passes by their numbers of rows.
        self.passes = {count: self._made(count, extent + 1 - count)
                       for count in (min(self.rows_each, extent), extent % self.rows_each) if count}
        total = prod(extents(reduction.variables))  # type: ignore[arg-type]
        #: Whether passes are functions that programs share, and so many that what else the kernel does does not count.
        self.is_shared = (total >= columns.enough_passes * self.rows_each
                          and min(self.band, self.columns) * self.rows_each >= columns.worth_a_call
                          and all(made.stage is not None for made in self.passes.values()))

    def _made(self, count: int, starts: int) -> _Pass:
        """The pass over so many rows, which begins at one of so many."""
        reduction, last, variable = self.reduction, self.last, self.reduction.variables[-1]
        first = fresh(starts)
        rows = [[Simplifying(index={variable: first + k})(value) for value in reduction.values] for k in range(count)]
        if any(register_type(x.type) != storage_type(x.type) for x in reduction.initial):
            return _Pass(first, rows, None)
        current: list[Scalar] = [Read(buffer, (last,), buffer.type) for buffer in self.sums]
        for row in rows:
            given: dict[Scalar, Scalar] = dict(zip((*reduction.accumulators, *reduction.elements), (*current, *row)))
            current = [*map(Rewriter(scalars=given), reduction.combined)]
        stage = RowStage.of(
            self.target.machine, last, [Store(buffer, (last,), value) for buffer, value in zip(self.sums, current)], [])
        fits = stage is not None and all(stage.fits(extent, self.target) for extent in (self.band, self.columns))
        return _Pass(first, rows, stage if fits else None)

    def emit(self, kernel: KernelFunction) -> int:
        """Emits the body of the kernel; returns its number of tasks."""
        f, emitter, reduction, width, band = kernel.f, kernel.emitter, self.reduction, self.width, self.band
        bands = -(-self.columns // band)
        begin, end = f.parameters[1:3]
        types = [register_type(x.type) for x in reduction.initial]
        buffers = [f.slot(t, band + width) for t in types]
        with f.loop(begin, end) as task, emitter.scope():
            row = f.binary("udiv", task, bands)
            low = f.binary("mul", f.binary("urem", task, bands), band)
            with emitter.scope(kernel.point(self.outer, row)):
                high = f.intrinsic("smin", f.add(low, band), Value("i64", str(self.columns)))
                initial = [emitter.value(x) for x in reduction.initial]
                for buffer, value, type in zip(buffers, initial, types):
                    spread = f.splat(value, width)
                    with f.loop(0, band, width) as k:
                        f.store(spread, f.address(buffer, k, type), align=64)
                self._accumulate(kernel, list(reduction.variables), (low, high), buffers)

                def finish(start: Value, count: int) -> None:
                    with emitter.scope():
                        place = f.sub(start, low)
                        with emitter.vectorised(self.last, start, count):
                            for number, (buffer, type) in enumerate(zip(buffers, types)):
                                loaded = f.load(vector(type, count), f.address(buffer, place, type),
                                                align=max(bits_of(type) // 8, 1))
                                emitter.bind(ReductionResult(reduction, number), loaded)
                            kernel.store_all(self.stores)

                self._over_columns(f, low, high, finish)
        return prod(extents(self.outer)) * bands  # type: ignore[arg-type]

    @property
    def overhead(self) -> float:
        """Instructions of a task beside those of the sums: accumulators are set and looked at."""
        return 4.0 * len(self.sums) * self.band / self.width

    def _over_columns(self, f: Function, low: Value, high: Value, body: Callable[[Value, int], None]) -> None:
        """Calls `body(start, count)` over [low, high) in vectors; only the last column band has a rest."""
        with f.loop(low, f.sub(high, self.width - 1), self.width) as k:
            body(k, self.width)
        if rest := self.columns % self.width:
            with f.when(f.compare("eq", high, self.columns)):
                body(Value("i64", str(self.columns - rest)), rest)

    def _accumulate(self, kernel: KernelFunction, remaining: list[Any], band: tuple[Value, Value], buffers: list[Value]) -> None:
        """The loops over the reduction's variables, the innermost taken so many values at a time."""
        f, emitter = kernel.f, kernel.emitter
        variable, *rest = remaining
        extent, count = variable.bounds.upper + 1, self.rows_each
        emitter.hoist(self.reduction.values, {*remaining, self.last})
        if rest:
            with f.loop(0, extent) as k, emitter.scope({variable: k}):
                self._accumulate(kernel, rest, band, buffers)
            return
        whole = extent // count * count
        if whole:
            with f.loop(0, whole, count) as k:
                self._pass(kernel, k, count, band, buffers)
        if extent > whole:
            self._pass(kernel, Value("i64", str(whole)), extent - whole, band, buffers)

    def _pass(self, kernel: KernelFunction, start: Value, count: int, band: tuple[Value, Value], buffers: list[Value]) -> None:
        """Adds `count` rows to the accumulators of the band."""
        f, emitter, made, (low, high) = kernel.f, kernel.emitter, self.passes[count], band
        types = [register_type(x.type) for x in self.reduction.initial]

        def body(column: Value, lanes: int) -> None:
            place = f.sub(column, low)
            addresses = [f.address(buffer, place, type) for buffer, type in zip(buffers, types)]
            current: list[Any] = [f.load(vector(type, lanes), address) for address, type in zip(addresses, types)]
            with emitter.scope({made.first: start}), emitter.vectorised(self.last, column, lanes):
                for values in made.rows:
                    current = emitter.combine(self.reduction, current, [emitter.vector_value(value) for value in values])
            for value, address in zip(current, addresses):
                f.store(value, address)

        with emitter.scope():
            emitter.hoist([value for values in made.rows for value in values], {made.first, self.last})
            if self.is_shared and made.stage is not None:
                with emitter.scope({made.first: start}):
                    self._call(kernel, made, made.stage, band, buffers)
            else:
                self._over_columns(f, low, high, body)

    def _next_rows(self, made: _Pass, stage: RowStage) -> list[list[Request]]:
        """What a pass asks for, by the rows of its stage: those in their places in the next pass, since a processor follows no
        row into the next page. Nothing where there is one row, which follows the one before, or no other pass of so many."""
        count = len(made.rows)
        asks = self.is_uncached and count == self.rows_each > 1
        steps = [(coefficient(access.index[0], made.first) or 0) * access.type.bytes for access in stage.rows.values()]
        return [[Request(step * count, 2)] if asks and step else [] for step in steps]

    def _call(self, kernel: KernelFunction, made: _Pass, stage: RowStage, band: tuple[Value, Value],
              buffers: list[Value]) -> None:
        """Emits a pass as a call."""
        emitter, (low, high), asked = kernel.emitter, band, self._next_rows(made, stage)
        given = [emitter.value(value) for value in stage.values.values()]
        with emitter.vectorised(self.last, low, self.band):
            given[:0] = [buffers[self.sums.index(access.source)] if access.source in self.sums else kernel.first_address(access)
                         for access in stage.rows.values()]
        # A band and what is left of the columns are both whole steps if what divides both is.
        function = RowFunction.of(stage, gcd(self.band, self.columns), [False] * len(stage.stores), asked, self.target)
        function.call(kernel.f, self.target, given, kernel.f.sub(high, low), asked, [])


def _element_bytes(reduction: Reduction) -> int:
    """Bytes of the largest elements that are reduced."""
    return max(read.type.bytes for read in reads(*reduction.values))


def _bands(machine: Machine, reduction: Reduction, columns: int, tasks: int, width: int, is_uncached: bool) -> tuple[int, int]:
    """Columns of a band, and rows of a pass, of so many columns in vectors of `width`; there are so many tasks without bands."""
    limits = machine.columns
    cut = max(1, min(limits.most_bands, limits.tasks // max(tasks, 1)))
    cost = sum(cost_of(node.function) for value in reduction.values for node in walk(value) if isinstance(node, Apply))
    rows = limits.rows
    while rows > 1 and rows * cost > limits.code:
        rows //= 2
    if tasks < limits.enough_tasks or not is_uncached:
        return min(limits.band, -(-columns // (cut * width)) * width), rows
    most = limits.accumulator_bytes // max(bits_of(register_type(x.type)) // 8 for x in reduction.initial)
    band = min(most // width, -(-columns // width)) * width
    return band, rows if band * _element_bytes(reduction) >= limits.piece_bytes else 1
