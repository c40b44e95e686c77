"""Indexing maps: composition, points, changes of variables, inverse."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.indexing import transpose_map
from hloom.expr.map_variables import PointLimitError
from hloom.indexing import (
    NEVER,
    UNDEFINED,
    Dim,
    DimVar,
    IndexingMap,
    Interval,
    Range,
    RangeVar,
    RTVar,
    Runtime,
    compose,
    convert_ranges_to_dims,
    convert_symbols_to_dims,
    count_points,
    intersect_domains,
    merge_duplicate_runtime_variables,
    parse_map,
    points,
    remove_unused_symbols,
    remove_unused_variables,
    rescale_ranges,
)
from hloom.support.diagnostics import InputError
from tests.expr.random_maps import assert_same_map, graph, random_map

d0, d1, s0, s1, rt0, rt1 = Dim(0), Dim(1), Range(0), Range(1), Runtime(0), Runtime(1)


def test_a_map_uses_only_declared_variables() -> None:
    with pytest.raises(InputError, match="s0 is not one of the map's 1 dimension, 0 range and 0 runtime"):
        IndexingMap.from_sizes([s0], [3])
    with pytest.raises(InputError, match="rt0"):
        IndexingMap((d0,), (DimVar(Interval(0, 1)),), constraints=rt0 < 3)


def test_evaluation_and_membership() -> None:
    map = parse_map("(d0)[s0] -> (d0 * 2 + s0, 7), domain: d0 in [0, 3], s0 in [0, 1], d0 + s0 in [1, 3]")
    assert map.evaluate([9], [1]) == (19, 7)
    assert map.contains([3], [0]) and not map.contains([0], [0]) and not map.contains([4], [-1])
    assert map.constraints_hold([4], [-1])
    at = np.array([0, 1, 2, 3])
    assert list(map.contains([at], [np.ones(4, int)])) == [True, True, True, False]
    with pytest.raises(InputError, match="1 dimension variables, got 2"):
        map.evaluate([1, 2], [0])


def test_points_come_in_order_and_are_counted() -> None:
    map = parse_map("(d0, d1)[s0] -> (d0), domain: d0 in [1, 3], d1 in [0, 4], s0 in [0, 9], d0 + d1 in [2, 4]")
    at = points(map)
    expected = [p for p in itertools.product(range(1, 4), range(5), range(10)) if 2 <= p[0] + p[1] <= 4]
    assert list(zip(*(values.tolist() for values in at.values()))) == expected
    assert count_points(map) == len(expected)


def test_counting_enumerates_only_what_is_coupled() -> None:
    map = parse_map("(d0, d1, d2) -> (d0), domain: d0 in [0, 99999], d1 in [0, 99999], d2 in [0, 9], d2 mod 3 in [1, 1]")
    assert count_points(map) == 10**10 * 3
    with pytest.raises(PointLimitError):
        points(map)
    with pytest.raises(PointLimitError, match="without bounds"):
        count_points(IndexingMap((d0,), (DimVar(Interval(0, (1 << 63) - 1)),)))
    assert count_points(parse_map("KNOWN EMPTY")) == 0
    assert count_points(IndexingMap.identity((3, 0))) == 0 and IndexingMap.identity((3, 0)).is_known_empty


def test_bounds_out_of_order_make_the_map_empty() -> None:
    map = parse_map("(d0) -> (d0), domain: d0 in [3, 1]")
    assert map.is_known_empty and str(map) == "KNOWN EMPTY" and str(map.simplify()) == "KNOWN EMPTY"
    assert map.domain_predicate() is NEVER


def test_equality_is_that_of_variables_results_and_constraints() -> None:
    text = "(d0, d1) -> (d0 + d1), domain: d0 in [0, 3], d1 in [0, 3]"
    assert parse_map(text) == parse_map(text.replace("d0 + d1)", "d1 + d0)"))
    assert parse_map(text) == parse_map(text.replace("d0", "x")) and "x" in str(parse_map(text.replace("d0", "x")))
    assert parse_map(text) != parse_map(text.replace("[0, 3], d1", "[0, 2], d1"))
    assert len({parse_map(text), parse_map(text)}) == 1


# Composition ---------------------------------------------------------------------------------------------------------


def test_composition_is_that_of_functions() -> None:
    choose = random.Random(31)
    for _ in range(100):
        first, second = random_map(choose, 3), random_map(choose, 3)
        while len(second.dims) != len(first.results):
            first, second = random_map(choose, 3), random_map(choose, 3)
        pairs = dict.fromkeys(graph(second))
        by_dims: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for at, result in pairs:
            by_dims.setdefault(at, set()).add(result)
        expected = {(x, z) for x, y in graph(first) for z in by_dims.get(y, ())}
        composed = compose(first, second)
        assert graph(composed) == expected
        assert graph(composed.simplify()) == expected


def test_variables_of_the_second_map_come_first() -> None:
    first = parse_map("(d0)[s0]{rt0} -> (d0 + s0 + rt0), domain: d0 in [0, 3], s0 in [0, 1], rt0 in [0, 2]")
    second = parse_map("(d0)[s0]{rt0} -> (d0 * 2 + s0 - rt0), domain: d0 in [0, 9], s0 in [5, 6], rt0 in [7, 8]")
    assert str(compose(first, second)) == (
        "(d0)[s0, s1]{rt0, rt1} -> (d0 * 2 + s1 * 2 + rt1 * 2 + s0 - rt0), domain: d0 in [0, 3], s0 in [5, 6], "
        "s1 in [0, 1], rt0 in [7, 8], rt1 in [0, 2], d0 + s1 + rt1 in [0, 9]"
    )


def test_what_runtime_variables_read_is_composed() -> None:
    table = object()
    gather = IndexingMap(
        (rt0, d1), (DimVar(Interval(0, 9)), DimVar(Interval(0, 4))), (), (RTVar(Interval(0, 6), table, (d0 + d1,)),)
    )
    flipped = transpose_map((5, 10), (1, 0))
    composed = compose(flipped, gather)
    assert composed.results == (rt0, d0) and composed.runtime[0].element == (d0 + d1,)
    again = compose(IndexingMap.from_sizes([d0, 3], [10]), gather).simplify()
    assert again.runtime[0].element == (d0 + 3,) and again.runtime[0].value is table


def test_undefined_and_empty_are_contagious() -> None:
    identity = IndexingMap.identity((3,))
    empty = IndexingMap.identity((0,))
    assert compose(UNDEFINED, identity) is UNDEFINED and compose(identity, UNDEFINED) is UNDEFINED
    assert compose(identity, empty).is_known_empty and compose(empty, identity).is_known_empty
    assert UNDEFINED.simplify() is UNDEFINED
    with pytest.raises(InputError, match="1 results with 2 dimension"):
        compose(identity, IndexingMap.identity((3, 3)))


def test_intersection_of_domains() -> None:
    left = parse_map("(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [2, 5], d0 + d1 in [0, 8]")
    right = parse_map("(d0, d1) -> (7), domain: d0 in [4, 20], d1 in [0, 3], d0 mod 2 in [0, 0]")
    both = intersect_domains(left, right)
    assert {p for p, _ in graph(both)} == {p for p, _ in graph(left)} & {p for p, _ in graph(right)}
    with pytest.raises(InputError, match="different numbers"):
        intersect_domains(left, IndexingMap.identity((3,)))


def test_restriction_and_substitution() -> None:
    map = IndexingMap.identity((8, 8)).restrict(d0 < d1)
    assert count_points(map) == 28
    assert str(map.substitute({d0: d1 * 2})).startswith("(d0, d1) -> (d1 * 2, d1)")


# Changes of variables ------------------------------------------------------------------------------------------------


def test_unused_variables_are_removed_and_the_rest_is_numbered_anew() -> None:
    map = parse_map(
        "(d0, d1, d2)[s0, s1]{rt0, rt1} -> (d2 + s1 + rt1), domain: d0 in [0, 1], d1 in [0, 4], d2 in [0, 3], "
        "s0 in [0, 5], s1 in [0, 6], rt0 in [0, 7], rt1 in [0, 8], d1 + s1 in [0, 8], s0 mod 2 in [0, 0]"
    )
    assert str(remove_unused_variables(map)) == (
        "(d0, d1)[s0]{rt0} -> (d1 + s0 + rt0), domain: d0 in [0, 4], d1 in [0, 3], s0 in [0, 6], rt0 in [0, 8], d0 + s0 in [0, 8]"
    )
    assert len(remove_unused_symbols(map).dims) == 3 and len(remove_unused_symbols(map).ranges) == 1


def test_variables_that_cannot_be_satisfied_stay() -> None:
    map = parse_map("(d0)[s0] -> (d0), domain: d0 in [0, 1], s0 in [0, 5], s0 mod 7 in [6, 6]")
    assert remove_unused_variables(map) == map
    assert map.simplify().is_known_empty


def test_variables_that_elements_read_stay() -> None:
    map = IndexingMap((rt0,), (DimVar(Interval(0, 3)), DimVar(Interval(0, 4))), (), (RTVar(Interval(0, 5), "t", (d1,)),))
    removed = remove_unused_variables(map)
    assert len(removed.dims) == 1 and removed.runtime[0].element == (d0,)


def test_random_removal_keeps_the_results() -> None:
    choose = random.Random(33)
    for _ in range(120):
        map = random_map(choose, 2)
        assert {z for _, z in graph(remove_unused_variables(map))} == {z for _, z in graph(map)}
        assert graph(remove_unused_symbols(map)) == graph(map)


def test_rescaled_ranges_take_the_same_values() -> None:
    choose = random.Random(34)
    for _ in range(100):
        modulus, residue = choose.randint(2, 7), choose.randint(0, 8)
        lower = choose.randint(-9, 5)
        map = IndexingMap((s0 * 3 + d0,), (DimVar(Interval(0, 2)),), (RangeVar(Interval(lower, lower + 20)),))
        map = map.restrict((s0 % modulus).eq(residue))
        scaled = rescale_ranges(map)
        assert graph(scaled) == graph(map) and count_points(scaled) == count_points(map)
        assert (scaled == map) == (residue >= modulus)


def test_duplicate_runtime_variables_are_merged() -> None:
    indices, other = object(), object()
    variables = tuple(
        RTVar(Interval(0, upper), value, (element,))
        for upper, value, element in ((9, indices, d0), (9, other, d0), (5, indices, d0), (9, indices, d0 + 1))
    )
    map = IndexingMap((rt0 + Runtime(2), rt1, Runtime(3)), (DimVar(Interval(0, 3)),), (), variables)
    merged = merge_duplicate_runtime_variables(map, assume_feasible=True)
    assert merged.results == (rt0 * 2, rt1, Runtime(2))
    assert [rt.bounds.upper for rt in merged.runtime] == [5, 9, 9]
    assert merge_duplicate_runtime_variables(merged) == merged
    # Clamped to other bounds it is another number.
    assert merge_duplicate_runtime_variables(map) == map
    same = replace(map, runtime=(*variables[:2], variables[0], variables[3]))
    assert merge_duplicate_runtime_variables(same).results == merged.results


def test_conversion_to_dimensions() -> None:
    map = parse_map(
        "(d0)[s0, s1]{rt0} -> (d0 + s0 * 2 + s1 * 3 + rt0 * 4), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 2], rt0 in [0, 5]"
    )
    all_dims = convert_symbols_to_dims(map)
    assert all_dims.results == (Dim(0) + Dim(1) * 2 + Dim(2) * 3 + Dim(3) * 4,)
    assert [dim.bounds.upper for dim in all_dims.dims] == [3, 1, 2, 5]
    some = convert_ranges_to_dims(map)
    assert (len(some.dims), len(some.ranges), len(some.runtime)) == (3, 0, 1)
    assert {z for _, z in graph(some)} == {z for _, z in graph(map)}


def test_result_intervals_hold_all_results() -> None:
    choose = random.Random(35)
    for _ in range(120):
        map = random_map(choose, 3)
        results = {z for _, z in graph(map)}
        for number, interval in enumerate(map.result_intervals()):
            assert all(z[number] in interval for z in results)


def test_simplified_maps_of_random_restrictions() -> None:
    choose = random.Random(36)
    for _ in range(200):
        map = random_map(choose, 3).restrict((d0 * 2 - 1 <= choose.randint(0, 9)) & (d0 % 3).eq(choose.randint(0, 2)))
        assert_same_map(map, map.simplify())
