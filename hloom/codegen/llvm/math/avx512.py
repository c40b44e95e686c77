"""AVX-512 instructions that scale numbers by powers of two and take them apart, special values included.

Only whole registers use them; everything else has formulas in generic vector code.
"""

from __future__ import annotations

from hloom.codegen.llvm.math.lanes import Lanes
from hloom.codegen.llvm.values import Value, element_of, lanes, vector

#: Suffix of the intrinsics, type of their mask, and lanes of a register, by element type.
_REGISTERS = {"float": ("ps.512", "i16", 16), "double": ("pd.512", "i8", 8)}
_CURRENT_ROUNDING = Value("i32", "4")
#: `vgetmant`: significand in [3/4, 3/2), NaN for a negative number.
_THREE_QUARTERS_AND_NAN = Value("i32", str(3 | 2 << 2))


def serves(x: Lanes) -> bool:
    """Whether the target has these instructions for x's type: whole registers, a power of two of them."""
    target, element = x.f.module.target, element_of(x.type)
    if target is None or not target.has_avx512 or element not in _REGISTERS:
        return False
    registers, rest = divmod(x.width, _REGISTERS[element][2])
    return rest == 0 and registers.bit_count() == 1


def _call(name: str, x: Lanes, *operands: Value) -> Lanes:
    """An unmasked `llvm.x86.avx512.mask.<name>`, for each register of x; vectors among the operands are as long as x."""
    f, (suffix, mask, count) = x.f, _REGISTERS[element_of(x.type)]
    full, type = f"llvm.x86.avx512.mask.{name}.{suffix}", vector(element_of(x.type), count)
    f.module.declare(full, type, [type, *(type if lanes(a.type) > 1 else a.type for a in operands), type, mask, "i32"])

    def register(a: Value, start: int) -> Value:
        return a if lanes(a.type) <= count else f.shuffle(a, None, range(start, start + count))

    made = []
    for start in range(0, x.width, count):
        first, *others = (register(a, start) for a in (x.value, *operands))
        made.append(f.call(full, type, [first, *others, first, Value(mask, "-1"), _CURRENT_ROUNDING]))
    return Lanes(f, f.joined(made))


def scale(y: Lanes, n: Lanes) -> Lanes:
    """y 2^floor(n), rounded once."""
    return _call("scalef", y, n.value)


def exponent(x: Lanes) -> Lanes:
    """floor(log2 |x|) as a float: -inf for 0, inf for infinity, NaN for NaN."""
    return _call("getexp", x)


def significand(x: Lanes) -> Lanes:
    """|x| divided by the power of two that brings it into [3/4, 3/2): 1 for 0 and infinity; NaN for x < 0 and NaN."""
    return _call("getmant", x, _THREE_QUARTERS_AND_NAN)
