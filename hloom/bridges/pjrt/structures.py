"""What the interface hands out: texts, arrays of addresses and numbers, named values. Each keeps its memory for its own life."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hloom.bridges.pjrt.interface import arguments

_STRING, _INTEGER, _INTEGERS, _FLOAT, _BOOLEAN = range(5)


class Text:
    """Bytes at an address; unpacks into (address, size)."""

    def __init__(self, value: bytes) -> None:
        self.value, self._memory = value, ctypes.create_string_buffer(value, len(value) + 1)
        self.address, self.size = ctypes.addressof(self._memory), len(value)

    def __iter__(self) -> Iterator[int]:
        return iter((self.address, self.size))


@functools.cache
def text(value: str) -> Text:
    """A text that stays for ever: for few different ones."""
    return Text(value.encode())


class Array:
    """Numbers or addresses behind each other; `place` is (address, count)."""

    def __init__(self, type: Any, values: Sequence[int], keeps: Any = None) -> None:
        self._memory, self._keeps = (type * max(1, len(values)))(*values), keeps
        self.address, self.count = ctypes.addressof(self._memory), len(values)
        self.place = (self.address, self.count)


def addresses(values: Sequence[int], keeps: Any = None) -> Array:
    return Array(ctypes.c_void_p, values, keeps)


def numbers(values: Sequence[int]) -> Array:
    return Array(ctypes.c_int64, values)


def texts(values: Sequence[bytes]) -> tuple[Array, Array]:
    """The addresses of texts, and their sizes."""
    kept = [Text(value) for value in values]
    return addresses([t.address for t in kept], kept), Array(ctypes.c_size_t, [t.size for t in kept])


class NamedValues:
    """Attributes by name: texts, integers, lists of them, floats, booleans; `place` is (address, count)."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        structure = arguments("NamedValue")
        self._memory = (structure.full * max(1, len(values)))()
        self._kept: list[Any] = []
        for one, (name, value) in zip(self._memory, values.items()):
            one.struct_size = structure.size
            one.name, one.name_size = self._keep(Text(name.encode()))
            one.value_size = 1
            if isinstance(value, bool):
                one.type, one.value = _BOOLEAN, value
            elif isinstance(value, int):
                one.type, one.value = _INTEGER, value
            elif isinstance(value, float):
                one.type, one.value = _FLOAT, int.from_bytes(ctypes.c_float(value), "little")  # type: ignore[arg-type]
            elif isinstance(value, str):
                one.type = _STRING
                one.value, one.value_size = self._keep(Text(value.encode()))
            else:
                one.type = _INTEGERS
                one.value, one.value_size = self._keep(numbers(value)).place
        self.place = (ctypes.addressof(self._memory), len(values))

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value


def named_values(values: Mapping[str, Any]) -> NamedValues:
    return NamedValues(values)


def integers_at(address: int | None, count: int) -> list[int]:
    """The int64 numbers at an address."""
    return list((ctypes.c_int64 * count).from_address(address)) if address and count else []


def handles_at(address: int | None, count: int) -> list[int]:
    """The addresses at an address; null is 0."""
    return list((ctypes.c_uint64 * count).from_address(address)) if address and count else []
