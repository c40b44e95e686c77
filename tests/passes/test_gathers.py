"""Gathers from pairs of rows and columns as one gather behind the other.

They are compared with NumPy and, for random dimension numbers, with the evaluator, which computes the gather as it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.stablehlo.gather import Gather
from hloom.passes import PASSES, run_passes
from tests.fuzz.compiled_gathers import components, type_of
from tests.harness import agree, evaluated, same


def gather(x: list[int], parts: list[tuple[str, str]], starts: list[int], result: list[int], numbers: str, sizes: list[int],
           arguments: list[str]) -> str:
    """A gather from x; `parts` are the index vectors' components as operations, with their types."""
    lines = "\n".join(f"%p{k} = {line}" for k, (line, _) in enumerate(parts))
    names, types = ", ".join(f"%p{k}" for k in range(len(parts))), ", ".join(type for _, type in parts)
    along = starts.index(-len(parts)) if -len(parts) in starts else 0
    shape = [abs(n) if d == along else n for d, n in enumerate(starts)]
    return f"""
func.func @main({", ".join([f"%x: {type_of(x, 'f32')}", *arguments])}) -> {type_of(result, "f32")} {{
  {lines}
  %s = stablehlo.concatenate {names}, dim = {along} : ({types}) -> {type_of(shape, "i32")}
  %y = "stablehlo.gather"(%x, %s) <{{dimension_numbers = #stablehlo.gather<{numbers}, index_vector_dim = {along}>,
    slice_sizes = array<i64: {", ".join(map(str, sizes))}>}}>
    : ({type_of(x, "f32")}, {type_of(shape, "i32")}) -> {type_of(result, "f32")}
  return %y : {type_of(result, "f32")}
}}"""


def number_of_gathers(text: str) -> tuple[Any, int]:
    made = run_passes(hloom.parse(text), [PASSES["canonicalize"]], verify_each=True)
    return made, sum(isinstance(op, Gather) for op in made.walk())


def test_rows_and_columns_of_images() -> None:
    rows, columns = np.array([3, 0, 0, 9, -4], np.int32), np.array([6, 1, 2], np.int32)
    parts = [("stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<5xi32>) -> tensor<5x3x1xi32>", "tensor<5x3x1xi32>"),
             ("stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi32>) -> tensor<5x3x1xi32>", "tensor<5x3x1xi32>")]
    text = gather([2, 4, 7], parts, [5, 3, -2], [2, 5, 3],
                  "offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2]", [2, 1, 1],
                  ["%r: tensor<5xi32>", "%c: tensor<3xi32>"])
    made, count = number_of_gathers(text)
    assert count == 2
    x = np.arange(56, dtype=np.float32).reshape(2, 4, 7)
    expected = x[:, np.clip(rows, 0, 3)][:, :, columns]
    for program in (hloom.parse(text), made):
        np.testing.assert_array_equal(hloom.evaluate(program, x, rows, columns)[0], expected)
        np.testing.assert_array_equal(hloom.compile(program)(x, rows, columns)[0], expected)


def test_pairs_that_belong_together_stay() -> None:
    parts = [("stablehlo.reshape %r : (tensor<5xi32>) -> tensor<5x1xi32>", "tensor<5x1xi32>"),
             ("stablehlo.reshape %c : (tensor<5xi32>) -> tensor<5x1xi32>", "tensor<5x1xi32>")]
    text = gather([4, 7], parts, [5, -2], [5], "collapsed_slice_dims = [0, 1], start_index_map = [0, 1]", [1, 1],
                  ["%r: tensor<5xi32>", "%c: tensor<5xi32>"])
    assert number_of_gathers(text)[1] == 1


def test_few_elements_of_many_are_not_taken_by_whole_rows() -> None:
    parts = [("stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<2xi32>) -> tensor<2x2x1xi32>", "tensor<2x2x1xi32>"),
             ("stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xi32>) -> tensor<2x2x1xi32>", "tensor<2x2x1xi32>")]
    text = gather([1, 50], parts, [2, 2, -2], [2, 2], "collapsed_slice_dims = [0, 1], start_index_map = [0, 1]", [1, 1],
                  ["%r: tensor<2xi32>", "%c: tensor<2xi32>"])
    made, count = number_of_gathers(text)
    gathers = [op for op in made.walk() if isinstance(op, Gather)]
    assert count == 2 and gathers[0].result.type.size <= 50  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(6))
def test_any_dimension_numbers(seed: int) -> None:
    rng, several = np.random.default_rng(seed), 0
    for number in range(60):
        text, arrays = components(rng)
        made, count = number_of_gathers(text)
        several += count > 1
        same(evaluated(made, *arrays), evaluated(text, *arrays), what=text)
        if number % 10 == 0:
            agree(text, *arrays)
    assert several > 3
