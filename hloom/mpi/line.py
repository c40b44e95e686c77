"""A rank's line to the hub: a socket, and a thread that sleeps until something comes."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from hloom.mpi import hub
from hloom.support import options
from hloom.support.diagnostics import EvaluationError
from hloom.support.signals import start_thread

#: Seconds in which the hub must answer.
_ANSWER = 10.0
Receive = Callable[[dict[str, Any], bytes], None]


class Address(NamedTuple):
    """Where the hub is: addresses of its machine, of which one serves, and the port; the token of who may come."""

    hosts: Sequence[str]
    port: int
    token: str


def start_hub(size: int, is_one_machine: bool, patience: float | None) -> Address:
    """Starts the hub of a job of `size` ranks on this machine, which nobody else reaches if all are here."""
    token, host = secrets.token_hex(16), "127.0.0.1" if is_one_machine else ""
    command = [sys.executable, "-I", "-S", hub.__file__, str(size), host, *([] if patience is None else [str(patience)])]
    try:
        # A session of its own: launchers end all processes of those of a rank that is left.
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        assert child.stdin is not None and child.stdout is not None
        with child.stdin, child.stdout:
            child.stdin.write(f"{token}\n".encode())
            child.stdin.flush()
            port = int(child.stdout.readline())
    except (OSError, ValueError) as error:
        raise EvaluationError(f"the hub of the ranks does not start: {error}") from None
    child.returncode = 0  # it ends after this process: nobody waits for it
    return Address([host] if is_one_machine else _hosts(), port, token)


def _hosts() -> list[str]:
    """What other machines may call this one."""
    stated = options.MPI_HOST.value
    found = [*([] if stated is None else [stated]), socket.gethostname()]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: says which of its addresses this machine would send from
        found.append(probe.getsockname()[0])
    return found


class Line:
    """The line of a rank. `receive` is called with what the hub says, in a thread of its own; `lost` if the hub has gone."""

    def __init__(self, address: Address, rank: int, name: str, receive: Receive, lost: Callable[[], None]) -> None:
        self._socket = _connected(address)
        self._lock = threading.Lock()
        self._receive, self._lost, self._is_closed = receive, lost, False
        self.send({"hello": address.token, "rank": rank, "name": name})
        if not start_thread(threading.Thread(target=self._listen, name="hloom-mpi", daemon=True)):
            raise EvaluationError("there is no thread for what other ranks say")

    def send(self, message: dict[str, Any], data: bytes = b"") -> None:
        """Sends a message; nothing if the hub has gone."""
        with suppress(OSError), self._lock:
            self._socket.sendall(hub.frame(message, data))

    def close(self) -> None:
        self._is_closed = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        frames = hub.Frames()
        while True:
            try:
                data = self._socket.recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            for message, payload in frames.add(data):
                self._receive(message, payload)
        if not self._is_closed:
            self._lost()


def _connected(address: Address) -> socket.socket:
    faults = []
    for host in address.hosts:
        try:
            found = socket.create_connection((host, address.port), timeout=_ANSWER)
        except OSError as error:
            faults.append(f"{host}: {error}")
            continue
        found.settimeout(None)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found
    raise EvaluationError(f"the hub of the ranks cannot be reached on port {address.port} ({'; '.join(faults)}); HLOOM_MPI_HOST "
                          "says what other machines call that of rank 0")
