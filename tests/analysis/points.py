"""What indexing maps say, point by point: pairs of an index of one tensor and an index of the other, as flat numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hloom.expr.index import Dim
from hloom.indexing import IndexingMap, points


def related(maps: Iterable[IndexingMap], first: Sequence[int], second: Sequence[int]) -> np.ndarray:
    """`table[i, j]`: whether some map takes flat index i of a tensor of shape `first` to flat index j of one of shape `second`.

    Runtime variables take all their feasible values. UNDEFINED relates everything.
    """
    table = np.zeros((int(np.prod(first)), int(np.prod(second))), bool)
    for map in maps:
        if map.is_undefined:
            table[...] = True
            continue
        found = points(map)
        count = next(iter(found.values())).size if found else 1
        if not count:
            continue
        values = [found.get(variable) for variable in map.bounds]
        dims, ranges = len(map.dims), len(map.ranges)
        reads = map.evaluate(values[:dims], values[dims : dims + ranges], values[dims + ranges :])
        reads = [np.broadcast_to(r, count) for r in reads]
        inside = np.full(count, True)
        for r, n in zip(reads, second):
            inside &= (r >= 0) & (r < n)
        places = [np.broadcast_to(found[Dim(k)], count)[inside] for k in range(dims)]
        table[_flat(places, first, inside.sum()), _flat([r[inside] for r in reads], second, inside.sum())] = True
    return table


def _flat(index: Sequence[np.ndarray], shape: Sequence[int], count: int) -> np.ndarray:
    total = np.zeros(count, np.int64)
    for k, n in zip(index, shape):
        total = total * n + k
    return total
