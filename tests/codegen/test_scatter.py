"""Compiled scatters between guard pages, against the evaluator: bit by bit, whatever loops tasks divide."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.reference.interpreter import Interpreter
from tests.codegen.guarded import check

#: Operand, indices, updates and dimension numbers, by what they are about.
CASES = {
    "elements": ((50,), (200, 1), (200,), "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "elements of a matrix": ((9, 11), (150, 2), (150,), "inserted_window_dims = [0, 1], "
                             "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1"),
    "rows": ((20, 7), (30, 1), (30, 7), "update_window_dims = [1], inserted_window_dims = [0], "
             "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "long rows": ((20, 203), (30, 1), (30, 203), "update_window_dims = [1], inserted_window_dims = [0], "
                  "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "columns": ((37, 40), (25, 1), (37, 25), "update_window_dims = [0], inserted_window_dims = [1], "
                "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"),
    "rows of matrices": ((6, 40, 5), (17, 1), (17, 40, 5), "update_window_dims = [1, 2], inserted_window_dims = [0], "
                         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "the dimension between": ((7, 20, 9), (31, 1), (7, 31, 9), "update_window_dims = [0, 2], inserted_window_dims = [1], "
                              "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"),
    "the last dimension of three": ((5, 6, 30), (25, 1), (5, 6, 25), "update_window_dims = [0, 1], inserted_window_dims = [2], "
                                    "scatter_dims_to_operand_dims = [2], index_vector_dim = 1"),
    "long windows that overlap": ((1000,), (300, 1), (300, 400), "update_window_dims = [1], scatter_dims_to_operand_dims = [0], "
                                  "index_vector_dim = 1"),
    "square windows that overlap": ((40, 300), (90, 2), (90, 9, 200), "update_window_dims = [1, 2], "
                                    "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1"),
    "windows that move along one dimension": ((40, 300), (90, 1), (90, 9, 300), "update_window_dims = [1, 2], "
                                              "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "batches": ((8, 30), (8, 50, 1), (8, 50), "inserted_window_dims = [1], input_batching_dims = [0], "
                "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2"),
    "batches behind the index": ((6, 30, 70), (1, 50, 6), (50, 6, 70), "update_window_dims = [2], inserted_window_dims = [1], "
                                 "input_batching_dims = [0], scatter_indices_batching_dims = [2], "
                                 "scatter_dims_to_operand_dims = [1], index_vector_dim = 0"),
    "no update": ((5, 3), (0, 1), (0, 3), "update_window_dims = [1], inserted_window_dims = [0], "
                  "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
}
BODIES = {
    "add": "%r = stablehlo.add %a, %b : tensor<{t}>",
    "set": "%r = stablehlo.maximum %b, %b : tensor<{t}>",
    "subtract": "%r = stablehlo.subtract %a, %b : tensor<{t}>",
}


def tensor(shape: tuple[int, ...], type: str) -> str:
    return f"tensor<{'x'.join(map(str, [*shape, type]))}>"


def program(case: str, type: str, index: str, body: str) -> str:
    operand, indices, updates, numbers = CASES[case]
    given = [tensor(operand, type), tensor(indices, index), tensor(updates, type)]
    return f"""func.func @main(%x: {given[0]}, %i: {given[1]}, %u: {given[2]}) -> {given[0]} {{
        %0 = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{
        ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
          {BODIES[body].format(t=type)}
          stablehlo.return %r : tensor<{type}>
        }}) : ({', '.join(given)}) -> {given[0]}
        return %0 : {given[0]} }}"""


@pytest.mark.parametrize("case", sorted(CASES))
def test_scatter(case: str) -> None:
    operand, indices, updates, _ = CASES[case]
    rng = np.random.default_rng(len(case))
    for type, index, body in [("f32", "i32", "add"), ("i8", "i64", "set"), ("bf16", "ui8", "set"), ("f64", "i8", "subtract"),
                              ("complex<f32>", "ui32", "add"), ("i32", "ui64", "add")]:
        into = element_type(index).dtype
        places = rng.integers(-3, max(operand) + 3, indices)
        if into.kind == "i":
            places.flat[:1] = np.iinfo(into).min
            places.flat[-1:] = np.iinfo(into).max
        arrays = [rng.integers(-50, 50, shape).astype(element_type(type).dtype) for shape in (operand, updates)]
        arrays.insert(1, places.astype(into))
        module = hloom.parse(program(case, type, index, body))
        expected = Interpreter(module).call_function("main", *arrays)
        check(module, arrays, expected, [0])
