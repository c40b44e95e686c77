"""Functions of the interface before the typed one: addresses of buffers, and no word of what is in them.

    void function(void* out, const void** in)                                                       api_version 1 (and 0)
    void function(void* out, const void** in, XlaCustomCallStatus* status)                          api_version 2
    void function(void* out, const void** in, const char* opaque, size_t length, status)            api_version 3

`out` is the result's buffer; where there is another number of results than one, an array of theirs.
"""

from __future__ import annotations

import ctypes
from typing import Any

from hloom.bridges.ffi.structures import pointers
from hloom.ir.attributes import StringAttr

_POINTER = ctypes.c_void_p
_ORIGINAL = ctypes.CFUNCTYPE(None, _POINTER, _POINTER)
_WITH_STATUS = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, _POINTER)
_WITH_OPAQUE = ctypes.CFUNCTYPE(None, _POINTER, _POINTER, ctypes.c_char_p, ctypes.c_size_t, _POINTER)
_STATUS_RETURNING, _UNIFIED = 2, 3
#: Bytes of a status, with room to spare; and where it says that it has a text, behind the text: C++'s `optional<string>`.
_STATUS_SIZE, _HAS_TEXT = 64, 32
_LONGEST_TEXT = 1 << 16


def call_untyped(address: int, op: Any, given: list[Any], made: list[Any]) -> str | None:
    """Calls a function on arrays, as the call says by its version; what went wrong if the function says so."""
    addresses = pointers([array.ctypes.data for array in given])
    results = [array.ctypes.data for array in made]
    out = results[0] if len(results) == 1 else ctypes.addressof(several := pointers(results))
    status = (ctypes.c_uint64 * (_STATUS_SIZE // 8))()
    inputs, said = ctypes.addressof(addresses), ctypes.addressof(status)
    if op.api_version < _STATUS_RETURNING:
        _ORIGINAL(address)(out, inputs)
    elif op.api_version == _STATUS_RETURNING:
        _WITH_STATUS(address)(out, inputs, said)
    else:
        opaque = op.backend_config.data if isinstance(op.backend_config, StringAttr) else b""
        _WITH_OPAQUE(address)(out, inputs, opaque, len(opaque), said)
    if len(results) != 1:
        del several  # until here it has to be there
    return _text_of(status)


def _text_of(status: Any) -> str | None:
    """The text of a status that was set: libstdc++'s string is an address and a length."""
    if not any(status):
        return None
    raw = ctypes.addressof(status)
    text, length = status[0], status[1]
    if ctypes.c_uint8.from_address(raw + _HAS_TEXT).value != 1 or not text or length > _LONGEST_TEXT:
        return "the function failed, and says why in a form that is not known here"
    return ctypes.string_at(text, length).decode("utf-8", "replace")
