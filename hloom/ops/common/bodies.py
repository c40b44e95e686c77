"""Regions that decompositions need: bodies of reductions made from one operation."""

from __future__ import annotations

from hloom.ir.core import Block, Region
from hloom.ir.types import AnyType, TensorType
from hloom.ops.definition.operation import REGISTRY


def combining(name: str, element: AnyType) -> Region:
    """The region `(x, y) -> name(x, y)` on scalars of type `element`."""
    block = Block([TensorType((), element)] * 2)
    op = block.append(REGISTRY[name].create(*block.arguments))
    block.append(REGISTRY["stablehlo.return"].create(list(op.results)))
    return Region([block])
