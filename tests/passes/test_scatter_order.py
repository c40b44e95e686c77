"""Scatters of columns that lie side by side in what is transposed: as scatters of rows, element for element the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.ops.stablehlo.scatter import Scatter
from hloom.passes import PASSES, run_passes
from tests.harness import compiled, evaluated, run, same

#: Operand, indices, updates as they lie, what makes them the updates, the dimension numbers; and whether rows are scattered.
CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], str, bool]] = {
    "columns": ((12, 7), (40, 1), (40, 12), (1, 0), "update_window_dims = [0], inserted_window_dims = [1], "
                "scatter_dims_to_operand_dims = [1], index_vector_dim = 1", True),
    "columns of two window dimensions": (
        (12, 3, 7), (40, 1), (40, 3, 12), (2, 1, 0), "update_window_dims = [0, 1], inserted_window_dims = [2], "
        "scatter_dims_to_operand_dims = [2], index_vector_dim = 1", True),
    "windows that move along one dimension": (
        (12, 9, 7), (40, 2), (4, 40, 12), (2, 1, 0), "update_window_dims = [0, 2], inserted_window_dims = [2], "
        "scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 1", True),
    "batches": ((3, 12, 7), (3, 40, 1), (40, 3, 12), (1, 2, 0), "update_window_dims = [1], inserted_window_dims = [2], "
                "input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], "
                "index_vector_dim = 2", True),
    "rows": ((7, 12), (40, 1), (12, 40), (1, 0), "update_window_dims = [1], inserted_window_dims = [0], "
             "scatter_dims_to_operand_dims = [0], index_vector_dim = 1", False),
    "short columns": ((5, 7), (40, 1), (40, 5), (1, 0), "update_window_dims = [0], inserted_window_dims = [1], "
                      "scatter_dims_to_operand_dims = [1], index_vector_dim = 1", False),
    "few updates": ((12, 70), (40, 1), (40, 12), (1, 0), "update_window_dims = [0], inserted_window_dims = [1], "
                    "scatter_dims_to_operand_dims = [1], index_vector_dim = 1", False),
    "columns that indices move": ((12, 7), (40, 2), (40, 9), (1, 0), "update_window_dims = [0], inserted_window_dims = [1], "
                                  "scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1", False),
}


def program(name: str, type: str, function: str) -> Any:
    operand, indices, given, order, numbers, _ = CASES[name]
    x, i, u, v = (f"tensor<{'x'.join(map(str, shape))}x{t}>" for shape, t in (
        (operand, type), (indices, "i32"), (given, type), ([given[d] for d in order], type)))
    return hloom.parse(f"""func.func @main(%x: {x}, %i: {i}, %u: {u}) -> {x} {{
      %v = stablehlo.transpose %u, dims = {list(order)} : ({u}) -> {v}
      %0 = "stablehlo.scatter"(%x, %i, %v) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{
      ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
        %r = stablehlo.{function} %a, %b : tensor<{type}>
        stablehlo.return %r : tensor<{type}>
      }}) : ({x}, {i}, {v}) -> {x}
      return %0 : {x} }}""")


@pytest.mark.parametrize(("type", "function"), [("f32", "add"), ("f64", "subtract"), ("bf16", "add"), ("i8", "multiply"),
                                                ("i32", "maximum"), ("complex<f32>", "add")])
@pytest.mark.parametrize("name", CASES)
def test_values(name: str, type: str, function: str) -> None:
    """Bit for bit, since the updates of an element stay in their order; some indices lie outside."""
    operand, indices, given, *_ = CASES[name]
    rng, dtype = np.random.default_rng(2), element_type(type).dtype
    x, u = (rng.integers(-9, 9, shape).astype(dtype) + rng.integers(0, 3, shape).astype(dtype) for shape in (operand, given))
    i = rng.integers(-1, 9, indices).astype(np.int32)
    module = program(name, type, function)
    expected, decomposed = evaluated(module, x, i, u), run_passes(module, [PASSES["decompose"]], verify_each=True)
    same(run(compiled(module), x, i, u), expected)
    same(evaluated(decomposed, x, i, u), expected)


@pytest.mark.parametrize("name", CASES)
def test_which_are_scatters_of_rows(name: str) -> None:
    *_, is_turned = CASES[name]
    made = run_passes(program(name, "f32", "add"), [PASSES["decompose"]], verify_each=True)
    (scatter,) = (op for op in made.walk() if isinstance(op, Scatter))
    assert (scatter.operands[0].shape != CASES[name][0]) == is_turned


def test_two_operands_at_once() -> None:
    module = hloom.parse("""func.func @main(%i: tensor<40x1xi32>, %u: tensor<40x12xf32>, %w: tensor<40x12xi32>)
        -> (tensor<12x7xf32>, tensor<12x7xi32>) {
      %x = stablehlo.constant dense<1.0> : tensor<12x7xf32>
      %y = stablehlo.constant dense<2> : tensor<12x7xi32>
      %v = stablehlo.transpose %u, dims = [1, 0] : (tensor<40x12xf32>) -> tensor<12x40xf32>
      %z = stablehlo.transpose %w, dims = [1, 0] : (tensor<40x12xi32>) -> tensor<12x40xi32>
      %0:2 = "stablehlo.scatter"(%x, %y, %i, %v, %z) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0],
          inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
        %r = stablehlo.add %a, %c : tensor<f32>
        %s = stablehlo.subtract %b, %d : tensor<i32>
        stablehlo.return %r, %s : tensor<f32>, tensor<i32>
      }) : (tensor<12x7xf32>, tensor<12x7xi32>, tensor<40x1xi32>, tensor<12x40xf32>, tensor<12x40xi32>)
          -> (tensor<12x7xf32>, tensor<12x7xi32>)
      return %0#0, %0#1 : tensor<12x7xf32>, tensor<12x7xi32> }""")
    rng = np.random.default_rng(0)
    arrays = [rng.integers(-1, 8, (40, 1)).astype(np.int32), rng.random((40, 12), np.float32),
              rng.integers(-5, 5, (40, 12)).astype(np.int32)]
    same(run(compiled(module), *arrays), evaluated(module, *arrays))
