"""Reductions as workers take them: several of one range are joined, large ones are split.

Few results of many elements become partial results that workers compute side by side.

So do reductions across the rows of what other kernels go through as well, though there are columns enough for all workers: those
kernels are divided by rows, and what one worker has in its caches another one should not have to fetch from there. Two processors
may share no cache at all. (A softmax along axis 0 of 4 MB: 0.22 ms for 0.25, and 0.5 for 1.1 on such processors.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import prod

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Kernel, LoopKernel, Stage, Store, extents, index_that_moves, moving
from hloom.codegen.plan.reductions import identity, reducers
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import (
    Apply,
    Argument,
    Literal,
    Read,
    Reduction,
    ReductionResult,
    Rewriter,
    Scalar,
    Simplifying,
    convert,
    reads,
    reductions,
)
from hloom.ir.core import Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import PRED, UI8


def split_reductions(machine: Machine, kernels: Sequence[Kernel], workers: int) -> list[Kernel]:
    """The kernels of a block, with two in the place of each that is split."""
    divided = {v for kernel in kernels if isinstance(kernel, LoopKernel) and _goes_by_rows(kernel)
               for v in (*kernel.inputs, *kernel.outputs)} if workers > 1 else set()
    return [part for kernel in kernels for part in _split(machine, kernel, workers, divided)]


def _goes_by_rows(kernel: LoopKernel) -> bool:
    """Whether workers divide what a kernel reads and stores by rows: of loops only those of reductions do otherwise."""
    return not kernel.stages or len(kernel.stages) > 1 or not kernel.stages[0].has_reduction


def _split(machine: Machine, kernel: Kernel, workers: int, divided: Collection[Value]) -> list[Kernel]:
    """The kernel itself, or two kernels: reductions of chunks of the outermost variable, and the reduction of their results.
    Other kernels go by rows through the values in `divided`."""
    splitting = machine.splitting
    if not isinstance(kernel, LoopKernel) or len(kernel.stages) != 1 or kernel.stages[0].dims:
        return [kernel]
    found = reductions(*kernel.stages[0].scalars)
    if len(found) != 1:
        return [kernel]
    (reduction,) = found
    points = prod(extents(kernel.prefix))
    total = prod(extents(reduction.variables))  # type: ignore[arg-type]
    functions = reducers(reduction)
    if functions is None or points * total < splitting.large_elements:
        return [kernel]
    few = total >= splitting.long_elements and (
        _goes_through_memory(machine, kernel, reduction, points, total) or (workers > 1 and points <= splitting.few_results))
    if not few and not _goes_across(machine, kernel, reduction, points * total, divided):
        return [kernel]
    chosen = _chunks(machine, reduction, 1 if few else splitting.least_rows)
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
    first = LoopKernel((chunk, *dims), [Stage((), stores)], kernel.operations,
                       f"{chunks} partial results of each reduction, which workers compute side by side")
    part = fresh(chunks)
    parts = tuple(Read(t, (part, *kernel.prefix), x.type) for t, x in zip(targets, reduction.initial))
    accumulators = tuple(Argument(x.type, "accumulator") for x in reduction.initial)
    elements = tuple(Argument(x.type, "element") for x in reduction.initial)
    renamed = Rewriter(scalars=dict(zip((*reduction.accumulators, *reduction.elements), (*accumulators, *elements))))
    whole = Reduction((part,), reduction.initial, parts, accumulators, elements, tuple(map(renamed, reduction.combined)))
    replaced = Rewriter(scalars={ReductionResult(reduction, k): ReductionResult(whole, k) for k in range(len(targets))})
    last = [Store(s.target, s.index, replaced(s.scalar)) for s in kernel.stages[0].stores]
    return [first, LoopKernel(kernel.prefix, [Stage((), last)], kernel.operations, "the reductions of the partial results")]


def _goes_through_memory(machine: Machine, kernel: LoopKernel, reduction: Reduction, points: int, total: int) -> bool:
    """Whether a reduction is one across rows, of so many elements that no cache holds, to so few that there are no tasks but by
    cutting the rows."""
    splitting = machine.splitting
    if points < splitting.few_results:
        return False
    sizes = [points * read.type.dtype.itemsize for read in _read_by_rows(kernel, reduction)]
    return any(size < splitting.row_bytes and size * total >= machine.caches.uncached_bytes for size in sizes)


def _goes_across(machine: Machine, kernel: LoopKernel, reduction: Reduction, elements: int, divided: Collection[Value]) -> bool:
    """Whether a reduction is one across rows of much that other kernels go through by rows: the values in `divided`."""
    return any(read.source in divided and elements * read.type.dtype.itemsize >= machine.splitting.fetched_bytes
               for read in _read_by_rows(kernel, reduction))


def _read_by_rows(kernel: LoopKernel, reduction: Reduction) -> Iterator[Read]:
    """The reads of a reduction across the rows in which they lie: the outermost variable that moves counts rows."""
    rows, columns = moving(reduction.variables), moving(kernel.prefix)
    for read in reads(*reduction.values) if rows and columns else ():
        index = index_that_moves(read)
        if index and coefficient(index[0], rows[0]) == 1 and coefficient(index[-1], columns[-1]) == 1:
            yield read


def _chunks(machine: Machine, reduction: Reduction, fewest: int) -> tuple[Symbol, int] | None:
    """The outermost reduction variable that divides into a fitting number of chunks of `fewest` values, and that number.

    What lies side by side is not cut into short runs: to leave a reduction whole, which has a task for each result, is better.
    """
    splitting = machine.splitting
    rows = [index[-1] for read in reads(*reduction.values) if (index := index_that_moves(read))]
    for variable in reduction.variables:
        assert isinstance(variable, Symbol)
        extent = variable.bounds.upper + 1
        least = splitting.least_run if any(coefficient(index, variable) != 0 for index in rows) else fewest
        fitting = [n for n in range(splitting.fewest_parts, splitting.most_parts + 1) if extent % n == 0 and extent // n >= least]
        if fitting:
            return variable, min(fitting, key=lambda n: abs(n - 32))
    return None


# -- joining -------------------------------------------------------------------------------------------------------------------
# Joining reductions: several of one range of elements become one with several accumulators.
#
#     sum over i of x[i, j], sum over i of x[i, j]^2   ->   (sum, sum) over i of (x[i, j], x[i, j]^2)
#
# What is read is read once, and what is done for a reduction as a whole (bands of columns, cutting it into parts) is done for
# all of them. Maxima and minima of floats are joined with their like: such are looked at for NaN by themselves.
#
# Booleans that are reduced across rows are bytes meanwhile: accumulators for many columns stand in memory.

#: What functions of booleans are called that are others of bytes.
_OF_BYTES = {"add": "or", "multiply": "and"}
_MIN_MAX = frozenset(("maximum", "minimum"))


def fuse_variadic_reductions(machine: Machine, kernel: Kernel) -> Kernel:
    """The kernel with the reductions of its one stage joined, if it has several that can be."""
    if not isinstance(kernel, LoopKernel) or len(kernel.stages) != 1 or kernel.stages[0].dims:
        return kernel
    (stage,) = kernel.stages
    groups: dict[object, list[Reduction]] = {}
    for reduction in reductions(*stage.scalars):
        functions = reducers(reduction)
        if functions is not None and not reductions(*reduction.values, *reduction.initial):
            are_extremes = all(x.type.is_float for x in reduction.initial) and _MIN_MAX.issuperset(functions)
            groups.setdefault((extents(reduction.variables), are_extremes), []).append(reduction)  # type: ignore[arg-type]
    given: dict[Scalar, Scalar] = {}
    for group in groups.values():
        if len(group) > 1 and sum(len(r.initial) for r in group) <= machine.splitting.most_accumulators:
            given |= _joined(group)
        elif len(group) == 1 and _are_booleans_across(kernel, group[0]):
            given |= _as_bytes(group[0])
    if not given:
        return kernel
    rewrite = Rewriter(scalars=given)
    return replace(kernel, stages=[replace(stage, stores=[Store(s.target, s.index, rewrite(s.scalar)) for s in stage.stores])])


def _are_booleans_across(kernel: LoopKernel, reduction: Reduction) -> bool:
    """Whether booleans are reduced that are made of elements which lie side by side from one result to the next."""
    columns = moving(kernel.prefix)
    return bool(columns) and all(x.type is PRED for x in reduction.initial) and any(
        (index := index_that_moves(read)) and coefficient(index[-1], columns[-1]) == 1 for read in reads(*reduction.values))


def _as_bytes(reduction: Reduction) -> dict[Scalar, Scalar]:
    """The results of a reduction of booleans as those of one of bytes that are 0 or 1."""
    accumulators, elements = (tuple(Argument(UI8, hint) for _ in reduction.initial) for hint in ("accumulator", "element"))
    functions = reducers(reduction)
    assert functions is not None
    pairs = zip(accumulators, elements, strict=True)
    combined = tuple(Apply(_OF_BYTES.get(f, f), pair, UI8) for f, pair in zip(functions, pairs, strict=True))
    initial, values = (tuple(convert(x, UI8) for x in given) for given in (reduction.initial, reduction.values))
    whole = Reduction(reduction.variables, initial, values, accumulators, elements, combined)
    return {ReductionResult(reduction, k): convert(ReductionResult(whole, k), PRED) for k in range(len(initial))}


def _joined(group: Sequence[Reduction]) -> dict[Scalar, Scalar]:
    """The results of reductions as those of one."""
    variables = group[0].variables
    initial: list[Scalar] = []
    values: list[Scalar] = []
    accumulators: list[Argument] = []
    elements: list[Argument] = []
    combined: list[Scalar] = []
    for reduction in group:
        mine, new = ([Argument(x.type, hint) for x in reduction.initial] for hint in ("accumulator", "element"))
        renamed = Rewriter(scalars=dict(zip((*reduction.accumulators, *reduction.elements), (*mine, *new), strict=True)))
        moved = Simplifying(index=dict(zip(reduction.variables, variables, strict=True)))
        initial += reduction.initial
        values += map(moved, reduction.values)
        accumulators += mine
        elements += new
        combined += map(renamed, reduction.combined)
    whole = Reduction(variables, tuple(initial), tuple(values), tuple(accumulators), tuple(elements), tuple(combined))
    results = [ReductionResult(reduction, k) for reduction in group for k in range(len(reduction.initial))]
    return {result: ReductionResult(whole, k) for k, result in enumerate(results)}
