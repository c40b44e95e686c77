"""The transport of processes that are threads of one Python process.

Processes meet in a rendezvous of a group, or in pairs over channels. Every process is running, waiting or ended. When the last
running one starts to wait, nobody can ever go on: that is a deadlock, found at that moment, and the error says who waits where
and who never came. No timeout is involved.

Where a link reaches further processes, only those that are here are threads; the last of a group that comes fetches what the
others have. Then who has waited for long asks whether anybody can go on.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import field
from typing import Any

from hloom.ir.core import Operation
from hloom.ops.common.transport import Link, Stopped, Transport, check_payload, check_same
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
    """Where a process waits: at an operation, for whom (None: for any sender or receiver), in words; whether all that are here
    have come."""

    op: Operation
    meeting: Meeting
    what: str
    is_far: bool = False


#: Seconds after which who waits asks whether anybody can go on, where there is a link; twice as many each time, up to the second.
_LOOK, _RAREST_LOOK = 0.05, 1.0


class ThreadTransport:
    """Threads that share memory under one lock; `place(process)` is what messages call a process.

    `parent` is the transport of the process that runs this grid, of which it hears that the whole run is over. `link` reaches the
    processes that are not here.
    """

    def __init__(self, place: Callable[[int], str], parent: Transport | None = None, link: Link | None = None) -> None:
        self._place, self._parent, self._link = place, parent, link
        self._count = 0
        self._changed = threading.Condition()
        self._running = 0
        #: How often a process has begun to wait.
        self._epoch = 0
        self._waits: dict[int, Wait] = {}
        self._meetings: dict[tuple[int, tuple[int, ...]], Meeting] = {}
        #: Senders (True) or receivers that wait on a channel without pairs, and what lies at a target for a channel with pairs.
        self._channels: dict[tuple[int, bool], deque[Meeting]] = {}
        self._delivered: dict[tuple[int, int], deque[tuple[Operation, Any]]] = {}
        self._failure: BaseException | None = None

    # -- life of the processes ----------------------------------------------------------------------------------
    def run(self, live: Callable[[int], None], count: int) -> None:
        if self._link is None:
            self._run(live, count, range(count))
            return
        self._running = len(self._link.here)
        self._link.begin(self)
        try:
            self._run(live, count, self._link.here)
        finally:
            self._link.end()

    def _run(self, live: Callable[[int], None], count: int, here: Sequence[int]) -> None:
        self._count, self._running = count, len(here)
        # Processes find the variables of the caller's context.
        threads = [threading.Thread(target=copy_context().run, args=(self._live, live, k), name=f"process {self._place(k)}",
                                    daemon=True) for k in here]
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
                self.stop(Stopped())
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
            self._fail(error, number)
        with self._changed:
            self._running -= 1
            self._look_for_deadlock()
            self._changed.notify_all()

    def check_stop(self) -> None:
        if self._failure is not None:
            raise Stopped
        if self._parent is not None:
            self._parent.check_stop()

    def _fail(self, error: BaseException, process: int | None = None) -> None:
        """Ends all because of an error, here and elsewhere."""
        self.stop(error if self._link is None else self._link.fail(error, process))

    def stop(self, error: BaseException) -> None:
        """Ends the processes that are here; the first error counts."""
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
            if len(meeting.arrived) == self._count_here(group):
                del self._meetings[channel_id, group]
                if len(meeting.arrived) == len(group):
                    self._complete(meeting)
                    return [meeting.arrived[k][1] for k in group]
            names = ", ".join(map(self._place, group))
            wait = Wait(op, meeting, f"in the group {{{names}}}{f' on channel {channel_id}' if channel_id else ''}")
            if len(meeting.arrived) < self._count_here(group):
                self._wait(process, wait)
                return [meeting.arrived[k][1] for k in group]
        self._fetch(process, wait)
        return [meeting.arrived[k][1] for k in group]

    def _count_here(self, group: tuple[int, ...]) -> int:
        return len(group) if self._link is None else sum(k in self._link.here for k in group)

    def _fetch(self, process: int, wait: Wait) -> None:
        """Fetches what the members of a group that are not here have, and lets those that are run on."""
        link, meeting = self._link, wait.meeting
        assert link is not None
        with self._changed:
            link.come(meeting.members, meeting.channel_id)
            wait.is_far = True
            self._begin_wait(process, wait)
        try:
            found = link.exchange(meeting.members, meeting.channel_id, dict(meeting.arrived), self.check_stop)
        except BaseException:
            with self._changed:
                self._running += self._waits.pop(process, None) is not None
            raise
        with self._changed:
            meeting.arrived |= found
            self._complete(meeting)

    # -- channels -----------------------------------------------------------------------------------------------
    def meet(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> tuple[Any, ...]:
        sends = value is not None
        if self._link is not None:
            return self._meet_far(process, op, channel_id, value)
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

    def _meet_far(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> tuple[Any, ...]:
        """The same with a process that may be anywhere."""
        assert self._link is not None
        with self._changed:
            meeting = Meeting((), channel_id, {process: (op, value)})
            self._link.meet(process, op, channel_id, value)
            self._wait(process, Wait(op, meeting, f"on channel {channel_id} for a {'recv' if value is not None else 'send'}"))
            (met, theirs), = meeting.arrived.values()
        check_payload(op if value is not None else met, met if value is not None else op, channel_id)
        return theirs if value is None else value

    def met(self, process: int, op: Operation, value: tuple[Any, ...] | None) -> None:
        """A process that waits on a channel is met by who is at `op`, with what that sends."""
        with self._changed:
            wait = self._waits.get(process)
            if wait is not None:
                wait.meeting.arrived = {process: (op, value)}
                self._complete(wait.meeting)

    def deliver(self, op: Operation, target: int, channel_id: int, value: tuple[Any, ...]) -> None:
        if self._link is not None and target not in self._link.here:
            self._link.deliver(op, target, channel_id, value)
            return
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
        self._begin_wait(mine, wait)
        patience = _LOOK
        while not wait.meeting.is_complete:
            if self._failure is not None:
                # This process counts as running until its thread ends.
                self._running += self._waits.pop(mine, None) is not None
                raise Stopped
            if not self._changed.wait(None if self._link is None else patience) and self._link is not None:
                self._link.look()
                patience = min(2 * patience, _RAREST_LOOK)

    def _begin_wait(self, mine: int, wait: Wait) -> None:
        self._waits[mine] = wait
        self._running -= 1
        self._epoch += 1
        self._look_for_deadlock()

    def _complete(self, meeting: Meeting) -> None:
        """Lets all who wait for a meeting run on; they count as running from here."""
        meeting.is_complete = True
        for number in [k for k, wait in self._waits.items() if wait.meeting is meeting]:
            del self._waits[number]
            self._running += 1
        self._changed.notify_all()

    def _look_for_deadlock(self) -> None:
        if self._link is None and self._running == 0 and self._waits and self._failure is None:
            self._failure = self._deadlock()
            self._changed.notify_all()

    def state(self) -> dict[str, Any]:
        """Where the processes that are here wait, for a link: nobody runs if it `is_idle`."""
        assert self._link is not None
        with self._changed:
            return {"is_idle": self._running == 0 and self._failure is None, "epoch": self._epoch,
                    "waits": self._link.described(self._waits), "said": self._link.said(self._waits)}

    @classmethod
    def deadlock_of(cls, place: Callable[[int], str], count: int, waits: dict[int, Wait]) -> DeadlockError:
        """The error of `count` processes of which some wait for ever, and the others have ended."""
        said = cls(place)
        said._count, said._waits = count, waits
        return said._deadlock()

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
