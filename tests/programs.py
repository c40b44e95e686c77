"""Programs that several tests take, and what NumPy makes of their arguments."""

from __future__ import annotations

import numpy as np

#: The softmax of each row of a matrix: `SOFTMAX.format(rows, columns)`.
SOFTMAX = """func.func @main(%x: tensor<{0}x{1}xf32>) -> tensor<{0}x{1}xf32> {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] :
    (tensor<{0}x{1}xf32>, tensor<f32>) -> tensor<{0}xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<{0}xf32>) -> tensor<{0}x{1}xf32>
  %d = stablehlo.subtract %x, %mb : tensor<{0}x{1}xf32>
  %e = stablehlo.exponential %d : tensor<{0}x{1}xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] :
    (tensor<{0}x{1}xf32>, tensor<f32>) -> tensor<{0}xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<{0}xf32>) -> tensor<{0}x{1}xf32>
  %r = stablehlo.divide %e, %sb : tensor<{0}x{1}xf32>
  return %r : tensor<{0}x{1}xf32>
}}
"""


def softmax(x: np.ndarray, axis: int = 1) -> np.ndarray:
    """In double precision."""
    with np.errstate(all="ignore"):
        exponentials = np.exp(x.astype(np.float64) - x.max(axis=axis, keepdims=True).astype(np.float64))
        return exponentials / exponentials.sum(axis=axis, keepdims=True)


def loop(count: str, carried: str, types: str, body: str, returned: str, name: str = "%r") -> str:
    """Lines of a loop that %i counts to `count`, a value of i32 or its number: it carries `%a = %x, ...` of some types, of which
    `body` computes what is `returned`; its results are `%r#1`, `%r#2`, ..."""
    limit = count if count.startswith("%") else "%limit"
    known = "" if count.startswith("%") else f"\n    %limit = stablehlo.constant dense<{count}> : tensor<i32>"
    return f"""%zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>{known}
    {name}:{carried.count("=") + 1} = stablehlo.while(%i = %zero, {carried}) : tensor<i32>, {types}
    cond {{
      %more = stablehlo.compare LT, %i, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    }} do {{
      %next = stablehlo.add %i, %one : tensor<i32>
      {body}
      stablehlo.return %next, {returned} : tensor<i32>, {types}
    }}"""
