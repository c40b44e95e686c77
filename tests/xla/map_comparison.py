"""Whether an indexing map is the one that a table of facts states: by text, or proven equal at every point and no longer."""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np

from hloom.expr.index import Range, Runtime, Simplifier
from hloom.expr.interval import Interval
from hloom.indexing import IndexingMap, format_map, parse_map, points
from hloom.support.diagnostics import InputError

#: Maps that print otherwise and were proven equal in this run: what was printed, and what the table has.
OTHER_FORMS: list[tuple[str, str]] = []


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def is_stated(map: IndexingMap, expected: str) -> bool:
    """Whether the map prints as `expected`, white space apart, or is no longer than that and equal to it at every point."""
    texts = {squeezed(format_map(map, division=division)) for division in ("/", "floordiv")}
    if squeezed(expected) in texts:
        return True
    other = parse_map(expected)
    if min(map_length(map), *[len(t) for t in texts]) > map_length(other) or not are_equal(map, other):
        return False
    OTHER_FORMS.append((str(map), expected))
    return True


def map_length(map: IndexingMap) -> int:
    return len(squeezed(str(map)))


def are_equal(map: IndexingMap, other: IndexingMap) -> bool:
    """Whether two maps relate the same indices; range and runtime variables may stand in another order."""
    a, b = map.simplify(), other.simplify()
    if a.is_undefined or b.is_undefined or len(a.dims) != len(b.dims) or len(a.results) != len(b.results):
        return a.is_undefined and b.is_undefined
    a, b = without_single(a), without_single(b)
    if [v.bounds for v in a.dims] != [v.bounds for v in b.dims]:
        return False
    if len(a.ranges) == len(b.ranges) <= 5 and len(a.runtime) == len(b.runtime):
        for order in permutations(range(len(a.ranges))):
            renamed = a.substitute({Range(k): Range(n) for k, n in enumerate(order)})
            bounds = {Range(n): a.ranges[k].bounds for k, n in enumerate(order)}
            if _same(renamed.with_bounds(bounds, renamed.constraints), b):
                return True
    try:
        return _relation(a) == _relation(b)
    except InputError:  # too many points to look at
        return False


def without_single(map: IndexingMap) -> IndexingMap:
    """The map without the range and runtime variables that can take one value only."""
    from hloom.indexing import remove_unused_symbols

    single = {v: i.lower for v, i in map.bounds.items() if isinstance(v, Range | Runtime) and i.is_point}
    return remove_unused_symbols(map.substitute(single).simplify())


def _same(a: IndexingMap, b: IndexingMap) -> bool:
    """Whether maps have one domain, and results whose differences simplify to zero."""
    if [v.bounds for v in (*a.ranges, *a.runtime)] != [v.bounds for v in (*b.ranges, *b.runtime)]:
        return False
    if a.constraints is not b.constraints:
        return False
    simplifier = Simplifier(a.known_intervals())
    return all(simplifier.interval(simplifier.simplify(x - y)) == Interval.point(0) for x, y in zip(a.results, b.results))


def _relation(map: IndexingMap) -> set[tuple[int, ...]]:
    found = points(map, limit=1 << 20)
    columns = [found[v] for v in map.bounds]
    count = columns[0].size if columns else 1
    dims, ranges = len(map.dims), len(map.ranges)
    results = map.evaluate(columns[:dims], columns[dims : dims + ranges], columns[dims + ranges :])
    table = [np.broadcast_to(x, count).tolist() for x in (*columns[:dims], *results)]
    return set(zip(*table)) if table else {()}
