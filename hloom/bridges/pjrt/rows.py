"""Calls of programs of several devices on the memory of their buffers: native code looks after each device's row of arguments and
results (`native_rows`), Python runs the program on all of them."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.buffers import Buffer, buffer_of, memory_at, new_buffer
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.devices import MEMORY_KINDS, Device
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.events import ready
from hloom.bridges.pjrt.grids import Divided
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.native_block import NativeBlock
from hloom.bridges.pjrt.native_layout import COUNT_WORD, DONE_WELL, FIRST_WORD, INLINE_BYTES, Cell
from hloom.bridges.pjrt.several import Joined
from hloom.bridges.pjrt.signatures import Array
from hloom.bridges.pjrt.structures import handles_at
from hloom.runtime.call_block import CallBlock
from hloom.runtime.executable import address_of

#: A device's block, and where the handles of its arguments and of its results stand.
_Row = tuple[int, int, int]


class Rows(ABC):
    """The rows of a program on its devices. Of each, `results` are made before the program runs."""

    def __init__(self, program: Divided | Joined, devices: Sequence[Device], results: int) -> None:
        own = program.interface
        self._arguments, self._results = len(own.arguments), len(own.results)
        self._count = self._arguments + results
        template = (ctypes.c_uint64 * FIRST_WORD)()
        template[COUNT_WORD] = self._count
        #: Whether arguments that were given away are as before where a call fails: nothing has been written into them.
        self._may_revive = not program.aliases
        call = CallBlock(FIRST_WORD + self._count, ctypes.addressof(template), FIRST_WORD, self._arguments, results, 0,
                         tuple(program.aliases.items()), native().hand_out, 0, False, "", (template,))
        self._blocks = [NativeBlock(own, device, call, 0) for device in devices]

    def call(self, a: Any) -> bool:
        """LoadedExecutable_Execute on all devices. False, with nothing done, where an argument has to be waited for, was deleted,
        cannot be given away, or is not row-major.

        Raises what the program raises, and PluginError where there is no memory for results; arguments are as before then, but
        for those that results lie in."""
        count = len(self._blocks)
        given = handles_at(a.argument_lists, count) if self._arguments else [0] * count
        made = handles_at(a.output_lists, count) if self._results else [0] * count
        rows = [(block.address, *row) for block, row in zip(self._blocks, zip(given, made, strict=True))]
        if not self._take(rows):
            return False
        filled = 0
        try:
            places = (ctypes.c_uint64 * (self._count * count))()
            for k, row in enumerate(rows):
                if native().fill_row(*row, ctypes.addressof(places) + 8 * self._count * k) != DONE_WELL:
                    raise PluginError(Code.RESOURCE_EXHAUSTED, "out of memory: no room for the results")
                filled += 1
            middle, firsts = self._arguments, range(0, len(places), self._count or 1)
            self._run([places[k : k + middle] for k in firsts], [places[k + middle : k + self._count] for k in firsts], made)
        except BaseException:
            for block, _, outs in rows[:filled]:
                native().drop_row(block, outs)
            self._end(rows, self._may_revive)
            raise
        self._end(rows, False)
        if a.device_complete_events:
            (ctypes.c_void_p * count).from_address(a.device_complete_events)[:] = [ready()] * count
        return True

    @abstractmethod
    def _run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], made: Sequence[int]) -> None:
        """Runs the program on the elements at these addresses, device by device; `made` is where the handles of all results
        stand."""

    def _take(self, rows: Sequence[_Row]) -> bool:
        for k, (block, handles, _) in enumerate(rows):
            if not native().take_row(block, handles):
                self._end(rows[:k], True)
                return False
        return True

    def _end(self, rows: Sequence[_Row], revive: bool) -> None:
        for block, handles, _ in rows:
            native().end_row(block, handles, revive)


class DividedRows(Rows):
    """Of a program that each device runs by itself."""

    def __init__(self, program: Divided, devices: Sequence[Device]) -> None:
        super().__init__(program, devices, len(program.interface.results))
        self._program = program

    def _run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], made: Sequence[int]) -> None:
        self._program.run_at(arguments, results)


class _View:
    """How an array of a device lies at an address."""

    def __init__(self, array: Array) -> None:
        self._size, self._shape, self._dtype = array.num_bytes, array.shape, elements.dtype_of(array.type)

    def at(self, address: int) -> np.ndarray:
        return np.ndarray(self._shape, self._dtype, memory_at(address, self._size) if self._size else None)


class JoinedRows(Rows):
    """Of a program that runs once for all: devices share the memory of its results, which are cut."""

    def __init__(self, program: Joined, devices: Sequence[Device]) -> None:
        super().__init__(program, devices, 0)
        self._program, own = program, program.interface
        self._views = [_View(array) for array in own.arguments]
        self._kinds = [[(array.type, array.shape, device.memories[MEMORY_KINDS.index(kind)])
                        for array, kind in zip(own.results, own.result_kinds)] for device in devices]

    def _run(self, arguments: Sequence[Sequence[int]], results: Sequence[Sequence[int]], made: Sequence[int]) -> None:
        shards = self._program.shards([[view.at(address) for view, address in zip(self._views, row)] for row in arguments])
        buffers: list[list[Buffer]] = [[] for _ in made]
        try:
            for row, kinds, own in zip(buffers, self._kinds, zip(*shards)):
                for (type, shape, memory), shard in zip(kinds, own):
                    row.append(new_buffer(type, shape, memory) if shard is None else _sharing(shard, type, memory))
        except BaseException:
            for buffer in (one for row in buffers for one in row):
                buffer.destroy()
            raise
        for target, row in zip(made, buffers):
            if row:
                (ctypes.c_void_p * len(row)).from_address(target)[:] = [buffer.address for buffer in row]


def _sharing(array: np.ndarray, type: int, memory: Any) -> Buffer:
    """A buffer that lies where the array does, which it keeps; with a copy of one that is small, or not as buffers are."""
    if array.nbytes <= INLINE_BYTES or not array.flags.c_contiguous or array.dtype != elements.dtype_of(type):
        return buffer_of(array, type, memory)
    made = new_buffer(type, array.shape, memory, address_of(array))
    made.set_word(Cell.KEEPER, HANDLES.new(array))
    return made


def rows_of(program: Any, devices: Sequence[Device]) -> Rows | None:
    """What calls a program on the memory of its devices' buffers; None where that is not all there is to do."""
    if not program.may_run_at_addresses:
        return None
    return DividedRows(program, devices) if isinstance(program, Divided) else JoinedRows(program, devices)
