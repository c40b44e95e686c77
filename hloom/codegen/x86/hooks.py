"""The hooks of `llvm.hooks` in instructions of x86.

What AVX-512 has for mathematics scales numbers by powers of two and takes them apart, special values included, and looks lanes
up. Only whole registers use it; everything else has formulas in generic vector code, or is brought into whole registers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hloom.codegen.llvm import hooks
from hloom.codegen.llvm.builder import Function, Value, constant_vector, zero
from hloom.codegen.llvm.lanes import NAN, Lanes, select
from hloom.codegen.llvm.types import bits_of, element_of, lanes, vector
from hloom.codegen.target import Target
from hloom.codegen.x86.cpuid import require
from hloom.codegen.x86.dot_products import Dot, dot_for, tiles_for
from hloom.numbers.element_type import ElementType

_REGISTER_BITS = 512

# -- mathematics ---------------------------------------------------------------------------------------------------------------
#: Suffix of the intrinsics and type of their mask by element type.
_INTRINSICS = {"float": ("ps.512", "i16"), "double": ("pd.512", "i8")}
_CURRENT_ROUNDING = Value("i32", "4")
#: `vgetmant`: significand in [3/4, 3/2), NaN for a negative number.
_THREE_QUARTERS_AND_NAN = Value("i32", str(3 | 2 << 2))
#: `vrange`: the number of the smaller magnitude, with the sign of the first.
_SMALLER_MAGNITUDE = Value("i32", "2")
#: `vrange`: the smaller and the larger number, of zeros by their signs; of a number and NaN the number.
_SMALLER, _LARGER = Value("i32", "4"), Value("i32", "5")

# -- lanes ---------------------------------------------------------------------------------------------------------------------
#: What picks lanes out of one register and out of two.
_PICKING = {"i8": ("qi", "qi"), "i16": ("hi", "hi"), "i32": ("si", "d"), "i64": ("di", "q"), "float": ("sf", "ps"),
            "double": ("df", "pd")}
#: The features that have it, by the bits of a lane.
_PICKS = {8: "avx512vbmi", 16: "avx512bw", 32: "avx512f", 64: "avx512f"}

# -- bf16 ----------------------------------------------------------------------------------------------------------------------
#: Lanes of a register of floats and of one of bf16, and the class of denormal numbers for `vfpclassps`.
_FLOATS, _PAIR, _DENORMAL = 16, 32, 0x20


class Hooks(hooks.Hooks):
    """A processor of x86-64."""

    def __init__(self, target: Target) -> None:
        super().__init__(target)
        self._target = target
        self._features = frozenset(f[1:] for f in target.features.split(",") if f.startswith("+"))

    @property
    def any_processor(self) -> str:
        return 'nounwind "target-cpu"="x86-64" "target-features"="+sse2"'

    # -- mathematics -----------------------------------------------------------------------------------------------------------
    def _serves(self, x: Lanes) -> bool:
        """Whether x is whole registers of 512 bits, a power of two of them, that there are instructions for."""
        if not self._target.has_masks or element_of(x.type) not in _INTRINSICS:
            return False
        registers, rest = divmod(x.width, _REGISTER_BITS // bits_of(x.type))
        return rest == 0 and registers.bit_count() == 1

    def scale(self, y: Lanes, n: Lanes) -> Lanes | None:
        return _call("scalef", y, n.value) if self._serves(y) else None

    def split(self, x: Lanes) -> tuple[Lanes, Lanes] | None:
        if not self._serves(x):
            return None
        significand = _call("getmant", x, _THREE_QUARTERS_AND_NAN)
        exponent = _call("getexp", x)  # that of a significand in [1, 2)
        return select(significand < 1.0, exponent + 1.0, exponent), significand

    def extremum(self, a: Lanes, b: Lanes, largest: bool) -> Lanes | None:
        if not self._serves(a):
            return None
        return select(a.compare("uno", b), a.like(NAN), _call("range", a, b.value, _LARGER if largest else _SMALLER))

    def whole_registers(self, x: Lanes) -> hooks.WholeRegisters | None:
        return _WholeRegisters(x) if self._target.has_masks and element_of(x.type) in _INTRINSICS else None

    # -- lanes -----------------------------------------------------------------------------------------------------------------
    def picks(self, bits: int) -> bool:
        return self._target.has_masks and _PICKS.get(bits) in self._features

    def picked(self, f: Function, registers: Sequence[Value], places: Value) -> Value | None:
        one, two = _PICKING[element_of(registers[0].type)]
        if len(registers) == 1:
            return f.intrinsic(f"x86.avx512.permvar.{one}.512", registers[0], places, overload=())
        return f.intrinsic(f"x86.avx512.vpermi2var.{two}.512", registers[0], places, registers[1], overload=())

    @property
    def permutes(self) -> bool:
        return self._target.vector_bytes >= 32

    def permuted(self, f: Function, a: Value, order: Value) -> Value | None:
        is_wide = lanes(order.type) * bits_of(order.type) == _REGISTER_BITS
        name = f"x86.avx512.permvar.{_PICKING[element_of(order.type)][0]}.512" if is_wide else "x86.avx2.permd"
        return f.bitcast(f.intrinsic(name, f.bitcast(a, order.type), order, overload=()), a.type)

    # -- narrow floats ---------------------------------------------------------------------------------------------------------
    @property
    def converts_half(self) -> bool:
        return "f16c" in self._features

    def widened_half(self, f: Function, a: Value) -> Value | None:
        """LLVM would put it into a register beside what that held, so that each waited for the one before."""
        if not self.converts_half:
            return None
        bits = f.insert(zero("<8 x i16>"), f.cast("bitcast", a, "i16"), 0)
        return f.extract(f.cast("fpext", f.shuffle(f.bitcast(bits, "<8 x half>"), None, range(4)), "float"), 0)

    def narrowed_bf16(self, f: Function, a: Value, order: Sequence[int] | None, otherwise: Callable[[], Value]) -> Value | None:
        """The instruction takes denormal numbers for zero."""
        count = lanes(a.type)
        if not self._target.has_bf16_dot or count % _PAIR:
            return None
        registers = [f.shuffle(a, None, range(k, k + _FLOATS)) for k in range(0, count, _FLOATS)]
        made = [f.intrinsic("x86.avx512bf16.cvtne2ps2bf16.512", high, low, result=vector("bfloat", _PAIR), overload=())
                for low, high in zip(registers[::2], registers[1::2])]
        found = f.bitcast(f.joined(made), vector("i16", count))
        if order is not None:
            found = f.shuffle(found, None, order)
        some, *others = [f.intrinsic("x86.avx512.fpclass.ps.512", one, Value("i32", str(_DENORMAL)),
                                     result=vector("i1", _FLOATS), overload=()) for one in registers]
        for more in others:
            some = f.binary("or", some, more)
        result = f.variable(found)
        is_some = f.compare("ne", f.bitcast(some, f"i{_FLOATS}"), 0)
        with f.when(f.intrinsic("expect", is_some, Value("i1", "false"))):
            f.set(result, otherwise())
        return f.get(result)

    # -- dot products ----------------------------------------------------------------------------------------------------------
    def dot(self, lhs: ElementType, rhs: ElementType, out: ElementType) -> Dot | None:
        return dot_for(lhs, rhs, out, self._target)

    def dot_on_tiles(self, lhs: ElementType, rhs: ElementType, out: ElementType) -> Dot | None:
        return tiles_for(lhs, rhs, out, self._target)

    # -- the processor that runs it --------------------------------------------------------------------------------------------
    def require(self, f: Function, lacks: str) -> bool:
        require(f, self._target, lacks)
        return True


def _by_register(x: Lanes, operands: Sequence[Value], make: Callable[..., Value]) -> Lanes:
    """`make` of each register of x and of the operands' same register; scalars and single registers are all registers' own."""
    f, count = x.f, _REGISTER_BITS // bits_of(x.type)

    def register(a: Value, start: int) -> Value:
        return a if lanes(a.type) <= count else f.shuffle(a, None, range(start, start + count))

    return Lanes(f, f.joined([make(*(register(a, start) for a in (x.value, *operands))) for start in range(0, x.width, count)]))


def _call(name: str, x: Lanes, *operands: Value) -> Lanes:
    """An unmasked `llvm.x86.avx512.mask.<name>`, for each register of x; vectors among the operands are as long as x."""
    f, (suffix, mask) = x.f, _INTRINSICS[element_of(x.type)]
    full, type = f"llvm.x86.avx512.mask.{name}.{suffix}", vector(element_of(x.type), _REGISTER_BITS // bits_of(x.type))
    f.module.declare(full, type, [type, *(type if lanes(a.type) > 1 else a.type for a in operands), type, mask, "i32"])
    return _by_register(x, operands, lambda first, *others: f.call(
        full, type, [first, *others, first, Value(mask, "-1"), _CURRENT_ROUNDING]))


class _WholeRegisters:
    """See `hooks.WholeRegisters`."""

    def __init__(self, x: Lanes) -> None:
        self.lanes = _REGISTER_BITS // bits_of(x.type)

    def limited(self, x: Lanes, limit: float) -> Lanes:
        return _call("range", x, x.like(limit).value, _SMALLER_MAGNITUDE)

    def inverse_root(self, x: Lanes) -> Lanes:
        f, (suffix, mask) = x.f, _INTRINSICS[element_of(x.type)]
        full, type = f"llvm.x86.avx512.rsqrt14.{suffix}", vector(element_of(x.type), self.lanes)
        f.module.declare(full, type, [type, type, mask])
        return _by_register(x, (), lambda part: f.call(full, type, [part, part, Value(mask, "-1")]))

    def look_up(self, table: Sequence[float], index: Lanes) -> Lanes:
        f, element = index.f, element_of(index.as_float().type)
        numbers = constant_vector(element, table)
        name = f"x86.avx512.permvar.{_PICKING[element][0]}.512"
        return _by_register(index, (), lambda part: f.intrinsic(name, numbers, part, overload=()))
