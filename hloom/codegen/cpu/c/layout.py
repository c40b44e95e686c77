"""What a program is to C: the names of its functions, what they return, and what lies where in the memory of a context and of a
pool of threads.

A context is what one call at a time runs on: the words of `runtime.dispatch.commands`, the watch of its calls, the address that
is to be freed, the state of a pool without threads for calls that are given none, and the arena. A pool is the state of
`hloom.codegen.cpu.pool_code`, the threads, and for each what it begins with. Both begin at multiples of LINE in the memory that
they are made in, which may begin anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from hloom.codegen.plan.program import Program
from hloom.runtime.dispatch.commands import WATCH_WORDS, WORD
from hloom.runtime.dispatch.pool_state import LINE, state_size
from hloom.runtime.dispatch.program import context_slots
from hloom.support.records import computed_once, dataclass


class Status(IntEnum):
    """What functions return."""

    OK = 0
    STOPPED = 1
    CUSTOM_CALL = 2
    MEMORY = 3
    PROCESSOR = 4
    CONSTANTS = 5
    THREADS = 6
    ARGUMENT = 7


#: What each status says, in its order.
MESSAGES = ("all is well", "the call was stopped", "a custom call failed", "there is no memory, or too little was given",
            "the processor lacks instructions that the code was compiled for", "these are not the constants of the program",
            "the number of threads is out of range", "an address is NULL")


class Call(NamedTuple):
    """A custom call: the function that the user links, what the program says of the call, and the element types and sizes of
    operands and results."""

    function: str
    target: str
    configuration: bytes
    operands: Sequence[tuple[str, tuple[int, ...]]]
    results: Sequence[tuple[str, tuple[int, ...]]]


#: Bytes before the constants in a file beside the program, by which it is known.
HEAD_BYTES = 64


def _aligned(size: int) -> int:
    return -(-size // LINE) * LINE


@dataclass(frozen=True, eq=False)
class Interface:
    """A program with the names and places that C sees."""

    name: str
    program: Program
    #: The most threads that a call may run on.
    workers: int
    #: Whether nothing allocates memory.
    is_static: bool
    calls: Sequence[Call]
    #: Where each constant begins, in bytes.
    places: Sequence[int]
    constant_bytes: int
    #: What the file of the constants begins with; nothing where they are part of the code.
    identity: bytes = b""
    #: Microseconds that threads without work look for more.
    spin: int = 0

    def symbol(self, word: str) -> str:
        """The name of a function: `digits_run`."""
        return f"{self.name}_{word}"

    @computed_once
    def functions(self) -> list[str]:
        """The functions, without the name of the program before them."""
        pools = self.workers > 1
        return ["init", "run", "stop", "error", "context_bytes", *(["new", "free"] if not self.is_static else []),
                *(["pool_init", "pool_init_with", "pool_close", "pool_bytes"] if pools else []),
                *(["pool_new", "pool_new_with"] if pools and not self.is_static else [])]

    @property
    def exported(self) -> set[str]:
        return {self.symbol(word) for word in self.functions}

    # -- a context --------------------------------------------------------------------------------------------------------
    @computed_once
    def slots(self) -> dict[str, int]:
        return context_slots(self.program)

    @property
    def watch(self) -> int:
        return self.slots["size"] * WORD

    @property
    def freed(self) -> int:
        return self.watch + WATCH_WORDS * WORD

    @property
    def lone_pool(self) -> int:
        return _aligned(self.freed + WORD)

    @property
    def arena(self) -> int:
        return self.lone_pool + _aligned(state_size(1))

    @property
    def context_bytes(self) -> int:
        """Bytes of memory for a context, wherever it begins."""
        return self.arena + self.program.arena_bytes + LINE - 1

    # -- a pool -----------------------------------------------------------------------------------------------------------
    @property
    def threads(self) -> int:
        return state_size(self.workers)

    @property
    def starts(self) -> int:
        return self.threads + self.workers * WORD

    @property
    def started(self) -> int:
        return self.starts + self.workers * 2 * WORD

    @property
    def pool_freed(self) -> int:
        return self.started + WORD

    @property
    def pool_bytes(self) -> int:
        """Bytes of memory for a pool, wherever it begins."""
        return self.pool_freed + WORD + LINE - 1


def constant_places(sizes: Sequence[int]) -> tuple[list[int], int]:
    """Where constants of so many bytes begin, one behind the other at multiples of 64, and how many bytes all are; those of which
    there is nothing begin anywhere."""
    places, at = [], 0
    for size in sizes:
        begin = -(-at // HEAD_BYTES) * HEAD_BYTES if size else 0
        places.append(begin)
        at = begin + size if size else at
    return places, at


def constant_chunks(arrays: Sequence[Any]) -> list[Any]:
    """The constants as `constant_places` says where they are."""
    places, _ = constant_places([array.nbytes for array in arrays])
    chunks: list[Any] = []
    at = 0
    for place, array in zip(places, arrays):
        if array.nbytes:
            chunks += [b"\0" * (place - at), memoryview(array.reshape(-1).view("u1"))]
            at = place + array.nbytes
    return chunks
