"""Reductions of few elements (the windows of pooling, rows of vectors in space) written out as expressions.

A loop of a few turns inside of a loop over vectors costs more than what it computes. Written out, the places of the elements are
constants: reads that lie beside each other share registers, and conditions (padding) hold or not for whole ranges of the loop
around them.
"""

from __future__ import annotations

from itertools import product
from math import prod

from hloom.codegen.plan.kernels import extents
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.reducers import identity, reducers
from hloom.expr.index import Symbol, lift
from hloom.expr.scalar import Literal, Reduction, ReductionResult, Rewriter, Scalar, reductions, walk

#: The most elements of a reduction that is written out, and the most scalars that it may become unless somebody knows better.
_ELEMENTS, _SCALARS = 16, 200
#: Functions whose identity may be left out for every other operand, bit by bit.
_EXACT = {"maximum", "minimum", "and", "or", "xor"}


def unrolled(root: Scalar, most: int = _SCALARS) -> Scalar:
    """The scalar with its short reductions as expressions, of so many scalars at most, in the same order."""
    mapping: dict[Scalar, Scalar] = {}
    for reduction in reductions(root):
        if is_short(reduction, most):
            results = _written_out(reduction)
            mapping.update({ReductionResult(reduction, k): result for k, result in enumerate(results)})
    return Rewriter(scalars=mapping)(root) if mapping else root


def is_short(reduction: Reduction, most: int = _SCALARS) -> bool:
    """Whether a reduction has few elements, and expressions for these that are no reductions themselves."""
    if not all(isinstance(v, Symbol) and v.bounds.lower == 0 for v in reduction.variables) or reductions(*reduction.values):
        return False
    count = prod(extents(reduction.variables))  # type: ignore[arg-type]
    size = sum(1 for x in (*reduction.values, *reduction.combined) for _ in walk(x))
    return 0 < count <= _ELEMENTS and count * size <= most


def _written_out(reduction: Reduction) -> list[Scalar]:
    functions = reducers(reduction)
    current: list[Scalar] | None = list(reduction.initial)
    if functions is not None and all(function in _EXACT and isinstance(x, Literal)
                                     and x is Literal(identity(function, x.type), x.type)
                                     for function, x in zip(functions, reduction.initial)):
        current = None
    for point in product(*map(range, extents(reduction.variables))):  # type: ignore[arg-type]
        at = Simplifying(index={v: lift(k) for v, k in zip(reduction.variables, point)})
        elements = [at(value) for value in reduction.values]
        if current is None:
            current = elements
            continue
        placeholders = (*reduction.accumulators, *reduction.elements)
        step = Rewriter(scalars=dict(zip(placeholders, (*current, *elements))))
        current = [step(x) for x in reduction.combined]
    assert current is not None
    return current
