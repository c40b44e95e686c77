"""Changes to the variables of an indexing map that keep what it says: unused, scaled, duplicate variables;
and the points of its domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import prod

import numpy as np

from hloom.expr.index import Constant, Dim, IndexExpr, Mod, Range, Runtime, Variable, substitute_all, variables
from hloom.expr.indexing_map import DimVar, IndexingMap, RTVar
from hloom.expr.interval import Interval
from hloom.expr.predicate import NEVER, Constraint, Predicate, divide_interval
from hloom.support.diagnostics import InputError


def remove_unused_variables(map: IndexingMap) -> IndexingMap:
    """The map without the variables that neither results nor constraints (nor elements read) use.

    A constraint that couples only unused variables goes with them, provided that some point satisfies it.
    """
    return _remove_unused(map, lambda variable: True)


def remove_unused_symbols(map: IndexingMap) -> IndexingMap:
    """Like `remove_unused_variables`, for range and runtime variables only."""
    return _remove_unused(map, lambda variable: not isinstance(variable, Dim))


def _remove_unused(map: IndexingMap, removable: Callable[[Variable], bool]) -> IndexingMap:
    if map.is_undefined or map.is_known_empty:
        return map
    used = set(variables(map.results)).union(*(variables(rt.element) for rt in map.runtime if rt.element is not None))
    used.update(variable for variable in map.bounds if not removable(variable))
    kept: list[Constraint] = []
    for group in coupled_constraints(map.constraints.constraints):
        coupled = frozenset().union(*(c.expression.free_variables for c in group))
        if not used.isdisjoint(coupled) or not _is_satisfiable(group, {v: map.bounds[v] for v in coupled}):
            used |= coupled
            kept.extend(group)
    return _keep_variables(replace(map, constraints=Predicate.of(kept)), used)


def coupled_constraints(constraints: Iterable[Constraint]) -> list[list[Constraint]]:
    """The constraints in groups that have no variable in common."""
    groups: list[tuple[set[Variable], list[Constraint]]] = []
    for constraint in constraints:
        joined, members = set(constraint.expression.free_variables), [constraint]
        apart = []
        for group in groups:
            if group[0].isdisjoint(joined):
                apart.append(group)
            else:
                joined |= group[0]
                members = [*group[1], *members]
        groups = [*apart, (joined, members)]
    return [members for _, members in groups]


def _is_satisfiable(group: list[Constraint], bounds: dict[Variable, Interval]) -> bool:
    """Whether some point is known to satisfy all; False also where there are too many points to look at."""
    try:
        return domain_points(bounds, Predicate.of(group), limit=1 << 16)[next(iter(bounds))].size > 0
    except PointLimitError:
        return False


def _keep_variables(map: IndexingMap, used: set[Variable]) -> IndexingMap:
    """The map with only the variables in `used`, numbered anew."""
    kept = {
        kind: [number for number in range(len(declared)) if kind(number) in used]
        for kind, declared in ((Dim, map.dims), (Range, map.ranges), (Runtime, map.runtime))
    }
    moved = map.substitute({kind(old): kind(new) for kind in kept for new, old in enumerate(kept[kind])})
    return replace(
        moved,
        dims=tuple(moved.dims[number] for number in kept[Dim]),
        ranges=tuple(moved.ranges[number] for number in kept[Range]),
        runtime=tuple(moved.runtime[number] for number in kept[Runtime]),
    )


def rescale_ranges(map: IndexingMap) -> IndexingMap:
    """Every range variable with a constraint `s mod k in [c, c]` replaced by `s * k + c`, its bounds divided.

    The number of points stays the same; the constraint is gone. Of several such constraints on one variable the
    first is used, the others stay as constraints on the scaled variable.
    """
    bounds = map.bounds
    mapping: dict[Variable, IndexExpr] = {}
    narrowed: dict[Variable, Interval] = {}
    rest: list[Constraint] = []
    for constraint in map.constraints.constraints:
        expression, interval = constraint
        if (
            isinstance(expression, Mod)
            and isinstance(expression.left, Range)
            and isinstance(expression.right, Constant)
            and interval.is_point
            and 0 <= interval.lower < expression.right.value
            and expression.left not in mapping
        ):
            variable, step, residue = expression.left, expression.right.value, interval.lower
            mapping[variable] = variable * step + residue
            narrowed[variable] = divide_interval(bounds[variable] - interval, step)
        else:
            rest.append(constraint)
    if not mapping:
        return map
    return (
        replace(map, constraints=Predicate.of(rest))
        .substitute(mapping)
        .with_bounds(narrowed, Predicate.of(rest).substitute(mapping))
    )


def merge_duplicate_runtime_variables(map: IndexingMap, assume_feasible: bool = False) -> IndexingMap:
    """The map with one runtime variable for those that read the same element of the same value.

    Each stands for the number that is read, clamped to its bounds: those with other bounds are other numbers. With
    `assume_feasible` all numbers lie within all bounds, which are intersected.
    """
    first: dict[object, int] = {}
    mapping: dict[Variable, IndexExpr] = {}
    bounds: dict[Variable, Interval] = {}
    for number, rt in enumerate(map.runtime):
        if rt.value is None or rt.element is None:
            continue
        original = first.setdefault((id(rt.value), rt.element, None if assume_feasible else rt.bounds), number)
        known = bounds.get(Runtime(original), rt.bounds)
        bounds[Runtime(original)] = known.intersect(rt.bounds)
        if original != number:
            mapping[Runtime(number)] = Runtime(original)
    if not mapping:
        return map
    merged = map.substitute(mapping)
    merged = merged.with_bounds(bounds, merged.constraints)
    return _keep_variables(merged, set(merged.bounds) - set(mapping))


def convert_ranges_to_dims(map: IndexingMap) -> IndexingMap:
    """The map with every range variable made a further dimension variable, after the present ones."""
    return _convert(map, ranges=True, runtime=False)


def convert_symbols_to_dims(map: IndexingMap) -> IndexingMap:
    """The map with range and runtime variables made dimension variables (what runtime variables read is lost)."""
    return _convert(map, ranges=True, runtime=True)


def _convert(map: IndexingMap, *, ranges: bool, runtime: bool) -> IndexingMap:
    converted: list[tuple[Variable, Interval, str | None]] = []
    if ranges:
        converted.extend((Range(k), v.bounds, v.name) for k, v in enumerate(map.ranges))
    if runtime:
        converted.extend((Runtime(k), v.bounds, v.name) for k, v in enumerate(map.runtime))
    mapping: dict[Variable, IndexExpr] = {variable: Dim(len(map.dims) + k) for k, (variable, _, _) in enumerate(converted)}
    kept_runtime: tuple[RTVar, ...] = (
        ()
        if runtime
        else tuple(rt if rt.element is None else replace(rt, element=substitute_all(rt.element, mapping)) for rt in map.runtime)
    )
    return IndexingMap(
        substitute_all(map.results, mapping),
        (*map.dims, *(DimVar(bounds, name) for _, bounds, name in converted)),
        () if ranges else map.ranges,
        kept_runtime,
        map.constraints.substitute(mapping),
        map.is_undefined,
    )


# -- map points ----------------------------------------------------------------------------------------------------------------
# The points of a domain: enumeration and count.

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
