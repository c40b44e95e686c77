"""Call frames: what a handler is given. The frame of a call site is built once; a call sets addresses of buffers in it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.bridges.ffi import structures as s
from hloom.bridges.ffi.api import table
from hloom.bridges.ffi.attributes import Attributes
from hloom.ir.primitive_type import PrimitiveType
from hloom.ir.types import TensorType, TokenType
from hloom.numbers.bits import pack, unpack
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import InputError

#: What there is of a token.
_NOTHING: Final = np.zeros(1, np.uint8)


class Place(NamedTuple):
    """An operand or a result of a call: its element type (None: a token) and logical shape. In memory its dimensions are in the
    order `order`, the outermost first; None: as they are."""

    element: ElementType | None
    shape: tuple[int, ...]
    order: tuple[int, ...] | None

    @property
    def type(self) -> PrimitiveType:
        """What XLA calls the elements."""
        return PrimitiveType.TOKEN if self.element is None else PrimitiveType.of(self.element)

    @property
    def is_packed(self) -> bool:
        """Whether several elements share a byte, as XLA has it."""
        return self.element is not None and 1 < self.element.width < 8

    def laid_out(self, array: Any) -> np.ndarray:
        """An array as a handler wants it in memory; of a token a byte."""
        if self.element is None:
            return _NOTHING
        array = np.asarray(array, self.element.dtype)
        array = np.ascontiguousarray(array if self.order is None else array.transpose(self.order)).reshape(self._in_memory)
        return np.frombuffer(pack(array), np.uint8) if self.is_packed else array

    def empty(self) -> np.ndarray:
        """Memory for a result."""
        if self.element is None:
            return _NOTHING
        if self.is_packed:
            return np.empty(-(-prod(self.shape) * self.element.width // 8), np.uint8)
        return np.empty(self._in_memory, self.element.dtype)

    def logical(self, array: np.ndarray) -> np.ndarray | None:
        """The array of a result, of what lies in memory."""
        if self.element is None:
            return None
        if self.is_packed:
            array = unpack(array.tobytes(), self.element, self._in_memory)
        return array if self.order is None else array.transpose(np.argsort(self.order))

    @property
    def _in_memory(self) -> tuple[int, ...]:
        return self.shape if self.order is None else tuple([self.shape[k] for k in self.order])


def places_of(types: Sequence[Any], layouts: Any) -> list[Place]:
    """What operands, or results, of these types and layouts (minor dimensions first, as XLA writes them) are. Raises InputError
    for types that no handler takes."""
    if layouts is None:
        return [_place(type, range(getattr(type, "rank", 0))[::-1]) for type in types]
    return [_place(type, layout.array().reshape(-1).tolist()) for type, layout in zip(types, layouts)]


def _place(type: Any, layout: Sequence[int]) -> Place:
    if isinstance(type, TokenType):
        return Place(None, (), None)
    if not isinstance(type, TensorType) or not isinstance(type.storage, ElementType) or not type.is_static:
        raise InputError(f"handlers take and give arrays of known sizes, and tokens, not {type}")
    order = tuple(int(k) for k in reversed(layout))
    is_plain = order == tuple(range(len(order)))
    PrimitiveType.of(type.storage)  # or XLA has no such elements
    return Place(type.storage, type.shape, None if is_plain else order)


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
