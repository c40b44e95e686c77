"""Compiling beforehand for calls that are to come: by sizes, shapes, types, arrays and names."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import TensorType
from hloom.numbers.element_type import element_type

ROWS = """func.func @main(%x: tensor<?x4xf32>, %w: tensor<4xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %0, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %w, %1, dims = [1] : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %3 = stablehlo.add %2, %x : tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}"""
ONE = "func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {\n  return %x : tensor<?x?xf32>\n}"
COUNTED = """func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}"""


def compiled(text: str) -> Any:
    return hloom.compile(hloom.parse(text))


def shapes(exe: Any) -> set[tuple[int, ...]]:
    return {each.signature.arguments[0].type.shape for each in exe.specializations}


@pytest.mark.parametrize("calls, expected", [
    (5, {(5, 4)}),
    ([1, 8, 300], {(1, 4), (8, 4), (300, 4)}),
    (range(1, 4), {(1, 4), (2, 4), (3, 4)}),
    ([(7, 4), (4,)], {(7, 4)}),
    ([[(7, 4), (4,)], [(9, 4), (4,)]], {(7, 4), (9, 4)}),
    ({"x": (6, 4)}, {(6, 4)}),
    ([{"x": (6, 4), "w": (4,)}, 2], {(6, 4), (2, 4)}),
    ([TensorType((3, 4), element_type("f32")), TensorType((4,), element_type("f32"))], {(3, 4)}),
    ({"x": np.zeros((11, 4), np.float32)}, {(11, 4)}),
    ([], set()),
], ids=str)
def test_what_calls_may_be(calls: Any, expected: set[tuple[int, ...]]) -> None:
    exe = compiled(ROWS)
    exe.warm(calls)
    assert shapes(exe) == expected


def test_warm_calls_compile_nothing(caplog: pytest.LogCaptureFixture) -> None:
    exe = compiled(ROWS)
    exe.warm([2, 3])
    caplog.clear()
    x, w = np.ones((3, 4), np.float32), np.arange(4, dtype=np.float32)
    with caplog.at_level(logging.INFO, "hloom"):
        assert np.array_equal(exe(x, w)[0], x + w)
    assert not caplog.records


def test_one_argument() -> None:
    exe = compiled(ONE)
    exe.warm([(2, 3), [4, 5]])
    exe.warm([[(6, 7)], 3])
    assert shapes(exe) == {(2, 3), (4, 5), (6, 7), (3, 3)}


def test_numbers_that_shapes_depend_on_are_given_as_arrays() -> None:
    exe = compiled(COUNTED)
    exe.warm([[np.int32(5)]])
    assert [len(exe(np.int32(5))[0]), len(exe.specializations)] == [5, 1]


def test_programs_of_known_shapes_are_warm() -> None:
    exe = compiled("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n  return %x : tensor<3xf32>\n}")
    exe.warm([(3,)])
    exe.warm(7)  # there is no size that it does not state
    with pytest.raises(hloom.InputError, match=r"argument 0 of @main must have shape \[3\], got \[4\]"):
        exe.warm([(4,)])


@pytest.mark.parametrize("calls, message", [
    ([(3, 5), (4,)], r"argument 0 of @main must have shape \[\?, 4\], got \[3, 5\]"),
    ([[(3, 4)]], "a shape for each of its 2 arguments, got 1"),
    ({"y": (3, 4)}, "has no argument 'y'"),
    ({"w": (4,)}, "not given: x to warm up for"),
    ("5", "a str"),
    ([2.5], "a float"),
    (-1, r"\[-1, 4\] has sizes below 0"),
    ({"x": "5x4"}, "is warmed up for a shape, a type or an array, got a str"),
    ({"x": np.zeros((2, 4))}, "must have element type f32"),
    ({"x": TensorType((2, 4), element_type("f64"))}, "must have element type f32, got f64"),
    ({"x": (1 << 62, 4)}, r"no array has the shape \[4611686018427387904, 4\]"),
])
def test_what_is_no_call(calls: Any, message: str) -> None:
    with pytest.raises(hloom.InputError, match=message):
        compiled(ROWS).warm(calls)
