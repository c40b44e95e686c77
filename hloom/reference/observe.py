"""Observers of a run: stop at the first NaN or infinity, write a trace, show progress."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, Protocol, TextIO

import numpy as np

from hloom.ir.core import Operation
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F64, of_dtype
from hloom.numbers.rounding import widen
from hloom.support.diagnostics import EvaluationError, InputError


class Observer:
    """Sees every operation of a run but constants: before it runs, and after it, unless it failed.

    Operations inside regions are seen between their owner's `before` and `after`. In a grid, each process calls the
    observer from its own thread.
    """

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        """Called when `op` is about to run."""

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        """Called with what `op` gave. An exception from here ends the run."""


class Computing(Observer):
    """An observer that also computes: what it gives stands in the place of what operations give."""

    def compute(self, process: Any, op: Operation, compute: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
        """What `op` gives in the run. `compute` takes operands and gives what it would have been: a value, or a tuple of values.
        `process` is the interpreter that runs the operation."""
        return compute(*operands)


class Several(Observer):
    """Hands everything on to several observers."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self.observers = observers

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        for observer in self.observers:
            observer.before(op, operands)

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        for observer in self.observers:
            observer.after(op, operands, results)


#: What NanCheck looks for, the first thing first: a word for messages, and which elements are meant.
_NAN: Final = ("NaN", np.isnan)
_INFINITY: Final = ("an infinity", np.isinf)
NAN_CHECKS: Final = {"nan": (_NAN,), "inf": (_INFINITY,), "all": (_NAN, _INFINITY)}


class NanCheck(Observer):
    """Raises EvaluationError at the first operation that makes what is looked for: one of its results has it, none of its
    operands has.

    `kind` is `nan`, `inf`, or `all` for both, where an operation that makes both is told of its NaN. An infinity is no NaN: the
    -inf of `log(0)` that a maximum takes away is a fault for `inf` and `all` only. Raises InputError for another kind.
    """

    def __init__(self, kind: str = "nan") -> None:
        if kind not in NAN_CHECKS:
            raise InputError(f"a NaN check looks for {', '.join(NAN_CHECKS)}; got {kind!r:.50}")
        self._searches = NAN_CHECKS[kind]

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        for word, test in self._searches:
            for number, value in enumerate(results):
                bad = _marked(value, test)
                if bad is None or not bad.any() or any(_has(x, test) for x in operands):
                    continue
                place = [int(k) for k in np.unravel_index(int(np.argmax(bad)), bad.shape)]
                which = f"result {number}" if len(results) > 1 else "the result"
                raise EvaluationError.at(op.span, "nan_check", f"{op.name} makes {word}, which none of its operands has: "
                                         f"{int(bad.sum())} of {bad.size} elements of {which}, the first at {place}")


def _marked(value: Any, test: Any) -> Any:
    """Where a tensor of floating-point or complex numbers passes a test; None for other values."""
    if not isinstance(value, np.ndarray | np.generic):
        return None
    type = of_dtype(value.dtype)
    if type.is_complex:
        return np.asarray(test(value))
    return np.asarray(test(widen(np.asarray(value), F64))) if type.is_float else None


def _has(value: Any, test: Any) -> bool:
    marked = _marked(value, test)
    return marked is not None and bool(marked.any())


class Writable(Protocol):
    """What text can be written to."""

    def write(self, text: str, /) -> object: ...


class Trace(Observer):
    """Writes one line of JSON for each operation: what ran, where, for how long, and what it gave.

    `step` counts operations in the order in which they end, `depth` the operations around it, `microseconds` is the time
    with all that ran inside, `bytes` the size of the results, `names` what the text calls them (null: nothing); `source` is the
    line of the user's program that the operation was made from, where the program names it.
    """

    def __init__(self, file: Writable) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._step = 0
        self._started = threading.local()

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        if not hasattr(self._started, "times"):
            self._started.times = []
        self._started.times.append(perf_counter())

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        microseconds = (perf_counter() - self._started.times.pop()) * 1e6
        arrays = [x for x in results if isinstance(x, np.ndarray | np.generic)]
        with self._lock:
            self._step += 1
            record = {"step": self._step, "op": op.name, "place": str(op.span) if op.span else None,
                      "source": next(iter((op.span.frames if op.span else ()) or op.location.frames()), None),
                      "depth": len(self._started.times), "thread": threading.current_thread().name,
                      "microseconds": round(microseconds, 1), "bytes": sum(x.nbytes for x in arrays),
                      "names": [r.name for r in op.results],
                      "results": [f"{'x'.join(map(str, [*x.shape, of_dtype(x.dtype)]))}" for x in arrays]}
            self.file.write(json.dumps(record) + "\n")


class Progress(Observer):
    """Rewrites one line of a terminal, a few times a second, with the number of operations and the place."""

    def __init__(self, terminal: TextIO, delay: float = 2.0, interval: float = 0.25) -> None:
        self.terminal, self.interval = terminal, interval
        self.count, self.shown = 0, False
        self._start = perf_counter()
        self._next = self._start + delay

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        self.count += 1
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + self.interval
        self.shown = True
        where = f"{op.name} at line {op.span.line}" if op.span else op.name
        types = ", ".join(str(r.type) for r in op.results if isinstance(r.type, TensorType))
        text = f"{now - self._start:.0f} s, {self.count:,} operations, {where}: {types}"
        self.terminal.write(f"\r\x1b[K{text[:100]}")
        self.terminal.flush()

    def close(self) -> None:
        """Takes the line away."""
        if self.shown:
            self.terminal.write("\r\x1b[K")
            self.terminal.flush()
