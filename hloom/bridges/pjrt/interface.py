"""PJRT's C interface as a table: which functions there are, where the fields of their arguments lie.

    arguments("Buffer_Dimensions").offset("dims")     # for code that is generated
    view("Buffer_Dimensions", address).num_dims = 2   # for Python

Callers are older and newer than the table. Each structure begins with the size that its caller knows: a field is read, and
written, only where that covers it. Behind an older structure's end lies the caller's stack.

Source: pjrt_c_api.h of openxla/xla with the headers of its extensions, version 0.112 to 0.114 (`interface.txt`).
"""

from __future__ import annotations

import ctypes
import functools
from importlib.resources import files
from typing import Any, NamedTuple

#: The version that is declared: callers of other versions work, too.
MAJOR, MINOR = 0, 112
#: Functions of the table, with those that a newer interface may have: these say that they are not implemented.
SLOTS = 170

_TYPES: dict[str, Any] = {"p": ctypes.c_void_p, "z": ctypes.c_size_t, "i": ctypes.c_int32, "q": ctypes.c_int64,
                          "b": ctypes.c_bool, "f": ctypes.c_float}
_HEAD = (("struct_size", ctypes.c_size_t), ("extension_start", ctypes.c_void_p))


class Extension(NamedTuple):
    """A table of further functions: its number among the extensions, and their names."""

    number: int
    functions: tuple[str, ...]


class Layout:
    """Where the fields of a structure lie."""

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.name = name
        self.full: Any = type(name, (ctypes.Structure,), {"_fields_": [*_HEAD, *fields]})
        #: What the structure's size covers at least: its last field, without what pads it.
        self.size = self._end(fields[-1][0] if fields else "extension_start")
        self._shorter: dict[int, Any] = {}

    def offset(self, field: str) -> int:
        return getattr(self.full, field).offset

    def _end(self, field: str) -> int:
        place = getattr(self.full, field)
        return place.offset + place.size

    def view(self, address: int) -> Any:
        """The structure at an address, with as many fields as its caller knows; others can be set to no effect, and are None."""
        size = ctypes.c_size_t.from_address(address).value
        if size >= self.size:
            return self.full.from_address(address)
        return (self._shorter.get(size) or self._shortened(size)).from_address(address)

    def _shortened(self, size: int) -> Any:
        known = [field for field in self.full._fields_ if self._end(field[0]) <= size]
        unknown = {name: None for name, *_ in self.full._fields_[len(known) :]}
        made = self._shorter[size] = type(self.name, (ctypes.Structure,), {"_fields_": known, **unknown})
        return made

    def new(self, **values: Any) -> Any:
        """A structure of the plugin's own."""
        made = self.full(**values)
        made.struct_size = self.size
        return made


class Interface(NamedTuple):
    """The whole table: the names of functions in the order of their slots, extensions, and structures by name."""

    functions: tuple[str, ...]
    extensions: dict[str, Extension]
    layouts: dict[str, tuple[tuple[str, Any], ...]]


@functools.cache
def interface() -> Interface:
    text = (files("hloom.bridges.pjrt") / "interface.txt").read_text(encoding="ascii")
    part, extension = "", ""
    functions: list[str] = []
    extensions: dict[str, tuple[int, list[str]]] = {}
    layouts: dict[str, tuple[tuple[str, Any], ...]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            part = line.strip("[]")
            continue
        name, *rest = line.split()
        if rest[:1] == ["="]:
            extension = name
            extensions[name] = (int(rest[1]), [])
            continue
        layouts[name] = tuple((field, _TYPES[kind]) for field, _, kind in (one.partition(":") for one in rest))
        if part == "functions":
            functions.append(name)
        elif part == "extensions":
            extensions[extension][1].append(name)
    return Interface(tuple(functions), {name: Extension(number, tuple(names)) for name, (number, names) in extensions.items()},
                     layouts)


@functools.cache
def arguments(name: str) -> Layout:
    """The structure of a function's arguments, or another of the table."""
    return Layout(name, interface().layouts[name])


def view(name: str, address: int) -> Any:
    """The structure of this name at an address."""
    return arguments(name).view(address)
