"""Which device has which part of a tensor: XLA's tile assignments, from what programs say, and as protocol buffers.

    #sdy.sharding<@mesh, [{"x"}, {}]>  on  <["x"=4, "y"=2]>       both say: four blocks of rows, each of them on two devices
    {devices=[4,1,2]<=[8] last_tile_dim_replicate}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

import numpy as np

from hloom.ir.attributes import Attribute, OpaqueAttr, StringAttr
from hloom.ir.core import Operation
from hloom.ops.common.meshes import MOST_DEVICES, Axis, DeviceMesh
from hloom.ops.sdy.shardings import Sharding, mesh_of, shardings_of
from hloom.protos.annotations import sharding_message
from hloom.support.diagnostics import InputError, UserError
from hloom.support.records import computed_once
from hloom.xla.proto import Message, decode


class Subgroup(IntEnum):
    """What devices with the same block have: copies of it, values of their own, or numbers that are to be added (the values of
    XLA's OpSharding.Type)."""

    REPLICATED = 0
    MANUAL = 4
    UNREDUCED = 6


#: Kinds of whole shardings in OpSharding.Type, beside those above.
_MAXIMAL, _TUPLE, _OTHER, _UNKNOWN = 1, 2, 3, 5


class Place(NamedTuple):
    """What a device has: the block at `block`, of the numbers that are added up to it the one at `summand`, as copy `copy`."""

    block: tuple[int, ...]
    summand: int
    copy: int


@dataclass(frozen=True, eq=False)
class TileAssignment:
    """The devices of a tensor's blocks: an array of the shape `(blocks of dimension 0, ..., *sizes of subgroups)`.

    `count` is how many devices there are, numbered from 0; those that are not listed have nothing of the tensor.
    """

    devices: np.ndarray
    kinds: tuple[Subgroup, ...]
    count: int

    def __eq__(self, other: object) -> bool:
        """Whether each device has the same."""
        return isinstance(other, TileAssignment) and self.count == other.count and self.tiles == other.tiles \
            and self.places == other.places

    def __hash__(self) -> int:
        return hash((self.count, self.tiles))

    @property
    def rank(self) -> int:
        return self.devices.ndim - len(self.kinds)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The number of blocks along each dimension."""
        return self.devices.shape[: self.rank]

    @property
    def is_maximal(self) -> bool:
        """Whether one device of several has the whole tensor."""
        return self.devices.size == 1 < self.count

    @property
    def is_replicated(self) -> bool:
        """Whether every device has the whole tensor."""
        return self.devices.size == self.count and prod(self.tiles) == 1 and not set(self.kinds) - {Subgroup.REPLICATED}

    @computed_once
    def places(self) -> dict[int, Place]:
        """What each device has, in the order of blocks: the first device of a block, with copy 0, comes before the others."""
        found = {}
        is_sum = [kind is Subgroup.UNREDUCED for kind in self.kinds]
        sizes = self.devices.shape[self.rank :]
        for index in np.ndindex(self.devices.shape):
            inside = index[self.rank :]
            summand = copy = 0
            for place, size, adds in zip(inside, sizes, is_sum):
                summand, copy = (summand * size + place, copy) if adds else (summand, copy * size + place)
            found[int(self.devices[index])] = Place(index[: self.rank], summand, copy)
        return found

    @property
    def num_summands(self) -> int:
        """How many numbers are to be added up to each element."""
        return prod(n for n, kind in zip(self.devices.shape[self.rank :], self.kinds) if kind is Subgroup.UNREDUCED)

    @property
    def num_versions(self) -> int:
        """How many devices have the same block, be it copies, or numbers that are to be added."""
        return prod(self.devices.shape[self.rank :])

    def version(self, device: int) -> int:
        """Which of those that have its block a device is: the copies of a number follow each other."""
        place = self.places[device]
        return place.summand * (self.num_versions // self.num_summands) + place.copy

    def local_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of each block of a tensor of `shape`. InputError for one that has no such blocks."""
        if len(shape) != self.rank or any(k > 1 and (n < 0 or n % k) for n, k in zip(shape, self.tiles)):
            shown = ["?" if n < 0 else n for n in shape]
            raise InputError(f"a tensor of shape [{', '.join(map(str, shown))}] cannot be divided into blocks {list(self.tiles)}")
        return tuple(n if k == 1 else n // k for n, k in zip(shape, self.tiles))

    def slices(self, block: Sequence[int], shape: Sequence[int]) -> tuple[slice, ...]:
        """Where a block of a tensor of `shape` lies in it."""
        return tuple(slice(k * n, (k + 1) * n) for k, n in zip(block, self.local_shape(shape)))

    # -- from what programs say ---------------------------------------------------------------------------------------------
    @staticmethod
    def replicated(rank: int, count: int) -> TileAssignment:
        """Every device has the whole tensor."""
        return _assignment(np.arange(count).reshape((1,) * rank + (count,)), (Subgroup.REPLICATED,), count)

    @staticmethod
    def manual(rank: int, count: int) -> TileAssignment:
        """Every device has a value of its own."""
        return _assignment(np.arange(count).reshape((1,) * rank + (count,)), (Subgroup.MANUAL,), count)

    @staticmethod
    def on_mesh(mesh: DeviceMesh, dimensions: Sequence[Sequence[Axis]], count: int,
                unreduced: Sequence[Axis] = ()) -> TileAssignment:
        """Dimensions divided along axes of a mesh, on all axes of which there are copies else. InputError for axes that the mesh
        does not have."""
        if mesh.is_maximal:
            return _assignment(mesh.devices.reshape((1,) * len(dimensions)), (), count)
        if not mesh.axes:
            return TileAssignment.replicated(len(dimensions), count)
        return _assignment(mesh.tiled([*dimensions, unreduced]), (Subgroup.UNREDUCED, Subgroup.REPLICATED), count)

    @staticmethod
    def of_message(message: Message, rank: int, count: int) -> TileAssignment:
        """What an OpSharding says of a tensor. InputError where it makes no sense for one of `rank` on `count` devices."""
        if message.named_sharding is not None:
            return _of_named(message.named_sharding, rank, count)
        kind, ones = message.type, (1,) * rank
        if kind in (Subgroup.REPLICATED, _UNKNOWN):
            return TileAssignment.replicated(rank, count)
        if kind in (Subgroup.MANUAL, Subgroup.UNREDUCED):
            return _assignment(np.arange(count).reshape(*ones, count), (Subgroup(kind),), count)
        if kind == _MAXIMAL:
            return _assignment(np.array((message.tile_assignment_devices or [0])[:1]).reshape(ones), (), count)
        if kind == _TUPLE:
            raise InputError("a tensor has no sharding of a tuple")
        kinds = message.last_tile_dims or [0] * message.replicate_on_last_tile_dim
        if set(kinds) - set(Subgroup):
            raise InputError(f"subgroups of devices have no kind {min(set(kinds) - set(Subgroup))}")
        found = _assignment(_listed(message), tuple(map(Subgroup, kinds)), count)
        if found.rank != rank:
            raise InputError(f"a sharding of {found.rank} dimensions is none of a tensor of {rank}")
        return found

    @staticmethod
    def stated(attribute: Attribute | None, at: Operation, rank: int, count: int) -> TileAssignment | None:
        """What an attribute of a program says at an operation: `#sdy.sharding<...>`, or a string of HLO, also one that is an
        OpSharding's bytes. None where it says nothing; UserError, with the place, where it makes no sense."""
        try:
            if isinstance(attribute, OpaqueAttr):
                found = shardings_of(attribute.text)
                return of_sharding(found[0], at, rank, count) if found else None
            if isinstance(attribute, StringAttr):
                is_text = attribute.data.lstrip().startswith(b"{")
                message = sharding_message(attribute.value) if is_text else decode("OpSharding", attribute.data)
                return TileAssignment.of_message(message, rank, count)
        except UserError as error:
            raise UserError.at(at.span, "sharding", f"{at.name}: {error}") from None
        return None

    # -- as a protocol buffer -----------------------------------------------------------------------------------------------
    def to_op_sharding_bytes(self) -> bytes:
        """A serialized OpSharding of XLA (openxla/xla: xla_data.proto)."""
        devices = self.devices.reshape(-1).tolist()
        if self.is_maximal:
            return Message("OpSharding", type=_MAXIMAL, tile_assignment_dimensions=[1], tile_assignment_devices=devices).encode()
        if self.is_replicated:
            return Message("OpSharding", type=Subgroup.REPLICATED).encode()
        if prod(self.tiles) == 1 and self.kinds == (Subgroup.MANUAL,):
            return Message("OpSharding", type=Subgroup.MANUAL).encode()
        made = Message("OpSharding", type=_OTHER, tile_assignment_dimensions=self.devices.shape, tile_assignment_devices=devices)
        if self.kinds == (Subgroup.REPLICATED,):
            made.replicate_on_last_tile_dim = True
        else:
            made.last_tile_dims = [int(kind) for kind in self.kinds]
        return made.encode()


def of_sharding(sharding: Sharding, at: Operation, rank: int, count: int) -> TileAssignment:
    """What a sharding at an operation of a program says of a tensor. InputError where it makes no sense for one of `rank`."""
    mesh = mesh_of(at, sharding.mesh)
    if len(sharding.dimensions) != rank:
        raise InputError(f"a sharding of {len(sharding.dimensions)} dimensions is none of a tensor of {rank}")
    return TileAssignment.on_mesh(mesh, sharding.dimensions, count, sharding.unreduced)


def _assignment(devices: np.ndarray, kinds: Sequence[Subgroup], count: int) -> TileAssignment:
    """Without subgroups of one device. InputError for devices that there are not, or that are named twice."""
    numbers = devices.reshape(-1)
    if numbers.size and not 0 <= int(numbers.min()) <= int(numbers.max()) < count:
        raise InputError(f"a sharding names device {int(numbers.max())}, and there are {count}")
    if len(np.unique(numbers)) != numbers.size:
        raise InputError("a sharding names a device twice")
    rank = devices.ndim - len(kinds)
    kept = [k for k, size in enumerate(devices.shape[rank:]) if size != 1]
    shape = (*devices.shape[:rank], *(devices.shape[rank + k] for k in kept))
    return TileAssignment(devices.reshape(shape), tuple(kinds[k] for k in kept), count)


def _listed(message: Message) -> np.ndarray:
    """The devices of an OpSharding in the shape of its tiles."""
    shape = list(message.tile_assignment_dimensions)
    if any(n < 1 for n in shape) or not 0 < prod(shape) <= MOST_DEVICES:
        raise InputError(f"there are no tiles {shape}")
    if message.iota_reshape_dims:
        sizes, order = list(message.iota_reshape_dims), list(message.iota_transpose_perm)
        if prod(sizes) != prod(shape) or any(n < 1 for n in sizes) or sorted(order) != list(range(len(sizes))):
            raise InputError(f"tiles {shape} have no devices [{','.join(map(str, sizes))}]T({','.join(map(str, order))})")
        return np.arange(prod(shape)).reshape(sizes).transpose(order).reshape(shape)
    if len(message.tile_assignment_devices) != prod(shape):
        raise InputError(f"tiles {shape} need {prod(shape)} devices, got {len(message.tile_assignment_devices)}")
    return np.array(message.tile_assignment_devices, np.int64).reshape(shape)


def _of_named(message: Message, rank: int, count: int) -> TileAssignment:
    """What a NamedShardingProto says."""
    stated = message.mesh or Message("MeshProto")
    axes = [(axis.name, axis.size) for axis in stated.axes]
    mesh = DeviceMesh.with_axes(axes, stated.device_ids or None)

    def axis(reference: Any) -> Axis:
        if not 0 <= reference.mesh_axis_index < len(axes):
            raise InputError(f"a mesh of {len(axes)} axes has no axis {reference.mesh_axis_index}")
        sub = reference.sub_axis_info
        name: Any = axes[reference.mesh_axis_index][0]
        return Axis(name) if sub is None else Axis(name, sub.pre_size, sub.size)

    dimensions = [list(map(axis, d.axes)) for d in message.dim_shardings] or [[]] * rank
    if len(dimensions) != rank:
        raise InputError(f"a sharding of {len(dimensions)} dimensions is none of a tensor of {rank}")
    return TileAssignment.on_mesh(mesh, dimensions, count, list(map(axis, message.unreduced_axes)))
