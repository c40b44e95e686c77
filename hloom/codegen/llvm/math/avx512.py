"""AVX-512 instructions that scale numbers by powers of two and take them apart, special values included, and look lanes up.

Only whole registers use them; everything else has formulas in generic vector code, or is brought into whole registers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hloom.codegen.llvm.builder import Value, constant_vector
from hloom.codegen.llvm.lanes import Lanes
from hloom.codegen.llvm.types import bits_of, element_of, lanes, vector

#: Suffix of the intrinsics and type of their mask by element type.
_INTRINSICS = {"float": ("ps.512", "i16"), "double": ("pd.512", "i8")}
_REGISTER_BITS = 512
_CURRENT_ROUNDING = Value("i32", "4")
#: `vgetmant`: significand in [3/4, 3/2), NaN for a negative number.
_THREE_QUARTERS_AND_NAN = Value("i32", str(3 | 2 << 2))
#: `vrange`: the number of the smaller magnitude, with the sign of the first.
_SMALLER_MAGNITUDE = Value("i32", "2")
#: `vrange`: the smaller and the larger number, of zeros by their signs.
_SMALLER, _LARGER = Value("i32", "4"), Value("i32", "5")


def serves(x: Lanes) -> bool:
    """Whether the target has these instructions for x's type: whole registers, a power of two of them."""
    target, element = x.f.module.target, element_of(x.type)
    if target is None or not target.has_avx512 or element not in _INTRINSICS:
        return False
    registers, rest = divmod(x.width, lanes_of_register(x))
    return rest == 0 and registers.bit_count() == 1


def has_tables(x: Lanes) -> bool:
    """Whether the target has `look_up` and `limited` for x's element type."""
    target = x.f.module.target
    return target is not None and target.has_masks and element_of(x.type) in _INTRINSICS


def lanes_of_register(x: Lanes) -> int:
    """Lanes of x's element type in a register."""
    return _REGISTER_BITS // bits_of(element_of(x.type))


def in_whole_registers(x: Lanes, formula: Callable[[Lanes], Lanes]) -> Lanes:
    """An elementwise formula that takes a power of two of whole registers, for any number of lanes: some are computed twice."""
    f, count = x.f, lanes_of_register(x)
    registers = -(-x.width // count)
    wanted = count << (registers - 1).bit_length()
    if wanted == x.width:
        return formula(x)
    if x.width == 1:
        return Lanes(f, f.extract(formula(Lanes(f, f.splat(x.value, wanted))).value, 0))
    found = formula(Lanes(f, f.shuffle(x.value, None, [lane % x.width for lane in range(wanted)])))
    return Lanes(f, f.shuffle(found.value, None, range(x.width)))


def _by_register(x: Lanes, operands: Sequence[Value], make: Callable[..., Value]) -> Lanes:
    """`make` of each register of x and of the operands' same register; scalars and single registers are all registers' own."""
    f, count = x.f, lanes_of_register(x)

    def register(a: Value, start: int) -> Value:
        return a if lanes(a.type) <= count else f.shuffle(a, None, range(start, start + count))

    return Lanes(f, f.joined([make(*(register(a, start) for a in (x.value, *operands))) for start in range(0, x.width, count)]))


def _call(name: str, x: Lanes, *operands: Value) -> Lanes:
    """An unmasked `llvm.x86.avx512.mask.<name>`, for each register of x; vectors among the operands are as long as x."""
    f, (suffix, mask) = x.f, _INTRINSICS[element_of(x.type)]
    full, type = f"llvm.x86.avx512.mask.{name}.{suffix}", vector(element_of(x.type), lanes_of_register(x))
    f.module.declare(full, type, [type, *(type if lanes(a.type) > 1 else a.type for a in operands), type, mask, "i32"])
    return _by_register(x, operands, lambda first, *others: f.call(
        full, type, [first, *others, first, Value(mask, "-1"), _CURRENT_ROUNDING]))


def scale(y: Lanes, n: Lanes) -> Lanes:
    """y 2^floor(n), rounded once."""
    return _call("scalef", y, n.value)


def exponent(x: Lanes) -> Lanes:
    """floor(log2 |x|) as a float: -inf for 0, inf for infinity, NaN for NaN."""
    return _call("getexp", x)


def significand(x: Lanes) -> Lanes:
    """|x| divided by the power of two that brings it into [3/4, 3/2): 1 for 0 and infinity; NaN for x < 0 and NaN."""
    return _call("getmant", x, _THREE_QUARTERS_AND_NAN)


def limited(x: Lanes, limit: float) -> Lanes:
    """x, no farther from 0 than the limit; NaN gives the limit, of either sign."""
    return _call("range", x, x.like(limit).value, _SMALLER_MAGNITUDE)


def inverse_root(x: Lanes) -> Lanes:
    """1 / sqrt(x) to 14 bits; infinite for a zero, 0 for infinity, NaN for x < 0 and NaN."""
    f, (suffix, mask) = x.f, _INTRINSICS[element_of(x.type)]
    full, type = f"llvm.x86.avx512.rsqrt14.{suffix}", vector(element_of(x.type), lanes_of_register(x))
    f.module.declare(full, type, [type, type, mask])
    return _by_register(x, (), lambda part: f.call(full, type, [part, part, Value(mask, "-1")]))


def extremum(a: Lanes, b: Lanes, largest: bool) -> Lanes:
    """The larger or the smaller number, +0 larger than -0; of a number and NaN the number."""
    return _call("range", a, b.value, _LARGER if largest else _SMALLER)


def look_up(table: Sequence[float], index: Lanes) -> Lanes:
    """For each lane the number of the table, as long as a register, at the last bits of the integer `index`."""
    f, element = index.f, element_of(index.as_float().type)
    name = {"float": "llvm.x86.avx512.permvar.sf.512", "double": "llvm.x86.avx512.permvar.df.512"}[element]
    numbers, places = constant_vector(element, table), vector(element_of(index.type), len(table))
    f.module.declare(name, numbers.type, [numbers.type, places])
    return _by_register(index, (), lambda part: f.call(name, numbers.type, [numbers, part]))
