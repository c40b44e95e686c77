"""Repeated reads: how often the elements of a tensor are asked for, and so how often they would be computed where they are read.

A map says which elements one element of a result depends on. Where several elements of the result depend on one, or one does so
through several reads, a producer that is computed in the place of each read is computed more than once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

from hloom.analysis.accesses import accesses
from hloom.expr.index import Symbol
from hloom.expr.scalar import Scalar


def evaluations(scalars: Iterable[Scalar], dims: Sequence[Symbol]) -> dict[Any, int]:
    """For each source that the scalars read, for how many elements they ask at all points of `dims`, repeated ones counted.

    Every distinct read counts once for each point of `dims` and of the reductions around it, whatever the condition under which
    it is reached: loops that run in vectors compute both arms of a choice.
    """
    points = prod(v.bounds.size for v in dims)
    found: dict[Any, int] = {}
    seen: set[Any] = set()
    for scalar in scalars:
        for access in accesses(scalar):
            key = access.source, access.index, access.ranges
            if key not in seen:
                seen.add(key)
                times = prod(v.bounds.size for v in access.ranges)  # type: ignore[attr-defined]
                found[access.source] = found.get(access.source, 0) + points * times
    return found
