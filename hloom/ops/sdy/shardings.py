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
from hloom.ir.core import BlockArgument, Operation, OpResult, Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.common.symbols import named
from hloom.support.diagnostics import InputError

_SHARDING = re.compile(r'<(@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)|mesh<.*?>), \[([^\]]*)\](.*?)>(?=[,\]]|$)', re.DOTALL)
_DIMENSION = re.compile(r"\{([^{}]*)\}")
_MESH_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"=(\d+)', re.ASCII)
_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"(?::\((\d+)\)(\d+))?', re.ASCII)
_BESIDE = re.compile(r"\b(replicated|unreduced)=\{([^{}]*)\}")
_OPEN = re.compile(r"(?:^|,)\s*\?\s*$")


class Sharding(NamedTuple):
    """A mesh, by name or as it is written, and the axes along which each dimension is divided."""

    mesh: str
    dimensions: tuple[tuple[Axis, ...], ...]
    #: For each dimension whether propagation may divide it further: `{"x", ?}`.
    is_open: tuple[bool, ...] = ()
    #: Axes along which each device has a copy, and those along which each has one of the numbers that are to be added.
    replicated: tuple[Axis, ...] = ()
    unreduced: tuple[Axis, ...] = ()


def axes_of(text: str) -> tuple[Axis, ...]:
    """The axes that a text names, in order."""
    return tuple(Axis(name, int(pre_size or 1), int(size) if size else None) for name, pre_size, size in _AXIS.findall(text))


@lru_cache(maxsize=4096)
def shardings_of(text: str) -> tuple[Sharding, ...]:
    """The shardings in the text of a `#sdy.sharding<...>` or a `#sdy.sharding_per_value<[...]>`."""
    return tuple(_sharding(*parts) for parts in _SHARDING.findall(text))


def _sharding(mesh: str, dimensions: str, beside: str) -> Sharding:
    found = _DIMENSION.findall(dimensions)
    others = {word: axes_of(axes) for word, axes in _BESIDE.findall(beside)}
    return Sharding(mesh.removeprefix("@").strip('"'), tuple(map(axes_of, found)),
                    tuple(_OPEN.search(d) is not None for d in found), others.get("replicated", ()), others.get("unreduced", ()))


def sizes_of_axes(mesh: str) -> dict[str, int]:
    """The sizes of the axes in the text of a mesh: `["x"=2, "y"=4]`."""
    return {name: int(size) for name, size in _MESH_AXIS.findall(mesh)}


def mesh_of(op: Operation, mesh: str) -> DeviceMesh:
    """The mesh that a sharding in or around an operation names, or that it writes out. InputError where there is none."""
    if mesh.startswith("mesh<"):
        return DeviceMesh.of(mesh)
    declared = named(op, mesh)
    stated = declared.attributes.get("mesh") if declared is not None else None
    if stated is None:
        raise InputError(f"the mesh @{mesh} is not defined in the program")
    return DeviceMesh.of(stated)


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
