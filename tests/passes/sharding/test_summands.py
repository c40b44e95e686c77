"""Results that are given as numbers to be added: what each device has of the sum, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import prepare

X, Y = np.arange(1, 33, dtype=np.float32).reshape(4, 8), np.arange(32, dtype=np.float32).reshape(8, 4) / 4
INDICES = np.array([[0], [0], [1], [1], [1], [2], [2], [3]])
ROW = np.arange(8, dtype=np.float32)
ADD = """({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %s : tensor<f32> })"""
DOT = "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>"
REDUCE = f"""%c = stablehlo.constant dense<5.0> : tensor<f32>
  %r = "stablehlo.reduce"(%x, %c) <{{dimensions = array<i64: 1>}}> {ADD} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>"""
SCATTER = f"""%c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %r = "stablehlo.scatter"(%c, %i, %v) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {ADD}
    : (tensor<4xf32>, tensor<8x1xi64>, tensor<8xf32>) -> tensor<4xf32>"""


def scattered(part: slice) -> np.ndarray:
    found = np.ones(4, np.float32) if part.start == 0 else np.zeros(4, np.float32)
    np.add.at(found, INDICES[part, 0], ROW[part])
    return found


def amid_zeros(part: Any) -> np.ndarray:
    found = np.zeros_like(X)
    found[part] = X[part]
    return found


HALVES, QUARTERS = ([slice(k * n, (k + 1) * n) for k in range(8 // n)] for n in (4, 2))
PROGRAMS: list[tuple[str, dict[str, Any], str, str, list[Any]]] = [
    (DOT, {"x": '[{}, {"x"}]', "y": '[{"x"}, {}]'}, '[{}, {}], unreduced={"x"}', "4x4",
     [X[:, s] @ Y[s] for s in HALVES for _ in (0, 1)]),
    (DOT, {"x": '[{}, {"x", "y"}]'}, '[{}, {}], unreduced={"x", "y"}', "4x4", [X[:, s] @ Y[s] for s in QUARTERS]),
    (DOT, {"x": '[{"y"}, {"x"}]', "y": '[{"x"}, {}]'}, '[{"y"}, {}], unreduced={"x"}', "4x4",
     [X[rows, s] @ Y[s] for s in HALVES for rows in QUARTERS[:2]]),
    (REDUCE, {"x": '[{}, {"x"}]'}, '[{}], unreduced={"x"}', "4",
     [X[:, s].sum(1) + 5 * (s.start == 0) for s in HALVES for _ in (0, 1)]),
    (SCATTER, {"i": '[{"x", "y"}, {}]', "v": '[{"x", "y"}]'}, '[{}], unreduced={"x", "y"}', "4",
     [scattered(s) for s in QUARTERS]),
    (SCATTER, {"i": '[{"x", "y"}, {}]'}, '[{}], unreduced={"x", "y"}', "4", [scattered(s) for s in QUARTERS]),
    ("", {"x": '[{}, {"y", "x"}]'}, '[{}, {}], unreduced={"x", "y"}', "4x8",
     [amid_zeros((slice(None), s)) for s in (QUARTERS[0], QUARTERS[2], QUARTERS[1], QUARTERS[3])]),
    ("%r = sdy.sharding_constraint %x <@mesh, [{}, {}], unreduced={\"x\"}> : tensor<4x8xf32>", {"x": '[{"x"}, {"y"}]'},
     '[{}, {"y"}], unreduced={"x"}', "4x8", [amid_zeros((rows, slice(None)))[:, s] for rows in QUARTERS[:2] for s in HALVES]),
    ("", {}, '[{}, {}], unreduced={"y"}', "4x8", [X, 0 * X] * 2),
]


@pytest.mark.parametrize(("body", "taken", "given", "shape", "expected"), PROGRAMS)
def test_devices_have_their_numbers_of_a_sum(body: str, taken: dict[str, str], given: str, shape: str,
                                             expected: list[Any]) -> None:
    used = {"x": (X, "4x8xf32"), "y": (Y, "8x4xf32"), "i": (INDICES, "8x1xi64"), "v": (ROW, "8xf32")}
    said = {name: f" {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}" for name, sharding in taken.items()}
    arguments = ", ".join(f"%{name}: tensor<{type}>{said.get(name, '')}" for name, (_, type) in used.items())
    module = hloom.parse(f"""sdy.mesh @mesh = <["x"=2, "y"=2]>
      func.func @main({arguments}) -> (tensor<{shape}xf32> {{sdy.sharding = #sdy.sharding<@mesh, {given}>}}) {{
        {body}
        return {"%r" if body else "%x"} : tensor<{shape}xf32>
      }}""")
    prepared = prepare(module, 1, 4)
    prepared.module.verify()
    arrays = [array for array, _ in used.values()]
    for run in (hloom.compile(prepared.module), lambda *a: hloom.evaluate(prepared.module, *a)):
        found = prepared.results[0].cut(run(*arrays)[0])
        np.testing.assert_allclose(found, expected, 1e-6)
