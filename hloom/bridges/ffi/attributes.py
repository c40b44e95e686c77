"""Attributes of a custom call as handlers read them: scalars, arrays, texts, and dictionaries of these, sorted by name."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np

from hloom.bridges.ffi.structures import ARRAY, DICTIONARY, SCALAR, STRING, Array, Attrs, ByteSpan, Scalar, pointers, size_of
from hloom.ir.attributes import (
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from hloom.ir.primitive_type import PrimitiveType
from hloom.numbers.element_type import I64, INDEX, PRED, ElementType
from hloom.support.diagnostics import InputError


class Attributes:
    """The attributes of one call in memory. `frame` is what a call frame has of them, for as long as this object lives."""

    def __init__(self, entries: Mapping[str, Attribute]) -> None:
        #: What the structures point to.
        self._kept: list[Any] = []
        self.frame = self._dictionary(entries)

    def _dictionary(self, entries: Mapping[str, Attribute]) -> Any:
        named = sorted((name.encode("utf-8", "surrogateescape"), value) for name, value in entries.items())
        made = [self._value(name, value) for name, value in named]
        names = [self._at(self._span(name)) for name, _ in named]
        types = self._keep((ctypes.c_int32 * max(len(made), 1))(*[kind for kind, _ in made]))
        found = self._keep(Attrs())
        found.struct_size, found.size = size_of(Attrs, "attrs"), len(made)
        found.types = ctypes.addressof(types)
        found.names, found.attrs = self._at(pointers(names)), self._at(pointers(address for _, address in made))
        return found

    def _value(self, name: bytes, value: Attribute) -> tuple[int, int]:
        """What an attribute is, and where it lies."""
        if isinstance(value, DictionaryAttr):
            return DICTIONARY, self._at(self._dictionary(value.entries))
        if isinstance(value, StringAttr):
            return STRING, self._at(self._span(value.data))
        if isinstance(value, BoolAttr):
            return SCALAR, self._scalar(PRED, np.array(value.value))
        if isinstance(value, IntegerAttr) and isinstance(value.type, ElementType):
            element = I64 if value.type is INDEX else value.type
            return SCALAR, self._scalar(element, np.array(value.value).astype(element.dtype))
        if isinstance(value, FloatAttr) and isinstance(value.type, ElementType):
            data = value.bits.to_bytes(value.type.bytes, "little")
            return SCALAR, self._scalar(value.type, np.frombuffer(data, value.type.dtype))
        if isinstance(value, DenseArrayAttr) and isinstance(value.element, ElementType):
            return ARRAY, self._array(value.element, np.array(value.values, value.element.dtype))
        if isinstance(value, DenseElementsAttr) and isinstance(value.type.element, ElementType) and value.has_array:
            return ARRAY, self._array(value.type.element, value.array())
        raise InputError(f"the attribute {name.decode('utf-8', 'replace')} = {str(value)[:80]} has no form that a handler reads: "
                         "numbers, arrays of numbers, texts and dictionaries of these have")

    def _scalar(self, element: ElementType, value: np.ndarray) -> int:
        return self._at(Scalar(PrimitiveType.of(element), self._keep(np.array(value)).ctypes.data))

    def _array(self, element: ElementType, values: np.ndarray) -> int:
        if 1 < element.width < 8:
            raise InputError(f"arrays of {element} are no attributes that handlers read")
        data = self._keep(np.array(values, order="C"))
        return self._at(Array(PrimitiveType.of(element), data.size, data.ctypes.data))

    def _span(self, data: bytes) -> Any:
        text = self._keep(ctypes.create_string_buffer(data))
        return ByteSpan(ctypes.addressof(text), len(data))

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value

    def _at(self, structure: Any) -> int:
        return ctypes.addressof(self._keep(structure))
