"""A job: the ranks of MPI that run one grid or several, one after the other, and what each rank knows of the others.

    job = hloom.grid.mpi()
    grid = hloom.compile_grid(module, num_replicas=8, transport=job)

Process k of `count` runs in rank `k // (count / size)`: each rank has equally many, which are its threads. All ranks do the same
in the same order; what goes wrong in one of them ends the job.
"""

from __future__ import annotations

import hashlib
import os
import socket
import sys
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from hloom.mpi.library import Library
from hloom.mpi.line import Address, Line, start_hub
from hloom.mpi.values import pack, unpack
from hloom.ops.common.transport import Stopped
from hloom.support import options
from hloom.support.diagnostics import DeadlockError, Diagnostic, EvaluationError, InputError, UserError

#: Seconds: of the first naps of who waits, which grow to the second; after which it says so, again and again, ever more rarely.
_NAP, _LONGEST_NAP, _LOOK, _RAREST_LOOK = 2e-5, 1e-3, 0.05, 1.0
#: Seconds that ranks wait for each other at the end, and for the hub to say why all must end.
_END, _REASON = 5.0, 1.0
_KINDS = {kind.__name__: kind for kind in (UserError, InputError, EvaluationError, DeadlockError)}
_HOST_BYTES = 256

#: What a rank says of its processes when it is asked: nothing while one runs, else where they wait (`Link.state`).
State = Callable[[], dict[str, Any]]


