"""How far arrays may be apart: what is asked for, or else what the element types and the program say.

By default an element agrees that is within some units in the last place of what is expected (`UNITS`). Where elements do not,
the program is evaluated with random errors of the size of rounding (`hloom.reference.rounding`): then an element may be apart by
twice as far as these move it, for both sides are rounded. Complex numbers are measured by their modulus. Integers and truth
values agree where they are equal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.numbers.compare import unit_in_last_place
from hloom.numbers.difference import EQUAL, Difference, Tolerance, difference
from hloom.numbers.element_type import ElementType, of_dtype
from hloom.numbers.rounding import Array

#: Units in the last place by which elements may be apart in any program; of floats of at most 8 bits, and of others.
SMALL_UNITS: Final = 1
UNITS: Final = 4

#: Gives, for names of arrays, how far rounding moves each of their elements; without those of which that is not known.
Moves = Callable[[Sequence[str]], Mapping[str, Array]]


class Compared(NamedTuple):
    """A comparison of two arrays: what they are called, how they differ, and how far the first element that does not agree may
    have been apart; None where all agree or there is no such number."""

    name: str
    apart: Difference
    allowed: float | None = None

    def __str__(self) -> str:
        more = "" if self.allowed is None else f"; {self.allowed:.3g} is allowed there"
        return f"{self.apart}{more}"


def compare_all(pairs: Sequence[tuple[str, Array, Array]], tolerance: Tolerance | None, moves: Moves) -> list[Compared]:
    """Compares arrays, each with a name and with what is expected in its place. `moves` is only asked where it matters."""
    compared = [_compare(name, found, expected, tolerance or _default(found, expected)) for name, found, expected in pairs]
    doubtful = [c.name for c, (_, found, _) in zip(compared, pairs) if c.apart.count and _rounds(of_dtype(found.dtype))]
    if tolerance is not None or not doubtful:
        return compared
    moved = moves(doubtful)
    return [_compare(name, found, expected, _widened(found, expected, moved[name]))
            if name in moved and np.shape(moved[name]) == np.shape(expected) else c
            for c, (name, found, expected) in zip(compared, pairs)]


def _compare(name: str, found: Array, expected: Array, tolerance: Tolerance) -> Compared:
    apart = difference(found, expected, tolerance if _is_rounded(found) else EQUAL)
    if not apart.count or not _is_rounded(found):
        return Compared(name, apart)
    units, absolute, relative = (float(np.broadcast_to(x, np.shape(found))[apart.index]) for x in tolerance[:3])
    at = np.asarray(apart.expected)
    size = float(np.abs(at.astype(np.complex128 if at.dtype.kind == "c" else np.float64)))
    bound = max(units * float(unit_in_last_place(at)), absolute, relative * size)
    return Compared(name, apart, bound if math.isfinite(bound) else None)


def _default(found: Array, expected: Array) -> Tolerance:
    """So many units in the last place; of complex numbers, of the modulus."""
    if not _is_rounded(found) or np.shape(found) != np.shape(expected) or found.dtype != expected.dtype:
        return EQUAL
    return _of_units(expected, _least_units(of_dtype(found.dtype)))


def _of_units(expected: Array, units: float) -> Tolerance:
    if not of_dtype(expected.dtype).is_complex:
        return Tolerance(units)
    with np.errstate(invalid="ignore"):
        return Tolerance(absolute=np.nan_to_num(units * unit_in_last_place(expected)))


def _widened(found: Array, expected: Array, moved: Array) -> Tolerance:
    """What rounding in the program allows, at least what types do."""
    base = _of_units(expected, _least_units(of_dtype(found.dtype)))
    return base._replace(absolute=np.maximum(base.absolute, 2 * moved))


def _least_units(type: ElementType) -> int:
    return SMALL_UNITS if type.width <= 8 else UNITS


def _is_rounded(x: Any) -> bool:
    return _rounds(of_dtype(x.dtype))


def _rounds(type: ElementType) -> bool:
    return type.is_float or type.is_complex
