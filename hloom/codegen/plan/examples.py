"""Programs for several sizes: which launches have less to do where a call brings fewer examples, as each stands for itself.

A program is planned for the most examples that a call may bring. Along the first dimension of what it takes and gives they lie
one behind the other, so that those of a smaller call are the first part of each value, if it is computed example by example. Then
kernels do the first part of their tasks, which is found here, in the order of the commands: a value that is made of the examples
of others is itself one of examples, and what makes it must find each of them in its own place in what it reads.

    kernel                                              why each example stands for itself
    for d0 in [0, 63], d1: y[d0, d1] = x[d0, d1] + b[d1]    x is read where y is stored; b holds no examples
    for d0 in [0, 63], d1: y[d0, d1] = x[63 - d0, d1]       no: another example is read
    for d1: y[d1] = sum of x[r, d1] over r in [0, 63]       no: y would be made of all examples

Values that are made of no examples are computed whole. So is what nobody says is one of examples, such as the zeros that a loop
begins with; what such a kernel makes may be read as examples all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from math import prod
from typing import Any, Protocol, runtime_checkable

from hloom.analysis.places import offset
from hloom.codegen.plan.kernels import LoopKernel, Store, extents
from hloom.codegen.plan.program import Access, Branch, Callback, Command, Copy, Launch, Loop, Program
from hloom.expr.access import coefficient
from hloom.expr.index import ZERO, IndexExpr, Simplifier, Symbol, fresh, interval_of
from hloom.expr.scalar import Read, Select, Simplifying, index_variables, reads, walk
from hloom.ir.core import Value
from hloom.runtime.dispatch.program import Batch, Buffer, OneSizeError

#: Why a launch cannot do the examples of a call only; nothing where it can. It is asked for the launch, and for which of its uses
#: hold examples.
Objection = Callable[[Launch, Sequence[bool]], str]


@runtime_checkable
class ByExample(Protocol):
    """What a planned kernel is emitted from whose launches may do the first examples only."""

    def objection(self, part: int, has_examples: Sequence[bool], most: int) -> str:
        """Why each example does not stand for itself in a part of the kernel whose arguments hold examples, or do not, of which
        there are `most`; nothing where it does."""
        ...


def cut_launches(program: Program, batch: Batch, objection: Objection) -> set[Launch]:
    """The launches of a program that do the examples of a call only. Raises OneSizeError where there are no such calls."""
    if program.is_guarded:
        raise OneSizeError("it is guarded (HLOOM_GUARD)")
    return _Follower(batch, objection).followed(program)


class _Follower:
    """Goes through commands with, for each buffer, whether it holds examples: of the first of them, no more."""

    def __init__(self, batch: Batch, objection: Objection) -> None:
        self.batch, self.objection = batch, objection
        self.cut: set[Launch] = set()

    def followed(self, program: Program) -> set[Launch]:
        self._commands(program.commands, {})
        return self.cut

    def _holds(self, buffer: Buffer, state: Mapping[Buffer, bool]) -> bool:
        return buffer.number in self.batch.arguments if buffer.kind == "argument" else state.get(buffer, False)

    def _is_given(self, buffer: Buffer) -> bool:
        """Whether there is room for the examples of a call only."""
        return buffer.kind == "result" and buffer.number in self.batch.results

    def _commands(self, commands: Iterable[Command], state: dict[Buffer, bool]) -> None:
        for command in commands:
            match command:
                case Launch():
                    self._launch(command, state)
                case Copy():
                    state[command.target] = self._holds(command.source, state) or self._is_given(command.target)
                case Loop():
                    self._loop(command, state)
                case Branch():
                    self._require_whole(command.selector, state, "a choice")
                    states = [dict(state) for _ in command.arms]
                    for arm, own in zip(command.arms, states):
                        self._commands(arm, own)
                    for own in states:
                        self._join(state, own)
                case Callback():
                    raise OneSizeError(f"{command.operation.name} runs on the evaluator")

    def _loop(self, loop: Loop, state: dict[Buffer, bool]) -> None:
        while True:  # until what an iteration leaves is what the next one begins with
            own = dict(state)
            self._commands(loop.condition, own)
            self._require_whole(loop.predicate, own, "how often a loop runs")
            after = dict(own)
            self._commands(loop.body, after)
            if not self._join(state, after):
                self._join(state, own)
                return

    @staticmethod
    def _join(state: dict[Buffer, bool], other: Mapping[Buffer, bool]) -> bool:
        """Adds what holds examples after another way through the program; whether that is something new."""
        new = [buffer for buffer, holds in other.items() if holds and not state.get(buffer, False)]
        state.update(dict.fromkeys(new, True))
        return bool(new)

    def _require_whole(self, buffer: Buffer, state: Mapping[Buffer, bool], what: str) -> None:
        if self._holds(buffer, state):
            raise OneSizeError(f"{what} depends on the examples")

    def _launch(self, launch: Launch, state: dict[Buffer, bool]) -> None:
        written = [use.buffer for use in launch.uses if use.access is not Access.READ]
        found = [use.access in (Access.READ, Access.UPDATE) and self._holds(use.buffer, state) for use in launch.uses]
        is_cut = any(found) or any(map(self._is_given, written))
        if is_cut:
            self._cut(launch, found)
        for buffer in written:
            state[buffer] = is_cut

    def _cut(self, launch: Launch, found: Sequence[bool]) -> None:
        body = launch.kernel.body
        why = (body.objection(launch.part, found, self.batch.most) if isinstance(body, ByExample)
               else f"its {launch.kernel.name.partition('_')[0]} does not go example by example")
        why = why or self.objection(launch, found)
        if why:
            names = ", ".join(dict.fromkeys(op.name for op in launch.kernel.operations))
            raise OneSizeError(f"{names}: {why}")
        self.cut.add(launch)


# -- kernels of loops ----------------------------------------------------------------------------------------------------------


def loops_objection(kernel: LoopKernel, with_examples: Set[Any], most: int) -> str:
    """Why each example does not stand for itself in a kernel of loops that reads these values of examples; nothing where it
    does."""
    first = first_loop(kernel)
    if first is None:
        return "no loop goes over the examples"
    return stores_objection(first, list(kernel.stores), with_examples, most)


def first_loop(kernel: LoopKernel) -> Symbol | None:
    """The loop around all others."""
    if kernel.prefix:
        return kernel.prefix[0]
    return kernel.stages[0].dims[0] if len(kernel.stages) == 1 and kernel.stages[0].dims else None


def stores_objection(first: Symbol, stores: Sequence[Store], with_examples: Set[Any], most: int, own: Any = None) -> str:
    """The same for stores in a loop `first`, which goes over `most` examples. `own` is what is stored to where it is read."""
    example = _Example.of(first, most)
    if example is None:
        return "its loops do not go over the examples first"
    for store in stores:
        scalar = example.rewrite(store.scalar)
        places = [node for node in walk(scalar) if isinstance(node, Select)]
        if any(example.number in index_variables(c.expression) for node in places for c in node.condition.constraints):
            return "it makes something else of some examples"
        found: list[Read] = [read for read in reads(scalar) if read.source in with_examples and read.source is not own]
        if not all(example.is_place(read.source.shape, read.index) for read in found):
            return "it reads other examples than the one that it computes"
        if isinstance(store.target, Value) and not example.is_place(store.target.shape, map(example.rewrite.at, store.index)):
            return "the examples that it stores do not follow each other"
    return ""


class _Example:
    """A loop over examples, each of which it goes through in `rows` turns: an example's `number`, and what puts that, with its
    row, in the place of the loop's variable."""

    def __init__(self, first: Symbol, most: int, rows: int) -> None:
        self.most, self.number = most, fresh(most)
        self.rewrite = Simplifying(index={first: self.number * rows + fresh(rows)})

    @classmethod
    def of(cls, first: Symbol, most: int) -> _Example | None:
        rows, rest = divmod(extents([first])[0], most)
        return None if rest or not rows else cls(first, most, rows)

    def is_place(self, shape: Sequence[int], index: Iterable[IndexExpr]) -> bool:
        """Whether an index leads to elements of the example, in a value in which they follow each other."""
        index = tuple(index)
        along = next(((n, place) for n, place in zip(shape, index) if n > 1), None)
        if along is not None and self._counts(along[1], along[0]):
            return True
        # What is read at other strides is so by the last index alone, which then counts all elements (`views`).
        return self._counts(offset(shape, index, Simplifier()), prod(shape))

    def _counts(self, place: IndexExpr, extent: int) -> bool:
        """Whether a place below `extent` is one of those that the example has."""
        if extent % self.most or coefficient(place, self.number) != extent // self.most:
            return False
        inside = interval_of(Simplifying(index={self.number: ZERO}).at(place))
        return 0 <= inside.lower and inside.upper < extent // self.most


# -- views ---------------------------------------------------------------------------------------------------------------------


def view_objection(base: Any, shape: Sequence[int], strides: Sequence[int], start: int, along: int, most: int) -> str:
    """Why the examples of what is read, at these strides, of a value of `most` examples are not those along dimension `along`;
    nothing where they are."""
    size, (rows, rest) = prod(base.shape) // most, divmod(shape[along], most)
    last = start + sum((n - 1) * s for d, (n, s) in enumerate(zip(shape, strides)) if d != along) + (rows - 1) * strides[along]
    if rest or strides[along] * rows != size or start < 0 or min(strides) < 0 or last >= size:
        return "its rows are not those of the examples, one after the other"
    return ""
