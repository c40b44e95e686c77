"""Faults that a reduction keeps: engines that differ, an engine that ends its process, NaN, slowness, and what a command says.

Each is a function of a program and arrays: what is wrong, in words that tell one fault from another, or None. What hloom computes
is computed in child processes with limits; XLA and commands are processes of their own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from hloom.debug.agreement import compare_all
from hloom.debug.child_calls import LIMITS, Limits, Outcome, call, kill_group, limit_process
from hloom.debug.engines import Cpu, Engine, EngineError, Xla, engine_named
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import of_dtype
from hloom.numbers.portable import portable
from hloom.ops.builtin.module import Module
from hloom.reference.api import evaluate
from hloom.reference.rounding import SAMPLES, moves_by_rounding
from hloom.support.diagnostics import InputError, UserError

#: Seconds below which hloom's time says more of the call than of what is computed.
_SHORT = 1e-4
#: Runs of which the fastest counts, and seconds that these take at most.
_RUNS, _MEASURING = 20, 2.0

#: Seconds that a program gets in any case, and how many times as long as one that was larger.
_LEAST, _LONGER = 2.0, 4.0
#: How many times as far as one evaluation with random errors moves its elements a result is when no more are asked for.
_GROSS = 100.0

Arrays = Sequence[np.ndarray]


class Fault:
    """What faults share: limits of what runs, and why nothing was found."""

    def __init__(self, limits: Limits) -> None:
        self.limits = self._most = limits
        #: What came between, the last time that nothing was found: `it took more than 60 seconds`.
        self.note = ""

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """What is wrong; None where nothing is."""
        raise NotImplementedError

    @property
    def compiles(self) -> Sequence[Engine]:
        """The engines that compile in child processes."""
        return ()

    def warm(self, module: Module) -> None:
        """Loads what compiling a program takes into this process, so that child processes need not, where a child shows that
        this ends well."""
        for engine in self.compiles:
            found = call(lambda engine=engine: engine.load(module) is None, self.limits)
            if not (found.raised or found.ended):
                engine.load(module)

    def expect(self, seconds: float) -> None:
        """Says how long a program took, so that others, which are smaller, get little more: a loop without an end is one."""
        most = max(self._most.seconds, 2 * seconds)
        self.limits = self._most._replace(seconds=min(most, _LEAST + _LONGER * seconds))

    def wait(self, seconds: float) -> None:
        """Lets the next program take so many seconds, if that is more than its limit: the one to begin with is the largest."""
        self.limits = self._most._replace(seconds=max(self._most.seconds, seconds))

    def close(self) -> None:
        """Ends what was started."""


def _note(found: Outcome) -> str:
    return f"it was ended {found.ended}" if found.is_late else found.message if found.is_expected else ""


class Differs(Fault):
    """Two engines differ beyond what rounding in the program explains (or `tolerance` allows), or one of them fails."""

    def __init__(self, engines: Sequence[str | Engine], tolerance: Tolerance | None = None, limits: Limits = LIMITS) -> None:
        if len(engines) != 2:
            raise InputError(f"two engines are compared, got {len(engines)}")
        super().__init__(limits)
        self.engines = [_engine(e, limits) for e in engines]
        self.tolerance = tolerance

    @property
    def compiles(self) -> Sequence[Engine]:
        """Its engines that are hloom's compiler."""
        return [e for e in self.engines if isinstance(e, Cpu)]

    def __str__(self) -> str:
        return f"{' and '.join(e.name for e in self.engines)} differ"

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """What differs."""
        outside = {k: _run(e, module, arrays) for k, e in enumerate(self.engines) if isinstance(e, Xla)}
        found = call(lambda: self._judge(module, arrays, outside), self.limits)
        self.note = _note(found)
        if found.is_expected or found.is_late:
            return None
        if found.raised or found.ended:
            return f"fails: {found.raised or found.ended}"
        kind, self.note = found.value
        return kind

    def _judge(self, module: Module, arrays: Arrays, outside: dict[int, Any]) -> tuple[str | None, str]:
        """What is wrong, and else what came between."""
        first, second = (outside[k] if k in outside else _run(e, module, arrays) for k, e in enumerate(self.engines))
        if isinstance(first, str) or isinstance(second, str):
            failed = [text for text in (first, second) if isinstance(text, str)]
            return (f"fails: {failed[0]}", "") if len(failed) == 1 else (None, "; ".join(failed))
        return str(self) if _differ(module, arrays, first, second, self.tolerance) else None, ""

    def close(self) -> None:
        """Ends what was started."""
        _close(self.engines)


