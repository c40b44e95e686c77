"""Reductions across rows (column sums): accumulators for a band of columns in memory, several rows added in each pass.

A reduction with one register of columns at a time jumps from row to row and leaves most of each memory page behind. Here a task
owns a band of columns, keeps their accumulators in a buffer that stays in the first-level cache, and reads the rows in
long contiguous pieces, a few rows a pass.

A processor looks ahead in memory along few streams, and pieces of a page or less are bad ones. What no cache holds is read by
whole rows, therefore, short ones one after the other, if there are tasks enough without bands (`plan.splitting` sees to that):
on one thread, Zen 4 adds up 65536x256 f32 in 0.33 of the time of bands of 64 columns and passes of eight rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.kernel_function import KernelFunction
from hloom.codegen.llvm.element_types import bytes_of, register_type
from hloom.codegen.llvm.values import Value, bits_of, vector
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.target import UNCACHED_BYTES
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Reduction, ReductionResult, reads, reductions

#: Columns in a band: their accumulators (4 kB in f32) share the first-level cache with the rows that stream through it.
_BAND = 1024
#: Bands that columns are cut in for the sake of tasks, at most, and tasks that there should be.
_BANDS, _TASKS = 4, 16
#: Rows added in one pass over the accumulators.
_ROWS = 8
#: Bytes of accumulators beside which elements that no cache holds are read by whole rows, and of rows of which several are read
#: side by side then; tasks that there are without bands.
_ACCUMULATORS, _PIECE, _ENOUGH = 16 << 10, 8 << 10, 8
#: Elements below which registers do as well.
_LARGE = 1 << 18


def column_reduction(stores: Sequence[Store], outer: Sequence[Symbol], last: Symbol) -> Reduction | None:
    """The one reduction of flat stores if it runs across contiguous rows of `last` and is large; else None."""
    found = reductions(*[s.scalar for s in stores])
    if len(found) != 1:
        return None
    (reduction,) = found
    columns = last.bounds.upper + 1
    if reductions(*reduction.values) or columns < 256 or not reduction.variables:
        return None
    if prod(extents(reduction.variables)) * columns * prod(extents(outer)) < _LARGE:  # type: ignore[arg-type]
        return None
    if any(x.type.is_complex or x.type.width < 8 for x in reduction.initial):  # registers that memory holds in other forms
        return None
    return reduction if any(coefficient(r.index[0], last) == 1 for r in reads(*reduction.values)) else None


def emit_column_reduction(kernel: KernelFunction, outer: list[Symbol], last: Symbol, stores: list[Store],
                          reduction: Reduction) -> tuple[int, float]:
    """Emits the body of a kernel for `column_reduction`; returns its number of tasks and the cost of one."""
    f, emitter = kernel.f, kernel.emitter
    columns = last.bounds.upper + 1
    width = kernel.target.lanes(32) * 2
    rows = prod(extents(outer))
    band, rows_each = _bands(reduction, columns, rows, width)
    bands = -(-columns // band)
    begin, end = f.parameters[1:3]
    types = [register_type(x.type) for x in reduction.initial]
    buffers = [f.slot(t, band + width) for t in types]
    with f.loop(begin, end) as task, emitter.scope():
        row = f.binary("udiv", task, bands)
        low = f.binary("mul", f.binary("urem", task, bands), band)
        with emitter.scope(kernel.point(outer, row)):
            high = f.intrinsic("smin", f.add(low, band), Value("i64", str(columns)))
            initial = [emitter.value(x) for x in reduction.initial]
            for buffer, value, type in zip(buffers, initial, types):
                spread = f.splat(value, width)
                with f.loop(0, band, width) as k:
                    f.store(spread, f.address(buffer, k, type), align=64)
            _accumulate(kernel, list(reduction.variables), reduction, last, low, high, width, buffers, rows_each)

            def finish(start: Value, count: int) -> None:
                with emitter.scope():
                    place = f.sub(start, low)
                    with emitter.vectorised(last, start, count):
                        for number, (buffer, type) in enumerate(zip(buffers, types)):
                            loaded = f.load(vector(type, count), f.address(buffer, place, type), align=max(bits_of(type) // 8, 1))
                            emitter.bind(ReductionResult(reduction, number), loaded)
                        kernel.store_all(stores)

            _over_columns(kernel, low, high, columns % width, width, last, finish)
    total = prod(extents(reduction.variables))  # type: ignore[arg-type]
    return rows * bands, total * band / 4


def _bands(reduction: Reduction, columns: int, tasks: int, width: int) -> tuple[int, int]:
    """Columns of a band, and rows of a pass, of so many columns in vectors of `width`; there are so many tasks without bands."""
    cut = max(1, min(_BANDS, _TASKS // max(tasks, 1)))
    size = max(bytes_of(read.type) for read in reads(*reduction.values))
    if tasks < _ENOUGH or prod(extents(reduction.variables)) * columns * tasks * size < UNCACHED_BYTES:  # type: ignore[arg-type]
        return min(_BAND, -(-columns // (cut * width)) * width), _ROWS
    most = _ACCUMULATORS // max(bits_of(register_type(x.type)) // 8 for x in reduction.initial)
    band = min(most // width, -(-columns // width)) * width
    return band, _ROWS if band * size >= _PIECE else 1


def _over_columns(kernel: KernelFunction, low: Value, high: Value, rest: int, width: int, last: Symbol, body: Any) -> None:
    """Calls `body(start, count)` over [low, high) in vectors; only the last column band has a rest."""
    f = kernel.f
    with f.loop(low, f.sub(high, width - 1), width) as k:
        body(k, width)
    if rest:
        columns = last.bounds.upper + 1
        with f.when(f.compare("eq", high, columns)):
            body(Value("i64", str(columns - rest)), rest)


def _accumulate(kernel: KernelFunction, remaining: list[Any], reduction: Reduction, last: Symbol, low: Value, high: Value,
                width: int, buffers: list[Value], rows_each: int) -> None:
    """The loops over the reduction's variables, the innermost taken so many values at a time."""
    f, emitter = kernel.f, kernel.emitter
    variable, *rest = remaining
    extent = variable.bounds.upper + 1
    emitter.hoist(reduction.values, {*remaining, last})
    if rest:
        with f.loop(0, extent) as k, emitter.scope({variable: k}):
            _accumulate(kernel, rest, reduction, last, low, high, width, buffers, rows_each)
        return
    whole = extent // rows_each * rows_each
    if whole:
        with f.loop(0, whole, rows_each) as k:
            _pass(kernel, variable, k, rows_each, reduction, last, low, high, width, buffers)
    if extent > whole:
        _pass(kernel, variable, Value("i64", str(whole)), extent - whole, reduction, last, low, high, width, buffers)


def _pass(kernel: KernelFunction, variable: Any, start: Value, count: int, reduction: Reduction, last: Symbol, low: Value,
          high: Value, width: int, buffers: list[Value]) -> None:
    """Adds `count` rows to the accumulators of the band."""
    f, emitter = kernel.f, kernel.emitter
    first = fresh(variable.bounds.upper + 2 - count)
    rows = [[Simplifying(index={variable: first + k})(value) for value in reduction.values] for k in range(count)]

    def body(column: Value, lanes: int) -> None:
        place = f.sub(column, low)
        addresses = [f.address(b, place, register_type(x.type)) for b, x in zip(buffers, reduction.initial)]
        current: list[Any] = [f.load(vector(register_type(x.type), lanes), a) for a, x in zip(addresses, reduction.initial)]
        with emitter.scope({first: start}), emitter.vectorised(last, column, lanes):
            for values in rows:
                current = emitter.combine(reduction, current, [emitter.vector_value(value) for value in values])
        for value, address in zip(current, addresses):
            f.store(value, address)

    rest = (last.bounds.upper + 1) % width
    with emitter.scope():
        emitter.hoist([value for values in rows for value in values], {first, last})
        _over_columns(kernel, low, high, rest, width, last, body)
