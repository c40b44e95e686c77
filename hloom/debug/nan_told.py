"""What is told of the origin of a NaN or an infinity, in words and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hloom.debug.around import around
from hloom.debug.nan_tracking import Frame
from hloom.debug.regions import place_of
from hloom.ir.core import Operation, Value
from hloom.numbers.difference import Difference
from hloom.support.diagnostics import Diagnostic

#: Operations of a way that are shown at its beginning and at its end.
_FIRST_SHOWN, _LAST_SHOWN = 6, 6


@dataclass(frozen=True)
class Passed:
    """An operation through which a NaN passed: what its value is called, and the loops, branches and calls around it."""

    op: Operation
    name: str
    path: tuple[Frame, ...] = ()

    def __str__(self) -> str:
        where = f" (in {self.path[-1]})" if self.path else ""
        return f"%{self.name} = {place_of(self.op)}{where}"


@dataclass(frozen=True)
class NanOrigin:
    """Where a NaN or an infinity comes from. `str` tells it whole; `as_json` is the same for programs."""

    #: The operation that made it, or the constant that has it; None for an argument.
    op: Operation | None
    #: What its value, or the argument, is called.
    name: str
    #: What was made: `NaN` or `an infinity`.
    word: str
    #: The result of the operation, the element, and how many elements of how many have it.
    result: int
    index: tuple[int, ...]
    count: int
    size: int
    #: Operands by name, as the operation had them; empty where they were not kept.
    operands: Mapping[str, Any] = field(default_factory=dict)
    #: The loops, branches and calls that the operation stands in, from the outside.
    path: tuple[Frame, ...] = ()
    #: The operations from there to the first result that has it, and which results have it, with an element of each.
    chain: tuple[Passed, ...] = ()
    results: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    #: The first line of what is told.
    told: str = ""
    #: The place in the text.
    value: Value | None = None
    #: Whether the run came to its end, so that `results` is known.
    is_whole: bool = True
    #: Whether an engine makes it only as long as the values before it are not looked at; `chain` is not known then.
    is_unseen: bool = False

    @property
    def source(self) -> str | None:
        """The line of the user's program that the operation was made from, where the program names it."""
        if self.op is None:
            return None
        return next(iter((self.op.span.frames if self.op.span else ()) or self.op.location.frames()), None)

    @property
    def diagnostic(self) -> Diagnostic:
        """The origin as hloom tells of faults: with the place in the text, and notes."""
        span = self.op.span if self.op is not None else getattr(self.value, "span", None)
        return Diagnostic("nan_check", self.told, span, notes=tuple((note, None) for note in self._notes()))

    def _notes(self) -> Iterator[str]:
        if self.op is not None and self.operands:
            lines = list(self._operand_lines())
            yield "\n  ".join(["operands there:", *lines])
            if self.word == "NaN" and any("inf" in line.partition(": ")[2] for line in lines):
                yield "an operand is an infinity: where that comes from, a check for all tells (--nan-check=all)"
        for frame in reversed(self.path):
            yield f"in {frame}"
        if not self.is_whole:
            yield "the run ended before it came to its results"
            return
        if not self.results:
            yield "it reaches no result"
            return
        if self.is_unseen:
            yield "it is made only where the values before it are no results of the program"
        ends = ", ".join(f"{name}{list(index) if index else ''}" for name, index in self.results.items())
        left_out = len(self.chain) - _FIRST_SHOWN - _LAST_SHOWN
        shown = [*map(str, self.chain)]
        if left_out > 1:
            shown[_FIRST_SHOWN:-_LAST_SHOWN] = [f"... {left_out} operations more"]
        yield "\n  ".join([f"it reaches {ends}{', by way of' if shown else ''}", *shown])

    def _operand_lines(self) -> Iterator[str]:
        assert self.op is not None
        apart = Difference(self.size, self.count, self.index)
        return around(self.op, apart, self.operands, self.result)

    def __str__(self) -> str:
        return str(self.diagnostic)

    def as_json(self) -> dict[str, Any]:
        """{op, name, place, source, word, result, index, count, size, operands, path, chain, results, message}."""
        def placed(op: Operation | None) -> dict[str, Any]:
            return {"op": op.name if op is not None else None, "place": str(op.span) if op is not None and op.span else None}

        def path(frames: Sequence[Frame]) -> list[dict[str, Any]]:
            return [{**placed(f.op), "what": f.what, "number": f.number} for f in frames]

        span = self.diagnostic.span
        return {**placed(self.op), "place": str(span) if span else None, "name": self.name, "source": self.source,
                "word": self.word, "result": self.result, "index": list(self.index), "count": self.count, "size": self.size,
                "operands": list(self._operand_lines()) if self.op is not None else [], "path": path(self.path),
                "chain": [{**placed(p.op), "name": p.name, "path": path(p.path)} for p in self.chain],
                "results": [{"name": name, "index": list(index)} for name, index in self.results.items()],
                "is_whole": self.is_whole, "is_unseen": self.is_unseen, "message": self.told}
