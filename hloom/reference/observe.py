"""Observers of a run: stop at the first NaN or infinity, write a trace, show progress."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol, TextIO

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
    `hloom.debug.nan_origin` goes on to the end of the run and also says what becomes of it.
    """

    def __init__(self, kind: str = "nan") -> None:
        self._kind = nan_kind(kind)

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        found = made(self._kind, operands, results)
        if found is not None:
            raise EvaluationError.at(op.span, "nan_check", found.told(op))


def nan_kind(kind: str) -> str:
    """The kind of a check as it is. InputError for one that there is not."""
    if kind not in NAN_CHECKS:
        raise InputError(f"a NaN check looks for {', '.join(NAN_CHECKS)}; got {kind!r:.50}")
    return kind


class Made(NamedTuple):
    """Elements of a result that a check looks for: a word for them, the number of the result, the first of them, how many there
    are, and of how many."""

    word: str
    result: int
    index: tuple[int, ...]
    count: int
    size: int

    def told(self, op: Operation) -> str:
        """That an operation has made them."""
        which = f"result {self.result}" if len(op.results) > 1 else "the result"
        return (f"{op.name} makes {self.word}, which none of its operands has: {self.count} of {self.size} elements of {which}, "
                f"the first at {list(self.index)}")


def made(kind: str, operands: Sequence[Any], results: Sequence[Any]) -> Made | None:
    """What one of the results has that is looked for and that none of the operands has."""
    for word, test in NAN_CHECKS[kind]:
        for number, value in enumerate(results):
            marked = _marked(value, test)
            if marked is not None and marked.any() and not any(_has(x, test) for x in operands):
                return Made(word, number, first_of(marked), int(marked.sum()), marked.size)
    return None


def looked_for(kind: str, value: Any) -> np.ndarray | None:
    """Which elements of a value are looked for; None where it is no tensor of floating-point or complex numbers, or has none."""
    marks = [marked for _, test in NAN_CHECKS[kind] if (marked := _marked(value, test)) is not None and marked.any()]
    return None if not marks else marks[0] if len(marks) == 1 else marks[0] | marks[1]


def words_of(kind: str, element: Any) -> str:
    """What an element that is looked for is called."""
    return next(word for word, test in NAN_CHECKS[kind] if _has(element, test))


def first_of(marked: np.ndarray) -> tuple[int, ...]:
    """The place of the first element that is marked."""
    return tuple(int(k) for k in np.unravel_index(int(np.argmax(marked)), marked.shape))


def _marked(value: Any, test: Any) -> Any:
    """Where a tensor of floating-point or complex numbers passes a test; None for other values."""
    if not isinstance(value, np.ndarray | np.generic):
        return None
    type = of_dtype(value.dtype)
    if type.is_complex:
        return np.asarray(test(value))
    return np.asarray(test(widen(np.asarray(value), F64))) if type.is_float else None


def _has(value: Any, test: Any) -> bool:
    if isinstance(value, tuple):
        return any(_has(x, test) for x in value)
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