class Job:
    """This rank, and the others. Every rank makes one, once.

    It is `rank` of `size` ranks. `any_order` says whether sums may be in any order that MPI likes.
    """

    def __init__(self, library: Library, any_order: bool) -> None:
        self.library, self.any_order = library, any_order
        MPI = library.module
        self.world = MPI.COMM_WORLD.Dup()
        self.rank, self.size = int(self.world.rank), int(self.world.size)
        self.host = socket.gethostname()
        self.name = f"rank {self.rank} (pid {os.getpid()} on {self.host})"
        #: How often this rank has come to what the ranks of a key do together.
        self.met: dict[str, int] = {}
        #: The same where native code counts: arrays of one word.
        self.counters: dict[str, np.ndarray] = {}
        self.reason: BaseException | None = None
        #: Called when the job ends because of something in another rank.
        self.on_stop: Callable[[BaseException], None] | None = None
        self.on_mail: Callable[[dict[str, Any], bytes], None] | None = None
        #: Makes the error of a deadlock of what this rank knows of the program.
        self.on_deadlock: Callable[[list[dict[str, Any]]], BaseException] | None = None
        self.state: State | None = None
        #: The number of the run of a grid that this rank is in, or was in last; what has come for later ones.
        self.run = 0
        self.mail: dict[int, list[tuple[dict[str, Any], bytes]]] = {}
        self.mail_lock = threading.Lock()
        #: Held by a run: ranks would come to two in one order here and in another there.
        self.running = threading.RLock()
        self._comms: dict[str, Any] = {}
        self._processes = ""
        self._stopped, self._all_left = threading.Event(), threading.Event()
        self._status: int | None = None
        self._speaks = False
        #: Whether a rank has gone, or will not come: nobody waits for all any more.
        self._is_final = False
        self._saying = threading.Lock()
        self._line: Line | None = None
        if self.size > 1:
            self._meet_hub()

    # -- the hub ----------------------------------------------------------------------------------------------------------
    def _meet_hub(self) -> None:
        hosts = np.zeros((self.size, _HOST_BYTES), np.uint8)
        mine = np.frombuffer(self.host.encode()[:_HOST_BYTES].ljust(_HOST_BYTES, b"\0"), np.uint8)
        self._poll(self.world.Iallgather(mine, hosts))
        card = np.zeros(4096, np.uint8)
        if self.rank == 0:
            is_one = len({row.tobytes() for row in hosts}) == 1
            address = start_hub(self.size, is_one, options.MPI_PATIENCE.value)
            text = "\n".join([str(address.port), address.token, *address.hosts]).encode()[: len(card)]
            card[: len(text)] = np.frombuffer(text, np.uint8)
        self._poll(self.world.Ibcast(card, 0))
        port, token, *names = card.tobytes().rstrip(b"\0").decode().split("\n")
        self._line = Line(Address(names, int(port), token), self.rank, self.name, self._hear, self._lose)

    def _hear(self, message: dict[str, Any], data: bytes) -> None:
        """What the hub says, in the thread of the line."""
        if "ask" in message:
            state = {"is_outside": True} if self.state is None else self.state()
            met = {**self.met, **{name: int(count[0]) for name, count in list(self.counters.items())}}
            self.send({"run": self.run, **state, "state": message["ask"], "met": met})
        elif "stop" in message:
            self._stop(message["stop"])
        elif "all" in message:
            self._all_left.set()
        else:
            self._take_mail(message, data)

    def _take_mail(self, message: dict[str, Any], data: bytes) -> None:
        """Hands what a process has sent on to the run that it is for, when that begins."""
        with self.mail_lock:
            run = message["met" if "met" in message else "deliver"][0]
            if run != self.run or self.on_mail is None:
                self.mail.setdefault(run, []).append((message, data))
                return
        self.on_mail(message, data)

    def begin_run(self, state: State, receive: Callable[[dict[str, Any], bytes], None]) -> None:
        """Another run of a grid begins in this rank: `state` says where its processes are, `receive` gets what others send them.
        """
        self.check()
        self.state = state  # first: who is asked, and in no run, has come to the end of the last one
        with self.mail_lock:
            self.run += 1
            early, self.on_mail = self.mail.pop(self.run, []), receive
            for message, data in early:
                receive(message, data)

    def _lose(self) -> None:
        if not self._all_left.is_set():
            self._stop({"kind": "EvaluationError", "message": "the hub of the ranks has gone", "is_final": True})

    def _stop(self, reason: dict[str, Any]) -> None:
        self._is_final |= bool(reason.get("is_final"))
        if self.reason is None:
            if "deadlock" in reason:
                self.reason = self._deadlock(reason)
                if self._speaks and self.rank == 0:
                    os.write(2, f"{self.reason}\n".encode(errors="replace"))
            elif reason["kind"] == "KeyboardInterrupt":
                self.reason = KeyboardInterrupt()
            else:
                self.reason = _KINDS.get(reason["kind"], EvaluationError)(reason["message"])
        self._stopped.set()
        if self.on_stop is not None:
            self.on_stop(self.reason)
        if self._speaks and self._status is not None:  # what this rank would do now is of no use to anybody
            timer = threading.Timer(_END / 2, os._exit, [self._status])
            timer.daemon = True
            timer.start()

    def _deadlock(self, reason: dict[str, Any]) -> BaseException:
        waits = [wait for wait in reason["deadlock"] if wait["process"] is not None]
        if waits and self.on_deadlock is not None:
            return self.on_deadlock(waits)
        notes = [(said, None) for said in (*reason["said"], *(f"{name} has ended" for name in reason["left"]))]
        return DeadlockError.of(Diagnostic("deadlock", "deadlock: ranks wait for others for ever", notes=tuple(notes)))

    def send(self, message: dict[str, Any], data: bytes = b"") -> None:
        """Says something to the hub."""
        if self._line is not None:
            self._line.send(message, data)

    def call_processes(self, names: str) -> None:
        """Says what the processes of this rank are called from here on."""
        if names != self._processes:
            self._processes = names
            self.send({"processes": names})

    # -- how it ends ------------------------------------------------------------------------------------------------------
    def check(self) -> None:
        """Raises why the job has ended, if it has."""
        if self.reason is not None:
            raise self.reason

    def fail(self, error: BaseException, place: str = "") -> BaseException:
        """Ends the job because of an error of this rank, in the process `place` if it is known; the reason of all, which is
        another one if that came first."""
        with self._saying:
            if self.reason is None and not isinstance(error, Stopped):
                self.reason = error
                said = str(error) or type(error).__name__
                where = f"{f'process {place}, in ' if place else ''}{self.name}"
                text = None if not self._speaks else "interrupted" if isinstance(error, KeyboardInterrupt) else (
                    f"{said}\nnote: raised by {where}" if place else said)
                self.send({"failed": {"kind": type(error).__name__, "message": f"{where}, failed: {said}"}, "text": text})
        return self.reason or error

    def say(self, text: str, status: int) -> None:
        """Ends the job with a message, which the hub writes if it is the first one."""
        self._status = status
        if self._line is None:
            os.write(2, f"{text}\n".encode(errors="replace"))
            return
        self.fail(EvaluationError(text))
        self._stopped.wait(_REASON)

    def speak(self, status: int) -> None:
        """Has the hub say what goes wrong, once for all ranks, and this process end with a status then, whatever it does."""
        self._speaks, self._status = True, status

    def leave(self) -> None:
        """Ends MPI when all ranks have come to their ends; where the job has failed, this process at any rate."""
        if self._line is None:
            self.library.end()
            return
        self.send({"bye": 1})
        if self.reason is None:
            while not self._all_left.wait(_LOOK) and self.reason is None:
                pass
        if self.reason is not None:
            self._give_up()
        self._line.close()
        self.library.end()

    def _give_up(self) -> NoReturn:
        """Ends the job when it has failed: MPI would wait for ever at its own end for what was begun and nobody ends. Launchers
        say at length which ranks they have killed; they keep silent where all give up."""
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        if not self._is_final:
            self._all_left.wait(_REASON)
        self.library.abort(self.world, 1 if self._status is None else self._status)

    # -- waiting ----------------------------------------------------------------------------------------------------------
    def _poll(self, request: Any) -> None:
        """Waits for what all ranks begin together, before there is a hub."""
        begin, nap, is_noted = time.monotonic(), _NAP, False
        while not request.Test():
            time.sleep(nap)
            nap = min(2 * nap, _LONGEST_NAP)
            if not is_noted and time.monotonic() - begin > _END:
                is_noted = True
                os.write(2, f"note: {self.name} has waited for {_END:g} s for all ranks to call hloom.grid.mpi()\n".encode())

    def wait(self, request: Any, check: Callable[[], None]) -> None:
        """Waits until a request of MPI is complete; `check` ends that by raising. Who waits for long says so to the hub."""
        nap, patience = _NAP, _LOOK
        look = time.monotonic() + patience
        while not request.Test():
            check()
            time.sleep(nap)
            nap = min(1.5 * nap, _LONGEST_NAP)
            if time.monotonic() > look:
                self.send({"look": 1})
                patience = min(2 * patience, _RAREST_LOOK)
                look = time.monotonic() + patience

    # -- groups of ranks --------------------------------------------------------------------------------------------------
    def here(self, count: int, rank: int | None = None) -> range:
        """The processes of a grid of so many that run in a rank, by default in this one. Raises InputError for a number that
        cannot be shared among the ranks."""
        if count % self.size:
            raise InputError(f"a grid of {count} processes cannot be shared equally among {self.size} ranks: start as many, or a "
                             f"number that divides {count} (mpiexec -n {count})")
        own, number = count // self.size, self.rank if rank is None else rank
        return range(number * own, (number + 1) * own)

    def ranks_of(self, members: Sequence[int], count: int) -> list[int]:
        """The ranks of processes, each once, in order."""
        own = count // self.size
        return sorted({k // own for k in members})

    def key(self, members: Sequence[int], count: int, channel_id: int) -> str:
        """What the ranks of a group on a channel call what they do together."""
        return f"{count}:{channel_id}:{','.join(map(str, members))}"

    def come(self, key: str) -> int:
        """Counts that this rank has come to what the ranks of a key do together; how often it has."""
        self.met[key] = self.met.get(key, 0) + 1
        return self.met[key]

    def comm(self, ranks: Sequence[int], key: str, check: Callable[[], None]) -> Any:
        """A communicator of these ranks for a key; all of them ask for it. It is made when they are there: MPI's own way waits
        without end."""
        if key not in self._comms:
            tag, nothing = zlib.crc32(key.encode()) & 0xFFFF, np.zeros(1, np.uint8)
            first, others = ranks[0], ranks[1:]
            if self.rank == first:
                for way in (self.world.Irecv, self.world.Isend):
                    for request in [way(np.zeros(1, np.uint8), rank, tag) for rank in others]:
                        self.wait(request, check)
            else:
                self.wait(self.world.Isend(nothing, first, tag), check)
                self.wait(self.world.Irecv(nothing, first, tag), check)
            group = self.world.group.Incl(list(ranks))
            try:
                self._comms[key] = self.world.Create_group(group, tag)
            except self.library.module.Exception as error:
                raise EvaluationError(f"MPI makes no more than {len(self._comms)} communicators: {error}") from None
        return self._comms[key]

    def agree(self, what: Sequence[str], details: str) -> None:
        """That all ranks are about to run the same: `what` it is, in words, and all that must be equal. Raises InputError where
        they are not."""
        words = "; ".join(what)
        mine = np.frombuffer(hashlib.sha256(f"{words}\n{details}".encode()).digest() + words.encode()[:224].ljust(224), np.uint8)
        found = np.zeros((self.size, len(mine)), np.uint8)
        self._wait_for_all(self.world.Iallgather(np.array(mine), found), "is about to run a grid")
        apart = [k for k in range(self.size) if found[k, :32].tobytes() != found[0, :32].tobytes()]
        if apart:
            said = [found[k, 32:].tobytes().decode(errors="replace").strip() for k in (0, apart[0])]
            same = f"{said[0]}, of programs that differ" if said[0] == said[1] else f"{said[0]}, and {said[1]}"
            raise InputError(f"ranks 0 and {apart[0]} do not run the same: {same}")

    def _wait_for_all(self, request: Any, what: str) -> None:
        """Waits for what all ranks do together outside of runs."""
        count, before = self.come("all"), self.state
        waits = [{"process": None, "needs": [[rank, "all", count] for rank in range(self.size)]}]
        # Others may come from anywhere: whoever is in no run is not there yet.
        self.state = lambda: {"is_idle": True, "epoch": count, "waits": waits, "said": f"{self.name} {what}", "run": self.run + 1}
        try:
            self.wait(request, self.check)
        finally:
            self.state = before

    def gather(self, value: Any) -> list[Any] | None:
        """A value of each rank, in rank 0; None in the others."""
        data, sizes = np.frombuffer(pack(value), np.uint8), np.zeros(self.size, np.int64)
        what = "is at the end of its run"
        self._wait_for_all(self.world.Iallgather(np.array([len(data)], np.int64), sizes), what)
        ends = np.cumsum(sizes)
        found = np.empty(ends[-1] if self.rank == 0 else 0, np.uint8)
        BYTE = self.library.module.BYTE
        into = [found, sizes.tolist(), (ends - sizes).tolist(), BYTE] if self.rank == 0 else None
        self._wait_for_all(self.world.Igatherv([data, BYTE], into, 0), what)
        return [unpack(found[end - size : end]) for size, end in zip(sizes, ends)] if self.rank == 0 else None
