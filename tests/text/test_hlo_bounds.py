"""Operations whose shape is an operand, converted to HLO where the sizes of their results have bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError


def bounded(sizes: str, element: str, *bounds: str) -> str:
    return f"tensor<{sizes}x{element}, #stablehlo.bounds<{', '.join(bounds)}>>"


def program(operation: str, *parameters: str, result: str) -> str:
    said = ", ".join(f"%p{k}: {type}" for k, type in enumerate(parameters))
    given = ", ".join(parameters)
    return f"func.func @main({said}) -> {result} {{\n  %r = {operation} : ({given}) -> {result}\n  return %r : {result}\n}}"


X, WIDE = np.arange(6, dtype=np.float32), bounded("?x2", "f32", "3", "?")
#: Programs, arguments, what NumPy says that comes of them, and the instruction that is in the text.
PROGRAMS: list[tuple[str, list[Any], Any, str]] = [
    (program("stablehlo.dynamic_reshape %p0, %p1", "tensor<6xf32>", "tensor<2xi32>", result=WIDE), [X, [3, 2]],
     X.reshape(3, 2), "f32[<=3,2]{1,0} dynamic-reshape("),
    (program("stablehlo.dynamic_reshape %p0, %p1", "tensor<6xf32>", "tensor<2xi64>", result=WIDE), [X, [3, 2]],
     X.reshape(3, 2), "f32[<=3,2]{1,0} dynamic-reshape("),
    (program("stablehlo.dynamic_reshape %p0, %p1", WIDE, "tensor<1xi32>", result=bounded("?", "f32", "6")),
     [X[:4].reshape(2, 2), [4]], X[:4], "f32[<=6]{0} dynamic-reshape("),
    (program("stablehlo.dynamic_iota %p0, dim = 1", "tensor<2xi32>", result=bounded("?x?", "i32", "3", "5")), [[2, 4]],
     np.broadcast_to(np.arange(4, dtype=np.int32), (2, 4)), "s32[<=3,<=5]{1,0} set-dimension-size("),
    (program("stablehlo.dynamic_iota %p0, dim = 0", "tensor<1xi64>", result=bounded("?", "f32", "4")), [[0]],
     np.arange(0, dtype=np.float32), "f32[<=4]{0} set-dimension-size("),
    (program("stablehlo.dynamic_broadcast_in_dim %p0, %p1, dims = [1]", "tensor<1xf32>", "tensor<2xi32>", result=WIDE),
     [X[1:2], [2, 2]], np.ones((2, 2), np.float32), "f32[<=3,2]{1,0} set-dimension-size("),
    (program("stablehlo.dynamic_broadcast_in_dim %p0, %p1, dims = [2, 0]", "tensor<2x1xf32>", "tensor<3xi32>",
             result=bounded("?x?x2", "f32", "3", "4", "?")), [X[:2].reshape(2, 1), [2, 3, 2]],
     np.broadcast_to(X[:2], (2, 3, 2)), "f32[<=3,<=4,2]{2,1,0} set-dimension-size("),
]


@pytest.mark.parametrize(("text", "arguments", "expected", "instruction"), PROGRAMS)
def test_programs_with_bounds(text: str, arguments: list[Any], expected: Any, instruction: str) -> None:
    module = hloom.parse(text)
    converted = module.to_hlo_text()
    assert instruction in converted
    back = hloom.parse(converted, format="hlo")
    back.verify()
    given = [np.asarray(a, np.int64 if "tensor<1xi64>" in text or "tensor<2xi64>" in text else np.int32)
             if isinstance(a, list) else a for a in arguments]
    for found in (hloom.evaluate(module, *given)[0], hloom.evaluate(back, *given)[0], hloom.compile(back)(*given)[0]):
        assert found.shape == expected.shape and np.array_equal(found, expected)
    _hlo = pytest.importorskip("jaxlib._hlo")
    assert _hlo.hlo_module_from_text(converted).to_string()


@pytest.mark.parametrize(("text", "message"), [
    (program("stablehlo.dynamic_reshape %p0, %p1", "tensor<6xf32>", "tensor<2xi32>", result="tensor<?x2xf32>"),
     "a size of its result has no bound"),
    (program("stablehlo.dynamic_reshape %p0, %p1", "tensor<?xf32>", "tensor<2xi32>", result=WIDE),
     "a size of its operand has no bound"),
    (program("stablehlo.dynamic_reshape %p0, %p1", "tensor<4xf32>", "tensor<2xi32>", result=WIDE), "not as many elements"),
    (program("stablehlo.dynamic_iota %p0, dim = 0", "tensor<1xi64>", result="tensor<?xf32>"),
     "a size of its result has no bound"),
    (program("stablehlo.dynamic_broadcast_in_dim %p0, %p1, dims = [0]", "tensor<2xf32>", "tensor<2xi32>", result=WIDE),
     "a size of its operand is neither 1 nor the bound"),
    (program("stablehlo.dynamic_pad %p0, %p1, %p2, %p3, %p4", "tensor<4xf32>", "tensor<f32>", *["tensor<1xi32>"] * 3,
             result="tensor<?xf32>"), "stablehlo.dynamic_pad has no counterpart in HLO"),
])
def test_what_has_no_bound_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        hloom.parse(text).to_hlo_text()
    assert caught.value.diagnostics[0].line == 2
