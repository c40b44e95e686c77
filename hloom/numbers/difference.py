"""Where arrays that should agree differ, and by how much: the one comparer of tests, self-checking programs and command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hloom.numbers.bits import to_bits
from hloom.numbers.compare import INFINITE_DISTANCE, ulp_difference
from hloom.numbers.convert import widen_integer
from hloom.numbers.element_type import F64, of_dtype
from hloom.numbers.rounding import Array, quiet, widen
from hloom.support.records import dataclass


class Tolerance(NamedTuple):
    """How far elements may be apart and still agree: as far as the most generous of these allows, each part of a complex one.

    Equal elements agree, NaN with every NaN. So do zeros of either sign, unless `signed_zeros`, which then never agree. The first
    three are a number, or an array with one for each element.
    """

    #: Units in the last place, for floats: representable numbers from one to the other.
    units: Any = 0
    #: A difference.
    absolute: Any = 0.0
    #: A difference relative to the element expected, of complex ones to the larger part.
    relative: Any = 0.0
    #: A difference relative to the largest finite element expected: what sums of such elements lose.
    of_largest: float = 0.0
    #: Elements nearer than so many units do not agree.
    least_units: int = 0
    signed_zeros: bool = False


#: Equality of numbers.
EQUAL = Tolerance()
#: Equality bit by bit, except that every NaN equals every other.
SAME_BITS = Tolerance(signed_zeros=True)


class Place(NamedTuple):
    """An element of two arrays that are compared: its indices and both values."""

    index: tuple[int, ...]
    found: Any
    expected: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two arrays. It is true where they do not agree."""

    #: The number of elements, and of those that do not agree.
    size: int = 0
    count: int = 0
    #: The first element that does not agree: its indices, both values, and their distance in units in the last place, one
    #: for each part; None where there is no distance (integers, NaN, infinities).
    index: tuple[int, ...] = ()
    found: Any = None
    expected: Any = None
    units: tuple[int | None, ...] = ()
    #: The largest differences of all elements, also of those that agree; infinite beside NaN. Those in units of floats only, None
    #: where there is no distance.
    largest: float = 0
    largest_relative: float = 0.0
    largest_units: int | None = None
    #: Where these three are; None where nothing differs, and for units also where there is no distance.
    largest_at: Place | None = None
    largest_relative_at: Place | None = None
    largest_units_at: Place | None = None
    #: How many elements are NaN, in one part at least, in both arrays.
    nans: int = 0
    #: What is different where the arrays have different types or shapes; then nothing else is known.
    of_types: str = ""

    def __bool__(self) -> bool:
        return bool(self.count or self.of_types)

    def __str__(self) -> str:
        """One line: `2 of 6 elements differ, first at [1, 2]: expected 8, got 7 (...); largest difference 1 (...) at [1, 2]`."""
        if self.of_types:
            return self.of_types
        nans = f"; {self.nans} NaN equal NaN" if self.nans else ""
        if not self.count:
            return f"{self._largest_text()}{nans}"
        far = f" ({units_text(*self.units)})" if self.units and None not in self.units else ""
        return (f"{self.count} of {self.size} elements differ, first at {list(self.index)}: expected {_value(self.expected)}, "
                f"got {_value(self.found)}{far}; {self._largest_text()}{nans}")

    def _largest_text(self) -> str:
        """The largest difference and its place; those relative and in units, with their places where these are others."""
        place = self.largest_at
        if place is None:
            return "largest difference 0"
        parts = [(f"relative {_number(self.largest_relative)}", self.largest_relative_at)]
        if self.largest_units is not None:
            parts.append((units_text(self.largest_units), self.largest_units_at))
        sizes = ", ".join(text if at is None or at.index == place.index else f"{text} at {list(at.index)}" for text, at in parts)
        text = f"largest difference {_number(self.largest)} ({sizes}) at {list(place.index)}"
        if self.count and place.index == self.index:
            return text  # both values have been said
        return f"{text}: expected {_value(place.expected)}, got {_value(place.found)}"


