"""Compiled programs as bytes (`saved`): what lies where.

    length of the header, header as JSON, constants at multiples of ALIGNMENT, object files
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.runtime.described import dtype_of, lazy_constants, size
from hloom.runtime.memory import Memory

HEAD: Final = struct.Struct("<Q")
#: Constants start at multiples of this many bytes, as vector loads like them.
ALIGNMENT: Final = 64


class Contents(NamedTuple):
    """The header, the constants, of which those that are computed hold nothing yet, and the object files."""

    header: dict[str, Any]
    constants: list[np.ndarray]
    objects: list[bytes]


def header_of(data: bytes) -> Any:
    """What bytes say of themselves. Raises struct.error or ValueError for others."""
    (length,) = HEAD.unpack_from(data)
    return json.loads(data[HEAD.size : HEAD.size + length])


def contents(data: bytes, beside: Mapping[int, Any], memory: Memory) -> Contents:
    """What is in the bytes, with constants in such memory; `beside` are those by number that lie beside the program. Raises
    ValueError and others where they make no sense."""
    header = header_of(data)
    (length,) = HEAD.unpack_from(data)
    at = HEAD.size + length
    lazy = lazy_constants(header)
    if {size(number) for number, _ in header["beside"]} != set(beside):
        raise ValueError("constants beside the program that are not there")
    constants = []
    for number, (shape, name) in enumerate(header["constants"]):
        dtype = dtype_of(name)
        count = prod(map(size, shape))
        if number in beside:
            constants.append(_fitting(beside[number].array, count, dtype))
            continue
        # A copy: aligned, and independent of the cache's bytes.
        constants.append(memory.array(shape, dtype))
        if number in lazy:
            if (lazy[number].shape, lazy[number].dtype) != (tuple(shape), dtype):
                raise ValueError("a table of another size")
            continue
        at += -at % ALIGNMENT
        constants[-1][...] = np.frombuffer(data, dtype, count, at).reshape(shape)
        at += count * dtype.itemsize
    ends = list(accumulate(map(size, header["objects"]), initial=at))
    if ends[-1] != len(data):
        raise ValueError("object files are missing")
    return Contents(header, constants, [data[start:end] for start, end in pairwise(ends)])


def code_of(data: bytes) -> list[bytes]:
    """The object files alone."""
    sizes = header_of(data)["objects"]
    ends = list(accumulate(sizes, initial=len(data) - sum(sizes)))
    return [data[start:end] for start, end in pairwise(ends)]


def _fitting(array: np.ndarray, count: int, dtype: np.dtype) -> np.ndarray:
    if (array.size, array.dtype) != (count, dtype):
        raise ValueError("a constant beside the program of another type")
    return array
