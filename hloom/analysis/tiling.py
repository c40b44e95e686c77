"""Tile propagation: the tile of an operand that a tile of the output reads (indexing analysis: "Tiling").

A tile is a hyperrectangle: along each dimension an offset, a size and a stride. The output's tile is symbolic (`o0, o1, ...`
offsets, `n0, ...` sizes, `t0, ...` strides); an operand's tile is stated in these, with the conditions under which what is
read is a tile at all. Along one dimension of the operand a map may give

    a constant                        one element
    a * d + c                         the output's tile, scaled
    b * s + c, s a whole range        all of that range
    a * d + b * s + c                 a window, without gaps if its steps overlap or meet
    d floordiv m, d mod m             a digit: whole periods or a part of one
    sum of d_k * w_k in mixed radix   a run, if the tile is whole in the minor dimensions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.expr.index import (
    Constant,
    Dim,
    FloorDiv,
    IndexExpr,
    Mod,
    Range,
    Symbol,
    evaluate,
    fresh,
    lift,
    simplify,
    split_affine,
)
from hloom.expr.index_text import format_expression
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import INT64_MAX, Interval
from hloom.expr.predicate import ALWAYS, NEVER, Predicate
from hloom.support.records import dataclass


class Extent(NamedTuple):
    """A tile along one dimension, symbolic or in numbers: the elements `offset + k * stride` for k in [0, size)."""

    offset: IndexExpr
    size: IndexExpr
    stride: IndexExpr

    def __str__(self) -> str:
        return f"[offset {_text(self.offset)}, size {_text(self.size)}, stride {_text(self.stride)}]"


@dataclass(frozen=True)
class OutputTile:
    """The symbols of a tile of a tensor: offsets `o0...`, sizes `n0...`, strides `t0...`, bounded by its shape."""

    shape: tuple[int, ...]
    offsets: tuple[Symbol, ...]
    sizes: tuple[Symbol, ...]
    strides: tuple[Symbol, ...]

    @staticmethod
    def of(shape: Sequence[int]) -> OutputTile:
        """Fresh symbols for a tensor of this shape."""
        return OutputTile(tuple(shape), tuple(fresh(Interval(0, max(n - 1, 0)), f"o{k}") for k, n in enumerate(shape)),
                          tuple(fresh(Interval(1, max(n, 1)), f"n{k}") for k, n in enumerate(shape)),
                          tuple(fresh(Interval(1, max(n, 1)), f"t{k}") for k, n in enumerate(shape)))

    def values(self, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int] | None = None) -> dict[Symbol, int]:
        """The numbers by symbol."""
        return dict(zip((*self.offsets, *self.sizes, *self.strides), (*offsets, *sizes, *(strides or [1] * len(self.shape)))))


@dataclass(frozen=True)
class Tile:
    """One way in which the operand's part is a tile: its extents, where `condition` holds."""

    extents: tuple[Extent, ...]
    condition: Predicate

    def at(self, values: dict[Symbol, int]) -> list[tuple[int, int, int]] | None:
        """Offset, size and stride by dimension for a tile in numbers; None where the condition does not hold."""
        if not self.condition.holds(values):
            return None
        return [tuple(int(evaluate(e, values)) for e in extent) for extent in self.extents]  # type: ignore[misc]

    def __str__(self) -> str:
        limits = [f"{_text(e)} {'>= 0' if i == Interval(0, INT64_MAX) else f'in {i}'}" for e, i in self.condition.constraints]
        return f"({', '.join(map(str, self.extents))}){' where ' if limits else ''}{' and '.join(sorted(limits))}"


def _text(expression: IndexExpr) -> str:
    """An expression with the symbols of tiles by their names."""
    return format_expression(expression, {v: v.prefix for v in expression.free_variables if isinstance(v, Symbol)})


def propagate(map: IndexingMap, tile: OutputTile) -> list[Tile]:
    """The operand's tiles that a tile of the output reads by a map; empty where what is read is no tile as far as is known.

    Several answers are cases: each holds under its own condition. A tile that reaches beyond the map's domain, as at a padded
    edge, reads what of the tile lies inside. Runtime variables shift a tile; they appear in its offset.
    """
    if map.is_undefined or map.is_known_empty:
        return []
    cases: list[tuple[list[Extent], Predicate]] = [([], ALWAYS)]
    for result in map.results:
        choices = _along(result, map, tile)
        cases = [([*extents, extent], condition & more) for extents, condition in cases for extent, more in choices]
    return [Tile(tuple(extents), condition) for extents, condition in cases if condition is not NEVER]


