"""Who waits where in a grid that runs compiled code: in native code at a meeting, on the evaluator's transport, or not at all.

Nobody counts who waits while all goes well. A process that has waited for long says where; the thread of process 0 looks at that
whenever its watch has it look at the clock, and so does a thread that waits on the transport. Where every process waits, and
none has begun to since a first look, they wait for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hloom.ops.common.thread_transport import Meeting as Rendezvous
from hloom.ops.common.thread_transport import ThreadTransport, Wait
from hloom.ops.common.transport import Stopped, check_same
from hloom.passes.on_grid import Meeting
from hloom.runtime.grid_memory import GridMemory, Place
from hloom.support.diagnostics import InternalError, UserError
from hloom.support.signals import TimeLimit

#: Seconds between two looks of a thread that waits on the transport; the first comes sooner.
_FIRST_LOOK, _LOOK = 0.005, 0.05


class Running(Protocol):
    """A run of a grid, as far as it is watched."""

    memory: GridMemory
    transport: GridTransport | None

    #: What asks other ranks whether anybody can go on; None where all processes are here.
    far: Any

    def place(self, number: int) -> str: ...

    def fail(self, error: BaseException) -> None: ...

    def stop(self, error: BaseException) -> None: ...


class Guardian:
    """What process 0 asks, in place of a time limit, whenever its watch calls attention."""

    def __init__(self, running: Running, limit: TimeLimit | None) -> None:
        self._running, self._limit = running, limit
        #: The watch that asks.
        self.watch: Any = None

    def check(self, span: Any = None) -> None:
        """Raises Stopped where another process has failed, TimeLimitError after the limit, and what `raise_deadlock` does."""
        if self._running.memory.is_stopped:
            raise self.watch.failure or Stopped  # a later reason must not hide the first one
        if self._limit is not None:
            self._limit.check(span)
        raise_deadlock(self._running)


class GridTransport(ThreadTransport):
    """The evaluator's transport for what of compiled processes runs on it. Of one run."""

    def __init__(self, place: Callable[[int], str], running: Running) -> None:
        super().__init__(place, link=None if running.far is None else running.far.link)
        self._run_of = running
        self._count = running.memory.count

    def check_stop(self) -> None:
        if self._run_of.memory.is_stopped:
            raise Stopped

    def _wait(self, mine: int, wait: Wait) -> None:
        self._begin_wait(mine, wait)
        patience = _FIRST_LOOK
        try:
            while not wait.meeting.is_complete:
                self.check_stop()
                if not self._changed.wait(patience):
                    raise_deadlock(self._run_of)
                    patience = _LOOK
        finally:
            self._waits.pop(mine, None)

    def _look_for_deadlock(self) -> None:
        pass  # `raise_deadlock` does

    def waits(self) -> dict[int, Wait]:
        """Who waits here, and for what has not come."""
        return {k: wait for k, wait in list(self._waits.items()) if not wait.meeting.is_complete}


def raise_deadlock(running: Running) -> None:
    """Raises DeadlockError if every process waits or has ended, and EvaluationError if two of them wait at operations that are
    not the same. Where there are other ranks, these are asked."""
    transport = running.transport
    if running.far is not None:
        running.far.look()
    elif transport is None:
        _look(running, {})
    else:
        with transport._changed:  # while who waits there cannot go on
            _look(running, transport.waits())


def _look(running: Running, on_transport: dict[int, Wait]) -> None:
    memory = running.memory
    first = _places(memory, on_transport)
    if first is None or all(place is None for place in first.values()) or _places(memory, on_transport) != first:
        return
    if memory.is_stopped:  # those who have ended were made to, since somebody has found a fault: that is what is to be said
        return
    waits = _as_waits(running, on_transport, first)
    for k, wait in waits.items():
        for other, theirs in waits.items():
            if other < k and wait.meeting.members and (wait.meeting.channel_id, wait.meeting.members) == (
                    theirs.meeting.channel_id, theirs.meeting.members):
                check_same(wait.op, theirs.op, wait.meeting.channel_id, running.place(k), running.place(other))
    raise ThreadTransport.deadlock_of(running.place, memory.count, waits)


def waits_of(running: Running) -> tuple[dict[int, Wait], dict[int, Place], Any] | None:
    """Where the processes that are here wait, those in native code where, and what changes when one begins to wait; None if one
    of them runs."""
    transport = running.transport
    if transport is None:
        return _waits_and_places(running, {})
    with transport._changed:
        return _waits_and_places(running, transport.waits())


def _waits_and_places(running: Running, on_transport: dict[int, Wait]) -> tuple[dict[int, Wait], dict[int, Place], Any] | None:
    found = _places(running.memory, on_transport)
    if found is None or _places(running.memory, on_transport) != found:
        return None
    places = {k: place for k, place in found.items() if isinstance(place, Place)}
    since = [sorted((k, place.epoch) for k, place in places.items()), sorted((k, id(wait)) for k, wait in on_transport.items())]
    return _as_waits(running, on_transport, found), places, since


def _as_waits(running: Running, on_transport: dict[int, Wait], places: dict[int, Any]) -> dict[int, Wait]:
    return {**on_transport, **{k: _as_wait(running, k, place) for k, place in places.items() if isinstance(place, Place)}}


def _places(memory: GridMemory, on_transport: dict[int, Wait]) -> dict[int, Place | Wait | None] | None:
    """Where each process waits, None for one that has ended; None if one of them does neither."""
    found: dict[int, Place | Wait | None] = {}
    for k in memory.here:
        found[k] = None if memory.has_ended(k) else on_transport.get(k) or memory.place_of(k)
        if found[k] is None and not memory.has_ended(k):
            return None
    return found


def _as_wait(running: Running, process: int, place: Place) -> Wait:
    """Where a process waits in native code, in the transport's words."""
    memory = running.memory
    meeting = memory.meetings[process][place.number]
    channel, members = memory.group_of(place)
    here = {k: (meeting.operation, None) for k in members if memory.has_arrived(k, place)}
    names = ", ".join(map(running.place, members))
    return Wait(meeting.operation, Rendezvous(members, channel, here),
                f"in the group {{{names}}}{f' on channel {channel}' if channel else ''}")


def mismatch(memory: GridMemory, place: Callable[[int], str]) -> BaseException | None:
    """What two processes that met have done wrong; None if none has found that."""
    found = memory.fault()
    if found is None:
        return None
    process, meeting, other, meant = found
    theirs: Meeting = memory.meeting_of(other, meant)
    try:
        check_same(meeting.operation, theirs.operation, meeting.channel_id, place(process), place(other))
    except UserError as error:
        return error
    return InternalError(f"processes {place(process)} and {place(other)} met at {meeting.operation.name}, which is the same")
