"""Programs of the mhlo dialect: they mean what the same programs of StableHLO do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.definition.operation import SPELLINGS
from hloom.reference import evaluate
from hloom.text.mlir import parse
from tests.ops.programs import codes, function, run

SOFTMAX = """module @exported attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<2x3xf32> {jax.result_info = ""}) {
    %low = mhlo.constant dense<0xFF800000> : tensor<f32>
    %top = mhlo.reduce(%x init: %low) applies mhlo.maximum across dimensions = [1]
        : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %tops = "mhlo.broadcast_in_dim"(%top) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2x3xf32>
    %d = mhlo.subtract %x, %tops : tensor<2x3xf32>
    %e = mhlo.exponential %d : tensor<2x3xf32>
    %zero = mhlo.constant dense<0.0> : tensor<f32>
    %sum = mhlo.reduce(%e init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {
        %s = mhlo.add %a, %b : tensor<f32>
        mhlo.return %s : tensor<f32>
      }
    %sums = "mhlo.broadcast_in_dim"(%sum) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2x3xf32>
    %r = mhlo.divide %e, %sums : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}
"""


def test_an_exported_program() -> None:
    module: Any = parse(SOFTMAX)
    module.verify()
    x = np.array([[1, 2, 3], [0, 0, 5]], np.float32)
    exponentials = np.exp(x - x.max(1, keepdims=True))
    compiled = hloom.compile(module)
    for found in (evaluate(module, x)[0], compiled(x)[0]):
        np.testing.assert_allclose(found, exponentials / exponentials.sum(1, keepdims=True), rtol=1e-6)
    assert not compiled.fallbacks
    assert str(parse(str(module))) == str(module) and "stablehlo" not in str(module)


def test_faults_have_the_codes_of_stablehlo() -> None:
    text = SOFTMAX.replace("dense<0> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2x3xf32>\n    %d",
                           "dense<2> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2x3xf32>\n    %d")
    assert codes(text) == ["broadcast_in_dim_c3"]


def test_spellings_share_their_definitions() -> None:
    for spelling, cls in SPELLINGS.items():
        original = cls.__mro__[2]
        assert spelling.startswith("mhlo.") and cls.definition is original.definition and cls.checks is original.checks


@pytest.mark.parametrize("element", [np.float32, np.int8, np.uint8])
@pytest.mark.parametrize("largest", [True, False])
def test_top_k(largest: bool, element: Any) -> None:
    x = np.array([[3, 1, 2, 1], [-128, 127, 0, 5]]).astype(element)
    name = {np.float32: "f32", np.int8: "i8", np.uint8: "ui8"}[element]
    order = np.argsort(-x.astype(int) if largest else x.astype(int), axis=1, kind="stable")[:, :2]
    module = function(f"%v, %i = mhlo.topk(%x, k = 2, largest = {str(largest).lower()}) : tensor<2x4x{name}> -> "
                      f"(tensor<2x2x{name}>, tensor<2x2xi32>)\nreturn %v, %i : tensor<2x2x{name}>, tensor<2x2xi32>",
                      f"%x: tensor<2x4x{name}>", f"tensor<2x2x{name}>, tensor<2x2xi32>")
    for values, places in (evaluate(module, x), hloom.compile(module)(x)):
        assert np.array_equal(values, np.take_along_axis(x, order, 1)) and np.array_equal(places, order)


def test_operations_that_hand_on_their_operand() -> None:
    x = np.arange(4, dtype=np.float32)
    assert np.array_equal(run("mhlo.copy %0 : tensor<4xf32>", x, results="tensor<4xf32>"), x)
    module = function("""%t = mhlo.create_token : !mhlo.token
        %r = mhlo.add_dependency %x, %t : (tensor<4xf32>, !mhlo.token) -> tensor<4xf32>
        mhlo.trace %r, "here" : tensor<4xf32>
        return %r : tensor<4xf32>""", "%x: tensor<4xf32>", "tensor<4xf32>")
    assert np.array_equal(evaluate(module, x)[0], x) and np.array_equal(hloom.compile(module)(x)[0], x)


def test_the_state_of_random_numbers_advances() -> None:
    module = function("""%0 = mhlo.xla.rng_get_and_update_state {delta = 7 : i64}
        %1 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
        return %0, %1 : tensor<2xui64>, tensor<2xui64>""", "", "tensor<2xui64>, tensor<2xui64>")
    first, second = evaluate(module)
    assert second.tolist() == [first[0] + 7, first[1]]
