"""Kernels that only move elements: which they are, their elements as bits, and whether their results stay in the caches."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.codegen.llvm.element_types import bytes_of
from hloom.codegen.plan.kernels import Store
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol
from hloom.expr.scalar import Literal, Read, Scalar, Select
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType

#: Bytes of a line of the cache, of what a turn of a loop stores that goes past the caches, and of the stores before and after.
LINE_BYTES, STREAMED_BYTES, UNALIGNED_BYTES = 64, 256, 16
#: Bytes of results that do not stay in the caches, and of their rows that are long enough.
_LARGE, _ROW = 16 << 20, 2048


def streams_past_caches(stores: Sequence[Store], last: Symbol, target: Target) -> bool:
    """Whether the only store of a kernel moves elements to places beside each other in a result that no cache holds: then lines
    need not be read before they are written."""
    if len(stores) != 1 or target.vector_bytes != LINE_BYTES or not is_movement(stores[0].scalar):
        return False
    (store,) = stores
    size = bytes_of(store.scalar.type)
    return (not store.scalar.type.is_complex and prod(store.target.shape) * size >= _LARGE
            and (last.bounds.upper + 1) * size >= _ROW and coefficient(store.index[0], last) == 1)


def is_movement(root: Scalar) -> bool:
    """Whether a scalar is an element of some source as it is, or a constant: nothing is computed."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Select):
            pending += [node.then, node.otherwise]
        elif not isinstance(node, Read | Literal):
            return False
    return True


def as_bits(store: Store) -> Store:
    """A store that only moves elements as one of unsigned integers of their size: numbers that registers hold in another form
    than memory (narrow floats, truth values, complex numbers) need not be converted there and back."""
    type = store.scalar.type
    if type.name not in _MOVED or not is_movement(store.scalar):
        return store
    return Store(store.target, store.index, _bits(store.scalar, type, ELEMENT_TYPES[_MOVED[type.name]]))


_MOVED = {"i1": "ui8", "f16": "ui16", "bf16": "ui16", "complex<f32>": "ui64"}


def _bits(node: Any, type: ElementType, into: ElementType) -> Scalar:
    if isinstance(node, Select):
        return Select(node.condition, _bits(node.then, type, into), _bits(node.otherwise, type, into))
    if isinstance(node, Read):
        return Read(node.source, node.index, into)
    return Literal(np.asarray(node.value, type.dtype).reshape(1).view(into.dtype)[0], into)
