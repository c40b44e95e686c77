"""Contexts of calls, and what users put into them for handlers of custom calls; types of such data; handlers themselves."""

from __future__ import annotations

import ctypes
from typing import Any

from hloom.bridges.pjrt import handlers
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.native_layout import DATA_COUNT, FIRST_DATA, MOST_DATA
from hloom.bridges.pjrt.table import function
from hloom.support import options


def user_data(context: int | None) -> dict[int, int]:
    """What users have put into the context of a call: addresses by the numbers of their types."""
    if not context:
        return {}
    count = ctypes.c_uint64.from_address(context + DATA_COUNT).value
    pairs = (ctypes.c_int64 * (2 * count)).from_address(context + FIRST_DATA)
    return dict(zip(pairs[::2], pairs[1::2]))


@function("FFI_Type_Register")
def _(a: Any) -> None:
    # What deletes objects of the type is not asked for: versions of the interface describe it differently.
    a.type_id = handlers.ffi().number_of_type(_text(a.type_name, a.type_name_size), a.type_id)


@function("FFI_UserData_Add")
def _(a: Any) -> None:
    raise PluginError(Code.RESOURCE_EXHAUSTED, f"a call takes the data of {MOST_DATA} types")


@function("FFI_Register_Handler")
def _(a: Any) -> None:
    name, platform = _text(a.target_name, a.target_name_size), _text(a.platform_name, a.platform_name_size)
    if not a.handler:
        raise PluginError(Code.INVALID_ARGUMENT, f"no handler is given for {name!r}")
    is_own = platform.casefold() in ("hloom", options.PLATFORM_NAME.value.casefold())
    if not handlers.ffi().register(name, {"execute": a.handler}, "cpu" if is_own else platform):
        raise PluginError(Code.INVALID_ARGUMENT, f"a handler for {name!r} on {platform!r} is not called here: hloom takes those "
                                                 "for cpu, and of targets that it does not compute itself")


def _text(address: int | None, size: int) -> str:
    return ctypes.string_at(address, size).decode("utf-8", "replace") if address else ""
