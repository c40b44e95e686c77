"""Broadcasts in decompositions: for static shapes by attributes, for dynamic ones by shapes computed at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.element_type import I32, ElementType


def shape_of(b: Any, x: Value) -> Value:
    """The sizes of `x` as a tensor of i32."""
    if not x.rank:
        return b.constant([], I32)
    sizes = [b.constant([n], I32) if n != DYNAMIC else
             b("stablehlo.reshape", b("stablehlo.get_dimension_size", x, dimension=d),
               result_types=[TensorType((1,), I32)])
             for d, n in enumerate(x.shape)]
    return b("stablehlo.concatenate", sizes, dimension=0) if len(sizes) > 1 else sizes[0]


def broadcast_like(b: Any, x: Value, dimensions: Sequence[int], like: Value) -> Value:
    """`x` repeated to the shape of `like`; its dimension k becomes dimension `dimensions[k]`."""
    type: Any = like.type
    wanted = type.with_element(x.element)
    if type.is_static:
        return b("stablehlo.broadcast_in_dim", x, broadcast_dimensions=tuple(dimensions), result_types=[wanted])
    return b("stablehlo.dynamic_broadcast_in_dim", x, shape_of(b, like), broadcast_dimensions=tuple(dimensions),
             result_types=[wanted])


def splat_like(b: Any, value: Any, like: Value, element: ElementType | None = None) -> Value:
    """A tensor of the shape of `like`, and of its element type unless told, with one value everywhere."""
    type: Any = like.type if element is None else like.type.with_element(element)  # type: ignore[union-attr]
    if type.is_static:
        return b.splat(value, type)
    return broadcast_like(b, b.constant(value, type.element), (), like)
