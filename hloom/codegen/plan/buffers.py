"""Buffers: which values share one, what a loop carries in turns in two, and where temporary ones lie.

Sharing, of the values of a block: a result that is an operand under another type or name lies where the operand does. A result
that is an operand with some elements changed (a value that a while carries, dynamic_update_slice, scatter) takes over the
operand's buffer if that belongs to the block and nothing reads it afterwards; else it is a copy. A kernel that goes through
elements side by side stores what it makes of a value where that lay, if nothing reads that value afterwards: the less a program
touches, the more of it stays in the caches. (On Zen 4 with 32 MB of the last one, a softmax over channels of 8 to 14 MB takes
0.65 to 0.75 of the time.) Arguments that nobody needs after a call are such values, too, where what takes their place is a result
of the function.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from math import lcm, prod

from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Alias, Kernel, LoopKernel, OperationKernel
from hloom.codegen.plan.program import (
    Access,
    Branch,
    Callback,
    Command,
    Copy,
    Launch,
    Loop,
    Program,
    buffers_in,
    buffers_of,
    walk_commands,
)
from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.definition.traits import Traits
from hloom.runtime.dispatch.program import ALIGNMENT, ZONE, Buffer
from hloom.support import page_colouring
from hloom.support.records import dataclass


class Sharing:
    """The values of a block by buffer: each group of values that share one is known by its `root`."""

    def __init__(self, owned: set[Value], donated: Set[Value] = frozenset()) -> None:
        #: Values whose buffers the block may change: its own, and those that it was given; arguments among them whose buffers
        #: results may have.
        self.owned, self.donated = owned, donated
        #: The number of the last kernel that uses a value; the number of kernels if the block's end does.
        self.last_use: dict[Value, int] = {}
        self._towards_root: dict[Value, Value] = {}
        self._members: dict[Value, list[Value]] = {}

    def root(self, value: Value) -> Value:
        """The value that stands for all that share its buffer."""
        while value in self._towards_root:
            value = self._towards_root[value]
        return value

    def members(self, root: Value) -> list[Value]:
        """All values that share the buffer of a root, itself among them."""
        return self._members.get(root, [root])

    def last_use_of_group(self, value: Value) -> int:
        """The number of the last kernel that uses a value or one that shares its buffer; -1 if none does."""
        return max(self.last_use.get(v, -1) for v in self.members(self.root(value)))

    def unite(self, value: Value, source: Value) -> None:
        """Puts a value, with all that share its buffer, into the buffer of another one."""
        root, other = self.root(source), self.root(value)
        if root is other:
            return
        self._towards_root[other] = root
        self._members.setdefault(root, [root]).extend(self._members.get(other, [other]))

    def aliases(self, block: Block) -> dict[int, Value]:
        """The values at the block's end that lie where donated arguments do, by number; each argument once."""
        found: dict[Value, int] = {}
        for number, value in enumerate(block.terminator.operands):
            if self.root(value) in self.donated:
                found.setdefault(self.root(value), number)
        return {number: argument for argument, number in found.items()}

    @property
    def joined(self) -> Iterator[tuple[Value, Value]]:
        """Each value that is not a root, and its root."""
        return ((v, self.root(v)) for v in self._towards_root)


def share_donated(block: Block, kernels: Sequence[Kernel], donated: Set[Value]) -> Sharing:
    """Who shares a buffer in the block of a function, where results may lie where `donated` arguments do. Nothing else lies
    there: what an argument was given up for must be of use to whoever calls."""
    donated = {v for v in donated if isinstance(v.type, TensorType) and prod(v.type.shape)}
    while True:
        sharing = share_block(block, kernels, set(), is_inner=False, donated=donated)
        used = set(sharing.aliases(block).values())
        if used == donated:
            return sharing
        donated = used


