"""A program's commands -> the words of its table (`runtime.dispatch.commands`), and how its launches are divided among workers.

Loops whose body is small are functions that the table calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import product
from typing import Any

from hloom.codegen.cpu.kernel_function import EmittedKernel, Kernels
from hloom.codegen.cpu.small_loops import emit_small_loop, small_loop
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine
from hloom.codegen.plan.buffers import rotations
from hloom.codegen.plan.examples import cut_launches
from hloom.codegen.plan.program import (
    Batch,
    Branch,
    Callback,
    Command,
    Copy,
    Launch,
    Loop,
    Program,
    Use,
    buffers_in,
    walk_commands,
)
from hloom.runtime.dispatch.commands import ADDRESSES_BESIDE, ALWAYS, ARENA, MOST_WORD, TABLE, UNIT, WORD, Op, commands_of
from hloom.runtime.dispatch.program import Buffer, Scaled, context_slots
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass


def emit_commands(module: LLVMModule, program: Program, kernels: Kernels, workers: int) -> dict[Loop, str]:
    """Gives a program its table, and adds the functions of small loops to a module that has those of the kernels, part by part.

    The names of the functions that small loops have become, `i64 @name(ptr context)`. Raises InputError for buffers, or turns of
    loops, that no word can count.
    """
    table = _Table(module, program, kernels, workers)
    table.commands(program.commands)
    program.table = [table.most_places + ADDRESSES_BESIDE, *table.words[1:], Op.END.value]
    if any(isinstance(word, int) and word >= MOST_WORD for word in program.table[table.first:]):
        raise InputError(f"@{program.name} has buffers, or loops, that are larger than any memory")
    module.called.update(program.functions)
    launches = [kernels[c.kernel][c.part] for c in program.commands if isinstance(c, Launch)]
    program.may_run_long = any(isinstance(c, Loop | Callback) for c in walk_commands(program.commands)) or (
        sum(map(cost_of, launches)) > module.machine.dispatch.unwatched_cost or any(emitted.meets for emitted in launches))
    return table.small_loops


class _Table:
    """The words of a table under construction; the functions of small loops are added to the module."""

    def __init__(self, module: LLVMModule, program: Program, kernels: Kernels, workers: int) -> None:
        self.module, self.program, self.kernels, self.workers = module, program, kernels, workers
        #: The first one is written at the end. Behind it come the numbers of templates, whose places are counted in bytes.
        self.words: list[int | str] = [0]
        #: The launches that do the examples of a call only, and whether the one that is being written does.
        self.cut = (frozenset() if program.batch is None else cut_launches(program, program.batch, self._objection))
        self.is_cut = False
        #: Where the number of a call's examples is, and that of all.
        self.examples = (0, 0)
        self.numbers = self._numbers()
        #: Where the first command that does something begins.
        self.first = len(self.words)
        #: The most places that a command hands on.
        self.most_places = 0
        self.small_loops: dict[Loop, str] = {}
        self._slots = context_slots(program)
        #: How often commands name each buffer.
        self._mentions = Counter(buffers_in(program.commands))
        self._divisions = divisions(module.machine, program.commands, kernels, workers, program.batch, self.cut)
        self._turns = rotations(program)
        #: The buffers that have others' memory in the iteration of a loop that is being written, and whose.
        self._names: Mapping[Buffer, Buffer] = {}

    def commands(self, commands: Sequence[Command]) -> None:
        for command in commands:
            match command:
                case Launch():
                    self._launch(command)
                    self._check(self.kernels[command.kernel][command.part].name, [use.buffer for use in command.uses])
                case Copy():
                    self._scale(len(self.words) + 1, self._share_of_copy(command))
                    self.words += [Op.COPY.value, command.bytes, *self._place(command.target), *self._place(command.source)]
                    self._check("a copy", [command.target, command.source])
                case Loop():
                    self._loop(command)
                case Branch():
                    self._branch(command)
                case Callback():
                    self._call_back(command.number, command.uses)

    def _numbers(self) -> dict[tuple[int | str, ...], int]:
        """Adds the numbers of all templates; where those of each begin."""
        found = dict.fromkeys(emitted.numbers for made in self.kernels.values() for emitted in made if emitted.numbers)
        batch = self.program.batch
        count = sum(map(len, found)) + (2 if batch is not None else 0)
        if count:
            self.words += [Op.NUMBERS.value, count]
        places = {}
        for numbers in found:
            places[numbers] = WORD * len(self.words)
            self.words += numbers
        if batch is not None:
            self.examples = WORD * len(self.words), WORD * (len(self.words) + 1)
            self._scale(len(self.words), (1, 1, 1))
            self.words += [batch.most, batch.most]
        return places

    # -- programs for several sizes ---------------------------------------------------------------------------------------
    def _objection(self, launch: Launch, has_examples: Sequence[bool]) -> str:
        emitted = self.kernels[launch.kernel][launch.part]
        return "" if emitted.share is not None or not emitted.tasks else "its tasks are not those of one example after the other"

    def _scale(self, word: int, share: tuple[int, ...] | None) -> None:
        """Notes that the number of a call's examples decides a word; not without a share."""
        if share is not None:
            self.program.scaled.append(Scaled(word, *share))

    def _share_of_copy(self, copy: Copy) -> tuple[int, int, int] | None:
        """What there is room for where whoever calls has examples, and no more."""
        batch = self.program.batch
        if batch is None:
            return None
        given = {"argument": batch.arguments, "result": batch.results}
        is_given = any(buffer.number in given.get(buffer.kind, ()) for buffer in (copy.target, copy.source))
        return (copy.bytes // batch.most, 1, 1) if is_given else None

    def _place(self, buffer: Buffer) -> tuple[int, int]:
        """The slot of the context and the bytes from there."""
        buffer = self._names.get(buffer, buffer)
        if buffer.kind == "temporary":
            return ARENA, buffer.offset
        if buffer.kind == "examples":
            return TABLE, self.examples[0 if self.is_cut else 1]
        return self._slots[buffer.kind] + buffer.number, 0

    def _hand_on(self, uses: Sequence[Use], emitted: EmittedKernel | None = None,
                 before: Sequence[tuple[int, int]] = ()) -> None:
        """Adds the places that a command hands on, behind those `before`; what is handed to a template begins with that of its
        numbers."""
        places = [*before, *(self._place(use.buffer) for use in uses)]
        if emitted is not None and emitted.function:
            places.insert(0, (TABLE, self.numbers.get(emitted.numbers, 0)))
        self.most_places = max(self.most_places, len(places))
        self.words += [len(places), *(word for place in places for word in place)]

    def _target(self) -> int:
        """Adds a word for a target, which `_arrive` writes."""
        self.words.append(0)
        return len(self.words) - 1

    def _arrive(self, target: int) -> None:
        """Says that a target is here."""
        self.words[target] = len(self.words)

    def _launch(self, launch: Launch) -> None:
        emitted = self.kernels[launch.kernel][launch.part]
        if emitted.meets:
            self._meet(launch)
            return
        if emitted.tasks == 0:
            return
        division, at = self._divisions[launch], len(self.words)
        self.is_cut = launch in self.cut
        self.words += [Op.LAUNCH.value, emitted.symbol, emitted.tasks] if division is None else [
            Op.PARALLEL.value, emitted.symbol, emitted.tasks, division.grain, min(division.work, ALWAYS)]
        if self.is_cut:
            assert self.program.batch is not None
            self._scale(at + 2, emitted.share)
            if division is not None:
                self._scale(at + 3, (1, division.grain, self.program.batch.most))
                for each in division.fewer:
                    self._scale(at + 4, each)
        self._hand_on(launch.uses, emitted)
        self.is_cut = False

    def _meet(self, launch: Launch) -> None:
        """Adds a meeting; one function is both that of blocks and that of what is left."""
        made = self.kernels[launch.kernel]
        functions = [made[0], made[-1]]
        if made[0].function or made[0].name in self.module.functions:
            self.words.append(Op.COMBINE.value)
            for emitted in functions:
                self.words += [emitted.symbol, emitted.tasks, int(bool(emitted.function))]
        else:
            self.words.append(Op.MEET.value)
        numbers = [(TABLE, self.numbers.get(emitted.numbers, 0) if emitted.function else 0) for emitted in functions]
        self._hand_on(launch.uses, before=numbers)

    def _loop(self, loop: Loop) -> None:
        inside = Counter(buffers_in([loop]))
        small = None if self.program.is_guarded or self.program.batch is not None else small_loop(
            loop, self.module, self.kernels, {b for b, count in inside.items() if count < self._mentions[b]})
        if small is not None:
            function = emit_small_loop(self.module, small, self.program, self.kernels, self.numbers, self._turns)
            self.small_loops[loop] = function.name
            self.words += [Op.CALL.value, function.name]
            return
        head = len(self.words)
        turns = self._turns.get(loop)
        ends = []
        for iteration in range(1 if turns is None else turns.period):
            if turns is not None:
                self._names = turns.names(iteration)
            self.commands(loop.condition)
            ends.append(self._unless(loop.predicate))
            self.words.append(Op.POLL.value)
            self.commands(loop.body if turns is None else turns.body)
        self._names = {}
        self.words += [Op.GO.value, head]
        first, *others = ends
        leave = []
        for iteration, end in enumerate(others, 1):
            assert turns is not None
            self._arrive(end)
            self.commands(turns.copies(iteration))
            self.words.append(Op.GO.value)
            leave.append(self._target())
        for end in (first, *leave):
            self._arrive(end)

    def _unless(self, predicate: Buffer) -> int:
        """Adds a command that leaves out what follows if a byte is 0; where that is to end."""
        self.words.append(Op.UNLESS.value)
        target = self._target()
        self.words += self._place(predicate)
        return target

    def _branch(self, branch: Branch) -> None:
        if branch.is_predicate:
            targets = [None, self._unless(branch.selector)]
        else:
            self.words += [Op.PICK.value, len(branch.arms) - 1, *self._place(branch.selector)]
            targets = [self._target() for _ in branch.arms]
        ends = []
        for target, arm in zip(targets, branch.arms, strict=True):
            if target is not None:
                self._arrive(target)
            self.commands(arm)
            self.words.append(Op.GO.value)
            ends.append(self._target())
        for end in ends:
            self._arrive(end)

    def _check(self, name: str, buffers: list[Buffer]) -> None:
        """In a guarded program, a call that looks at the red zones: its number follows those of the callbacks."""
        if self.program.is_guarded:
            self._call_back(len(self.program.callbacks) + len(self.program.checks), [])
            self.program.checks.append((name, buffers))

    def _call_back(self, number: int, uses: Sequence[Use]) -> None:
        self.words += [Op.CALLBACK.value, number]
        self._hand_on(uses)


# -- divisions -----------------------------------------------------------------------------------------------------------------
# How launches are divided among workers: in pieces of how many tasks, and for how much work each counts.
#
# A launch of much work is divided because of that. One of less goes with those that are, where they leave it, or take from it, a
# large value, which workers then have in parts in their caches. A program for several sizes divides the launches of each as code
# for that size alone would:
#
#     examples                         64    25    13     5
#     a product of them               542   212   110    43     of its own
#     a loop over what it makes        43   212   110     0     of 25 too little by itself, and of 5 too little to go along


@dataclass(frozen=True)
class Division:
    """How a launch is divided among workers: tasks of a piece, as many as a worker fetches at a time, and how much work it
    is, in `UNIT`s of the least that pays (`dispatch_latency`): `ALWAYS` or more, and it always pays."""

    grain: int
    work: int
    #: What says how much it is for fewer examples: what `dispatch.program.Scaled` has behind the word.
    fewer: tuple[tuple[int, ...], ...] = ()


def divisions(machine: Machine, commands: Sequence[Command], kernels: Kernels, workers: int, batch: Batch | None = None,
              cut: Set[Launch] = frozenset()) -> dict[Launch, Division | None]:
    """How each launch is divided; None where the calling thread runs all at once. Those of `cut` do the first examples of a
    `batch` only."""
    launches = {c: kernels[c.kernel][c.part] for c in walk_commands(commands) if isinstance(c, Launch)}
    divider = _Divider(machine, launches, workers, batch, cut)
    return {launch: divider.division(launch) for launch in launches}


def cost_of(kernel: EmittedKernel) -> float:
    """About how many instructions a launch takes."""
    return kernel.tasks * kernel.cost


class _Divider:
    def __init__(self, machine: Machine, launches: Mapping[Launch, EmittedKernel], workers: int, batch: Batch | None,
                 cut: Set[Launch]) -> None:
        self.machine, self.launches, self.workers, self.batch, self.cut = machine, launches, workers, batch, cut
        dispatch = machine.dispatch
        #: The least cost that pays.
        self.least = dispatch.inline_cost if workers > 1 else 2 * dispatch.unwatched_cost
        self.own = {launch: self._own_work(kernel) for launch, kernel in launches.items()}
        #: Which launch has most work of those that leave workers parts of a large value, or take them; of those that do a call's
        #: examples only, whose work grows alike, and of the others.
        self.dividing: dict[tuple[Any, bool], Launch] = {}
        for launch, work in self.own.items():
            for use in launch.uses if work else ():
                best = self.dividing.get((use.value, launch in cut))
                if use.buffer.bytes >= dispatch.divided_bytes and (best is None or work > self.own[best]):
                    self.dividing[use.value, launch in cut] = launch

    def division(self, launch: Launch) -> Division | None:
        others = self._others(launch)
        work = self.own[launch] or max((self.own[other] for other in others), default=0)
        if not work:
            return None
        return Division(_grain(self.machine, self.launches[launch], self.workers), work, self._of_fewer(launch, others))

    def _own_work(self, kernel: EmittedKernel) -> int:
        """How much work a launch has that is divided because of it, in parts (UNIT) of the least that pays; 0 for none."""
        if kernel.tasks <= 1 or cost_of(kernel) < self.least:
            return 0
        return ALWAYS if self.workers == 1 else int(UNIT * cost_of(kernel) / self.least)

    def _others(self, launch: Launch) -> dict[Launch, int]:
        """The launches with which one goes that has too little work, and the bytes of the largest value that it has in common
        with each."""
        kernel, found = self.launches[launch], dict[Launch, int]()
        if self.workers > 1 and kernel.tasks > 1 and cost_of(kernel) >= self.machine.dispatch.divided_cost:
            for use, is_cut in product(launch.uses, (True, False)):
                other = self.dividing.get((use.value, is_cut))
                if other is not None:
                    found[other] = max(use.buffer.bytes, found.get(other, 0))
        return found

    # -- fewer examples ---------------------------------------------------------------------------------------------------
    def _of_fewer(self, launch: Launch, others: Mapping[Launch, int]) -> tuple[tuple[int, ...], ...]:
        if self.batch is None or launch not in self.cut:
            return ()
        dispatch, cost = self.machine.dispatch, cost_of(self.launches[launch])
        alone = self._examples_for(launch, cost, self.least) if self.own[launch] else self.batch.most + 1
        found: list[tuple[int, ...]] = [(*self._scaled(launch), alone)] if alone <= self.batch.most else []
        along, nearest = self._examples_for(launch, cost, dispatch.divided_cost), alone
        for other in sorted(others, key=lambda o: -self.own[o]):  # the one that has most work, from when that pays on
            least = max(along, self._examples_for(other, cost_of(self.launches[other]), self.least),
                        self._examples_for(launch, others[other], dispatch.divided_bytes))
            if least < nearest:
                found.append((*self._scaled(other), least, nearest - 1))
                nearest = least
        return tuple(found)

    def _examples_for(self, launch: Launch, amount: float, needed: float) -> int:
        """The fewest examples for which a launch has so much of what it has an amount of for the most, if examples decide it."""
        assert self.batch is not None
        return max(1, -int(-needed * self.batch.most // amount)) if launch in self.cut else 0

    def _scaled(self, launch: Launch) -> tuple[int, int, int]:
        """The work of a launch as that of each example; that of one which has always as much as that of all."""
        assert self.batch is not None
        work = self.own[launch]
        if launch in self.cut and self.workers > 1:
            return 1, work, self.batch.most
        return min(work, ALWAYS), 1, self.batch.most


def _grain(machine: Machine, kernel: EmittedKernel, workers: int) -> int:
    dispatch = machine.dispatch
    cost = max(kernel.cost, 1e-3)
    if workers == 1 or kernel.pieces:
        wanted = kernel.tasks // (workers * kernel.pieces) if kernel.pieces else kernel.tasks
        return max(1, min(wanted, int(dispatch.unwatched_cost / cost)))
    # Pieces that cost enough to be worth fetching, and enough of them that workers end together.
    wanted = min(kernel.tasks // (workers * 8), int(dispatch.piece_cost / cost))
    return max(1, wanted, min(kernel.least_piece, -(-kernel.tasks // workers)))


# -- text ----------------------------------------------------------------------------------------------------------------------


def table_text(table: Sequence[int | str]) -> str:
    """A table as LLVM writes a global, one command a line."""
    words = [f"i64 {word}" if isinstance(word, int) else f"i64 ptrtoint (ptr @{word} to i64)" for word in table]
    lines = [f"@commands = constant [{len(words)} x i64] [ {words[0]}, ; addresses"]
    for command in commands_of(table):
        comma = "," if command.end < len(words) else ""
        lines.append(f"  {', '.join(words[command.begin : command.end])}{comma} ; {command.begin}: {command.op.name.lower()}")
    return "\n".join([*lines, "], align 8", ""])
