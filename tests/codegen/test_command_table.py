"""Commands that are data: jumps, copies and calls of one table, whose results NumPy says once more."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.command_table import Op
from tests.codegen.execution import load as loaded
from tests.codegen.execution import lower, run

#: A loop around a branch, in rows that are too long for a loop that is one function.
PROGRAM = """
func.func @main(%x: tensor<300000xf32>, %count: tensor<i32>, %pick: tensor<i32>) -> (tensor<300000xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<300000xf32>
    cond {
      %more = stablehlo.compare LT, %k, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %sum = stablehlo.add %k, %pick : tensor<i32>
      %z = "stablehlo.case"(%sum) ({
        %a = stablehlo.add %y, %y : tensor<300000xf32>
        stablehlo.return %a : tensor<300000xf32>
      }, {
        %b = stablehlo.reverse %y, dims = [0] : tensor<300000xf32>
        stablehlo.return %b : tensor<300000xf32>
      }, {
        stablehlo.return %x : tensor<300000xf32>
      }) : (tensor<i32>) -> tensor<300000xf32>
      %even = stablehlo.and %k, %one : tensor<i32>
      %is_odd = stablehlo.compare EQ, %even, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %w = "stablehlo.if"(%is_odd) ({
        %c = stablehlo.negate %z : tensor<300000xf32>
        stablehlo.return %c : tensor<300000xf32>
      }, {
        %d = stablehlo.multiply %z, %x : tensor<300000xf32>
        stablehlo.return %d : tensor<300000xf32>
      }) : (tensor<i1>) -> tensor<300000xf32>
      %next = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %w : tensor<i32>, tensor<300000xf32>
    }
  return %r#1, %r#0 : tensor<300000xf32>, tensor<i32>
}
"""


@pytest.fixture(scope="module")
def executable() -> hloom.Executable:
    return loaded(lower(hloom.parse(PROGRAM)))


@pytest.mark.parametrize("pick", [-5, -1, 0, 1, 7, 2**31 - 20])
@pytest.mark.parametrize("count", [-1, 0, 1, 2, 9])
def test_loops_and_branches(executable: hloom.Executable, count: int, pick: int) -> None:
    x = np.random.default_rng(3).standard_normal(300000, np.float32)
    y = x
    for k in range(count):
        arm = k + pick if 0 <= k + pick < 2 else 2
        y = (y + y, y[::-1], x)[arm]
        y = -y if k % 2 else y * x
    found, steps = run(executable, x, np.int32(count), np.int32(pick))
    np.testing.assert_array_equal(found, y)
    assert steps == max(count, 0)


def test_the_table_is_made_of_every_sort_of_command() -> None:
    made = lower(hloom.parse(PROGRAM))
    words = made.code.globals["commands"].partition(" x i64] [")[2].split("]")[0].split(", ")
    numbers = {int(word.removeprefix("i64 ")) for word in words if "@" not in word}
    assert {Op.LAUNCH, Op.COPY, Op.PARALLEL, Op.GO, Op.UNLESS, Op.PICK, Op.POLL, Op.END} <= numbers
    assert "call i64 %" in made.code.functions["entry"].text()
