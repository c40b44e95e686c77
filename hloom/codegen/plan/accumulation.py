"""Sums and products of bf16 and f16 numbers are accumulated in f32 and rounded once: more exact than rounding each step."""

from __future__ import annotations

from hloom.codegen.plan.folds import combiner
from hloom.expr.scalar import Apply, Argument, Fold, FoldResult, Rewriter, Scalar, convert, folds
from hloom.numbers.element_type import ELEMENT_TYPES, F32, ElementType

_NARROW = {ELEMENT_TYPES["bf16"], ELEMENT_TYPES["f16"]}
_ACCUMULATED = {"add", "multiply"}


def is_accumulated_wide(function: str | None, type: ElementType) -> bool:
    """Whether folding numbers of a type with a function goes on in f32."""
    return function in _ACCUMULATED and type in _NARROW


def with_wide_sums(roots: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """The scalars with their sums and products of narrow floats in f32; the order of those folds must be free."""
    mapping: dict[Scalar, Scalar] = {}
    for fold in folds(*roots):
        chosen = [k for k, x in enumerate(fold.initial) if fold.reorderable and is_accumulated_wide(combiner(fold, k), x.type)]
        if chosen:
            made = _widened(fold, chosen)
            mapping.update({FoldResult(fold, k): convert(FoldResult(made, k), x.type) for k, x in enumerate(fold.initial)})
    return tuple(map(Rewriter(scalars=mapping), roots)) if mapping else roots


def _widened(fold: Fold, chosen: list[int]) -> Fold:
    """The fold with the accumulators `chosen` in f32. Each of them is combined with its own element only."""
    initial, values = list(fold.initial), list(fold.values)
    accumulators, elements, combined = list(fold.accumulators), list(fold.elements), list(fold.combined)
    for k in chosen:
        function: Apply = fold.combined[k]  # type: ignore[assignment]
        initial[k], values[k] = convert(initial[k], F32), convert(values[k], F32)
        accumulators[k], elements[k] = Argument(F32, "accumulator"), Argument(F32, "element")
        pair = dict(zip((fold.accumulators[k], fold.elements[k]), (accumulators[k], elements[k])))
        combined[k] = Apply(function.function, tuple(pair[c] for c in function.children), F32)  # type: ignore[index]
    return Fold(fold.variables, tuple(initial), tuple(values), tuple(accumulators), tuple(elements), tuple(combined),
                fold.reorderable)
