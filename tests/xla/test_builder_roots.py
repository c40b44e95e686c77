"""Broadcasts from processes that are known at run time (CollectiveBroadcast, has_dynamic_root)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError
from hloom.xla import XlaBuilder, ops


def parameters(*shapes: str) -> tuple[Any, ...]:
    builder = XlaBuilder("roots", die_immediately_on_error=True)
    return builder, *[ops.Parameter(builder, k, shape, f"p{k}") for k, shape in enumerate(shapes)]


def test_each_operand_has_its_root() -> None:
    builder, x, y, roots, root = parameters("f32[2]", "s32[3]", "s32[2]", "s32[1]")
    several = ops.CollectiveBroadcast([x, y, roots], [[0, 1]], has_dynamic_root=True)
    one = ops.CollectiveBroadcast([x, root], [[1, 0]], has_dynamic_root=True)
    assert str(several.shape) == "(f32[2]{0}, s32[3]{0})" and str(one.shape) == "f32[2]{0}"
    made = builder.Build(ops.Tuple(builder, [several, one]))
    text = str(made)
    assert "collective-broadcast(%p0, %p3), replica_groups={{1,0}}, has_dynamic_root=true" in text
    module = hloom.parse(text, format="hlo")
    assert str(module) == text and str(hloom.parse(module.to_hlo_proto(), format="proto")) == text
    given = [[[np.full(2, k, np.float32), np.full(3, 10 * k, np.int32), np.array([0, 1], np.int32), np.array([1], np.int32)]]
             for k in range(2)]
    found = hloom.evaluate_grid(module, given, num_replicas=2)
    for (results,) in found:
        # Root 1 of the group {1, 0} is process 0.
        assert [part.tolist() for part in results] == [[0, 0], [10, 10, 10], [0, 0]]


@pytest.mark.parametrize("shapes", [("f32[2]",), ("f32[2]", "s64[1]"), ("f32[2]", "s32[]"), ("f32[2]", "s32[2]"),
                                    ("f32[2]", "f32[2]", "s32[1]"), ("f32[2]", "token[]")])
def test_roots_are_numbers_of_processes_one_an_operand(shapes: tuple[str, ...]) -> None:
    _, *operands = parameters(*shapes)
    with pytest.raises(UserError, match="The roots of collective-broadcast must be"):
        ops.CollectiveBroadcast(operands, [[0, 1]], has_dynamic_root=True)
