"""What runs programs: the evaluator, compiled code, XLA in a child process, any other compiler by its command.

An engine gives the results of a program's `main` for arrays. What it cannot run is an EngineError, also where its process ends.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np

from hloom.debug import array_files, xla_process
from hloom.debug.child_calls import how
from hloom.debug.names import ENGINES
from hloom.ir.types import TensorType
from hloom.numbers.element_type import of_dtype
from hloom.numbers.portable import narrowed, portable
from hloom.ops.builtin.module import Module
from hloom.pipeline import compile
from hloom.reference.api import evaluate
from hloom.support.diagnostics import InputError, UserError
from hloom.support.spelling import did_you_mean
from hloom.support.switches import switched
from hloom.text.values import read_named
from hloom.vhlo import get_current_version, serialize_portable_artifact

_Any = TypeVar("_Any")
#: Lines of what a process said that a message shows.
_MOST_LINES = 12


class EngineError(UserError):
    """An engine did not run a program: `engine` is its name, `ended` says whether its process ended."""

    def __init__(self, engine: str, message: str, ended: bool = False) -> None:
        super().__init__(f"{engine}: {message}")
        self.engine, self.ended = engine, ended


#: A program that an engine runs: the results for arrays.
Loaded = Callable[[Sequence[Any]], list[np.ndarray]]


class Engine(Protocol):
    """What runs programs."""

    @property
    def name(self) -> str:
        """What messages call it."""
        ...

    def load(self, module: Module) -> Loaded:
        """The program's `main`, which takes and gives tensors, as a function of arrays. Raises EngineError, as the function does,
        where the engine cannot run it."""
        ...


class Reference:
    """The reference evaluator."""

    name = "reference"

    def __init__(self, **limits: Any) -> None:
        self.limits = limits

    def load(self, module: Module) -> Loaded:
        """The program as a function of arrays."""
        return lambda arrays: _told(self.name, lambda: _arrays(evaluate(module, *arrays, **self.limits)))


class Cpu:
    """Compiled code. `off` are passes and rules that are switched off, `options` those of `hloom.compile`."""

    name = "cpu"

    def __init__(self, off: Iterable[str] = (), time_limit: float | None = None, **options: Any) -> None:
        self.off, self.options, self.time_limit = frozenset(off), options, time_limit
        #: The passes and rules that were applied when it compiled last.
        self.applied: dict[str, dict[str, None]] = {}

    def load(self, module: Module) -> Loaded:
        """The program as a function of arrays. What is compiled for the shapes of a call is compiled then."""
        def compiled() -> Any:
            with switched(self.off) as switches:
                made = compile(module, **self.options)
            self.applied = switches.applied
            return made

        def run(arrays: Sequence[Any]) -> list[np.ndarray]:
            with switched(self.off):
                return _arrays(executable(*arrays, time_limit=self.time_limit))

        executable = _told(self.name, compiled)
        return lambda arrays: _told(self.name, lambda: run(arrays))


def _told(engine: str, run: Callable[[], _Any]) -> _Any:
    try:
        return run()
    except EngineError:
        raise
    except UserError as error:
        raise EngineError(engine, str(error)) from error


def _arrays(results: Iterable[Any]) -> list[np.ndarray]:
    return [np.asarray(x) for x in results if x is not None]


class Xla(AbstractContextManager["Xla"]):
    """XLA's CPU compiler, in a child process, which is started when it is needed, and again where it has ended.

    `flags` are put in front of XLA_FLAGS; `python` is an interpreter that has jaxlib (default: this one). `without` names the
    pass that programs are compiled without which are loaded from now on.
    """

    name = "xla"

    def __init__(self, flags: str = "", python: str = sys.executable, time_limit: float | None = None) -> None:
        self.flags, self.python, self.time_limit = flags, python, time_limit
        self.version = self.without = ""
        self._programs = 0
        self._child: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="hloom-xla-")
        self._said = Path(self._folder.name) / "said"

    def load(self, module: Module) -> Loaded:
        """The program as a function of arrays."""
        request = self._request(module)

        def run(arrays: Sequence[Any]) -> list[np.ndarray]:
            self._answer(request, arrays)
            return array_files.read(request["result"])

        return run

    def seconds(self, module: Module, arrays: Sequence[Any], runs: int, most: float) -> float:
        """How long the fastest of so many runs takes, of which no other begins after `most` seconds."""
        return float(self._answer({**self._request(module), "runs": runs, "most": most}, arrays)["seconds"])

    def _request(self, module: Module) -> dict[str, Any]:
        """A program, as the process is asked to run it."""
        self._programs += 1
        place = Path(self._folder.name)
        text = place / f"program{self._programs}.mlir"
        text.write_text(module.to_text(), encoding="utf-8")
        return {"text": str(text), "without": self.without, "arrays": str(place / "arrays"), "result": str(place / "result")}

    def _answer(self, request: Mapping[str, Any], arrays: Sequence[Any]) -> dict[str, Any]:
        """What the process says of a request on arrays. Raises EngineError where it fails."""
        array_files.write(request["arrays"], arrays)
        if self._child is None:
            self._start()
        answer = self._ask(json.dumps(request))
        if "error" in answer:
            raise EngineError(self.name, answer["error"])
        return answer

    def _start(self) -> None:
        environment = {**os.environ, "XLA_FLAGS": f"{self.flags} {os.environ.get('XLA_FLAGS', '')}".strip()}
        environment.pop("JAX_PLATFORMS", None)
        with open(self._said, "wb") as said:
            self._child = subprocess.Popen([self.python, xla_process.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=said, text=True, env=environment)
        answer = self._ask(None)
        if "error" in answer:
            self.close_child()
            hint = "; pip install 'hloom[jax]' gets it" if answer.get("missing") else ""
            raise EngineError(self.name, f"XLA cannot be started: {answer['error']}{hint}")
        self.version = answer["version"]

    def _ask(self, line: str | None) -> dict[str, Any]:
        """Sends a line and gives the answer. Raises EngineError where the process ends, or takes too long."""
        child = self._child
        assert child is not None and child.stdin is not None and child.stdout is not None
        try:
            if line is not None:
                child.stdin.write(line + "\n")
                child.stdin.flush()
            answer = _line_within(child, self.time_limit)
        except OSError:
            answer = ""
        except BaseException:
            self.close_child()
            raise
        if answer is None:
            self.close_child()
            raise EngineError(self.name, f"it took more than {self.time_limit:g} seconds")
        if not answer:
            status = self.close_child()
            said = _last_lines(self._said.read_text(errors="replace"))
            raise EngineError(self.name, f"its process ended {how(status)}{said}", ended=True)
        return json.loads(answer)

    def close_child(self) -> int:
        """Ends the process; gives its status."""
        child, self._child = self._child, None
        if child is None:
            return 0
        with suppress(OSError):
            assert child.stdin is not None
            child.stdin.close()
        try:
            status = child.wait(2)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        assert child.stdout is not None
        child.stdout.close()
        return status

    def __exit__(self, *_: object) -> None:
        self.close_child()
        self._folder.cleanup()


def _line_within(child: subprocess.Popen[str], seconds: float | None) -> str | None:
    """A line of the child's output: empty where it has ended, None where the time is over."""
    assert child.stdout is not None
    if seconds is not None:
        import selectors

        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return None
    return child.stdout.readline()


