"""Constants that take long to compute, and are computed when a program runs first: what transforms are multiplied by, roots of
unity and what convolutions need. Short ones are computed when the program is made."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, Literal

import numpy as np

from hloom.support.records import dataclass

#: Numbers that are computed at a time, so that what is between stays in the caches.
_BLOCK = 1 << 14


def roots(number: np.ndarray, length: int) -> np.ndarray:
    """exp(-2 pi i number / length), from angles up to pi / 4 about the nearest axis: so they are as exact on axes as beside."""
    found = np.empty(number.shape, complex)
    numbers, results = number.reshape(-1), found.reshape(-1)
    for start in range(0, numbers.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        _fill_with_roots(numbers[block], length, results[block])
    return found


def _fill_with_roots(number: np.ndarray, length: int, found: Any) -> None:
    eighths = 8 * (number % length)
    axis = (eighths // length + 1) // 2
    angle = (eighths - 2 * length * axis) * (np.pi / (4 * length))
    np.cos(angle, out=found.real)
    np.sin(-angle, out=found.imag)
    found *= np.array([1, -1j, -1, 1j])[axis % 4]
    found += 0.0  # no zero is negative


def half_turns(number: np.ndarray, half: int) -> np.ndarray:
    """What differences of numbers from both ends of a transform of `half` complex numbers are multiplied by, where these are
    pairs of a real row: -i exp(-pi i number / half) / 2."""
    return roots(2 * number + half, 4 * half) / 2


def chirp(length: int) -> np.ndarray:
    """exp(-pi i k^2 / length) for k below length. That of length - k is that of k, but for the sign where the length is odd."""
    k = np.arange(length // 2 + 1)
    found = np.empty(length, complex)
    found[: k.size] = roots(k * k, 2 * length)
    found[k.size :] = found[1 : length - k.size + 1][::-1] * (1 - length % 2 * 2) + 0.0  # no zero is negative
    return found


def transformed_chirp(length: int, points: int) -> np.ndarray:
    """What the transform of a row with chirp is multiplied by, so that its inverse is that of the row without."""
    one = chirp(length).conj()
    filter = np.zeros(points, complex)
    filter[:length] = one
    filter[points - length + 1 :] = one[1:][::-1]
    return np.fft.fft(filter) / points


@dataclass(frozen=True)
class LongTable:
    """A table that is as long as rows are: it is computed when a program runs first, and not kept on disk.

    The chirp has real parts, then imaginary parts, each with zeros behind them up to a whole number of registers. Of the filter
    of a convolution of `points` numbers in columns of `columns`, each group of `width` lanes has pairs of registers.
    """

    kind: Literal["chirp", "filter"]
    bits: int
    length: int
    points: int = 0
    columns: int = 0
    width: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether it is a table that `compute` can make."""
        if self.bits not in (32, 64) or self.kind not in ("chirp", "filter") or self.length < 1:
            return False
        return self.kind == "chirp" or (self.points >= 2 * self.length - 1 and self.width > 0 and self.columns > 0
                                        and self.points % self.columns == self.columns % self.width == 0)

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(np.float32 if self.bits == 32 else np.float64)

    @property
    def shape(self) -> tuple[int, ...]:
        if self.kind == "chirp":
            return 2, padded(self.length)
        return self.columns // self.width, self.points // self.columns, 2, self.width

    @property
    def nbytes(self) -> int:
        return prod(self.shape) * self.dtype.itemsize

    def compute(self, out: np.ndarray) -> None:
        """Fills an array of this shape and type, each element once: two threads may do so at the same time."""
        if self.kind == "chirp":
            out[:, self.length :] = 0
            for place, part in zip(out, _parts(chirp(self.length))):
                place[: self.length] = part
        else:
            rows = transformed_chirp(self.length, self.points).reshape(self.points // self.columns, -1, self.width)
            for number, part in enumerate(_parts(rows)):
                out[:, :, number] = part.swapaxes(0, 1)


def padded(length: int) -> int:
    """Numbers of whole registers, whichever the target has."""
    return -(-length // 64) * 64


def _parts(numbers: Any) -> Iterator[np.ndarray]:
    yield numbers.real
    yield numbers.imag
