"""The points of a domain: enumeration and count."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np

from hloom.expr.index import Variable
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import Interval
from hloom.expr.predicate import NEVER, Predicate
from hloom.support.diagnostics import InputError

DEFAULT_POINT_LIMIT = 1 << 24


class PointLimitError(InputError):
    """A domain has more points (or unbounded ones) than the caller wants to see."""


def domain_points(
    bounds: Mapping[Variable, Interval], constraints: Predicate, *, limit: int = DEFAULT_POINT_LIMIT
) -> dict[Variable, np.ndarray]:
    """Every point inside `bounds` at which `constraints` hold: one int64 array of equal length per variable.

    The points come in lexicographic order. Raises PointLimitError if the box has more than `limit` points.
    """
    sizes = [interval.size if interval.is_bounded or interval.is_empty else limit + 1 for interval in bounds.values()]
    if constraints is NEVER:
        sizes = [0] * len(sizes)
    if prod(sizes) > limit:
        raise PointLimitError(f"the domain has more than {limit} points")
    axes = [np.arange(n, dtype=np.int64) + i.lower if n else np.zeros(0, np.int64) for n, i in zip(sizes, bounds.values())]
    grid = [axis.reshape(-1) for axis in np.meshgrid(*axes, indexing="ij")] if axes else []
    points = dict(zip(bounds, grid))
    if constraints.constraints and grid and grid[0].size:
        kept = np.broadcast_to(constraints.holds(points), grid[0].shape)
        points = {variable: values[kept] for variable, values in points.items()}
    return points


def points(map: IndexingMap, *, limit: int = DEFAULT_POINT_LIMIT) -> dict[Variable, np.ndarray]:
    """The points of the map's domain, by variable (see `domain_points`)."""
    return domain_points(map.bounds, map.constraints, limit=limit)


def count_points(map: IndexingMap, *, limit: int = DEFAULT_POINT_LIMIT) -> int:
    """The number of points of the map's domain.

    Only variables under constraints are enumerated, each group of coupled ones on its own; raises PointLimitError
    if a group has more than `limit` points to look at, or if a variable is unbounded.
    """
    from hloom.expr.map_variables import coupled_constraints

    if map.is_known_empty:
        return 0
    free = dict(map.bounds)
    total = 1
    for group in coupled_constraints(map.constraints.constraints):
        coupled = {v: free.pop(v) for v in list(free) if any(v in c.expression.free_variables for c in group)}
        total *= next(iter(domain_points(coupled, Predicate.of(group), limit=limit).values())).size
    if any(not interval.is_bounded for interval in free.values()):
        raise PointLimitError("the domain has a variable without bounds")
    return total * prod(interval.size for interval in free.values())
