"""Call frames: what a handler is given. The frame of a call site is built once; a call sets addresses of buffers in it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hloom.bridges.ffi import structures as s
from hloom.bridges.ffi.api import table
from hloom.bridges.ffi.attributes import Attributes
from hloom.ir.attributes import ArrayAttr, DenseElementsAttr
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import TensorType, TokenType
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import InputError


class Place(NamedTuple):
    """An operand or a result of a call: its primitive type, logical shape, and NumPy's dtype (None: a token). In memory its
    dimensions are in the order `order`, the outermost first; None: as they are."""

    type: PrimitiveType
    shape: tuple[int, ...]
    dtype: np.dtype | None
    order: tuple[int, ...] | None

    def laid_out(self, array: Any) -> Any:
        """An array as a handler wants it in memory."""
        if self.dtype is None:
            return None
        array = np.asarray(array, self.dtype)
        return np.ascontiguousarray(array if self.order is None else array.transpose(self.order)).reshape(self._in_memory)

    def empty(self) -> Any:
        """Memory for a result."""
        return None if self.dtype is None else np.empty(self._in_memory, self.dtype)

    def logical(self, array: Any) -> Any:
        """The array of a result, of what lies in memory."""
        return array if self.order is None or array is None else array.transpose(np.argsort(self.order))

    @property
    def _in_memory(self) -> tuple[int, ...]:
        return self.shape if self.order is None else tuple([self.shape[k] for k in self.order])


def places_of(types: Sequence[Any], layouts: Any) -> list[Place]:
    """What operands, or results, of these types and layouts (minor dimensions first, as XLA writes them) are. Raises InputError
    for types that no handler takes."""
    given = [layout.array().reshape(-1).tolist() if isinstance(layout, DenseElementsAttr) else [] for layout in layouts] if (
        isinstance(layouts, ArrayAttr) and len(layouts) == len(types)) else [[]] * len(types)
    return [_place(type, layout) for type, layout in zip(types, given)]


def _place(type: Any, layout: Sequence[int]) -> Place:
    if isinstance(type, TokenType):
        return Place(PrimitiveType.TOKEN, (), None, None)
    if not isinstance(type, TensorType) or not isinstance(type.storage, ElementType) or not type.is_static:
        raise InputError(f"handlers take and give arrays of known sizes, and tokens, not {type}")
    order = tuple(int(k) for k in reversed(layout))
    is_plain = order == tuple(range(len(order)))
    return Place(PrimitiveType.of(type.storage), type.shape, type.storage.dtype, None if is_plain else order)


class Frame:
    """A call frame in memory, with a buffer for each operand and result. For one call at a time."""

    __slots__ = ("_kept", "address", "inputs", "outputs", "stage", "structure")

    def __init__(self, inputs: Sequence[Place], outputs: Sequence[Place], attributes: Attributes) -> None:
        self._kept: list[Any] = [attributes]
        self.structure = frame = s.CallFrame()
        frame.struct_size = s.size_of(s.CallFrame, "attrs")
        frame.api = table()[0]
        self.inputs, self.outputs = self._buffers(inputs), self._buffers(outputs)
        for part, buffers, name in ((frame.args, self.inputs, "args"), (frame.rets, self.outputs, "rets")):
            part.struct_size = s.size_of(type(part), name)
            part.size = len(buffers)
            part.types = self._keep((ctypes.c_int32 * max(len(buffers), 1))(*[s.BUFFER] * len(buffers)))
            setattr(part, name, self._keep(s.pointers(map(ctypes.addressof, buffers))))
        frame.attrs = attributes.frame
        self.address = ctypes.addressof(frame)

    def _buffers(self, places: Sequence[Place]) -> list[Any]:
        made = []
        for place in places:
            buffer = s.Buffer()
            buffer.struct_size = s.size_of(s.Buffer, "dims")
            buffer.dtype, buffer.rank = place.type, len(place.shape)
            buffer.dims = self._keep((ctypes.c_int64 * max(len(place.shape), 1))(*place.shape))
            made.append(buffer)
        self._kept.append(made)
        return made

    def _keep(self, array: Any) -> int:
        self._kept.append(array)
        return ctypes.addressof(array)
