"""The hub of a job: hears when a rank is gone, tells all to stop, finds out whether anybody can go on, and hands on what is sent.

    python -I -S hub.py SIZE HOST [PATIENCE]        the token in the first line of the input; prints the port

A process of its own beside rank 0, since launchers kill the ranks that are left as soon as one has gone: then nobody else could
say which one it was. It needs Python's own library only. Messages are lines of JSON, each with as many bytes behind it as its
`bytes` says. A rank begins with `hello`, and ends with `bye` or without a word.

Who waits for long says `look`. Then all ranks are asked where their processes wait. They wait for ever if nobody runs, nobody has
what another one waits for, and a second answer is the first one's: nothing was on its way.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import sys
import time
from typing import Any

#: Bytes of the line of a message, at most.
LONGEST = 1 << 24
#: Seconds that ranks have to end after a stop; after which a note says who has not come; for a rank's first message.
_END, _NOTE, _HELLO = 5.0, 5.0, 30.0


def frame(message: dict[str, Any], data: bytes = b"") -> bytes:
    """A message as it goes over the line."""
    if data:
        message = {**message, "bytes": len(data)}
    return json.dumps(message).encode() + b"\n" + data


class Frames:
    """Cuts what comes over a line into messages. Raises ValueError for what is none."""

    def __init__(self) -> None:
        self._left = bytearray()
        self._message: dict[str, Any] | None = None

    def add(self, data: bytes) -> list[tuple[dict[str, Any], bytes]]:
        self._left += data
        found = []
        while True:
            if self._message is None:
                end = self._left.find(b"\n")
                if end < 0:
                    if len(self._left) > LONGEST:
                        raise ValueError("a line without an end")
                    return found
                message = json.loads(bytes(self._left[:end]))
                if not isinstance(message, dict):
                    raise ValueError("no message")
                del self._left[: end + 1]
                self._message = message
            size = self._message.get("bytes", 0)
            if len(self._left) < size:
                return found
            found.append((self._message, bytes(self._left[:size])))
            del self._left[:size]
            self._message = None


class _Rank:
    """One rank, as far as the hub knows it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection, self.frames, self.out = connection, Frames(), bytearray()
        self.number, self.name, self.processes, self.has_left, self.is_gone = -1, "", "", False, False
        self.state: dict[str, Any] | None = None


