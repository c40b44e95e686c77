"""Operations whose shapes are operands, and sizes of dimensions."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError
from tests.ops.programs import codes, run

X = np.arange(6, dtype=np.int32).reshape(2, 3)


def i64(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


def test_dynamic_broadcast_in_dim() -> None:
    found = run("stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [2] : (tensor<3xi32>, tensor<3xi64>) -> tensor<?x?x?xi32>",
                X[0], i64(2, 2, 3), results="tensor<?x?x?xi32>")
    np.testing.assert_array_equal(found, np.broadcast_to(X[0], (2, 2, 3)))


def test_dynamic_reshape_and_iota() -> None:
    found = run("stablehlo.dynamic_reshape %0, %1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>", X, i64(3, 2),
                results="tensor<?x?xi32>")
    np.testing.assert_array_equal(found, X.reshape(3, 2))
    found = run("stablehlo.dynamic_iota %0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>", i64(2, 3), results="tensor<?x?xf32>")
    assert found.tolist() == [[0, 1, 2], [0, 1, 2]]


def test_dynamic_pad_with_holes_and_cuts() -> None:
    found = run("stablehlo.dynamic_pad %0, %1, %2, %3, %4 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, "
                "tensor<1xi64>) "
                "-> tensor<?xi32>", X[1], np.int32(9), i64(1), i64(-2), i64(1), results="tensor<?xi32>")
    assert found.tolist() == [9, 3, 9, 4]


def test_real_dynamic_slice_moves_inside() -> None:
    slice_ = "stablehlo.real_dynamic_slice %0, %1, %2, %3 : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>"
    x = np.arange(5, dtype=np.int32)
    assert run(slice_, x, i64(1), i64(5), i64(2), results="tensor<?xi32>").tolist() == [1, 3]
    assert run(slice_, x, i64(4), i64(7), i64(1), results="tensor<?xi32>").tolist() == [2, 3, 4]


def test_dynamic_gather_takes_rows() -> None:
    found = run('"stablehlo.dynamic_gather"(%0, %1, %2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
                "start_index_map = [0], index_vector_dim = "
                "1>} : (tensor<2x3xi32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x?xi32>",
                X, i64(1, 0, 7), i64(1, 2), results="tensor<3x?xi32>")
    np.testing.assert_array_equal(found, X[[1, 0, 1], :2])


def test_dynamic_conv_pads_as_its_operand_says() -> None:
    x, w = np.arange(4, dtype=np.float32).reshape(1, 4, 1), np.ones((2, 1, 1), np.float32)
    found = run('"stablehlo.dynamic_conv"(%0, %1, %2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, '
                "feature_group_count = 1 : i64, batch_group_count = 1 : "
                "i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) "
                "-> tensor<1x?x1xf32>", x, w, np.array([[1, 0]]), results="tensor<1x?x1xf32>")
    assert found.reshape(-1).tolist() == [0, 1, 3, 5]


def test_sizes_of_bounded_dimensions() -> None:
    from hloom.reference import evaluate
    from tests.ops.programs import function
    bounded = "tensor<?xf32, #stablehlo.bounds<4>>"
    module = function(f"""%s = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> {bounded}
        %size = stablehlo.get_dimension_size %s, dim = 0 : ({bounded}) -> tensor<i32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : ({bounded}, tensor<f32>) -> tensor<f32>
        return %size, %sum : tensor<i32>, tensor<f32>""", "%x: tensor<4xf32>, %n: tensor<i32>", "tensor<i32>, tensor<f32>")
    size, total = evaluate(module, np.array([1, 2, 4, 8], np.float32), np.int32(3))
    assert (int(size), float(total)) == (3, 7.0)
    with pytest.raises(EvaluationError, match="between 0 and 4"):
        evaluate(module, np.zeros(4, np.float32), np.int32(5))


def test_shapes_for_reshapes() -> None:
    compute = '"stablehlo.compute_reshape_shape"(%0, %1) : (tensor<i64>, tensor<3xi64>) -> tensor<3xi64>'
    assert run(compute, np.int64(24), i64(2, -1, 3), results="tensor<3xi64>").tolist() == [2, 4, 3]
    require = '"stablehlo.cstr_reshapable"(%0, %1) : (tensor<i64>, tensor<2xi64>) -> !shape.witness'
    assert run(require, np.int64(6), i64(2, -1), results="!shape.witness")
    with pytest.raises(EvaluationError, match="6 elements"):
        run(require, np.int64(6), i64(4, -1), results="!shape.witness")


@pytest.mark.parametrize("operation, arrays, results", [
    ("stablehlo.dynamic_reshape %0, %1 : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<?xi32>", (X, i64(5)), "tensor<?xi32>"),
    ("stablehlo.dynamic_reshape %0, %1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>", (X, i64(-2, -3)),
     "tensor<?x?xi32>"),
    ("stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>",
     (X, i64(3, 3)),
     "tensor<?x?xi32>"),
])
def test_impossible_shapes_end_the_run(operation: str, arrays: tuple[np.ndarray, ...], results: str) -> None:
    with pytest.raises(EvaluationError, match="shape"):
        run(operation, *arrays, results=results)


@pytest.mark.parametrize("operation, code", [
    ("dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi64>",
     "dynamic_broadcast_in_dim_c1"),
    ("dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>",
     "dynamic_broadcast_in_dim_c2"),
    ("dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>",
     "dynamic_broadcast_in_dim_c3"),
    ("dynamic_broadcast_in_dim %x, %s, dims = [0, 0] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>",
     "dynamic_broadcast_in_dim_c4"),
    ("dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<4x3xi32>",
     "dynamic_broadcast_in_dim_c5"),
    ("dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?x?xi32>",
     "dynamic_broadcast_in_dim_c7"),
    ("dynamic_iota %s, dim = 2 : (tensor<2xi64>) -> tensor<?x?xi32>", "dynamic_iota_c1"),
    ("dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?xi32>", "dynamic_iota_c2"),
    ("dynamic_reshape %x, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xf32>", "dynamic_reshape_c1"),
    ("dynamic_reshape %x, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<2x4xi32>", "dynamic_reshape_c2"),
    ("dynamic_reshape %x, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?xi32>", "dynamic_reshape_c4"),
    ("get_dimension_size %x, dim = 2 : (tensor<2x3xi32>) -> tensor<i32>", "get_dimension_size_c1"),
])
def test_constraints(operation: str, code: str) -> None:
    assert codes(f"func.func @f(%x: tensor<2x3xi32>, %s: tensor<2xi64>) {{\n%0 = stablehlo.{operation}\nreturn\n}}") == [code]


ENGINES = [hloom.evaluate, lambda module, *arrays: hloom.compile(module)(*arrays)]
SLICES = """
func.func @main(%a: tensor<3x2x4x5xf32>, %i: tensor<2x7x2xi64>, %s: tensor<4xi64>) -> tensor<2x3x7x5xf32> {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3],
      collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [0, 2],
      index_vector_dim = 2>, indices_are_sorted = false}> :
      (tensor<3x2x4x5xf32>, tensor<2x7x2xi64>, tensor<4xi64>) -> tensor<2x3x7x5xf32>
  return %0 : tensor<2x3x7x5xf32>
}
"""


@pytest.mark.parametrize("sizes", [[0, 2, 1, 1], [2, 1, 3, 5], [1, 2, 3, 5]])
@pytest.mark.parametrize("engine", ENGINES)
def test_slices_have_one_element_in_collapsed_and_batching_dimensions(sizes: list[int], engine: Any) -> None:
    """Sizes that only a call tells are held against what the specification says of constant ones (C8)."""
    arrays = np.zeros((3, 2, 4, 5), np.float32), np.full((2, 7, 2), 3), np.array(sizes)
    with pytest.raises(EvaluationError, match="other sizes than 0 or 1 in collapsed or batching dimensions"):
        engine(hloom.parse(SLICES), *arrays)


@pytest.mark.parametrize("engine", ENGINES)
def test_slices_of_no_element_take_one_where_the_result_has_no_dimension_of_theirs(engine: Any) -> None:
    """C8 admits them. What begins behind the last element takes the last: nothing outside of the operand is read."""
    operand = np.arange(120, dtype=np.float32).reshape(3, 2, 4, 5)
    indices = np.array([[[k, 1] for k in (0, 1, 2, 3, 4, -1, 9)]] * 2)
    (found,) = engine(hloom.parse(SLICES), operand, indices, np.array([0, 0, 3, 5]))
    (expected,) = engine(hloom.parse(SLICES), operand, indices, np.array([1, 1, 3, 5]))
    assert (found == expected).all()
    assert (found[1, :, 3] == operand[2, 1, 1:]).all()


@pytest.mark.parametrize("body, array, sizes", [
    ("dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi64>)", np.zeros(6, np.float32), [3, 2]),
    ("dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>)", np.zeros(3, np.float32), [4, 3]),
    ("real_dynamic_slice %a, %l, %s, %l : (tensor<6x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)",
     np.zeros((6, 6), np.float32), [3, 5]),
    ("dynamic_iota %s, dim = 0 : (tensor<2xi64>)", np.zeros(6, np.float32), [3, 3]),
])
@pytest.mark.parametrize("engine", ENGINES)
def test_results_have_the_shape_that_their_type_says(engine: Any, body: str, array: np.ndarray, sizes: list[int]) -> None:
    """Where a type says what a call says, too, they agree."""
    type = f"tensor<{''.join(f'{n}x' for n in array.shape)}f32>"
    module = hloom.parse(f"""func.func @main(%a: {type}, %s: tensor<2xi64>) -> tensor<2x3xf32> {{
  %l = stablehlo.constant dense<1> : tensor<2xi64>
  %0 = stablehlo.{body} -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}}""")
    with pytest.raises(EvaluationError, match=r"in this run, not a tensor<2x3xf32>"):
        engine(module, array, np.array(sizes))
