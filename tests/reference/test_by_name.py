"""Arguments by name: the evaluator takes them as executables do, with the same errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.builtin.module import Module

SUBTRACT = """func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
A, B = np.float32([5, 5]), np.float32([1, 1])


def run(engine: str, module: Module, *arrays: Any, **named: Any) -> Any:
    return hloom.evaluate(module, *arrays, **named) if engine == "reference" else hloom.compile(module)(*arrays, **named)


@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_arguments_by_name(engine: str) -> None:
    module = hloom.parse(SUBTRACT)
    assert run(engine, module, b=B, a=A)[0].tolist() == run(engine, module, A, b=B)[0].tolist() == [4, 4]
    hlo = hloom.parse("HloModule m\nENTRY e {\n  x.1 = f32[2]{0} parameter(0)\n  y = f32[2]{0} parameter(1)\n"
                      "  ROOT r = f32[2] subtract(x.1, y)\n}", format="hlo")
    assert run(engine, hlo, **{"y": B, "x.1": A})[0].tolist() == [4, 4]


@pytest.mark.parametrize("engine", ["reference", "cpu"])
@pytest.mark.parametrize("arrays, named, message", [
    ((), {"a": A, "c": B}, "@main has no argument 'c'"), ((A,), {"a": A}, "@main got argument 0, a, by position and by name"),
    ((), {"b": B}, "@main takes 2 arguments; not given: a"), ((A, A, A), {"b": B}, "got argument 1, b, by position and by name"),
    ((), {"a": A, "b": [1, 2, 3]}, "argument 1 of @main must have shape [2], got [3]"),
])
def test_errors_of_names(engine: str, arrays: tuple[Any, ...], named: dict[str, Any], message: str) -> None:
    with pytest.raises(hloom.InputError) as caught:
        run(engine, hloom.parse(SUBTRACT), *arrays, **named)
    assert message in str(caught.value)


def test_names_that_are_keywords_of_the_evaluator() -> None:
    module = hloom.parse("""func.func @other(%function: tensor<f32>, %module: tensor<f32>, %arrays: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.subtract %function, %module : tensor<f32>
      %1 = stablehlo.subtract %0, %arrays : tensor<f32>
      return %1 : tensor<f32>
    }""")
    found = hloom.evaluate(module, np.float32(9), module=np.float32(2), arrays=np.float32(3), function="other")
    assert found[0] == 4  # `function` is the keyword, its argument is given by position


def test_processes_of_a_grid_take_names() -> None:
    module = hloom.parse(SUBTRACT)
    rows = hloom.evaluate_grid(module, [[{"b": B, "a": A}, [B, A]]], num_partitions=2)
    assert [found[0].tolist() for found in rows[0]] == [[4, 4], [-4, -4]]
    with pytest.raises(hloom.InputError, match=r"@main has no argument 'c' in process \(0, 1\)"):
        hloom.evaluate_grid(module, [[[A, B], {"c": B, "a": A}]], num_partitions=2)
