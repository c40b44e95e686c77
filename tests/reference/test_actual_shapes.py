"""Dynamic shapes that do not fit in a run: the constraint that they break is named, nothing broadcasts by accident."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError


def module(text: str) -> Any:
    found = hloom.parse(text)
    found.verify()
    return found


def refused(text: str, *arrays: np.ndarray, code: str, message: str) -> None:
    for run in (lambda m: hloom.evaluate(m, *arrays), lambda m: hloom.compile(m)(*arrays)):
        with pytest.raises(EvaluationError, match=message) as caught:
            run(module(text))
        assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].line) == (code, 2)


def floats(*shape: int) -> np.ndarray:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


SUM = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""


def test_sizes_that_differ() -> None:
    refused(SUM, floats(2), floats(3), code="add_c1", message=r"got tensor<2xf32> and tensor<3xf32> in this run")


def test_a_size_of_one_does_not_broadcast() -> None:
    refused(SUM, floats(3), floats(1), code="add_c1", message=r"got tensor<3xf32> and tensor<1xf32> in this run")
    assert hloom.evaluate(module(SUM), floats(3), floats(3))[0].tolist() == [0, 2, 4]


def test_each_combination_of_shapes_is_checked() -> None:
    text = """func.func private @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.add %x, %y : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = func.call @sum(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %1 = func.call @sum(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }"""
    with pytest.raises(EvaluationError, match="add_c1"):
        hloom.evaluate(module(text), floats(2), floats(3))


def test_a_result_that_is_not_of_its_type() -> None:
    refused("""func.func @main(%x: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}""", floats(3, 2), code="transpose_c3", message=r"is a tensor<2x3xf32> in this run, not a tensor<3x\?xf32>")


def test_operations_with_regions() -> None:
    refused("""func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}""", floats(2), floats(3), code="sort_c3", message="inputs must have one shape")


def test_a_broadcast_fills_a_bounded_dimension() -> None:
    bounded = "tensor<2x?xf32, #stablehlo.bounds<?, 3>>"

    def broadcast(type: str, dimensions: str) -> Any:
        return module(f"""func.func @main(%x: {type}) -> {bounded} {{
          %0 = stablehlo.broadcast_in_dim %x, dims = {dimensions} : ({type}) -> {bounded}
          return %0 : {bounded}
        }}""")

    assert hloom.evaluate(broadcast("tensor<f32>", "[]"), floats())[0].tolist() == [[0, 0, 0], [0, 0, 0]]
    along = broadcast("tensor<?xf32, #stablehlo.bounds<3>>", "[1]")
    assert hloom.evaluate(along, floats(2))[0].tolist() == [[0, 1], [0, 1]]
    assert hloom.evaluate(along, floats(1))[0].tolist() == [[0], [0]]
