"""Arrays as NumPy's own files have them: types that NumPy lacks are written in wider ones, exactly."""

from __future__ import annotations

import numpy as np

from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, F32, ElementType, of_dtype

_I8, _U8 = ELEMENT_TYPES["i8"], ELEMENT_TYPES["ui8"]


def portable_type(type: ElementType) -> ElementType:
    """The type in which NumPy by itself reads and writes numbers: that type, or a wider one that has every number of it."""
    if type.dtype.isbuiltin == 1:
        return type
    if type.is_float:
        return F32
    return _I8 if type.kind == "sint" else _U8


def portable(array: np.ndarray) -> np.ndarray:
    """An array as NumPy's files have it, exactly (`portable_type`)."""
    return convert(array, portable_type(of_dtype(array.dtype)))


def narrowed(array: np.ndarray, type: ElementType) -> np.ndarray:
    """An array that was written in a wider type, in the type that is wanted; as it is where that would change a value."""
    if array.dtype == type.dtype or portable_type(type).dtype != array.dtype:
        return array
    found = convert(array, type)
    same = np.array_equal(convert(found, portable_type(type)), array, equal_nan=array.dtype.kind == "f")
    return found if same else array
