"""The table of functions that the plugin hands to its caller, made of functions of Python and of native code.

    @function("Client_ProcessIndex")
    def _(arguments): arguments.process_index = 0

A function is given its arguments' structure (`interface.view`); what it raises becomes an error that is returned.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
from collections.abc import Callable
from typing import Any

from hloom.bridges.pjrt.errors import Code, PluginError, handle_of
from hloom.bridges.pjrt.interface import MAJOR, MINOR, SLOTS, arguments, interface
from hloom.bridges.pjrt.native import immortal, native
from hloom.bridges.pjrt.native_layout import BURIED, INTERRUPT, INTERRUPTED, NOTHING, SYMBOLS, python_functions, symbol

_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_CALLBACK = Callable[[Any], None]
#: The functions of Python by name.
_FUNCTIONS: dict[str, _CALLBACK] = {}
_INTERNAL: dict[str, _CALLBACK] = {}
#: Bytes in front of the functions: size, extensions, and a structure of the version.
_HEAD = 40
#: What runs while the interpreter ends is not answered any more: there may be no Python then.
_LATE = ("LoadedExecutable_Delete",)


def function(name: str) -> Callable[[_CALLBACK], _CALLBACK]:
    """Says that a function of Python is that of the interface."""
    arguments(name)

    def add(one: _CALLBACK) -> _CALLBACK:
        _FUNCTIONS[name] = one
        return one

    return add


def internal(name: str) -> Callable[[_CALLBACK], _CALLBACK]:
    """The same for what native code calls with the arguments of an Execute (`native_cells.OF_PYTHON`)."""

    def add(one: _CALLBACK) -> _CALLBACK:
        _INTERNAL[name] = one
        return one

    return add


def _native_of(name: str, one: _CALLBACK) -> Any:
    structure = arguments(name).view if name else None

    def call(address: int, answer: int) -> None:
        try:
            one(structure(address) if structure is not None else None)
            error = 0
        except KeyboardInterrupt:  # whoever called is answered, and it is raised again (`native_cells.emit_python`)
            return
        except BaseException as found:  # whatever it is: nothing may be raised into native code
            error = handle_of(found)
        ctypes.c_uint64.from_address(answer).value = error

    return _FUNCTION(call)


class Table:
    """The table in memory, for ever."""

    def __init__(self) -> None:
        self._words = immortal((ctypes.c_uint64 * (_HEAD // 8 + SLOTS))())
        self._kept: list[Any] = immortal([])
        own = native()
        own.state[INTERRUPTED] = handle_of(PluginError(Code.CANCELLED, "the call was interrupted"))
        own.state[INTERRUPT] = ctypes.cast(ctypes.pythonapi.PyErr_SetInterrupt, ctypes.c_void_p).value or 0
        self._addresses: dict[str, int] = {}
        for name in python_functions():
            of_arguments = "LoadedExecutable_Execute" if name in _INTERNAL else name
            one = _INTERNAL.get(name) or _FUNCTIONS.get(name) or _refusing(name or "a function of a newer interface")
            made = _native_of(of_arguments, one)
            self._kept.append(made)
            own.set_python(name, ctypes.cast(made, ctypes.c_void_p).value or 0)
            address = own.python(name)
            if symbol(name) in SYMBOLS:
                address = own.address(name)
            elif name in NOTHING:
                address = own.nothing
            elif name in BURIED:
                address = own.bury
            self._addresses[name] = address
        self._words[0] = _HEAD + 8 * SLOTS
        version = (ctypes.c_int32 * 6).from_buffer(self._words, 16)
        version[0], version[4], version[5] = 24, MAJOR, MINOR
        for k in range(SLOTS):
            known = k < len(interface().functions)
            self._words[_HEAD // 8 + k] = self._addresses[interface().functions[k] if known else ""]
        self._words[1] = self._extensions()
        self._nothing = own.nothing
        atexit.register(self._disarm)

    @property
    def address(self) -> int:
        return ctypes.addressof(self._words)

    def _extensions(self) -> int:
        """The chain of tables of further functions: its first."""
        following = 0
        for extension in interface().extensions.values():
            words = (ctypes.c_uint64 * (3 + len(extension.functions)))()
            words[0], words[1], words[2] = ctypes.sizeof(words), extension.number, following
            for k, name in enumerate(extension.functions):
                words[3 + k] = self._addresses[name]
            self._kept.append(words)
            following = ctypes.addressof(words)
        return following

    def _disarm(self) -> None:
        """Nothing of Python is called any more."""
        for name in _LATE:
            self._words[_HEAD // 8 + interface().functions.index(name)] = self._nothing


def _refusing(name: str) -> _CALLBACK:
    def refuse(_: Any) -> None:
        raise PluginError(Code.UNIMPLEMENTED, f"hloom's plugin does not implement {name}")

    return refuse


@functools.cache
def table() -> Table:
    """The table of this process."""
    return Table()
