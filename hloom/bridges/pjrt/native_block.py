"""The block of an executable: the description of how native code calls it (`native_execute`)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hloom.bridges.pjrt import dispatch, elements, layouts
from hloom.bridges.pjrt.devices import MEMORY_KINDS, Device
from hloom.bridges.pjrt.events import ready
from hloom.bridges.pjrt.native import immortal
from hloom.bridges.pjrt.native_layout import INLINE_BYTES, UNKNOWN, Block, Cell, Place, Result
from hloom.bridges.pjrt.signatures import Interface

if TYPE_CHECKING:
    from hloom.bridges.pjrt.compiling import Program

_free = ctypes.CDLL(None).free


#: Bytes that a call touches, and kernels that it has, from which on calls are timed: what is less takes no time to speak of.
_LITTLE, _FEW = 64 << 10, 16
#: Blocks that nobody has any more but calls that are dispatched.
_in_use: list[NativeBlock] = immortal([])


class NativeBlock:
    """The words of a block, and what their addresses are of."""

    def __init__(self, interface: Interface, device: Device, call: Any, kernels: int) -> None:
        self._keeps: list[Any] = [call]
        results = (ctypes.c_uint64 * (Result.SIZE * max(1, len(interface.results))))()
        aliases = dict(call.aliases)
        touched = call.arena_bytes + sum(one.num_bytes for one in (*interface.arguments, *interface.results))
        for k, (result, kind) in enumerate(zip(interface.results, interface.result_kinds)):
            size = result.num_bytes
            head = (Cell.SIZE + 8 * len(result.shape) + 63) & -64
            cell = (ctypes.c_uint64 * (head // 8))()
            memory = device.memories[MEMORY_KINDS.index(kind)]
            for word, value in ((Cell.TYPE, result.type), (Cell.RANK, len(result.shape)), (Cell.DEVICE, device.handle),
                                (Cell.MEMORY, memory.handle), (Cell.STATE, 1), (Cell.BYTES, size), (Cell.PLACE, Place.NONE),
                                (Cell.LAYOUT, layouts.row_major(len(result.shape))), (Cell.EVENT, ready())):
                cell[word // 8] = value
            cell[Cell.SIZE // 8 : Cell.SIZE // 8 + len(result.shape)] = result.shape
            together = head + (max(size, 1) + 63 & -64 if size <= INLINE_BYTES else 0)
            results[Result.SIZE * k : Result.SIZE * (k + 1)] = [ctypes.addressof(cell), head, size, together,
                                                               aliases.get(k, -1) + 1]
            self._keeps.append(cell)
        donated = (ctypes.c_uint8 * max(1, len(interface.arguments)))()
        for k in interface.donated:
            donated[k] = 1
        is_timed = call.may_run_long or touched >= _LITTLE or kernels >= _FEW
        words = (ctypes.c_uint64 * Block.SIZE)()
        for word, value in ((Block.WORDS, call.words), (Block.TEMPLATE, call.template), (Block.ARGUMENTS, call.arguments),
                            (Block.FIRST_SLOT, call.first_argument), (Block.RESULTS, call.results),
                            (Block.DESCRIPTIONS, ctypes.addressof(results)), (Block.ARENA_BYTES, call.arena_bytes + 63 & -64),
                            (Block.RUN, call.run), (Block.DONATED, ctypes.addressof(donated) if interface.donated else 0),
                            (Block.IS_TIMED, is_timed),
                            (Block.IS_WATCHED, call.may_run_long), (Block.TIME, UNKNOWN if call.may_run_long else 0)):
            words[word] = value
        self._words = words
        self._keeps += [results, donated]
        self.address = ctypes.addressof(words)
        for one in list(_in_use):
            if not one.is_in_use:
                _in_use.remove(one)
                one.free()

    @property
    def may_be_dispatched(self) -> bool:
        """Whether a call may take so long that it is dispatched."""
        return bool(self._words[Block.IS_TIMED])

    @property
    def is_in_use(self) -> bool:
        """Whether calls are dispatched."""
        return bool(self._words[Block.USERS])

    def free(self) -> None:
        """Frees the arena that is kept."""
        arena, self._words[Block.ARENA] = self._words[Block.ARENA], 0
        if arena:
            _free(ctypes.c_void_p(arena))

    def __del__(self) -> None:
        if Block is None:  # the interpreter ends
            return
        if self.is_in_use:
            _in_use.append(self)
        else:
            self.free()


def block_of(program: Program, devices: Sequence[Device]) -> NativeBlock | None:
    """The block of a program on its devices, which native code may call; None where a call goes through Python."""
    executable, interface = program.run.executable, program.interface
    arrays = (*interface.arguments, *interface.results)
    if len(devices) > 1 or executable.needs_python or any(a.type == elements.TOKEN or not a.is_row_major for a in arrays):
        return None
    made = NativeBlock(interface, devices[0], executable.native.block(), len(executable.kernels))
    if made.may_be_dispatched:
        dispatch.start()
    return made
