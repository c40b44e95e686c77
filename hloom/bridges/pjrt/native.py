"""The native code of the interface in this process: loaded once, kept for ever, as its callers are never told that it goes."""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.native_layout import (
    BURY,
    KEPT_LIMIT,
    NOP,
    PYTHON,
    QUEUE,
    STATE,
    SYMBOLS,
    Queue,
    python_functions,
    python_symbol,
    symbol,
)
from hloom.driver.cpu import target as target_here
from hloom.runtime.cache import Cache, version_of
from hloom.runtime.jit import LoadedObject
from hloom.support.collector import importing

#: The plugin's own sources, for `version_of`: with them change its native code, and what it keeps of programs.
PLUGIN = ("bridges",)
#: Bytes of blocks that no buffer has which are kept for the next.
_KEPT_LIMIT = 512 << 20


def loaded(cache: Cache) -> LoadedObject:
    """The native code, from the cache if it is there, and in it afterwards."""
    target = target_here()

    def make() -> str:
        with importing():
            from hloom.bridges.pjrt.native_code import module_text

        return module_text(target)

    return cache.load_described(f"plugin {version_of(PLUGIN)}", make, SYMBOLS, target)[1]


class Native:
    """`address(function)`, the words of the shared state, and the functions that Python calls."""

    def __init__(self) -> None:
        self._code = loaded(Cache.get_default())
        immortal(self._code)
        immortal(HANDLES)  # what is dispatched may still be under way when the interpreter ends
        self.state = (ctypes.c_uint64 * 64).from_address(self._code.address(STATE))
        self._functions = (ctypes.c_uint64 * len(python_functions())).from_address(self._code.address(PYTHON))
        self.nothing, self.bury = self._code.address(NOP), self._code.address(BURY)
        self.release = self._function("release", None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
        self.hold = self._function("hold", ctypes.c_int64, ctypes.c_void_p)
        self.new_buffer = self._function(
            "new_buffer", ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64,
            *[ctypes.c_void_p] * 4)
        self.forget = self._function("forget", None)
        # A row of arguments and results of a device (`native_rows`).
        self.take_row = self._function("take_row", ctypes.c_int64, *[ctypes.c_void_p] * 2)
        self.fill_row = self._function("fill_row", ctypes.c_int64, *[ctypes.c_void_p] * 4)
        self.end_row = self._function("end_row", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
        self.drop_row = self._function("drop_row", None, *[ctypes.c_void_p] * 2)
        self.hand_out = self._code.address("hloom_pjrt_hand_out")
        self._queue = self._code.address(QUEUE)
        self.prepare = self._function("prepare", None, ctypes.c_void_p)
        self.event_new = self._function("event_new", ctypes.c_void_p)
        self.stop = self._function("stop", None, ctypes.c_int64)
        self.stop_outside, self.close = self._function("stop_outside", None, ctypes.c_int64), self._function("close", None)
        self.wanted, self.to_stop = self._function("wanted", None, ctypes.c_int64), self._function("to_stop", ctypes.c_int64)
        # What may wait, and what calls functions of Python or of the caller, lets go of the lock.
        self.dispatch, self.await_room = self._waiting("dispatch", None), self._waiting("await_room", None)
        self.await_event = self._waiting("await_event", ctypes.c_int64, ctypes.c_void_p)
        self.event_end = self._waiting("event_end", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
        self.interrupted = self._code.address("hloom_pjrt_interrupted")
        self.state[KEPT_LIMIT] = _KEPT_LIMIT
        HANDLES.take_dead = self._function("take_dead", ctypes.c_uint64)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function that does not let go of the interpreter's lock: it takes less time than that."""
        return ctypes.PYFUNCTYPE(result, *arguments)(self._code.address(f"hloom_pjrt_{name}"))

    def _waiting(self, name: str, result: Any, *arguments: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *arguments)(self._code.address(f"hloom_pjrt_{name}"))

    def queue_word(self, place: Queue) -> Any:
        """A word of the queue of what is dispatched, whose `value` is read and written."""
        return ctypes.c_uint64.from_address(self._queue + place)

    def address(self, function: str) -> int:
        """The native code of a function of the interface. Raises KeyError for one that has none."""
        return self._code.address(symbol(function))

    def python(self, name: str) -> int:
        """The native code that calls the function of Python of this name."""
        return self._code.address(python_symbol(name))

    def set_python(self, name: str, address: int) -> None:
        """Says what native code calls under a name: `void f(arguments, answer)`."""
        self._functions[python_functions().index(name)] = address


@functools.cache
def native() -> Native:
    return Native()


def immortal(value: Any) -> Any:
    """The value, which is never freed, not even when the interpreter ends: native code may still use it then."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    return value
