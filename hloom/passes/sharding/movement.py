"""Moving values between the processes of a grid, each of which has a part: operations that take a part, join parts, add them up.

    8 rows, 4 of them on each of two processes    ->  all 8 on both:  all_gather
    all 8 rows on both                            ->  4 on each:      dynamic_slice at 4 * partition_id
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.ir.core import Block, Region
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32
from hloom.ops.common.attributes import ChannelHandle
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.definition.operation import Op
from hloom.ops.stablehlo.collective import AllGather, AllReduce, PartitionId
from hloom.ops.stablehlo.control import Return
from hloom.ops.stablehlo.elementwise import Multiply
from hloom.ops.stablehlo.gather import DynamicSlice

#: For each dimension of a tensor the names of the axes of a mesh along which it is divided, the first of which counts most.
Layout = tuple[tuple[str, ...], ...]
#: The type of a channel between devices.
_DEVICES = 1


class Movement:
    """Makes operations of processes that lie on a mesh, whose devices are the numbers of the partitions."""

    def __init__(self, mesh: DeviceMesh) -> None:
        self._mesh, self._sizes = mesh, dict(mesh.axes)
        self._channels = 0

    def count(self, names: Sequence[str]) -> int:
        """The number of processes along axes."""
        return prod(self._sizes[name] for name in names)

    def local_type(self, type: Any, layout: Layout) -> TensorType:
        """The type of a process's part of a tensor."""
        return TensorType(tuple(n // self.count(names) for n, names in zip(type.shape, layout, strict=True)), type.element)

    def moved(self, b: Builder, value: Any, before: Layout, after: Layout) -> Any:
        """The part under one layout of a value of which each process has its part under another."""
        kept = tuple(map(_first_alike, before, after))
        for d, (names, same) in enumerate(zip(before, kept)):
            if len(names) > len(same):
                value = self._gathered(b, value, d, names[len(same) :])
        return self._part(b, value, [names[len(same) :] for names, same in zip(after, kept)])

    def _gathered(self, b: Builder, value: Any, dimension: int, names: Sequence[str]) -> Any:
        shape = list(value.shape)
        shape[dimension] *= self.count(names)
        return b(AllGather, [value], all_gather_dim=dimension, **self._among(names),
                 result_types=[TensorType(tuple(shape), value.element)])

    def _part(self, b: Builder, value: Any, along: Sequence[Sequence[str]]) -> Any:
        if not any(along):
            return value
        sizes = [n // self.count(names) for n, names in zip(value.shape, along)]
        zero = b.constant(np.int32(0))
        starts = [self.start(b, names, size) if names else zero for names, size in zip(along, sizes)]
        return b(DynamicSlice, value, starts, slice_sizes=sizes)

    def start(self, b: Builder, names: Sequence[str], size: int) -> Any:
        """Where this process's part of a dimension begins, of which each along some axes has `size` elements."""
        places = np.empty(self._mesh.devices.size, np.int32)
        for place, processes in enumerate(self._along(names)):
            places[processes] = place
        number = b(PartitionId)
        if places.tolist() == list(range(places.size)):
            place = b.converted(number, I32)
        else:
            place = b.reshaped(b(DynamicSlice, b.constant(places), [number], slice_sizes=[1]), ())
        return b(Multiply, place, b.constant(np.int32(size)))

    def combined(self, b: Builder, value: Any, names: Sequence[str], by: type[Op]) -> Any:
        """The values of the processes along axes combined by an operation of two numbers; each has the result."""
        scalar = TensorType((), value.element)
        block = Block([scalar, scalar])
        inside = Builder(block, b.location, b.span)
        inside(Return, [inside(by, *block.arguments)])
        return b(AllReduce, [value], regions=[Region([block])], **self._among(names))

    def _among(self, names: Sequence[str]) -> dict[str, Any]:
        """The attributes of a collective operation among the processes along axes."""
        self._channels += 1
        return {"replica_groups": np.ascontiguousarray(self._along(names).T), "use_global_device_ids": True,
                "channel_handle": ChannelHandle(self._channels, _DEVICES)}

    def _along(self, names: Sequence[str]) -> np.ndarray:
        """Processes by their place along axes, and then along all the others."""
        return self._mesh.tiled([[Axis(name) for name in names]])


def _first_alike(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """What both begin with."""
    same = next((k for k, (a, c) in enumerate(zip(names, others)) if a != c), min(len(names), len(others)))
    return names[:same]
