"""What programs cost, counted by hand."""

from __future__ import annotations

import pytest

import hloom
from hloom.analysis.cost import Cost, cost

F, V = "tensor<8x16xf32>", "tensor<8xf32>"
#: Bytes of an F and a V.
BF, BV = 8 * 16 * 4, 8 * 4
SUM = f"""%zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : ({F}, tensor<f32>) -> {V}"""
#: Arguments and results, the body, the cost.
CASES: dict[str, tuple[str, str, Cost]] = {
    "elementwise operations as one": (f"(%x: {F}, %y: {F}) -> {F}", f"""%0 = stablehlo.multiply %x, %y : {F}
  %1 = stablehlo.exponential %0 : {F}
  %r = stablehlo.subtract %1, %x : {F}""", Cost(2 * 128, 128, 3 * BF)),
    "a product of matrices": (f"(%x: {F}, %y: tensor<16x4xf32>) -> tensor<8x4xf32>",
                              f"""%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : ({F}, tensor<16x4xf32>) -> tensor<8x4xf32>""", Cost(2 * 8 * 16 * 4, 0, BF + 16 * 4 * 4 + 8 * 4 * 4)),
    "a batch of products": ("(%x: tensor<3x2x5xf64>, %y: tensor<3x5x7xf64>) -> tensor<3x2x7xf64>",
                            """%r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<3x2x5xf64>, tensor<3x5x7xf64>) -> tensor<3x2x7xf64>""",
                            Cost(2 * 3 * 2 * 5 * 7, 0, 8 * (30 + 105 + 42))),
    "a sum along rows": (f"(%x: {F}) -> {V}", SUM, Cost(8 * 15, 0, BF + 4 + BV)),
    "nothing but movement": (f"(%x: {F}) -> tensor<16x8xf32>",
                             f"%r = stablehlo.transpose %x, dims = [1, 0] : ({F}) -> tensor<16x8xf32>", Cost(0, 0, 2 * BF)),
    "a convolution": ("(%x: tensor<2x10x3xf32>, %k: tensor<4x3x5xf32>) -> tensor<2x7x5xf32>",
                      """%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x10x3xf32>, tensor<4x3x5xf32>) -> tensor<2x7x5xf32>""",
                      Cost(2 * (2 * 7 * 5) * 4 * 3, 0, 4 * (60 + 60 + 70))),
    "the dearest branch": (f"(%p: tensor<i1>, %x: {F}) -> {F}", f"""%r = "stablehlo.if"(%p) ({{
    %0 = stablehlo.add %x, %x : {F}
    %1 = stablehlo.add %0, %x : {F}
    stablehlo.return %1 : {F}
  }}, {{
    stablehlo.return %x : {F}
  }}) : (tensor<i1>) -> {F}""", Cost(2 * 128, 0, 2 * BF + 1)),
}


def program(signature: str, body: str, more: str = "") -> hloom.Module:
    return hloom.parse(f"func.func @main{signature} {{\n  {body}\n  return %r : {signature.rpartition('-> ')[2]}\n}}\n{more}")


@pytest.mark.parametrize("name", CASES)
def test_cost(name: str) -> None:
    signature, body, expected = CASES[name]
    assert cost(program(signature, body).functions["main"]) == expected


def test_what_is_called_counts_each_time() -> None:
    module = program(f"(%x: {F}) -> {F}", f"""%0 = func.call @twice(%x) : ({F}) -> {F}
  %r = func.call @twice(%0) : ({F}) -> {F}""",
                     f"""func.func private @twice(%x: {F}) -> {F} {{
  %0 = stablehlo.add %x, %x : {F}
  return %0 : {F}
}}""")
    assert cost(module.functions["main"]).flops == 2 * 128


def test_of_a_loop_one_turn_counts() -> None:
    module = program(f"(%x: {F}) -> {F}", f"""%i = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %w:2 = stablehlo.while(%a = %i, %b = %x) : tensor<i32>, {F}
    cond {{
      %c = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %d = stablehlo.add %a, %a : tensor<i32>
      %e = stablehlo.tanh %b : {F}
      stablehlo.return %d, %e : tensor<i32>, {F}
    }}
  %r = stablehlo.add %w#1, %x : {F}""")
    found = cost(module.functions["main"])
    assert (found.flops, found.transcendentals) == (1 + 1 + 128, 128)


def test_unknown_sizes_count_nothing() -> None:
    module = program("(%x: tensor<?xf32>) -> tensor<?xf32>", "%r = stablehlo.add %x, %x : tensor<?xf32>")
    assert cost(module.functions["main"]) == Cost()
