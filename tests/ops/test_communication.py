"""Tokens, channels, queues and asynchronous operations: their constraints, and what they do on grids."""
# ruff: noqa: E501  (programs stand on lines of their own)

from __future__ import annotations

import numpy as np
import pytest

from hloom.reference import evaluate_grid
from tests.ops.programs import codes, function

PERMUTE = """
    %f = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<2xf32>):
      %p = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>)
          -> tensor<2xf32>
      stablehlo.return %p : tensor<2xf32>
    }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
    %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
    return %r : tensor<2xf32>"""


def test_asynchronous_permute() -> None:
    module = function(PERMUTE, "%x: tensor<2xf32>", "tensor<2xf32>")
    found = evaluate_grid(module, [[(np.full(2, k, np.float32),)] for k in range(2)], num_replicas=2)
    assert [row[0][0].tolist() for row in found] == [[1, 1], [0, 0]]


def test_queues() -> None:
    module = function("""%t = stablehlo.create_token : !stablehlo.token
        %i:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
        %s = stablehlo.add %i#0, %i#0 : tensor<2xi32>
        %a = stablehlo.after_all %t, %i#1 : !stablehlo.token
        %o = "stablehlo.outfeed"(%s, %a) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
        return""")
    found = evaluate_grid(module, num_partitions=2, infeed=[(np.array([1, 2], np.int32),)])
    assert [[item[0].tolist() for item in queue] for queue in found.outfeed[0]] == [[[2, 4]], [[2, 4]]]


@pytest.mark.parametrize("body, code", [
    ('%p = stablehlo.negate %a : tensor<2xf32>\nstablehlo.return %p : tensor<2xf32>', "async_start_c4"),
    ("stablehlo.return %a : tensor<2xf32>", "async_start_c3"),
])
def test_what_runs_asynchronously(body: str, code: str) -> None:
    assert codes(f"""func.func @f(%x: tensor<2xf32>) {{
        %f = "stablehlo.async_start"(%x) ({{\n^bb0(%a: tensor<2xf32>):\n{body}\n}}) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
        return\n}}""") == [code]


def message(operation: str, types: str, count: int = 1) -> list[str]:
    """The codes of the faults of an operation on a tensor `%x` and a token `%t`."""
    return codes(f"func.func @f(%x: tensor<2xf32>, %t: !stablehlo.token) {{\n%0:{count} = {operation} : {types}\nreturn\n}}")


@pytest.mark.parametrize("attributes, code", [
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>", None),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true", None),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>", "c1"),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : "
     "tensor<1x3xi64>", "c2"),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : "
     "tensor<2x2xi64>", "c3"),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : "
     "tensor<2x2xi64>", "c4"),
    ("channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : "
     "tensor<1x2xi64>", "c5"),
])
def test_constraints_of_send(attributes: str, code: str | None) -> None:
    found = message(f'"stablehlo.send"(%x, %t) {{{attributes}}}', "(tensor<2xf32>, !stablehlo.token) -> !stablehlo.token")
    assert found == ([f"send_{code}"] if code else [])


@pytest.mark.parametrize("channel, result, code", [
    (1, "(tensor<2xf32>, !stablehlo.token)", None), (3, "(tensor<2xf32>, !stablehlo.token)", "recv_c1"),
    (1, "tensor<2xf32>", "recv_c4"),
])
def test_constraints_of_recv(channel: int, result: str, code: str | None) -> None:
    found = message(f'"stablehlo.recv"(%t) {{channel_handle = #stablehlo.channel_handle<handle = 1, type = {channel}>}}',
                    f"(!stablehlo.token) -> {result}", 2 if "token" in result else 1)
    assert found == ([code] if code else [])
