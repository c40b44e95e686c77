"""Sums of two doubles that hold about 106 bits of a number, and complex numbers of them.

`low` is at most half a unit in the last place of `high`. Errors are relative to the larger operand of a sum and, for complex
numbers, to their size, not to each part.
"""

from __future__ import annotations

from hloom.codegen.llvm.lanes import INFINITY, Lanes, fma, select, two_sum
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Double2:
    """high + low."""

    high: Lanes
    low: Lanes

    def __add__(self, other: Double2) -> Double2:
        high, low = two_sum(self.high, other.high)
        return _normal(high, low + (self.low + other.low))

    def __neg__(self) -> Double2:
        return Double2(-self.high, -self.low)

    def __sub__(self, other: Double2) -> Double2:
        return self + -other

    def __mul__(self, other: Double2) -> Double2:
        high, low = exact_product(self.high, other.high)
        return Double2(high, fma(self.low, other.high, fma(self.high, other.low, low)))

    def times(self, factor: Lanes) -> Double2:
        """The product with a double; where that is no finite number its low part is 0."""
        high, low = exact_product(self.high, factor)
        return Double2(high, select(abs(high) < INFINITY, fma(self.low, factor, low), 0.0))


def _normal(high: Lanes, low: Lanes) -> Double2:
    """high + low for |low| <= |high|."""
    total = high + low
    return Double2(total, (high - total) + low)


def exact_product(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """a b and its rounding error."""
    product = a * b
    return product, fma(a, b, -product)


def exact_sum(a: Lanes, b: Lanes) -> Double2:
    return Double2(*two_sum(a, b))


@dataclass(frozen=True)
class Complex2:
    """re + im i."""

    re: Double2
    im: Double2

    def __add__(self, other: Complex2) -> Complex2:
        return Complex2(self.re + other.re, self.im + other.im)

    def __mul__(self, other: Complex2) -> Complex2:
        return Complex2(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def times(self, re: Lanes, im: Lanes) -> Complex2:
        """The product with a complex number of doubles."""
        return Complex2(self.re.times(re) - self.im.times(im), self.re.times(im) + self.im.times(re))
