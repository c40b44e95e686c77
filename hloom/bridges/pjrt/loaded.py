"""Loaded executables: a program on its devices, with what is said of it kept as the interface hands it out."""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any

from hloom.bridges.pjrt import layouts
from hloom.bridges.pjrt.buffers import Buffer, new_buffer
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.devices import Device, client
from hloom.bridges.pjrt.native_block import block_of
from hloom.bridges.pjrt.structures import Array, Text, addresses, numbers, texts
from hloom.support.collector import importing

if TYPE_CHECKING:
    from hloom.bridges.pjrt.compiling import Program


class Loaded:
    """A program on its devices."""

    def __init__(self, program: Program) -> None:
        self.program, self.is_deleted = program, False
        self.devices: list[Device] = [client().device(k) for k in program.assignment.devices]
        own = program.interface
        count, replicas, partitions = len(own.results), program.assignment.num_replicas, program.assignment.num_partitions
        #: Native code makes the calls that it can, with this.
        self.block = block_of(program, self.devices)
        #: What calls the program of several devices on the memory of their buffers; None where Python has more to do.
        self.rows = self._rows() if len(self.devices) > 1 else None
        self.handle = HANDLES.new(self, self.block.address if self.block is not None else 0)
        self.counts = (count, replicas, partitions)
        self.name, self.fingerprint = Text(program.name.encode()), Text(program.fingerprint.encode())
        self.serialized_assignment = Text(program.serialized_assignment)
        self.device_handles = addresses([d.handle for d in self.devices])
        logical = [(r, p) for r in range(replicas) for p in range(partitions)]
        self.logical_devices = Array(ctypes.c_int32, [n for pair in logical for n in pair])
        self.types = Array(ctypes.c_int32, [r.type for r in own.results])
        self.dimensions, self.ranks = (numbers([n for r in own.results for n in r.shape]),
                                       Array(ctypes.c_size_t, [len(r.shape) for r in own.results]))
        self.result_layouts = addresses([layouts.layout(r.order) for r in own.results])
        self.argument_layouts = addresses([layouts.layout(a.order) for a in own.arguments])
        self.result_kinds = texts([k.encode() for k in own.result_kinds])
        self.argument_kinds = texts([k.encode() for k in own.argument_kinds])
        self._lazily: dict[str, Any] = {}
        self._lock = threading.Lock()

    def _rows(self) -> Any:
        with importing():  # few processes have several devices
            from hloom.bridges.pjrt.rows import rows_of

        return rows_of(self.program.run, self.devices)

    def lazily(self, what: str, make: Any) -> Any:
        """What is asked for seldom, made once."""
        with self._lock:
            if what not in self._lazily:
                self._lazily[what] = make()
            return self._lazily[what]

    def new_results(self, device: Device) -> list[Buffer]:
        """Buffers for the results on a device."""
        own = self.program.interface
        return [new_buffer(r.type, r.shape, device.memory_of_kind(kind), None, r.order)
                for r, kind in zip(own.results, own.result_kinds)]

    @property
    def bytes_of_arguments(self) -> int:
        return sum(a.num_bytes for a in self.program.interface.arguments)

    @property
    def bytes_of_results(self) -> int:
        return sum(r.num_bytes for r in self.program.interface.results)
