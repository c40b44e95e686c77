"""Calls of MPI that compiled processes make by themselves, prepared: a deed is a function's address with all its arguments
(`dispatch.grid_layout.Deed`), of which only the addresses of an operand and a result may be left open.

Functions whose names end with _c take sizes of 64 bits (MPI 4); where there are none, those of 32 bits do as far as they reach.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hloom.runtime.dispatch.grid_layout import Deed
from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    from hloom.mpi.library import Library

_MOST = (1 << 31) - 1


class Open(NamedTuple):
    """An argument that is known when the deed is done: the address of the operand (`is_source`) or of the result."""

    is_source: bool


SOURCE, TARGET = Open(True), Open(False)
#: An address, or one that is left open.
Buffer = int | Open


class Box(NamedTuple):
    """What is moved of an operand: runs of bytes in up to three loops, from an offset on."""

    offset: int
    run: int
    loops: Sequence[tuple[int, int]] = ()

    @property
    def is_empty(self) -> bool:
        return self.run == 0 or any(count == 0 for count, _ in self.loops)


def _places(sizes: Sequence[int]) -> list[int]:
    """Where each begins of what lies one behind the other."""
    return (np.cumsum(sizes) - sizes).tolist()


class Deeds:
    """Makes deeds, and keeps what they need as long as it lives."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._BYTE = library.module.BYTE
        self._kept: list[Any] = []

    def words(self, count: int) -> int:
        """The address of so many words, which are 0."""
        made = np.zeros(max(count, 1) + 8, np.int64)
        self._kept.append(made)
        return made.ctypes.data + -made.ctypes.data % 64

    def memory(self, size: int) -> int:
        """The address of so many bytes; what is never touched takes no memory where there are many."""
        made = np.empty(size + 64, np.uint8)
        self._kept.append(made)
        return made.ctypes.data + -made.ctypes.data % 64

    def list(self, numbers: Sequence[int]) -> int:
        """The address of numbers, as words."""
        return self._array(numbers, np.int64)

    def _array(self, numbers: Sequence[int], dtype: Any) -> int:
        made = np.array(numbers, dtype) if len(numbers) else np.zeros(1, dtype)
        self._kept.append(made)
        return made.ctypes.data

    # -- what MPI does ----------------------------------------------------------------------------------------------------
    def all_gather(self, comm: Any, source: Buffer, own: int, target: Buffer, sizes: Sequence[int]) -> int:
        """Each rank sends bytes, and gets those of all, rank behind rank."""
        byte, of = self._library.handle(self._BYTE), self._library.handle(comm)
        if len(set(sizes)) == 1 and source != self.in_place:
            return self._deed("MPI_Iallgather", [source, own, byte, target, own, byte, of], max(sizes))
        return self._deed("MPI_Iallgatherv", [source, own, byte, target, list(sizes), _places(sizes), byte, of], sum(sizes))

    def all_gather_again(self, comm: Any, source: int, own: int, target: int, sizes: Sequence[int]) -> int:
        """The same between places that stay what they are: of few bytes, what MPI has prepared takes half the time, or less."""
        module = self._library.module
        sent, received = module.buffer.fromaddress(source, own), module.buffer.fromaddress(target, sum(sizes))
        try:
            request = comm.Allgatherv_init([sent, self._BYTE], [received, list(sizes), _places(sizes), self._BYTE])
        except (AttributeError, NotImplementedError):  # before MPI 4
            return self.all_gather(comm, source, own, target, sizes)
        self._library.requests.append(request)
        at = module._addressof(request)
        return self._written(self._library.address("MPI_Start") or 0, at, [at])

    @property
    def in_place(self) -> int:
        """What stands for the operand that lies where the result goes."""
        return int(self._library.module.IN_PLACE) & (1 << 64) - 1

    def gather(self, comm: Any, source: Buffer, own: int, target: Buffer, sizes: Sequence[int], root: int) -> int:
        """One rank gets the bytes of all."""
        byte, of = self._library.handle(self._BYTE), self._library.handle(comm)
        return self._deed("MPI_Igatherv", [source, own, byte, target, list(sizes), _places(sizes), byte, root, of], sum(sizes))

    def broadcast(self, comm: Any, buffer: Buffer, size: int, root: int) -> int:
        """All ranks get the bytes of one."""
        byte, of = self._library.handle(self._BYTE), self._library.handle(comm)
        return self._deed("MPI_Ibcast", [buffer, size, byte, root, of], size)

    def deal(self, comm: Any, source: Buffer, sent: Sequence[Sequence[Box]], target: int,
             received: Sequence[Sequence[Box]]) -> int:
        """Each rank sends boxes to each, and gets theirs."""
        types = [[self._type(boxes) for boxes in rows] for rows in (sent, received)]
        counts = [[int(any(not box.is_empty for box in boxes)) for boxes in rows] for rows in (sent, received)]
        zeros = [0] * len(sent)
        size = ctypes.c_uint32 if self._library.module._sizeof(self._BYTE) == 4 else ctypes.c_uint64
        handles = [self._array([self._library.handle(t) for t in row], size) for row in types]
        return self._deed("MPI_Ialltoallw", [source, counts[0], zeros, handles[0], target, counts[1], zeros, handles[1],
                                             self._library.handle(comm)], 0)

    def reduce(self, comm: Any, count: int, type: Any, operation: Any) -> int:
        """All ranks get what MPI makes of the operands of all."""
        return self._deed("MPI_Iallreduce", [SOURCE, TARGET, count, *map(self._library.handle, (type, operation, comm))], count)

    def send(self, comm: Any, buffer: Buffer, size: int, rank: int, tag: int) -> int:
        return self._pass("MPI_Isend", comm, buffer, size, rank, tag)

    def receive(self, comm: Any, buffer: Buffer, size: int, rank: int, tag: int) -> int:
        return self._pass("MPI_Irecv", comm, buffer, size, rank, tag)

    def _pass(self, name: str, comm: Any, buffer: Buffer, size: int, rank: int, tag: int) -> int:
        return self._deed(name, [buffer, size, self._library.handle(self._BYTE), rank, tag, self._library.handle(comm)], size)

    # -- making them ------------------------------------------------------------------------------------------------------
    def _deed(self, name: str, arguments: Sequence[Any], largest: int) -> int:
        """The address of a deed of the function `name`, whose arguments end with the request. Lists are counts, or distances."""
        function, is_wide = self._library.address(f"{name}_c"), True
        if function is None:
            function, is_wide = self._library.address(name), False
            if function is None:
                raise InputError(f"this MPI has no {name}: MPI 3 is needed, it is {self._library.module.Get_version()}")
            if largest > _MOST:
                raise InputError(f"this MPI has no {name}_c, as MPI 4 has: {largest:,} bytes are too many for {name}")
        request = self.words(1)
        made = [self._array(x, np.int64 if is_wide else np.int32) if isinstance(x, list) else x for x in arguments]
        return self._written(function, request, [*made, request])

    def _written(self, function: int, request: int, arguments: Sequence[Buffer]) -> int:
        at = self.words(Deed.SIZE)
        words: dict[int, int] = {Deed.FUNCTION: function, Deed.REQUEST: request, Deed.SOURCE: -1, Deed.TARGET: -1}
        for k, argument in enumerate(arguments):
            if isinstance(argument, Open):
                words[Deed.SOURCE if argument.is_source else Deed.TARGET] = k
            else:
                words[Deed.ARGUMENTS + k] = argument
        for k, value in words.items():
            ctypes.c_uint64.from_address(at + 8 * k).value = value & (1 << 64) - 1
        return at

    def _type(self, boxes: Sequence[Box]) -> Any:
        """A type of MPI for boxes, one behind the other."""
        made = [box for box in boxes if not box.is_empty]
        if not made:
            return self._BYTE
        parts = [self._part(box) for box in made]
        found = self._library.module.Datatype.Create_struct([1] * len(parts), [box.offset for box in made], parts)
        return self._committed(found)

    def _part(self, box: Box) -> Any:
        found = self._BYTE.Create_contiguous(box.run)
        for count, step in reversed([loop for loop in box.loops if loop[0] != 1]):
            self._kept.append(found)
            found = found.Create_hvector(count, 1, step)
        return self._committed(found)

    def _committed(self, type: Any) -> Any:
        type.Commit()
        self._kept.append(type)
        return type
