"""The block of an executable: the description of how native code calls it (`native_execute`)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.bridges.pjrt import elements, layouts
from hloom.bridges.pjrt.compiling import Program
from hloom.bridges.pjrt.devices import MEMORY_KINDS, Device
from hloom.bridges.pjrt.events import ready
from hloom.bridges.pjrt.native_cells import INLINE_BYTES, Cell, Place
from hloom.bridges.pjrt.native_execute import Block, Result
from hloom.bridges.pjrt.programs import Interface

_free = ctypes.CDLL(None).free


class NativeBlock:
    """The words of a block, and what their addresses are of."""

    def __init__(self, interface: Interface, device: Device, call: Any) -> None:
        self._keeps: list[Any] = [call]
        results = (ctypes.c_uint64 * (Result.SIZE * max(1, len(interface.results))))()
        for k, (result, kind) in enumerate(zip(interface.results, interface.result_kinds)):
            size = prod(result.shape) * elements.SIZES[result.type]
            head = (Cell.SIZE + 8 * len(result.shape) + 63) & -64
            cell = (ctypes.c_uint64 * (head // 8))()
            memory = device.memories[MEMORY_KINDS.index(kind)]
            place = Place.INLINE if size <= INLINE_BYTES else Place.OWN
            for word, value in ((Cell.TYPE, result.type), (Cell.RANK, len(result.shape)), (Cell.DEVICE, device.handle),
                                (Cell.MEMORY, memory.handle), (Cell.STATE, 1), (Cell.BYTES, size), (Cell.PLACE, place),
                                (Cell.LAYOUT, layouts.row_major(len(result.shape))), (Cell.EVENT, ready())):
                cell[word // 8] = value
            cell[Cell.SIZE // 8 : Cell.SIZE // 8 + len(result.shape)] = result.shape
            together = head + (max(size, 1) + 63 & -64 if place == Place.INLINE else 0)
            results[Result.SIZE * k : Result.SIZE * (k + 1)] = [ctypes.addressof(cell), head, size, together]
            self._keeps.append(cell)
        donated = (ctypes.c_uint8 * max(1, len(interface.arguments)))()
        for k in interface.donated:
            donated[k] = 1
        words = (ctypes.c_uint64 * Block.SIZE)()
        for word, value in ((Block.WORDS, call.words), (Block.TEMPLATE, call.template), (Block.ARGUMENTS, call.arguments),
                            (Block.FIRST_SLOT, call.first_argument), (Block.RESULTS, call.results),
                            (Block.DESCRIPTIONS, ctypes.addressof(results)), (Block.ARENA_BYTES, call.arena_bytes + 63 & -64),
                            (Block.RUN, call.run), (Block.DONATED, ctypes.addressof(donated) if interface.donated else 0)):
            words[word] = value
        self._words = words
        self._keeps += [results, donated]
        self.address = ctypes.addressof(words)

    def __del__(self, place: int = Block.ARENA, free: Any = _free, pointer: Any = ctypes.c_void_p) -> None:
        if self._words[place]:
            free(pointer(self._words[place]))


def block_of(program: Program, devices: Sequence[Device]) -> NativeBlock | None:
    """The block of a program on its devices, which native code may call; None where a call goes through Python."""
    executable, interface = program.run.executable, program.interface
    arrays = (*interface.arguments, *interface.results)
    if len(devices) > 1 or executable.needs_python or any(a.type == elements.TOKEN or not a.is_row_major for a in arrays):
        return None
    call = executable.native.block()
    return None if call.may_run_long else NativeBlock(interface, devices[0], call)
