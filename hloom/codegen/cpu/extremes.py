"""The largest or smallest of many floats.

A maximum that passes NaN on and tells +0 from -0 is five instructions, which wait for each other. Of many numbers it is
enough to keep, each for itself, the largest of those that are not NaN, whether there was a NaN, and the signs that all have:
the end sees to the rest. If the largest is a zero, none is positive: it is +0 unless all signs are set.
"""

from __future__ import annotations

import math

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.functions import splat_constant
from hloom.codegen.llvm.types import bits_of, element_of, lanes, vector
from hloom.codegen.plan.reductions import identity
from hloom.numbers.element_type import ElementType

#: By reducer: the comparison by which an element wins, how signs are kept, and LLVM's instruction over all lanes.
_KINDS = {"maximum": ("ogt", "and", "fmax"), "minimum": ("olt", "or", "fmin")}


def is_extreme(name: str, type: ElementType) -> bool:
    """Whether a reducer takes the largest or smallest of numbers that registers hold as floats."""
    return name in _KINDS and type.is_float and element_of(_identity(name, type, 1).type) in ("float", "double")


def _identity(name: str, type: ElementType, count: int) -> Value:
    return splat_constant(type.dtype.type(identity(name, type)), type, count)


class Extreme:
    """An accumulator of `count` lanes for elements of a type, some registers of so many; `name` is `maximum` or `minimum`."""

    def __init__(self, f: Function, name: str, type: ElementType, count: int, register: int, has_masks: bool) -> None:
        self.f = f
        #: Lanes of what keeps whether there was a NaN: one comparison looks at those of two registers.
        self.looked_at = register if count % (2 * register) == 0 else count
        self.first, self.of_signs, self.over_lanes = _KINDS[name]
        start = _identity(name, type, count)
        self.best = f.variable(start)
        self.bits = vector(f"i{bits_of(start.type)}", count)
        self.signs = f.variable(constant(self.bits, -1 if self.of_signs == "and" else 0))
        #: Bits where a processor has registers for them, else numbers that are 0 or -1.
        self.nans = f.variable(constant(vector("i1" if has_masks else element_of(self.bits), self.looked_at), 0))

    def take(self, a: Value) -> None:
        """Takes an element in each lane."""
        f = self.f
        best = f.get(self.best)
        f.set(self.best, f.select(f.compare(self.first, a, best), a, best))
        f.set(self.signs, f.binary(self.of_signs, f.get(self.signs), f.bitcast(a, self.bits)))
        count = lanes(a.type)
        parts = [a] if count == self.looked_at else [f.shuffle(a, None, range(start, start + self.looked_at))
                                                     for start in range(0, count, self.looked_at)]
        for one, other in zip(parts[::2], parts[1::2] or parts):
            is_nan = f.cast("sext", f.compare("uno", one, other), element_of(self.nans.type))
            f.set(self.nans, f.binary("or", f.get(self.nans), is_nan))

    def total(self) -> Value:
        """What the reducer makes of all elements in all lanes."""
        f = self.f
        best, signs, nans = f.get(self.best), f.get(self.signs), f.get(self.nans)
        negative = f.compare("slt", signs, 0)
        is_nan = nans if element_of(nans.type) == "i1" else f.compare("ne", nans, 0)
        if lanes(best.type) > 1:
            best = f.intrinsic(f"vector.reduce.{self.over_lanes}", best, result=element_of(best.type), flags="nnan nsz")
            negative = f.intrinsic(f"vector.reduce.{self.of_signs}", negative, result="i1")
        if lanes(is_nan.type) > 1:
            is_nan = f.intrinsic("vector.reduce.or", is_nan, result="i1")
        zero = f.select(negative, constant(best.type, -0.0), constant(best.type, 0.0))
        number = f.select(f.compare("oeq", best, 0.0), zero, best)
        return f.select(is_nan, constant(best.type, math.nan), number)
