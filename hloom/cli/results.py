"""What a run gives, for other programs: as JSON, and as NumPy's files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from hloom.cli.streams import complain
from hloom.numbers.convert import convert
from hloom.numbers.difference import Difference
from hloom.numbers.element_type import ELEMENT_TYPES, F32, F64, ElementType, of_dtype
from hloom.support.diagnostics import InputError

_I8, _U8 = ELEMENT_TYPES["i8"], ELEMENT_TYPES["ui8"]


def as_json(value: Any, type: Any) -> dict[str, Any]:
    """A value as JSON has it: {type, shape, values}, values nested as the shape is. NaN and infinities are the words "nan",
    "inf" and "-inf", for which JSON has no numbers; a complex number is a pair."""
    if isinstance(value, tuple):
        types = getattr(type, "elements", (None,) * len(value))
        return {"type": str(type), "values": [as_json(v, t) for v, t in zip(value, types)]}
    if not isinstance(value, np.ndarray | np.generic):
        return {"type": str(type), "values": None}
    array = np.asarray(value)
    return {"type": str(type), "shape": list(array.shape), "values": _numbers(array)}


def _numbers(array: np.ndarray) -> Any:
    type = of_dtype(array.dtype)
    if type.is_complex:
        return _numbers(np.stack([np.real(array), np.imag(array)], -1))
    if not type.is_float:
        return array.astype(object).tolist() if array.dtype.kind == "V" else array.tolist()
    wide = convert(array, F64)
    if np.isfinite(wide).all():
        return wide.tolist()
    words = wide.astype(object)
    for k in np.ndindex(wide.shape):
        if not np.isfinite(wide[k]):
            words[k] = str(float(wide[k]))
    return words.tolist()


def difference_as_json(place: str, apart: Difference) -> dict[str, Any]:
    """What differs between a result and what is expected of it: `result` is its number, or its place in a tuple."""
    first = None if not apart.count else {"index": list(apart.index), "expected": _numbers(np.asarray(apart.expected)),
                                          "found": _numbers(np.asarray(apart.found)), "units": list(apart.units)}
    sizes = [x if np.isfinite(x) else str(x) for x in (apart.largest, apart.largest_relative)]
    return {"result": int(place) if place.isdigit() else place, "message": str(apart) if apart else None,
            "elements": apart.size, "differing": apart.count, "first": first, "largest_difference": sizes[0],
            "largest_relative_difference": sizes[1], "largest_units": apart.largest_units}


def portable_type(type: ElementType) -> ElementType:
    """The type in which NumPy by itself reads and writes numbers: that type, or a wider one that has every number of it."""
    if type.dtype.isbuiltin == 1:
        return type
    if type.is_float:
        return F32
    return _I8 if type.kind == "sint" else _U8


def write_arrays(path: str, arrays: Mapping[str, Any]) -> None:
    """Writes an npz file, or an npy file of the only array. What NumPy has no type for is written in a wider one, exactly, and
    a note says so. Raises InputError for a file that cannot be written."""
    numbers = {name: np.asarray(a) for name, a in arrays.items() if isinstance(a, np.ndarray | np.generic)}
    left_out = [name for name in arrays if name not in numbers]
    written = {name: convert(a, portable_type(of_dtype(a.dtype))) for name, a in numbers.items()}
    is_npy = path.endswith(".npy")
    if is_npy and len(written) != 1:
        raise InputError(f"{path}: there are {len(written)} arrays to write, an npy file holds one; .npz holds any number")
    try:
        with open(path, "wb") as file:
            if is_npy:
                np.save(file, next(iter(written.values())))
            else:
                np.savez(file, **written)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    for name, a in numbers.items():
        if written[name].dtype != a.dtype:
            complain(f"note: {name} is {of_dtype(a.dtype).name}, which NumPy's files lack: written as {written[name].dtype}, "
                     f"which has all its values; array.astype(ml_dtypes.{a.dtype.name}) gives it back, and so do --input and "
                     "--expected")
    for name in left_out:
        complain(f"note: {name} is no array, and is not in {path}")


def narrowed(array: np.ndarray, type: ElementType) -> np.ndarray:
    """An array that was written in a wider type, in the type that is wanted; as it is where that would change a value."""
    if array.dtype == type.dtype or portable_type(type).dtype != array.dtype:
        return array
    found = convert(array, type)
    same = np.array_equal(convert(found, portable_type(type)), array, equal_nan=array.dtype.kind == "f")
    return found if same else array


def print_json(document: Any) -> None:
    """Prints one JSON document on standard output."""
    json.dump(document, sys.stdout, indent=1)
    print()
