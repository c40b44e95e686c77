"""Reductions as expressions: what they combine with (reducers may be reassociated and commuted, and have identities), and in
which types."""

from __future__ import annotations

from typing import Any

from hloom.expr.scalar import (
    Apply,
    Argument,
    Reduction,
    ReductionResult,
    Rewriter,
    Scalar,
    convert,
    reductions,
)
from hloom.numbers.dispatch import working_float
from hloom.numbers.element_type import F32, ElementType
from hloom.ops.definition.traits import REDUCERS


def reducer(reduction: Reduction, number: int) -> str | None:
    """The function by which accumulator `number` is combined with its element, if it is one of those known to be
    associative and commutative (for floats as far as the specification lets an implementation choose the order)."""
    node = reduction.combined[number]
    pair = {reduction.accumulators[number], reduction.elements[number]}
    if isinstance(node, Apply) and len(node.children) == 2 and set(node.children) == pair and node.function in REDUCERS:
        return node.function
    return None


def reducers(reduction: Reduction) -> list[str] | None:
    """The functions of all accumulators; None if the reduction must run in order."""
    found = [reducer(reduction, k) for k in range(len(reduction.combined))]
    return found if reduction.reorderable and all(found) else None  # type: ignore[return-value]


def identity(function: str, type: ElementType) -> Any:
    """The value that combines to the other operand."""
    return REDUCERS[function].identity(type)


# -- accumulation --------------------------------------------------------------------------------------------------------------
# Sums and products of floats narrower than f32 are accumulated in f32 (f8E8M0FNU in f64) and rounded once: more exact than
# rounding each step.


def is_accumulated_wide(function: str | None, type: ElementType) -> bool:
    """Whether a reduction of numbers of a type by a function is done in a wider type."""
    return function in REDUCERS and REDUCERS[function].accumulates and type.is_float and type.width < F32.width


def with_wide_sums(roots: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """The scalars with their sums and products of narrow floats in a wider type; the order of those reductions must be free."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(*roots):
        chosen = [k for k, x in enumerate(reduction.initial)
                  if reduction.reorderable and is_accumulated_wide(reducer(reduction, k), x.type)]
        if chosen:
            made = _widened(reduction, chosen)
            mapping.update({ReductionResult(reduction, k): convert(ReductionResult(made, k), x.type)
                            for k, x in enumerate(reduction.initial)})
    return tuple(map(Rewriter(scalars=mapping), roots)) if mapping else roots


def _widened(reduction: Reduction, chosen: list[int]) -> Reduction:
    """The reduction with the accumulators `chosen` in a wider type. Each of them is combined with its own element only."""
    initial, values = list(reduction.initial), list(reduction.values)
    accumulators, elements, combined = list(reduction.accumulators), list(reduction.elements), list(reduction.combined)
    for k in chosen:
        function: Apply = reduction.combined[k]  # type: ignore[assignment]
        wide = working_float(initial[k].type)
        initial[k], values[k] = convert(initial[k], wide), convert(values[k], wide)
        accumulators[k], elements[k] = Argument(wide, "accumulator"), Argument(wide, "element")
        pair = dict(zip((reduction.accumulators[k], reduction.elements[k]), (accumulators[k], elements[k])))
        combined[k] = Apply(function.function, tuple(pair[c] for c in function.children), wide)  # type: ignore[index]
    return Reduction(reduction.variables, tuple(initial), tuple(values), tuple(accumulators), tuple(elements), tuple(combined),
                reduction.reorderable)