def _differ(module: Module, arrays: Arrays, expected: Arrays, found: Arrays, tolerance: Tolerance | None) -> bool:
    """Whether results differ by more than what rounding explains.

    One evaluation with random errors is enough where it explains all, or where a result is apart by `_GROSS` times as far as
    anything moves in it; else as many are needed as elsewhere.
    """
    names = [str(k) for k in range(len(expected))]
    pairs = list(zip(names, found, expected))
    moved: dict[str, Any] = {}

    def moves(samples: int) -> Callable[[Sequence[str]], dict[str, Any]]:
        def of(wanted: Sequence[str]) -> dict[str, Any]:
            def run(observer: Any) -> dict[str, Any]:
                return dict(zip(names, evaluate(module, *arrays, observer=observer)))

            try:
                moved.update(moves_by_rounding(run, {n: expected[int(n)] for n in wanted}, samples))
            except UserError:
                return {}
            return moved
        return of

    apart = {c.name for c in compare_all(pairs, tolerance, moves(1)) if c.apart}
    if not apart or tolerance is not None or any(n not in moved or _is_gross(found[int(n)], expected[int(n)], moved[n])
                                                 for n in apart):
        return bool(apart)
    return any(c.apart for c in compare_all(pairs, tolerance, moves(SAMPLES)))


def _is_gross(found: np.ndarray, expected: np.ndarray, moved: np.ndarray) -> bool:
    """Whether a result is apart further than anything that rounding does to it."""
    if found.shape != expected.shape:
        return True
    wide = np.complex128 if of_dtype(expected.dtype).is_complex else np.float64
    with np.errstate(all="ignore"):
        apart = np.abs(found.astype(wide) - expected.astype(wide))
    return bool(np.nanmax(apart, initial=0.0) > _GROSS * np.max(moved, initial=0.0))


def _engine(engine: str | Engine, limits: Limits) -> Engine:
    """An engine, XLA with limits on its process."""
    if engine == "xla":
        return _LimitedXla(limits)
    return engine_named(engine) if isinstance(engine, str) else engine


class _LimitedXla(Xla):
    def __init__(self, limits: Limits) -> None:
        super().__init__(time_limit=limits.seconds)
        self._limits = limits

    def _start(self) -> None:
        super()._start()
        assert self._child is not None
        limit_process(self._limits, self._child.pid)


def _run(engine: Engine, module: Module, arrays: Arrays) -> list[np.ndarray] | str:
    """What an engine gives, or why it does not, without numbers, which say where it was."""
    try:
        return engine.load(module)(arrays)
    except EngineError as error:
        return re.sub(r"\d+", "N", str(error).splitlines()[0])[:80]


def _close(engines: Sequence[Engine]) -> None:
    for engine in engines:
        if isinstance(engine, Xla):
            engine.__exit__(None, None, None)


class _OfOneEngine(Fault):
    """A fault of one engine."""

    def __init__(self, engine: str | Engine, limits: Limits) -> None:
        super().__init__(limits)
        self.engine = _engine(engine, limits)

    @property
    def compiles(self) -> Sequence[Engine]:
        """Its engine where that is hloom's compiler."""
        return [self.engine] if isinstance(self.engine, Cpu) else []

    def close(self) -> None:
        """Ends what was started."""
        _close([self.engine])


class Crash(_OfOneEngine):
    """Running the program ends the process of the engine, or fails by a fault of its own. The same signal, or the same exception
    from the same function, is the same crash."""

    def __init__(self, engine: str | Engine = "cpu", limits: Limits = LIMITS) -> None:
        super().__init__(engine, limits)

    def __str__(self) -> str:
        return f"{self.engine.name} crashes"

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """How it crashes."""
        if isinstance(self.engine, Xla):
            try:
                self.engine.load(module)(arrays)
            except EngineError as error:
                return str(error).splitlines()[0] if error.ended else None
            return None
        found = call(lambda: len(self.engine.load(module)(arrays)), self.limits)
        self.note = _note(found)
        if found.is_late or found.is_expected or not (found.ended or found.raised):
            return None
        return f"{self.engine.name} {f'ends its process {found.ended}' if found.ended else f'fails: {found.raised}'}"


