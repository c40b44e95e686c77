"""Vectors of which not all lanes count: what is left over where the elements of a loop do not fill whole registers."""

from __future__ import annotations

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.element_types import storage_type
from hloom.codegen.llvm.values import Value, mangle, vector
from hloom.numbers.element_type import ElementType

#: What memory holds of elements that processors load and store under a mask.
_MASKED = frozenset({"i8", "i16", "i32", "i64", "float", "double"})

#: Registers of rows that are computed in one step.
_FEW = 4


def has_masked_form(type: ElementType) -> bool:
    """Whether lanes of this type are loaded and stored under a mask by one instruction, where there are masks."""
    return not type.is_complex and type.kind != "index" and storage_type(type) in _MASKED


def first_of(lanes: int, count: int) -> Value:
    """The mask of the first `count` lanes."""
    return Value(vector("i1", lanes), "<" + ", ".join(f"i1 {'true' if k < count else 'false'}" for k in range(lanes)) + ">")


def lanes_below(f: Function, count: Value, lanes: int) -> Value:
    """The mask of the first `count` (i64) lanes, which is known when the code runs."""
    numbers = Value(vector("i32", lanes), "<" + ", ".join(f"i32 {k}" for k in range(lanes)) + ">")
    return f.compare("slt", numbers, f.splat(f.cast("trunc", count, "i32"), lanes))


def whole_lanes(extent: int, register: int, most: int) -> int:
    """Lanes of a step over `extent` elements, a power of two: at most `most`, and registers unless there is not one."""
    if extent < register:
        return 1 << (extent - 1).bit_length()
    return min(most, register << (extent // register).bit_length() - 1)


def few_lanes(extent: int, register: int, has_masks: bool) -> int:
    """Lanes of the only step over `extent` elements that fill a few registers, a power of two; 0 where they are fewer or more, or
    where lanes would be left over and there are no masks. Rows that short are no loops: what one stage of a kernel computes for
    the next is still in registers."""
    width = 1 << (extent - 1).bit_length()
    return width if width == _FEW * register and (has_masks or width == extent) else 0


def load_masked(f: Function, type: str, address: Value, mask: Value, other: Value) -> Value:
    """Lanes from memory where the mask is set, those of `other` elsewhere; no other memory is touched."""
    return f.intrinsic("masked.load", address, mask, other, result=type, overload=(type, "ptr"))


def store_masked(f: Function, a: Value, address: Value, mask: Value) -> None:
    """Stores the lanes where the mask is set; no other memory is touched.

    Not for a mask of a single lane: LLVM 22 stores more of a narrowed element than it has.
    """
    name = f"llvm.masked.store.{mangle(a.type)}.p0"
    f.module.declare(name, "void", [a.type, "ptr", mask.type])
    f.call(name, "void", [a, address, mask])
