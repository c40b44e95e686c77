"""Trees of arguments and results: taken apart into arrays as a function takes them, and put together again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from hloom.ir.types import DYNAMIC, OtherScalarType, TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.builtin.arguments import foreign_array
from hloom.support.diagnostics import InputError, shortened
from hloom.vhlo.exported import Array, Tree

#: What types of numbers are called for which one may stand for the other where the values fit.
_KIND_OF: Final = {"i": "integer", "u": "integer", "f": "float", "V": "float", "c": "complex", "b": "bool"}
#: Characters of a key and of a path in messages and lists of arguments.
_LONGEST_KEY, _LONGEST_PATH = 200, 1000


def flatten(tree: Tree, value: Any, function: str, path: str) -> Iterator[Any]:
    """The leaves of a value that is put together as a tree. InputError, which says where, for one that is not."""
    where = f"{function}: {_named(path)}"
    if tree.kind == "leaf":
        yield value
        return
    if tree.kind == "none":
        if value is not None:
            raise InputError(f"{where} is None, got a {type(value).__name__}")
        return
    if tree.kind == "dict":
        if not isinstance(value, Mapping) or set(value) != set(tree.keys):
            got = f"the keys {sorted(map(str, value))}" if isinstance(value, Mapping) else f"a {type(value).__name__}"
            raise InputError(f"{where} has the keys {list(tree.keys)}, got {got}"[:2000])
        parts = [value[key] for key in tree.keys]
    else:
        parts = list(value) if isinstance(value, list | tuple) else None  # named tuples and registered ones go in as tuples
        if parts is None or len(parts) != len(tree.children):
            got = f"{len(parts)} parts" if parts is not None else f"a {type(value).__name__}"
            raise InputError(f"{where} is a {tree.kind} of {len(tree.children)} parts, got {got}")
    for child, part, step in zip(tree.children, parts, _steps(tree)):
        yield from flatten(child, part, function, path + step)


def unflatten(tree: Tree, leaves: Iterator[Any]) -> Any:
    """The value that is put together as a tree from its leaves. Types that were registered come as tuples."""
    if tree.kind == "leaf":
        return next(leaves)
    if tree.kind == "none":
        return None
    parts = [unflatten(child, leaves) for child in tree.children]
    if tree.kind == "dict":
        return dict(zip(tree.keys, parts))
    return parts if tree.kind == "list" else tuple(parts)


def _steps(tree: Tree) -> list[str]:
    """How one comes from a value to each of its parts."""
    if tree.kind == "dict":
        return [f"[{shortened(repr(key), _LONGEST_KEY)}]" for key in tree.keys]
    return [f"[{k}]" for k in range(len(tree.children))]


def paths(tree: Tree, path: str) -> list[str]:
    """The leaves by how one comes to them."""
    if tree.kind == "leaf":
        return [path]
    return [found for child, step in zip(tree.children, _steps(tree))
            for found in paths(child, shortened(path + step, _LONGEST_PATH))]


def argument_paths(tree: Tree) -> list[str]:
    """The leaves of arguments as JAX names them: `args[0]['w']`, `kwargs['scale']`."""
    return [_named(path) for path in paths(tree, "")]


def _named(path: str) -> str:
    return f"args{path[3:]}" if path.startswith("[0]") else f"kwargs{path[3:]}" if path.startswith("[1]") else "the arguments"


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
