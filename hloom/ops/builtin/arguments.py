"""Arguments of programs: arrays of any library, checked against the types that a function takes."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from hloom.ir.types import DYNAMIC, OtherScalarType, TensorType, TokenType, TupleType
from hloom.support.diagnostics import InputError

#: What jit makes of numbers of 64 bits: integers wrap, what is too large is infinite.
_NARROWED = {np.dtype(wide): np.dtype(narrow) for wide, narrow in (("i8", "i4"), ("u8", "u4"), ("f8", "f4"), ("c16", "c8"))}


def as_array(value: Any, type: Any, what: str, narrows: bool = False) -> Any:
    """`value` as an array of exactly the element type and shape that `type` asks for; tuples of them for (nested) tuples, None
    for a token, whatever stands for it.

    Takes NumPy arrays, Python numbers and lists, typed keys of JAX, and anything with `__dlpack__` or `__array__`. A Python
    number or list is converted if every value is kept; an array must have the right dtype, or with `narrows` that of 64 bits of
    which jit makes the right one. Raises InputError, which begins with `what`.
    """
    if isinstance(type, TokenType):
        return None
    if isinstance(type, TupleType):
        if not isinstance(value, tuple | list) or len(value) != len(type.elements):
            got = f"{len(value)} values" if isinstance(value, tuple | list) else f"a {value.__class__.__name__}"
            raise InputError(f"{what} must be a tuple of {len(type.elements)} values, got {got}")
        return tuple([as_array(v, t, f"{what}, part {k}", narrows) for k, (v, t) in enumerate(zip(value, type.elements))])
    if not isinstance(type, TensorType) or isinstance(type.element, OtherScalarType):
        raise InputError(f"{what}: values of type {type} cannot be given from outside")
    dtype = type.storage.dtype
    array = _array_of(value, dtype, what)
    if narrows and array.dtype != dtype and _NARROWED.get(array.dtype) == dtype:
        with np.errstate(all="ignore"):
            array = array.astype(dtype)
    if array.dtype != dtype:
        hint = "; its bytes are in another order: array.astype(array.dtype.newbyteorder('=')) turns them" \
            if array.dtype.newbyteorder() == dtype else ""
        raise InputError(f"{what} must have element type {type.storage} ({dtype}), got {array.dtype}{hint}")
    fits = len(array.shape) == type.rank and all(n in (DYNAMIC, m) for n, m in zip(type.shape, array.shape))
    if not fits:
        shape = ", ".join("?" if n == DYNAMIC else str(n) for n in type.shape)
        raise InputError(f"{what} must have shape [{shape}], got {list(array.shape)}")
    for n, bound in zip(array.shape, type.bounds):
        if bound is not None and n > bound:
            raise InputError(f"{what} has shape {list(array.shape)}, beyond the bounds of {type}")
    return array


def _array_of(value: Any, dtype: np.dtype, what: str) -> np.ndarray:
    if isinstance(value, np.ndarray | np.generic):
        return np.asarray(value)
    if isinstance(value, bool | int | float | complex | list | tuple):
        try:
            wide = np.asarray(value)
            if wide.dtype.kind == "c" and dtype.kind != "c":
                raise TypeError("its numbers are complex")
            array = wide.astype(dtype)
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"{what}: {value!r:.80} is not an array of {dtype}: {error}") from None
        if wide.dtype.kind in "iub" and not np.array_equal(array.astype(object), wide.astype(object)):
            raise InputError(f"{what}: {value!r:.80} does not fit {dtype}")
        if wide.dtype.kind in "fc" and array.dtype.kind in "iub":
            raise InputError(f"{what}: {value!r:.80} is not an integer, {dtype} is needed")
        return array
    return foreign_array(_key_data(value), what)


def foreign_array(value: Any, what: str) -> np.ndarray:
    """The array that an object of another library is. Raises InputError, which begins with `what`."""
    for method, convert in (("__array__", np.asarray), ("__dlpack__", np.from_dlpack)):
        if hasattr(value, method):
            try:
                return convert(value)
            except Exception as error:
                raise InputError(f"{what}: {type(value).__name__} cannot be read as an array: {error}") from None
    raise InputError(f"{what}: a {type(value).__name__} is not an array")


def _key_data(value: Any) -> Any:
    """The words of a typed key, as `jax.random.key` makes them; anything else as it is."""
    jax = sys.modules.get("jax")  # who has such a key has loaded it
    return jax.random.key_data(value) if jax is not None and str(getattr(value, "dtype", "")).startswith("key<") else value
