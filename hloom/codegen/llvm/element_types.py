"""How element types live in memory and in registers of compiled code.

In memory: NumPy's layout (i1 is a byte that holds 0 or 1, integers of 2 and 4 bits and floats of at most 8 take a byte, a
complex number its two parts). In registers: bf16 and f16 are `float` values that are always rounded to the narrow type, smaller
floats their bits as they lie in memory (see `small_floats`), integers have their width, i1 is `i1`, a complex number is a pair
of values.
"""

from __future__ import annotations

from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.numbers.rounding import is_small_float

_FLOATS = {"f32": "float", "f64": "double", "f16": "half", "bf16": "i16"}
#: Element types that compiled code computes with: all that tensors have.
SUPPORTED = frozenset(name for name, type in ELEMENT_TYPES.items() if type.kind != "index")


def storage_type(type: ElementType) -> str:
    """LLVM type of one element in memory; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return _FLOATS.get(part.name, "i8")
    return f"i{max(part.width, 8)}"


def register_type(type: ElementType) -> str:
    """LLVM type of one element in a register; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return "i8" if is_small_float(part) else "double" if part.name == "f64" else "float"
    return "i64" if part.kind == "index" else f"i{part.width}"


def is_signed(type: ElementType) -> bool:
    return type.kind in ("sint", "index")


def bytes_of(type: ElementType) -> int:
    """Bytes of one element in memory."""
    return type.dtype.itemsize