class Hub:
    """The hub of `size` ranks that know the token."""

    def __init__(self, size: int, token: str, server: socket.socket, patience: float | None) -> None:
        self._size, self._token, self._server, self._patience = size, token, server, patience
        self._selector = selectors.DefaultSelector()
        self._selector.register(server, selectors.EVENT_READ)
        self._ranks: dict[int, _Rank] = {}
        self._end: float | None = None
        self._stopped: dict[str, Any] | None = None
        self._inquiry = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._before: dict[int, Any] | None = None
        self._absent_since: float | None = None
        self._is_noted = False
        #: Who waits on a channel of a run for a sender (False) or a receiver.
        self._offers: dict[tuple[int, int, bool], list[tuple[_Rank, dict[str, Any], bytes]]] = {}

    def serve(self) -> None:
        """Serves until all have left, or so long after a stop."""
        begin = time.monotonic()
        while self._end is None or (time.monotonic() < self._end and not all(r.is_gone for r in self._ranks.values())):
            for key, events in self._selector.select(0.5):
                if key.data is None:
                    connection, _ = self._server.accept()
                    connection.setblocking(False)
                    self._selector.register(connection, selectors.EVENT_READ, _Rank(connection))
                    continue
                if events & selectors.EVENT_WRITE:
                    self._flush(key.data)
                if events & selectors.EVENT_READ:
                    self._read(key.data)
            is_full = len(self._ranks) == self._size or time.monotonic() > begin + _HELLO
            if is_full and all(r.is_gone for r in self._ranks.values()):
                return

    # -- lines ------------------------------------------------------------------------------------------------------------
    def _read(self, rank: _Rank) -> None:
        try:
            data = rank.connection.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            messages = rank.frames.add(data) if data else []
            for message, payload in messages:
                self._take(rank, message, payload)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):  # nobody of this job
            data = b""
        if not data:
            self._drop(rank)

    def _drop(self, rank: _Rank) -> None:
        self._selector.unregister(rank.connection)
        rank.connection.close()
        rank.is_gone = True
        if rank.number < 0 or rank.has_left or self._end is not None:
            return
        where = f", {rank.state['said']}" if rank.state and rank.state.get("said") else ""
        text = (f"error: [gone] {rank.processes or 'a rank'} ended without a word{where}: {rank.name} was killed, or ended itself"
                f"{self._whereabouts(rank)}")
        self._stop({"kind": "EvaluationError", "message": text, "is_final": True}, text)

    def _send(self, rank: _Rank, message: dict[str, Any], data: bytes = b"") -> None:
        if not rank.is_gone:
            rank.out += frame(message, data)
            self._flush(rank)

    def _flush(self, rank: _Rank) -> None:
        try:
            while rank.out:
                del rank.out[: rank.connection.send(rank.out)]
        except BlockingIOError:
            pass
        except OSError:
            rank.out.clear()
        if not rank.is_gone:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if rank.out else 0)
            self._selector.modify(rank.connection, events, rank)

    # -- messages ---------------------------------------------------------------------------------------------------------
    def _take(self, rank: _Rank, message: dict[str, Any], data: bytes) -> None:
        if rank.number < 0:
            if message["hello"] != self._token or not 0 <= message["rank"] < self._size:
                raise ValueError("nobody of this job")
            rank.number, rank.name = message["rank"], str(message["name"])
            self._ranks[rank.number] = rank
            if self._stopped is not None:  # before it came
                self._send(rank, self._stopped)
        elif "processes" in message:
            rank.processes = message["processes"]
        elif "failed" in message:
            self._stop(message["failed"], message.get("text"))
        elif "look" in message:
            self._look()
        elif "state" in message:
            self._answer(rank, message)
        elif "deliver" in message:
            if (target := self._ranks.get(message["to"])) is not None:
                self._send(target, message, data)
        elif "meet" in message:
            self._meet(rank, message, data)
        elif "bye" in message:
            self._leave(rank)

    def _leave(self, rank: _Rank) -> None:
        rank.has_left = True
        if len(self._ranks) == self._size and all(r.has_left for r in self._ranks.values()):
            for each in self._ranks.values():
                self._send(each, {"all": 1})

    def _stop(self, reason: dict[str, Any], text: str | None) -> None:
        """Tells all to stop, for the first reason that there is, which is said here if nobody else does."""
        if self._end is not None:
            return
        self._end = time.monotonic() + _END
        if text:
            os.write(2, (text + "\n").encode(errors="replace"))
        self._stopped = {"stop": reason}
        for each in self._ranks.values():
            self._send(each, self._stopped)

    def _meet(self, rank: _Rank, message: dict[str, Any], data: bytes) -> None:
        run, channel, _, sends = message["meet"]
        others = self._offers.setdefault((run, channel, not sends), [])
        if not others:
            self._offers.setdefault((run, channel, bool(sends)), []).append((rank, message, data))
            return
        other, theirs, their_data = others.pop(0)
        for to, about, its, payload in ((rank, message, theirs, their_data), (other, theirs, message, data)):
            self._send(to, {"met": about["meet"], "op": its["op"]}, payload)

    # -- who waits --------------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        if not self._answers and self._end is None and len(self._ranks) == self._size:
            self._ask()

    def _ask(self) -> None:
        self._inquiry += 1
        self._answers = {r.number: {"has_left": True} for r in self._ranks.values() if r.has_left}
        for rank in self._ranks.values():
            if not rank.has_left:
                self._send(rank, {"ask": self._inquiry})

    def _answer(self, rank: _Rank, state: dict[str, Any]) -> None:
        if state["state"] != self._inquiry or self._end is not None:
            return
        self._answers[rank.number] = rank.state = state
        if len(self._answers) < self._size:
            return
        found, self._answers = self._answers, {}
        present = {k: s for k, s in found.items() if not s.get("is_outside") and not s.get("has_left")}
        last = max((s["run"] for s in present.values()), default=0)
        absent = [k for k, s in found.items() if s.get("is_outside") and s["run"] < last]
        if not present or not all(s["is_idle"] for s in present.values()) or self._can_go_on(found):
            self._before, self._absent_since = None, None
            return
        now = {k: [s.get("epoch"), s.get("run")] for k, s in found.items()}
        if self._before != now:
            self._before = now
            self._ask()
        elif absent:
            self._miss(absent)
        else:
            self._stop({"deadlock": [wait for s in present.values() for wait in s["waits"]],
                        "said": [s["said"] for s in present.values() if s["said"]],
                        "left": [self._ranks[k].name for k, s in found.items() if s.get("has_left")]}, None)

    @staticmethod
    def _can_go_on(found: dict[int, dict[str, Any]]) -> bool:
        """Whether somebody waits for what has come."""
        waits = [wait["needs"] for s in found.values() for wait in s.get("waits", ())]
        return any(needs is not None and all(found[rank].get("met", {}).get(key, 0) >= count for rank, key, count in needs)
                   for needs in waits)

    def _miss(self, absent: list[int]) -> None:
        """All wait for ranks that run something else."""
        now = time.monotonic()
        self._absent_since = self._absent_since or now
        waited = now - self._absent_since
        names = ", ".join(f"{self._ranks[k].processes or 'no process'} of {self._ranks[k].name}" for k in absent)
        if self._patience is not None and waited > self._patience:
            text = f"error: [absent] {names} did not come within {self._patience:g} s{self._whereabouts(None)}"
            self._stop({"kind": "EvaluationError", "message": text, "is_final": True}, text)
        elif waited > _NOTE and not self._is_noted:
            self._is_noted = True
            os.write(2, f"note: all others have waited for {_NOTE:g} s for {names}{self._whereabouts(None)}\n".encode())

    def _whereabouts(self, gone: _Rank | None) -> str:
        """Where the others waited when they were last asked."""
        said = [f"note: {rank.state['said']}" for rank in self._ranks.values()
                if rank is not gone and rank.state and rank.state.get("said")]
        more = [f"note: and {len(said) - 8} more ranks"] if len(said) > 8 else []
        return "".join(f"\n{line}" for line in [*said[:8], *more])


def main() -> None:
    size, token = int(sys.argv[1]), sys.stdin.readline().strip()
    patience = float(sys.argv[3]) if len(sys.argv) > 3 else None
    server = socket.create_server((sys.argv[2], 0), backlog=min(size, 4096))
    print(server.getsockname()[1], flush=True)
    devnull = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):  # whoever reads the launcher's output shall not wait for this process
        os.dup2(devnull, number)
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ImportError, ValueError, OSError):
        pass
    Hub(size, token, server, patience).serve()


if __name__ == "__main__":
    main()
