"""A caller of the plugin in ctypes, as one in C would be: it fills structures, calls functions, reads what they wrote."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from hloom.bridges.pjrt import plugin
from hloom.bridges.pjrt.interface import arguments, interface

_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
_HEAD = 40
#: PJRT_Buffer_Type of what the tests use.
NUMBERS = {"bool": 1, "int8": 2, "int32": 4, "float32": 11, "float64": 12, "complex64": 14}


class Refused(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def address_of(name: str) -> int:
    """The function of this name in the table, or in one of the chain of extensions."""
    table = plugin.address()
    if name in interface().functions:
        return word(table + _HEAD + 8 * interface().functions.index(name))
    at = word(table + 8)
    while at:
        for extension in interface().extensions.values():
            if extension.number == ctypes.c_int32.from_address(at + 8).value and name in extension.functions:
                return word(at + 24 + 8 * extension.functions.index(name))
        at = word(at + 16)
    raise KeyError(name)


def word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def call(name: str, size: int | None = None, **given: Any) -> Any:
    """The structure after the call, whose caller knows `size` bytes of it. Raises Refused for an error."""
    structure = arguments(name).new(**given)
    if size is not None:
        structure.struct_size = size
    error = _FUNCTION(address_of(name))(ctypes.addressof(structure))
    if error:
        told, code = call("Error_Message", error=error), call("Error_GetCode", error=error).code
        message = ctypes.string_at(told.message, told.message_size).decode()
        call("Error_Destroy", error=error)
        raise Refused(code, message)
    return structure


def text(address: int, size: int) -> str:
    return ctypes.string_at(address, size).decode()


class Client:
    """The first device of the plugin, and what is done with it."""

    def __init__(self) -> None:
        self.handle = call("Client_Create").client
        found = call("Client_Devices", client=self.handle)
        self.devices = [word(found.devices + 8 * k) for k in range(found.num_devices)]
        self.memory = call("Device_DefaultMemory", device=self.devices[0]).memory

    def put(self, array: np.ndarray, **more: Any) -> int:
        """A buffer with the elements of an array, whatever its strides."""
        numbers = ctypes.c_int64 * max(1, array.ndim)
        shape, strides = numbers(*array.shape), numbers(*array.strides)
        given = {"memory": self.memory, "byte_strides": ctypes.addressof(strides), "num_byte_strides": array.ndim, **more}
        return call("Client_BufferFromHostBuffer", client=self.handle, data=array.ctypes.data, type=NUMBERS[array.dtype.name],
                    dims=ctypes.addressof(shape), num_dims=array.ndim, **given).buffer

    def get(self, buffer: int, dtype: Any, layout: int = 0) -> np.ndarray:
        found = call("Buffer_Dimensions", buffer=buffer)
        shape = [ctypes.c_int64.from_address(found.dims + 8 * k).value for k in range(found.num_dims)]
        result = np.empty(shape, dtype)
        assert call("Buffer_ToHostBuffer", src=buffer, host_layout=layout or None).dst_size == result.nbytes
        event = call("Buffer_ToHostBuffer", src=buffer, dst=result.ctypes.data, dst_size=result.nbytes,
                     host_layout=layout or None).event
        try:
            call("Event_Await", event=event)
        finally:
            call("Event_Destroy", event=event)
        return result

    def compile(self, source: str, options: bytes = b"") -> int:
        code, form = source.encode(), b"mlir"
        kept = [ctypes.create_string_buffer(b, len(b)) for b in (code, form, options)]
        program = arguments("Program").new(code=ctypes.addressof(kept[0]), code_size=len(code), format=ctypes.addressof(kept[1]),
                                           format_size=len(form))
        return call("Client_Compile", client=self.handle, program=ctypes.addressof(program),
                    compile_options=ctypes.addressof(kept[2]), compile_options_size=len(options)).executable

    def run(self, executable: int, buffers: list[int], results: int, keep: tuple[int, ...] = ()) -> list[int]:
        """The results of a call on the first device."""
        kept = (ctypes.c_int64 * max(1, len(keep)))(*keep)
        options = arguments("ExecuteOptions").new(non_donatable_input_indices=ctypes.addressof(kept),
                                                  num_non_donatable_input_indices=len(keep))
        row, out = (ctypes.c_void_p * max(1, len(buffers)))(*buffers), (ctypes.c_void_p * max(1, results))()
        rows, outs = ctypes.c_void_p(ctypes.addressof(row)), ctypes.c_void_p(ctypes.addressof(out))
        event = ctypes.c_void_p()
        call("LoadedExecutable_Execute", executable=executable, options=ctypes.addressof(options),
             argument_lists=ctypes.addressof(rows), num_devices=1, num_args=len(buffers), output_lists=ctypes.addressof(outs),
             device_complete_events=ctypes.addressof(event))
        call("Event_Await", event=event.value)
        call("Event_Destroy", event=event.value)
        return [handle or 0 for handle in out[:results]]
