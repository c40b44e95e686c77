"""Trees of arguments as arrays that a function takes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hloom.ir.types import DYNAMIC, OtherScalarType, TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.builtin.arguments import foreign_array
from hloom.support.diagnostics import InputError, shortened
from hloom.support.trees import leaves_of, named, steps
from hloom.vhlo.exported import Array, Tree

#: What types of numbers are called for which one may stand for the other where the values fit.
_KIND_OF: Final = {"i": "integer", "u": "integer", "f": "float", "V": "float", "c": "complex", "b": "bool"}
#: Characters of a path in messages and lists of arguments.
_LONGEST_PATH = 1000


def flatten(tree: Tree, value: Any, function: str) -> list[Any]:
    """The leaves of a function's arguments that are put together as a tree. InputError, which says where, for others."""
    try:
        return list(leaves_of(tree, value))
    except ValueError as error:
        raise InputError(f"{function}: {error}") from None


def paths(tree: Tree, path: str) -> list[str]:
    """The leaves by how one comes to them."""
    if tree.kind == "leaf":
        return [path]
    return [found for child, step in zip(tree.parts, steps(tree))
            for found in paths(child, shortened(path + step, _LONGEST_PATH))]


def argument_paths(tree: Tree) -> list[str]:
    """The leaves of arguments as JAX names them: `args[0]['w']`, `kwargs['scale']`."""
    return [named(path) for path in paths(tree, "")]


def array_for(value: Any, array: Array, path: str) -> Any:
    """An argument as the function takes it. Numbers of Python, and of a wider or narrower type of the same kind, are converted,
    as JAX does; InputError for another shape or kind, and for numbers that do not fit."""
    found = _given(value, path)
    element = ELEMENT_TYPES.get(array.element)
    if element is None:  # a key of random numbers: its data
        return found
    if found.ndim != len(array.shape) or any(size.isdecimal() and int(size) != n for size, n in zip(array.shape, found.shape)):
        raise InputError(f"{path} is {array}, got an array of shape {list(found.shape)}")
    if found.dtype == element.dtype:
        return found
    kinds = _KIND_OF.get(found.dtype.kind), _KIND_OF.get(element.dtype.kind)
    may = kinds[0] == kinds[1] or (not isinstance(value, np.ndarray) and found.ndim == 0 and kinds == ("integer", "float"))
    converted = found.astype(element.dtype) if may else found
    if not may or (kinds[0] == "integer" == kinds[1] and not np.array_equal(converted.astype(found.dtype), found)):
        raise InputError(f"{path} is {array}, got {found.dtype.name}{'' if not may else ' numbers that do not fit'}")
    return converted


def _given(value: Any, path: str) -> np.ndarray:
    """An argument as an array of the type that it has by itself."""
    if not isinstance(value, np.ndarray | np.generic | bool | int | float | complex | list | tuple):
        return foreign_array(value, path)
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError) as error:  # parts of different lengths
        raise InputError(f"{path}: {value!r:.80} is not an array: {error}") from None


def array_of(type: Any) -> Array:
    """What an argument or a result of a program is; what is no array (a token) has its type for a name."""
    if not isinstance(type, TensorType) or isinstance(type.element, OtherScalarType):
        return Array((), str(type))
    return Array(tuple(["?" if size == DYNAMIC else str(size) for size in type.shape]), type.storage.name)
