"""The process grid: `num_replicas x num_partitions` processes, one thread each, in one Python process.

Processes meet in collective operations (a rendezvous of a group), in pairs over channels (send and recv), and take from
and add to queues of their own (infeed and outfeed). Every process is running, waiting or ended. When the last running one
starts to wait, nobody can ever go on: that is a deadlock, found at that moment, and the error says who waits where and
who never came. No timeout is involved.

On `host_channels` transfers to the host meet those from the host: the host hands values on between programs. On other channels
they go to the outfeed queue and come from the infeed queue.

A send without `source_target_pairs` waits until it is received. With pairs every process runs the same send and then the
same recv, so such a send leaves its values at the target and goes on.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.process_groups import cross_partition, cross_replica, own_group
from hloom.ops.common.quantization import quantize
from hloom.reference.interpreter import Interpreter
from hloom.reference.observe import Observer
from hloom.support.diagnostics import DeadlockError, Diagnostic, EvaluationError, InputError
from hloom.support.memory import Budget

#: Threads that a grid may take.
MOST_PROCESSES = 1024


class Stopped(BaseException):
    """Ends a process because another one failed, or the user interrupted the run. Not an error of this process."""


@dataclass(eq=False)
class Meeting:
    """One rendezvous of a group, or of a sender and a receiver: who has come, from which operation, with what."""

    members: tuple[int, ...]
    channel_id: int
    arrived: dict[int, tuple[Operation, Any]] = field(default_factory=dict)
    is_complete: bool = False


@dataclass(eq=False)
class Wait:
    """Where a process waits: at an operation, for whom (None: for any sender or receiver), in words."""

    op: Operation
    meeting: Meeting
    what: str


class Grid:
    """Processes that run functions of one module in parallel.

    `infeed` holds the items of every process's infeed queue, or maps flat process numbers to items; an item is a tuple of
    arrays. After `run`, `outfeed[process]` lists what each process has put out. An exception in one process ends all.
    """

    def __init__(self, module: Module, num_replicas: int, num_partitions: int, custom_calls: Mapping[str, Callable[..., Any]],
                 infeed: Sequence[Sequence[Any]] | Mapping[int, Sequence[Sequence[Any]]] = (),
                 observer: Observer | None = None, step_limit: int | None = None, parent: Grid | None = None,
                 budget: Budget | None = None, host_channels: frozenset[int] = frozenset()) -> None:
        count = num_replicas * num_partitions
        if min(num_replicas, num_partitions) < 1 or count > MOST_PROCESSES:
            raise InputError(f"a grid has from 1 to {MOST_PROCESSES} processes, got {num_replicas} x {num_partitions}")
        self.num_replicas, self.num_partitions = num_replicas, num_partitions
        self._host_channels = host_channels
        budget = Budget() if budget is None else budget
        self.processes = [Interpreter(module, custom_calls, self, *divmod(k, num_partitions), observer=observer,
                                      step_limit=step_limit, budget=budget) for k in range(count)]
        self.outfeed: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
        self._infeed = [deque(infeed.get(k, ()) if isinstance(infeed, Mapping) else infeed) for k in range(count)]
        self._fed = [len(queue) for queue in self._infeed]
        self._changed = threading.Condition()
        self._running = count
        self._waits: dict[int, Wait] = {}
        self._meetings: dict[tuple[int, tuple[int, ...]], Meeting] = {}
        #: Senders (True) or receivers that wait on a channel without pairs, and what lies at a target for a channel with pairs.
        self._channels: dict[tuple[int, bool], deque[Meeting]] = {}
        self._delivered: dict[tuple[int, int], deque[tuple[Operation, Any]]] = {}
        self._results: list[tuple[Any, ...] | None] = [None] * count
        self._failure: BaseException | None = None
        self._parent = parent
        self._root: Grid = self if parent is None else parent._root
        #: Of a grid that is in no other: the processes of all grids inside.
        self._living = 0

    # -- life of the processes ----------------------------------------------------------------------------------
    def run(self, functions: Sequence[str], arguments: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Runs `functions[process]` on `arguments[process]`; returns the results of each. Ends all threads, whatever happens."""
        threads = [threading.Thread(target=self._live, args=(k, name, values), name=f"process {self._place(k)}", daemon=True)
                   for k, (name, values) in enumerate(zip(functions, arguments))]
        started = 0
        with self._root._changed:
            if self._root._living + len(threads) > MOST_PROCESSES:
                raise EvaluationError(f"grids inside of grids have more than {MOST_PROCESSES} processes")
            self._root._living += len(threads)
        try:
            for thread in threads:
                thread.start()
                started += 1
            with self._changed:
                # What a parent grid, or the interpreter's main thread, has to say arrives while this thread waits.
                while self._failure is None and self._running + len(self._waits) > 0:
                    self._changed.wait(None if self._parent is None else 0.1)
                    if self._parent is not None:
                        self._parent.check_stop()
        except RuntimeError as error:
            raise EvaluationError(f"no threads for {len(functions)} processes: {error}") from None
        except BaseException as error:
            self._fail(error)
            raise
        finally:
            if started < len(threads):
                self._fail(Stopped())
            for thread in threads[:started]:
                thread.join()
            with self._root._changed:
                self._root._living -= len(threads)
        if self._failure is not None:
            raise self._failure
        return [found or () for found in self._results]

    def _live(self, number: int, function: str, arguments: Sequence[Any]) -> None:
        try:
            self._results[number] = self.processes[number].run_function(function, *arguments)
        except Stopped:
            pass
        except BaseException as error:  # raised again by `run`
            self._fail(error)
        with self._changed:
            self._running -= 1
            self._look_for_deadlock()
            self._changed.notify_all()

    def check_stop(self) -> None:
        """Ends the calling process if the run is over: called before every operation."""
        if self._failure is not None:
            raise Stopped
        if self._parent is not None:
            self._parent.check_stop()

    def _fail(self, error: BaseException) -> None:
        with self._changed:
            if self._failure is None:
                self._failure = error
            self._changed.notify_all()

    # -- collective operations ----------------------------------------------------------------------------------
    def exchange(self, process: Interpreter, op: Operation, group: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        """Gives `value` to the group and returns the values of all, once the last one has come."""
        members, mine = tuple(group), process.process_id
        with self._changed:
            meeting = self._meetings.setdefault((channel_id, members), Meeting(members, channel_id))
            for other, (met, _) in meeting.arrived.items():
                self._check_same(mine, op, other, met, channel_id)
            meeting.arrived[mine] = (op, value)
            if len(meeting.arrived) == len(members):
                del self._meetings[channel_id, members]
                self._complete(meeting)
            else:
                names = ", ".join(map(self._place, members))
                channel = f" on channel {channel_id}" if channel_id else ""
                self._wait(mine, Wait(op, meeting, f"in the group {{{names}}}{channel}"))
            return [meeting.arrived[k][1] for k in members]

    def _check_same(self, mine: int, op: Operation, other: int, met: Operation, channel_id: int) -> None:
        """That two processes that meet mean the same operation."""
        if op is met:
            return
        # Different operations may stand for one only if a channel, or different functions, say so.
        fault = None
        if op.name != met.name:
            fault = f"{op.name} meets {met.name}"
        elif [v.type for v in op.operands] != [v.type for v in met.operands]:
            fault = f"{_types(op)} meets {_types(met)}"
        elif not channel_id and _function_of(op) is _function_of(met):
            fault = f"two different operations {op.name} of one function meet"
        if fault is not None:
            message = f"processes {self._place(mine)} and {self._place(other)} do not run the same operation: {fault}"
            note = (f"process {self._place(other)} is at {met.name} here", met.span)
            raise EvaluationError.of(Diagnostic("mismatch", message, op.span, notes=(note,)))

    # -- channels -----------------------------------------------------------------------------------------------
    def send(self, process: Interpreter, op: Any, channel_id: int, value: tuple[Any, ...]) -> None:
        """Puts values on a channel, or into the outfeed queue for a transfer to the host."""
        mine = process.process_id
        if op.is_host_transfer and channel_id not in self._host_channels:
            self.outfeed[mine].append(value)
            return
        with self._changed:
            pairs = None if op.is_host_transfer else _pairs(op, process)
            if pairs is None:
                self._pass(mine, op, channel_id, value)
                return
            for source, target in pairs:
                if source == mine:
                    self._delivered.setdefault((channel_id, target), deque()).append((op, value))
                    waiting = self._waits.get(target)
                    if waiting is not None and waiting.meeting.members == (target,) and waiting.meeting.channel_id == channel_id:
                        self._complete(waiting.meeting)

    def receive(self, process: Interpreter, op: Any, channel_id: int) -> tuple[Any, ...]:
        """Takes values from a channel, or from the infeed queue for a transfer from the host."""
        mine = process.process_id
        if op.is_host_transfer and channel_id not in self._host_channels:
            return self.infeed(process, op)
        with self._changed:
            pairs = None if op.is_host_transfer else _pairs(op, process)
            if pairs is None:
                return self._pass(mine, op, channel_id, None)
            if not any(target == mine for _, target in pairs):
                return tuple(_zeros(r.type) for r in op.outputs[:-1])
            queue = self._delivered.setdefault((channel_id, mine), deque())
            if not queue:
                source = next(source for source, target in pairs if target == mine)
                meeting = Meeting((mine,), channel_id)
                self._wait(mine, Wait(op, meeting, f"on channel {channel_id} for process {self._place(source)}"))
            met, value = queue.popleft()
            self._check_payload(met, op, channel_id)
            return value

    def _pass(self, mine: int, op: Any, channel_id: int, value: Any) -> Any:
        """A sender and a receiver of a channel meet, in the order in which they come."""
        sends = value is not None
        others = self._channels.setdefault((channel_id, not sends), deque())
        if not others:
            meeting = Meeting((), channel_id, {mine: (op, value)})
            self._channels.setdefault((channel_id, sends), deque()).append(meeting)
            self._wait(mine, Wait(op, meeting, f"on channel {channel_id} for a {'recv' if sends else 'send'}"))
        else:
            meeting = others.popleft()
            [(_, (met, _))] = meeting.arrived.items()
            self._check_payload(op if sends else met, met if sends else op, channel_id)
            # Of the two only the sender has values; a process that sends to itself cannot come here.
            meeting.arrived[mine] = (op, value)
            self._complete(meeting)
        return next((found for _, found in meeting.arrived.values() if found is not None), ())

    def _check_payload(self, send: Any, receive: Any, channel_id: int) -> None:
        """That what is sent has the types that are received."""
        sent, received = [v.type for v in send.operands[:-1]], [r.type for r in receive.results[:-1]]
        if sent != received:
            raise EvaluationError.of(Diagnostic(
                "mismatch", f"channel {channel_id}: {_list(sent)} is sent, {_list(received)} is received", receive.span,
                notes=((f"sent by {send.name} here", send.span),)))

    # -- queues -------------------------------------------------------------------------------------------------
    def infeed(self, process: Interpreter, op: Any) -> tuple[Any, ...]:
        """The next item of the process's infeed queue."""
        mine = process.process_id
        queue, wanted = self._infeed[mine], [r.type for r in op.results[:-1]]
        if not queue:
            raise EvaluationError.at(op.span, "infeed", f"{op.name}: the infeed queue of process {self._place(mine)} is empty; "
                                     f"it had {self._fed[mine]} items")
        item = queue.popleft()
        item = tuple(item) if isinstance(item, tuple | list) else (item,)
        if len(item) != len(wanted):
            raise EvaluationError.at(op.span, "infeed", f"{op.name} takes {len(wanted)} values, the item has {len(item)}")
        what = f"item {self._fed[mine] - len(queue)} of the infeed queue of process {self._place(mine)}"
        return tuple(process.checked(op, x, t, what) for x, t in zip(item, wanted))

    # -- waiting ------------------------------------------------------------------------------------------------
    def _wait(self, mine: int, wait: Wait) -> None:
        """Waits, with the lock held, until the meeting is complete or the run is over."""
        self._waits[mine] = wait
        self._running -= 1
        self._look_for_deadlock()
        while not wait.meeting.is_complete:
            if self._failure is not None:
                # This process counts as running until its thread ends.
                self._running += self._waits.pop(mine, None) is not None
                raise Stopped
            self._changed.wait()

    def _complete(self, meeting: Meeting) -> None:
        """Lets all who wait for a meeting run on; they count as running from here."""
        meeting.is_complete = True
        for number in [k for k, wait in self._waits.items() if wait.meeting is meeting]:
            del self._waits[number]
            self._running += 1
        self._changed.notify_all()

    def _look_for_deadlock(self) -> None:
        if self._running == 0 and self._waits and self._failure is None:
            self._failure = self._deadlock()
            self._changed.notify_all()

    def _deadlock(self) -> DeadlockError:
        waits = sorted(self._waits.items())
        notes = [(f"process {self._place(k)} waits at {wait.op.name} {wait.what}{self._missing(wait)}", wait.op.span)
                 for k, wait in waits]
        notes += [(f"process {self._place(k)} has ended", None) for k in range(len(self.processes)) if k not in self._waits]
        message = f"deadlock: {len(waits)} of {len(self.processes)} processes wait for ever"
        error = DeadlockError.of(Diagnostic("deadlock", message, waits[0][1].op.span, notes=tuple(notes)))
        assert isinstance(error, DeadlockError)
        return error

    def _missing(self, wait: Wait) -> str:
        """Who has not come to a meeting, and why, in words."""
        missing = [k for k in wait.meeting.members if k not in wait.meeting.arrived and self._waits.get(k) is not wait]
        if not missing:
            return ""
        reasons = [f"{self._place(k)}, which {self._whereabouts(k)}" for k in missing]
        return f"; not there: {'; '.join(reasons)}"

    def _whereabouts(self, number: int) -> str:
        wait = self._waits.get(number)
        if wait is None:
            return "has ended"
        where = f" at line {wait.op.span.line}" if wait.op.span else ""
        return f"waits at {wait.op.name}{where} {wait.what}"

    def _place(self, number: int) -> str:
        """A process as (replica, partition)."""
        return f"({number // self.num_partitions}, {number % self.num_partitions})"


def _pairs(op: Any, process: Interpreter) -> list[tuple[int, int]] | None:
    """The flat numbers of sources and targets that a send or recv lists; None where it lists none."""
    if op.source_target_pairs is None or not op.source_target_pairs.size:
        return None
    strategy = cross_partition if op.channel_handle.handle > 0 else cross_replica
    groups = (own_group(op, process, strategy, pair.reshape(1, 2)) for pair in op.source_target_pairs)
    return [(group[0], group[1]) for group in groups if group is not None]


def _zeros(type: Any) -> Any:
    """What a process receives that nothing is sent to."""
    if not isinstance(type, TensorType):
        return None
    if type.is_quantized:
        expressed: Any = type.element
        return np.full(type.shape, quantize(np.zeros((), expressed.expressed.dtype), expressed))
    return np.zeros(type.shape, type.storage.dtype)


def _function_of(op: Operation) -> Operation:
    """The function, or whatever stands at the top, around an operation."""
    while op.parent is not None and not isinstance(op, Function):
        op = op.parent
    return op


def _types(op: Operation) -> str:
    return f"{op.name} on {_list([v.type for v in op.operands])}"


def _list(types: Sequence[Any]) -> str:
    return f"({', '.join(map(str, types))})"