@quiet
def difference(found: Any, expected: Any, tolerance: Tolerance = EQUAL) -> Difference:
    """How `found` differs from `expected`, arrays of one element type and shape: of any type, a scalar or empty ones too."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return Difference(of_types=f"expected {_type_text(expected)}, got {_type_text(found)}")
    type = of_dtype(found.dtype)
    differ = to_bits(found) != to_bits(expected)
    places = np.flatnonzero(differ.any(axis=-1) if type.is_complex else differ)
    if tolerance.least_units:
        places = np.arange(found.size)
    got, wanted = (_parts(x.reshape(-1)[places]) for x in (found, expected))
    units, absolute, relative = (np.broadcast_to(x, found.shape).reshape(-1)[places][:, None] for x in tolerance[:3])
    if tolerance.of_largest:
        absolute = np.maximum(absolute, tolerance.of_largest * _largest(expected))
    measure = _floats_apart if type.is_float or type.is_complex else _integers_apart
    apart, units, agree = measure(got, wanted, tolerance._replace(units=units, absolute=absolute, relative=relative))
    wrong = np.flatnonzero(~agree.all(axis=-1))

    def place_of(row: int) -> Place:
        number = int(places[row])
        return Place(tuple(int(k) for k in np.unravel_index(number, found.shape)), found.reshape(-1)[number],
                     expected.reshape(-1)[number])

    facts = {"nans": _nans_of(found, expected), **_largest_of(apart, units, wanted, place_of)}
    if not wrong.size:
        return Difference(found.size, **facts)
    steps = () if units is None else tuple(None if n == INFINITE_DISTANCE else int(n) for n in units[wrong[0]])
    return Difference(found.size, wrong.size, *place_of(int(wrong[0])), steps, **facts)


def _parts(x: Array) -> Array:
    """The elements of a row, each with its parts: one, or two of a complex number."""
    return np.stack([x.real, x.imag], axis=-1) if of_dtype(x.dtype).is_complex else x[:, None]


def _floats_apart(found: Array, expected: Array, tolerance: Tolerance) -> tuple[Array, Array, Array]:
    """Distances of floats, those in units, and whether they agree."""
    a, b = widen(found, F64), widen(expected, F64)
    units = ulp_difference(found, expected)
    equal = (a == b) | (np.isnan(a) & np.isnan(b))
    apart = np.abs(a - b)
    apart = np.where(equal, 0.0, np.where(np.isnan(apart), np.inf, apart))
    size = np.where(np.isfinite(b), np.abs(b), 0.0).max(axis=-1, keepdims=True)
    bound = np.maximum(tolerance.absolute, tolerance.relative * size)
    agree = equal | (units <= tolerance.units) | ((apart <= bound) & np.isfinite(apart))
    if tolerance.signed_zeros:
        agree &= ~((a == b) & (to_bits(found) != to_bits(expected)))
    return apart, units, agree & (units >= np.uint64(tolerance.least_units))


def _integers_apart(found: Array, expected: Array, tolerance: Tolerance) -> tuple[Array, None, Array]:
    """Distances of integers, exact ones, and whether they agree; they have no units."""
    a, b = widen_integer(found), widen_integer(expected)
    wide = [x.astype(np.int64, copy=False).view(np.uint64) if x.dtype.kind != "u" else x.astype(np.uint64) for x in (a, b)]
    apart = np.where(a > b, wide[0] - wide[1], wide[1] - wide[0])
    bound = np.maximum(tolerance.absolute, tolerance.relative * np.abs(b.astype(np.float64)))
    return apart, None, (apart == 0) | (apart <= bound)


def _largest(x: Array) -> float:
    """The size of the largest finite element; 0 where there is none."""
    type = of_dtype(x.dtype)
    wide = x if type.is_complex else widen(x, F64) if type.is_float else widen_integer(x).astype(np.float64)
    return float(np.max(np.abs(wide), initial=0.0, where=np.isfinite(wide)))


def _largest_of(apart: Array, units: Array | None, expected: Array, place_of: Callable[[int], Place]) -> dict[str, Any]:
    """The largest differences and their places, as `Difference` names them."""
    if not apart.size:
        return {} if units is None else {"largest_units": 0}
    if units is None:
        whole, size = apart[:, 0], np.abs(widen_integer(expected)[:, 0].astype(np.float64))
    else:
        wide = widen(expected, F64)
        whole, size = (np.hypot(x[:, 0], x[:, -1]) if x.shape[1] == 2 else np.abs(x[:, 0]) for x in (apart, wide))
    relative = np.where(whole == 0, 0.0, np.where(np.isfinite(size), whole / size, np.inf))
    largest = whole.max()
    found = {"largest": int(largest) if units is None else float(largest), "largest_relative": float(relative.max())}
    if largest:
        found |= {"largest_at": place_of(int(whole.argmax())), "largest_relative_at": place_of(int(relative.argmax()))}
    if units is not None and units.max() != INFINITE_DISTANCE:
        found["largest_units"] = int(units.max())
        if units.max():
            found["largest_units_at"] = place_of(int(units.max(axis=-1).argmax()))
    return found


def _nans_of(found: Array, expected: Array) -> int:
    """How many elements are NaN in both."""
    a, b = (np.isnan(x) if of_dtype(x.dtype).is_complex or x.dtype.kind == "f" else
            np.isnan(widen(x, F64)) if of_dtype(x.dtype).is_float else np.zeros((), np.bool_) for x in (found, expected))
    return int(np.count_nonzero(a & b))


def units_text(*counts: Any) -> str:
    """`3 units in the last place`; of the two parts of a complex number `3 and 0 units in the last place`."""
    return f"{' and '.join(map(str, counts))} unit{'' if counts == (1,) else 's'} in the last place"


def _number(x: float) -> str:
    return str(x) if isinstance(x, int) else f"{x:.3g}"


def _value(x: Any) -> str:
    return str(bool(x)).lower() if x.dtype.kind == "b" else str(x)


def _type_text(x: np.ndarray) -> str:
    try:
        name = str(of_dtype(x.dtype))
    except KeyError:
        name = str(x.dtype)
    return f"{name}{list(x.shape)}"

