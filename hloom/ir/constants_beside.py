"""Constants that lie beside a program: in a file of arrays, or in arrays of the caller.

    %w = stablehlo.constant dense_resource<w> : tensor<2048x2048xf32>        where no section of the text has `w`
    bind(module, "weights.safetensors")

Mapped arrays are used where they lie. What of a file cannot be (packed members, columns side by side, an array that does not
begin at a multiple of an element) is copied once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from hloom.ir.attributes import Beside, Resource
from hloom.ir.core import Operation
from hloom.ir.fingerprint import Reference, resources_in
from hloom.ir.types import TensorType
from hloom.numbers.bits import from_bits
from hloom.numbers.element_type import PRED, of_dtype
from hloom.numbers.tensor_files import Stored, has_type, read_arrays
from hloom.support.diagnostics import Diagnostic, InputError

Constants = Mapping[str, Any] | str | os.PathLike[str]


def bind(module: Operation, constants: Constants) -> None:
    """Gives the constants that a module names and its text lacks: those of a file (.npz, .safetensors) or of a mapping, by name.

    Raises InputError with the places of all that are missing, or are of another type or shape; also for a file that cannot be
    read.
    """
    given: Mapping[str, Any]
    given, path = (constants, None) if isinstance(constants, Mapping) else (
        read_arrays(Path(constants)), os.path.realpath(constants))
    faults: list[Diagnostic] = []
    made: dict[Resource, Beside] = {}
    where = path or "the constants that were given"
    for attribute, op in resources_in(module):
        resource = attribute.resource
        if resource.data is not None:
            continue
        try:
            if resource.key not in given:
                raise InputError("is not there")
            found = made.get(resource) or _beside(given[resource.key], attribute.type, path)
            _require_type(found.array.dtype, found.array.shape, attribute.type)
            resource.beside = made[resource] = found
            attribute.forget()
        except InputError as error:
            resource.beside = None
            faults.append(Diagnostic("constant", f"{where}: constant {resource.key!r:.100} of {op.name} {error}", op.span))
    if faults:
        raise InputError.of(*faults)


def _beside(given: Any, type: TensorType, path: str | None) -> Beside:
    element: Any = type.storage
    if isinstance(given, Stored):
        _require_type(given.dtype, given.shape, type)
        array, stamp = given.array(), given.stamp
    else:
        array, stamp = np.asarray(given), None
        _require_type(array.dtype, array.shape, type)
        array = np.require(array.astype(array.dtype.newbyteorder("="), copy=False), requirements=("C", "A"))
    _require_numbers(array, element)
    return Beside(array.view(element.dtype), path, stamp)


def _require_numbers(array: np.ndarray, element: Any) -> None:
    """That bytes of elements narrower than a byte are such elements: compiled code takes them as they lie."""
    if element.width >= 8:
        return
    stored = array.reshape(-1).view(np.uint8)
    if element is PRED:
        if stored.max(initial=0) > 1:
            raise InputError("has truth values that are neither 0 nor 1")
    elif not np.array_equal(from_bits(stored, element).view(np.uint8), stored):
        raise InputError(f"has bytes that are no numbers of type {element}")


def _require_type(dtype: np.dtype, shape: tuple[int, ...], type: TensorType) -> None:
    element: Any = type.storage
    if not has_type(dtype, element.dtype) or shape != type.shape:
        try:
            name = of_dtype(dtype.newbyteorder("=")).name
        except KeyError:
            name = str(dtype)
        raise InputError(f"has shape {list(shape)} of {name}, and the program wants {type}")


def bind_references(module: Operation, given: Iterable[Reference], learn: Callable[[Beside], None]) -> None:
    """Binds what `references` gave; `learn` finds digests that are known. Raises InputError where a file lacks a constant, or
    holds another one under its name."""
    given = list(given)
    for path in dict.fromkeys(r.path for r in given):
        wanted = {r.name: r for r in given if r.path == path}
        arrays = {name: r.array for name, r in wanted.items()} if path is None else read_arrays(path)
        for attribute, op in resources_in(module):
            reference = wanted.get(attribute.resource.key)
            if reference is None or attribute.resource.data is not None:
                continue
            if reference.name not in arrays:
                raise InputError(f"{path}: constant {reference.name!r:.100} of {op.name} is not there")
            beside = attribute.resource.beside = _beside(arrays[reference.name], attribute.type, path)
            learn(beside)
            if beside.digest != reference.digest:
                raise InputError(f"{path}: constant {reference.name!r:.100} is another one than when the program was compiled")