def _along(result: IndexExpr, map: IndexingMap, tile: OutputTile) -> list[tuple[Extent, Predicate]]:
    """The extents along one dimension of the operand, each with its condition."""
    constant, terms = split_affine(result)
    fixed = lift(constant)
    moving: list[tuple[IndexExpr, int]] = []
    for term, factor in terms.items():
        if term.free_variables & {v for v in map.bounds if isinstance(v, Dim | Range)}:
            moving.append((term, factor))
        else:
            fixed = fixed + term * factor
    if not moving:
        return [(Extent(fixed, lift(1), lift(1)), ALWAYS)]
    parts = [_digit(term, map, tile) for term, _ in moving]
    if any(not part for part in parts):
        return []
    combined = [(Extent(fixed, lift(1), lift(1)), ALWAYS)]
    # From the smallest factor up, so that minor parts are runs when the major ones are joined to them.
    for part, (_, factor) in sorted(zip(parts, moving), key=lambda entry: (abs(entry[1][1]), isinstance(entry[1][0], Dim))):
        combined = [joined for extent, condition in combined for own, more in part
                    for joined in _join(extent, _scaled(own, factor), condition & more)]
    return [(Extent(*map_simplified(extent)), condition) for extent, condition in combined]


def map_simplified(extent: Extent) -> list[IndexExpr]:
    return [simplify(e) for e in extent]


def _scaled(extent: Extent, factor: int) -> Extent:
    if factor > 0:
        return Extent(extent.offset * factor, extent.size, extent.stride * factor)
    # Walked backwards: the last element comes first.
    last = extent.offset + (extent.size - 1) * extent.stride
    return Extent(last * factor, extent.size, extent.stride * -factor)


def _join(minor: Extent, major: Extent, condition: Predicate) -> list[tuple[Extent, Predicate]]:
    """The sums of one element of each of two extents, where they are an extent: one is a single element, or the steps of the
    major meet or overlap the run of the minor without a gap."""
    offset = minor.offset + major.offset
    if minor.size is lift(1):
        return [(Extent(offset, major.size, major.stride), condition)]
    if major.size is lift(1):
        return [(Extent(offset, minor.size, minor.stride), condition)]
    gap = minor.size * minor.stride - major.stride
    multiple = Predicate.of([(gap, Interval(0, INT64_MAX))])
    if minor.stride is not lift(1):
        multiple = multiple & Predicate.of([(major.stride % minor.stride, Interval.point(0))]) if isinstance(
            minor.stride, Constant) else multiple & Predicate.of([(minor.stride, Interval.point(1))])
    size = minor.size + (major.size - 1) * (major.stride // minor.stride if isinstance(minor.stride, Constant) else major.stride)
    single = Predicate.of([(major.size, Interval.point(1))])
    one = Predicate.of([(minor.size, Interval.point(1))])
    return [(Extent(offset, size, minor.stride), condition & multiple),
            (Extent(offset, minor.size, minor.stride), condition & single),
            (Extent(offset, major.size, major.stride), condition & one)]


def _digit(term: IndexExpr, map: IndexingMap, tile: OutputTile) -> list[tuple[Extent, Predicate]]:
    """The extent of a variable, or of a quotient or remainder of an extent by a constant."""
    if isinstance(term, Dim):
        k = term.number
        return [(Extent(tile.offsets[k], tile.sizes[k], tile.strides[k]), ALWAYS)]
    if isinstance(term, Range):
        bounds = map.bounds[term]
        if any(term in e.free_variables for e in map.constraints.intervals):
            return []
        return [(Extent(lift(bounds.lower), lift(bounds.size), lift(1)), ALWAYS)]
    if not isinstance(term, FloorDiv | Mod) or not isinstance(term.right, Constant):
        return []
    period = term.right.value
    found: list[tuple[Extent, Predicate]] = []
    for inner, condition in _along(term.left, map, tile):
        unit = condition & Predicate.of([(inner.stride, Interval.point(1))])
        aligned = unit & Predicate.of([(inner.offset % period, Interval.point(0)), (inner.size % period, Interval.point(0))])
        within = condition & Predicate.of([(inner.offset % period + (inner.size - 1) * inner.stride, Interval(0, period - 1))])
        if isinstance(term, FloorDiv):
            found.append((Extent(inner.offset // period, inner.size // period, lift(1)), aligned))
            found.append((Extent(inner.offset // period, lift(1), lift(1)), within))
        else:
            found.append((Extent(lift(0), lift(period), lift(1)), aligned))
            found.append((Extent(inner.offset % period, inner.size, inner.stride), within))
    return found
