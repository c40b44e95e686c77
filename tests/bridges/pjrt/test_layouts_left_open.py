"""Layouts that a program leaves to the plugin (`jax.experimental.layout.Layout.AUTO`): what is only transposed is not moved."""

from __future__ import annotations

import pytest

import hloom
from hloom.bridges.pjrt.programs import interface_of
from hloom.ops.builtin.module import function_named

AUTO = '{mhlo.layout_mode = "auto"}'


@pytest.mark.parametrize("argument, body, result, expected", [
    ("default", "%r = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>", "4x2x3", (0, 2, 1)),
    ("{0,2,1}", "%r = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>", "4x2x3", (1, 0, 2)),
    ("auto", "%a = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>\n"
             "%r = stablehlo.transpose %a, dims = [1, 2, 0] : (tensor<3x2x4xf32>) -> tensor<2x4x3xf32>", "2x4x3", (1, 2, 0)),
    ("default", "%r = stablehlo.negate %x : tensor<2x3x4xf32>", "2x3x4", (2, 1, 0)),
    ("default", "%a = stablehlo.negate %x : tensor<2x3x4xf32>\n"
                "%r = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>", "4x2x3", (2, 1, 0)),
])
def test_a_result_left_open_lies_as_the_argument_does(argument: str, body: str, result: str, expected: tuple[int, ...]) -> None:
    module = hloom.parse(f"""func.func @main(%x: tensor<2x3x4xf32> {{mhlo.layout_mode = "{argument}"}})
        -> (tensor<{result}xf32> {AUTO}) {{
      {body}
      return %r : tensor<{result}xf32>
    }}""")
    interface = interface_of(function_named(module, "main"))
    assert interface.results[0].order == expected
    # The addresses of elements, as NumPy has them: an argument whose dimensions are transposed back is the result.
    assert interface.arguments[0].order == ((0, 2, 1) if argument == "{0,2,1}" else (2, 1, 0))


def test_a_result_of_a_stated_layout_keeps_it() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32> {mhlo.layout_mode = "{1,0}"}) {
      %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
      return %r : tensor<3x2xf32>
    }""")
    assert interface_of(function_named(module, "main")).results[0].order == (1, 0)
