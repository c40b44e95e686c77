"""Values of operations as bytes: arrays, tokens, and lists of them. Nothing in them is run when they are read."""

from __future__ import annotations

import json
from typing import Any

import ml_dtypes
import numpy as np

from hloom.support.diagnostics import InternalError


def pack(value: Any) -> bytes:
    """An array, None, or a tuple or list of such, as bytes: a line that says what they are, and their elements."""
    arrays: list[np.ndarray] = []
    head = json.dumps(_head(value, arrays)).encode() + b"\n"
    return b"".join([head, *(a.tobytes() for a in arrays)])


def _head(value: Any, arrays: list[np.ndarray]) -> Any:
    if value is None:
        return None
    if isinstance(value, tuple | list):
        return [_head(each, arrays) for each in value]
    if not isinstance(value, np.ndarray | np.generic):
        raise InternalError(f"a value of a process is a {type(value).__name__}")
    array = np.asarray(value)
    arrays.append(array)
    return {"of": array.dtype.name, "shape": array.shape}


def unpack(data: Any) -> Any:
    """What `pack` was given, with tuples for lists. The arrays are parts of `data`, if that can be written."""
    raw = memoryview(data)
    end = bytes(raw[: min(len(raw), 1 << 16)]).find(b"\n")
    if end < 0:
        end = bytes(raw).index(b"\n")
    at = end + 1

    def read(head: Any) -> Any:
        nonlocal at
        if head is None:
            return None
        if isinstance(head, list):
            return tuple([read(each) for each in head])
        dtype, shape = _dtype(head["of"]), tuple(head["shape"])
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        array = np.frombuffer(raw[at : at + size], np.uint8).view(dtype).reshape(shape)
        at += size
        return array

    return read(json.loads(bytes(raw[:end])))


def _dtype(name: str) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)
