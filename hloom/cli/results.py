"""What a run gives, for other programs: as JSON, and as NumPy's files."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from hloom.cli.streams import complain
from hloom.debug.agreement import Compared
from hloom.numbers.convert import convert
from hloom.numbers.element_type import F64, of_dtype
from hloom.numbers.portable import portable, portable_type
from hloom.support.diagnostics import InputError


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


def difference_as_json(compared: Compared, **more: Any) -> dict[str, Any]:
    """What differs between a result and what is expected of it: `result` is its number, or its place in a tuple. `largest` has
    the largest differences with their places, null where nothing differs."""
    apart, place = compared.apart, compared.name
    first = None if not apart.count else {"index": list(apart.index), "expected": _numbers(np.asarray(apart.expected)),
                                          "found": _numbers(np.asarray(apart.found)), "units": list(apart.units),
                                          "allowed": compared.allowed}
    kinds = {"absolute": (apart.largest, apart.largest_at), "relative": (apart.largest_relative, apart.largest_relative_at),
             "units": (apart.largest_units, apart.largest_units_at)}
    largest = {kind: None if at is None else {"value": _finite(value), "index": list(at.index), "found": _numbers(
        np.asarray(at.found)), "expected": _numbers(np.asarray(at.expected))} for kind, (value, at) in kinds.items()}
    return {"result": int(place) if place.isdigit() else place, **more, "message": str(compared) if apart else None,
            "elements": apart.size, "differing": apart.count, "first": first, "largest_difference": _finite(apart.largest),
            "largest_relative_difference": _finite(apart.largest_relative), "largest_units": apart.largest_units,
            "largest": largest, "nan_equal_nan": apart.nans}


def _finite(x: Any) -> Any:
    return x if x is None or np.isfinite(x) else str(x)


#: Longer names of arrays are cut off: a zip file counts their bytes in 16 bits.
_LONGEST_NAME = 4000


class NpzFile:
    """An npz file that is written array by array, so that no more than one is in memory. InputError where that fails."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._names: set[str] = set()
        with self._named():
            self._zip = zipfile.ZipFile(path, "w")

    def write(self, name: str, array: np.ndarray) -> None:
        """Adds an array, in a type that NumPy has; of a name that is there already `name_`.

        Names come from programs: one that would be a place outside of a folder, were the file unpacked, has no slashes."""
        name = name[:_LONGEST_NAME].encode("utf-8", "replace").decode().replace("\0", "_")
        if "\\" in name or any(part in ("", ".", "..") for part in name.split("/")):
            name = name.replace("/", "_").replace("\\", "_")
        while name in self._names:
            name += "_"
        self._names.add(name)
        with self._named(), self._zip.open(f"{name}.npy", "w", force_zip64=True) as file:
            np.lib.format.write_array(file, np.asarray(portable(np.asarray(array))), allow_pickle=False)

    def __enter__(self) -> NpzFile:
        return self

    def __exit__(self, *_: object) -> None:
        with self._named():
            self._zip.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror or error}") from None


def write_arrays(path: str, arrays: Mapping[str, Any]) -> None:
    """Writes an npz file, or an npy file of the only array. What NumPy has no type for is written in a wider one, exactly, and
    a note says so. Raises InputError for a file that cannot be written."""
    numbers = {name: np.asarray(a) for name, a in arrays.items() if isinstance(a, np.ndarray | np.generic)}
    if path.endswith(".npy"):
        if len(numbers) != 1:
            raise InputError(f"{path}: there are {len(numbers)} arrays to write, an npy file holds one; .npz holds any number")
        try:
            with open(path, "wb") as file:
                np.save(file, portable(next(iter(numbers.values()))))
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}") from None
    else:
        with NpzFile(path) as archive:
            for name, a in numbers.items():
                archive.write(name, a)
    for name, a in numbers.items():
        written = portable_type(of_dtype(a.dtype)).dtype
        if written != a.dtype:
            complain(f"note: {name} is {of_dtype(a.dtype).name}, which NumPy's files lack: written as {written}, "
                     f"which has all its values; array.astype(ml_dtypes.{a.dtype.name}) gives it back, and so do --input and "
                     "--expected")
    for name in arrays:
        if name not in numbers:
            complain(f"note: {name} is no array, and is not in {path}")


def print_json(document: Any) -> None:
    """Prints one JSON document on standard output."""
    json.dump(document, sys.stdout, indent=1)
    print()
