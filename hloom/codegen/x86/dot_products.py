"""Dot products in instructions of x86: VNNI and BF16 on vectors, AMX on tile registers.

`vpdpbf16ps` takes denormal numbers as zeros, operands and sums, and rounds after each of the two products. Integers are exact;
`vpdpbusd` multiplies unsigned bytes by signed ones.
"""

from __future__ import annotations

from hloom.codegen.llvm import dot_products
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.types import lanes, vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, F64, ElementType


class Dot(dot_products.Dot):
    """An instruction by the name of its intrinsic."""

    @property
    def shares_units(self) -> bool:
        """That for pairs of bf16, on Zen 4: a tile of 14x1 vectors takes 1.35 times as long for each product as one of 14x2."""
        return self.name == "dpbf16ps"

    def multiply_add(self, f: Function, a: Value, b: Value, c: Value) -> Value:
        """c plus the products of the groups in the lanes of a and b."""
        width = lanes(c.type)
        if self.name == "dpbf16ps":
            pairs = [f.bitcast(x, vector("bfloat", 2 * width)) for x in (a, b)]
            return f.intrinsic(f"x86.avx512bf16.dpbf16ps.{32 * width}", c, *pairs, overload=())
        return f.intrinsic(f"x86.avx512.{self.name}.{32 * width}", c, *((b, a) if self.swaps else (a, b)), overload=())

    def tiles(self, rows: int, columns: int, depth: int) -> Tiles:
        """The tile registers of a micro-kernel of so many sums, for `depth` groups a step."""
        return Tiles(rows, columns, depth)


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


class Tiles(dot_products.Tiles):
    """Tile registers of AMX."""

    def configuration(self) -> bytes:
        """The 64 bytes that `ldtilecfg` takes: palette 1, from byte 16 on bytes of rows, from 48 on rows."""
        data = bytearray(64)
        data[0] = 1
        for number, (rows, words) in self.shapes().items():
            data[16 + 2 * number : 18 + 2 * number] = (4 * words).to_bytes(2, "little")
            data[48 + number] = rows
        return bytes(data)

    def configure(self, f: Function) -> None:
        text = ", ".join(f"i8 {byte}" for byte in self.configuration())
        name = f"tiles_{self.rows}_{self.columns}_{self.depth}"
        place = f.module.define_global(name, f"private constant [64 x i8] [{text}], align 64")
        f.intrinsic("x86.ldtilecfg", place, result="void", overload=())

    def release(self, f: Function) -> None:
        f.intrinsic("x86.tilerelease", result="void", overload=())

    def clear(self, f: Function, tile: int) -> None:
        f.intrinsic("x86.tilezero", _number(tile), result="void", overload=())

    def load(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        f.intrinsic("x86.tileloadd64", _number(tile), address, stride, result="void", overload=())

    def store(self, f: Function, tile: int, address: Value, stride: Value) -> None:
        f.intrinsic("x86.tilestored64", _number(tile), address, stride, result="void", overload=())

    def multiply(self, f: Function, name: str, sums: int, left: int, right: int) -> None:
        f.intrinsic(f"x86.{name}", *map(_number, (sums, left, right)), result="void", overload=())


def _number(tile: int) -> Value:
    return Value("i8", str(tile))
