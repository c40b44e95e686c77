"""LLVM's types as text (`"i64"`, `"float"`, `"<16 x float>"`, `"ptr"`), and which of them element types have in memory and in
registers of compiled code.

In memory: NumPy's layout (i1 is a byte that holds 0 or 1, integers of 2 and 4 bits and floats of at most 8 take a byte, a
complex number its two parts). In registers: bf16 and f16 are `float` values that are always rounded to the narrow type, smaller
floats their bits as they lie in memory (see `small_floats`), integers have their width, i1 is `i1`, a complex number is a pair
of values.
"""

from __future__ import annotations

from functools import cache, lru_cache

from hloom.numbers.element_type import ELEMENT_TYPES, ElementType

FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


#: What a function says of a type: programs have a few dozen types, and ask at each instruction.
_of_type = lru_cache(maxsize=512)


@_of_type
def lanes(type: str) -> int:
    """Number of lanes of a vector type; 1 for a scalar type."""
    return int(type[1 : type.index(" ")]) if type[0] == "<" else 1


@_of_type
def element_of(type: str) -> str:
    """Element type of a vector type; a scalar type itself."""
    return type[type.index(" x ") + 3 : -1] if type[0] == "<" else type


def vector(element: str, width: int) -> str:
    """The vector type of `width` lanes; the element type itself for a width of 1."""
    return f"<{width} x {element}>" if width > 1 else element


@_of_type
def with_element(type: str, element: str) -> str:
    """`type` with its element type replaced: the mask or integer type that goes with a vector."""
    return vector(element, lanes(type))


@_of_type
def is_float(type: str) -> bool:
    return element_of(type) in FLOAT_BITS


@_of_type
def bits_of(type: str) -> int:
    """Bits of one element of `type`."""
    element = element_of(type)
    return 64 if element == "ptr" else FLOAT_BITS.get(element) or int(element[1:])


def mangle(type: str) -> str:
    """A type in the suffix of an overloaded intrinsic: `v16f32` for `<16 x float>`."""
    element = element_of(type)
    short = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "ptr": "p0"}.get(element, element)
    return f"v{lanes(type)}{short}" if lanes(type) > 1 else short


_FLOATS = {"f32": "float", "f64": "double", "f16": "half", "bf16": "i16"}
#: Element types that compiled code computes with: all that tensors have.
SUPPORTED = frozenset(name for name, type in ELEMENT_TYPES.items() if type.kind != "index")


@cache
def storage_type(type: ElementType) -> str:
    """LLVM type of one element in memory; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return _FLOATS.get(part.name, "i8")
    return f"i{max(part.width, 8)}"


@cache
def register_type(type: ElementType) -> str:
    """LLVM type of one element in a register; for a complex type that of one part."""
    part = type.part
    if part.kind == "float":
        return "i8" if part.is_small_float else "double" if part.name == "f64" else "float"
    return "i64" if part.kind == "index" else f"i{part.width}"


def is_signed(type: ElementType) -> bool:
    return type.kind in ("sint", "index")
