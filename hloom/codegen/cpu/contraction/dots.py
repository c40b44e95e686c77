"""Instructions that multiply several neighbouring pairs and add the products to one accumulator of 32 bits.

Both operands are packed in groups of neighbours along k, 32 bits each: two bf16 numbers, two 16-bit or four 8-bit integers. To
all but the instruction itself a group is one element, so the product becomes one of fewer, wider, elements.

`vpdpbf16ps` takes denormal numbers as zeros, operands and sums, and rounds after each of the two products. Integers are exact;
`vpdpbusd` multiplies unsigned bytes by signed ones. Where both operands are of one kind, the left one is packed with its upper
bits flipped, which makes it the other kind and adds (or takes) 128 times the sum of each column: that is summed beside.
"""

from __future__ import annotations

from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.types import lanes, vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, F64, ElementType
from hloom.support.records import dataclass

#: The upper bits of four bytes, and a byte that is 0 with its upper bit flipped.
_UPPER_BITS = -0x7F7F7F80
FLIPPED_ZERO = 0x80


@dataclass(frozen=True)
class Group:
    """Neighbours along k as one element of an operand: `size` elements that lie `step` elements apart."""

    element: ElementType
    size: int
    step: int
    #: Whether the upper bits of bytes are flipped.
    flips: bool = False


#: How an operand's elements lie in memory.
Stored = ElementType | Group


@dataclass(frozen=True)
class Dot:
    """An instruction for groups of `size` pairs; accumulators are of the LLVM type `element`."""

    name: str
    size: int
    element: str
    #: Whether the left operand is packed flipped, and whether it is the instruction's second one.
    flips: bool = False
    swaps: bool = False
    #: Whether it works on tile registers (see `tiles`).
    on_tiles: bool = False

    def multiply_add(self, f: Function, a: Value, b: Value, c: Value) -> Value:
        """c plus the products of the groups in the lanes of a and b."""
        width = lanes(c.type)
        if self.name == "dpbf16ps":
            pairs = [f.bitcast(x, vector("bfloat", 2 * width)) for x in (a, b)]
            return f.intrinsic(f"x86.avx512bf16.dpbf16ps.{32 * width}", c, *pairs, overload=())
        return f.intrinsic(f"x86.avx512.{self.name}.{32 * width}", c, *((b, a) if self.swaps else (a, b)), overload=())

    def add_correction(self, f: Function, b: Value, c: Value) -> Value:
        """c plus what flipping the left operand adds to the products with b."""
        return self.multiply_add(f, constant(c.type, _UPPER_BITS), b, c)


def dot_for(lhs: ElementType, rhs: ElementType, out: ElementType, target: Target) -> Dot | None:
    """The processor's instruction for products of these types, if it has one: those for bf16 add in f32.

    On processors with tile registers that for bf16 does half as many operations a cycle as multiply-add in f32: what no tiles are
    for is multiplied in f32 there.
    """
    if lhs is BF16 is rhs and _is_summed_in_single(out) and target.has_bf16_dot and not target.has_bf16_tiles:
        return Dot("dpbf16ps", 2, "float")
    if not (target.has_integer_dot and lhs.is_integer and rhs.is_integer and out.is_integer and out.width <= 32):
        return None
    if lhs.kind == rhs.kind == "sint" and lhs.width == rhs.width == 16:
        return Dot("vpdpwssd", 2, "i32")
    if lhs.width > 8 or rhs.width > 8:
        return None
    if lhs.kind == "uint" and _fits_signed(rhs):
        return Dot("vpdpbusd", 4, "i32")
    if rhs.kind == "uint" and _fits_signed(lhs):
        return Dot("vpdpbusd", 4, "i32", swaps=True)
    return Dot("vpdpbusd", 4, "i32", flips=True, swaps=lhs.kind == "uint")


def tiles_for(lhs: ElementType, rhs: ElementType, out: ElementType, target: Target) -> Dot | None:
    """The processor's instruction for such products on tile registers, if it has one."""
    if lhs is BF16 is rhs and _is_summed_in_single(out) and target.has_bf16_tiles:
        return Dot("tdpbf16ps", 2, "float", on_tiles=True)
    if not (target.has_byte_tiles and lhs.is_integer and rhs.is_integer and out.is_integer and out.width <= 32):
        return None
    if max(lhs.width, rhs.width) > 8:
        return None
    signs = "".join("u" if t.kind == "uint" else "s" for t in (lhs, rhs))
    return Dot(f"tdpb{signs}d", 4, "i32", on_tiles=True)


def _is_summed_in_single(out: ElementType) -> bool:
    return out.is_float and out is not F64


def _fits_signed(type: ElementType) -> bool:
    """Whether signed bytes hold all numbers of a type of at most 8 bits."""
    return type.kind == "sint" or type.width < 8


def group_lanes(f: Function, type: Group, members: list[Value], element: str) -> Value:
    """Groups from their members as they lie in memory: one vector for each, or a single one with groups side by side."""
    if len(members) == 1 and type.size > 1:
        found = _normalised(f, members[0], type.element)
        width = lanes(found.type) // type.size
        bits = f.bitcast(found, vector("i32", width))
    else:
        bits = None
        for k, member in enumerate(members):
            member = f.cast("zext", _normalised(f, member, type.element), "i32")
            placed = f.binary("shl", member, 32 // type.size * k) if k else member
            bits = placed if bits is None else f.binary("or", bits, placed)
        assert bits is not None
    if type.flips:
        bits = f.binary("xor", bits, _UPPER_BITS)
    return f.cast("bitcast", bits, element) if element != "i32" else bits


def _normalised(f: Function, bytes: Value, type: ElementType) -> Value:
    """Integers of 2 and 4 bits as bytes, whatever the upper bits of theirs are."""
    if type.width >= 8:
        return bytes
    narrow = f.cast("trunc", bytes, f"i{type.width}")
    return f.cast("sext" if type.kind == "sint" else "zext", narrow, "i8")


def unit_of(type: Stored) -> int:
    """The stride, in stored elements, at which elements of an operand lie side by side."""
    return type.size if isinstance(type, Group) and type.step == 1 else 1
