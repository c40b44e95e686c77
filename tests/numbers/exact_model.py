"""Number formats in exact arithmetic: what the tests compare with."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from hloom.numbers.element_type import ElementType


def limits(type: ElementType) -> tuple[int, int]:
    """The smallest and the largest integer of `type`."""
    half = 1 << (type.width - 1)
    return (-half, half - 1) if type.kind == "sint" else (0, 2 * half - 1)


def wrapped(value: int, type: ElementType) -> int:
    """The integer of `type` that is congruent to `value` modulo two to the width."""
    low, _ = limits(type)
    return (value - low) % (1 << type.width) + low


@dataclass(frozen=True)
class FloatFormat:
    """A binary float format. `special` says what the top of the code space holds.

    `ieee`: infinities and NaN in the top binade; `fn`: NaN in the all-ones code only; `fnuz`: NaN instead of -0,
    nothing else; `finite`: neither.
    """

    exponent_bits: int
    mantissa_bits: int
    bias: int
    special: str

    @property
    def width(self) -> int:
        return 1 + self.exponent_bits + self.mantissa_bits

    def decode(self, bits: int) -> Fraction | str:
        """The value of a pattern: a number, or `inf`, `-inf`, `nan`. -0 is 0."""
        negative = bits >> (self.width - 1)
        exponent = (bits >> self.mantissa_bits) & ((1 << self.exponent_bits) - 1)
        mantissa = bits & ((1 << self.mantissa_bits) - 1)
        top = exponent == (1 << self.exponent_bits) - 1
        if self.special == "ieee" and top:
            return "nan" if mantissa else "-inf" if negative else "inf"
        if self.special == "fn" and top and mantissa == (1 << self.mantissa_bits) - 1:
            return "nan"
        if self.special == "fnuz" and bits == 1 << (self.width - 1):
            return "nan"
        scale = Fraction(2) ** (max(exponent, 1) - self.bias - self.mantissa_bits)
        return (mantissa + ((1 << self.mantissa_bits) if exponent else 0)) * scale * (-1 if negative else 1)

    @cached_property
    def magnitudes(self) -> list[tuple[Fraction, int]]:
        """The finite values >= 0 in order, each with its pattern."""
        decoded = ((self.decode(bits), bits) for bits in range(1 << (self.width - 1)))
        return sorted((value, bits) for value, bits in decoded if isinstance(value, Fraction))

    @cached_property
    def overflow(self) -> Fraction:
        """The smallest magnitude that is too large: the middle between the largest one and the next, were there one."""
        largest, before = self.magnitudes[-1][0], self.magnitudes[-2][0]
        return largest + (largest - before) / 2

    def round(self, x: Fraction) -> int | str:
        """The pattern nearest to `x`, halves to the even pattern; `overflow` beyond the largest magnitude. -0 only
        for x < 0.
        """
        size = abs(x)
        sign = (1 << (self.width - 1)) if x < 0 else 0
        # The largest magnitude of `fn` has an even mantissa, hence wins the halfway case.
        even_largest = self.magnitudes[-1][1] % 2 == 0
        if size > self.overflow or (size == self.overflow and not even_largest):
            return "overflow"
        above = bisect_left(self.magnitudes, (size, -1))
        if above == len(self.magnitudes):
            bits = self.magnitudes[-1][1]
        elif self.magnitudes[above][0] == size or above == 0:
            bits = self.magnitudes[above][1]
        else:
            (low, low_bits), (high, high_bits) = self.magnitudes[above - 1], self.magnitudes[above]
            nearer_low = size - low < high - size or (size - low == high - size and low_bits % 2 == 0)
            bits = low_bits if nearer_low else high_bits
        return 0 if self.special == "fnuz" and bits == 0 else sign | bits


FORMATS = {
    "f4E2M1FN": FloatFormat(2, 1, 1, "finite"),
    "f6E2M3FN": FloatFormat(2, 3, 1, "finite"),
    "f6E3M2FN": FloatFormat(3, 2, 3, "finite"),
    "f8E3M4": FloatFormat(3, 4, 3, "ieee"),
    "f8E4M3": FloatFormat(4, 3, 7, "ieee"),
    "f8E4M3FN": FloatFormat(4, 3, 7, "fn"),
    "f8E4M3FNUZ": FloatFormat(4, 3, 8, "fnuz"),
    "f8E4M3B11FNUZ": FloatFormat(4, 3, 11, "fnuz"),
    "f8E5M2": FloatFormat(5, 2, 15, "ieee"),
    "f8E5M2FNUZ": FloatFormat(5, 2, 16, "fnuz"),
    "f16": FloatFormat(5, 10, 15, "ieee"),
    "bf16": FloatFormat(8, 7, 127, "ieee"),
}
