"""What a program is for its caller: its devices, the types of arguments and results, what is given away, where results go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from math import prod

from hloom.bridges.pjrt import elements
from hloom.support.records import computed_once, dataclass


@dataclass(frozen=True)
class Assignment:
    """Which devices run what: `devices[replica * num_partitions + partition]`; and what else compile options say."""

    num_replicas: int
    num_partitions: int
    devices: tuple[int, ...]
    #: For each result, whether its sharding is left to the plugin.
    free_results: tuple[bool, ...] = ()
    #: XLA's options by name, as texts.
    options: Mapping[str, str] = field(default_factory=dict)

    def serialized(self) -> bytes:
        """As a DeviceAssignmentProto."""
        from hloom.xla.proto.message import Message

        columns = [Message("ComputationDevice", replica_device_ids=list(self.devices[p :: self.num_partitions]))
                   for p in range(self.num_partitions)]
        return Message("DeviceAssignmentProto", replica_count=self.num_replicas, computation_count=self.num_partitions,
                       computation_devices=columns).encode()


@dataclass(frozen=True)
class Array:
    """The type of an argument or a result: the number of its element type, its shape, the order of its dimensions in memory from
    minor to major."""

    type: int
    shape: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def is_row_major(self) -> bool:
        return self.order == row_major(len(self.shape))

    @property
    def num_bytes(self) -> int:
        return elements.SIZES[self.type] * prod(self.shape)


def row_major(rank: int) -> tuple[int, ...]:
    """The order of a row-major array's dimensions."""
    return tuple(range(rank - 1, -1, -1))


@dataclass(frozen=True)
class Interface:
    """What a program takes and gives: arrays, the numbers of the arguments that may be given away, the kinds of memory."""

    arguments: tuple[Array, ...]
    results: tuple[Array, ...]
    offered: tuple[int, ...]
    argument_kinds: tuple[str, ...]
    result_kinds: tuple[str, ...]

    @computed_once
    def donated(self) -> tuple[int, ...]:
        """The numbers of the arguments that are given away: those that are as large as a result. Callers keep the others, as they
        do with XLA."""
        free = Counter(result.num_bytes for result in self.results)
        found = []
        for k in self.offered:
            size = self.arguments[k].num_bytes
            if free[size]:
                free[size] -= 1
                found.append(k)
        return tuple(found)
