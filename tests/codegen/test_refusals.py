"""What the compiler leaves to the evaluator: tuples among what custom calls take, and bodies of reductions without code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS


def test_programs_with_tuples_of_custom_calls_run_on_the_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    module = hloom.parse("""func.func @main(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
      %0 = stablehlo.negate %x : tensor<2xf32>
      %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xf32>, tensor<2xf32>>
      %2 = stablehlo.custom_call @same(%1) : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>>
      return %2 : tuple<tensor<2xf32>, tensor<2xf32>> }""")
    monkeypatch.setitem(CUSTOM_CALLS, "same", lambda op, pair: (pair,))
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


@pytest.mark.parametrize("size", ["4611686018427387904", "1537228672809129301"])
def test_what_no_memory_holds_is_refused_on_both_engines(size: str) -> None:
    """An operand of the product is larger than all addresses."""
    module: Any = hloom.parse(f"""func.func @main() -> tensor<3x3xi32> {{
      %0 = stablehlo.iota dim = 0 : tensor<{size}x3xi32>
      %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0]
        : (tensor<{size}x3xi32>, tensor<{size}x3xi32>) -> tensor<3x3xi32>
      return %1 : tensor<3x3xi32> }}""")
    with pytest.raises(hloom.EvaluationError, match="too large for any memory"):
        hloom.evaluate(module)
    with pytest.raises(hloom.InputError, match="@main has buffers, or loops, that are larger than any memory"):
        hloom.compile(module)