def share_block(block: Block, kernels: Sequence[Kernel], given: set[Value], is_inner: bool,
                donated: Set[Value] = frozenset()) -> Sharing:
    """Who shares a buffer in a block; `given` are values from outside whose buffers it may change. Is one inside another, the
    values at its end have buffers there, which may be in use before the kernels that compute them."""
    sharing = Sharing({v for kernel in kernels for v in _own_outputs(kernel)} | given | donated, donated)
    _find_last_uses(block, kernels, sharing)
    for number, kernel in enumerate(kernels):
        if isinstance(kernel, Alias):
            sharing.unite(kernel.value, kernel.source)
            if sharing.root(kernel.source) in sharing.owned:
                sharing.owned.add(kernel.value)
        elif isinstance(kernel, OperationKernel) and isinstance(kernel.operation, Traits):
            for result, operand in kernel.operation.aliased_operands():
                sharing.unite(result, operand)
            _take_over(number, kernel, kernel.operation, sharing)
        elif isinstance(kernel, LoopKernel):
            _store_in_place(number, kernel, sharing, given, len(kernels), is_inner)
    if donated:
        _store_behind(block, kernels, sharing)
    return sharing


def _store_behind(block: Block, kernels: Sequence[Kernel], sharing: Sharing) -> None:
    """Lets values at the block's end lie where donated arguments of their size lay that nothing reads any more when they, or what
    shares their buffers, are computed first."""
    first: dict[Value, int] = {}
    for number, kernel in enumerate(kernels):
        for v in _own_outputs(kernel):
            first.setdefault(sharing.root(v), number)
    taken = {sharing.root(v) for v in block.terminator.operands}
    unused = sharing.donated - taken
    free = [argument for argument in block.arguments if argument in unused]
    for value in block.terminator.operands:
        root = sharing.root(value)
        if root not in first or root not in sharing.owned or root in sharing.donated:
            continue
        for argument in free:
            if _are_alike(argument, root) and sharing.last_use_of_group(argument) < first[root]:
                free.remove(argument)
                sharing.unite(root, argument)
                break


def _store_in_place(number: int, kernel: LoopKernel, sharing: Sharing, given: set[Value], end: int, is_inner: bool) -> None:
    """Lets results of kernel `number` lie where values of as many elements of their size lay that it reads last, side by side;
    none that is needed at the `end` of an inner block. What the function gives lies where an argument does, if it can."""
    if len(kernel.stages) != 1 or kernel.stages[0].has_reduction:
        return
    dying: dict[Value, list[Value]] = {}
    for v in kernel.inputs:
        root = sharing.root(v)
        if root in sharing.owned and root not in given and sharing.last_use_of_group(v) == number:
            dying.setdefault(root, []).append(v)
    for result in kernel.outputs if dying else ():
        is_given = sharing.last_use.get(result, -1) == end
        if is_given and is_inner:
            continue
        for root, values in sorted(dying.items(), key=lambda item: (item[0] in sharing.donated) != is_given):
            if _are_alike(root, result) and kernel.is_pointwise_in({*values}):
                sharing.unite(result, root)
                del dying[root]
                break


def _are_alike(a: Value, b: Value) -> bool:
    """Whether two values have as many elements, of as many bytes."""
    one, other = a.type, b.type
    return (isinstance(one, TensorType) and isinstance(other, TensorType) and prod(one.shape) == prod(other.shape)
            and one.storage.dtype.itemsize == other.storage.dtype.itemsize)


def _take_over(number: int, kernel: OperationKernel, op: Traits, sharing: Sharing) -> None:
    """Lets results of kernel `number` take over the buffers of the operands that they change, where that is legal."""
    taken: set[Value] = set()
    for result, operand in op.updated_operands():
        root = sharing.root(operand)
        if root not in sharing.owned or root in taken or list(op.operands).count(operand) != 1:
            continue
        if sharing.last_use_of_group(operand) <= number and not _is_read_otherwise(kernel, operand, sharing):
            taken.add(root)
            sharing.unite(result, operand)


def _own_outputs(kernel: Kernel) -> Sequence[Value]:
    if isinstance(kernel, Alias):
        return ()
    if isinstance(kernel, OperationKernel) and constant_of(kernel.operation) is not None:
        return ()  # nobody's
    return kernel.outputs


