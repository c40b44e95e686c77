"""Propagated tiles against enumeration: what a tile of the output reads is exactly the tile that is told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from hloom.analysis.tiling import OutputTile, propagate
from hloom.indexing import IndexingMap, parse_map

MAPS = {
    "identity": "(d0, d1) -> (d0, d1), domain: d0 in [0, 5], d1 in [0, 7]",
    "transpose": "(d0, d1) -> (d1, d0), domain: d0 in [0, 5], d1 in [0, 7]",
    "broadcast": "(d0, d1) -> (d1), domain: d0 in [0, 5], d1 in [0, 7]",
    "reverse": "(d0, d1) -> (-d0 + 5, d1), domain: d0 in [0, 5], d1 in [0, 7]",
    "slice": "(d0, d1) -> (d0 * 3 + 2, d1 + 4), domain: d0 in [0, 5], d1 in [0, 7]",
    "reduce": "(d0, d1)[s0] -> (d0, s0, d1), domain: d0 in [0, 5], d1 in [0, 7], s0 in [0, 4]",
    "window": "(d0, d1)[s0] -> (d0 * 2 + s0, d1), domain: d0 in [0, 5], d1 in [0, 7], s0 in [0, 2]",
    "window with gaps": "(d0, d1)[s0] -> (d0 * 4 + s0, d1), domain: d0 in [0, 5], d1 in [0, 7], s0 in [0, 2]",
    "dilated window": "(d0, d1)[s0] -> (d0 * 2 + s0 * 2, d1), domain: d0 in [0, 5], d1 in [0, 7], s0 in [0, 2]",
    "collapse": "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 47]",
    "expand": "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 5], d1 in [0, 7]",
    "expand three": "(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2), domain: d0 in [0, 2], d1 in [0, 2], d2 in [0, 3]",
    "regroup": "(d0, d1) -> ((d0 * 8 + d1) floordiv 6, (d0 * 8 + d1) mod 6), domain: d0 in [0, 5], d1 in [0, 7]",
    "constant": "(d0) -> (3, d0), domain: d0 in [0, 5]",
}


def elements(extents: list[tuple[int, int, int]]) -> set[tuple[int, ...]]:
    return set(itertools.product(*(range(o, o + n * t, t) for o, n, t in extents)))


def read(map: IndexingMap, extents: list[tuple[int, int, int]]) -> set[tuple[int, ...]]:
    found = set()
    for dims in elements(extents):
        for ranges in itertools.product(*(range(r.bounds.lower, r.bounds.upper + 1) for r in map.ranges)):
            found.add(tuple(int(k) for k in map.evaluate(dims, ranges)))
    return found


def tiles(shape: list[int], choose: random.Random, count: int) -> Any:
    for _ in range(count):
        extents = []
        for n in shape:
            stride = choose.choice([1, 1, 1, 2, 3])
            size = choose.randint(1, (n - 1) // stride + 1)
            size = choose.choice([size, n]) if stride == 1 else size
            extents.append((choose.randint(0, n - 1 - (size - 1) * stride), size, stride))
        yield extents


@pytest.mark.parametrize("name", MAPS)
def test_what_is_read_is_the_tile(name: str) -> None:
    map = parse_map(MAPS[name])
    shape = [d.bounds.size for d in map.dims]
    told = 0
    tile = OutputTile.of(shape)
    cases = propagate(map, tile)
    for extents in tiles(shape, random.Random(name), 300):
        values = tile.values(*(list(x) for x in zip(*extents)))
        found = next((answer for case in cases if (answer := case.at(values)) is not None), None)
        if found is not None:
            told += 1
            assert elements(found) == read(map, extents), (extents, found)
    # Where rows are regrouped most tiles are none; everything else is found for all tiles, or for those with unit strides.
    assert told > (10 if name in ("regroup", "window with gaps", "collapse", "expand three") else 100)


def tile_of(map: IndexingMap, shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int],
            strides: Sequence[int] | None = None) -> list[tuple[int, int, int]] | None:
    """The operand's tile that one tile of an output of `shape` reads, in numbers; None where it is not known to be one."""
    tile = OutputTile.of(shape)
    values = tile.values(offsets, sizes, strides)
    for case in propagate(map, tile):
        found = case.at(values)
        if found is not None:
            return found
    return None


@pytest.mark.parametrize("name", ["identity", "transpose", "broadcast", "reverse", "slice", "reduce", "constant"])
def test_affine_maps_keep_every_tile(name: str) -> None:
    map = parse_map(MAPS[name])
    shape = [d.bounds.size for d in map.dims]
    assert all(tile_of(map, shape, *(list(x) for x in zip(*extents))) is not None
               for extents in tiles(shape, random.Random(1), 50))


def test_symbolic_tile_prints() -> None:
    def texts(name: str, shape: tuple[int, ...]) -> list[str]:
        return [str(t) for t in propagate(parse_map(MAPS[name]), OutputTile.of(shape))]

    assert texts("transpose", (6, 8)) == ["([offset o1, size n1, stride t1], [offset o0, size n0, stride t0])"]
    whole, *_, part = texts("collapse", (48,))
    assert whole == ("([offset o0 floordiv 8, size n0 floordiv 8, stride 1], [offset 0, size 8, stride 1]) "
                     "where n0 mod 8 in [0, 0] and o0 mod 8 in [0, 0] and t0 in [1, 1]")
    assert part == ("([offset o0 floordiv 8, size 1, stride 1], [offset o0 mod 8, size n0, stride t0]) "
                    "where (n0 - 1) * t0 + o0 mod 8 in [0, 7]")


def test_unknown_maps_give_no_tile() -> None:
    assert propagate(IndexingMap.undefined(), OutputTile.of((3,))) == []
    assert tile_of(parse_map(MAPS["collapse"]), [48], [8], [16]) == [(1, 2, 1), (0, 8, 1)]
    assert tile_of(parse_map(MAPS["collapse"]), [48], [4], [16]) is None
