"""Which passes a transform takes, in kernels one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from hloom.codegen.cpu.fft.plan import Pass, RowPairs, Side, have_rows, is_kept, long_convolution, rows_of, split
from hloom.codegen.machine import Machine
from hloom.codegen.plan.target import Capabilities
from hloom.support.records import dataclass

#: The passes of a kernel, and where its results are: in the `target`, `apart` or the `same` place as its operand.
Step = tuple[tuple[Pass | RowPairs, ...], Literal["target", "apart", "same"]]


@dataclass(frozen=True)
class _Rows:
    """One end of transforms of rows: what numbers are, how many of a row are there, and how far rows are apart."""

    kind: Literal["complex", "real", "hermitian"]
    stored: int
    step: int

    def lanes(self, is_exchanged: bool) -> Side:
        """Rows as lanes."""
        return Side(self.kind, 0, 1, self.step, (1, 0), self.stored, is_exchanged)

    def columns(self, width: int, is_exchanged: bool) -> Side:
        """Columns, of as many as there are numbers in a line of a row, as lanes."""
        return Side(self.kind, self.step, width, 1, (width, 1), self.stored, is_exchanged)


@dataclass(frozen=True)
class _Transform:
    """Transforms of rows of `length` numbers."""

    machine: Machine
    bits: int
    rows: int
    length: int
    come: _Rows
    go: _Rows
    is_inverse: bool
    workers: int

    @property
    def scale(self) -> float:
        return 1 / self.length if self.is_inverse else 1.0

    def steps(self) -> Iterator[Step]:
        parts = long_convolution(self.machine, self.length, self.rows, self.bits)
        factors = split(self.machine, self.length, self.rows, self.bits, self.workers)
        if parts is not None:
            yield from self._convolution(*parts)
        elif factors is not None:
            yield from self._two_passes(*factors)
        else:
            come, go = self.come.lanes(self.is_inverse), self.go.lanes(self.is_inverse)
            yield (Pass(self.machine, self.bits, self.length, 1, self.rows, come, go, self.length, self.scale),), "target"

    def _two_passes(self, first: int, second: int) -> Iterator[Step]:
        bits, rows, length, inverse = self.bits, self.rows, self.length, self.is_inverse
        # Then a worker has the numbers between for a row at a time.
        together = is_kept(self.machine, length, rows, bits, self.workers)
        between = _Rows("complex", length, 0 if together else length)
        passes = (Pass(self.machine, bits, first, rows, second, self.come.columns(second, inverse),
                       between.columns(second, False), length, turns=True),
                  Pass(self.machine, bits, second, rows, first, _across(between, second), self.go.columns(first, inverse), length,
                       self.scale))
        if together:
            yield passes, "target"
        else:
            yield passes[:1], "apart"
            yield passes[1:], "target"

    def _convolution(self, columns: int, points: int) -> Iterator[Step]:
        bits, rows, length, inverse = self.bits, self.rows, columns * points, self.is_inverse
        # So there are never all convolutions at once, however long they are.
        together = have_rows(self.machine, length, rows, self.workers)
        between = _Rows("complex", length, 0 if together else length)
        columned, across = between.columns(points, False), _across(between, points)
        one = Pass(self.machine, bits, columns, rows, points, columned, columned, length, numbers=self.length)
        passes = (replace(one, source=self.come.columns(points, inverse), turns=True, role="first"),
                  Pass(self.machine, bits, points, rows, columns, across, across, length, turns=True, role="middle",
                       numbers=self.length),
                  replace(one, target=self.go.columns(points, inverse), scale=self.scale, role="last"))
        if together:
            yield passes, "target"
        else:
            yield passes[:1], "apart"
            yield passes[1:2], "same"
            yield passes[2:], "target"

    def of_real_rows(self) -> Iterator[Step]:
        """The steps of a transform of pairs of real rows, whose other side has a number more."""
        steps = list(self.steps())
        passes = list(steps[0][0])
        pairs = RowPairs(self.bits, self.rows, self.length, self.is_inverse, self.length)
        if len(steps) > 1:
            if self.is_inverse:
                yield (pairs,), "apart"
            yield from steps
            if not self.is_inverse:
                yield (pairs,), "same"
        elif len(passes) > 1:  # a worker has a row at a time
            if self.is_inverse:
                first = passes[0]
                assert isinstance(first, Pass)
                found = replace(pairs, step=0), replace(first, source=replace(first.source, outer=0)), *passes[1:]
            else:
                found = *passes, pairs
            yield found, "target"
        else:
            one = passes[0]
            assert isinstance(one, Pass)
            if self.is_inverse:
                source = replace(one.source, lane=self.length + 1, stored=self.length + 1, is_exchanged=False)
                yield (replace(one, source=source, pairs="before"),), "target"
            else:
                target = replace(one.target, stored=self.length + 1)
                yield (replace(one, target=target, pairs="after"),), "target"


def _across(rows: _Rows, width: int) -> Side:
    """The lines of a row as lanes."""
    return Side(rows.kind, rows.step, 1, width, (1, width), rows.stored)


def steps_of(op: Any, target: Capabilities) -> Iterator[Step]:
    """The passes of each kernel of an operation in their order."""
    rank, kind = op.operand.rank, op.fft_type
    bits = op.result.type.element.part.width
    inverse = kind in ("IFFT", "IRFFT")
    leading = list(range(rank - len(op.fft_length), rank - 1))[::-1]

    def inner(shape: tuple[int, ...], axis: int) -> tuple[Pass]:
        outer, length, lanes = rows_of(shape, axis)
        side = Side("complex", length * lanes, lanes, 1, (1, 0), length, inverse)
        return (Pass(target.machine, bits, length, outer, lanes, side, side, length, 1 / length if inverse else 1.0),)

    if kind == "IRFFT":
        for number, axis in enumerate(leading):
            yield inner(op.operand.shape, axis), "same" if number else "apart"
    yield from _last(op, bits, inverse, target)
    if kind != "IRFFT":
        for axis in leading:
            yield inner(op.result.shape, axis), "same"


def _last(op: Any, bits: int, inverse: bool, target: Capabilities) -> Iterator[Step]:
    """The passes over the last dimension, whose rows are contiguous."""
    rows, there, _ = rows_of(op.operand.shape, op.operand.rank - 1)
    wanted = op.result.shape[-1]
    kind = op.fft_type
    length = wanted if kind == "IRFFT" else there
    if kind in ("RFFT", "IRFFT") and length % 2 == 0:
        half = length // 2
        come, go = _Rows("complex", half, half), _Rows("complex", half, half + (kind == "RFFT"))
        yield from _Transform(target.machine, bits, rows, half, come, go, inverse, target.workers).of_real_rows()
        return
    # Of a row of one number nothing is left to mirror.
    come = _Rows("real" if kind == "RFFT" else "hermitian" if kind == "IRFFT" and length > 1 else "complex", there, there)
    go = _Rows("real" if kind == "IRFFT" else "complex", wanted, wanted)
    yield from _Transform(target.machine, bits, rows, length, come, go, inverse, target.workers).steps()
