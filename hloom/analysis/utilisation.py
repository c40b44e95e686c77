"""Operand utilisation: how many elements of a tensor are read at all (indexing analysis: "Operand utilization").

The count is exact. Results of a map that share no variable, directly or through a constraint, range independently of each
other: each group is enumerated on its own, and what is read is the product of the groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

import numpy as np

from hloom.expr.indexing_map import IndexingMap
from hloom.expr.map_variables import PointLimitError, coupled_constraints, domain_points
from hloom.expr.predicate import Predicate
from hloom.expr.variables import evaluate_all
from hloom.support.records import dataclass

#: Elements of a tensor of which each is marked when several maps read it.
_MOST_MARKED = 1 << 27
#: Points that are enumerated for one group of results.
_MOST_POINTS = 1 << 22


@dataclass(frozen=True)
class Utilisation:
    """`read` of `size` elements; `is_exact` is False where `read` is only a bound from above."""

    read: int
    size: int
    is_exact: bool = True

    @property
    def ratio(self) -> float:
        """Elements read over elements; 1 for a tensor without elements."""
        return self.read / self.size if self.size else 1.0

    def __str__(self) -> str:
        return f"{'' if self.is_exact else 'at most '}{self.read} of {self.size} ({100 * self.ratio:.4g} %)"


def utilisation(maps: Iterable[IndexingMap], shape: Sequence[int]) -> Utilisation:
    """The number of distinct elements of a tensor of `shape` that the maps name; runtime variables take all their values.

    Maps with runtime variables name what may be read, UNDEFINED may name everything: the count is a bound then.
    """
    size = prod(shape)
    maps = [map for map in maps if map.is_undefined or not map.is_known_empty]
    if any(map.is_undefined for map in maps):
        return Utilisation(size, size, False)
    is_exact = not any(map.runtime for map in maps)
    try:
        images = [_groups(map, shape) for map in maps]
    except PointLimitError:
        return Utilisation(size, size, False)
    counts = [prod(len(places) for places in image) for image in images]
    if len(images) <= 1 or max(counts) == size:
        return Utilisation(max(counts, default=0), size, is_exact)
    if size > _MOST_MARKED:
        return Utilisation(min(sum(counts), size), size, False)
    marked = np.zeros(size, bool)
    for image in images:
        flat = np.zeros(1, np.int64)
        for places in image:
            flat = (flat[:, None] + places).reshape(-1)
        marked[flat] = True
    return Utilisation(int(marked.sum()), size, is_exact)


def _groups(map: IndexingMap, shape: Sequence[int]) -> list[np.ndarray]:
    """For each group of coupled results, the distinct sums of index times stride that it takes."""
    strides = [prod(shape[k + 1 :]) for k in range(len(shape))]
    waiting = list(enumerate(map.results))
    constraints = coupled_constraints(map.constraints.constraints)
    found: list[np.ndarray] = []
    while waiting:
        first = waiting.pop(0)
        members, known = [first], set(first[1].free_variables)
        own: list[list] = []
        grown = True
        while grown:
            grown = False
            for group in [g for g in constraints if known & frozenset().union(*(c.expression.free_variables for c in g))]:
                constraints.remove(group)
                own.append(group)
                known |= frozenset().union(*(c.expression.free_variables for c in group))
                grown = True
            for entry in [e for e in waiting if known & e[1].free_variables]:
                waiting.remove(entry)
                members.append(entry)
                known |= entry[1].free_variables
                grown = True
        bounds = {v: interval for v, interval in map.bounds.items() if v in known}
        points = domain_points(bounds, Predicate.of(c for group in own for c in group), limit=_MOST_POINTS)
        count = next(iter(points.values())).size if points else 1
        total, inside = np.zeros(count, np.int64), np.full(count, True)
        for (k, _), value in zip(members, evaluate_all([e for _, e in members], points)):
            total = total + np.asarray(value) * strides[k]
            inside &= (np.asarray(value) >= 0) & (np.asarray(value) < shape[k])
        found.append(np.unique(total[inside]))
    # Constraints on variables that no result has only say whether there is anything at all.
    for group in constraints:
        bounds = {v: map.bounds[v] for c in group for v in c.expression.free_variables}
        if not next(iter(domain_points(bounds, Predicate.of(group), limit=_MOST_POINTS).values())).size:
            return [np.zeros(0, np.int64)]
    if any(interval.is_empty for interval in map.bounds.values()):
        return [np.zeros(0, np.int64)]
    return found
