"""What the compiler leaves to the evaluator: functions of tuples and tokens, and bodies of reductions that it has no code for."""

from __future__ import annotations

from typing import Any

import numpy as np

import hloom


def test_functions_of_tuples_run_on_the_evaluator() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = stablehlo.negate %x : tensor<2xf32>
      %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xf32>, tensor<2xf32>>
      return %1 : tuple<tensor<2xf32>, tensor<2xf32>> }""")
    x = np.array([1, 2], np.float32)
    exe = hloom.compile(module)
    (found,), (expected,) = exe(x), hloom.evaluate(module, x)
    assert exe.fallbacks and [a.tolist() for a in found] == [a.tolist() for a in expected] == [[1, 2], [-1, -2]]


def test_a_maximum_of_complex_numbers_is_left_to_the_evaluator() -> None:
    text = """func.func @main(%x: tensor<3x4xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
      %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1]
        : (tensor<3x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
      return %0 : tensor<3xcomplex<f32>> }"""
    module: Any = hloom.parse(text)
    x = (np.arange(12).reshape(3, 4) * (1 - 2j)).astype(np.complex64)
    np.testing.assert_array_equal(hloom.compile(module)(x)[0], hloom.evaluate(module, x)[0])
