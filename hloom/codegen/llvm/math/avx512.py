"""AVX-512 instructions that scale numbers by powers of two and take them apart, special values included.

Only whole registers use them; everything else has formulas in generic vector code.
"""

from __future__ import annotations

from hloom.codegen.llvm.math.lanes import Lanes
from hloom.codegen.llvm.values import Value

#: Suffix of the intrinsics and type of their mask, by vector type.
_REGISTERS = {"<16 x float>": ("ps.512", "i16"), "<8 x double>": ("pd.512", "i8")}
_CURRENT_ROUNDING = Value("i32", "4")
#: `vgetmant`: significand in [3/4, 3/2), NaN for a negative number.
_THREE_QUARTERS_AND_NAN = Value("i32", str(3 | 2 << 2))


def serves(x: Lanes) -> bool:
    """Whether the target has these instructions for x's type."""
    target = x.f.module.target
    return target is not None and target.has_avx512 and x.type in _REGISTERS


def _call(name: str, x: Lanes, *operands: Value) -> Lanes:
    """An unmasked `llvm.x86.avx512.mask.<name>`."""
    f, (suffix, mask) = x.f, _REGISTERS[x.type]
    full = f"llvm.x86.avx512.mask.{name}.{suffix}"
    arguments = [x.value, *operands, x.value, Value(mask, "-1"), _CURRENT_ROUNDING]
    f.module.declare(full, x.type, [a.type for a in arguments])
    return Lanes(f, f.call(full, x.type, arguments))


def scale(y: Lanes, n: Lanes) -> Lanes:
    """y 2^floor(n), rounded once."""
    return _call("scalef", y, n.value)


def exponent(x: Lanes) -> Lanes:
    """floor(log2 |x|) as a float: -inf for 0, inf for infinity, NaN for NaN."""
    return _call("getexp", x)


def significand(x: Lanes) -> Lanes:
    """|x| divided by the power of two that brings it into [3/4, 3/2): 1 for 0 and infinity; NaN for x < 0 and NaN."""
    return _call("getmant", x, _THREE_QUARTERS_AND_NAN)
