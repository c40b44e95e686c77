"""Scalar expressions over elements side by side as operations of StableHLO on whole tensors."""

from __future__ import annotations

from typing import Any

from hloom.expr.scalar import Apply, Literal, Read, Scalar
from hloom.ir.core import Value
from hloom.ops.common.broadcasting import shape_of


def operations_of(b: Any, root: Scalar) -> Value:
    """Appends by the builder `b` what computes `root` for every element; gives the last result.

    Reads are of values of one shape, each at the element's own place; functions and numbers, each of which is made once, are all
    else that is inside.
    """
    made: dict[Scalar, Value] = {}
    pending, like = [root], _first_read(root)
    shape = None if like.type.is_static else shape_of(b, like)  # type: ignore[union-attr]
    while pending:
        node = pending[-1]
        missing = [child for child in node.children if child not in made]
        if missing:
            pending += missing[::-1]
            continue
        pending.pop()
        if node not in made:
            made[node] = _operation(b, node, [made[child] for child in node.children], like, shape)
    return made[root]


def _first_read(root: Scalar) -> Value:
    node = root
    pending = [root]
    while not isinstance(node, Read):
        node = pending.pop()
        pending += node.children
    return node.source


def _operation(b: Any, node: Scalar, operands: list[Value], like: Any, shape: Value | None) -> Value:
    if isinstance(node, Read):
        return node.source
    type = like.type.with_element(node.type)
    if isinstance(node, Literal):
        if shape is None:
            return b.splat(node.value, type)
        return b("stablehlo.dynamic_broadcast_in_dim", b.constant(node.value, node.type), shape, broadcast_dimensions=(),
                 result_types=[type])
    assert isinstance(node, Apply)
    if node.function == "compare":
        direction, kind = node.parameters
        return b("stablehlo.compare", *operands, comparison_direction=direction, compare_type=kind)
    return b(f"stablehlo.{node.function}", *operands, result_types=[type])
