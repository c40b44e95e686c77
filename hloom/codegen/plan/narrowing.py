"""Reductions over what changes their results only: steps that are known to meet nothing but padding are left out.

A window that reaches over the edge everywhere along a short axis (five elements of an axis of two), or that meets an element only
in every second step (zeros between elements), has steps in which no result reads anything. What is left may be few enough to be
written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.reducers import identity, reducers
from hloom.expr.access import required_interval
from hloom.expr.index import Symbol, Variable, fresh, lift
from hloom.expr.interval import EMPTY, Interval
from hloom.expr.predicate import Predicate
from hloom.expr.scalar import Apply, Literal, Reduction, ReductionResult, Rewriter, Scalar, Select, reductions
from hloom.numbers import convert as numbers
from hloom.numbers.rounding import quietly
from hloom.ops.definition.reducers import REDUCERS


def narrowed(root: Scalar) -> Scalar:
    """The scalar with its reductions over what may change their results."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(root):
        made = _narrowed(reduction) or _of_several_steps(reduction)
        if made is not None:
            mapping.update({ReductionResult(reduction, k): result for k, result in enumerate(made)})
    return Rewriter(scalars=mapping)(root) if mapping else root


def _narrowed(reduction: Reduction) -> Sequence[Scalar] | None:
    """The results of a reduction that has steps without effect; None where it has none."""
    functions = reducers(reduction)
    if functions is None or reductions(*reduction.values) or not all(isinstance(v, Symbol) for v in reduction.variables):
        return None
    conditions = [_needed(value, function, initial)
                  for value, function, initial in zip(reduction.values, functions, reduction.initial)]
    if None in conditions:
        return None
    ranges = [_hull([required_interval(condition, v) for condition in conditions]) for v in reduction.variables]  # type: ignore[arg-type]
    if any(range.is_empty for range in ranges):
        return reduction.initial
    if all(range == v.bounds for range, v in zip(ranges, reduction.variables)):
        return None
    variables = tuple(fresh(high - low + 1) for low, high in ranges)
    rewrite = Simplifying(index={v: new + low for v, new, (low, _) in zip(reduction.variables, variables, ranges)})
    made = _over(reduction, variables, rewrite)
    return _narrowed(made) or _of_several_steps(made) or _results(made)


def _of_several_steps(reduction: Reduction) -> Sequence[Scalar] | None:
    """The results of a reduction without variables of a single value, which stand between others that are one loop together; None
    where it has none, or no other ones."""
    variables = tuple(v for v in reduction.variables if v.bounds.lower != v.bounds.upper)
    if not variables or len(variables) == len(reduction.variables):
        return None
    rewrite = Simplifying(index={v: lift(v.bounds.lower) for v in reduction.variables if v not in variables})
    return _results(_over(reduction, variables, rewrite))


def _over(reduction: Reduction, variables: tuple[Variable, ...], rewrite: Rewriter) -> Reduction:
    return Reduction(variables, reduction.initial, tuple(map(rewrite, reduction.values)), reduction.accumulators,
                     reduction.elements, reduction.combined, reduction.reorderable)


def _results(reduction: Reduction) -> Sequence[Scalar]:
    return [ReductionResult(reduction, k) for k in range(len(reduction.initial))]


def _needed(value: Scalar, function: str, initial: Scalar) -> Predicate | None:
    """Where elements may change an accumulator that begins with `initial`; None if that may be anywhere."""
    conversions: list[Scalar] = []
    while isinstance(value, Apply) and value.function == "convert":
        conversions.append(value)
        (value,) = value.children
    if not isinstance(value, Select) or not isinstance(value.otherwise, Literal) or not isinstance(initial, Literal):
        return None
    if value.condition.depends_on_data:
        return None
    element: Any = value.otherwise.value
    with quietly():
        for node in reversed(conversions):
            element = numbers.convert(element, node.type)[()]
        reducer, start = REDUCERS[function], initial.value
        if reducer.function(start, element).astype(initial.type.dtype).tobytes() != start.tobytes():
            return None
        # A large number does not change by a small one either, but by many of them.
        is_nothing = not reducer.accumulates or element == identity(function, initial.type)
    return value.condition if is_nothing else None


def _hull(ranges: Sequence[Interval]) -> Interval:
    """The least interval that holds all that some hold."""
    held = [range for range in ranges if not range.is_empty]
    return Interval(min(range.lower for range in held), max(range.upper for range in held)) if held else EMPTY
