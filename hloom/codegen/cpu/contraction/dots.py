"""Groups of neighbours along k, which instructions for dot products take as one element (`llvm.dot_products`)."""

from __future__ import annotations

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.dot_products import UPPER_BITS
from hloom.codegen.llvm.types import lanes, vector
from hloom.numbers.element_type import ElementType
from hloom.support.records import dataclass

#: A byte that is 0 with its upper bit flipped.
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
        bits = f.binary("xor", bits, UPPER_BITS)
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
