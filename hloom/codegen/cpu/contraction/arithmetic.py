"""Element types in contractions: how products are accumulated, and how operands and results are converted."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.contraction.dots import Group, Stored, group_lanes
from hloom.codegen.llvm.builder import Function, Value, constant, zero
from hloom.codegen.llvm.dot_products import Dot, Tiles
from hloom.codegen.llvm.hooks import hooks_of
from hloom.codegen.llvm.memory_accesses import first_of, lanes_below, load_masked, store_masked
from hloom.codegen.llvm.small_floats import decode, encode, round_to_odd
from hloom.codegen.llvm.types import bits_of, element_of, lanes, vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, F16, F32, F64, ElementType
from hloom.support.records import dataclass


def llvm_type(type: Stored) -> str:
    """How an element of `type` (not complex), or a member of a group, lies in memory; floats narrower than f32 as their bits."""
    if isinstance(type, Group):
        return llvm_type(type.element)
    if type.is_float and type.width >= 32:
        return {F32: "float", F64: "double"}[type]
    return f"i{max(type.width, 8)}"


def stored_bytes(type: Stored) -> int:
    """Bytes of an element of `type` (not complex), or of a member of a group, in memory."""
    return bits_of(llvm_type(type)) // 8


def accumulator_type(lhs: ElementType, rhs: ElementType, out: ElementType) -> str:
    """LLVM type in which the products of a contraction are summed.

    Floating-point sums are at least f32 and as wide as the widest of the three types. Integers wrap, so that the
    width of the result decides alone (the low bits of a sum of products depend on no higher bits); widths under 32
    are computed in 32 bits. Booleans stay bytes (or of ands).
    """
    if out.is_float or lhs.is_float or rhs.is_float:
        return "double" if F64 in (lhs, rhs, out) else "float"
    return "i8" if out.kind == "pred" else "i64" if out.width > 32 else "i32"


#: The lanes of a vector that are loaded or stored: the first so many, or those that a mask leaves.
Active = int | Value


@dataclass(frozen=True)
class Arithmetic:
    """Multiply and accumulate in vectors of `width` lanes of `element`."""

    element: str
    width: int
    #: `fused` (one rounding), `separate`, `integer`, `boolean`, or `dot` (groups of neighbours in the bits of an element).
    kind: str
    #: The processor converts f16 itself.
    has_half: bool
    #: The instruction for groups.
    dot: Dot | None = None

    @classmethod
    def of(cls, element: str, target: Target, *, boolean: bool = False) -> Arithmetic:
        bits = {"float": 32, "double": 64}.get(element) or int(element[1:])
        floating = element in ("float", "double")
        kind = "boolean" if boolean else "integer" if not floating else "fused" if target.has_fma else "separate"
        return cls(element, target.lanes(bits), kind, hooks_of(target).converts_half)

    @property
    def on_tiles(self) -> bool:
        """Whether products are made on tile registers."""
        return self.dot is not None and self.dot.on_tiles

    def tiles(self, rows: int, columns: int, depth: int) -> Tiles:
        """The tile registers for so many sums and groups a step, where products are made on some."""
        assert self.dot is not None
        return self.dot.tiles(rows, columns, depth)

    @property
    def corrects(self) -> bool:
        """Whether each column has sums that are subtracted in the end."""
        return self.dot is not None and self.dot.flips

    @property
    def shares_units(self) -> bool:
        """Whether an instruction multiplies that keeps units busy which others need."""
        return self.dot is not None and self.dot.shares_units

    @property
    def bytes(self) -> int:
        return {"float": 4, "double": 8}.get(self.element) or int(self.element[1:]) // 8

    def add(self, f: Function, a: Value, b: Value) -> Value:
        return f.binary("or", a, b) if self.kind == "boolean" else f.add(a, b)

    def reduce(self, f: Function, a: Value) -> Value:
        """The sum of the lanes of `a`."""
        if a.type == self.element:
            return a
        if self.element in ("float", "double"):
            start = constant(self.element, -0.0)
            return f.intrinsic("vector.reduce.fadd", start, a, result=self.element, flags="reassoc", overload=(a.type,))
        name = "vector.reduce.or" if self.kind == "boolean" else "vector.reduce.add"
        return f.intrinsic(name, a, result=self.element)

    def reduce_each(self, f: Function, sums: Sequence[Value]) -> Value:
        """The sums of the lanes of vectors, a power of two of them and no more than lanes, as lanes of one: two vectors are added
        by halves to one that holds parts of both by turns, and so on."""
        size, found = lanes(sums[0].type), list(sums)
        block = 1
        while len(found) > 1:
            span = max(2 * block, 128 // bits_of(sums[0].type))
            starts = [[at + k for at in range(half, size, span) for k in range(0, span // 2, block)] for half in (0, span // 2)]
            masks = [[source * size + at + k for at in half for source in (0, 1) for k in range(block)] for half in starts]
            found = [self.add(f, *(f.shuffle(a, b, mask) for mask in masks)) for a, b in zip(found[::2], found[1::2])]
            block *= 2
        (total,) = found
        while lanes(total.type) > len(sums):
            half = lanes(total.type) // 2
            total = self.add(f, *(f.shuffle(total, None, range(at, at + half)) for at in (0, half)))
        return total

    def multiply_add(self, f: Function, a: Value, b: Value, c: Value) -> Value:
        """`a * b + c`."""
        if self.kind == "fused":
            return f.fma(a, b, c)
        if self.kind == "boolean":
            return f.binary("or", f.binary("and", a, b), c)
        if self.dot is not None:
            return self.dot.multiply_add(f, a, b, c)
        return f.add(f.mul(a, b), c)

    def load(self, f: Function, type: Stored, address: Value, width: int, active: Active | None = None,
             step: Value | None = None) -> Value:
        """`width` consecutive elements of `type` in the accumulator's type; all but the `active` ones are zero. Of groups
        `active` is their number, which may be known only when the code runs, as may the `step` of neighbours."""
        if isinstance(type, Group):
            return self._load_groups(f, type, address, width, active or width, step or Value("i64", str(type.step)))
        return self.widen(f, type, load_lanes(f, vector(llvm_type(type), width), address, active or width))

    def _load_groups(self, f: Function, type: Group, address: Value, width: int, active: Active, step: Value) -> Value:
        member = llvm_type(type)

        def first(groups: int) -> Active:
            """Those lanes of a vector that hold the active groups, as it holds so many neighbours of each."""
            if isinstance(active, int):
                return groups * active
            return lanes_below(f, f.mul(active, groups), groups * width)

        if type.step == 1:
            members = [load_lanes(f, vector(member, type.size * width), address, first(type.size))]
        else:
            members = [load_lanes(f, vector(member, width), f.address(address, f.mul(step, k), member), first(1))
                       for k in range(type.size)]
        return group_lanes(f, type, members, self.element)

    def widen(self, f: Function, type: ElementType, bits: Value) -> Value:
        """Elements of `type`, as they lie in memory, in the accumulator's type."""
        if type is BF16:
            wide = f.cast("bitcast", f.binary("shl", f.cast("zext", bits, "i32"), 16), "float")
        elif type.is_small_float:
            wide = decode(f, bits, type)
        elif type is F16:
            wide = f.cast("fpext", f.cast("bitcast", bits, "half"), "float") if self.has_half else _widen_half(f, bits)
        elif type.is_float:
            wide = bits
        elif self.element in ("float", "double"):
            return f.cast("sitofp" if type.kind == "sint" else "uitofp", _of_width(f, type, bits), self.element)
        else:
            bits = _of_width(f, type, bits)
            source, goal = int(element_of(bits.type)[1:]), int(self.element[1:])
            opcode = "trunc" if goal < source else "sext" if type.kind == "sint" else "zext"
            return f.cast(opcode, bits, self.element)
        return f.cast("fpext" if self.element == "double" else "fptrunc", wide, self.element)

    def store(self, f: Function, type: ElementType, a: Value, address: Value) -> None:
        """Stores accumulators as consecutive elements of `type`, rounded to nearest even or wrapped."""
        f.store(self.narrow(f, type, a), address)

    def narrow(self, f: Function, type: Stored, a: Value) -> Value:
        """Accumulators as elements of `type`, which is that of a result, lie in memory."""
        assert isinstance(type, ElementType)
        if type.is_small_float:
            return encode(f, a, type)
        if type in (BF16, F16):
            single = round_to_odd(f, a) if self.element == "double" else a
            if type is BF16:
                return _narrow_bfloat(f, single)
            if not self.has_half:
                return _narrow_half(f, single)
            return f.cast("bitcast", f.cast("fptrunc", single, "half"), "i16")
        goal = llvm_type(type)
        if type.is_float:
            return f.cast("fpext" if goal == "double" else "fptrunc", a, goal)
        if self.element in ("float", "double"):
            raise ValueError(f"a floating-point contraction has no result of type {type}")
        if type.is_integer and type.width < 8:
            return f.cast("sext" if type.kind == "sint" else "zext", f.cast("trunc", a, f"i{type.width}"), goal)
        return f.cast("trunc", a, goal)


