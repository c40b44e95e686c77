"""XLA's own notions: shapes with layouts, literals, indices, broadcasting, protocol buffers.

    from hloom.xla import Layout, Literal, PrimitiveType, Shape, broadcast_shapes

    shape = Shape("f32", (2, 3), layout=[0, 1])            f32[2,3]{0,1}, or Shape.parse("f32[2,3]{0,1}")
    literal = Literal([[1, 2, 3], [4, 5, 6]], shape)       literal.buffer: 1 4 2 5 3 6
    broadcast_shapes((4,), (1, 2), (0,))                   (4, 2)

`shape_util`, `layout_util` and `index_util` hold the rest under XLA's names; `proto` the messages that XLA writes. Each is loaded
when it is first asked for: who reads a message needs no shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hloom.support.collector import imported

if TYPE_CHECKING:
    from hloom.ir.layout import COMBINE, DimLevelType, Layout, PaddingValue, SplitConfig, Tile
    from hloom.ir.primitive_type import PrimitiveType
    from hloom.xla import index_util, layout_util, ops, proto, shape_util
    from hloom.xla.broadcasting import Broadcast, broadcast_operands, broadcast_shapes
    from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp
    from hloom.xla.literal import Literal
    from hloom.xla.shape import UNBOUNDED, Shape

__all__ = [
    "COMBINE", "UNBOUNDED", "Broadcast", "DimLevelType", "Layout", "Literal", "PaddingValue", "PrimitiveType", "Shape",
    "SplitConfig", "Tile", "XlaBuilder", "XlaComputation", "XlaOp", "broadcast_operands", "broadcast_shapes", "index_util",
    "layout_util", "ops", "proto", "shape_util",
]

#: Where each name is defined.
_DEFINED = {
    **dict.fromkeys(("COMBINE", "DimLevelType", "Layout", "PaddingValue", "SplitConfig", "Tile"), "ir.layout"),
    "PrimitiveType": "ir.primitive_type",
    **dict.fromkeys(("Broadcast", "broadcast_operands", "broadcast_shapes"), "xla.broadcasting"),
    **dict.fromkeys(("XlaBuilder", "XlaComputation", "XlaOp"), "xla.builder"),
    "Literal": "xla.literal",
    **dict.fromkeys(("UNBOUNDED", "Shape"), "xla.shape"),
}
_PARTS = frozenset(("broadcasting", "builder", "index_util", "inference", "layout_util", "literal", "ops", "proto", "shape",
                    "shape_util"))


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return imported(f"hloom.xla.{name}")
    if name in _DEFINED:
        found = globals()[name] = getattr(imported(f"hloom.{_DEFINED[name]}"), name)
        return found
    raise AttributeError(f"module 'hloom.xla' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PARTS})