def _last_lines(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()][-_MOST_LINES:]
    return "".join([":", *(f"\n  {line[:300]}" for line in lines)]) if lines else ""


class Command:
    """Another compiler: a command that reads a program and arrays and writes results.

    In the command, `{program}` is the program in StableHLO's text, `{artifact}` as a portable artifact, `{inputs}` an npz file of
    the arguments, `{outputs}` the npz file that it is to write, its arrays in the order of the results; `{folder}` is where all
    these lie, with the arguments as input0.npy, input1.npy, ... and results as output0.npy, ..., where it writes those instead.
    """

    def __init__(self, command: str, time_limit: float | None = None) -> None:
        self.words, self.time_limit = shlex.split(command), time_limit
        if not self.words:
            raise InputError("--command is empty")
        self.name = Path(self.words[0]).name

    def load(self, module: Module) -> Loaded:
        """The program as a function of arrays."""
        return lambda arrays: self._run(module, arrays)

    def _run(self, module: Module, arrays: Sequence[Any]) -> list[np.ndarray]:
        with tempfile.TemporaryDirectory(prefix="hloom-command-") as folder:
            place = Path(folder)
            files = {"program": place / "program.mlir", "artifact": place / "program.mlirbc", "inputs": place / "inputs.npz",
                     "outputs": place / "outputs.npz", "folder": place}
            files["program"].write_text(module.to_text(), encoding="utf-8")
            if any("{artifact}" in word for word in self.words):
                files["artifact"].write_bytes(serialize_portable_artifact(module, get_current_version()))
            plain = [portable(np.asarray(a)) for a in arrays]
            np.savez(files["inputs"], *plain)
            for number, array in enumerate(plain):
                np.save(place / f"input{number}.npy", array)
            self._call(files)
            return self._results(module, place)

    def _call(self, files: Mapping[str, Path]) -> None:
        words = self.words
        for name, path in files.items():
            words = [word.replace(f"{{{name}}}", str(path)) for word in words]
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=self.time_limit, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            raise EngineError(self.name, f"it took more than {self.time_limit:g} seconds") from None
        except OSError as error:
            raise EngineError(self.name, f"{error.filename or self.words[0]}: {error.strerror or error}") from None
        if done.returncode:
            raise EngineError(self.name, f"it ended {how(done.returncode)}{_last_lines(done.stdout)}", done.returncode < 0)

    def _results(self, module: Module, place: Path) -> list[np.ndarray]:
        types = [t for t in module.functions["main"].function_type.outputs if isinstance(t, TensorType)]
        if (place / "outputs.npz").exists():
            arrays = [array for _, array in read_named(f"@{place / 'outputs.npz'}")]
        else:
            arrays = [read_named(str(path))[0][1] for k in range(len(types)) if (path := place / f"output{k}.npy").exists()]
        if len(arrays) != len(types):
            raise EngineError(self.name, f"it wrote {len(arrays)} of {len(types)} results: they are wanted in {{outputs}}, or as "
                              "output0.npy and so on in {folder}")
        return [narrowed(a, of_dtype(t.storage.dtype)) for a, t in zip(arrays, types)]


_CLASSES = dict(zip(ENGINES, (Reference, Cpu, Xla), strict=True))


def engine_named(name: str, **options: Any) -> Engine:
    """An engine by its name. InputError for one that there is not."""
    if name not in ENGINES:
        raise InputError(f"there is no engine {name!r:.50}{did_you_mean(name, list(ENGINES))}; engines are {', '.join(ENGINES)}")
    return _CLASSES[name](**options)
