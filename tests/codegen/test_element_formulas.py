"""Operations of one signature, which share a formula, read operands of their own."""

from __future__ import annotations

import numpy as np
import pytest

import hloom

X = np.array([3, 5, 11, 24], np.int32)


def run(arguments: str, body: str, result: str, *arrays: np.ndarray) -> np.ndarray:
    text = f"func.func @main({arguments}) -> {result} {{\n{body}\n  return %r : {result}\n}}"
    executable = hloom.compile(hloom.parse(text))
    assert not executable.fallbacks
    (found,) = executable(*arrays)
    return found


def test_scalars_taken_from_other_places() -> None:
    """Reshapes of one signature without dimensions, of slices that differ in their attributes."""
    taken = "\n".join(f"  %s{k} = stablehlo.slice %x [{k}:{k + 1}] : (tensor<4xi32>) -> tensor<1xi32>\n"
                      f"  %e{k} = stablehlo.reshape %s{k} : (tensor<1xi32>) -> tensor<i32>" for k in (0, 2, 3))
    body = f"{taken}\n  %a = stablehlo.subtract %e3, %e0 : tensor<i32>\n  %r = stablehlo.multiply %a, %e2 : tensor<i32>"
    assert run("%x: tensor<4xi32>", body, "tensor<i32>", X) == (24 - 3) * 11


@pytest.mark.parametrize("first, second, expected", [
    ("%x, %x", "%x, %y", X * X - X * (X + 7)),
    ("%x, %y", "%y, %y", X * (X + 7) - (X + 7) * (X + 7)),
    ("%x, %y", "%y, %x", 0 * X),
    ("%x, %x", "%y, %y", X * X - (X + 7) * (X + 7)),
])
def test_operands_that_are_one_value_or_two(first: str, second: str, expected: np.ndarray) -> None:
    body = "\n".join(f"  {line} : tensor<4xi32>" for line in (
        f"%a = stablehlo.multiply {first}", f"%b = stablehlo.multiply {second}", "%r = stablehlo.subtract %a, %b"))
    np.testing.assert_array_equal(run("%x: tensor<4xi32>, %y: tensor<4xi32>", body, "tensor<4xi32>", X, X + 7), expected)


def test_values_that_are_computed_where_they_are_used_and_apart() -> None:
    """Transposes of one signature: of arguments, of a value that is inlined, and of one that a reduction makes."""
    body = """  %z = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  %n = stablehlo.negate %y : tensor<3x4xi32>
  %a = stablehlo.transpose %sum, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %b = stablehlo.transpose %n, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %c = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x4xi32>) -> tensor<4x3xi32>
  %d = stablehlo.multiply %a, %b : tensor<4x3xi32>
  %r = stablehlo.add %d, %c : tensor<4x3xi32>"""
    x, y = np.arange(24, dtype=np.int32).reshape(2, 3, 4), np.arange(5, 17, dtype=np.int32).reshape(3, 4)
    found = run("%x: tensor<2x3x4xi32>, %y: tensor<3x4xi32>", body, "tensor<4x3xi32>", x, y)
    np.testing.assert_array_equal(found, (x.sum(0) * -y).T + y.T)