def _of_width(f: Function, type: ElementType, bits: Value) -> Value:
    """Integers of the type's own width from memory, where those of 2 and 4 bits take a byte."""
    return f.cast("trunc", bits, f"i{type.width}") if type.is_integer else bits


def load_lanes(f: Function, type: str, address: Value, active: Active) -> Value:
    """A vector of the active lanes in memory; the other lanes are zero and their memory is not touched."""
    if active == lanes(type):
        return f.load(type, address)
    if active == 1:
        return f.insert(zero(type), f.load(element_of(type), address), 0)
    return load_masked(f, type, address, active if isinstance(active, Value) else first_of(lanes(type), active), zero(type))


def store_lanes(f: Function, a: Value, address: Value, active: Active) -> None:
    """Stores the active lanes of `a`; the memory of the other lanes is not touched."""
    if active == lanes(a.type):
        f.store(a, address)
    elif active == 1:
        f.store(f.extract(a, 0), address)
    else:
        store_masked(f, a, address, active if isinstance(active, Value) else first_of(lanes(a.type), active))


def _narrow_bfloat(f: Function, a: Value) -> Value:
    """The bits of `a` (float) rounded to bf16, to nearest even; a NaN stays a NaN."""
    bits = f.cast("bitcast", a, "i32")
    odd = f.binary("and", f.binary("lshr", bits, 16), 1)
    rounded = f.binary("add", f.binary("add", bits, 0x7FFF), odd)
    quiet = f.binary("or", bits, 0x400000)
    return f.cast("trunc", f.binary("lshr", f.select(f.compare("uno", a, a), quiet, rounded), 16), "i16")


