"""Handles: what the plugin's objects are to its caller.

A handle is the address of a cell: native memory whose first word is 0, where some callers look for a table of functions. What
calls ask for again and again stands in the cell, so that native code answers (`native_code`); all else is known to the Python
object of the cell. Destructors run where Python may not be entered (with an exception pending, after the interpreter's end): they
put cells on a list, which Python empties when it makes the next one.
"""

from __future__ import annotations

import ctypes
from typing import Any

#: Bytes of a cell, and where its words lie: the next of the dead, and what native code hands on.
SIZE, NEXT, FIRST = 64, 8, 16
_CELLS = 1024


class Handles:
    """The cells of objects of Python. All is done under the interpreter's lock."""

    def __init__(self) -> None:
        self._objects: dict[int, Any] = {}
        self._free: list[int] = []
        self._slabs: list[Any] = []
        #: Gives the first of the dead cells, and forgets them (native).
        self.take_dead = lambda: 0

    def new(self, value: Any, *words: int) -> int:
        """A handle of an object, with words that native code hands on."""
        self.bury()
        if not self._free:
            self._add_slab()
        cell = self._free.pop()
        self._objects[cell] = value
        for k in range((SIZE - FIRST) // 8):
            ctypes.c_uint64.from_address(cell + FIRST + 8 * k).value = words[k] if k < len(words) else 0
        return cell

    def __getitem__(self, cell: int) -> Any:
        """Raises KeyError for what is no handle of an object."""
        return self._objects[cell]

    def set_word(self, cell: int, number: int, value: int) -> None:
        ctypes.c_uint64.from_address(cell + FIRST + 8 * number).value = value

    def word(self, cell: int, number: int) -> int:
        return ctypes.c_uint64.from_address(cell + FIRST + 8 * number).value

    def drop(self, cell: int | None) -> None:
        """Frees a cell; its object goes with its last reference."""
        if cell and self._objects.pop(cell, None) is not None:
            self._free.append(cell)

    def bury(self) -> None:
        """Drops what destructors have left."""
        cell = self.take_dead()
        while cell:
            following = ctypes.c_uint64.from_address(cell + NEXT).value
            ctypes.c_uint64.from_address(cell + NEXT).value = 0
            self.drop(cell)
            cell = following

    def __len__(self) -> int:
        return len(self._objects)

    def _add_slab(self) -> None:
        slab = ctypes.create_string_buffer(SIZE * (_CELLS + 1))
        self._slabs.append(slab)
        start = -(-ctypes.addressof(slab) // SIZE) * SIZE
        self._free += range(start + SIZE * (_CELLS - 1), start - 1, -SIZE)


#: The handles of this process.
HANDLES = Handles()
