"""The inverse of an indexing map, against the set of all pairs of points."""

from __future__ import annotations

import random
import re

import pytest

from benchmarks.indexing import reshape_map, transpose_map
from hloom.indexing import Dim, IndexingMap, compose, inverse, parse_map
from tests.expr.random_maps import graph, random_map


def assert_inverse(map: IndexingMap) -> IndexingMap:
    """The inverse, after a look at all points: it relates y to x exactly if the map relates x to y."""
    found = inverse(map)
    assert found is not None, str(map)
    assert graph(found) == {(y, x) for x, y in graph(map)}, f"{map}\n{found}"
    assert found.simplify() == found
    return found


def boxed(text: str, *extents: int) -> str:
    """`text` with the domain `[0, extent)` for the variables that it declares, in their order."""
    names = re.findall(r"[ds]\d", text.split("->")[0])
    return f"{text}, domain: {', '.join(f'{name} in [0, {n - 1}]' for name, n in zip(names, extents))}"


#: Indexing analysis: output-to-input maps of the document, and the input-to-output maps that it states for them.
DOCUMENT = {
    "transpose": (
        boxed("(d0, d1, d2, d3) -> (d0, d3, d1, d2)", 3, 6, 12, 128),
        boxed("(d0, d1, d2, d3) -> (d0, d2, d3, d1)", 3, 128, 6, 12),
    ),
    "reverse": (boxed("(d0, d1) -> (-d0 + 16, d1)", 17, 9), boxed("(d0, d1) -> (-d0 + 16, d1)", 17, 9)),
    "slice": (
        boxed("(d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2)", 5, 3, 25),
        "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), domain: d0 in [5, 9], d1 in [3, 17], "
        "d2 in [0, 48], (d1 - 3) mod 7 in [0, 0], d2 mod 2 in [0, 0]",
    ),
    "pad": (
        "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]",
        boxed("(d0, d1) -> (d0 * 2 + 1, d1 + 4)", 4, 4),
    ),
    "broadcast": (
        boxed("(d0, d1, d2) -> (d1)", 10, 20, 30),
        boxed("(d0)[s0, s1] -> (s0, d0, s1)", 20, 10, 30),
    ),
    "reduce": (boxed("(d0)[s0] -> (s0, d0)", 10, 256), boxed("(d0, d1) -> (d1)", 256, 10)),
    "reduce, initial value": (boxed("(d0) -> ()", 10), boxed("()[s0] -> (s0)", 10)),
    "concatenate": (
        "(d0, d1, d2) -> (d0, d1 - 5, d2), domain: d0 in [0, 1], d1 in [5, 15], d2 in [0, 6]",
        boxed("(d0, d1, d2) -> (d0, d1 + 5, d2)", 2, 11, 7),
    ),
    "collapsing reshape": (
        boxed("(d0) -> (d0 floordiv 8, d0 mod 8)", 32),
        boxed("(d0, d1) -> (d0 * 8 + d1)", 4, 8),
    ),
    "expanding reshape": (
        boxed("(d0, d1) -> (d0 * 8 + d1)", 4, 8),
        boxed("(d0) -> (d0 floordiv 8, d0 mod 8)", 32),
    ),
    "generic reshape": (
        boxed("(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, d2 + (d1 mod 2) * 4)", 2, 4, 4),
        boxed("(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 2 + d1 floordiv 4, d1 mod 4)", 4, 8),
    ),
    "dot": (
        boxed("(d0, d1, d2)[s0] -> (d0, d1, s0)", 4, 28, 6, 25),
        boxed("(d0, d1, d2)[s0] -> (d0, d1, s0)", 4, 28, 25, 6),
    ),
}


@pytest.mark.parametrize("name", DOCUMENT)
def test_inverse_of_the_documents_maps(name: str) -> None:
    text, expected = DOCUMENT[name]
    assert assert_inverse(parse_map(text)) == parse_map(expected)


@pytest.mark.parametrize("seed", range(5))
def test_inverse_of_composed_movements(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(10):
        shape = [choose.choice((1, 2, 3, 4, 6)) for _ in range(3)]
        map = IndexingMap.identity(shape)
        for _ in range(choose.randint(1, 3)):
            extents = [interval.size for interval in map.result_intervals()]
            kind = choose.random()
            if kind < 0.35:
                order = list(range(len(extents)))
                choose.shuffle(order)
                following = transpose_map(extents, order)
            elif kind < 0.7 and len(extents) > 1:
                following = reshape_map(extents, [extents[0] * extents[1], *extents[2:]])
            else:
                following = IndexingMap.from_sizes([Dim(k) * 2 + k for k in range(len(extents))], extents)
                map = compose(map, following).simplify()
                break
            map = compose(map, following).simplify()
        found = inverse(map)
        if found is not None:
            assert graph(found) == {(y, x) for x, y in graph(map)}, f"{map}\n{found}"


@pytest.mark.parametrize("seed", range(5))
def test_random_inverses_are_exact(seed: int) -> None:
    choose = random.Random(100 + seed)
    for _ in range(150):
        map = random_map(choose, 2)
        found = inverse(map)
        if found is not None:
            assert graph(found) == {(y, x) for x, y in graph(map)}, f"{map}\n{found}"


@pytest.mark.parametrize(
    "text",
    [
        "(d0, d1) -> (d0 + d1), domain: d0 in [0, 3], d1 in [0, 3]",
        "(d0) -> (d0 floordiv 2), domain: d0 in [0, 7]",
        "(d0) -> (d0 mod 4), domain: d0 in [0, 7]",
        "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 2]",
        "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 2]",
        "KNOWN EMPTY",
        "UNDEFINED",
    ],
)
def test_no_inverse_where_the_index_is_not_determined(text: str) -> None:
    assert inverse(parse_map(text)) is None
