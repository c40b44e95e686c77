"""Scalars of any type as Python's integers: floats by their bit patterns, integers as they are.

So are constants kept whose type NumPy does not have.
"""

from __future__ import annotations

from hloom.ir.types import AnyType, OtherScalarType
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.numbers.float_format import FLOAT_FORMATS


def part_of(type: OtherScalarType) -> AnyType:
    """The type of the two parts of a complex type; another type itself."""
    if not type.is_complex:
        return type
    name = type.name.removeprefix("complex<").removesuffix(">")
    return ELEMENT_TYPES.get(name) or OtherScalarType(name)


def float_width(type: AnyType) -> int | None:
    """The bits of a floating-point type; None for other types."""
    if isinstance(type, ElementType):
        return type.width if type.is_float else None
    format = FLOAT_FORMATS.get(str(type))
    return format.width if format else None


def integer_width(type: AnyType) -> int | None:
    """The bits of an integer or index type; None for other types."""
    if isinstance(type, ElementType):
        return type.width if type.kind in ("pred", "sint", "uint", "index") else None
    if isinstance(type, OtherScalarType) and not type.is_complex and type.name not in FLOAT_FORMATS:
        return int(type.name.lstrip("sui"))
    return None


def integer_range(type: AnyType) -> tuple[int, int]:
    """The integers that a literal of an integer type may state; those of types without a sign may be written either way."""
    width, name = integer_width(type), str(type)
    assert width is not None
    return 0 if name.startswith("u") else -(1 << (width - 1)), (1 << (width - name.startswith(("s", "index")))) - 1


def wrapped(value: int, type: AnyType) -> int:
    """An integer in the range of `integer_range` as the number that its bits stand for: negative from the middle on."""
    width = integer_width(type)
    assert width is not None
    return value - (1 << width) if not str(type).startswith("u") and value >> (width - 1) > 0 and width > 1 else value
