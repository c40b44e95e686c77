"""Processes that tests start, as forks of one that has imported what all of them would import first, which is most of their time.

They are processes like others: each has its own arguments, environment, streams and folder, runs as `__main__`, and ends as an
interpreter does. What was imported has no thread, no platform and no program yet, and has read no variable of hloom's. Elsewhere
than on Linux, where libraries need not stand a fork, they are new interpreters.
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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from tests import processes

_REPOSITORY = Path(__file__).resolve().parent.parent
#: What is imported before the fork: JAX, or hloom's command line.
JAX, HLOOM = "jax, jax.numpy, numpy", "numpy, ml_dtypes, hloom.cli, hloom.pipeline, hloom.reference.api"
_PYTHON = [sys.executable, "-X", "faulthandler", "-W", "ignore::DeprecationWarning", "-c"]
#: Reads an order and its files from the socket of its first argument, forks, says who the child is, then how it ended. The child
#: goes on behind all that with nothing defined, so that its program runs, and ends, as that of any interpreter does.
_SERVER = """
def _ordered():
    import gc, json, os, signal, socket, sys
    import IMPORTED
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = socket.socket(fileno=int(sys.argv[1]))
    while True:
        order, files, _, _ = socket.recv_fds(server, 1 << 20, 4)
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
    told = json.loads(order)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream, before = None, getattr(sys, name)
        if number in told["streams"]:
            os.dup2(files[told["streams"].index(number)], number)
            stream = open(number, "w" if number else "r", encoding=before.encoding, errors=before.errors, closefd=False)
            stream.reconfigure(line_buffering=number == 2 or stream.line_buffering)
        else:
            os.close(number)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    for file in files:
        os.close(file)
    os.chdir(told["folder"])
    os.environ.clear()
    os.environ.update(told["environment"])
    sys.argv[:] = ["-c", *told["arguments"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return compile(told["code"], "<string>", "exec")

exec(_ordered())
"""


class Ended(NamedTuple):
    """How a process ended: its status, below zero for a signal, and what it wrote where nothing else was said."""

    returncode: int
    stdout: str
    stderr: str


class _Server:
    """The process that is forked."""

    def __init__(self, imported: str, environment: Mapping[str, str]) -> None:
        self.socket, theirs = socket.socketpair()
        command = [*_PYTHON, _SERVER.replace("IMPORTED", imported), str(theirs.fileno())]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=_REPOSITORY,
                                        env=environment, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        self.socket.close()
        self.process.wait()

    def status(self, order: dict[str, Any], files: Sequence[IO[Any]], timeout: float) -> int:
        """How the child ends that carries out an order. Raises TimeoutExpired, and ends it, where it takes too long."""
        data = json.dumps(order).encode() + b"\n"
        sent = socket.send_fds(self.socket, [data], [file.fileno() for file in files])
        self.socket.sendall(data[sent:])
        with self.socket.makefile("rb", buffering=0) as answers:
            child = int(answers.readline())
            is_late = not select.select([self.socket], [], [], timeout)[0]
            if is_late:
                os.kill(child, signal.SIGKILL)
            status = int(answers.readline())
        if is_late:
            raise subprocess.TimeoutExpired(order["code"], timeout)
        return status


@functools.cache
def _server(imported: str, *settings: tuple[str, str]) -> _Server:
    others = {name: value for name, value in os.environ.items() if not name.startswith("JAX_")}
    return _Server(imported, {**others, **dict(settings)})


def run(code: str, *arguments: object, imported: str = JAX, folder: Path = _REPOSITORY, timeout: float = processes.PATIENCE,
        streams: Mapping[int, IO[Any] | None] = {}, **environment: object) -> Ended:
    """What becomes of `python -c CODE ARGUMENTS...` in a folder, with further variables in its environment.

    `streams` says what standard input (empty by default), standard output and standard error (which are returned) are: None for
    one that is closed.
    """
    whole = {**os.environ, **{name: str(value) for name, value in environment.items()}}
    words = [str(argument) for argument in arguments]
    with open(os.devnull, "rb") as nothing, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given = {number: file for number, file in {0: nothing, 1: out, 2: err, **streams}.items() if file is not None}
        if sys.platform.startswith("linux"):
            server = _server(imported, *sorted((name, value) for name, value in whole.items() if name.startswith("JAX_")))
            order = {"code": code, "arguments": words, "environment": whole, "folder": str(folder), "streams": list(given)}
            status = server.status(order, [*given.values(), nothing], timeout)
        else:
            status = subprocess.run([*_PYTHON, code, *words], cwd=folder, timeout=timeout, check=False,
                                    env={"PYTHONPATH": str(_REPOSITORY), **whole},
                                    stdin=given.get(0), stdout=given.get(1), stderr=given.get(2)).returncode
        out.seek(0)
        err.seek(0)
        return Ended(status, out.read().decode(), err.read().decode())


def printed(code: str, *arguments: object, is_quiet: bool = False, **options: Any) -> str:
    """What it prints; it has to end well, and in time. With `is_quiet` it must not complain of anything."""
    return processes.output(run(code, *arguments, **options), is_quiet)


def command(*arguments: object, **options: Any) -> Ended:
    """What becomes of `hloom ARGUMENTS...`: see `run`."""
    return run("import sys\nfrom hloom.cli import main\nsys.exit(main())", *arguments, imported=HLOOM, **options)
