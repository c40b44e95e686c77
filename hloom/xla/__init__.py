"""XLA's own notions: shapes with layouts, literals, indices, broadcasting, protocol buffers.

    from hloom.xla import Layout, Literal, PrimitiveType, Shape, broadcast_shapes

    shape = Shape("f32", (2, 3), layout=[0, 1])            f32[2,3]{0,1}, or Shape.parse("f32[2,3]{0,1}")
    literal = Literal([[1, 2, 3], [4, 5, 6]], shape)       literal.buffer: 1 4 2 5 3 6
    broadcast_shapes((4,), (1, 2), (0,))                   (4, 2)

`shape_util`, `layout_util` and `index_util` hold the rest under XLA's names; `proto` the messages that XLA writes. XlaBuilder and
its operations, `ops`, are loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hloom.ir.layout import (
    COMBINE,
    DimLevelType,
    Layout,
    PaddingValue,
    SplitConfig,
    Tile,
)
from hloom.ir.primitive_type import PrimitiveType
from hloom.xla import index_util, layout_util, proto, shape_util
from hloom.xla.broadcasting import Broadcast, broadcast_operands, broadcast_shapes
from hloom.xla.literal import Literal
from hloom.xla.shape import UNBOUNDED, Shape

if TYPE_CHECKING:
    from hloom.xla import ops
    from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp

__all__ = [
    "COMBINE", "UNBOUNDED", "Broadcast", "DimLevelType", "Layout", "Literal", "PaddingValue", "PrimitiveType", "Shape",
    "SplitConfig", "Tile", "XlaBuilder", "XlaComputation", "XlaOp", "broadcast_operands", "broadcast_shapes", "index_util",
    "layout_util", "ops", "proto", "shape_util",
]


def __getattr__(name: str) -> Any:
    if name in ("builder", "inference", "ops"):
        return import_module(f"hloom.xla.{name}")
    if name in ("XlaBuilder", "XlaComputation", "XlaOp"):
        return getattr(import_module("hloom.xla.builder"), name)
    raise AttributeError(f"module 'hloom.xla' has no attribute {name!r}")
