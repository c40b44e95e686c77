"""The transport of processes that are threads of one Python process.

Processes meet in a rendezvous of a group, or in pairs over channels. Every process is running, waiting or ended. When the last
running one starts to wait, nobody can ever go on: that is a deadlock, found at that moment, and the error says who waits where
and who never came. No timeout is involved.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import field
from typing import Any

from hloom.ir.core import Operation
from hloom.ops.common.transport import Stopped, Transport, check_payload, check_same
from hloom.support.diagnostics import DeadlockError, Diagnostic, EvaluationError
from hloom.support.records import dataclass
from hloom.support.signals import start_thread


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


class ThreadTransport:
    """Threads that share memory under one lock; `place(process)` is what messages call a process.

    `parent` is the transport of the process that runs this grid, of which it hears that the whole run is over.
    """

    def __init__(self, place: Callable[[int], str], parent: Transport | None = None) -> None:
        self._place, self._parent = place, parent
        self._count = 0
        self._changed = threading.Condition()
        self._running = 0
        self._waits: dict[int, Wait] = {}
        self._meetings: dict[tuple[int, tuple[int, ...]], Meeting] = {}
        #: Senders (True) or receivers that wait on a channel without pairs, and what lies at a target for a channel with pairs.
        self._channels: dict[tuple[int, bool], deque[Meeting]] = {}
        self._delivered: dict[tuple[int, int], deque[tuple[Operation, Any]]] = {}
        self._failure: BaseException | None = None

    # -- life of the processes ----------------------------------------------------------------------------------
    def run(self, live: Callable[[int], None], count: int) -> None:
        self._count = self._running = count
        # Processes find the variables of the caller's context.
        threads = [threading.Thread(target=copy_context().run, args=(self._live, live, k), name=f"process {self._place(k)}",
                                    daemon=True) for k in range(count)]
        started = 0
        try:
            for thread in threads:
                if not start_thread(thread):
                    raise EvaluationError(f"no threads for {count} processes")
                started += 1
            with self._changed:
                # What a parent grid, or the interpreter's main thread, has to say arrives while this thread waits.
                while self._failure is None and self._running + len(self._waits) > 0:
                    self._changed.wait(None if self._parent is None else 0.1)
                    if self._parent is not None:
                        self._parent.check_stop()
        except BaseException as error:
            self._fail(error)
            raise
        finally:
            if started < len(threads):
                self._fail(Stopped())
            for thread in threads[:started]:
                thread.join()
        if self._failure is not None:
            raise self._failure

    def _live(self, live: Callable[[int], None], number: int) -> None:
        try:
            live(number)
        except Stopped:
            pass
        except BaseException as error:  # raised again by `run`
            self._fail(error)
        with self._changed:
            self._running -= 1
            self._look_for_deadlock()
            self._changed.notify_all()

    def check_stop(self) -> None:
        if self._failure is not None:
            raise Stopped
        if self._parent is not None:
            self._parent.check_stop()

    def _fail(self, error: BaseException) -> None:
        with self._changed:
            if self._failure is None:
                self._failure = error
            self._changed.notify_all()

    # -- groups -------------------------------------------------------------------------------------------------
    def exchange(self, process: int, op: Operation, members: Sequence[int], value: Any, channel_id: int) -> list[Any]:
        group = tuple(members)
        with self._changed:
            meeting = self._meetings.setdefault((channel_id, group), Meeting(group, channel_id))
            for other, (met, _) in meeting.arrived.items():
                check_same(op, met, channel_id, self._place(process), self._place(other))
            meeting.arrived[process] = (op, value)
            if len(meeting.arrived) == len(group):
                del self._meetings[channel_id, group]
                self._complete(meeting)
            else:
                names = ", ".join(map(self._place, group))
                channel = f" on channel {channel_id}" if channel_id else ""
                self._wait(process, Wait(op, meeting, f"in the group {{{names}}}{channel}"))
            return [meeting.arrived[k][1] for k in group]

    # -- channels -----------------------------------------------------------------------------------------------
    def meet(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> tuple[Any, ...]:
        sends = value is not None
        with self._changed:
            others = self._channels.setdefault((channel_id, not sends), deque())
            if not others:
                meeting = Meeting((), channel_id, {process: (op, value)})
                self._channels.setdefault((channel_id, sends), deque()).append(meeting)
                self._wait(process, Wait(op, meeting, f"on channel {channel_id} for a {'recv' if sends else 'send'}"))
            else:
                meeting = others.popleft()
                [(_, (met, _))] = meeting.arrived.items()
                check_payload(op if sends else met, met if sends else op, channel_id)
                # Of the two only the sender has values; a process that sends to itself cannot come here.
                meeting.arrived[process] = (op, value)
                self._complete(meeting)
            return next((found for _, found in meeting.arrived.values() if found is not None), ())

    def deliver(self, op: Operation, target: int, channel_id: int, value: tuple[Any, ...]) -> None:
        with self._changed:
            self._delivered.setdefault((channel_id, target), deque()).append((op, value))
            waiting = self._waits.get(target)
            if waiting is not None and waiting.meeting.members == (target,) and waiting.meeting.channel_id == channel_id:
                self._complete(waiting.meeting)

    def collect(self, process: int, op: Operation, source: int, channel_id: int) -> tuple[Any, ...]:
        with self._changed:
            queue = self._delivered.setdefault((channel_id, process), deque())
            if not queue:
                meeting = Meeting((process,), channel_id)
                self._wait(process, Wait(op, meeting, f"on channel {channel_id} for process {self._place(source)}"))
            met, value = queue.popleft()
            check_payload(met, op, channel_id)
            return value

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
        notes += [(f"process {self._place(k)} has ended", None) for k in range(self._count) if k not in self._waits]
        message = f"deadlock: {len(waits)} of {self._count} processes wait for ever"
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
