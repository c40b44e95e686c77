"""Constraints of operations on groups of processes, of messages, and of asynchronous operations: each is broken alone."""

from __future__ import annotations

from typing import Any

import pytest

import hloom.ops
from tests.ops.bases import LESS, REDUCER, Base, Q, bodies, diagnosed, two_blocks

assert hloom.ops

F, TOKEN = "tensor<4x6xf32>", "!stablehlo.token"


def groups(rows: str, shape: str = "1x2") -> str:
    return f"dense<{rows}> : tensor<{shape}xi64>"


def channel(type: int, handle: int = 1) -> str:
    return f"#stablehlo.channel_handle<handle = {handle}, type = {type}>"


GROUPS = {"replica_groups": groups("[[0, 1]]")}
PERMUTE = (f'({{ ^bb0(%a: {F}): %p = "stablehlo.collective_permute"(%a) '
           f"{{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({F}) -> {F} "
           f'"stablehlo.return"(%p) : ({F}) -> () }})')

BASES = {
    "all_gather": Base([F], ["tensor<4x12xf32>"], {"all_gather_dim": "1 : i64", **GROUPS}),
    "all_reduce": Base([F], [F], GROUPS, REDUCER),
    "all_to_all": Base([F], ["tensor<2x12xf32>"], {"split_dimension": "0 : i64", "concat_dimension": "1 : i64",
                                                   "split_count": "2 : i64", **GROUPS}),
    "reduce_scatter": Base([F], ["tensor<2x6xf32>"], {"scatter_dimension": "0 : i64", **GROUPS}, REDUCER),
    "collective_reduce": Base([F], [F], GROUPS, REDUCER),
    "collective_broadcast": Base([F], [F], GROUPS),
    "infeed": Base([TOKEN], [F, TOKEN]),
    "recv": Base([TOKEN], [F, TOKEN], {"channel_handle": channel(1)}),
    "async_start": Base([F], [f"!stablehlo.future<{F}>"], {}, PERMUTE),
    "async_done": Base([f"!stablehlo.future<{F}>"], [F]),
}


def shared(name: str, rank: str, distinct: str, in_range: str, size: str | None, channel_needed: str | None) -> list[Any]:
    """The breaks of the constraints on groups, which each operation has under numbers of its own."""
    cases = [(rank, {"replica_groups": groups("[0, 1]", "2")}), (distinct, {"replica_groups": groups("[[0, 0]]")}),
             (in_range, {"replica_groups": groups("[[0, -3]]")})]
    if size is not None:
        cases += [(in_range, {"replica_groups": groups("[[0, 2]]")}), (size, {"module": "mhlo.num_replicas = 3 : i32"})]
    if channel_needed is not None:
        cases += [(channel_needed, {"use_global_device_ids": "unit"}),
                  (channel_needed, {"use_global_device_ids": "unit", "channel_handle": channel(1, handle=0)})]
    return [(name, label, changes) for label, changes in cases]


