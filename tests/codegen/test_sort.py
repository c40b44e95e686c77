"""Compiled sorts of short and long rows: runs, merges within a chunk and merges of chunks, along any dimension."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.difference import EQUAL
from tests.harness import same

SORT = """
func.func @main(%keys: {keys}, %places: {places}) -> ({keys}, {places}) {{
  %0:2 = "stablehlo.sort"(%keys, %places) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %before = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }}) : ({keys}, {places}) -> ({keys}, {places})
  return %0#0, %0#1 : {keys}, {places}
}}
"""


@pytest.mark.parametrize(("shape", "dimension"), [
    ((1,), 0), ((12,), 0), ((13,), 0), ((5000, 4), 1), ((300, 7), 1), ((70, 25), 0), ((66, 26), 1), ((100_000,), 0),
    ((40, 33_000), 1), ((2, 70_001), 1), ((2, 40_000, 2), 1)])
def test_equal_keys_keep_their_order(shape: tuple[int, ...], dimension: int) -> None:
    sizes = "x".join(map(str, shape))
    executable = hloom.compile(hloom.parse(SORT.format(
        keys=f"tensor<{sizes}xf32>", places=f"tensor<{sizes}xi32>", dimension=dimension)))
    assert not executable.fallbacks
    keys = np.random.default_rng(0).integers(-50, 50, shape).astype(np.float32)
    places = np.empty(shape, np.int32)
    np.moveaxis(places, dimension, -1)[...] = np.arange(shape[dimension])
    sorted_keys, order = executable(keys, places)
    expected = np.argsort(keys, axis=dimension, kind="stable")
    assert np.array_equal(order, expected)
    assert np.array_equal(sorted_keys, np.take_along_axis(keys, expected, dimension))


PLACES = """
func.func @main(%keys: tensor<{sizes}x{key}>, %other: tensor<{sizes}xi16>) -> ({results}) {{
  %places = stablehlo.iota dim = {along} : tensor<{sizes}x{place}>
  %0:{count} = "stablehlo.sort"(%keys, {operands}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<{key}>, %b: tensor<{key}>, {scalars}):
    %before = stablehlo.compare LT, %a, %b : (tensor<{key}>, tensor<{key}>) -> tensor<i1>
    stablehlo.return %before : tensor<i1>
  }}) : ({types}) -> ({types})
  {shown}
}}
"""


def places_program(shape: tuple[int, ...], dimension: int, place: str, operands: tuple[str, ...], results: tuple[int, ...], *,
                   key: str = "f32", along: int | None = None, wanted: int | None = None) -> str:
    """A sort of keys and other operands (%places, %other), and some of its results, of which the first ones are wanted."""
    sizes = "x".join(map(str, shape))
    kinds = [key, *("i16" if name == "%other" else place for name in operands)]
    types = [f"tensor<{sizes}x{kind}>" for kind in kinds]
    names, lines = [f"%0#{k}" for k in results], ""
    made = [types[k] for k in results]
    if wanted is not None:
        limits = [wanted if d == dimension else n for d, n in enumerate(shape)]
        made = [f"tensor<{'x'.join(map(str, limits))}x{kinds[k]}>" for k in results]
        bounds = ", ".join(f"0:{n}" for n in limits)
        lines = "".join(f"%s{k} = stablehlo.slice %0#{k} [{bounds}] : ({types[k]}) -> {to}\n  " for k, to in zip(results, made))
        names = [f"%s{k}" for k in results]
    return PLACES.format(
        sizes=sizes, key=key, place=place, along=dimension if along is None else along, dimension=dimension,
        count=len(kinds), operands=", ".join(operands), types=", ".join(types), results=", ".join(made),
        scalars=", ".join(f"%{side}{k}: tensor<{kind}>" for k, kind in enumerate(kinds[1:]) for side in "lr"),
        shown=f"{lines}return {', '.join(names)} : {', '.join(made)}")


@pytest.mark.parametrize("place", ["i8", "ui8", "i16", "i32", "ui32", "i64", "ui64", "f32"])
@pytest.mark.parametrize(("shape", "dimension"), [((1,), 0), ((9,), 0), ((300, 7), 1), ((5, 1000), 1), ((70, 25), 0),
                                                  ((40_001,), 0), ((3, 70_003), 1), ((2, 300, 2), 1), ((0, 4), 1)])
@pytest.mark.parametrize(("operands", "results"), [(("%places",), (1,)), (("%places", "%other"), (0, 1, 2)),
                                                   (("%other", "%places", "%places"), (3, 1))])
def test_places_of_elements_are_counted(shape: tuple[int, ...], dimension: int, place: str, operands: tuple[str, ...],
                                        results: tuple[int, ...]) -> None:
    """Which integers hold with their upper bits left out."""
    module = hloom.parse(places_program(shape, dimension, place, operands, results))
    generator = np.random.default_rng(1)
    keys, other = generator.integers(-50, 50, shape).astype(np.float32), generator.integers(0, 99, shape).astype(np.int16)
    order = np.argsort(keys, axis=dimension, kind="stable")
    places = order.astype(np.float32 if place == "f32" else place.replace("ui", "uint").replace("i", "int", place[0] == "i"))
    sources = {"%places": places, "%other": np.take_along_axis(other, order, dimension)}
    expected = [np.take_along_axis(keys, order, dimension), *(sources[name] for name in operands)]
    for threads in (1, 3):
        executable = hloom.compile(module, threads=threads)
        assert not executable.fallbacks
        same(executable(keys, other), [expected[k] for k in results], EQUAL)


@pytest.mark.parametrize("key", ["f32", "f64", "i64"])
@pytest.mark.parametrize("wanted", [1, 8, 200])
def test_places_of_the_first_elements(key: str, wanted: int) -> None:
    module = hloom.parse(places_program((3, 5000), 1, "i32", ("%places",), (0, 1), key=key, wanted=wanted))
    dtype = {"f32": np.float32, "f64": np.float64, "i64": np.int64}[key]
    keys = np.random.default_rng(2).integers(-900, 900, (3, 5000)).astype(dtype)
    order = np.argsort(keys, axis=1, kind="stable")[:, :wanted]
    found = hloom.compile(module)(keys, np.zeros((3, 5000), np.int16))
    np.testing.assert_array_equal(found[0], np.take_along_axis(keys, order, 1))
    np.testing.assert_array_equal(found[1], order)


def test_what_is_counted_is_not_computed() -> None:
    """But what something else reads, what orders, and what counts along another dimension."""
    def kernels(text: str) -> int:
        return hloom.compile(hloom.parse(text)).stats["kernels"]

    counted = kernels(places_program((40, 500), 1, "i32", ("%places",), (1,)))
    assert kernels(places_program((40, 500), 1, "i32", ("%places",), (1,), along=0)) == counted + 1
    by_two = places_program((40, 500), 1, "i32", ("%places",), (1,)).replace(
        "%before = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        "%before = stablehlo.compare GT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>")
    module = hloom.parse(by_two)
    assert kernels(by_two) == counted + 1
    keys = np.random.default_rng(3).standard_normal((40, 500)).astype(np.float32)
    (found,) = hloom.compile(module)(keys, np.zeros((40, 500), np.int16))
    np.testing.assert_array_equal(found, np.broadcast_to(np.arange(500)[::-1], (40, 500)))
    also_read = places_program((40, 500), 1, "i32", ("%places",), (1,)).replace(
        "return %0#1", "%sum = stablehlo.add %0#1, %places : tensor<40x500xi32>\n  return %sum")
    assert kernels(also_read) == counted + 1  # the sum, which makes its places by itself
    (found,) = hloom.compile(hloom.parse(also_read))(keys, np.zeros((40, 500), np.int16))
    np.testing.assert_array_equal(found, np.argsort(keys, axis=1, kind="stable") + np.arange(500))
