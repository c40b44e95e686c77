"""Intervals of 64-bit index values.

An `Interval` is an inclusive range `[lower, upper]` of index values, in elements. The two extreme 64-bit values
stand for "no bound on this side": arithmetic saturates to them and never leaves them again, so a result that
could have overflowed is never mistaken for a finite bound. `lower > upper` is an empty interval, not an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

INT64_MIN = -(1 << 63)
INT64_MAX = (1 << 63) - 1


class _Ends(NamedTuple):
    lower: int
    upper: int


_new = tuple.__new__


class Interval(_Ends):
    """The index values `lower <= value <= upper` (indexing analysis: `struct Interval`).

    `INT64_MIN` as a lower bound and `INT64_MAX` as an upper bound mean that the side is unbounded. The operators
    `+ - * // %` give the smallest interval that the saturating end points allow; they are sound for operands that
    vary independently. The comparisons `lt, le, gt, ge, eq, ne` are three-valued: True or False where every pair
    of values agrees, None where it depends on the values. (It is a pair because that is made, hashed and compared
    fastest; iteration gives the two ends.)
    """

    __slots__ = ()

    def __new__(cls, lower: int, upper: int) -> Interval:
        if lower < INT64_MIN or lower > INT64_MAX:
            lower = saturate(lower)
        if upper < INT64_MIN or upper > INT64_MAX:
            upper = saturate(upper)
        return _new(cls, (lower, upper))

    @staticmethod
    def of_extent(extent: int) -> Interval:
        """The indices `0 .. extent - 1` of a dimension; empty for extent 0."""
        return Interval(0, extent - 1)

    @staticmethod
    def point(value: int) -> Interval:
        """The interval of one value."""
        return Interval(value, value)

    @property
    def is_empty(self) -> bool:
        return self.lower > self.upper

    @property
    def is_point(self) -> bool:
        return self.lower == self.upper

    @property
    def is_bounded(self) -> bool:
        """Whether both sides are finite."""
        return self.lower != INT64_MIN and self.upper != INT64_MAX

    @property
    def size(self) -> int:
        """The number of values; only meaningful for a bounded interval."""
        return max(self.upper - self.lower + 1, 0)

    def __contains__(self, value: int) -> bool:
        return (self.lower == INT64_MIN or self.lower <= value) and (self.upper == INT64_MAX or value <= self.upper)

    def encloses(self, other: Interval) -> bool:
        """Whether every value of `other` lies in this interval."""
        (lower, upper), (low, high) = self, other
        return low > high or (lower <= low and high <= upper)

    def intersect(self, other: Interval) -> Interval:
        (lower, upper), (low, high) = self, other
        return Interval(low if low > lower else lower, high if high < upper else upper)

    def union(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        if self.is_empty:
            return other
        if other.is_empty:
            return self
        return Interval(min(self.lower, other.lower), max(self.upper, other.upper))

    # Arithmetic -------------------------------------------------------------------------------------------------

    def __neg__(self) -> Interval:
        return EMPTY if self.is_empty else Interval(_negate(self.upper), _negate(self.lower))

    def __add__(self, other: Interval) -> Interval:
        if self.is_empty or other.is_empty:
            return EMPTY
        return Interval(_add(self.lower, other.lower, INT64_MIN, INT64_MAX), _add(self.upper, other.upper, INT64_MAX, INT64_MIN))

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        if self.is_empty or other.is_empty:
            return EMPTY
        corners = [_multiply(a, b) for a in self for b in other]
        return Interval(min(corners), max(corners))

    def scale(self, factor: int) -> Interval:
        """`self * factor` for one integer."""
        if self.is_empty:
            return EMPTY
        ends = _multiply(self.lower, factor), _multiply(self.upper, factor)
        return Interval(*ends) if factor >= 0 else Interval(ends[1], ends[0])

    def __floordiv__(self, other: Interval) -> Interval:
        """Quotients rounded towards minus infinity; unbounded when the divisor may be zero."""
        (lower, upper), (low, high) = self, other
        if lower > upper or low > high:
            return EMPTY
        if low == high > 0:
            return self.quotient(low)
        if low <= 0 <= high:
            return UNBOUNDED
        corners = [_floor_divide(a, b) for a in self for b in other]
        return Interval(min(corners), max(corners))

    def __mod__(self, other: Interval) -> Interval:
        """Remainders `a mod |b|`, never negative; the divisor is taken to be nonzero."""
        (lower, upper), (low, high) = self, other
        if lower > upper or low > high:
            return EMPTY
        if low == high != 0:
            return self.remainder(abs(low))
        largest = max(abs(low), abs(high))
        below = INT64_MAX if largest >= INT64_MAX else max(largest - 1, 0)
        return Interval(0, min(below, upper) if lower >= 0 else below)

    def quotient(self, divisor: int) -> Interval:
        """`self // divisor` for one positive divisor."""
        lower, upper = self
        if lower > upper:
            return EMPTY
        return Interval(lower if lower == INT64_MIN else lower // divisor, upper if upper == INT64_MAX else upper // divisor)

    def remainder(self, modulus: int) -> Interval:
        """`self mod modulus` for a positive modulus: exact when the interval lies inside one period."""
        lower, upper = self
        if lower > upper:
            return EMPTY
        if lower // modulus == upper // modulus and lower != INT64_MIN and upper != INT64_MAX:
            return Interval(lower % modulus, upper % modulus)
        return Interval(0, modulus - 1)

    def minimum(self, other: Interval) -> Interval:
        """The values of `min(a, b)`."""
        if self.is_empty or other.is_empty:
            return EMPTY
        return Interval(min(self.lower, other.lower), min(self.upper, other.upper))

    def maximum(self, other: Interval) -> Interval:
        """The values of `max(a, b)`."""
        if self.is_empty or other.is_empty:
            return EMPTY
        return Interval(max(self.lower, other.lower), max(self.upper, other.upper))

    # Comparison -------------------------------------------------------------------------------------------------

    def lt(self, other: Interval) -> bool | None:
        """`a < b` for every pair of values (True), for none (False), or for some (None)."""
        if self.upper < other.lower:
            return True
        return False if self.lower >= other.upper else None

    def gt(self, other: Interval) -> bool | None:
        return other.lt(self)

    def ge(self, other: Interval) -> bool | None:
        return _not(self.lt(other))

    def le(self, other: Interval) -> bool | None:
        return _not(other.lt(self))

    def eq(self, other: Interval) -> bool | None:
        if self.is_point and self == other:
            return True
        return False if self.upper < other.lower or other.upper < self.lower else None

    def ne(self, other: Interval) -> bool | None:
        return _not(self.eq(other))

    # Text --------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return f"[{self.lower}, {self.upper}]"

    def __repr__(self) -> str:
        return f"Interval({self.lower}, {self.upper})"


def weighted_sum(constant: int, parts: Iterable[tuple[Interval, int]]) -> Interval:
    """The interval of `constant` plus each part times its coefficient, at least as tight as by `+` and `scale`."""
    lower = upper = constant
    below = above = False  # whether the sum is unbounded
    for (low, high), coefficient in parts:
        if low > high:
            return EMPTY
        if coefficient > 0:
            below = below or low == INT64_MIN
            above = above or high == INT64_MAX
            lower += low * coefficient
            upper += high * coefficient
        else:
            below = below or high == INT64_MAX
            above = above or low == INT64_MIN
            lower += high * coefficient
            upper += low * coefficient
    return Interval(INT64_MIN if below else lower, INT64_MAX if above else upper)


def saturate(value: int) -> int:
    """`value`, moved to the nearest 64-bit integer."""
    return INT64_MIN if value < INT64_MIN else INT64_MAX if value > INT64_MAX else value


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _is_infinite(value: int) -> bool:
    return value == INT64_MIN or value == INT64_MAX


def _negate(value: int) -> int:
    return INT64_MAX if value == INT64_MIN else INT64_MIN if value == INT64_MAX else -value


def _add(a: int, b: int, strong: int, weak: int) -> int:
    """The sum of two end points; `strong` is the infinity that loses information and therefore wins."""
    if a == strong or b == strong:
        return strong
    if a == weak or b == weak:
        return weak
    total = a + b
    return total if INT64_MIN < total < INT64_MAX else saturate(total)


def _multiply(a: int, b: int) -> int:
    if a == 0 or b == 0:
        return 0
    product = a * b
    if INT64_MIN < product < INT64_MAX and INT64_MIN < a < INT64_MAX and INT64_MIN < b < INT64_MAX:
        return product
    return INT64_MAX if (a > 0) == (b > 0) else INT64_MIN


def _floor_divide(a: int, b: int) -> int:
    if _is_infinite(a):
        return a if b > 0 else _negate(a)
    if _is_infinite(b):
        return 0 if a == 0 or (a > 0) == (b > 0) else -1
    return saturate(a // b)


EMPTY = Interval(0, -1)
UNBOUNDED = Interval(INT64_MIN, INT64_MAX)

Bounds = Mapping[Any, Interval]
"""Intervals of variables, and of further expressions that are known to stay within one (constraints)."""
