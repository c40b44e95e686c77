"""Compiled programs as bytes, for the disk cache: a JSON header, the constants, the object files.

What runs on the evaluator is not part of it, so programs with fallbacks are not saved.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.plan.program import Program
from hloom.ir.types import TensorType
from hloom.numbers.element_type import element_type

_HEAD = struct.Struct("<Q")
#: Constants start at multiples of this many bytes, as vector loads like them.
_ALIGNMENT = 64


def save(program: Program, code: Sequence[bytes], stats: dict[str, Any]) -> bytes | None:
    """The bytes of a compiled program; None for one that needs the evaluator, is guarded, or takes other values than tensors."""
    types = [*program.argument_types, *program.result_types]
    if program.callbacks or program.is_guarded:
        return None
    if not all(isinstance(t, TensorType) and not t.is_quantized and t.encoding is None for t in types):
        return None
    header = json.dumps({
        "name": program.name, "arguments": [_describe(t.shape, t.storage) for t in program.argument_types],
        "results": [_describe(t.shape, t.storage) for t in program.result_types],
        "constants": [(c.shape, c.dtype.str if c.dtype.kind != "V" and c.dtype.isbuiltin == 1 else c.dtype.name)
                      for c in program.constants],
        "arena": program.arena_bytes, "listings": program.listings, "stats": stats,
        "objects": [len(data) for data in code],
    }).encode()
    parts = [_HEAD.pack(len(header)), header]
    size = sum(map(len, parts))
    for constant in program.constants:
        parts.append(b"\0" * (-size % _ALIGNMENT))
        parts.append(constant.tobytes())
        size += len(parts[-2]) + len(parts[-1])
    return b"".join([*parts, *code])


def restore(data: bytes) -> tuple[Program, list[bytes], dict[str, Any]]:
    """The program, its object files and its statistics from what `save` made."""
    (length,) = _HEAD.unpack_from(data)
    at = _HEAD.size + length
    header = json.loads(data[_HEAD.size : at])
    constants = []
    for shape, name in header["constants"]:
        at += -at % _ALIGNMENT
        dtype = _dtype(name)
        count = prod(shape)
        # A copy: aligned, and independent of the cache's bytes.
        constants.append(np.frombuffer(data, dtype, count, at).reshape(shape).copy())
        at += count * dtype.itemsize
    program = Program(header["name"], [_type(*d) for d in header["arguments"]], [_type(*d) for d in header["results"]],
                      constants=constants, arena_bytes=header["arena"], listings=header["listings"])
    ends = list(accumulate(header["objects"], initial=at))
    return program, [data[start:end] for start, end in pairwise(ends)], header["stats"]


def _describe(shape: tuple[int, ...], element: Any) -> tuple[list[int], str]:
    return list(shape), element.name


def _type(shape: list[int], element: str) -> TensorType:
    return TensorType(tuple(shape), element_type(element))


def _dtype(name: str) -> np.dtype:
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
