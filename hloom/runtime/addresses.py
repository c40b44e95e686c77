"""Where an array's elements lie: what a call of a small program would otherwise spend most of its time to find out."""

from __future__ import annotations

import ctypes
import sys

import numpy as np

#: An array object begins with what every Python object begins with; the address of its elements follows (NumPy's C interface).
_OFFSET = object.__basicsize__


#: The words of this process's memory, of which only those are looked at that belong to an array.
_WORDS = (ctypes.c_size_t * (1 << (8 * ctypes.sizeof(ctypes.c_size_t) - 5))).from_address(0)
_SHIFT = ctypes.sizeof(ctypes.c_size_t).bit_length() - 1


def address_of(array: np.ndarray) -> int:
    """The address of the first element; 0 or any for an array without elements."""
    return _WORDS[id(array) + _OFFSET >> _SHIFT]


def _published_address_of(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _agree() -> bool:
    """Whether this interpreter and this NumPy lay arrays out as `address_of` takes for granted."""
    if sys.implementation.name != "cpython" or sys.maxsize < 1 << 32:  # elsewhere an id is no address, or words are too few
        return False
    arrays = [np.zeros(3), np.zeros((2, 2), np.int8)[1:]]
    return all(address_of(array) == _published_address_of(array) for array in arrays)


if not _agree():
    address_of = _published_address_of
