"""Coalescing: what a run of consecutive outputs reads (indexing analysis: "Coalescing").

Neighbouring outputs that read neighbouring memory share cache lines; the bytes on the lines that are touched, over the bytes that
are used, say what a loop over the outputs costs. Layouts say where an element lies; without one it is row-major.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hloom.analysis.places import offset
from hloom.expr.access import coefficient
from hloom.expr.index import Dim, IndexExpr, Range
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import Interval
from hloom.expr.map_variables import PointLimitError, domain_points
from hloom.expr.simplify import Simplifier
from hloom.expr.variables import evaluate_all
from hloom.support.records import dataclass

CACHE_LINE = 64
_MOST_POINTS = 1 << 22


@dataclass(frozen=True)
class Coalescing:
    """What one run of consecutive outputs reads of an operand.

    `elements` are distinct; `bytes` are theirs; `lines` counts the cache lines touched. `stride` is the number of elements by
    which the read moves from one output to the next along the innermost output dimension, `inner_stride` along the innermost
    range variable (a reduction's loop); None where it is not the same everywhere. `is_whole` is False where only the innermost
    range variable was run through, the others standing at their first value.
    """

    outputs: int
    elements: int
    bytes: int
    lines: int
    stride: int | None
    inner_stride: int | None
    is_whole: bool
    line_bytes: int = CACHE_LINE

    @property
    def efficiency(self) -> float:
        """Bytes used over bytes of the lines touched; 1 is best, 0 where nothing is read."""
        return self.bytes / (self.lines * self.line_bytes) if self.lines else 0.0

    @property
    def is_coalesced(self) -> bool:
        """Whether no smaller number of lines could hold what is read, unaligned starts apart."""
        return self.lines <= -(-self.bytes // self.line_bytes) + 1

    def __str__(self) -> str:
        stride = "varying" if self.stride is None else str(self.stride)
        inner = "" if self.inner_stride is None else f", inner stride {self.inner_stride}"
        part = "" if self.is_whole else " for each step of the outer loops"
        return (f"{self.bytes} bytes on {self.lines} cache lines{part}, stride {stride}{inner}, "
                f"{100 * self.efficiency:.4g} % of the lines used")


def coalescing(map: IndexingMap, output: Sequence[int], operand: Sequence[int], element_bytes: int, *, tile: int = 64,
               minor_to_major: Sequence[int] | None = None, line_bytes: int = CACHE_LINE) -> Coalescing | None:
    """What `tile` consecutive outputs in the middle of a tensor of shape `output` read of an operand, by one map.

    `minor_to_major` is the operand's layout. None for a map that is UNDEFINED, or whose loops are too long to run through.
    """
    if map.is_undefined:
        return None
    place = offset(operand, map.results, Simplifier(map.known_intervals()), minor_to_major)
    size = prod(output)
    count = min(tile, size)
    start = (size - count) // 2 // max(tile, 1) * tile
    outputs = np.unravel_index(np.arange(start, start + count), tuple(output)) if output else ()
    loops = {v: interval for v, interval in map.bounds.items() if not isinstance(v, Dim)}
    is_whole = True
    try:
        inner = domain_points(loops, map.constraints_on(loops), limit=max(_MOST_POINTS // max(count, 1), 1))
    except PointLimitError:
        is_whole = False
        last = max((v for v in loops if isinstance(v, Range)), key=lambda v: v.number, default=None)
        fixed = {v: i if v is last else Interval.point(i.lower) for v, i in loops.items()}
        try:
            inner = domain_points(fixed, map.constraints_on(loops), limit=_MOST_POINTS)
        except PointLimitError:
            return None
    steps = next(iter(inner.values())).size if inner else 1
    values = {Dim(k): np.repeat(index, steps) for k, index in enumerate(outputs)}
    values.update({v: np.tile(points, count) for v, points in inner.items()})
    inside = np.broadcast_to(map.domain_predicate().holds(values), count * steps)
    read = np.unique(np.broadcast_to(np.asarray(evaluate_all([place], values)[0]), count * steps)[inside])
    first = read * element_bytes
    lines = np.unique(np.concatenate([first // line_bytes, (first + element_bytes - 1) // line_bytes]))
    return Coalescing(count, read.size, read.size * element_bytes, lines.size, _stride(place, output), _inner_stride(map, place),
                      is_whole, line_bytes)


def _stride(place: IndexExpr, output: Sequence[int]) -> int | None:
    moving = [k for k, n in enumerate(output) if n != 1]
    return coefficient(place, Dim(moving[-1])) if moving else 0


def _inner_stride(map: IndexingMap, place: IndexExpr) -> int | None:
    return coefficient(place, Range(len(map.ranges) - 1)) if map.ranges else None
