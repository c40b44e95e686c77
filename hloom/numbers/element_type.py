"""Element types of tensors, each tied to the NumPy dtype that stores it (StableHLO spec: Types)."""

from __future__ import annotations

from typing import Final

import ml_dtypes
import numpy as np


class ElementType:
    """One scalar type: `name` as MLIR prints it, `kind`, `width` in bits (both parts of a complex number together).

    Instances are interned: compare with `is` or `==`. `kind` is one of `pred`, `sint`, `uint`, `float`, `complex`,
    `index`. StableHLO's signed integers are MLIR's signless ones (`i32`); `index` is stored as a 64-bit integer.
    """

    __slots__ = ("bytes", "dtype", "is_complex", "is_float", "is_integer", "is_small_float", "kind", "name", "part", "width")

    name: str
    kind: str
    width: int
    dtype: np.dtype
    #: Type of the real and imaginary part of a complex type; the type itself otherwise.
    part: ElementType
    #: Bytes of one element in memory.
    bytes: int
    #: Whether this is a signed or unsigned integer type (i1 is `pred`, not an integer), a float, one of at most 8 bits, stored
    #: in a byte, or a complex type.
    is_integer: bool
    is_float: bool
    is_small_float: bool
    is_complex: bool

    def __init__(self, name: str, kind: str, width: int, dtype: object, part: ElementType | None = None) -> None:
        self.name, self.kind, self.width, self.dtype = name, kind, width, np.dtype(dtype)  # type: ignore[call-overload]
        self.part, self.bytes = part or self, self.dtype.itemsize
        self.is_integer, self.is_float, self.is_complex = kind in ("sint", "uint"), kind == "float", kind == "complex"
        self.is_small_float = self.is_float and width <= 8

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return element_type, (self.name,)


def _floats() -> dict[str, ElementType]:
    small = {
        "f4E2M1FN": (4, ml_dtypes.float4_e2m1fn), "f6E2M3FN": (6, ml_dtypes.float6_e2m3fn),
        "f6E3M2FN": (6, ml_dtypes.float6_e3m2fn), "f8E3M4": (8, ml_dtypes.float8_e3m4),
        "f8E4M3": (8, ml_dtypes.float8_e4m3), "f8E4M3FN": (8, ml_dtypes.float8_e4m3fn),
        "f8E4M3FNUZ": (8, ml_dtypes.float8_e4m3fnuz), "f8E4M3B11FNUZ": (8, ml_dtypes.float8_e4m3b11fnuz),
        "f8E5M2": (8, ml_dtypes.float8_e5m2), "f8E5M2FNUZ": (8, ml_dtypes.float8_e5m2fnuz),
        "f8E8M0FNU": (8, ml_dtypes.float8_e8m0fnu), "bf16": (16, ml_dtypes.bfloat16), "f16": (16, np.float16),
        "f32": (32, np.float32), "f64": (64, np.float64),
    }
    return {name: ElementType(name, "float", width, dtype) for name, (width, dtype) in small.items()}


def _table() -> dict[str, ElementType]:
    table = {"i1": ElementType("i1", "pred", 1, np.bool_), "index": ElementType("index", "index", 64, np.int64)}
    for width in (2, 4, 8, 16, 32, 64):
        names = f"int{width}", f"uint{width}"
        signed, unsigned = (getattr(ml_dtypes, name) if width < 8 else name for name in names)
        table[f"i{width}"] = ElementType(f"i{width}", "sint", width, signed)
        table[f"ui{width}"] = ElementType(f"ui{width}", "uint", width, unsigned)
    table |= _floats()
    table["complex<f32>"] = ElementType("complex<f32>", "complex", 64, np.complex64, table["f32"])
    table["complex<f64>"] = ElementType("complex<f64>", "complex", 128, np.complex128, table["f64"])
    return table


#: Every element type by its MLIR name.
ELEMENT_TYPES: Final[dict[str, ElementType]] = _table()
_BY_DTYPE: Final = {t.dtype: t for t in ELEMENT_TYPES.values() if t.kind != "index"}

PRED: Final = ELEMENT_TYPES["i1"]
I32: Final = ELEMENT_TYPES["i32"]
I64: Final = ELEMENT_TYPES["i64"]
UI8: Final = ELEMENT_TYPES["ui8"]
UI32: Final = ELEMENT_TYPES["ui32"]
UI64: Final = ELEMENT_TYPES["ui64"]
BF16: Final = ELEMENT_TYPES["bf16"]
F16: Final = ELEMENT_TYPES["f16"]
F32: Final = ELEMENT_TYPES["f32"]
F64: Final = ELEMENT_TYPES["f64"]
C64: Final = ELEMENT_TYPES["complex<f32>"]
C128: Final = ELEMENT_TYPES["complex<f64>"]
INDEX: Final = ELEMENT_TYPES["index"]


def element_type(name: str) -> ElementType:
    """The element type with the MLIR name `name`; KeyError where there is none."""
    return ELEMENT_TYPES[name]


def of_dtype(dtype: object) -> ElementType:
    """The element type that a NumPy dtype stores; KeyError where there is none (strings, objects, long doubles)."""
    return _BY_DTYPE[np.dtype(dtype)]  # type: ignore[call-overload]
