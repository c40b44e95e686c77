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


def type_of(shape: Any, element: str) -> str:
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


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


def drawn(rng: np.random.Generator) -> tuple[str, list[Any]]:
    """A gather by components along one or two batch dimensions each: constants, counts and what arguments give, also outside."""
    batch, shape = ([int(n) for n in rng.integers(1, 5, rng.integers(low, 5 + low))] for low in (1, 2))
    rank, along = len(shape), int(rng.integers(0, len(batch) + 1))
    mapped = [int(d) for d in rng.permutation(rank)[: rng.integers(2, min(rank, 4) + 1)]]
    collapsed = sorted(d for d in range(rank) if d in mapped or rng.random() < 0.2)
    kept = [d for d in range(rank) if d not in collapsed]
    sizes = [1 if d in collapsed else int(rng.integers(1, shape[d] + 1)) for d in range(rank)]
    offsets = sorted(int(d) for d in rng.permutation(len(batch) + len(kept))[: len(kept)])
    full = type_of([*batch[:along], 1, *batch[along:]], "i32")
    arguments, parts = [], []
    arrays: list[Any] = [rng.standard_normal(shape).astype(np.float32)]
    for k in range(len(mapped)):
        own = sorted(int(d) for d in rng.permutation(len(batch))[: rng.integers(1, 3)])
        places, source = [d + (d >= along) for d in own], [batch[d] for d in own]
        array = rng.integers(-2, 8, source).astype(np.int32)
        kind = rng.choice(["constant", "iota", "argument"], p=[0.3, 0.2, 0.5])
        if kind == "constant":
            lifted = np.expand_dims(array, [d for d in range(len(batch)) if d not in own])
            lifted = np.expand_dims(np.broadcast_to(lifted, batch), along)
            parts.append((f"stablehlo.constant dense<{lifted.tolist()}> : {full}", full))
        elif kind == "iota":
            parts.append((f"stablehlo.iota dim = {places[0]} : {full}", full))
        else:
            arguments.append(f"%a{k}: {type_of(source, 'i32')}")
            arrays.append(array)
            parts.append((f"stablehlo.broadcast_in_dim %a{k}, dims = {places} : ({type_of(source, 'i32')}) -> {full}", full))
    starts = [*batch[:along], -len(mapped), *batch[along:]]
    left = iter(batch)
    result = [sizes[kept[offsets.index(d)]] if d in offsets else next(left) for d in range(len(batch) + len(kept))]
    return gather(shape, parts, starts, result, f"offset_dims = {offsets}, collapsed_slice_dims = {collapsed}, "
                  f"start_index_map = {mapped}", sizes, arguments), arrays


@pytest.mark.parametrize("seed", range(6))
def test_any_dimension_numbers(seed: int) -> None:
    rng, several = np.random.default_rng(seed), 0
    for number in range(60):
        text, arrays = drawn(rng)
        made, count = number_of_gathers(text)
        several += count > 1
        (expected,), (found,) = hloom.evaluate(hloom.parse(text), *arrays), hloom.evaluate(made, *arrays)
        np.testing.assert_array_equal(found, expected, err_msg=text)
        if number % 10 == 0:
            np.testing.assert_array_equal(hloom.compile(hloom.parse(text))(*arrays)[0], expected, err_msg=text)
    assert several > 3
