"""Contexts of calls, and what users put into them for handlers of custom calls; types of such data; handlers themselves."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.native_code import DATA_COUNT, FIRST_DATA, MOST_DATA
from hloom.bridges.pjrt.table import function

#: The numbers of types by name, and the next.
_TYPES: dict[str, int] = {}
_numbers = itertools.count(1 << 16)


def user_data(context: int | None) -> dict[int, int]:
    """What users have put into the context of a call: addresses by the numbers of their types."""
    if not context:
        return {}
    count = ctypes.c_uint64.from_address(context + DATA_COUNT).value
    pairs = (ctypes.c_int64 * (2 * count)).from_address(context + FIRST_DATA)
    return dict(zip(pairs[::2], pairs[1::2]))


@function("FFI_Type_Register")
def _(a: Any) -> None:
    name = ctypes.string_at(a.type_name, a.type_name_size).decode("utf-8", "replace")
    if a.type_id and _TYPES.setdefault(name, a.type_id) != a.type_id:
        raise PluginError(Code.INVALID_ARGUMENT, f"the type {name!r} has the number {_TYPES[name]}, not {a.type_id}")
    a.type_id = _TYPES.setdefault(name, next(_numbers))


@function("FFI_UserData_Add")
def _(a: Any) -> None:
    raise PluginError(Code.RESOURCE_EXHAUSTED, f"a call takes the data of {MOST_DATA} types")


@function("FFI_Register_Handler")
def _(a: Any) -> None:
    raise PluginError(Code.UNIMPLEMENTED, "handlers of custom calls are not supported yet")
