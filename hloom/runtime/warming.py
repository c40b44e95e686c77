"""Calls that are to come, by what is known of them: sizes and shapes, as arguments of such shapes (`Executable.warm`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hloom.ir.types import TensorType
from hloom.ops.builtin.arguments import as_array
from hloom.support.diagnostics import InputError
from hloom.support.signatures import Parameter, Signature, type_name


def arguments_of_calls(calls: Any, signature: Signature) -> Iterator[tuple[Any, ...]]:
    """Arguments of each call, zeros where nobody says what they are. Raises InputError for what is none, or does not fit."""
    for call in calls if _is_list(calls, signature) else [calls]:
        yield _arguments(call, signature)


def _is_list(calls: Any, signature: Signature) -> bool:
    """Whether calls are listed: each has as many shapes as there are arguments."""
    if not isinstance(calls, Sequence) or isinstance(calls, str):
        return False
    return not (len(calls) == len(signature.arguments) and calls and all(map(_is_shape, calls))) or all(
        isinstance(call, int) for call in calls)


def _is_shape(value: Any) -> bool:
    """Whether a value says the shape of one argument."""
    return hasattr(value, "shape") or (isinstance(value, Sequence) and all(_is_size(n) for n in value))


def _is_size(value: Any) -> bool:
    """Numbers of NumPy are arguments."""
    return isinstance(value, int) and not isinstance(value, bool)


def _arguments(call: Any, signature: Signature) -> tuple[Any, ...]:
    own = signature.arguments
    if _is_size(call):
        return tuple(_of_size(int(call), p, k, signature) for k, p in enumerate(own))
    if isinstance(call, Mapping):
        stated = {p.name: p.type.shape for p in own if isinstance(p.type, TensorType) and p.type.is_static}
        given = signature.bind((), {**stated, **call}, " to warm up for")
    elif isinstance(call, Sequence) and not isinstance(call, str):
        given = (tuple(call),) if len(own) == 1 and _is_shape(call) else tuple(call)
        if len(given) != len(own):
            raise InputError(f"to warm @{signature.function} up for a call takes a shape for each of its {len(own)} arguments, "
                             f"got {len(given)}")
    else:
        raise InputError(f"to warm @{signature.function} up takes sizes, shapes of arguments, or mappings from names to shapes; "
                         f"got a {type(call).__name__}")
    return tuple(_of_shape(value, p, k, signature) for k, (value, p) in enumerate(zip(given, own)))


def _of_size(size: int, parameter: Parameter, number: int, signature: Signature) -> Any:
    """An argument of which all sizes that the program does not state are `size`."""
    kind = parameter.type
    if not isinstance(kind, TensorType):
        raise InputError(f"{signature.argument(number)} is a {kind}, of which a size says nothing: give the shapes of arguments")
    return _of_shape(tuple(size if n < 0 else n for n in kind.shape), parameter, number, signature)


def _of_shape(value: Any, parameter: Parameter, number: int, signature: Signature) -> Any:
    """An argument of a shape, or of a type; an array is one itself."""
    what, kind = signature.argument(number), parameter.type
    if isinstance(value, np.ndarray | np.generic) or not isinstance(kind, TensorType):
        return as_array(value, kind, what, signature.narrows)
    if not _is_shape(value):
        raise InputError(f"{what} of type {type_name(kind)} is warmed up for a shape, a type or an array, got a "
                         f"{type(value).__name__}")
    element = getattr(value, "element", kind.element)
    if element != kind.element:
        raise InputError(f"{what} must have element type {kind.element}, got {element}")
    shape = tuple(int(n) for n in getattr(value, "shape", value))
    if min(shape, default=0) < 0:
        raise InputError(f"{what}: {list(shape)} has sizes below 0")
    try:
        zeros = np.broadcast_to(np.zeros((), kind.storage.dtype), shape)
    except (ValueError, OverflowError, MemoryError):
        raise InputError(f"{what}: no array has the shape {list(shape)}") from None
    return as_array(zeros, kind, what)
