"""Shardings of the `sdy` dialect, read from the text in which programs keep them.

    <@mesh, [{"x", "y":(1)2, ?}, {}p1], replicated={"z"}, unreduced={"u"}>

says along which axes of a mesh, or parts of them, each dimension of a tensor is divided.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from hloom.ir.attributes import ArrayAttr, DictionaryAttr, OpaqueAttr
from hloom.ir.core import BlockArgument, OpResult, Value
from hloom.ir.types import DYNAMIC, TensorType

_SHARDING = re.compile(r'<(@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)|mesh<.*?>), \[([^\]]*)\](.*?)>(?=[,\]]|$)', re.DOTALL)
_DIMENSION = re.compile(r"\{([^{}]*)\}")
_MESH_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"=(\d+)', re.ASCII)
_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"(?::\((\d+)\)(\d+))?', re.ASCII)


class Axis(NamedTuple):
    """An axis of a mesh; or the part of one that has `size` devices, with `pre_size` parts before it."""

    name: str
    pre_size: int = 1
    size: int | None = None


class Sharding(NamedTuple):
    """A mesh, by name or as it is written, and the axes along which each dimension is divided."""

    mesh: str
    dimensions: tuple[tuple[Axis, ...], ...]


def axes_of(text: str) -> tuple[Axis, ...]:
    """The axes that a text names, in order."""
    return tuple(Axis(name, int(pre_size or 1), int(size) if size else None) for name, pre_size, size in _AXIS.findall(text))


@lru_cache(maxsize=4096)
def shardings_of(text: str) -> tuple[Sharding, ...]:
    """The shardings in the text of a `#sdy.sharding<...>` or a `#sdy.sharding_per_value<[...]>`."""
    return tuple(Sharding(mesh.removeprefix("@"), tuple(axes_of(found) for found in _DIMENSION.findall(dimensions)))
                 for mesh, dimensions, _ in _SHARDING.findall(text))


def sizes_of_axes(mesh: str) -> dict[str, int]:
    """The sizes of the axes in the text of a mesh: `["x"=2, "y"=4]`."""
    return {name: int(size) for name, size in _MESH_AXIS.findall(mesh)}


def part_type(type: Any, sharding: Sharding, axes: Collection[str], sizes: Mapping[str, int]) -> TensorType | None:
    """The type of one device's part of a tensor that is divided along `axes` only; None if a dimension cannot be divided."""
    shape = []
    for size, along in zip(type.shape, sharding.dimensions):
        count = prod(axis.size or sizes.get(axis.name, 1) for axis in along if axis.name in axes)
        if size != DYNAMIC and (count < 1 or size % count):
            return None
        shape.append(size if size == DYNAMIC else size // count)
    return TensorType(tuple(shape), type.element)


def rank_of(sharding: OpaqueAttr) -> int:
    """For how many dimensions a `#sdy.sharding<...>` is; -1 if it cannot be read."""
    found = shardings_of(sharding.text)
    return len(found[0].dimensions) if len(found) == 1 else -1


def sharding_of(value: Value) -> Sharding | None:
    """How the program says that a value is laid out: where it is an argument of a function, or at the operation it comes from."""
    text = ""
    if isinstance(value, BlockArgument) and value.owner.region is not None:
        arguments: Any = getattr(value.owner.region.owner, "attributes", {}).get("arg_attrs")
        if isinstance(arguments, ArrayAttr) and value.index < len(arguments.values):
            of_argument = arguments.values[value.index]
            if isinstance(of_argument, DictionaryAttr):
                text = str(of_argument.entries.get("sdy.sharding", ""))
    elif isinstance(value, OpResult):
        attributes = value.owner.attributes
        found = next((attributes[name] for name in ("out_sharding", "sharding", "sdy.sharding") if name in attributes), "")
        text = str(found)
    several = shardings_of(text) if text else ()
    number = value.index if isinstance(value, OpResult) and len(several) > 1 else 0
    return several[number] if number < len(several) else None