#: The operation, the constraint that it breaks, and what differs from the base case.
BREAKS: list[tuple[str, str, dict[str, Any]]] = [
    *shared("all_gather", "i3", "c2", "c4", "c3", "c5"), *shared("all_reduce", "i2", "c1", "c3", "c2", "c4"),
    *shared("all_to_all", "i5", "c5", "c7", "c6", None), *shared("reduce_scatter", "i3", "c3", "c5", "c4", "c6"),
    *shared("collective_reduce", "i2", "c1", "c3", "c2", "c4"), *shared("collective_broadcast", "i2", "c1", "c2", None, None),
    ("all_gather", "inputs", {"operands": [], "results": []}), ("all_gather", "c1", {"all_gather_dim": "2 : i64"}),
    ("all_gather", "c6", {"results": ["tensor<4x13xf32>"]}), ("all_gather", "c6", {"results": ["tensor<4x12xf64>"]}),
    ("all_reduce", "inputs", {"operands": [], "results": []}), ("all_reduce", "computation", {"regions": two_blocks(REDUCER)}),
    ("all_reduce", "c5", {"regions": bodies("tensor<f32>")}),
    ("all_reduce", "c5", {"regions": bodies("tensor<i1>", "tensor<i1>")}),
    ("all_reduce", "c6", {"results": ["tensor<4x5xf32>"]}), ("all_reduce", "c7", {"results": ["tensor<4x6xf64>"]}),
    ("all_reduce", "c7", {"regions": bodies("tensor<f64>", "tensor<f64>")}),
    ("all_to_all", "inputs", {"operands": [], "results": []}),
    ("reduce_scatter", "c1", {"results": ["tensor<3x6xf32>"]}), ("reduce_scatter", "c2", {"scatter_dimension": "2 : i64"}),
    ("reduce_scatter", "computation", {"regions": two_blocks(REDUCER)}), ("reduce_scatter", "c7", {"regions": LESS}),
    ("reduce_scatter", "c8", {"results": ["tensor<2x5xf32>"]}), ("reduce_scatter", "c9", {"results": ["tensor<2x6xf64>"]}),
    ("reduce_scatter", "results", {"results": ["tensor<2x6xf32>"] * 2}),
    ("collective_reduce", "inputs", {"operands": [], "results": []}),
    ("collective_reduce", "roots", {"has_dynamic_root": "unit"}),
    ("collective_reduce", "roots", {"has_dynamic_root": "unit", "operands": [F, "tensor<2xi32>"]}),
    ("collective_reduce", "computation", {"regions": two_blocks(REDUCER)}),
    ("collective_reduce", "computation", {"regions": bodies("tensor<f32>")}),
    ("collective_reduce", "type", {"results": ["tensor<4x5xf32>"]}),
    ("collective_broadcast", "c3", {"operands": [], "results": []}),
    ("collective_broadcast", "c4", {"has_dynamic_root": "unit"}),
    ("collective_broadcast", "c4", {"has_dynamic_root": "unit", "operands": [F, "tensor<1xi64>"]}),
    ("collective_broadcast", "c5", {"results": [F, F]}),
    ("collective_broadcast", "c5", {"has_dynamic_root": "unit", "operands": [F, "tensor<1xi32>"], "results": [F, F]}),
    ("collective_broadcast", "c6", {"results": ["tensor<4x5xf32>"]}),
    ("collective_broadcast", "c6", {"results": ["tensor<4x6xf64>"]}),
    ("collective_broadcast", "c6", {"operands": [f"tensor<4x{Q}>"]}),
    ("infeed", "c1", {"results": []}), ("infeed", "c2", {"results": [TOKEN, TOKEN]}), ("infeed", "c3", {"results": [F]}),
    ("infeed", "layout", {"layout": "[]"}), ("infeed", "layout", {"layout": "[[unit]]"}),
    ("recv", "c1", {"channel_handle": channel(2)}), ("recv", "c2", {"results": []}), ("recv", "c3", {"results": [TOKEN, TOKEN]}),
    ("recv", "c4", {"results": [F]}),
    ("recv", "c5", {"source_target_pairs": groups("[[0, 1, 2]]", "1x3")}),
    ("recv", "c5", {"source_target_pairs": groups("[[0, 1], [0, 2]]", "2x2")}),
    ("recv", "c5", {"source_target_pairs": groups("[[0, 2], [1, 2]]", "2x2")}),
    ("recv", "c5", {"source_target_pairs": groups("[[0, -1]]")}),
    ("async_start", "body", {"regions": two_blocks(PERMUTE)}),
    ("async_start", "c1", {"operands": ["tensor<4x5xf32>"]}), ("async_start", "c1", {"operands": []}),
    ("async_start", "c2", {"results": ["!stablehlo.future<tensor<4x5xf32>>"]}), ("async_start", "c2", {"results": [F]}),
    ("async_done", "c1", {"results": ["tensor<4x6xf64>"]}), ("async_done", "c1", {"results": []}),
]


@pytest.mark.parametrize("name", BASES)
def test_valid(name: str) -> None:
    assert diagnosed(name, BASES[name]) == []


@pytest.mark.parametrize("name, label, changes", BREAKS, ids=lambda x: x if isinstance(x, str) else "")
def test_broken(name: str, label: str, changes: dict[str, Any]) -> None:
    assert diagnosed(name, BASES[name].changed(changes)) == [f"{name}_{label}"]


def test_all_processes_may_be_named() -> None:
    assert diagnosed("all_reduce", BASES["all_reduce"].changed({"module": "mhlo.num_replicas = 2 : i32"})) == []
