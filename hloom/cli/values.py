"""Values on the command line: `2x3xf32=1,2,3,4,5,6`, `@x.npy` or `x.npy`, `@x.npz`; random ones; and comparing results."""

from __future__ import annotations

import math
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.ir.types import DYNAMIC, TensorType, TupleType
from hloom.numbers.convert import convert
from hloom.numbers.difference import Difference, Tolerance, difference
from hloom.numbers.element_type import ELEMENT_TYPES, F64, ElementType, of_dtype
from hloom.support import options
from hloom.support.diagnostics import InputError

_TYPED = re.compile(r"^((?:\d+x)*)([A-Za-z]\w*(?:<\w+>)?)$", re.ASCII)

#: The largest array that a value on the command line can be repeated to.
_MOST_ELEMENTS = 1 << 30


def read_values(spec: str) -> list[np.ndarray]:
    """The arrays that a specification stands for: one, or those of an npz file in order."""
    if spec.startswith("@") or spec.endswith((".npy", ".npz")):
        return _from_file(spec.removeprefix("@"))
    type_text, equals, values = spec.partition("=")
    match = _TYPED.match(type_text.strip())
    if not equals or match is None or match[2] not in ELEMENT_TYPES:
        raise InputError(f"{spec!r:.100}: expected TYPE=VALUES as in 2x3xf32=1,2,3,4,5,6, or @file.npy or @file.npz")
    shape = tuple(int(n) for n in match[1].split("x") if n)
    return [_from_text(values, shape, ELEMENT_TYPES[match[2]], spec)]


def _from_file(path: str) -> list[np.ndarray]:
    try:
        with open(path, "rb") as file:
            _check_size(path, os.fstat(file.fileno()).st_size)
            found = np.load(file, allow_pickle=False)
            if isinstance(found, np.ndarray):
                return [_restored(found)]
            with found:
                _check_size(path, sum(member.file_size for member in found.zip.infolist()))
                return [_restored(found[name]) for name in found.files]
    except (ValueError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError):
        # What NumPy says about it advises to load pickled objects.
        raise InputError(f"{path}: not a NumPy file of numbers") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'not a NumPy file of numbers'}") from None


def _check_size(path: str, size: int) -> None:
    if size > options.INPUT_LIMIT.value:
        raise InputError(f"{path}: more than {options.INPUT_LIMIT.value} bytes; {options.INPUT_LIMIT.name} sets the limit")


def _restored(array: np.ndarray) -> np.ndarray:
    """NumPy writes the small types as raw bytes, named or not; two-byte ones are taken as bf16."""
    if array.dtype.kind == "V" and array.dtype.itemsize == 2:
        return array.view(ELEMENT_TYPES["bf16"].dtype)
    return array


def _from_text(text: str, shape: tuple[int, ...], type: ElementType, spec: str) -> np.ndarray:
    words = [w for w in re.split(r"[,\s]+", text.strip()) if w]
    size = math.prod(shape)
    if size > _MOST_ELEMENTS:
        raise InputError(f"{spec!r:.100}: more than {_MOST_ELEMENTS} elements; values of that size come from a file, @x.npy")
    if len(words) not in (size, 1):
        raise InputError(f"{spec!r:.100}: the type has {size} elements, got {len(words)} values")
    try:
        if type.kind == "pred":
            values: Any = [{"true": True, "false": False, "1": True, "0": False}[w.lower()] for w in words]
        elif type.is_integer:
            values = [int(w, 0) for w in words]
            half = 1 << (type.width - 1)
            low, high = (-half, half - 1) if type.kind == "sint" else (0, 2 * half - 1)
            if any(not low <= v <= high for v in values):
                raise InputError(f"{spec!r:.100}: a value does not fit {type}")
        elif type.is_complex:
            values = [complex(w.replace("i", "j")) for w in words]
        else:
            values = [float(w) for w in words]
    except (ValueError, KeyError, OverflowError):
        raise InputError(f"{spec!r:.100}: the values are not numbers of type {type}") from None
    if type.is_float:
        array = convert(np.array(values, F64.dtype), type)
    else:
        array = np.array(values, object).astype(type.dtype)
    return np.broadcast_to(array.reshape(shape if len(words) == size else ()), shape).copy()


