"""Arrays and their shards: what each device has of an argument or a result of a program, all in one memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from hloom.ir.types import AnyType, TensorType
from hloom.passes.sharding.assignment import Subgroup, TileAssignment
from hloom.support.diagnostics import InputError


@dataclass(frozen=True, eq=False)
class ShardedType:
    """The type of a whole value, and how devices share it.

    Devices are numbered as in the grid: `replica * num_partitions + partition`. With several replicas, each of which has a value
    of its own, the whole is an array with the replicas as its first dimension, which `assignment`, of the partitions of one
    replica, does not see. So it is where devices with the same block have something else each (`is_apart`), be it numbers that
    are to be added, or what should be copies: the first dimension is one of these versions. Tokens have no shards: they are None.
    """

    type: AnyType
    assignment: TileAssignment
    num_replicas: int = 1
    is_apart: bool = False

    @property
    def num_devices(self) -> int:
        return self.num_replicas * self.assignment.count

    @property
    def _is_stack(self) -> bool:
        """Whether the first dimension is one of values that have nothing to do with each other."""
        return self.num_replicas > 1 or self.is_apart

    @property
    def _shape(self) -> tuple[int, ...]:
        """The shape of one replica's value."""
        assert isinstance(self.type, TensorType)
        return self.type.shape[1:] if self._is_stack else self.type.shape

    @property
    def local_type(self) -> AnyType:
        """The type of each device's shard."""
        if not isinstance(self.type, TensorType):
            return self.type
        return TensorType(self.assignment.local_shape(self._shape), self.type.element)

    @property
    def local_shape(self) -> tuple[int, ...]:
        return getattr(self.local_type, "shape", ())

    def slices(self, device: int) -> tuple[slice, ...] | None:
        """Where in the whole array the shard of a device lies; None for a device that has nothing of it. With several replicas
        the first slice is one replica, with versions one of these."""
        replica, partition = divmod(device, self.assignment.count)
        place = self.assignment.places.get(partition)
        if place is None:
            return None
        inside = self.assignment.slices(place.block, self._shape)
        first = self.assignment.version(device) if self.is_apart else replica
        return (slice(first, first + 1), *inside) if self._is_stack else inside

    def is_first(self, device: int) -> bool:
        """Whether a device is the first of those that have its block."""
        place = self.assignment.places.get(device % self.assignment.count)
        return place is not None and place.copy == place.summand == 0

    def to_op_sharding_bytes(self) -> bytes:
        """A serialized OpSharding of XLA: how the partitions of a replica share its value."""
        return self.assignment.to_op_sharding_bytes()

    def join(self, shards: Sequence[Any] | Mapping[int, Any]) -> Any:
        """The whole array of one shard a device, in the order of their numbers. It is for reading: it shares the memory of the
        shards where one of them is the whole, or all lie in one block as they do in the array (as those of `cut` do).

        Numbers that are to be added are added in the order of the devices. InputError for shards of another shape.
        """
        if not isinstance(self.type, TensorType):
            return None
        count, places = self.assignment.count, self.assignment.places
        groups = [[(k, shards[replica * count + k]) for k in places] for replica in range(self.num_replicas)]
        if self.is_apart:
            groups = [[(k, shards[k]) for k in places if self.assignment.version(k) == number]
                      for number in range(self.assignment.num_versions)]
        found = [self._joined(group) for group in groups]
        if not self._is_stack:
            return found[0]
        pieces = {(k, *(0,) * x.ndim): x[np.newaxis] for k, x in enumerate(found)}
        view = _in_one_memory(pieces, self.type.shape)
        return np.stack(found) if view is None else view

    def _joined(self, shards: Sequence[tuple[int, Any]]) -> np.ndarray:
        """One value, of shards by their partitions."""
        shape, local = self._shape, self.assignment.local_shape(self._shape)
        blocks: dict[tuple[int, ...], Any] = {}
        for partition, shard in shards:
            place = self.assignment.places[partition]
            if place.copy and not self.is_apart:
                continue
            shard = np.asarray(shard)
            if shard.shape != local:
                raise InputError(f"the shard of device {partition} has shape {list(shard.shape)}; those of a {self.type} have "
                                 f"{list(local)}")
            blocks[place.block] = np.add(blocks[place.block], shard) if place.block in blocks else shard
        if len(blocks) == 1:
            return next(iter(blocks.values()))
        view = _in_one_memory(blocks, shape)
        if view is not None:
            return view
        whole = np.empty(shape, next(iter(blocks.values())).dtype)
        for block, shard in blocks.items():
            whole[self.assignment.slices(block, shape)] = shard
        return whole

    def cut(self, array: Any) -> list[Any]:
        """The shard of each device, in the order of their numbers: views of the whole array, and None for a device that has
        nothing of it. Of numbers that are to be added, unless they are apart, the first device has the sum and the others
        zeros."""
        if not isinstance(self.type, TensorType):
            return [None] * self.num_devices
        array = np.asarray(array)
        if array.shape != self.type.shape:
            raise InputError(f"an array of shape {list(array.shape)} is no {self.type}")
        found: list[Any] = []
        zeros = None
        for device in range(self.num_devices):
            slices = self.slices(device)
            if slices is None:
                found.append(None)
            elif not self.is_apart and self.assignment.places[device % self.assignment.count].summand:
                zeros = np.zeros(self.local_shape, array.dtype) if zeros is None else zeros
                found.append(zeros)
            else:
                part = array[slices]
                found.append(part[0] if self._is_stack else part)
        return found


def require_shards(assignment: TileAssignment, what: str) -> None:
    """InputError for an assignment under which devices have values of which no whole is made."""
    if Subgroup.MANUAL in assignment.kinds:
        raise InputError(f"{what} is manual: devices have values of their own, of which no whole is made")


def _in_one_memory(blocks: Mapping[tuple[int, ...], np.ndarray], shape: tuple[int, ...]) -> np.ndarray | None:
    """An array of `shape` over the memory of its blocks, where they lie in one block of memory, each where it belongs."""
    origin = blocks[(0,) * len(shape)]
    if not origin.size or any(x.strides != origin.strides or x.dtype != origin.dtype or _owner(x) is not _owner(origin)
                              for x in blocks.values()):
        return None
    at = {block: x.__array_interface__["data"][0] for block, x in blocks.items()}
    start, strides = at[(0,) * len(shape)], []
    for d, (whole, part) in enumerate(zip(shape, origin.shape)):
        if whole == part:
            strides.append(origin.strides[d])
            continue
        step, rest = divmod(at[tuple(int(k == d) for k in range(len(shape)))] - start, part)
        if rest or (part > 1 and step != origin.strides[d]):
            return None
        strides.append(step)
    if any(address != start + sum(k * n * s for k, n, s in zip(block, origin.shape, strides)) for block, address in at.items()):
        return None
    return as_strided(origin, shape, strides, writeable=False)


def _owner(array: np.ndarray) -> Any:
    """What keeps the memory of an array."""
    found: Any = array
    while (below := found.obj if isinstance(found, memoryview) else getattr(found, "base", None)) is not None:
        found = below
    return found
