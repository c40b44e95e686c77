"""What callers hand to handlers of custom calls with a call, handlers that they register, and what a program is said to cost."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from hloom.bridges.pjrt.interface import arguments
from tests.bridges.ffi.test_handlers import DEVICE, GET_DATA, PROGRAM, ask, context, doubled, handler, number
from tests.bridges.pjrt.caller import Client, Refused, call
from tests.bridges.pjrt.test_buffers import ADD

X = np.arange(3, dtype=np.float32)


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def register(name: str, address: int, platform: str = "cpu") -> None:
    kept = [ctypes.create_string_buffer(text.encode()) for text in (name, platform)]
    call("FFI_Register_Handler", target_name=ctypes.addressof(kept[0]), target_name_size=len(name), handler=address or None,
         platform_name=ctypes.addressof(kept[1]), platform_name_size=len(platform), traits=0)


def type_number(name: str, given: int = 0) -> int:
    kept = ctypes.create_string_buffer(name.encode())
    return call("FFI_Type_Register", type_name=ctypes.addressof(kept), type_name_size=len(name), type_id=given).type_id


def compiled(client: Client, name: str) -> int:
    return client.compile(PROGRAM.replace("NAME", name).replace("CONFIGURATION", "").replace("MORE", ""))


def run(client: Client, executable: int, given: int | None) -> np.ndarray:
    """The result of a call in a context."""
    x, out = client.put(X), (ctypes.c_void_p * 1)()
    options = arguments("ExecuteOptions").new(context=given)
    row = (ctypes.c_void_p * 1)(x)
    rows, outs = ctypes.c_void_p(ctypes.addressof(row)), ctypes.c_void_p(ctypes.addressof(out))
    try:
        call("LoadedExecutable_Execute", executable=executable, options=ctypes.addressof(options),
             argument_lists=ctypes.addressof(rows), num_devices=1, num_args=1, output_lists=ctypes.addressof(outs))
        return client.get(out[0] or 0, np.float32)
    finally:
        for buffer in (x, out[0]):
            call("Buffer_Destroy", buffer=buffer)


@pytest.mark.parametrize("platform", ["cpu", "Host", "hloom"])
def test_handlers_are_registered(client: Client, platform: str) -> None:
    register(f"pjrt_doubled_{platform}", handler(doubled), platform)
    assert np.array_equal(run(client, compiled(client, f"pjrt_doubled_{platform}"), None), X * 2)


def test_what_is_no_handler_is_refused() -> None:
    with pytest.raises(Refused, match="no handler is given for 'pjrt_none'"):
        register("pjrt_none", 0)
    with pytest.raises(Refused, match="'pjrt_other' on 'CUDA' is not called here"):
        register("pjrt_other", handler(doubled), "CUDA")


def test_data_of_a_context_reach_handlers(client: Client) -> None:
    first, second = type_number("pjrt first"), type_number("pjrt second")
    assert first != second and type_number("pjrt first") == type_number("pjrt first", first) == first
    with pytest.raises(Refused, match=f"the type pjrt first has the number {first}, not 5"):
        type_number("pjrt first", 5)
    found: list[Any] = []

    def body(frame: int) -> int:
        answers = [ask(frame, GET_DATA, context(frame), number(n), 0) for n in (first, second)]
        found.append([words[2] for error, words in answers if not error])
        found.append(ask(frame, DEVICE, context(frame), 0)[1][1])
        doubled(frame)
        return 0

    register("pjrt_given", handler(body))
    executable, made = compiled(client, "pjrt_given"), call("ExecuteContext_Create").context
    call("FFI_UserData_Add", context=made, type_id=first, data=4096)
    run(client, executable, made)
    call("FFI_UserData_Add", context=made, type_id=second, data=8192)
    run(client, executable, made)
    run(client, executable, None)
    assert found == [[4096], 0, [4096, 8192], 0, [], 0]
    for k in range(12):
        call("FFI_UserData_Add", context=made, type_id=1000 + k, data=1)
    with pytest.raises(Refused, match="the data of 14 types"):
        call("FFI_UserData_Add", context=made, type_id=2000, data=1)
    call("ExecuteContext_Destroy", context=made)


def test_a_program_says_what_it_costs(client: Client) -> None:
    inner = call("LoadedExecutable_GetExecutable", loaded_executable=client.compile(ADD)).executable
    told = call("Executable_GetCostAnalysis", executable=inner)
    structure = arguments("NamedValue").full
    found = {}
    for one in (structure * told.num_properties).from_address(told.properties):
        found[ctypes.string_at(one.name, one.name_size).decode()] = np.array([one.value], np.int64).view(np.float32)[0]
    assert found == {"flops": 4, "transcendentals": 0, "bytes accessed": 48}
