"""Functions that `jax.export` has serialized, called as they were: trees of arguments in, trees of results out, without JAX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from hloom.ir.types import TensorType
from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.builtin.module import Module
from hloom.pipeline import compile as compile_module
from hloom.support.diagnostics import InputError
from hloom.support.files import read_file
from hloom.vhlo.api import parse_bytecode
from hloom.vhlo.exported import Array, ExportedBlob, Tree, looks_exported, read_exported

#: How JAX calls the platform that compiled programs run on here.
_PLATFORM: Final = "cpu"
#: What types of numbers are called for which one may stand for the other where the values fit.
_KIND_OF: Final = {"i": "integer", "u": "integer", "f": "float", "V": "float", "c": "complex", "b": "bool"}


class ExportedFunction:
    """A function as `jax.export` serialized it: `f(params, x)` takes and gives nested dicts, lists and tuples of arrays.

    `module` is its program, `platforms` are those that it was exported for. It is compiled when it is first called.
    """

    def __init__(self, blob: ExportedBlob, name: str, platform: str | None, options: Mapping[str, Any]) -> None:
        self._blob, self._options, self._executable = blob, dict(options), None
        self.module: Module = parse_bytecode(blob.artifact, name)
        self.name, self.platforms, self.devices = blob.name, blob.platforms, blob.devices
        self._platform = self._number_of(platform)

    @property
    def arguments(self) -> tuple[str, ...]:
        """What the function takes, `args[0]['w']: f32[3,4]`, in the order of its leaves."""
        return tuple(f"{path}: {array}" for path, array in zip(_argument_paths(self._blob.in_tree), self._blob.arguments))

    @property
    def results(self) -> tuple[str, ...]:
        """What the function gives, in the order of its leaves."""
        return tuple(f"{path}: {array}" for path, array in zip(_paths(self._blob.out_tree, "result"), self._blob.results))

    def vjp(self) -> ExportedFunction:
        """The function of the arguments and the results' cotangents that gives the arguments' cotangents."""
        if self._blob.vjp is None:
            raise InputError(f"{self.name} was serialized without its derivative (serialize(vjp_order=1) keeps it)")
        platform = self.platforms[self._platform] if self.platforms else None
        return ExportedFunction(self._blob.vjp, f"the derivative of {self.name}", platform, self._options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        blob = self._blob
        leaves = list(_flatten(blob.in_tree, (args, kwargs), self.name, ""))
        arrays = [_array_for(value, array, path) for value, array, path in
                  zip(leaves, blob.arguments, _argument_paths(blob.in_tree))]
        kept = [arrays[number] for number in blob.kept]
        if len(self.platforms) > 1:
            kept.insert(0, np.array(self._platform, self._index_type()))
        if self._executable is None:
            self._executable = compile_module(self.module, **self._options)
        results = self._executable(*kept)
        return _unflatten(blob.out_tree, iter(results[len(results) - len(blob.results) :]))

    def _number_of(self, platform: str | None) -> int:
        """The number of a platform among those that the function was exported for."""
        wanted = platform or _PLATFORM
        if wanted in self.platforms:
            return self.platforms.index(wanted)
        if platform is None and ("platform" in self._blob.disabled_checks or not self.platforms):
            return 0
        raise InputError(f"{self.name} was exported for {', '.join(self.platforms)}, not for {wanted}; "
                         f"platform={self.platforms[0]!r} runs what it does there")

    def _index_type(self) -> np.dtype:
        """The type of the argument that says on which of several platforms the function runs."""
        type = self.module.functions["main"].function_type.inputs[0]
        return type.storage.dtype if isinstance(type, TensorType) else np.dtype(np.int32)

    def __repr__(self) -> str:
        return f"<exported {self.name}({', '.join(self.arguments)}) -> ({', '.join(self.results)})>"


def load_exported(source: str | Path | bytes | bytearray, *, platform: str | None = None, **options: Any) -> ExportedFunction:
    """The function that `jax.export` serialized into a file or into bytes, to be called as it was exported.

    `platform` chooses what a function does that was exported for several (default: the CPU's); other options are those of
    `hloom.compile`. Raises InputError for a file that cannot be read, ParseError for one that makes no sense.
    """
    data = bytes(source) if isinstance(source, bytes | bytearray) else read_file(source)
    name = "<bytes>" if isinstance(source, bytes | bytearray) else str(source)
    if not looks_exported(data):
        raise InputError(f"{name}: this is not what jax.export serializes (exported.serialize()); hloom.load reads programs")
    return ExportedFunction(read_exported(data, name), name, platform, options)


# Trees


def _flatten(tree: Tree, value: Any, function: str, path: str) -> Iterator[Any]:
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
        yield from _flatten(child, part, function, path + step)


def _unflatten(tree: Tree, leaves: Iterator[Any]) -> Any:
    """The value that is put together as a tree from its leaves. Types that were registered come as tuples."""
    if tree.kind == "leaf":
        return next(leaves)
    if tree.kind == "none":
        return None
    parts = [_unflatten(child, leaves) for child in tree.children]
    if tree.kind == "dict":
        return dict(zip(tree.keys, parts))
    return parts if tree.kind == "list" else tuple(parts)


def _steps(tree: Tree) -> list[str]:
    """How one comes from a value to each of its parts."""
    return [f"[{key!r}]" for key in tree.keys] if tree.kind == "dict" else [f"[{k}]" for k in range(len(tree.children))]


def _paths(tree: Tree, path: str) -> list[str]:
    """The leaves by how one comes to them."""
    if tree.kind == "leaf":
        return [path]
    return [found for child, step in zip(tree.children, _steps(tree)) for found in _paths(child, path + step)]


def _argument_paths(tree: Tree) -> list[str]:
    """The leaves of arguments as JAX names them: `args[0]['w']`, `kwargs['scale']`."""
    return [_named(path) for path in _paths(tree, "")]


def _named(path: str) -> str:
    return f"args{path[3:]}" if path.startswith("[0]") else f"kwargs{path[3:]}" if path.startswith("[1]") else "the arguments"


def _array_for(value: Any, array: Array, path: str) -> Any:
    """An argument as the function takes it. Numbers of Python, and of a wider or narrower type of the same kind, are converted,
    as JAX does; InputError for another shape or kind, and for numbers that do not fit."""
    found = np.asarray(value)
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
