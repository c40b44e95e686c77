"""Element types of PJRT: their numbers, what NumPy calls them, what the IR does."""

from __future__ import annotations

import functools
from typing import Any

import ml_dtypes
import numpy as np

#: In the order of their numbers: the interface's name, that of the IR's type, NumPy's. A token has no elements.
_TABLE: tuple[tuple[str, str, Any], ...] = (
    ("INVALID", "", None),
    ("PRED", "i1", np.bool_),
    ("S8", "i8", np.int8), ("S16", "i16", np.int16), ("S32", "i32", np.int32), ("S64", "i64", np.int64),
    ("U8", "ui8", np.uint8), ("U16", "ui16", np.uint16), ("U32", "ui32", np.uint32), ("U64", "ui64", np.uint64),
    ("F16", "f16", np.float16), ("F32", "f32", np.float32), ("F64", "f64", np.float64), ("BF16", "bf16", ml_dtypes.bfloat16),
    ("C64", "complex<f32>", np.complex64), ("C128", "complex<f64>", np.complex128),
    ("F8E5M2", "f8E5M2", ml_dtypes.float8_e5m2), ("F8E4M3FN", "f8E4M3FN", ml_dtypes.float8_e4m3fn),
    ("F8E4M3B11FNUZ", "f8E4M3B11FNUZ", ml_dtypes.float8_e4m3b11fnuz), ("F8E5M2FNUZ", "f8E5M2FNUZ", ml_dtypes.float8_e5m2fnuz),
    ("F8E4M3FNUZ", "f8E4M3FNUZ", ml_dtypes.float8_e4m3fnuz),
    ("S4", "i4", ml_dtypes.int4), ("U4", "ui4", ml_dtypes.uint4), ("TOKEN", "token", np.bool_),
    ("S2", "i2", ml_dtypes.int2), ("U2", "ui2", ml_dtypes.uint2),
    ("F8E4M3", "f8E4M3", ml_dtypes.float8_e4m3), ("F8E3M4", "f8E3M4", ml_dtypes.float8_e3m4),
    ("F8E8M0FNU", "f8E8M0FNU", ml_dtypes.float8_e8m0fnu), ("F4E2M1FN", "f4E2M1FN", ml_dtypes.float4_e2m1fn),
    ("S1", "i1s", None), ("U1", "ui1", None),
)
NAMES = tuple(name for name, _, _ in _TABLE)
#: Bytes of an element by its type's number; the smallest types take a byte.
SIZES = tuple(0 if dtype is None else np.dtype(dtype).itemsize for _, _, dtype in _TABLE)
_DTYPES = tuple(None if dtype is None else np.dtype(dtype) for _, _, dtype in _TABLE)
#: What the IR calls each.
SPELLINGS = tuple(spelling for _, spelling, _ in _TABLE)
_NUMBERS = {spelling: k for k, (_, spelling, _) in enumerate(_TABLE) if spelling}
TOKEN = NAMES.index("TOKEN")


def dtype_of(number: int) -> np.dtype[Any]:
    """NumPy's type of a type's number. Raises ValueError for one without."""
    found = _DTYPES[number] if 0 <= number < len(_DTYPES) else None
    if found is None:
        name = NAMES[number] if 0 <= number < len(NAMES) else f"number {number}"
        raise ValueError(f"elements of type {name} are not supported")
    return found


@functools.cache
def number_of(spelling: str) -> int:
    """The number of a type as the IR spells it. Raises ValueError for one that PJRT has not."""
    if spelling not in _NUMBERS:
        raise ValueError(f"elements of type {spelling} cannot be handed over")
    return _NUMBERS[spelling]
