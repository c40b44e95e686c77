"""Compiled sorts of short and long rows: runs, merges within a chunk and merges of chunks, along any dimension."""

from __future__ import annotations

import numpy as np
import pytest

import hloom

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
