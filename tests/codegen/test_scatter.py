"""Compiled scatters between guard pages, against the evaluator: bit by bit, whatever loops tasks divide."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from tests.harness import check, tensor, use_machine

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
    "windows of many dimensions": ((7, 3, 1, 37, 2), (19, 1), (19, 3, 1, 37, 2), "update_window_dims = [1, 2, 3, 4], "
                                   "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "windows that move between": ((3, 40, 5, 7), (19, 1), (19, 3, 9, 5, 7), "update_window_dims = [1, 2, 3, 4], "
                                  "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"),
    "windows that move along the last dimension": ((3, 5, 40), (19, 1), (3, 5, 19, 9), "update_window_dims = [0, 1, 3], "
                                                   "scatter_dims_to_operand_dims = [2], index_vector_dim = 1"),
    "part of a dimension": ((6, 9, 50), (19, 1), (19, 4, 50), "update_window_dims = [1, 2], inserted_window_dims = [0], "
                            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "windows of one element": ((9, 4, 1), (50, 1), (50, 1, 1, 1), "update_window_dims = [1, 2, 3], "
                               "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
    "windows in batches": ((5, 30, 9, 11), (5, 50, 1), (5, 50, 9, 11), "update_window_dims = [2, 3], inserted_window_dims = [1], "
                           "input_batching_dims = [0], scatter_indices_batching_dims = [0], "
                           "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"),
    "batches": ((8, 30), (8, 50, 1), (8, 50), "inserted_window_dims = [1], input_batching_dims = [0], "
                "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2"),
    "batches behind the index": ((6, 30, 70), (1, 50, 6), (50, 6, 70), "update_window_dims = [2], inserted_window_dims = [1], "
                                 "input_batching_dims = [0], scatter_indices_batching_dims = [2], "
                                 "scatter_dims_to_operand_dims = [1], index_vector_dim = 0"),
    "one window": ((40, 300), (2,), (9, 200), "update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], "
                   "index_vector_dim = 0"),
    "one long window": ((1000,), (1,), (401,), "update_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                        "index_vector_dim = 0"),
    "one window in a row": ((9, 300), (2,), (203,), "update_window_dims = [0], inserted_window_dims = [0], "
                            "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0"),
    "one column": ((37, 40), (1,), (37,), "update_window_dims = [0], inserted_window_dims = [1], "
                   "scatter_dims_to_operand_dims = [1], index_vector_dim = 0"),
    "no update": ((5, 3), (0, 1), (0, 3), "update_window_dims = [1], inserted_window_dims = [0], "
                  "scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
}
BODIES = {
    "add": "%r = stablehlo.add %a, %b : tensor<{t}>",
    "set": "%r = stablehlo.maximum %b, %b : tensor<{t}>",
    "subtract": "%r = stablehlo.subtract %a, %b : tensor<{t}>",
}


def program(case: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str], type: str, index: str, body: str) -> str:
    operand, indices, updates, numbers = case
    given = [tensor(operand, type), tensor(indices, index), tensor(updates, type)]
    return f"""func.func @main(%x: {given[0]}, %i: {given[1]}, %u: {given[2]}) -> {given[0]} {{
        %0 = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{
        ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
          {BODIES[body].format(t=type)}
          stablehlo.return %r : tensor<{type}>
        }}) : ({', '.join(given)}) -> {given[0]}
        return %0 : {given[0]} }}"""


#: How tasks share what there is, however little: as it is for as much, the places that indices choose, and parts of windows.
SHARED = {"as usual": {}, "places": {"shared_bytes": 0, "many": 0}, "windows": {"shared_bytes": 0, "divided_bytes": 0}}


@pytest.mark.parametrize("shared", sorted(SHARED))
@pytest.mark.parametrize("case", sorted(CASES))
def test_scatter(case: str, shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, scatter=SHARED[shared])
    operand, indices, updates, _ = CASES[case]
    rng = np.random.default_rng(len(case))
    for type, index, body in [("f32", "i32", "add"), ("i8", "i64", "set"), ("bf16", "ui8", "set"), ("f64", "i8", "subtract"),
                              ("complex<f32>", "ui32", "add"), ("i32", "ui64", "add")]:
        into = element_type(index).dtype
        is_one = np.prod(indices) in (1, 2)
        places = rng.integers(-1, 4, indices) if is_one else rng.integers(-3, max(operand) + 3, indices)
        if into.kind == "i" and not is_one:
            places.flat[:1] = np.iinfo(into).min
            places.flat[-1:] = np.iinfo(into).max
        arrays = [rng.integers(-50, 50, shape).astype(element_type(type).dtype) for shape in (operand, updates)]
        arrays.insert(1, places.astype(into))
        check(program(CASES[case], type, index, body), arrays)


@pytest.mark.parametrize("count", [8, 16, 61, 129, 1025])
@pytest.mark.parametrize(("row", "type"), [((1003,), "f32"), ((7, 61, 5), "i8"), ((9, 1, 259), "f64"), ((65,), "f32")])
def test_updates_are_shared(row: tuple[int, ...], type: str, count: int) -> None:
    """Enough updates for every worker, each of which goes over all of them: in parts of the window where there are few rows, and
    those of its own rows where there are many."""
    window = ", ".join(map(str, range(1, len(row) + 1)))
    numbers = (f"update_window_dims = [{window}], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
               "index_vector_dim = 1")
    rng = np.random.default_rng(len(row))
    dtype = element_type(type).dtype
    x, updates = (rng.integers(-9, 9, (n, *row)).astype(dtype) for n in (count, 900))
    places = rng.integers(-2, count + 2, (900, 1)).astype(np.int32)
    expected = x.copy()
    for place, update in zip(places[:, 0], updates):
        if 0 <= place < count:
            expected[place] += update
    module = hloom.parse(program((x.shape, places.shape, updates.shape, numbers), type, "i32", "add"))
    check(module, [x, places, updates], [expected], [0])


#: What makes the updates and the indices of a program that returns %r, over %x of 9x9 numbers, %i and %u.
VIEWS = {
    "transposed": "%t = stablehlo.transpose %u, dims = [1, 0] : (tensor<9x30xf32>) -> tensor<30x9xf32>",
    "repeated": """%row = stablehlo.slice %u [4:5, 0:9] : (tensor<9x30xf32>) -> tensor<1x9xf32>
        %t = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<30x9xf32>""",
    "a number": """%c = stablehlo.constant dense<2.0> : tensor<f32>
        %t = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<30x9xf32>""",
    "widened": """%n = stablehlo.convert %u : (tensor<9x30xf32>) -> tensor<9x30xbf16>
        %k = stablehlo.reshape %n : (tensor<9x30xbf16>) -> tensor<30x9xbf16>
        %t = stablehlo.convert %k : (tensor<30x9xbf16>) -> tensor<30x9xf32>""",
    "reversed": """%k = stablehlo.reshape %u : (tensor<9x30xf32>) -> tensor<30x9xf32>
        %t = stablehlo.reverse %k, dims = [0, 1] : tensor<30x9xf32>""",
    "the operand itself": """%turned = stablehlo.transpose %y, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
        %c = stablehlo.constant dense<0.5> : tensor<f32>
        %t = stablehlo.pad %turned, %c, low = [0, 0], high = [21, 0], interior = [0, 0]
          : (tensor<9x9xf32>, tensor<f32>) -> tensor<30x9xf32>""",
}


@pytest.mark.parametrize("made", sorted(VIEWS))
def test_updates_that_are_views(made: str) -> None:
    module = hloom.parse(f"""func.func @main(%x: tensor<9x9xf32>, %i: tensor<30x1xi8>, %u: tensor<9x30xf32>) -> tensor<9x9xf32> {{
        %y = stablehlo.add %x, %x : tensor<9x9xf32>
        {VIEWS[made]}
        %j = stablehlo.convert %i : (tensor<30x1xi8>) -> tensor<30x1xi32>
        %r = "stablehlo.scatter"(%y, %j, %t) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }}) : (tensor<9x9xf32>, tensor<30x1xi32>, tensor<30x9xf32>) -> tensor<9x9xf32>
        return %r : tensor<9x9xf32> }}""")
    rng = np.random.default_rng(len(made))
    arrays = [rng.integers(-9, 9, (9, 9)).astype(np.float32), rng.integers(-3, 11, (30, 1)).astype(np.int8),
              rng.integers(-9, 9, (9, 30)).astype(np.float32)]
    check(module, arrays)


def test_an_operand_is_its_own_update() -> None:
    """What is computed in place is not read as a view at the same time."""
    module = hloom.parse("""func.func @main(%x: tensor<9x9xf32>, %i: tensor<9x1xi32>) -> tensor<9x9xf32> {
        %y = stablehlo.add %x, %x : tensor<9x9xf32>
        %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
        %r = "stablehlo.scatter"(%y, %i, %t) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<9x9xf32>, tensor<9x1xi32>, tensor<9x9xf32>) -> tensor<9x9xf32>
        return %r : tensor<9x9xf32> }""")
    x, places = np.arange(81, dtype=np.float32).reshape(9, 9), np.array([3, 1, 4, 1, 5, 0, 2, 6, 5], np.int32).reshape(9, 1)
    expected = 2 * x
    np.add.at(expected, places[:, 0], 2 * x.T)
    check(module, [x, places], [expected], [0])
