"""Constant right operands: packed when a program is compiled, as a kernel would pack them before (`pack_kernel`)."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from hloom.codegen.cpu.contraction.dots import Group
from hloom.codegen.cpu.contraction.product import Product
from hloom.runtime.dispatch.program import ALIGNMENT

#: Accumulator types as NumPy's.
_DTYPES = {"float": np.float32, "double": np.float64, "i8": np.int8, "i32": np.int32, "i64": np.int64}


def packed_constant(product: Product, data: np.ndarray) -> np.ndarray:
    """The right operand of a product whose elements lie in memory as those of `data`, in the form that its kernel is given:
    [batch, outer n, panel, k, column] in the accumulator's type, with zeros where a panel is wider than its columns."""
    b = product.blocking
    outer, columns, width = (*b.batch, *b.n_outer), b.tile.nr, b.panel_width
    values = _elements(product, np.ascontiguousarray(data).reshape(-1))
    packed = _zeros((*(a.size for a in outer), b.panels, *(a.size for a in b.k), width), values.dtype)
    before = (slice(None),) * len(outer)
    for panel in range(b.panels):
        start = min(panel * columns, b.n.size - columns)  # the last panel is moved back to be full
        packed[(*before, panel, ..., slice(columns))] = values[..., start:start + columns]
    return packed.reshape(-1)


def _zeros(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Zeros that begin with a line of the cache, as vectors are to."""
    size = prod(shape) * dtype.itemsize
    storage = np.zeros(size + ALIGNMENT, np.uint8)
    start = -storage.ctypes.data % ALIGNMENT
    return storage[start:start + size].view(dtype).reshape(shape)


def _elements(product: Product, data: np.ndarray) -> np.ndarray:
    """All elements in the accumulator's type: [batch, outer n, k, n]."""
    b, type, memory = product.blocking, product.rhs.type, data.view(np.uint8)
    goal = _DTYPES[b.arithmetic.element]
    if not isinstance(type, Group):
        # Groups that lie in memory as they are multiplied are elements of another type.
        return _read(product, memory, type.dtype, 0).astype(goal, copy=False)
    words: Any = np.uint32(0)
    for k in range(type.size):
        member = np.ascontiguousarray(_read(product, memory, type.element.dtype, k * type.step))
        if type.element.width < 8:
            member = member.astype(np.int8 if type.element.kind == "sint" else np.uint8)
        bits = member.view(np.uint8 if member.dtype.itemsize == 1 else np.uint16)
        words = words | bits.astype(np.uint32) << np.uint32(32 // type.size * k)
    return words.view(goal)


def _read(product: Product, memory: np.ndarray, dtype: np.dtype, start: int) -> np.ndarray:
    """The elements at the places that the axes lead to, from `start` elements behind the operand's first one on."""
    b = product.blocking
    axes = (*b.batch, *b.n_outer, *b.k, b.n)
    return np.ndarray([a.size for a in axes], dtype, memory, (product.rhs.offset + start) * dtype.itemsize,
                      [a.rhs * dtype.itemsize for a in axes])
