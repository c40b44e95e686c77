"""The simplifier: the document's examples, random maps at every point, chains of reshapes, speed.

`RANDOM_MAPS=20000 python -m pytest tests/expr/test_simplify.py` runs the long version of the random test.
"""

from __future__ import annotations

import os
import random
import time

import pytest

from benchmarks.indexing import (
    ALIGNED,
    cancelling_chain,
    compose_all,
    random_chain,
    reshape_map,
    transformer_maps,
    transpose_map,
)
from hloom.expr.index import Dim, fresh, simplify
from hloom.expr.interval import INT64_MAX, Interval
from hloom.indexing import IndexingMap, compose, parse_map
from tests.expr.random_maps import assert_same_map, random_map

RANDOM_MAPS = int(os.environ.get("RANDOM_MAPS", "2000"))
BLOCK = 200


def boxed(results: str, *extents: int) -> str:
    """The text of a map over the box `[0, extent)` in every dimension."""
    dims = ", ".join(f"d{k}" for k in range(len(extents)))
    bounds = ", ".join(f"d{k} in [0, {n - 1}]" for k, n in enumerate(extents))
    return f"({dims}) -> ({results}), domain: {bounds}"


@pytest.mark.parametrize(
    "results, expected, extents",
    [
        # Indexing analysis, "Indexing map simplifier".
        ("d0 + d1 floordiv 16, d1 mod 16", "d0, d1", (7, 15)),
        (
            "(100d0 + 10d1 + d2) floordiv 100, ((100d0 + 10d1 + d2) mod 100) floordiv 10, d2 mod 10",
            "d0, d1, d2",
            (10, 10, 10),
        ),
        (
            "(16d0 + 4d1 + d2) floordiv 8, (16d0 + 4d1 + d2) mod 8",
            "2d0 + (4d1 + d2) floordiv 8, (4d1 + d2) mod 8",
            (10, 10, 10),
        ),
        # The document leaves out the outer parentheses: its minus applies to the quotient.
        ("-((-11d0 - d1 + 109) floordiv 11) + 9", "d0", (10, 11)),
        # Generic reshapes of the document: f32[4,8] -> f32[2,4,4] and back.
        (
            "(d0 * 16 + d1 * 4 + d2) floordiv 8, (d0 * 16 + d1 * 4 + d2) mod 8",
            "d0 * 2 + d1 floordiv 2, d2 + (d1 mod 2) * 4",
            (2, 4, 4),
        ),
        (
            "(d0 * 8 + d1) floordiv 16, ((d0 * 8 + d1) floordiv 4) mod 4, (d0 * 8 + d1) mod 4",
            "d0 floordiv 2, d1 floordiv 4 + (d0 mod 2) * 2, d1 mod 4",
            (4, 8),
        ),
    ],
)
def test_examples_of_the_document(results: str, expected: str, extents: tuple[int, ...]) -> None:
    map = parse_map(boxed(results, *extents))
    assert map.simplify() == parse_map(boxed(expected, *extents))
    assert_same_map(map, map.simplify())


@pytest.mark.parametrize("text, expected, extents", [
    # Differences of a number and its quotients are remainders.
    ("d0 + d1 * 7 - (d1 floordiv 3) * 12", "(d1 mod 3) * 4 + d1 * 3 + d0", (2, 4)),
    ("d0 * 7 - (d0 floordiv 3) * 15", "(d0 mod 3) * 5 + d0 * 2", (128,)),
    ("d0 * 2 - (d0 floordiv 3) * 3", "d0 mod 3 + d0", (128,)),
    ("d0 * 10 - (d0 floordiv 4) * 40 + 3", "(d0 mod 4) * 10 + 3", (256,)),
    ("d0 - (d0 floordiv 2 floordiv 7) * 14", "d0 mod 14", (256,)),
    ("d0 floordiv 2 - (d0 floordiv 4) * 2", "(d0 floordiv 2) mod 2", (256,)),
    ("d0 * 2 + d1 - ((d0 * 2 + d1) floordiv 5) * 5", "(d0 * 2 + d1) mod 5", (256, 2)),
    ("d0 - d0 mod 4", "(d0 floordiv 4) * 4", (256,)),
    # Constants that are multiples leave quotients and remainders, and none comes in to make a sum positive.
    ("(-d0 + 128) mod 2", "-d0 mod 2", (64,)),
    ("(128 - d0) mod 64", "-d0 mod 64", (256,)),
    ("-d0 floordiv 4", "-d0 floordiv 4", (32,)),
    ("(-d0 + 32) floordiv 4", "-d0 floordiv 4 + 8", (32,)),
    ("(d0 * -4 + 7) mod 8", "((-d0 + 1) mod 2) * 4 + 3", (256,)),
    ("(d0 - 8) floordiv 4", "d0 floordiv 4 - 2", (256,)),
    ("((d0 + 5) mod 10 + 5) mod 10", "d0 mod 10", (256,)),
    # Digits are put together, and taken apart where that is less.
    ("(d0 mod 12) floordiv 4 * 4 + d0 mod 4", "d0 mod 12", (132,)),
    ("(d0 * 2 + d1 floordiv 64) * 64 + d1 mod 64", "d0 * 128 + d1", (10, 128)),
    ("(d0 * 4 + d1 floordiv 8) floordiv 16", "d0 floordiv 4", (101, 32)),
    ("((d0 * 8 + d1) mod 32) floordiv 4", "(d0 mod 4) * 2 + d1 floordiv 4", (32, 8)),
    ("(d0 * 458752 + d1 + d2 * 4 + d3 * 512) mod 20000", "((d0 * 114688 + d3 * 128 + d2) mod 5000) * 4 + d1", (5, 4, 128, 9)),
    ("(d0 * 6 + d1 * 4) floordiv 10", "(d0 * 3 + d1 * 2) floordiv 5", (10, 10)),
    ("max(d0 floordiv 4, (d0 + 4) floordiv 4)", "d0 floordiv 4 + 1", (32,)),
    ("(d0 floordiv 3 + d1 floordiv 3) floordiv 6", "(d0 floordiv 3 + d1 floordiv 3) floordiv 6", (60, 12)),
])
def test_normal_forms(text: str, expected: str, extents: tuple[int, ...]) -> None:
    map = parse_map(boxed(text, *extents))
    assert str(map.simplify()) == boxed(expected, *extents)
    assert_same_map(map, map.simplify())


