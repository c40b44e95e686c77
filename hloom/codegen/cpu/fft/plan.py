"""How a discrete Fourier transform is computed: as passes over one dimension, each of stages of small radices.

A pass computes transforms of a length side by side, one in each lane of the registers, in scratch memory in which the k-th
numbers of all lanes lie together. So nothing is shuffled between stages, whatever the length. Stages are Stockham's: the numbers
come out in order. What does not suit becomes what does:

- a length with a prime factor above 113 is a cyclic convolution of a length of small ones (Bluestein);
- one long transform is N1 columns of N2 and then N2 rows of N1, with a factor for each number between (Bailey's four steps);
- a long convolution is columns, then rows that are transformed, multiplied and transformed back, then columns again.
"""

from __future__ import annotations

from dataclasses import field
from math import prod
from typing import Any, Literal

import numpy as np

from hloom.codegen.machine import Machine
from hloom.runtime.dispatch.lazy_constants import LongTable, chirp, half_turns, roots, transformed_chirp
from hloom.support.records import computed_once, dataclass

#: Radices in the order in which they are tried: the larger, the fewer passes over the scratch memory. Longer primes take longer
#: than convolutions.
_RADICES = (8, 4, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
            109, 113)
#: Bits of those registers.
_REGISTER_BITS = 512
#: Bytes of a line of the caches.
LINE_BYTES = 64
#: Entries of such a short table, and lanes that another one is for.
FINE, LANES = 1 << 11, 16


def radices_of(length: int) -> tuple[int, ...] | None:
    """Factors of a length that stages are made of; None if it has a prime factor that is too large."""
    found = []
    for radix in _RADICES:
        while length % radix == 0:
            found.append(radix)
            length //= radix
    return tuple(found) if length == 1 else None


