"""What a loop carries, in turns in one buffer and in another, rather than copied.

An iteration computes what the loop carries into a temporary buffer where it still reads what it replaces, and copies it to where
the next one finds it (`loop ... copy temporary to result`): a loop over a grid spends a fifth to a third of its time on that.
Instead the buffers can change names: what is computed into the temporary one stays there, the next iteration reads it there and
computes into the other. As commands name buffers by their places, each of the iterations that follow each other until all buffers
have their own names again is a list of commands of its own: two where one value is replaced, three where a value takes the place
of another one that takes the place of a third (the last three states of a wave). A loop that ends before that copies once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from hloom.codegen.plan.program import Access, Buffer, Callback, Command, Copy, Launch, Loop, Program, buffers_in, walk_commands

#: Bytes of the copies of an iteration below which they take no time worth mentioning; of a buffer that small loops may keep in
#: registers.
_WORTH, _SMALL = 2 << 10, 256
#: Buffers that change their names with each other, at most: with two or three one is free wherever the loop ends, so that values
#: are brought to their places one by one. Commands of all iterations together.
_MOST_BUFFERS, _MOST_COMMANDS = 3, 400


@dataclass(frozen=True)
class Rotation:
    """How the buffers of a loop change names after each iteration: in each of `rings` every buffer gets the memory of the one
    before it, the first one, a temporary whose contents are of no use then, that of the last. `body` does without the copies."""

    rings: tuple[tuple[Buffer, ...], ...]
    body: tuple[Command, ...]

    @property
    def buffers(self) -> frozenset[Buffer]:
        """Those that change names."""
        return frozenset(buffer for ring in self.rings for buffer in ring)

    @property
    def period(self) -> int:
        """After how many iterations all buffers have their own names."""
        return lcm(*map(len, self.rings))

    def names(self, iteration: int) -> dict[Buffer, Buffer]:
        """The buffers that have others' memory in an iteration, and whose."""
        return {buffer: ring[(k - iteration) % len(ring)] for ring in self.rings for k, buffer in enumerate(ring)
                if iteration % len(ring)}

    def copies(self, iteration: int) -> list[Copy]:
        """What brings all that is carried to its own place when the loop ends with so many iterations begun."""
        found = []
        for ring in self.rings:
            free = -iteration % len(ring)
            while free:
                source = (free - iteration) % len(ring)
                found.append(Copy(ring[free], ring[source], ring[free].bytes))
                free = source
        return found


def rotations(program: Program) -> dict[Loop, Rotation]:
    """The loops of a program whose buffers change names, and how; none of one that is guarded, where places are looked at by what
    they are."""
    mentions = Counter(buffers_in(program.commands))
    loops = [c for c in walk_commands(program.commands) if isinstance(c, Loop) and not program.is_guarded]
    return {loop: found for loop in loops if (found := _rotation(loop, mentions)) is not None}


def _rotation(loop: Loop, mentions: Mapping[Buffer, int]) -> Rotation | None:
    """The rotation of a loop, of whose program `mentions` tells how often commands name each buffer; None where it is not worth
    it."""
    if any(isinstance(command, Loop) for command in walk_commands([*loop.condition, *loop.body])):
        return None
    end = next((k for k in range(len(loop.body), 0, -1) if not isinstance(loop.body[k - 1], Copy)), 0)
    copies = [command for command in loop.body[end:] if isinstance(command, Copy)]
    moves = _moves(copies, loop.carried)
    if moves is None or sum(target.bytes for target in moves) < _WORTH:
        return None
    inside, taken = Counter(buffers_in([loop])), Counter(moves.values())
    rings = []
    for target, source in moves.items():
        if taken[source] == 1 and source not in loop.carried and inside[source] == mentions[source] and _is_made(source, loop):
            rings.append(_ring(source, target, moves, taken))
    rings = [ring for ring in rings if len({buffer.bytes for buffer in ring}) == 1 and ring[0].bytes > _SMALL]
    if not rings:
        return None
    renamed = {buffer for ring in rings for buffer in ring[1:]}
    others = {target: source for target, source in moves.items() if target not in renamed}
    if others.keys().isdisjoint(others.values()):
        kept = [Copy(target, source, target.bytes) for target, source in others.items()]
    else:  # they may change places, by way of a copy that nothing else reads
        kept = [copy for copy in copies if copy.target not in renamed]
    found = Rotation(tuple(rings), (*loop.body[:end], *kept))
    count = sum(1 for _ in walk_commands([*loop.condition, *found.body]))
    return found if found.period * count <= _MOST_COMMANDS else None


def _moves(copies: Sequence[Copy], carried: Sequence[Buffer]) -> dict[Buffer, Buffer] | None:
    """For each carried buffer that the copies at a body's end write, the one whose contents before these copies it gets; None
    where that is not what they do."""
    staged: dict[Buffer, Buffer] = {}
    moves: dict[Buffer, Buffer] = {}
    for copy in copies:
        if copy.source in moves or copy.target in moves or copy.target in staged or copy.target.bytes != copy.bytes:
            return None
        source = staged.get(copy.source, copy.source)
        (moves if copy.target in carried else staged)[copy.target] = source
    return moves


def _ring(first: Buffer, target: Buffer, moves: Mapping[Buffer, Buffer], taken: Mapping[Buffer, int]) -> tuple[Buffer, ...]:
    """The buffers that hand on what they hold one to the next, from a temporary one on."""
    ring = [first, target]
    while len(ring) < _MOST_BUFFERS and taken[ring[-1]] == 1:
        ring.append(next(goal for goal, source in moves.items() if source is ring[-1]))
    return tuple(ring)


def _is_made(buffer: Buffer, loop: Loop) -> bool:
    """Whether each iteration makes all of what is in a temporary buffer before it reads it, and the condition does not."""
    if buffer.kind != "temporary" or buffer is loop.predicate or buffer in {*buffers_in(loop.condition)}:
        return False
    for command in loop.body:
        if buffer not in {*buffers_in([command])}:
            continue
        if isinstance(command, Copy):
            return command.target is buffer and command.bytes == buffer.bytes
        return isinstance(command, Launch | Callback) and {u.access for u in command.uses if u.buffer is buffer} == {Access.WRITE}
    return False