def test_reshapes_of_the_document_cancel() -> None:
    there = reshape_map((10, 10, 10), (50, 20))
    back = reshape_map((50, 20), (10, 10, 10))
    # reshape2(reshape1(p0)): from the result's index through reshape2 and reshape1 to p0's.
    assert compose(there, back).simplify() == IndexingMap.identity((10, 10, 10))


@pytest.mark.parametrize(
    "text, expected",
    [
        # "lower <= expr (floordiv, +, -, *) constant <= upper" is rewritten, what always holds is dropped.
        ("d0 + 3 in [5, 8]", "d0 in [2, 5]"),
        ("d0 - 2 in [1, 2]", "d0 in [3, 4]"),
        ("d0 * 4 in [5, 17]", "d0 in [2, 4]"),
        ("d0 floordiv 4 in [1, 2]", "d0 in [4, 11]"),
        ("(d0 * 2 + 1) floordiv 6 in [1, 2]", "d0 in [3, 8]"),
        ("12 - d0 in [0, 3]", "d0 in [9, 12]"),
        ("d0 mod 20 in [4, 9]", "d0 in [4, 9]"),
        ("min(d0, 7) in [5, 9]", "d0 in [5, 19]"),
        ("max(d0, 4) in [0, 6]", "d0 in [0, 6]"),
        ("d0 in [-5, 100]", "d0 in [0, 19]"),
        ("d0 mod 4 in [0, 3]", "d0 in [0, 19]"),
        ("d0 mod 4 in [3, 3]", "d0 in [3, 19], d0 mod 4 in [3, 3]"),
        ("d0 mod 4 in [1, 1], d0 mod 6 in [5, 5]", "d0 in [5, 17], d0 mod 12 in [5, 5]"),
        ("d0 mod 3 in [2, 2], d0 mod 7 in [4, 4]", "d0 in [11, 11]"),
        ("d0 mod 2 in [1, 1], d0 mod 4 in [2, 2]", None),
        ("d0 in [25, 30]", None),
        ("d0 floordiv 7 in [4, 9]", None),
        ("d0 mod 4 in [4, 7]", None),
        ("d0 in [3, 2]", None),
    ],
)
def test_constraints_are_solved(text: str, expected: str | None) -> None:
    before = parse_map(f"(d0) -> (d0), domain: d0 in [0, 19], {text}")
    after = before.simplify()
    assert_same_map(before, after)
    assert after.is_known_empty if expected is None else f"domain: {expected}" in str(after).replace("(11)", "(d0)")


def test_always_true_constraints_are_dropped() -> None:
    text = "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 5], s0 in [1, 3]"
    assert parse_map(f"{text}, d0 + s0 in [0, 20]").simplify() == parse_map(text)


def test_what_may_overflow_drops_no_constraint() -> None:
    huge = INT64_MAX // 2
    text = f"(d0, d1) -> (d0), domain: d0 in [0, {huge}], d1 in [0, {huge}], d0 * 4 + d1 in [0, {INT64_MAX - 1}]"
    simplified = parse_map(text).simplify()
    assert simplified.constraints.constraints and not simplified.is_known_empty


def test_points_are_replaced_unless_they_are_kept() -> None:
    map = parse_map("(d0, d1) -> (d0 + 1, d1 * 3 + d0), domain: d0 in [4, 4], d1 in [0, 9]")
    assert str(map.simplify()).startswith("(d0, d1) -> (5, d1 * 3 + 4), domain: d0 in [4, 4]")
    assert map.simplify(keep_points=True) == map


def test_simplification_uses_the_constraints() -> None:
    map = parse_map("(d0, d1) -> ((d0 * 86 + d1) floordiv 1024), domain: d0 in [0, 11], d1 in [0, 85], d0 * 86 + d1 in [0, 1023]")
    assert str(map.simplify()).startswith("(d0, d1) -> (0), domain")


