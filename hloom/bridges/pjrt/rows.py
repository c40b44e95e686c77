"""Calls of programs that each device runs by itself (`grids.Divided`) on the memory of their buffers: native code looks after a
device's row of arguments and results (`native_rows`), Python runs the program on all of them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from hloom.bridges.pjrt.devices import Device
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.events import ready
from hloom.bridges.pjrt.grids import Divided
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.native_block import NativeBlock
from hloom.bridges.pjrt.native_dispatch import DONE_WELL
from hloom.bridges.pjrt.native_rows import COUNT_WORD, FIRST_WORD
from hloom.bridges.pjrt.structures import handles_at
from hloom.runtime.call_block import CallBlock

#: A device's block, and where the handles of its arguments and of its results stand.
_Row = tuple[int, int, int]


class Rows:
    """The rows of a program on its devices."""

    def __init__(self, program: Divided, devices: Sequence[Device]) -> None:
        own = program.interface
        self._program, self._arguments, self._results = program, len(own.arguments), len(own.results)
        self._count = self._arguments + self._results
        template = (ctypes.c_uint64 * FIRST_WORD)()
        template[COUNT_WORD] = self._count
        call = CallBlock(FIRST_WORD + self._count, ctypes.addressof(template), FIRST_WORD, self._arguments, self._results, 0,
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
            self._program.run_at(*self._addresses(places))
        except BaseException:
            for block, _, outs in rows[:filled]:
                native().drop_row(block, outs)
            self._end(rows, not self._program.aliases)
            raise
        self._end(rows, False)
        if a.device_complete_events:
            (ctypes.c_void_p * count).from_address(a.device_complete_events)[:] = [ready()] * count
        return True

    def _take(self, rows: Sequence[_Row]) -> bool:
        for k, (block, handles, _) in enumerate(rows):
            if not native().take_row(block, handles):
                self._end(rows[:k], True)
                return False
        return True

    def _end(self, rows: Sequence[_Row], revive: bool) -> None:
        for block, handles, _ in rows:
            native().end_row(block, handles, revive)

    def _addresses(self, places: Any) -> tuple[list[list[int]], list[list[int]]]:
        """Of arguments and of results, device by device."""
        middle, rows = self._arguments, range(0, len(places), self._count or 1)
        return [places[k : k + middle] for k in rows], [places[k + middle : k + self._count] for k in rows]
