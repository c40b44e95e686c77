"""XLA's own notions: shapes with layouts, literals, indices, broadcasting, protocol buffers.

    from hloom.xla import Layout, Literal, PrimitiveType, Shape, broadcast_shapes

    shape = Shape("f32", (2, 3), layout=[0, 1])            f32[2,3]{0,1}, or Shape.parse("f32[2,3]{0,1}")
    literal = Literal([[1, 2, 3], [4, 5, 6]], shape)       literal.buffer: 1 4 2 5 3 6
    broadcast_shapes((4,), (1, 2), (0,))                   (4, 2)

`shape_util`, `layout_util` and `index_util` hold the rest under XLA's names; `proto` the messages that XLA writes.
"""

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

__all__ = [
    "COMBINE", "UNBOUNDED", "Broadcast", "DimLevelType", "Layout", "Literal", "PaddingValue", "PrimitiveType", "Shape",
    "SplitConfig", "Tile", "broadcast_operands", "broadcast_shapes", "index_util", "layout_util", "proto", "shape_util",
]