class Nan(_OfOneEngine):
    """A result has a NaN, where no argument has a NaN or an infinity."""

    def __init__(self, engine: str | Engine = "reference", limits: Limits = LIMITS) -> None:
        super().__init__(engine, limits)

    def __str__(self) -> str:
        return f"a result of {self.engine.name} has a NaN"

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """Whether there is one."""
        if not all(_passes(np.isfinite, a).all() for a in arrays):
            return None
        if isinstance(self.engine, Xla):
            has = self._has(module, arrays)
        else:
            outcome = call(lambda: self._has(module, arrays), self.limits)
            has, self.note = outcome.value, _note(outcome)
        return str(self) if has else None

    def _has(self, module: Module, arrays: Arrays) -> bool:
        found = _run(self.engine, module, arrays)
        return not isinstance(found, str) and any(bool(_passes(np.isnan, a).any()) for a in found)


def _passes(test: Callable[[Any], Any], array: np.ndarray) -> np.ndarray:
    """Which elements pass a test of NumPy's, also of types that it lacks; of whole numbers what 0 says."""
    type = of_dtype(array.dtype)
    if type.is_complex:
        return np.asarray(test(array))
    return np.asarray(test(array.astype(np.float64) if type.is_float else np.zeros(array.shape)))


class SlowerThanXla(Fault):
    """hloom's compiled code takes at least `times` as long as XLA's, each the fastest of some runs, measured twice; what takes
    less than 0.1 ms is not slow."""

    def __init__(self, times: float, limits: Limits = LIMITS) -> None:
        if not times > 0:
            raise InputError(f"hloom is to be slower by a positive factor, got {times:g}")
        super().__init__(limits)
        self.times = times
        self.xla = _LimitedXla(limits)

    @property
    def compiles(self) -> Sequence[Engine]:
        """hloom's compiler."""
        return [Cpu()]

    def __str__(self) -> str:
        return f"hloom takes {self.times:g} times as long as XLA, or longer"

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """Whether it does."""
        try:
            own = call(lambda: _fastest(Cpu().load(module), arrays), self.limits).value
            if own is None or own < max(_SHORT, self.times * self.xla.seconds(module, arrays, _RUNS, _MEASURING)):
                return None
            again = call(lambda: _fastest(Cpu().load(module), arrays), self.limits).value
            return str(self) if again and again >= self.times * self.xla.seconds(module, arrays, _RUNS, _MEASURING) else None
        except EngineError:
            return None

    def close(self) -> None:
        """Ends what was started."""
        _close([self.xla])


def _fastest(run: Callable[[Arrays], Any], arrays: Arrays) -> float:
    """The seconds of the fastest of some runs."""
    run(arrays)
    found: list[float] = []
    while len(found) < _RUNS and sum(found) < _MEASURING:
        start = perf_counter()
        run(arrays)
        found.append(perf_counter() - start)
    return min(found)


class Test(Fault):
    """A command ends with status 0: then the fault is still there.

    In the command `{program}` is a file with the program, `{inputs}` an npz file of its arguments, `{folder}` where both lie. It
    runs in that folder, without standard input; what it prints goes nowhere.
    """

    __test__ = False  # it is none of pytest's

    def __init__(self, command: str, limits: Limits = LIMITS) -> None:
        super().__init__(limits)
        self.command = command
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"--test {command!r:.100}: {error}") from None
        if not any("{program}" in word or "{folder}" in word for word in self.words):
            raise InputError(f"--test {command!r:.100}: the command reads the program from {{program}}")

    def __str__(self) -> str:
        return f"status 0 of {self.command}"

    def __call__(self, module: Module, arrays: Arrays) -> str | None:
        """Whether the command says so."""
        with tempfile.TemporaryDirectory(prefix="hloom-test-") as folder, ExitStack() as stack:
            place = Path(folder)
            files = {"program": place / "program.mlir", "inputs": place / "inputs.npz", "folder": place}
            files["program"].write_text(module.to_text(), encoding="utf-8")
            if any("{inputs}" in word or "{folder}" in word for word in self.words):
                np.savez(files["inputs"], *[portable(np.asarray(a)) for a in arrays])
            words = self.words
            for name, path in files.items():
                words = [word.replace(f"{{{name}}}", str(path)) for word in words]
            nothing = stack.enter_context(open(os.devnull, "r+b"))
            try:
                child = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, cwd=folder, start_new_session=True)
            except OSError as error:
                raise InputError(f"--test: {error.filename or words[0]}: {error.strerror or error}") from None
            limit_process(self.limits, child.pid)
            try:
                return str(self) if child.wait(self.limits.seconds) == 0 else None
            except subprocess.TimeoutExpired:
                return None
            finally:
                kill_group(child.pid)
                child.wait()
