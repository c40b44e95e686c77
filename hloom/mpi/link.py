"""What connects threads of one rank with the processes of others, for one run of a grid on the evaluator, or of what runs there.

Values are exchanged by MPI's collective operations among the ranks of a group: first what each process is about to do, then the
values. What processes send over channels goes through the hub.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.mpi.job import Job
from hloom.mpi.values import pack, unpack
from hloom.ops.common.thread_transport import Meeting, ThreadTransport, Wait
from hloom.ops.common.transport import check_same
from hloom.support.diagnostics import EvaluationError, UserError

#: Words that a process says before it exchanges a value: its operation's number, what that is, and bytes of the value.
_WORDS = 3


class Operations:
    """The operations of a module, and those that were made of it, by numbers, which are the same in all ranks."""

    def __init__(self, module: Any, made: Sequence[Operation] = ()) -> None:
        self._all = [*module.walk(), *made]
        self._numbers = {op: k for k, op in enumerate(self._all)}

    def number(self, op: Operation) -> int:
        """The number of an operation; -1 for one that was made while the program ran."""
        return self._numbers.get(op, -1)

    def __getitem__(self, number: int) -> Operation:
        return self._all[number]


class Link:
    """Reaches the processes of a grid of `count` that are not `here`. Of one run; `place(process)` is what messages call one."""

    def __init__(self, job: Job, count: int, place: Callable[[int], str], operations: Operations) -> None:
        self._job, self._count, self.place, self._operations = job, count, place, operations
        self.here = job.here(count)
        self._transport: Any = None
        self._introduce()

    # -- life -------------------------------------------------------------------------------------------------------------
    def begin(self, transport: Any) -> None:
        """Connects a transport, whose processes are about to run."""
        job = self._job
        job.running.acquire()
        try:
            self._begin(transport)
        except BaseException:
            self.end()
            raise

    def _begin(self, transport: Any) -> None:
        self._transport, job = transport, self._job
        self._introduce()
        job.on_stop, job.on_deadlock = transport.stop, self.deadlock
        job.begin_run(transport.state, self._take)

    def _introduce(self) -> None:
        names = [self.place(k) for k in (self.here[0], self.here[-1])]
        self._job.call_processes(f"process {names[0]}" if names[0] == names[1] else f"processes {names[0]} to {names[1]}")

    def end(self) -> None:
        """All processes of this rank have ended."""
        job = self._job
        job.state = job.on_stop = job.on_mail = None
        job.running.release()

    def fail(self, error: BaseException, process: int | None) -> BaseException:
        """Ends the run in all ranks; the reason, which is another one if that came first."""
        return self._job.fail(error, "" if process is None else self.place(process))

    # -- groups -----------------------------------------------------------------------------------------------------------
    def needs(self, group: Sequence[int], channel_id: int) -> list[list[Any]]:
        """What must have happened before an exchange of a group, to which this rank has come, is over: which rank has come to
        what how often."""
        job = self._job
        key = job.key(group, self._count, channel_id)
        return [[rank, key, job.met.get(key, 0)] for rank in job.ranks_of(group, self._count)]

    def come(self, group: Sequence[int], channel_id: int) -> None:
        """Says that all of this rank's members of a group are there."""
        self._job.come(self._job.key(group, self._count, channel_id))

    def exchange(self, group: Sequence[int], channel_id: int, own: Mapping[int, tuple[Operation, Any]],
                 check: Callable[[], None]) -> dict[int, tuple[Operation, Any]]:
        """The operations and values of the members in other ranks; `own` are those of this one's."""
        job, operations = self._job, self._operations
        ranks = job.ranks_of(group, self._count)
        comm = job.comm(ranks, job.key(group, self._count, channel_id), check)
        members = [[k for k in group if k in job.here(self._count, rank)] for rank in ranks]
        mine = members[ranks.index(job.rank)]
        packed = {k: pack(own[k][1]) for k in mine}
        words = np.array([[operations.number(own[k][0]), _meaning(own[k][0]), len(packed[k])] for k in mine], np.int64)
        said = np.zeros((len(group), _WORDS), np.int64)
        counts = [_WORDS * len(row) for row in members]
        job.wait(comm.Iallgatherv(words, [said, counts]), check)
        order = [k for row in members for k in row]
        for k, (number, meaning, _) in zip(order, said.tolist()):
            if k not in own:
                self._check_same(own[mine[0]][0], number, meaning, channel_id, mine[0], k)
        sizes = said[:, 2]
        ends = np.cumsum(sizes)
        into = np.empty(int(ends[-1]), np.uint8)
        last = np.cumsum([len(row) for row in members])
        of_ranks = [int(sizes[end - len(row) : end].sum()) for row, end in zip(members, last)]
        data = np.frombuffer(b"".join(packed.values()), np.uint8)
        BYTE = job.library.module.BYTE
        places = np.cumsum([0, *of_ranks[:-1]])
        job.wait(comm.Iallgatherv([data, BYTE], [into, of_ranks, places.tolist(), BYTE]), check)
        met = {k: operations[number] if number >= 0 else own[mine[0]][0] for k, number in zip(order, said[:, 0].tolist())}
        return {k: (met[k], unpack(into[end - size : end])) for k, size, end in zip(order, sizes, ends) if k not in own}

    def _check_same(self, op: Operation, number: int, meaning: int, channel_id: int, mine: int, other: int) -> None:
        if number >= 0 and self._operations.number(op) >= 0:
            check_same(op, self._operations[number], channel_id, self.place(mine), self.place(other))
        elif meaning != _meaning(op):
            raise EvaluationError.at(op.span, "mismatch", f"processes {self.place(mine)} and {self.place(other)} do not run the "
                                     f"same operation: {op.name} meets another one")

    # -- channels ---------------------------------------------------------------------------------------------------------
    def meet(self, process: int, op: Operation, channel_id: int, value: tuple[Any, ...] | None) -> None:
        """Has the hub find a sender for a receiver, or the other way round; the transport hears of it (`met`)."""
        self._job.send({"meet": [self._job.run, channel_id, process, value is not None], "op": self._operations.number(op)},
                       b"" if value is None else pack(value))

    def deliver(self, op: Operation, target: int, channel_id: int, value: tuple[Any, ...]) -> None:
        """Leaves a value for a process in another rank."""
        self._job.send({"deliver": [self._job.run, channel_id, target], "op": self._operations.number(op),
                        "to": self._job.ranks_of([target], self._count)[0]}, pack(value))

    def _take(self, message: dict[str, Any], data: bytes) -> None:
        transport = self._transport
        kind = "met" if "met" in message else "deliver"
        _, channel_id, process, *_ = message[kind]
        op, value = self._operations[message["op"]], unpack(data) if data else None
        if kind == "met":
            transport.met(process, op, value)
        else:
            transport.deliver(op, process, channel_id, value or ())

    # -- waiting ----------------------------------------------------------------------------------------------------------
    def look(self) -> None:
        """Says that a process has waited for long."""
        self._job.send({"look": 1})

    def described(self, waits: Mapping[int, Wait]) -> list[dict[str, Any]]:
        """Where processes wait, for the hub."""
        found = []
        for k, wait in waits.items():
            number = self._operations.number(wait.op)
            group = wait.meeting.members
            found.append({"process": k, "op": number, "name": wait.op.name, "what": wait.what, "members": list(group),
                          "channel": wait.meeting.channel_id,
                          "needs": self.needs(group, wait.meeting.channel_id) if wait.is_far else None})
        return found

    def said(self, waits: Mapping[int, Wait]) -> str:
        """The same in words, of one process."""
        return next((f"process {self.place(k)} waits at {w.op.name} {w.what}{f' ({w.op.span})' if w.op.span else ''}"
                     for k, w in sorted(waits.items())), "")

    def deadlock(self, waits: Sequence[dict[str, Any]]) -> BaseException:
        """The error of processes that wait for ever, as all ranks see it."""
        meetings: dict[Any, Meeting] = {}
        found: dict[int, Wait] = {}
        for wait in waits:
            number = wait["op"]
            op: Any = self._operations[number] if number >= 0 else SimpleNamespace(name=wait["name"], span=None)
            group = tuple(wait["members"])
            own = (wait["channel"], group) if len(group) > 1 else wait["process"]
            meeting = meetings.setdefault(own, Meeting(group, wait["channel"]))
            if len(group) > 1:
                meeting.arrived[wait["process"]] = (op, None)
            found[wait["process"]] = Wait(op, meeting, wait["what"])
        try:
            self._check_waits(found)
        except UserError as error:
            return error
        return ThreadTransport.deadlock_of(self.place, self._count, found)

    def _check_waits(self, waits: Mapping[int, Wait]) -> None:
        """Raises EvaluationError where two wait for each other at operations that are not the same."""
        for k, wait in waits.items():
            for other, (met, _) in wait.meeting.arrived.items():
                if other < k and not isinstance(met, SimpleNamespace) and not isinstance(wait.op, SimpleNamespace):
                    check_same(wait.op, met, wait.meeting.channel_id, self.place(k), self.place(other))


def _meaning(op: Operation) -> int:
    """What an operation is, whichever program it is of."""
    return zlib.crc32(f"{op.name} {[str(v.type) for v in op.operands]}".encode())