def _widen_half(f: Function, half: Value) -> Value:
    """f16 bits as a float, for processors without the instruction."""
    bits = f.cast("zext", half, "i32")
    sign = f.binary("shl", f.binary("and", bits, 0x8000), 16)
    magnitude = f.binary("and", bits, 0x7FFF)
    shifted = f.binary("shl", magnitude, 13)
    # The exponents differ by 112 in bias; the product is exact, also for subnormal halves.
    finite = f.cast("bitcast", f.mul(f.cast("bitcast", shifted, "float"), 2.0**112), "i32")
    special = f.binary("or", shifted, 0x7F800000)
    value = f.select(f.compare("uge", magnitude, 0x7C00), special, finite)
    return f.cast("bitcast", f.binary("or", value, sign), "float")


def _narrow_half(f: Function, a: Value) -> Value:
    """The bits of `a` (float) rounded to f16, to nearest even, for processors without the instruction."""
    bits = f.cast("bitcast", a, "i32")
    sign = f.binary("and", f.binary("lshr", bits, 16), 0x8000)
    magnitude = f.binary("and", bits, 0x7FFFFFFF)
    odd = f.binary("and", f.binary("lshr", magnitude, 13), 1)
    normal = f.binary("lshr", f.binary("add", f.binary("add", magnitude, 0xFFF - (112 << 23)), odd), 13)
    # Adding one half leaves multiples of 2**-24, the unit of subnormal halves, in the low bits.
    small = f.cast("bitcast", f.add(f.cast("bitcast", magnitude, "float"), 0.5), "i32")
    subnormal = f.binary("sub", small, 0x3F000000)
    finite = f.select(f.compare("ult", magnitude, 0x38800000), subnormal, normal)
    # 65520 and above round to infinity.
    not_a_number = f.compare("ugt", magnitude, 0x7F800000)
    special = f.select(not_a_number, constant(bits.type, 0x7E00), constant(bits.type, 0x7C00))
    result = f.select(f.compare("uge", magnitude, 0x477FF000), special, finite)
    return f.cast("trunc", f.binary("or", result, sign), "i16")