def test_unique_variables_bring_their_bounds() -> None:
    i, j = fresh(8), fresh(16)
    assert simplify((i * 16 + j) // 16) is i
    assert simplify((i * 16 + j) % 16) is j
    assert simplify(((i * 16 + j) // 16) * 16 + (i * 16 + j) % 16) is i * 16 + j


@pytest.mark.parametrize("block", range((RANDOM_MAPS + BLOCK - 1) // BLOCK))
def test_random_maps_keep_their_meaning(block: int) -> None:
    """Simplified equals original at every point, and a second simplification changes nothing."""
    for seed in range(block * BLOCK, min((block + 1) * BLOCK, RANDOM_MAPS)):
        map = random_map(random.Random(seed))
        simplified = map.simplify()
        assert_same_map(map, simplified)
        assert simplified.simplify() == simplified, f"not idempotent:\n  {map}\n  {simplified}"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", [4, 12, 50])
def test_chains_of_cancelling_reshapes_and_transposes(length: int, seed: int) -> None:
    """Shapes of powers of two: any chain that is followed by its inverse is the identity, however long."""
    simplified = compose_all(cancelling_chain(length, seed, ALIGNED)).simplify()
    assert simplified == IndexingMap.identity(ALIGNED[0])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("length", [12, 24, 40])
def test_chains_of_unaligned_shapes(length: int, seed: int) -> None:
    """Dimensions of 2, 3, 6, 12, ... that do not divide each other."""
    assert compose_all(cancelling_chain(length, seed)).simplify() == IndexingMap.identity((2, 12, 64, 32))


@pytest.mark.parametrize("seed", range(10))
def test_random_chains_keep_their_meaning(seed: int) -> None:
    shapes = ((2, 6, 8), (12, 8), (3, 4, 2, 4), (24, 4), (4, 24), (96,), (8, 12), (1, 16, 6))
    chain = random_chain(9, seed, shapes)
    composed = compose_all(chain)
    simplified = composed.simplify()
    assert_same_map(composed, simplified)
    assert simplified.simplify() == simplified
    # Simplifying on the way may print another form, never another function.
    stepwise = chain[0]
    for following in chain[1:]:
        stepwise = compose(stepwise, following).simplify()
    assert_same_map(composed, stepwise)


def test_transpose_of_reshape_of_transpose() -> None:
    """(d0, d1, d2) of f32[4,6,10] read through transpose, reshape to [24,10], transpose back to [4,6,10]."""
    maps = [transpose_map((4, 6, 10), (1, 0, 2)), reshape_map((6, 4, 10), (24, 10)), reshape_map((24, 10), (6, 4, 10))]
    assert compose_all(maps).simplify() == maps[0]


def best_seconds(work, rounds: int = 5) -> float:
    """The least processor time of a few runs, on a machine that counts to a million in 30 ms.

    Slower (or shared) machines are credited with how long the counting takes them right before.
    """
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(10**6):
            pass
        counted = time.process_time()
        work()
        seconds.append((time.process_time() - counted) / max(1.0, (counted - start) / 0.030))
    return min(seconds)


def step_by_step_chain(pairs: int) -> list[IndexingMap]:
    """Reshape, transpose, transpose back, reshape back, again and again."""
    shape, split = (16, 128, 768), (16, 128, 12, 64)
    there = [reshape_map(shape, split), transpose_map(split, (0, 2, 1, 3))]
    back = [transpose_map((16, 12, 128, 64), (0, 2, 1, 3)), reshape_map(split, shape)]
    return [*there, *back] * pairs


@pytest.mark.slow
def test_fifty_cancelling_maps_take_less_than_fifty_milliseconds() -> None:
    chain = [*step_by_step_chain(12), *step_by_step_chain(1)[:1], *step_by_step_chain(1)[-1:]]
    assert len(chain) == 50
    assert compose_all(chain).simplify() == IndexingMap.identity((16, 128, 768))
    assert best_seconds(lambda: compose_all(chain).simplify()) < 0.050


@pytest.mark.slow
def test_two_thousand_maps_of_a_transformer_take_less_than_half_a_second() -> None:
    maps = transformer_maps()
    rounds = 2000 // len(maps)
    assert best_seconds(lambda: [map.simplify() for _ in range(rounds) for map in maps]) < 0.5


@pytest.mark.slow
def test_cost_grows_nearly_linearly_with_the_chain() -> None:
    seconds = [best_seconds(compose_all(step_by_step_chain(pairs)).simplify) for pairs in (10, 40)]
    assert seconds[1] < 8 * seconds[0]


def test_the_identity_is_recognised() -> None:
    assert IndexingMap.identity((3, 4)).is_identity
    assert not parse_map(boxed("d1, d0", 3, 4)).is_identity
    assert not parse_map(boxed("d0", 3, 4)).is_identity
    assert IndexingMap.identity((2,)).results == (Dim(0),)
    assert Interval.of_extent(2) in [dim.bounds for dim in IndexingMap.identity((2,)).dims]
