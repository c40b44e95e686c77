"""Floating-point types that NumPy does not have: exact values from patterns of bits, and patterns from exact values.

Programs may name numbers of these types in attributes; nothing computes with them, so Python's integers are fast enough.
"""

from __future__ import annotations

from math import copysign, inf, isinf, nan
from typing import Final

from hloom.support.records import dataclass


@dataclass(frozen=True)
class FloatFormat:
    """A binary format with sign, exponent, fraction, infinities and NaN, as IEEE 754 lays them out.

    `precision` counts the bits of a significand; the leading one is stored only if `has_leading_bit` (x87).
    """

    width: int
    precision: int
    has_leading_bit: bool = False

    @property
    def stored(self) -> int:
        """The bits of the significand that are stored."""
        return self.precision - (not self.has_leading_bit)

    @property
    def _largest_exponent(self) -> int:
        return (1 << (self.width - 1 - self.stored)) - 1

    @property
    def infinity(self) -> int:
        """The pattern of infinity."""
        return self._largest_exponent << self.stored | self.has_leading_bit << (self.precision - 1)

    @property
    def least_exponent(self) -> int:
        """The power of two of the last bit of the smallest numbers."""
        return 3 - (1 << (self.width - 2 - self.stored)) - self.precision

    def canonical(self, bits: int) -> int:
        """The pattern that LLVM's APFloat makes of `bits`: leading bits that contradict the exponent do not occur in it."""
        leading, exponent = bits >> (self.precision - 1) & 1, bits >> self.stored & self._largest_exponent
        if not self.has_leading_bit or leading == (exponent > 0):
            return bits
        if leading:
            return bits | 1 << self.stored  # the smallest normal numbers, with an exponent of 0
        return bits | self._largest_exponent << self.stored  # NaN

    def exact(self, bits: int) -> tuple[bool, int, int] | None:
        """The sign of a canonical number, and its magnitude: numerator and denominator, a power of two, with no common factor.

        None for infinities and NaN.
        """
        is_negative, exponent = bool(bits >> (self.width - 1)), bits >> self.stored & self._largest_exponent
        if exponent == self._largest_exponent:
            return None
        significand = bits & ((1 << self.stored) - 1) | (exponent > 0) << (self.precision - 1)
        if not significand:
            return is_negative, 0, 1
        power = self.least_exponent + max(exponent - 1, 0)
        zeros = (significand & -significand).bit_length() - 1
        significand, power = significand >> zeros, power + zeros
        return is_negative, significand << max(power, 0), 1 << max(-power, 0)

    def value(self, bits: int) -> float:
        """A canonical number, rounded to f64."""
        exact = self.exact(bits)
        if exact is None:
            magnitude = inf if bits & ((1 << (self.width - 1)) - 1) == self.infinity else nan
            return -magnitude if bits >> (self.width - 1) else magnitude
        is_negative, numerator, denominator = exact
        try:
            magnitude = numerator / denominator
        except OverflowError:
            magnitude = inf
        return -magnitude if is_negative else magnitude

    def of_float(self, value: float) -> int:
        """The pattern of the number that is nearest to a Python float, which is not NaN."""
        sign = (copysign(1.0, value) < 0) << (self.width - 1)
        return sign | (self.infinity if isinf(value) else self.nearest(*abs(value).as_integer_ratio()))

    def nearest(self, numerator: int, denominator: int) -> int:
        """The pattern of the non-negative number that is nearest to a ratio, halves to even; infinity beyond the largest."""
        power = max(numerator.bit_length() - denominator.bit_length() - self.precision, self.least_exponent)
        if power >= 0:
            denominator <<= power
        else:
            numerator <<= -power
        while numerator >= denominator << self.precision:
            denominator, power = denominator << 1, power + 1
        significand, rest = divmod(numerator, denominator)
        significand += 2 * rest > denominator or (2 * rest == denominator and significand & 1)
        if significand >> self.precision:
            significand, power = significand >> 1, power + 1
        if not significand >> (self.precision - 1):
            return significand  # zero, or a number with the smallest exponent and leading zeros
        exponent = power - self.least_exponent + 1
        if exponent >= self._largest_exponent:
            return self.infinity
        return exponent << self.stored | significand & ((1 << self.stored) - 1)


#: By the name of the type.
FLOAT_FORMATS: Final = {
    "tf32": FloatFormat(19, 11),
    "f80": FloatFormat(80, 64, has_leading_bit=True),
    "f128": FloatFormat(128, 113),
}
