"""Calls that go through Python: of several devices, with callbacks, of programs that may run long, and those that go wrong."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any

from hloom.bridges.pjrt import handlers
from hloom.bridges.pjrt.buffers import Buffer
from hloom.bridges.pjrt.callbacks import raised_by_callback
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.contexts import user_data
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.events import ready
from hloom.bridges.pjrt.interface import view
from hloom.bridges.pjrt.loaded import Loaded
from hloom.bridges.pjrt.structures import handles_at, integers_at


def execute(own: Loaded, a: Any) -> None:
    """LoadedExecutable_Execute."""
    devices = own.devices if not a.execute_device else [HANDLES[a.execute_device]]
    interface = own.program.interface
    if a.num_args != len(interface.arguments):
        raise PluginError(Code.INVALID_ARGUMENT, f"the program takes {len(interface.arguments)} arguments, got {a.num_args}")
    if a.num_devices != len(devices):
        raise PluginError(Code.INVALID_ARGUMENT, f"the program runs on {len(devices)} devices, got arguments for {a.num_devices}")
    options = view("ExecuteOptions", a.options)
    kept = integers_at(options.non_donatable_input_indices, options.num_non_donatable_input_indices)
    if own.rows is not None and len(devices) > 1 and not kept and own.rows.call(a):
        return
    donated = [k for k in interface.donated if k not in kept]
    rows = [[Buffer(h) for h in handles_at(row, a.num_args)] for row in handles_at(a.argument_lists, a.num_devices)]
    if not a.num_args:
        rows = [[] for _ in devices]
    for row in rows:
        _check_donation(row, donated)
    with contextlib.ExitStack() as stack:
        arrays = [[stack.enter_context(buffer.held()) for buffer in row] for row in rows]
        made = [own.new_results(device) for device in devices]
        try:
            with handlers.ffi().calling(user_data(options.context), [device.number for device in devices]):
                own.program.run(arrays, [[buffer.array() for buffer in row] for row in made])
        except BaseException as error:
            for buffer in (b for row in made for b in row):
                buffer.destroy()
            if (said := raised_by_callback(error)) is not None and not isinstance(error, PluginError):
                raise PluginError(Code.INTERNAL, said) from error
            raise
        for row in rows:
            for k in donated:
                row[k].delete()
    for target, row in zip(handles_at(a.output_lists, a.num_devices), made):
        if row:
            (ctypes.c_void_p * len(row)).from_address(target)[:] = [buffer.address for buffer in row]
    if a.device_complete_events:
        (ctypes.c_void_p * a.num_devices).from_address(a.device_complete_events)[:] = [ready()] * a.num_devices


def _check_donation(row: list[Buffer], donated: list[int]) -> None:
    """Raises PluginError for an argument that is given away and used a second time."""
    for k in donated:
        for other, buffer in enumerate(row):
            if other != k and buffer.address == row[k].address:
                twice = "f(donate(a), donate(a))" if other in donated else "f(a, donate(a))"
                raise PluginError(Code.INVALID_ARGUMENT,
                                  f"Attempt to donate the same buffer twice in Execute() (arguments {min(k, other)} and "
                                  f"{max(k, other)}): {twice} is not allowed")
