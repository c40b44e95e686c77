"""How element types live in memory and in registers of compiled code.

In memory: NumPy's layout (i1 is a byte that holds 0 or 1, a complex number its two parts). In registers: bf16 and f16 are
`float` values that are always rounded to the narrow type, i1 is `i1`, a complex number is a pair of values.
"""

from __future__ import annotations

from hloom.numbers.element_type import ElementType

_FLOATS = {"f32": "float", "f64": "double", "f16": "half", "bf16": "i16"}
#: Element types that compiled code computes with; programs with others run those operations on the evaluator.
SUPPORTED = frozenset({"i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "bf16", "f16", "f32", "f64",
                       "complex<f32>", "complex<f64>"})


def is_supported(type: object) -> bool:
    """Whether compiled code handles tensors of this element type."""
    return isinstance(type, ElementType) and type.name in SUPPORTED


def storage_type(type: ElementType) -> str:
    """LLVM type of one element in memory; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return _FLOATS[part.name]
    return "i8" if part.kind == "pred" else f"i{part.width}"


def register_type(type: ElementType) -> str:
    """LLVM type of one element in a register; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return "double" if part.name == "f64" else "float"
    return "i64" if part.kind == "index" else f"i{part.width}"


def is_signed(type: ElementType) -> bool:
    return type.kind in ("sint", "index")


def bytes_of(type: ElementType) -> int:
    """Bytes of one element in memory."""
    return type.dtype.itemsize
