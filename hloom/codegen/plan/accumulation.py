"""Sums and products of bf16 and f16 numbers are accumulated in f32 and rounded once: more exact than rounding each step."""

from __future__ import annotations

from hloom.codegen.plan.reducers import reducer
from hloom.expr.scalar import Apply, Argument, Reduction, ReductionResult, Rewriter, Scalar, convert, reductions
from hloom.numbers.element_type import ELEMENT_TYPES, F32, ElementType

_NARROW = {ELEMENT_TYPES["bf16"], ELEMENT_TYPES["f16"]}
_ACCUMULATED = {"add", "multiply"}


def is_accumulated_wide(function: str | None, type: ElementType) -> bool:
    """Whether a reduction of numbers of a type by a function is done in f32."""
    return function in _ACCUMULATED and type in _NARROW


def with_wide_sums(roots: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """The scalars with their sums and products of narrow floats in f32; the order of those reductions must be free."""
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
    """The reduction with the accumulators `chosen` in f32. Each of them is combined with its own element only."""
    initial, values = list(reduction.initial), list(reduction.values)
    accumulators, elements, combined = list(reduction.accumulators), list(reduction.elements), list(reduction.combined)
    for k in chosen:
        function: Apply = reduction.combined[k]  # type: ignore[assignment]
        initial[k], values[k] = convert(initial[k], F32), convert(values[k], F32)
        accumulators[k], elements[k] = Argument(F32, "accumulator"), Argument(F32, "element")
        pair = dict(zip((reduction.accumulators[k], reduction.elements[k]), (accumulators[k], elements[k])))
        combined[k] = Apply(function.function, tuple(pair[c] for c in function.children), F32)  # type: ignore[index]
    return Reduction(reduction.variables, tuple(initial), tuple(values), tuple(accumulators), tuple(elements), tuple(combined),
                reduction.reorderable)
