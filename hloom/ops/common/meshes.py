"""Meshes: devices in a grid with named axes, and groups of them along axes or along parts of axes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ops.common.attributes import Mesh
from hloom.support.diagnostics import InputError

#: How many devices a mesh may have.
MOST_DEVICES: Final = 1 << 20
_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"\s*=\s*(\d+)', re.ASCII)
_DEVICES = re.compile(r"device_ids\s*=\s*\[([0-9][0-9,\s]*)\]", re.ASCII)


class Axis(NamedTuple):
    """An axis of a mesh; or the part of one that has `size` devices, with `pre_size` parts before it."""

    name: str
    pre_size: int = 1
    size: int | None = None


class DeviceMesh(NamedTuple):
    """Names and sizes of axes, and the numbers of the devices in row-major order.

    A mesh without axes has one device, or stands for what lies on all devices alike.
    """

    axes: tuple[tuple[str, int], ...]
    devices: np.ndarray
    #: Whether the program lists the devices.
    is_listed: bool = False

    @property
    def is_maximal(self) -> bool:
        """Whether it is one device that has everything: `<[], device_ids=[3]>`."""
        return not self.axes and self.is_listed

    @staticmethod
    def of(stated: Any) -> DeviceMesh:
        """The mesh that an attribute says: `#sdy.mesh<["x"=4, "y"=2]>`, also as its text, or `#stablehlo.mesh<...>`. InputError
        if it has too many devices, or not as many as it lists."""
        if isinstance(stated, Mesh):
            axes = tuple((axis.name, axis.size) for axis in stated.axes)
            ids = stated.device_ids
            listed = ids.array().reshape(-1).tolist() if isinstance(ids, DenseElementsAttr) and ids.is_short else None
        else:
            text = str(stated)
            axes = tuple((name, int(size)) for name, size in _AXIS.findall(text))
            found = _DEVICES.search(text)
            listed = [int(n) for n in found[1].split(",")] if found else None
        return DeviceMesh.with_axes(axes, listed)

    @staticmethod
    def with_axes(axes: Sequence[tuple[str, int]], listed: Sequence[int] | None) -> DeviceMesh:
        """The mesh of these axes and devices, 0, 1, 2, ... where none are listed. InputError as for `of`, and where two axes have
        one name."""
        count = prod(size for _, size in axes)
        if not 0 < count <= MOST_DEVICES or any(size < 1 for _, size in axes):
            raise InputError(f"its mesh has {count} devices")
        if len({name for name, _ in axes}) != len(axes):
            raise InputError("two axes of its mesh have one name")
        if listed is not None and (len(listed) != count or not 0 <= min(listed) <= max(listed) < 1 << 62):
            raise InputError(f"its mesh needs {count} devices, but lists {len(listed)}")
        return DeviceMesh(tuple(axes), np.arange(count) if listed is None else np.array(listed, np.int64), listed is not None)

    def tiled(self, groups: Sequence[Sequence[Axis]]) -> np.ndarray:
        """The devices by their place along each group of axes, the first of which counts most, and then along all the others: an
        array of the shape `(size of group 0, size of group 1, ..., size of the rest)`.

        InputError for an axis that the mesh does not have, or of which parts do not fit together.
        """
        sizes, cuts = dict(self.axes), {name: {1, size} for name, size in self.axes}
        ranges = [[self._range(axis, sizes) for axis in group] for group in groups]
        for name, start, end in (found for group in ranges for found in group):
            cuts[name] |= {start, end}
        for name, places in cuts.items():
            if any(high % low for low, high in pairwise(sorted(places))):
                raise InputError(f"parts of the axis {name!r} of the mesh do not fit together")
        # An axis of which only a part is named is cut into several dimensions, the most significant first.
        dimensions = [(name, low, high // low) for name, _ in self.axes for low, high in pairwise(sorted(cuts[name]))]
        chosen = [[k for k, (owner, low, _) in enumerate(dimensions) if owner == name and start <= low < end]
                  for group in ranges for name, start, end in group]
        order = [k for found in chosen for k in found]
        if len(set(order)) != len(order):
            raise InputError("an axis of the mesh is named twice")
        order += [k for k in range(len(dimensions)) if k not in set(order)]
        counts = [prod(end // start for _, start, end in group) for group in ranges]
        grid = self.devices.reshape([size for _, _, size in dimensions])
        return grid.transpose(order).reshape(*counts, grid.size // prod(counts))

    @staticmethod
    def _range(axis: Axis, sizes: dict[str, int]) -> tuple[str, int, int]:
        """Of an axis the number of parts before the range, and with it."""
        if axis.name not in sizes:
            raise InputError(f"the mesh has no axis {axis.name!r}")
        start, size = axis.pre_size, sizes[axis.name]
        end = size if axis.size is None else start * axis.size
        if start < 1 or end < start or end > size:
            raise InputError(f"the axis {axis.name!r} of the mesh, of size {size}, has no part ({start}){axis.size}")
        return axis.name, start, end
