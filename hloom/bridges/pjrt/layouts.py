"""Layouts of buffers: the order of their dimensions in memory. Elements are dense, and row-major unless another order was asked
for; programs take and give row-major ones, others are copied before and after."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.interface import view
from hloom.bridges.pjrt.native import immortal, native
from hloom.bridges.pjrt.native_layout import LAYOUTS, MOST_RANK
from hloom.bridges.pjrt.structures import Text, addresses, integers_at, numbers
from hloom.bridges.pjrt.table import function

TILED, _STRIDES = 0, 1


class Order:
    """An order of dimensions, the one that changes fastest first, for ever. Its cell: its text and the text's size, an address to
    be freed, and what frees that."""

    def __init__(self, minor_to_major: Sequence[int]) -> None:
        self.minor_to_major = tuple(minor_to_major)
        self._text = Text(f"{{{','.join(map(str, minor_to_major))}}}".encode())
        #: The dimensions as (ctypes) numbers, for callers that look at them.
        self.numbers = numbers(self.minor_to_major)
        self.handle = HANDLES.new(immortal(self), *self._text, self._text.address, native().nothing)


@functools.cache
def layout(minor_to_major: tuple[int, ...]) -> int:
    """The handle of a layout."""
    return Order(minor_to_major).handle


def row_major(rank: int) -> int:
    return layout(tuple(range(rank - 1, -1, -1)))


@functools.cache
def prepare() -> None:
    """Layouts that native code hands on."""
    table = immortal(addresses([row_major(rank) for rank in range(MOST_RANK)]))
    native().state[LAYOUTS] = table.address


def order_at(address: int | None, rank: int) -> list[int] | None:
    """The dimensions from minor to major that a layout asks for; None for row-major ones. Raises PluginError for tiles."""
    if not address:
        return None
    asked = view("Buffer_MemoryLayout", address)
    if asked.type != TILED:
        raise PluginError(Code.UNIMPLEMENTED, "layouts by strides are not supported here")
    if asked.num_tiles:
        raise PluginError(Code.UNIMPLEMENTED, "tiled layouts are not supported: elements of the host lie one by one")
    order = integers_at(asked.minor_to_major, asked.minor_to_major_size)
    if sorted(order) != list(range(rank)):
        raise PluginError(Code.INVALID_ARGUMENT, f"the layout {order} is none of {rank} dimensions")
    return None if order == list(range(rank))[::-1] else order


def strides_at(address: int | None, rank: int) -> list[int] | None:
    """The strides in bytes that a layout asks for; None for one that says the order of dimensions."""
    if not address or (asked := view("Buffer_MemoryLayout", address)).type != _STRIDES:
        return None
    # The structure of strides lies where that of tiles does: the first two fields are the strides and their number.
    return integers_at(asked.minor_to_major, rank)


@function("Layouts_Client_GetDefaultLayout")
def _(a: Any) -> None:
    a.layout = row_major(a.num_dims)


@function("Layouts_Topology_GetDefaultLayout")
def _(a: Any) -> None:
    a.layout = row_major(a.num_dims)


@function("Layouts_Executable_GetOutputLayouts")
def _(a: Any) -> None:
    a.layouts, a.num_outputs = HANDLES[a.executable].result_layouts.place


@function("Layouts_Executable_GetParameterLayouts")
def _(a: Any) -> None:
    a.layouts, a.num_parameters = HANDLES[a.executable].argument_layouts.place
