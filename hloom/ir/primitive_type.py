"""XLA's primitive types by number and name (xla_data.proto: PrimitiveType), each tied to the IR's scalar type."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from hloom.ir.types import AnyType, OtherScalarType
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean

_UNALLOCATABLE: Final = frozenset({"PRIMITIVE_TYPE_INVALID", "TUPLE", "OPAQUE_TYPE", "TOKEN", "BUFFER"})


class PrimitiveType(IntEnum):
    """What the elements of a shape are; the values are the numbers on the wire.

    `TUPLE`, `OPAQUE_TYPE`, `TOKEN` and `BUFFER` are shapes without elements of their own.
    """

    PRIMITIVE_TYPE_INVALID = 0
    PRED = 1
    S8 = 2
    S16 = 3
    S32 = 4
    S64 = 5
    U8 = 6
    U16 = 7
    U32 = 8
    U64 = 9
    F16 = 10
    F32 = 11
    F64 = 12
    TUPLE = 13
    OPAQUE_TYPE = 14
    C64 = 15
    BF16 = 16
    TOKEN = 17
    C128 = 18
    F8E5M2 = 19
    F8E4M3FN = 20
    S4 = 21
    U4 = 22
    F8E4M3B11FNUZ = 23
    F8E5M2FNUZ = 24
    F8E4M3FNUZ = 25
    S2 = 26
    U2 = 27
    F8E4M3 = 28
    F8E3M4 = 29
    S1 = 30
    U1 = 31
    F4E2M1FN = 32
    F8E8M0FNU = 33
    BUFFER = 34

    @property
    def text(self) -> str:
        """The name in HLO text: `f32`, `opaque`."""
        return _TEXTS[self]

    @property
    def is_array(self) -> bool:
        """Whether a shape of this type is an array: it has elements, dimensions and a layout."""
        return self in _SCALARS

    @property
    def scalar(self) -> AnyType:
        """The IR's type of one element. InputError for types that are no array's."""
        found = _SCALARS.get(self)
        if found is None:
            raise InputError(f"{self.text} is no type of elements")
        return found

    @property
    def element(self) -> ElementType:
        """The element type that `numbers` computes with. InputError where there is none (s1, u1, tuples, tokens, ...)."""
        found = self.scalar
        if not isinstance(found, ElementType):
            raise InputError(f"no array of NumPy holds elements of type {self.text}")
        return found

    @property
    def width(self) -> int:
        """The bits of one element, without padding: 1 for pred and s1, 4 for s4, 128 for c128."""
        found = self.scalar
        return found.width if isinstance(found, ElementType) else 1

    @property
    def byte_width(self) -> int:
        """The bytes that one element takes where elements are not packed; 0 for types without elements."""
        return -(-self.width // 8) if self.is_array else 0

    @property
    def is_float(self) -> bool:
        return self.is_array and isinstance(self.scalar, ElementType) and self.scalar.is_float

    @property
    def is_complex(self) -> bool:
        return self in (PrimitiveType.C64, PrimitiveType.C128)

    @property
    def is_integer(self) -> bool:
        """Whether this is a signed or unsigned integer type (pred is not)."""
        return self.is_signed_integer or self.is_unsigned_integer

    @property
    def is_signed_integer(self) -> bool:
        return self.is_array and self.name[0] == "S"

    @property
    def is_unsigned_integer(self) -> bool:
        return self.is_array and self.name[0] == "U"

    @classmethod
    def parse(cls, text: str) -> PrimitiveType:
        """The type with this name in HLO text (`f32`), or with this name of the enumeration. InputError if there is none."""
        found = BY_TEXT.get(text) or cls.__members__.get(text)
        if found is None:
            raise InputError(f"unknown primitive type {text!r:.80}{did_you_mean(text, BY_TEXT)}")
        return found

    @classmethod
    def of(cls, type: AnyType) -> PrimitiveType:
        """The primitive type of an IR scalar type. InputError if XLA has none."""
        found = _OF_SCALAR.get(type)
        if found is None:
            raise InputError(f"XLA has no primitive type for {type}")
        return found


def _scalar_of(type: PrimitiveType) -> AnyType:
    name, floats = type.name, {n.upper(): n for n in ELEMENT_TYPES if n[0] in "fb"}
    if name in ("PRED", "C64", "C128"):
        return ELEMENT_TYPES[{"PRED": "i1", "C64": "complex<f32>", "C128": "complex<f64>"}[name]]
    if name in ("S1", "U1"):  # beside pred, which is MLIR's i1
        return OtherScalarType(f"{name[0].lower()}i1")
    return ELEMENT_TYPES[floats.get(name) or name.replace("S", "i").replace("U", "ui")]


_TEXTS: Final = {type: "opaque" if type is PrimitiveType.OPAQUE_TYPE else type.name.lower() for type in PrimitiveType}
_SCALARS: Final = {type: _scalar_of(type) for type in PrimitiveType if type.name not in _UNALLOCATABLE}
_OF_SCALAR: Final = {scalar: type for type, scalar in _SCALARS.items()}
#: Every type that HLO text may name, by that name; tuples and buffers have a notation of their own.
BY_TEXT: Final = {text: type for type, text in _TEXTS.items()
                  if type.name not in ("PRIMITIVE_TYPE_INVALID", "TUPLE", "BUFFER")}
