"""Splitting reductions: few results of many elements become partial results that workers compute side by side."""

from __future__ import annotations

from math import prod

from hloom.codegen.plan.folds import combiners, identity
from hloom.codegen.plan.kernels import Kernel, LoopKernel, Stage, Store, extents
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.expr.index import Symbol, fresh
from hloom.expr.scalar import Argument, Fold, FoldResult, Literal, Read, Rewriter, folds
from hloom.ir.core import Value
from hloom.ir.types import TensorType

#: Reductions of fewer elements than this stay whole.
_LARGE = 1 << 17
#: Partial results a reduction is split into, and the number that is aimed at.
_PARTS = range(8, 65)


def split_reduction(kernel: Kernel, workers: int) -> list[Kernel]:
    """The kernel itself, or two kernels: partial folds over chunks of the outermost fold variable, and their fold."""
    if not isinstance(kernel, LoopKernel) or workers == 1 or len(kernel.stages) != 1 or kernel.stages[0].dims:
        return [kernel]
    found = folds(*kernel.stages[0].scalars)
    if len(found) != 1:
        return [kernel]
    (fold,) = found
    points = prod(extents(kernel.prefix))
    total = prod(extents(fold.variables))  # type: ignore[arg-type]
    functions = combiners(fold)
    if functions is None or points * total < _LARGE or points > 256 or total < 1 << 10:
        return [kernel]
    chosen = _chunks(fold)
    if chosen is None:
        return [kernel]
    variable, chunks = chosen
    extent = variable.bounds.upper + 1
    chunk, inner = fresh(chunks), fresh(extent // chunks)
    dims = tuple(fresh(n) for n in extents(kernel.prefix))
    rewrite = Simplifying(index={variable: chunk * (extent // chunks) + inner, **dict(zip(kernel.prefix, dims))})
    values = tuple(rewrite(v) for v in fold.values)
    starts = tuple(Literal(identity(f, x.type), x.type) for f, x in zip(functions, fold.initial))
    partial = Fold(tuple(inner if v is variable else v for v in fold.variables), starts, values, fold.accumulators,
                   fold.elements, fold.combined)
    targets = [Value(TensorType((chunks, *extents(kernel.prefix)), x.type), "partial") for x in fold.initial]
    stores = [Store(t, (chunk, *dims), FoldResult(partial, k)) for k, t in enumerate(targets)]
    first = LoopKernel((chunk, *dims), [Stage((), stores)], kernel.operations)
    part = fresh(chunks)
    parts = tuple(Read(t, (part, *kernel.prefix), x.type) for t, x in zip(targets, fold.initial))
    accumulators = tuple(Argument(x.type, "accumulator") for x in fold.initial)
    elements = tuple(Argument(x.type, "element") for x in fold.initial)
    renamed = Rewriter(scalars=dict(zip((*fold.accumulators, *fold.elements), (*accumulators, *elements))))
    whole = Fold((part,), fold.initial, parts, accumulators, elements, tuple(map(renamed, fold.combined)))
    replaced = Rewriter(scalars={FoldResult(fold, k): FoldResult(whole, k) for k in range(len(targets))})
    last = [Store(s.target, s.index, replaced(s.scalar)) for s in kernel.stages[0].stores]
    return [first, LoopKernel(kernel.prefix, [Stage((), last)], kernel.operations)]


def _chunks(fold: Fold) -> tuple[Symbol, int] | None:
    """The outermost fold variable that divides into a fitting number of chunks, and that number."""
    for variable in fold.variables:
        assert isinstance(variable, Symbol)
        extent = variable.bounds.upper + 1
        fitting = [n for n in _PARTS if extent % n == 0]
        if fitting:
            return variable, min(fitting, key=lambda n: abs(n - 32))
    return None
