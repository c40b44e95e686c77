"""Row-major offsets of indices into buffers."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hloom.expr.index import IndexExpr, Simplifier, linear_combination


def strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides in elements."""
    return tuple(prod(shape[k + 1 :]) for k in range(len(shape)))


def offset(shape: Sequence[int], index: Sequence[IndexExpr], simplifier: Simplifier) -> IndexExpr:
    """Offset in elements of `index` into a buffer of this shape, simplified."""
    simplify = simplifier.simplify
    return simplify(linear_combination([(simplify(k), s) for k, s in zip(index, strides(shape))]))
