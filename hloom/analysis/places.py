"""Where reads lie in memory, and how they move with the loops around them (indexing analysis: "Coalescing").

A loop is contiguous for a read that moves from element to neighbouring element along it. Loops are ordered, and loops over rows
joined, so that the innermost one is. Strides and places count elements; without a layout a tensor is row-major.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from hloom.expr.access import coefficient
from hloom.expr.index import Constant, IndexExpr, Simplifier, Variable, linear_combination
from hloom.expr.interval import Interval
from hloom.ir.layout import strides_of


def strides(shape: Sequence[int], minor_to_major: Sequence[int] | None = None) -> tuple[int, ...]:
    """Elements between neighbours along each dimension, in a layout; row-major if there is none."""
    return _row_major(tuple(shape)) if minor_to_major is None else strides_of(shape, minor_to_major)


@lru_cache(maxsize=1024)
def _row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    return strides_of(shape, range(len(shape) - 1, -1, -1))


def offset(shape: Sequence[int], index: Sequence[IndexExpr], simplifier: Simplifier,
           minor_to_major: Sequence[int] | None = None) -> IndexExpr:
    """Where the element at `index` of a tensor of this shape lies, simplified."""
    simplify = simplifier.simplify
    return simplify(linear_combination([(simplify(k), s) for k, s in zip(index, strides(shape, minor_to_major))]))


def step(shape: Sequence[int], index: Sequence[IndexExpr], variable: Variable) -> int | None:
    """By how much a read at `index`, whose expressions are simplified, moves with one step of a loop over `variable`; None where
    that is not the same everywhere, or is not known without a closer look."""
    return _step(strides(shape), index, variable)


def _step(steps: Sequence[int], index: Sequence[IndexExpr], variable: Variable) -> int | None:
    """`step` in memory with these strides."""
    total = 0
    for expression, stride in zip(index, steps):
        if expression is variable:
            total += stride
        elif variable in expression.free_variables:
            factor = coefficient(expression, variable)
            if factor is None:
                return None
            total += factor * stride
    return total


def runs_inside(shape: Sequence[int], index: Sequence[IndexExpr], outer: Collection[Variable],
                inner: Collection[Variable]) -> bool:
    """Whether a read moves along the loops `inner` at least as closely as along the loops `outer` around them.

    It does not if it is a column that is walked down inside of a loop over columns: its contiguous loop is the outer one. What
    stays in its place along the inner loops, or along the outer ones, is no matter.
    """
    steps = strides(shape)
    around = _closest(steps, index, outer)
    if around == 0:
        return True
    within = _closest(steps, index, inner)
    return within == 0 or (within is not None and (within == 1 or (around is not None and within <= around)))


def _closest(steps: Sequence[int], index: Sequence[IndexExpr], variables: Collection[Variable]) -> int | None:
    """The least distance by which a read moves with one of some loops; 0 if with none, None if that is not known."""
    least, is_known = 0, True
    for v in variables:
        if v.bounds.upper > v.bounds.lower:
            found = _step(steps, index, v)
            if found is None:
                is_known = False
            elif found == 1 or found == -1:
                return 1
            elif found and (not least or abs(found) < least):
                least = abs(found)
    return least if is_known else None


def same_tile(index: Sequence[IndexExpr], variables: Sequence[Variable]) -> int:
    """Along how many leading dimensions a tile of one element, at `variables`, reads a tile of one element at the same place.

    So far the tile stays what it is: of a reader's rows each reads one row, the one at its own place. (`tiling.propagate` gives
    these dimensions the extent [offset o, size 1] of the reader's.) A variable with one value may stand as that value.
    """
    depth = 0
    for expression, variable in zip(index, variables):
        if expression is not variable and not _is_only_value(expression, variable):
            break
        depth += 1
    return depth


def _is_only_value(expression: IndexExpr, variable: Variable) -> bool:
    bounds = getattr(variable, "bounds", None)
    return isinstance(expression, Constant) and bounds == Interval.point(expression.value)
