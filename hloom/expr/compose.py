"""Composition of indexing maps, and the intersection of their domains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hloom.expr.index import Dim, IndexExpr, Range, Runtime, Variable, substitute_all
from hloom.expr.indexing_map import UNDEFINED, Declared, IndexingMap, RTVar
from hloom.expr.interval import Interval
from hloom.expr.predicate import NEVER, Predicate, merge_constraints
from hloom.expr.variables import numbered
from hloom.support.diagnostics import InputError


def compose(first: IndexingMap, second: IndexingMap) -> IndexingMap:
    """The map `x -> second(first(x))`.

    For indexing from output to input, `first` belongs to the consumer and `second` to the producer of the tensor in
    between. The result has the dimensions of `first`; the range and runtime variables of `second` come before those
    of `first`. The bounds of the dimensions of `second` become constraints on the results of `first`; one on a bare
    variable narrows its bounds. Nothing else is simplified. UNDEFINED is contagious, and so is a known empty domain.
    Raises InputError where the numbers of results and dimensions differ.
    """
    if first.is_undefined or second.is_undefined:
        return UNDEFINED
    if len(first.results) != len(second.dims):
        raise InputError(f"cannot compose {len(first.results)} results with {len(second.dims)} dimension variables")
    shifted: dict[Variable, IndexExpr] = {
        **{Range(k): Range(k + len(second.ranges)) for k in range(len(first.ranges))},
        **{Runtime(k): Runtime(k + len(second.runtime)) for k in range(len(first.runtime))},
    }
    moved = substitute_all(first.results, shifted) if shifted else first.results
    inner = dict(zip(numbered(Dim, len(moved)), moved))
    runtime = (
        *[_reading(rt, inner) for rt in second.runtime],
        *[_reading(rt, shifted) for rt in first.runtime],
    )
    known_empty = first.is_known_empty or second.is_known_empty
    intervals = dict(first.constraints.substitute(shifted).intervals)
    limits = [
        *second.constraints.substitute(inner).intervals.items(),
        *zip(moved, [dim.bounds for dim in second.dims]),
    ]
    results = substitute_all(second.results, inner)
    ranges = (*second.ranges, *first.ranges)
    if known_empty or not merge_constraints(intervals, limits):
        return IndexingMap(results, first.dims, ranges, runtime, NEVER)
    return IndexingMap(
        results,
        _absorb(first.dims, Dim, intervals),
        _absorb(ranges, Range, intervals),
        _absorb(runtime, Runtime, intervals),
        Predicate.of_merged(intervals),
    )


def _reading(rt: RTVar, mapping: Mapping[Variable, IndexExpr]) -> RTVar:
    return rt if rt.element is None else replace(rt, element=substitute_all(rt.element, mapping))


def _absorb(
    declared: tuple[Declared, ...], kind: type[Dim | Range | Runtime], intervals: dict[IndexExpr, Interval]
) -> tuple[Declared, ...]:
    """The declarations of variables with the constraints on single ones, which are taken out of `intervals`."""
    given = [intervals.pop(variable, None) for variable in numbered(kind, len(declared))]
    if not any(given):
        return declared
    return tuple([replace(v, bounds=v.bounds.intersect(each)) if each else v for v, each in zip(declared, given)])


def intersect_domains(left: IndexingMap, right: IndexingMap) -> IndexingMap:
    """`left` on the points that also lie in the domain of `right`. Raises InputError for other variables."""
    if left.is_undefined or right.is_undefined:
        return UNDEFINED
    if left.bounds.keys() != right.bounds.keys():
        raise InputError("cannot intersect the domains of maps with different numbers of variables")
    other = right.bounds
    return left.with_bounds(
        {v: interval.intersect(other[v]) for v, interval in left.bounds.items()}, left.constraints & right.constraints
    )
