"""A compiled program before it is emitted: buffers, and commands that launch kernels, loop and branch.

Commands are in execution order. Buffers of kind `temporary` get offsets in one arena (`place_buffers`): two of them share
memory when they are not alive at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TensorType

ALIGNMENT = 64


@dataclass(eq=False)
class Buffer:
    """Memory for one or several values. `kind`: argument, result, constant (each with its `number`) or temporary."""

    kind: str
    bytes: int
    number: int = -1
    #: Bytes from the arena's start; set by `place_buffers`.
    offset: int = -1


@dataclass(eq=False)
class Launch:
    """Runs a kernel function over all its tasks."""

    function: str
    tasks: int
    #: Instructions a task costs, about.
    cost: float
    buffers: list[Buffer]

    @property
    def touched(self) -> Sequence[Buffer]:
        return self.buffers


@dataclass(eq=False)
class Copy:
    """Copies `bytes` from one buffer to another."""

    target: Buffer
    source: Buffer
    bytes: int

    @property
    def touched(self) -> Sequence[Buffer]:
        return self.target, self.source


@dataclass(eq=False)
class Loop:
    """Runs `condition`, then while the byte in `predicate` is not 0, `body` and `condition` again."""

    condition: list[Command]
    predicate: Buffer
    body: list[Command]


@dataclass(eq=False)
class Branch:
    """Runs one of `arms`: by the byte in `selector` (arm 0 if true), or by an i32 index, the last arm if out of range."""

    selector: Buffer
    is_predicate: bool
    arms: list[list[Command]]


@dataclass(eq=False)
class Callback:
    """Runs an operation on the reference evaluator."""

    number: int
    inputs: list[Buffer]
    outputs: list[Buffer]

    @property
    def touched(self) -> Sequence[Buffer]:
        return [*self.inputs, *self.outputs]


Command = Launch | Copy | Loop | Branch | Callback


@dataclass
class Program:
    """Everything that emission and the executable need."""

    name: str
    argument_types: list[TensorType]
    result_types: list[TensorType]
    commands: list[Command] = field(default_factory=list)
    constants: list[np.ndarray] = field(default_factory=list)
    #: Operations that run on the evaluator.
    callbacks: list[Operation] = field(default_factory=list)
    arena_bytes: int = 0
    #: Whether a call may take longer than some milliseconds, so that it is worth watching.
    may_run_long: bool = True
    #: Listings of the distinct kernels, by function name.
    listings: dict[str, str] = field(default_factory=dict)


@dataclass
class _Lifetime:
    first: int
    last: int


def place_buffers(program: Program) -> None:
    """Gives each temporary buffer its offset: largest first, at the lowest offset where no overlapping lifetime is."""
    lifetimes: dict[Buffer, _Lifetime] = {}
    clock = _mark(program.commands, 0, lifetimes)
    assert clock >= 0
    placed: list[tuple[Buffer, _Lifetime]] = []
    for buffer, lifetime in sorted(lifetimes.items(), key=lambda item: (-item[0].bytes, item[1].first)):
        size = -(-max(buffer.bytes, 1) // ALIGNMENT) * ALIGNMENT
        taken = sorted((b.offset, b.offset + -(-max(b.bytes, 1) // ALIGNMENT) * ALIGNMENT) for b, other in placed
                       if other.first <= lifetime.last and lifetime.first <= other.last)
        at = 0
        for start, end in taken:
            if at + size <= start:
                break
            at = max(at, end)
        buffer.offset = at
        placed.append((buffer, lifetime))
        program.arena_bytes = max(program.arena_bytes, at + size)


def _mark(commands: Sequence[Command], clock: int, lifetimes: dict[Buffer, _Lifetime]) -> int:
    """Records when each temporary is used. What is alive before a loop and used in it stays alive to the loop's end."""
    for command in commands:
        start = clock
        clock += 1
        if isinstance(command, Loop):
            known = dict.fromkeys(lifetimes)
            clock = _mark(command.condition, clock, lifetimes)
            _use(command.predicate, clock, lifetimes)
            clock = _mark(command.body, clock, lifetimes)
            clock += 1
            for buffer in buffers_in([command]):
                if buffer.kind == "temporary" and (buffer in known or lifetimes[buffer].first < start):
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
            # What the condition computes is computed again after the body: alive throughout.
            for buffer in buffers_in(command.condition):
                if buffer.kind == "temporary":
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
        elif isinstance(command, Branch):
            _use(command.selector, clock, lifetimes)
            for arm in command.arms:
                clock = _mark(arm, clock, lifetimes)
            for buffer in buffers_in([command]):
                if buffer.kind == "temporary":
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
        else:
            for buffer in command.touched:
                _use(buffer, clock, lifetimes)
    return clock + 1


def _use(buffer: Buffer, clock: int, lifetimes: dict[Buffer, _Lifetime]) -> None:
    if buffer.kind == "temporary":
        found = lifetimes.setdefault(buffer, _Lifetime(clock, clock))
        found.last = max(found.last, clock)


def buffers_in(commands: Sequence[Command]) -> Iterator[Buffer]:
    """Every buffer that the commands name, nested ones included."""
    for command in commands:
        if isinstance(command, Loop):
            yield command.predicate
            yield from buffers_in(command.condition)
            yield from buffers_in(command.body)
        elif isinstance(command, Branch):
            yield command.selector
            for arm in command.arms:
                yield from buffers_in(arm)
        else:
            yield from command.touched


def walk_commands(commands: Sequence[Command]) -> Iterator[Any]:
    """Every command, nested ones included."""
    for command in commands:
        yield command
        if isinstance(command, Loop):
            yield from walk_commands(command.condition)
            yield from walk_commands(command.body)
        elif isinstance(command, Branch):
            for arm in command.arms:
                yield from walk_commands(arm)
