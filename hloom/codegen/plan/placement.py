"""Placement: temporary buffers get offsets in one arena; two of them share memory when they are not alive at the same time."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from hloom.codegen.plan.program import ALIGNMENT, ZONE, Branch, Buffer, Command, Loop, Program, buffers_in, buffers_of
from hloom.codegen.plan.rotation import Rotation, rotations
from hloom.support import staggering


@dataclass
class _Lifetime:
    first: int
    last: int


def place(program: Program) -> Program:
    """Gives each temporary buffer its offset: largest first, at the lowest offset where no overlapping lifetime is, large ones at
    other places of a page than those that are alive with them."""
    lifetimes: dict[Buffer, _Lifetime] = {}
    _mark(program.commands, 0, lifetimes, rotations(program))
    if program.is_guarded:
        _place_apart(program, list(lifetimes))
        return program
    placed: list[tuple[int, int, int, int]] = []  # from and to where, from and to when, in order
    for buffer, lifetime in sorted(lifetimes.items(), key=lambda item: (-item[0].bytes, item[1].first)):
        size = -(-max(buffer.bytes, 1) // ALIGNMENT) * ALIGNMENT
        first, last = lifetime.first, lifetime.last
        beside = [(start, end) for start, end, begins, ends in placed if begins <= last and first <= ends]
        taken = {start % staggering.PAGE for start, _ in beside} if size >= staggering.LEAST else None
        at = _free_place(0, taken)
        for start, end in beside:
            if at + size <= start:
                break
            if at < end:
                at = _free_place(end, taken)
        buffer.offset = at
        insort(placed, (at, at + size, first, last))
        program.arena_bytes = max(program.arena_bytes, at + size)
    return program


def _free_place(at: int, taken: Set[int] | None) -> int:
    """Where a buffer can begin from `at` on that is staggered; None: it is not."""
    return at if taken is None else staggering.staggered(at, taken)


def _place_apart(program: Program, buffers: Sequence[Buffer]) -> None:
    """Gives each buffer memory of its own between red zones."""
    for buffer in buffers:
        buffer.offset = program.arena_bytes + ZONE
        program.places.append((buffer.offset, buffer.bytes))
        program.arena_bytes = buffer.offset + -(-max(buffer.bytes, 1) // ALIGNMENT) * ALIGNMENT + ZONE


def _mark(commands: Sequence[Command], clock: int, lifetimes: dict[Buffer, _Lifetime], turns: Mapping[Loop, Rotation]) -> int:
    """Records when each temporary is used. What is alive before a loop and used in it stays alive to the loop's end, as do those
    that change names."""
    for command in commands:
        start = clock
        clock += 1
        if isinstance(command, Loop):
            known = dict.fromkeys(lifetimes)
            clock = _mark(command.condition, clock, lifetimes, turns)
            _use(command.predicate, clock, lifetimes)
            clock = _mark(command.body, clock, lifetimes, turns)
            clock += 1
            for buffer in buffers_in([command]):
                if buffer.kind == "temporary" and (buffer in known or lifetimes[buffer].first < start):
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
            # What the condition computes is computed again after the body: alive throughout.
            for buffer in buffers_in(command.condition):
                if buffer.kind == "temporary":
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
            for buffer in turns[command].buffers if command in turns else ():
                _use(buffer, start, lifetimes)
                _use(buffer, clock, lifetimes)
        elif isinstance(command, Branch):
            _use(command.selector, clock, lifetimes)
            for arm in command.arms:
                clock = _mark(arm, clock, lifetimes, turns)
            for buffer in buffers_in([command]):
                if buffer.kind == "temporary":
                    lifetimes[buffer].last = max(lifetimes[buffer].last, clock)
        else:
            for buffer in buffers_of(command):
                _use(buffer, clock, lifetimes)
    return clock + 1


def _use(buffer: Buffer, clock: int, lifetimes: dict[Buffer, _Lifetime]) -> None:
    if buffer.kind == "temporary":
        found = lifetimes.setdefault(buffer, _Lifetime(clock, clock))
        found.first, found.last = min(found.first, clock), max(found.last, clock)
