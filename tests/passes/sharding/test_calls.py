"""Calls that each device makes with its part of the operands, and those that ask where a value lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import Subgroup, prepare
from hloom.reference.custom_calls import CUSTOM_CALLS

X = np.arange(32, dtype=np.float32).reshape(8, 4)
CALL = '"stablehlo.custom_call"({}) <{{call_target_name = "xla_ffi_partitioned_python_cpu_callback", has_side_effect = true}}>'


@pytest.fixture
def seen() -> Iterator[list[Any]]:
    """What the functions that are called back were given."""
    name, found = "xla_ffi_partitioned_python_cpu_callback", []
    before = CUSTOM_CALLS[name]
    hloom.register_custom_call(name, lambda op, *arrays: found.append([None if a is None else np.array(a) for a in arrays]))
    yield found
    CUSTOM_CALLS[name] = before


def program(body: str, sharding: str = '[{"x"}, {"y"}]', arguments: str = "") -> Any:
    return hloom.parse(f"""sdy.mesh @mesh = <["x"=2, "y"=2]>
      func.func @main(%x: tensor<8x4xf32> {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}}{arguments}) {{
        {body}
        return
      }}""")


def runs(module: Any, *arrays: Any) -> list[Any]:
    """Calls of the prepared program on both engines."""
    prepared = prepare(module, 1, 4)
    prepared.module.verify()
    compiled = hloom.compile(prepared.module)
    return [lambda: compiled(*arrays), lambda: hloom.evaluate(prepared.module, *arrays)]


@pytest.mark.parametrize(("sharding", "parts"), [
    ('[{"x"}, {"y"}]', [X[:4, :2], X[:4, 2:], X[4:, :2], X[4:, 2:]]),
    ('[{}, {"y", "x"}]', [X[:, :1], X[:, 2:3], X[:, 1:2], X[:, 3:]]), ("[{}, {}]", [X] * 4)])
def test_each_device_calls_with_its_part(sharding: str, parts: list[Any], seen: list[Any]) -> None:
    module = program(f"%y = stablehlo.negate %x : tensor<8x4xf32>\n{CALL.format('%y')} : (tensor<8x4xf32>) -> ()", sharding)
    for run in runs(module, X):
        seen.clear()
        run()
        np.testing.assert_array_equal([one for (one,) in seen], np.negative(parts))


def test_calls_without_operands_and_with_tokens_stay_in_order(seen: list[Any]) -> None:
    token = "!stablehlo.token"
    body = f"""%t = stablehlo.create_token : {token}
      %u = {CALL.format("%t, %x")} : ({token}, tensor<8x4xf32>) -> {token}
      %v = {CALL.format("%u")} : ({token}) -> {token}
      {CALL.format("")} : () -> ()"""
    for run in runs(program(body), X):
        seen.clear()
        run()
        assert [len(arrays) for arrays in seen] == [2] * 4 + [1] * 4 + [0] * 4
        np.testing.assert_array_equal(seen[2][1], X[4:, :2])


def test_calls_in_loops_and_functions(seen: list[Any]) -> None:
    body = """%c0 = stablehlo.constant dense<0> : tensor<i32> %c1 = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.constant dense<3> : tensor<i32>
      %r:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<8x4xf32>
       cond { %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }
       do {
        func.call @told(%a) : (tensor<8x4xf32>) -> ()
        %j = stablehlo.add %i, %c1 : tensor<i32> %b = stablehlo.add %a, %a : tensor<8x4xf32>
        stablehlo.return %j, %b : tensor<i32>, tensor<8x4xf32> }"""
    module = hloom.parse(str(program(body)).rstrip().removesuffix("}") + f"""
      func.func private @told(%a: tensor<8x4xf32>) {{ {CALL.format('%a')} : (tensor<8x4xf32>) -> () return }} }}""")
    for run in runs(module, X):
        seen.clear()
        run()
        np.testing.assert_array_equal([one for (one,) in seen], [
            part * 2**k for k in range(3) for part in (X[:4, :2], X[:4, 2:], X[4:, :2], X[4:, 2:])])


def test_where_a_value_lies_is_said_to_who_asks() -> None:
    ask = ('%{} = stablehlo.custom_call @InspectSharding({}) {{backend_config = "{}", has_side_effect = true}} '
           ": (tensor<{}>) -> tensor<{}>")
    body = f"""%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
      {ask.format("a", "%t", "turned", "4x8xf32", "4x8xf32")}
      %s = stablehlo.constant dense<1.0> : tensor<f32>
      {ask.format("b", "%s", "scalar", "f32", "f32")}
      %m = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] out_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>]
          manual_axes={{"x", "y"}} (%p: tensor<4x2xf32>) {{
        {ask.format("c", "%p", "part", "4x2xf32", "4x2xf32")}
        sdy.return %p : tensor<4x2xf32> }} : (tensor<8x4xf32>) -> tensor<8x4xf32>"""
    prepared = prepare(program(body), 1, 4)
    asked: Any = prepared.asked
    said = {op.attributes["backend_config"].value: assignment for op, assignment in asked}
    assert said["turned"].tiles == (2, 2) and said["turned"].devices.tolist() == [[0, 2], [1, 3]]
    assert said["scalar"].is_replicated
    assert said["part"].kinds == (Subgroup.MANUAL,)
    hloom.compile(prepared.module)(X)
