"""Processes with JAX that tests start: forks of one that has imported it, before it has a platform, hloom, or a thread.

Importing JAX is most of what a short one would do. It is a process like others: it runs as `__main__`, has its own arguments,
environment, output and end.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests import processes

_REPOSITORY = Path(__file__).resolve().parent.parent
#: Reads an order and its three files from the socket of its first argument, forks, says who the child is, then how it ended. The
#: child goes on behind all that with nothing defined, so that its program runs, and ends, as that of any interpreter does.
_SERVER = """
def _ordered():
    import json, os, signal, socket, sys
    import jax, jax.numpy, numpy
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = socket.socket(fileno=int(sys.argv[1]))
    while True:
        order, files, _, _ = socket.recv_fds(server, 1 << 20, 3)
        if not order:
            os._exit(0)
        while not order.endswith(b"\\n"):
            order += server.recv(1 << 20)
        child = os.fork()
        if child == 0:
            break
        for file in files:
            os.close(file)
        server.sendall(b"%d\\n" % child)
        server.sendall(b"%d\\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    server.close()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    told = json.loads(order)
    os.environ.clear()
    os.environ.update(told["environment"])
    sys.argv[:] = ["-c", *told["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return compile(told["code"], "<string>", "exec")

exec(_ordered())
"""


class _Server:
    """The process that is forked, for what JAX reads of the environment when it is imported."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.socket, theirs = socket.socketpair()
        command = [sys.executable, "-X", "faulthandler", "-W", "ignore::DeprecationWarning", "-c", _SERVER, str(theirs.fileno())]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=_REPOSITORY, env=environment,
                                        pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        self.socket.close()
        self.process.wait()

    def run(self, code: str, arguments: list[str], environment: Mapping[str, str],
            timeout: float) -> subprocess.CompletedProcess[str]:
        order = json.dumps({"code": code, "arguments": arguments, "environment": dict(environment)}).encode() + b"\n"
        with open(os.devnull, "rb") as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            sent = socket.send_fds(self.socket, [order], [file.fileno() for file in (given, out, err)])
            self.socket.sendall(order[sent:])
            with self.socket.makefile("rb", buffering=0) as answers:
                child = int(answers.readline())
                if not select.select([self.socket], [], [], timeout)[0]:
                    os.kill(child, signal.SIGKILL)
                    answers.readline()
                    raise subprocess.TimeoutExpired(code, timeout)
                status = int(answers.readline())
            out.seek(0)
            err.seek(0)
            return subprocess.CompletedProcess([code, *arguments], status, out.read().decode(), err.read().decode())


@functools.cache
def _server(*settings: tuple[str, str]) -> _Server:
    others = {name: value for name, value in os.environ.items() if not name.startswith("JAX_")}
    return _Server({**others, **dict(settings)})


def run(code: str, *arguments: object, timeout: float = processes.PATIENCE,
        **environment: object) -> subprocess.CompletedProcess[str]:
    """What became of `python -c CODE ARGUMENTS...`, with further variables in its environment, which has no JAX_... beside."""
    whole = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    server = _server(*sorted((name, value) for name, value in whole.items() if name.startswith("JAX_")))
    return server.run(code, [str(argument) for argument in arguments], whole, timeout)


def printed(code: str, *arguments: object, timeout: float = processes.PATIENCE, **environment: object) -> str:
    """What it prints; it has to end well, and in time."""
    return processes.output(run(code, *arguments, timeout=timeout, **environment))
