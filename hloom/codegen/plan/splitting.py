"""Splitting large reductions: few results of many elements become partial results that workers compute side by side."""

from __future__ import annotations

from math import prod

from hloom.codegen.plan.kernels import Kernel, LoopKernel, Stage, Store, extents, index_that_moves, moving
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.reducers import identity, reducers
from hloom.codegen.plan.target import UNCACHED_BYTES
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Argument, Literal, Read, Reduction, ReductionResult, Rewriter, reads, reductions
from hloom.ir.core import Value
from hloom.ir.types import TensorType

#: Reductions of fewer elements than this stay whole, and those of fewer to each result.
LARGE, _LONG = 1 << 17, 1 << 10
#: Results of a reduction that is split, at most. They may be more of one across rows of what no cache holds, if rows have fewer
#: bytes than this: such are to be read as they lie, not by pieces.
_FEW, _ROW = 256, 16 << 10
#: Partial results a reduction is split into, and the number that is aimed at.
_PARTS = range(8, 65)
#: Elements side by side that a part has at least.
_RUN = 256


def split_reduction(kernel: Kernel, workers: int) -> list[Kernel]:
    """The kernel itself, or two kernels: reductions of chunks of the outermost variable, and the reduction of their results."""
    if not isinstance(kernel, LoopKernel) or len(kernel.stages) != 1 or kernel.stages[0].dims:
        return [kernel]
    found = reductions(*kernel.stages[0].scalars)
    if len(found) != 1:
        return [kernel]
    (reduction,) = found
    points = prod(extents(kernel.prefix))
    total = prod(extents(reduction.variables))  # type: ignore[arg-type]
    functions = reducers(reduction)
    if functions is None or points * total < LARGE or total < _LONG:
        return [kernel]
    if not _goes_through_memory(kernel, reduction, points, total) and (workers == 1 or points > _FEW):
        return [kernel]
    chosen = _chunks(reduction)
    if chosen is None:
        return [kernel]
    variable, chunks = chosen
    extent = variable.bounds.upper + 1
    chunk, inner = fresh(chunks), fresh(extent // chunks)
    dims = tuple(fresh(n) for n in extents(kernel.prefix))
    rewrite = Simplifying(index={variable: chunk * (extent // chunks) + inner, **dict(zip(kernel.prefix, dims))})
    values = tuple(rewrite(v) for v in reduction.values)
    starts = tuple(Literal(identity(f, x.type), x.type) for f, x in zip(functions, reduction.initial))
    partial = Reduction(tuple(inner if v is variable else v for v in reduction.variables), starts, values, reduction.accumulators,
                   reduction.elements, reduction.combined)
    targets = [Value(TensorType((chunks, *extents(kernel.prefix)), x.type), "partial") for x in reduction.initial]
    stores = [Store(t, (chunk, *dims), ReductionResult(partial, k)) for k, t in enumerate(targets)]
    first = LoopKernel((chunk, *dims), [Stage((), stores)], kernel.operations)
    part = fresh(chunks)
    parts = tuple(Read(t, (part, *kernel.prefix), x.type) for t, x in zip(targets, reduction.initial))
    accumulators = tuple(Argument(x.type, "accumulator") for x in reduction.initial)
    elements = tuple(Argument(x.type, "element") for x in reduction.initial)
    renamed = Rewriter(scalars=dict(zip((*reduction.accumulators, *reduction.elements), (*accumulators, *elements))))
    whole = Reduction((part,), reduction.initial, parts, accumulators, elements, tuple(map(renamed, reduction.combined)))
    replaced = Rewriter(scalars={ReductionResult(reduction, k): ReductionResult(whole, k) for k in range(len(targets))})
    last = [Store(s.target, s.index, replaced(s.scalar)) for s in kernel.stages[0].stores]
    return [first, LoopKernel(kernel.prefix, [Stage((), last)], kernel.operations)]


def _goes_through_memory(kernel: LoopKernel, reduction: Reduction, points: int, total: int) -> bool:
    """Whether a reduction is one across rows, of so many elements that no cache holds, to so few that there are no tasks but by
    cutting the rows."""
    if points < _FEW:
        return False
    rows, columns = moving(reduction.variables), moving(kernel.prefix)
    sizes = [points * read.type.dtype.itemsize for read in reads(*reduction.values) if (index := index_that_moves(read))
             and coefficient(index[0], rows[0]) == 1 and coefficient(index[-1], columns[-1]) == 1]
    return any(size < _ROW and size * total >= UNCACHED_BYTES for size in sizes)


def _chunks(reduction: Reduction) -> tuple[Symbol, int] | None:
    """The outermost reduction variable that divides into a fitting number of chunks, and that number.

    What lies side by side is not cut into short runs: to leave a reduction whole, which has a task for each result, is better.
    """
    rows = [index[-1] for read in reads(*reduction.values) if (index := index_that_moves(read))]
    for variable in reduction.variables:
        assert isinstance(variable, Symbol)
        extent = variable.bounds.upper + 1
        least = _RUN if any(coefficient(index, variable) != 0 for index in rows) else 1
        fitting = [n for n in _PARTS if extent % n == 0 and extent // n >= least]
        if fitting:
            return variable, min(fitting, key=lambda n: abs(n - 32))
    return None
