"""Arrays as people write them, `2x3xf32=1,2,3,4,5,6`, `s32[2]{0}={1, 2}`, `@x.npy` or `x.npy`, `@x.npz`; and showing them."""

from __future__ import annotations

import math
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from hloom.ir.hlo.literal_reading import ELIDED, read_literal
from hloom.ir.hlo.shape_text import read_shape
from hloom.ir.primitive_type import BY_TEXT, PrimitiveType
from hloom.ir.types import DYNAMIC, TensorType, TupleType
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, F64, ElementType
from hloom.support import options
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.files import ARRAY_FAULTS
from hloom.support.source import Source

#: `2x3xf32`, `tensor<2x3xf32>`, `2x3xs32`: sizes and an element type, in MLIR's words or in HLO's.
_TYPED = re.compile(r"^((?:\d+x)*)([A-Za-z]\w*(?:<\w+>)?)$", re.ASCII)
#: What stands between a type and values; a bound of HLO's (`s32[<=4]`) has another.
_EQUALS = re.compile(r"(?<!<)=")
_FORMS = "expected TYPE=VALUES as in 2x3xf32=1,2,3,4,5,6 or f32[2,3]={{1,2,3},{4,5,6}}, or @file.npy or @file.npz"

#: The largest array that a value on the command line can be repeated to.
_MOST_ELEMENTS = 1 << 30


def read_values(spec: str) -> list[np.ndarray]:
    """The arrays that a specification stands for: one, or those of an npz file in order."""
    return [array for _, array in read_named(spec)]


def read_named(spec: str) -> list[tuple[str | None, np.ndarray]]:
    """The arrays that a specification stands for, those of an npz file with their names, as the file has them; others have none.

    A type is written as in StableHLO (`2xi32`, `tensor<2xi32>`) or as in HLO (`2xs32`, `s32[2]`, with a layout, which says
    nothing here, `s32[2]{0}`). Values are numbers in row-major order, in brackets or not, one for all elements, or a literal of
    HLO.
    """
    if spec.startswith("@") or spec.endswith((".npy", ".npz")):
        return _from_file(spec.removeprefix("@"))
    type_text, *rest = _EQUALS.split(spec, 1)
    found = _type_of(type_text.strip()) if rest else None
    if found is None:
        raise InputError(f"{spec!r:.100}: {_FORMS}")
    values = rest[0]
    shape, element, primitive = found
    if math.prod(shape) > _MOST_ELEMENTS:
        raise InputError(f"{spec!r:.100}: more than {_MOST_ELEMENTS} elements; values of that size come from a file, @x.npy")
    if values.lstrip().startswith(("{", "(")) and primitive is not None:
        return [(None, _from_literal(values, shape, primitive, spec))]
    return [(None, _from_text(values, shape, element, spec))]


def read_type(text: str) -> TensorType | None:
    """The type of an array as the command line states it, `2x3xf32`, as StableHLO or as HLO; None for any other text."""
    found = _type_of(text)
    return None if found is None else TensorType(*found[:2])


def _type_of(text: str) -> tuple[tuple[int, ...], ElementType, PrimitiveType | None] | None:
    """The shape, the element type and XLA's type for it that a text names; None for a text that names none."""
    if "[" in text:
        source = Source("<type>", text)
        try:
            found, end = read_shape(source, 0, _array)
        except ParseError:
            return None
        return None if end != len(text) or found is None else (found[1], found[0].element, found[0])
    if text.startswith("tensor<") and text.endswith(">"):
        text = text.removeprefix("tensor<").removesuffix(">")
    match = _TYPED.match(text)
    if match is None or any(len(n) > 18 for n in match[1].split("x")):
        return None
    shape = tuple(int(n) for n in match[1].split("x") if n)
    if match[2] in ELEMENT_TYPES:
        element = ELEMENT_TYPES[match[2]]
        return shape, element, next((p for p in BY_TEXT.values() if p.is_array and p.scalar is element), None)
    primitive = BY_TEXT.get(match[2])
    return None if primitive is None or not primitive.is_array else (shape, primitive.element, primitive)


def _array(type: PrimitiveType, sizes: tuple[int, ...], dynamic: Any, layout: Any,
           parts: Any) -> tuple[PrimitiveType, tuple[int, ...]] | None:
    """What `read_shape` makes of an array; None of what is no array of known sizes."""
    return (type, sizes) if type.is_array and DYNAMIC not in sizes else None


def _from_literal(text: str, shape: tuple[int, ...], type: PrimitiveType, spec: str) -> np.ndarray:
    """An array from a literal in HLO's words: `{ {1, 2}, {3, 4} }`, `(1, 2)` of a complex number."""
    listed = text.lstrip().startswith("(") and bool(shape)  # complex numbers one after the other, without braces
    text = f"{{{text}}}" if listed else text
    source = Source("<value>", text)
    try:
        found, end = read_literal(source, 0, (type, (math.prod(shape),) if listed else shape))
    except ParseError as error:
        raise InputError(f"{spec!r:.100}: {error.diagnostics[0].message}") from None
    if found is ELIDED or text[end:].strip():
        raise InputError(f"{spec!r:.100}: {'its values are left out' if found is ELIDED else 'more text behind the values'}")
    return np.array(found).reshape(shape)


def _from_file(path: str) -> list[tuple[str | None, np.ndarray]]:
    try:
        with open(path, "rb") as file:
            _check_size(path, os.fstat(file.fileno()).st_size)
            found = np.load(file, allow_pickle=False)
            if isinstance(found, np.ndarray):
                return [(None, _restored(found))]
            with found:
                _check_size(path, sum(member.file_size for member in found.zip.infolist()))
                return [(name, _restored(found[name])) for name in found.files]
    except (*ARRAY_FAULTS, zlib.error, zipfile.BadZipFile, NotImplementedError):
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
    words = [w for w in re.split(r"[,\s\[\]]+", text.strip()) if w]
    size = math.prod(shape)
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
