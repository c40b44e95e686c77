"""Joining reductions: several of one range of elements become one with several accumulators.

    sum over i of x[i, j], sum over i of x[i, j]^2   ->   (sum, sum) over i of (x[i, j], x[i, j]^2)

What is read is read once, and what is done for a reduction as a whole (bands of columns, cutting it into parts) is done for all
of them. Maxima and minima of floats are joined with their like: such are looked at for NaN by themselves.

Booleans that are reduced across rows are bytes meanwhile: accumulators for many columns stand in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hloom.codegen.plan.kernels import Kernel, LoopKernel, Store, extents, index_that_moves, moving
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.reducers import reducers
from hloom.expr.access import coefficient
from hloom.expr.scalar import Apply, Argument, Reduction, ReductionResult, Rewriter, Scalar, convert, reads, reductions
from hloom.numbers.element_type import PRED, UI8

#: Accumulators of one reduction, at most: they are to stand in registers.
_MOST = 4
#: What functions of booleans are called that are others of bytes.
_OF_BYTES = {"add": "or", "multiply": "and"}
_EXTREMES = frozenset(("maximum", "minimum"))


def join_reductions(kernel: Kernel) -> Kernel:
    """The kernel with the reductions of its one stage joined, if it has several that can be."""
    if not isinstance(kernel, LoopKernel) or len(kernel.stages) != 1 or kernel.stages[0].dims:
        return kernel
    (stage,) = kernel.stages
    groups: dict[object, list[Reduction]] = {}
    for reduction in reductions(*stage.scalars):
        functions = reducers(reduction)
        if functions is not None and not reductions(*reduction.values, *reduction.initial):
            are_extremes = all(x.type.is_float for x in reduction.initial) and _EXTREMES.issuperset(functions)
            groups.setdefault((extents(reduction.variables), are_extremes), []).append(reduction)  # type: ignore[arg-type]
    given: dict[Scalar, Scalar] = {}
    for group in groups.values():
        if len(group) > 1 and sum(len(r.initial) for r in group) <= _MOST:
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