def _smooth_from(least: int) -> int:
    """The least product of 2, 3 and 5 that is not below `least`."""
    best = 1 << max(least - 1, 0).bit_length()
    five = 1
    while five < best:
        three = five
        while three < best:
            best = min(best, three << max(-(-least // three) - 1, 0).bit_length())
            three *= 3
        five *= 5
    return best


def split(machine: Machine, length: int, rows: int, bits: int, workers: int) -> tuple[int, int] | None:
    """Two factors, as near to each other as they come, of a length that takes two passes; None if it takes one."""
    fft = machine.fft
    if radices_of(length) is None or length < (fft.long if rows >= 8 else fft.long_alone):
        return None
    first = max(d for d in range(1, int(length**0.5) + 1) if length % d == 0)
    second = length // first
    lanes = _REGISTER_BITS // bits
    if rows >= max(6, 3 * workers) * lanes and length < fft.long_lanes and first % lanes and second % lanes:
        return None  # groups of rows have all lanes, but for the last one, which those of neither factor have
    return (first, second) if first >= 4 else None


def long_convolution(machine: Machine, length: int, rows: int, bits: int) -> tuple[int, int] | None:
    """How many numbers the columns and the rows have of the convolution in three passes that a transform becomes, whole registers
    of them for every target; None if it becomes none, or one in a single pass."""
    fft = machine.fft
    least = fft.long_convolution_alone if rows * bits <= fft.alone_bits else fft.long_convolution
    if radices_of(length) is not None or length < least:
        return None
    least = 2 * length - 1
    middle = least**0.5
    # As near to each other as they come within an eighth of the least product.
    found = [(columns * rows, abs(columns - rows), columns, rows)
             for columns in range(16 * max(1, int(middle / 24)), int(1.5 * middle) + 16, 16) if _is_plain(columns)
             for rows in [16 * _smooth_from(-(-least // (16 * columns)))]]
    return min(found)[2:]


def _is_plain(length: int) -> bool:
    """Whether a length has no prime factor above 5."""
    for prime in (2, 3, 5):
        while length % prime == 0:
            length //= prime
    return length == 1


def is_kept(machine: Machine, length: int, rows: int, bits: int, workers: int) -> bool:
    """Whether both passes over a row are one kernel: its numbers stay in the caches between them, and there are rows for all."""
    return 2 * length * bits // 8 <= machine.fft.row_bytes and have_rows(machine, length, rows, workers)


def have_rows(machine: Machine, length: int, rows: int, workers: int) -> bool:
    """Whether each worker has rows of its own: one of few numbers has all."""
    return rows >= 4 * workers or rows * length <= machine.fft.alone


@dataclass(frozen=True)
class Side:
    """Where the numbers of a pass come from, or go to.

    The k-th number of a lane is `outer * o + point * k + lane * l` elements from the start, and number `row[0] * k + row[1] * l`
    of its row, of which `stored` are there. A hermitian row has its first half only; of a real one the imaginary parts are 0.
    The inverse is the transform of numbers whose real and imaginary parts are exchanged, and exchanged again (`is_exchanged`).
    """

    kind: Literal["complex", "real", "hermitian"]
    outer: int
    point: int
    lane: int
    row: tuple[int, int]
    stored: int
    is_exchanged: bool = False

    def text(self) -> str:
        """The kind of its numbers, and how many elements they, transforms and groups of these lie apart."""
        return f"{self.kind} at steps of {self.point}, {self.lane}, {self.outer}{', exchanged' if self.is_exchanged else ''}"


@dataclass(frozen=True)
class Pass:
    """`outer` times `lanes` transforms of `length` numbers of `bits` bits a part. Rows have `row_length` numbers; results are
    multiplied by `scale`, and by w^(k l), w = exp(-2 pi i / row_length), in the first of two passes (`turns`)."""

    machine: Machine = field(repr=False)
    bits: int
    length: int
    outer: int
    lanes: int
    source: Side
    target: Side
    row_length: int
    scale: float = 1.0
    turns: bool = False
    #: Which pass it is of the convolution of `row_length` numbers that a row of `numbers` becomes; `whole`: of none.
    role: Literal["whole", "first", "middle", "last"] = "whole"
    numbers: int = 0
    #: Whether its numbers are pairs of a real row, whose transform follows from theirs (`after`), or theirs from it (`before`).
    pairs: Literal["none", "before", "after"] = "none"

    @computed_once
    def radices(self) -> tuple[int, ...]:
        """Those of the transform that is computed: of `points` numbers."""
        found = radices_of(self.points)
        assert found is not None
        return found

    @computed_once
    def points(self) -> int:
        """The length, or that of the convolution in its place."""
        return self.length if radices_of(self.length) is not None else _smooth_from(2 * self.length - 1)

    @property
    def is_convolution(self) -> bool:
        return self.points != self.length

    def long_table(self, width: int) -> LongTable | None:
        """What a pass of a long convolution multiplies its numbers by, in groups of so many lanes."""
        if self.role == "whole":
            return None
        if self.role == "middle":
            return LongTable("filter", self.bits, self.numbers, self.row_length, self.lanes, width)
        return LongTable("chirp", self.bits, self.numbers)

    @property
    def stages(self) -> list[tuple[int, bool]]:
        """The radix of each stage, and whether it is the last one."""
        return [(radix, k == len(self.radices)) for k, radix in enumerate(self.radices, 1)]

    def width(self, most: int) -> int:
        """Lanes that are used, of so many that a register has."""
        width = min(most, 1 << max(self.lanes - 1, 1).bit_length())
        while width > 2 and self.scratch(width) > self.machine.fft.scratch_bytes:
            width //= 2
        return width

    def has_rest(self, width: int, in_place: bool) -> bool:
        """Whether some group has less than so many lanes: no other one may be computed in its place that has some lanes twice."""
        return self.lanes < width or (in_place and self.lanes % width != 0)

    def scratch(self, width: int) -> int:
        """Bytes of one worker's scratch memory: the numbers before and after a stage."""
        return 2 * max(self.points, self.length + (self.pairs != "none")) * 2 * width * self.bits // 8

    @property
    def is_mirrored(self) -> bool:
        """Whether lanes are rows of which one half comes, and the other one follows from it."""
        return self.source.kind == "hermitian" and not self.source.row[1]

    @property
    def comes_whole(self) -> bool:
        """Whether all that comes is there, as complex numbers."""
        stored = self.row_length + (self.pairs == "before")
        return self.is_mirrored or (self.source.kind == "complex" and self.source.stored == stored)

    @property
    def goes_whole(self) -> bool:
        """Whether the same numbers of each lane are stored, as complex numbers."""
        stored = self.row_length + (self.pairs == "after")
        return self.target.kind == "complex" and (not self.target.row[1] or self.target.stored == stored)

    @property
    def loaded(self) -> int:
        """Numbers of a lane that come from the source."""
        return self.source.stored if self.is_mirrored else self.length + (self.pairs == "before")

    @property
    def results(self) -> int:
        """Numbers of a lane that go to the target, at most."""
        return self.length + (self.pairs == "after") if self.target.row[1] else self.target.stored

    def streams(self, width: int) -> bool:
        """Whether the results of so many lanes are whole lines of the caches, in an array that these do not hold: then lines need
        not be read before they are written."""
        to, parts = self.target, 1 if self.target.kind == "real" else 2
        steps = [to.outer, to.point, width]
        return (to.lane == 1 and to.outer != 0 and width * self.bits // 8 == LINE_BYTES and self.lanes % width == 0
                and self.source is not to and all(step * parts * self.bits // 8 % LINE_BYTES == 0 for step in steps)
                and self.outer * to.outer * parts * self.bits // 8 >= self.machine.fft.large_bytes)

    # -- tables -----------------------------------------------------------------------------------------------------------
    @computed_once
    def _tables(self) -> dict[str, np.ndarray]:
        """Complex numbers, computed in f64 from angles that are reduced exactly."""
        found = {}
        remaining = self.points
        for number, radix in enumerate(self.radices):
            if remaining != radix:
                p, k = np.arange(remaining // radix)[:, None], np.arange(1, radix)[None, :]
                found[f"stage {number}"] = roots(p * k, remaining).ravel()
            remaining //= radix
        if self.is_convolution:
            found["chirp"] = chirp(self.length)
            found["filter"] = transformed_chirp(self.length, self.points)
        if self.pairs != "none":
            found["pairs"] = half_turns(np.arange(1, self.length // 2 + 1), self.length)
        if self.is_composed:
            found["fine"] = roots(np.arange(FINE), self.row_length)
            found["coarse"] = roots(np.arange(-(-self.row_length // FINE)) * FINE, self.row_length)
        return found

    @property
    def has_turn_table(self) -> bool:
        return self.row_length <= self.machine.fft.table and self.role == "whole"

    @property
    def is_composed(self) -> bool:
        """Whether turns are products of entries of short tables."""
        return self.turns and not self.has_turn_table

    @property
    def turn_lanes(self) -> int:
        """Lanes of which the table of turns has the factors: all, or the first ones of each group, relative to its first lane."""
        return self.lanes if self.has_turn_table else LANES

    @computed_once
    def table(self) -> np.ndarray:
        """All tables in one array: pairs of parts, but the turns, which are rows of real parts and rows of imaginary ones."""
        parts = [np.stack([np.real(t), np.imag(t)], axis=-1).ravel() for t in self._tables.values()]
        if self.turns:
            k, lane = np.arange(self.length)[:, None], np.arange(self.turn_lanes)[None, :]
            turns = roots(k * lane % self.row_length, self.row_length)
            parts.append(np.stack([np.real(turns), np.imag(turns)], axis=1).ravel())
        return np.concatenate([*parts, np.zeros(1)]).astype(np.float32 if self.bits == 32 else np.float64)

    def offset(self, name: str) -> int:
        """Where a table begins, in reals: `stage k`, `chirp`, `filter`, `fine`, `coarse`, or `turns`, the last one."""
        names = list(self._tables)
        before = names[: names.index(name)] if name in names else names
        return sum(2 * len(self._tables[n]) for n in before)


@dataclass(frozen=True)
class RowPairs:
    """Transforms of real rows in memory, of `half` numbers and one more, made of those of their pairs, which are in their places;
    or (`is_inverse`) what to transform back, in rows that begin `step` numbers apart."""

    bits: int
    rows: int
    half: int
    is_inverse: bool
    step: int

    @property
    def row_length(self) -> int:
        return self.half

    @computed_once
    def table(self) -> np.ndarray:
        """Factors of the first numbers, real parts and imaginary ones, then the fine and the coarse table that others are of."""
        row = 2 * self.half
        near: Any = half_turns(np.arange(LANES), self.half)
        tables: list[Any] = [roots(np.arange(FINE), row), roots(np.arange(-(-row // FINE)) * FINE, row)]
        parts = [near.real, near.imag, *(np.stack([t.real, t.imag], axis=-1).ravel() for t in tables)]
        return np.concatenate(parts).astype(np.float32 if self.bits == 32 else np.float64)


def rows_of(shape: tuple[int, ...], axis: int) -> tuple[int, int, int]:
    """(outer, length, inner) of a dimension."""
    return prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])