def random_value(type: Any, generator: np.random.Generator) -> np.ndarray:
    """A random array of a type: normal floats, small non-negative integers; a dimension of unknown size gets 2.

    Arrays of rank 2 and more have deviation 1 / sqrt(n), n their size along the last dimension but one: products of matrices
    then stay near 1, as in a network at the start of its training, so that engines which sum in another order can be compared.
    Raises InputError for a type of other values.
    """
    if not isinstance(type, TensorType):
        raise InputError(f"there are no random values of type {type}")
    shape = tuple(2 if n == DYNAMIC else n for n in type.shape)
    storage = type.storage
    if storage.kind == "pred":
        return generator.integers(0, 2, shape).astype(np.bool_)
    if storage.is_integer:
        return generator.integers(0, min(10, 1 << (storage.width - 1)), shape).astype(storage.dtype)
    scale = max(shape[-2], 1) ** -0.5 if len(shape) > 1 else 1.0
    if storage.is_complex:
        return (scale * (generator.standard_normal(shape) + 1j * generator.standard_normal(shape))).astype(storage.dtype)
    return convert(scale * generator.standard_normal(shape), storage)


#: The size that `made_up_arguments` gives dimensions of unknown size.
_MADE_UP_SIZE = 4


def checked_time_limit(seconds: float | None) -> float | None:
    """What --time-limit says. Raises InputError for what is no time."""
    if seconds is not None and not seconds >= 0:
        raise InputError(f"--time-limit takes a number of seconds, got {seconds}")
    return seconds


def made_up_arguments(types: Sequence[Any]) -> list[Any]:
    """Arguments that depend on the types alone: `k / n` for element k of n floats, `k % 4` for integers.

    Dimensions of unknown size all get the same one. Integer scalars before the first other argument are taken to be such
    sizes, as in JAX's shape-polymorphic exports.
    """
    polymorphic = any(isinstance(t, TensorType) and not t.is_static for t in types)
    found: list[Any] = []
    for type in types:
        if isinstance(type, TupleType):
            found.append(tuple(made_up_arguments(type.elements)))
            continue
        if not isinstance(type, TensorType):
            raise InputError(f"an argument of type {type} cannot be made up")
        is_size = polymorphic and not type.rank and type.storage.is_integer and all(not np.ndim(x) for x in found)
        shape = tuple(_MADE_UP_SIZE if n == DYNAMIC else n for n in type.shape)
        count = np.arange(int(np.prod(shape, dtype=np.int64))).reshape(shape)
        values = np.array(_MADE_UP_SIZE) if is_size else count % 4 if type.storage.is_integer else count / max(count.size, 1)
        found.append(convert(values, type.storage))
    return found


#: Relative to the largest element, by element type: what two engines may differ by; 0.13 of other floats.
_ROUNDING = {"f64": 1e-10, "f32": 1e-4, "complex<f64>": 1e-10, "complex<f32>": 1e-4, "bf16": 2e-2, "f16": 4e-3}


def beyond_rounding(found: np.ndarray, expected: np.ndarray) -> Difference:
    """How a result differs; true where it is by more than what engines that round elsewhere may differ by."""
    type = of_dtype(found.dtype)
    is_whole = not (type.is_float or type.is_complex)
    return difference(found, expected, Tolerance(of_largest=0.0 if is_whole else _ROUNDING.get(type.name, 0.13)))


def arrays_of(results: Iterable[Any], place: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """The arrays among results, each with its number; those in tuples as `0.1`. Tokens are none."""
    for number, value in enumerate(results):
        if isinstance(value, tuple):
            yield from arrays_of(value, f"{place}{number}.")
        elif isinstance(value, np.ndarray | np.generic):
            yield f"{place}{number}", np.asarray(value)


def show(array: Any, type: Any) -> str:
    """An array for a reader: its type, then its values, shortened in the middle when there are many."""
    if isinstance(array, tuple):
        return "\n".join([f"{type}", *map(show, array, type.elements)])
    if not isinstance(array, np.ndarray):
        return f"{type}"
    if array.dtype.kind == "V" or array.dtype.name not in np.sctypeDict:
        array = array.astype(np.int64 if "int" in array.dtype.name else np.float64)
    return f"{type}\n{np.array2string(array, threshold=100, edgeitems=3)}"
