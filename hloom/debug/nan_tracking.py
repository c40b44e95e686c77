"""Follows NaN, or what else a check looks for, through a run: which operation's results have it, and from which operand.

A tracker is told of every operation, as an observer of the evaluator is, and remembers those whose results have what is looked
for, each with the values that it has it from. Through loops, branches and calls that is the value that the region or function
returns. What has none costs a look at the results and is forgotten.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hloom.debug.fragments import constant_of, defining
from hloom.debug.regions import chosen_region, place_of, value_of
from hloom.ir.core import Block, BlockArgument, Operation, Region, Value
from hloom.ops.builtin.function import Function
from hloom.ops.definition.traits import Control
from hloom.reference.observe import Made, Observer, looked_for, made, nan_kind

#: Operations that are remembered; those after them are left out of chains where they stand in bodies.
MOST_NODES: Final = 20_000
#: Bytes of arrays that are kept, so that elements can be followed; beyond, whole values are.
MOST_KEPT: Final = 256 << 20


class Frame(NamedTuple):
    """A body that an operation runs: `what` is `iteration`, `branch`, `call` or `body`, `number` which iteration or branch (from
    0), or the name of the function."""

    outer: Frame | None
    op: Operation
    what: str
    number: Any = None

    def __str__(self) -> str:
        where = place_of(self.op)
        if self.what == "call":
            return f"@{self.number}, which {where} calls"
        return f"the body of {where}" if self.what == "body" else f"{self.what} {self.number} of {where}"


def path_of(frame: Frame | None) -> tuple[Frame, ...]:
    """Frames from the outside."""
    found: list[Frame] = []
    while frame is not None:
        found.append(frame)
        frame = frame.outer
    return tuple(found[::-1])


class Mark(NamedTuple):
    """A result of something remembered."""

    node: Node
    result: int


class Node:
    """Something whose results have what is looked for: an operation that ran, or an argument or a constant.

    `links` are the operands that have it, by number; -1 stands for what the operation's own body made. `returned` are, of an
    operation that gives what its regions or its function return, the values returned.
    """

    __slots__ = ("frame", "links", "made", "number", "op", "operands", "results", "returned", "value")

    def __init__(self, number: int, op: Operation | None, frame: Frame | None, operands: Sequence[Any] | None,
                 results: Sequence[Any] | None, links: Sequence[tuple[int, Mark]] = (),
                 returned: Sequence[Mark | None] | None = None, made: Made | None = None, value: Value | None = None) -> None:
        self.number, self.op, self.frame, self.operands, self.results = number, op, frame, operands, results
        self.links, self.returned, self.made, self.value = links, returned, made, value


#: The marks of values that have what is looked for.
_Marks = dict[Value, Mark]


class _Running:
    """An operation that runs, and what is known of the bodies that it runs."""

    __slots__ = ("called", "frame", "inner", "iteration", "last", "marks", "op", "operands", "own", "state")

    def __init__(self, op: Operation, operands: Sequence[Any], marks: _Marks, frame: Frame | None) -> None:
        self.op, self.operands, self.marks, self.frame = op, operands, marks, frame
        self.inner = frame
        self.own: _Marks = {}  # of the function that it runs
        self.called: Block | None = None
        self.iteration = -1
        self.state: list[Mark | None] | None = None
        self.last: Mark | None = None  # what a body returned last


class _Thread(threading.local):
    """What runs in one thread: each process of a grid has one. `every` has the names of all, and what they know in the end."""

    def __init__(self, every: list[tuple[str, _Marks]]) -> None:
        self.stack: list[_Running] = []
        self.marks: _Marks = {}
        self.every = every
        every.append((threading.current_thread().name, self.marks))


class Tracker(Observer):
    """Remembers, as a run goes, what has what is looked for. `kind` is that of NanCheck."""

    def __init__(self, entry: Function, functions: Mapping[str, Function], kind: str = "nan") -> None:
        self.entry, self.functions, self.kind = entry, dict(functions), nan_kind(kind)
        #: The first operation that made it.
        self.first: Node | None = None
        self._count, self._kept = 0, 0
        self._thread = _Thread([])
        self._lock = threading.Lock()
        self._entries: dict[Block, Operation | None] = {}

    # -- as the run goes -----------------------------------------------------------------------------------------------------

    def before(self, op: Operation, operands: Sequence[Any]) -> None:
        marks, frame = self._place(op)
        self._thread.stack.append(_Running(op, operands, marks, frame))

    def after(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        stack = self._thread.stack
        running = stack.pop()
        has = [self._has(x) for x in results]
        if not any(has):
            if running.marks:
                for result in op.results:
                    running.marks.pop(result, None)
            return
        node = self._node(running, op, operands, results)
        for k, (result, marked) in enumerate(zip(op.results, has)):
            if marked:
                running.marks[result] = node if isinstance(node, Mark) else Mark(node, k)
            else:
                running.marks.pop(result, None)
        if stack and op.block is not None:
            ends = op.block.terminator.operands
            stack[-1].last = next((running.marks[r] for r, m in zip(op.results, has) if m and r in ends), stack[-1].last)

    def _node(self, running: _Running, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> Node | Mark:
        returned = self._returned(running, results)
        links = [(k, mark) for k, (v, x) in enumerate(zip(op.operands, operands))
                 if (mark := self._mark(v, x, running.marks)) is not None]
        if returned is not None and not any(returned):
            returned = None
        if running.last is not None:
            links.append((-1, running.last))
        found = made(self.kind, operands, results)
        if self._count >= MOST_NODES and links and running.frame is not None:
            return links[0][1]
        with self._lock:
            self._count += 1
            size = sum(getattr(x, "nbytes", 0) for x in (*operands, *results))
            keeps = self._kept + size <= MOST_KEPT or (found is not None and self.first is None)
            self._kept += size if keeps else 0
            node = Node(self._count, op, running.frame, operands if keeps else None, results if keeps else None, links, returned,
                        found)
            if found is not None and self.first is None:
                self.first = node
        return node

    # -- where values come from ----------------------------------------------------------------------------------------------

    def _mark(self, value: Value, array: Any, marks: _Marks) -> Mark | None:
        """Where an operand has what is looked for from; None where it has none."""
        if not self._has(array):
            return None
        known = marks.get(value)
        if known is not None:
            return known
        op = defining(value)
        is_given = op is None and isinstance(value, BlockArgument) and value.owner is self.entry.body.block
        if is_given or (op is not None and constant_of(op) is not None):
            marks[value] = Mark(Node(0, None, None, None, (array,), value=value), 0)
            return marks[value]
        stack = self._thread.stack  # an argument of a body: it is from the operands, or from what the body returned before
        around = stack[-1] if stack else None
        if around is None:
            return None
        if around.last is not None:
            return around.last
        known = (around.marks.get(v) for v, x in zip(around.op.operands, around.operands)
                 if v is not value and looked_for(self.kind, x) is not None)
        return next((mark for mark in known if mark is not None), None)

    def mark_of(self, value: Value, array: Any) -> Mark | None:
        """Where a result of the entry has what is looked for from."""
        return self._mark(value, array, self._thread.marks)

    def made_of(self, value: Value) -> dict[str, Mark]:
        """The same of what operations made it, by the threads of a run on a grid."""
        return {thread: marks[value] for thread, marks in self._thread.every if value in marks}

    def _returned(self, running: _Running, results: Sequence[Any]) -> list[Mark | None] | None:
        """Of an operation that gives what its regions or its function return: where these have it from."""
        op, control = running.op, getattr(running.op, "control", None)
        if control is Control.LOOP:
            if running.state is None:
                running.state = self._marks_of(op.operands, running.operands, running.marks)
            elif not self._begins(op.regions[0].block):
                self._advance(running)
            known = next((m for m in running.state if m is not None), None)
            return [m or known for m in running.state]
        if control is Control.BRANCH:
            block = op.regions[chosen_region(op, running.operands[0])].block
            return self._marks_of(block.terminator.operands, results, running.marks)
        if control is Control.CALL and running.called is not None:
            return self._marks_of(running.called.terminator.operands, results, running.own)
        return None

    def _has(self, value: Any) -> bool:
        return any(map(self._has, value)) if isinstance(value, tuple) else looked_for(self.kind, value) is not None

    def _marks_of(self, values: Sequence[Value], arrays: Sequence[Any], marks: _Marks) -> list[Mark | None]:
        return [self._mark(v, x, marks) for v, x in zip(values, arrays)]

    # -- bodies --------------------------------------------------------------------------------------------------------------

    def _place(self, op: Operation) -> tuple[_Marks, Frame | None]:
        """The marks of the values that an operation sees, and the body in which it stands."""
        stack = self._thread.stack
        if not stack:
            return self._thread.marks, None
        around, block = stack[-1], op.block
        region = block.region if block is not None else None
        if block is None or region is None:
            return around.own, around.inner
        if self._begins(block) is op:
            self._enter(around, block, region)
        return (around.marks if region.owner is around.op else around.own), around.inner

    def _begins(self, block: Block) -> Operation | None:
        """The first operation of a block that is seen; None where it has only constants."""
        if block not in self._entries:
            self._entries[block] = next((op for op in block.operations[:-1] if constant_of(op) is None), None)
        return self._entries[block]

    def _enter(self, around: _Running, block: Block, region: Region) -> None:
        """A body begins."""
        op, control = around.op, getattr(around.op, "control", None)
        if region.owner is not op:
            name = getattr(region.owner, "sym_name", None)
            is_call = name in self.functions
            around.inner = Frame(around.frame, op, "call" if is_call else "body", name if is_call else None)
            around.own, around.called = {}, block
            if len(block.arguments) == len(op.operands):
                self._bind(block, around.own, self._marks_of(op.operands, around.operands, around.marks))
            return
        number = op.regions.index(region)
        if control is Control.LOOP:
            if number == 0 or self._begins(op.regions[0].block) is None:
                self._advance(around)
        elif control is Control.BRANCH:
            around.inner = Frame(around.frame, op, "branch", number)
        else:
            around.inner = Frame(around.frame, op, "body")
            if control is Control.REGION and len(block.arguments) == len(op.operands):
                self._bind(block, around.marks, self._marks_of(op.operands, around.operands, around.marks))
            else:
                self._bind(block, around.marks, [None] * len(block.arguments))

    def _advance(self, around: _Running) -> None:
        """The next iteration of a loop begins, with what the last one returned."""
        op = around.op
        if around.state is None:
            around.state = self._marks_of(op.operands, around.operands, around.marks)
        elif around.iteration >= 0:
            ends = op.regions[1].block.terminator.operands
            around.state = [around.marks.get(v) or self._mark(v, value_of(v, {}), around.marks) for v in ends]
        around.iteration += 1
        around.inner = Frame(around.frame, op, "iteration", around.iteration)
        for region in op.regions:
            self._bind(region.block, around.marks, around.state)

    def skip_to(self, iteration: int, region: int) -> None:
        """The loop that runs has come to a region in an iteration, with nothing that is looked for in what it carries."""
        around = self._thread.stack[-1]
        if iteration > 0:
            empty: list[Mark | None] = [None] * len(around.op.operands)
            around.iteration, around.state = iteration - 1, empty
            for op in around.op.regions[1].block.operations:
                for result in op.results:
                    around.marks.pop(result, None)
        if region == 1 and self._begins(around.op.regions[0].block) is not None:
            self._advance(around)

    @staticmethod
    def _bind(block: Block, marks: _Marks, given: Sequence[Mark | None]) -> None:
        for argument, mark in zip(block.arguments, given):
            if mark is None:
                marks.pop(argument, None)
            else:
                marks[argument] = mark
