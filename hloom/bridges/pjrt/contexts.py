"""Contexts of calls, and what users put into them for handlers of custom calls; types of such data; handlers themselves."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.table import function

#: The numbers of types by name, and the next.
_TYPES: dict[str, int] = {}
_numbers = itertools.count(1 << 16)


class Context:
    """What one call's handlers find: the addresses of users' data by the numbers of their types."""

    def __init__(self) -> None:
        self.data: dict[int, int] = {}


@function("ExecuteContext_Create")
def _(a: Any) -> None:
    a.context = HANDLES.new(Context())


@function("ExecuteContext_Destroy")
def _(a: Any) -> None:
    HANDLES.drop(a.context)


@function("FFI_Type_Register")
def _(a: Any) -> None:
    name = ctypes.string_at(a.type_name, a.type_name_size).decode("utf-8", "replace")
    if a.type_id and _TYPES.setdefault(name, a.type_id) != a.type_id:
        raise PluginError(Code.INVALID_ARGUMENT, f"the type {name!r} has the number {_TYPES[name]}, not {a.type_id}")
    a.type_id = _TYPES.setdefault(name, next(_numbers))


@function("FFI_UserData_Add")
def _(a: Any) -> None:
    HANDLES[a.context].data[a.type_id] = a.data


@function("FFI_Register_Handler")
def _(a: Any) -> None:
    raise PluginError(Code.UNIMPLEMENTED, "handlers of custom calls are not supported yet")
