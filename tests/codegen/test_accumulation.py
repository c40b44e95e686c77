"""Sums and products of bf16 and f16 numbers are accumulated in f32 and rounded once."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from tests.harness import compiled, targets

DTYPES: dict[str, Any] = {"bf16": ml_dtypes.bfloat16, "f16": np.float16}
REDUCE = """
func.func @main(%x: tensor<{rows}x{columns}x{type}>, %init: tensor<{type}>) -> tensor<{result}x{type}> {{
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.{function} across dimensions = [{dimension}] :
      (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{result}x{type}>
  return %0 : tensor<{result}x{type}>
}}
"""
CUMULATE = """
func.func @main(%x: tensor<{rows}x{columns}x{type}>) -> tensor<{rows}x{columns}x{type}> {{
  %init = stablehlo.constant dense<{init}> : tensor<{type}>
  %0 = "stablehlo.reduce_window"(%x, %init) <{{window_dimensions = array<i64: {window}>,
      padding = dense<[[{above}, 0], [{before}, 0]]> : tensor<2x2xi64>}}> ({{
  ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
    %1 = stablehlo.{function} %a, %b : tensor<{type}>
    stablehlo.return %1 : tensor<{type}>
  }}) : (tensor<{rows}x{columns}x{type}>, tensor<{type}>) -> tensor<{rows}x{columns}x{type}>
  return %0 : tensor<{rows}x{columns}x{type}>
}}
"""


def numbers(shape: tuple[int, int], dtype: Any, function: str) -> np.ndarray:
    drawn = np.random.default_rng(0).uniform(0.5, 1.5, shape)
    return (drawn if function == "add" else 1 + (drawn - 1) / 64).astype(dtype)


def assert_rounded_once(found: np.ndarray, exact: np.ndarray) -> None:
    """Within half a unit of the last place, and a little for the sum in f32."""
    error = np.abs(found.astype(np.float64) - exact) / np.abs(exact)
    assert error.max() < float(ml_dtypes.finfo(found.dtype).eps) * 0.502


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("function", ["add", "multiply"])
@pytest.mark.parametrize(("rows", "columns", "dimension"), [(3, 1000, 1), (1000, 3, 0), (1000, 300, 0), (2, 5, 1),
                                                            (1, 70_000, 1)])
@pytest.mark.parametrize("type", DTYPES)
def test_reductions(type: str, rows: int, columns: int, dimension: int, function: str, target: str) -> None:
    if target == "sse" and type == "f16":
        pytest.skip("processors this old convert f16 in a library that may not be there")
    if function == "multiply" and rows * columns > 10_000:
        rows, columns = min(rows, 100), min(columns, 1000)
    x = numbers((rows, columns), DTYPES[type], function)
    if type == "f16" and function == "add" and x.size > 10_000:
        x = (x / 64).astype(x.dtype)
    text = REDUCE.format(rows=rows, columns=columns, type=type, function=function, dimension=dimension,
                         result=columns if dimension == 0 else rows)
    (found,) = compiled(text, target)(x, np.asarray(function == "multiply", x.dtype))
    wide = x.astype(np.float64)
    assert_rounded_once(found, wide.sum(dimension) if function == "add" else wide.prod(dimension))


@pytest.mark.parametrize(("function", "init"), [("add", 1), ("add", 2), ("multiply", 2)])
@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("type", DTYPES)
def test_windows(type: str, dimension: int, function: str, init: int) -> None:
    """Initial values that change something: no scan, whose steps are results and rounded."""
    shape = (4, 5) if function == "multiply" else (37, 150) if dimension else (150, 37)
    x = numbers(shape, DTYPES[type], function)
    length = shape[dimension]
    text = CUMULATE.format(rows=shape[0], columns=shape[1], type=type, function=function, init=float(init),
                           window=f"1, {length}" if dimension else f"{length}, 1", above=0 if dimension else length - 1,
                           before=length - 1 if dimension else 0)
    (found,) = hloom.compile(hloom.parse(text))(x)
    wide = x.astype(np.float64)
    # The padding is made of initial values, too.
    padded = np.arange(length, 0, -1).reshape((1, -1) if dimension else (-1, 1))
    exact = wide.cumsum(dimension) + init * padded if function == "add" else wide.cumprod(dimension) * float(init) ** padded
    assert_rounded_once(found, exact)


@pytest.mark.parametrize("function", ["add", "multiply"])
@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("type", DTYPES)
def test_long_scans(type: str, reverse: bool, dimension: int, function: str) -> None:
    """As the reference evaluator has it, whose windows beyond so many steps are no sequence."""
    shape = (10, 651) if dimension else (651, 10)
    length = shape[dimension]
    x = numbers(shape, DTYPES[type], function)
    around = (0, length - 1) if reverse else (length - 1, 0)
    text = CUMULATE.format(rows=shape[0], columns=shape[1], type=type, function=function, init=float(function == "multiply"),
                           window=f"1, {length}" if dimension else f"{length}, 1", above=0, before=0)
    none, padded = "[0, 0]", f"[{around[0]}, {around[1]}]"
    text = text.replace("[[0, 0], [0, 0]]", f"[{none}, {padded}]" if dimension else f"[{padded}, {none}]")
    module = hloom.parse(text)
    (found,), (expected,) = hloom.compile(module)(x), hloom.evaluate(module, x)
    wide = np.flip(x, dimension).astype(np.float64) if reverse else x.astype(np.float64)
    exact = wide.cumsum(dimension) if function == "add" else wide.cumprod(dimension)
    exact = np.flip(exact, dimension) if reverse else exact
    assert_rounded_once(found, exact)
    assert_rounded_once(expected, exact)
