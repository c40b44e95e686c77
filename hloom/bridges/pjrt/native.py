"""The native code of the interface in this process: loaded once, kept for ever, as its callers are never told that it goes."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from hloom.bridges.pjrt import native_code
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.native_cells import BURY, STATE
from hloom.runtime.cache import Cache, host

#: Bytes of blocks that no buffer has which are kept for the next.
_KEPT_LIMIT = 512 << 20


class Native:
    """`address(function)`, the words of the shared state, and the functions that Python calls."""

    def __init__(self) -> None:
        target = host().target
        self._code = Cache.get_default().load(native_code.module_text(target.attributes), native_code.SYMBOLS, target)
        immortal(self._code)
        self.state = (ctypes.c_uint64 * 64).from_address(self._code.address(STATE))
        self.nothing, self.bury = self._code.address(native_code.NOP), self._code.address(BURY)
        self.release = self._function("release", None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        self.hold = self._function("hold", ctypes.c_int64, ctypes.c_void_p)
        self.new_buffer = self._function(
            "new_buffer", ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64,
            *[ctypes.c_void_p] * 4)
        self.forget = self._function("forget", None)
        self.state[native_code.KEPT_LIMIT] = _KEPT_LIMIT
        HANDLES.take_dead = self._function("take_dead", ctypes.c_uint64)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function that does not let go of the interpreter's lock: it takes less time than that."""
        return ctypes.PYFUNCTYPE(result, *arguments)(self._code.address(f"hloom_pjrt_{name}"))

    def address(self, function: str) -> int:
        """The native code of a function of the interface. Raises KeyError for one that has none."""
        return self._code.address(native_code.symbol(function))

    def set_fallback(self, function: str, address: int) -> None:
        """Says what native code calls where it does not answer itself."""
        self.state[native_code.SLOW + native_code.FALLBACKS.index(function)] = address


@functools.cache
def native() -> Native:
    return Native()


def immortal(value: Any) -> Any:
    """The value, which is never freed, not even when the interpreter ends: native code may still use it then."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    return value
