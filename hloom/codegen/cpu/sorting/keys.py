"""Keys as words: elements become signed integers that are ordered as a comparator orders the elements, and back."""

from __future__ import annotations

import numpy as np

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.types import bits_of
from hloom.numbers.bits import to_bits
from hloom.numbers.element_type import ElementType
from hloom.ops.stablehlo.sort_keys import Canonical
from hloom.support.records import dataclass


def is_key_type(type: ElementType) -> bool:
    """Whether elements of a type can be keys: integers of all sizes, and floats of at least 16 bits."""
    return type.is_integer or type.kind == "pred" or type.name in ("f16", "bf16", "f32", "f64")


@dataclass(frozen=True)
class Key:
    """An order of the elements of a type. `zero` and `nan` are the words of floats' zeros and NaNs where these are all equal.

    Elements are bit patterns here, as they lie in memory: integers of `bits` bits, `element` to LLVM.
    """

    type: ElementType
    ascends: bool
    zero: int | None = None
    nan: int | None = None

    @classmethod
    def of(cls, type: ElementType, ascends: bool, is_total: bool = True, canonical: Canonical | None = None) -> Key:
        """With `is_total` false, or `canonical`, some floats are equal that differ in bits."""
        key = cls(type, ascends)
        if type.is_float and not is_total:
            return cls(type, ascends, key._word_of(0), key._magnitudes)  # NaNs come last, whichever way it goes
        if type.is_float and canonical is not None:
            return cls(type, ascends, *(None if bits is None else key._word_of(bits) for bits in (canonical.zero, canonical.nan)))
        return key

    @property
    def bits(self) -> int:
        return max(8, self.type.width)

    @property
    def element(self) -> str:
        return f"i{self.bits}"

    @property
    def is_signed(self) -> bool:
        return self.type.is_float or self.type.kind == "sint"

    @property
    def _magnitudes(self) -> int:
        return (1 << (self.bits - 1)) - 1

    @property
    def is_canonical(self) -> bool:
        """Whether elements that differ may be equal, so that words do not tell what they were made of."""
        return self.zero is not None or self.nan is not None

    @property
    def name(self) -> str:
        """What tells keys apart, as part of a function's name."""
        special = "_".join("any" if word is None else f"{word & (1 << self.bits) - 1:x}" for word in (self.zero, self.nan))
        return f"{self.type}_{'up' if self.ascends else 'down'}_{special}"

    def text(self) -> str:
        """Its direction, and which of its elements are one."""
        equal = [f"all {what} equal" for what, word in (("zeros", self.zero), ("NaNs", self.nan)) if word is not None]
        return f"{'ascending' if self.ascends else 'descending'}{', '.join(['', *equal])}"

    def _word_of(self, bits: int) -> int:
        """The word of a float's bit pattern."""
        key = bits if bits <= self._magnitudes else self._magnitudes - bits
        return key if self.ascends else ~key

    # -- code -------------------------------------------------------------------------------------------------------------
    def word(self, f: Function, a: Value, bits: int) -> Value:
        """The words of `bits` bits, at least as many as elements have."""
        if self.type.is_float:
            a = self._canonical(f, a, self._directed(f, self._turned(f, a)))
            return f.cast("sext", a, f"i{bits}")
        if self.type.is_integer and self.type.width < 8:  # nothing is said of the other bits of its byte
            unused = 8 - self.type.width
            a = f.binary("ashr" if self.is_signed else "lshr", f.binary("shl", a, unused), unused)
        if self.is_signed:
            a = f.cast("sext", a, f"i{bits}")
        elif self.bits < bits:
            a = f.cast("zext", a, f"i{bits}")
        else:
            a = f.binary("xor", a, ~self._magnitudes)
        return self._directed(f, a)

    def pattern(self, f: Function, word: Value) -> Value:
        """The elements that words were made of; zeros and NaNs may be others."""
        a = self._directed(f, word)
        if bits_of(a.type) > self.bits:
            a = f.cast("trunc", a, self.element)
        elif not self.is_signed:
            a = f.binary("xor", a, ~self._magnitudes)
        return self._turned(f, a) if self.type.is_float else a

    def is_lost(self, f: Function, a: Value) -> Value:
        """Whether `pattern` gives another element for the word of this one."""
        found: Value | None = None
        for word, test in ((self.zero, self.is_zero), (self.nan, self.is_nan)):
            if word is not None:
                key = word if self.ascends else ~word
                pattern = key if key >= 0 else key ^ self._magnitudes
                lost = f.binary("and", test(f, a), f.compare("ne", a, pattern))
                found = lost if found is None else f.binary("or", found, lost)
        assert found is not None
        return found

    def is_zero(self, f: Function, a: Value) -> Value:
        return f.compare("eq", f.binary("and", a, self._magnitudes), 0)

    def is_nan(self, f: Function, a: Value) -> Value:
        return f.compare("ugt", f.binary("and", a, self._magnitudes), int(to_bits(np.asarray(np.inf, self.type.dtype))))

    def _directed(self, f: Function, a: Value) -> Value:
        return a if self.ascends else f.binary("xor", a, -1)

    def _turned(self, f: Function, a: Value) -> Value:
        """Bit patterns of floats as integers in the total order, and back."""
        sign = f.binary("ashr", a, self.bits - 1)
        return f.binary("xor", a, f.binary("and", sign, self._magnitudes))

    def _canonical(self, f: Function, a: Value, word: Value) -> Value:
        for equal, test in ((self.zero, self.is_zero), (self.nan, self.is_nan)):
            if equal is not None:
                word = f.select(test(f, a), constant(word.type, equal), word)
        return word

    def half(self, f: Function, a: Value, upper: bool) -> Value:
        """32 bits of each word as a signed integer: words of 64 bits are ordered by their upper halves, then by the lower."""
        word = self.word(f, a, 64 if self.bits == 64 else 32)
        if self.bits < 64:
            return word
        if upper:
            return f.cast("trunc", f.binary("lshr", word, 32), "i32")
        return f.binary("xor", f.cast("trunc", word, "i32"), -(1 << 31))


def moved_type(bytes: int) -> str:
    """LLVM type of an element of so many bytes that is only moved."""
    return f"i{8 * bytes}" if bytes <= 8 else "<2 x i64>"


