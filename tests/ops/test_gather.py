"""What gathers take where slices or operands have no elements, on both engines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom

ENGINES = [hloom.evaluate, lambda module, *arrays: hloom.compile(module)(*arrays)]
GATHER = ('"stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
          "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 5>}>")
SELECT = '"stablehlo.torch_index_select"(%a, %i) <{dim = 0 : i64, batch_dims = 0 : i64}>'


def taken(engine: Any, operation: str, operand: np.ndarray, indices: np.ndarray) -> np.ndarray:
    types = [f"tensor<{'x'.join(map(str, x.shape))}x{type}>" for x, type in ((operand, "f32"), (indices, "i32"))]
    module = hloom.parse(f"""func.func @main(%a: {types[0]}, %i: {types[1]}) -> tensor<4x5xf32> {{
  %0 = {operation} : ({', '.join(types)}) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}}""")
    return engine(module, operand, indices)[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_collapsed_slices_of_no_element_take_from_inside(engine: Any) -> None:
    """C9 admits size 0 in a collapsed dimension; the specification leaves open what is read behind the last element."""
    operand = np.arange(15, dtype=np.float32).reshape(3, 5)
    found = taken(engine, GATHER, operand, np.array([[-1], [2], [3], [1 << 30]], np.int32))
    np.testing.assert_array_equal(found, operand[[0, 2, 2, 2]])


@pytest.mark.parametrize("operation, indices", [(GATHER, (4, 1)), (SELECT, (4,))])
@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_gives_zeros(engine: Any, operation: str, indices: tuple[int, ...]) -> None:
    found = taken(engine, operation, np.zeros((0, 5), np.float32), np.full(indices, 7, np.int32))
    np.testing.assert_array_equal(found, np.zeros((4, 5)))