def _find_last_uses(block: Block, kernels: Sequence[Kernel], sharing: Sharing) -> None:
    end, last_use = len(kernels), sharing.last_use
    for number, kernel in enumerate(kernels):
        for v in kernel.inputs:
            last_use[v] = number
    for v in block.terminator.operands:
        last_use[v] = end
    for kernel in reversed(kernels):
        if isinstance(kernel, Alias):
            last_use[kernel.source] = max(last_use.get(kernel.source, -1), last_use.get(kernel.value, -1))


def constant_of(op: Operation) -> DenseElementsAttr | None:
    """The numbers of an operation that is a constant."""
    return op.constant_value() if isinstance(op, Traits) else None


def _is_read_otherwise(kernel: OperationKernel, operand: Value, sharing: Sharing) -> bool:
    """Whether the operation also reads `operand`'s buffer through another operand or a view, or inside its regions."""
    op, root = kernel.operation, sharing.root(operand)
    if any(v is not operand and sharing.root(v) is root for v in op.operands):
        return True
    if any(sharing.root(view.base) is root for view in kernel.views.values()):
        return True
    return any(sharing.root(v) is root for region in op.regions for block in region.blocks for inner in block.operations
               for each in inner.walk() for v in each.operands)


# -- rotation ------------------------------------------------------------------------------------------------------------------
# What a loop carries, in turns in one buffer and in another, rather than copied.
#
# An iteration computes what the loop carries into a temporary buffer where it still reads what it replaces, and copies it to
# where the next one finds it (`loop ... copy temporary to result`): a loop over a grid spends a fifth to a third of its time on
# that. Instead the buffers can change names: what is computed into the temporary one stays there, the next iteration reads it
# there and computes into the other. As commands name buffers by their places, each of the iterations that follow each other
# until all buffers have their own names again is a list of commands of its own: two where one value is replaced, three where a
# value takes the place of another one that takes the place of a third (the last three states of a wave). A loop that ends
# before that copies once.


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
    machine = program.machine or Machine()
    return {loop: found for loop in loops if (found := _rotation(machine, loop, mentions)) is not None}


def _rotation(machine: Machine, loop: Loop, mentions: Mapping[Buffer, int]) -> Rotation | None:
    """The rotation of a loop, of whose program `mentions` tells how often commands name each buffer; None where it is not worth
    it."""
    rotation = machine.rotation
    if any(isinstance(command, Loop) for command in walk_commands([*loop.condition, *loop.body])):
        return None
    end = next((k for k in range(len(loop.body), 0, -1) if not isinstance(loop.body[k - 1], Copy)), 0)
    copies = [command for command in loop.body[end:] if isinstance(command, Copy)]
    moves = _moves(copies, loop.carried)
    if moves is None or sum(target.bytes for target in moves) < rotation.worth_bytes:
        return None
    inside, taken = Counter(buffers_in([loop])), Counter(moves.values())
    rings = []
    for target, source in moves.items():
        if taken[source] == 1 and source not in loop.carried and inside[source] == mentions[source] and _is_made(source, loop):
            rings.append(_ring(machine, source, target, moves, taken))
    rings = [ring for ring in rings if len({buffer.bytes for buffer in ring}) == 1 and ring[0].bytes > rotation.small_bytes]
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
    return found if found.period * count <= rotation.most_commands else None


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


def _ring(machine: Machine, first: Buffer, target: Buffer, moves: Mapping[Buffer, Buffer],
          taken: Mapping[Buffer, int]) -> tuple[Buffer, ...]:
    """The buffers that hand on what they hold one to the next, from a temporary one on."""
    ring = [first, target]
    while len(ring) < machine.rotation.most_buffers and taken[ring[-1]] == 1:
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


# -- placement -----------------------------------------------------------------------------------------------------------------
# Placement: temporary buffers get offsets in one arena; two of them share memory when they are not alive at the same time.


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
        taken = {start % page_colouring.PAGE for start, _ in beside} if size >= page_colouring.LEAST else None
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
    return at if taken is None else page_colouring.coloured(at, taken)


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
