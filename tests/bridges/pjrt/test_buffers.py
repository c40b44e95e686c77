"""Buffers and calls of programs, as a caller in C uses them."""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bridges.pjrt.buffers import Buffer
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.interface import arguments
from hloom.xla.proto.wire import records
from tests.bridges.pjrt.caller import NUMBERS, Client, Refused, call

ADD = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
GIVE_AWAY = ADD.replace("%x: tensor<4xf32>", "%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}")


@pytest.fixture(scope="module")
def client() -> Client:
    return Client()


def _layout(*minor_to_major: int) -> tuple[Any, int]:
    order = (ctypes.c_int64 * len(minor_to_major))(*minor_to_major)
    made = arguments("Buffer_MemoryLayout").new(minor_to_major=ctypes.addressof(order), minor_to_major_size=len(minor_to_major))
    return (order, made), ctypes.addressof(made)


_RNG = np.random.default_rng(5)
_FORMS = [np.float32(3), np.arange(4, dtype=np.int32), _RNG.random((3, 5)), _RNG.random((3, 5))[:, ::2], _RNG.random((4, 6)).T,
          _RNG.random((4, 6))[::-1, ::-2], np.zeros((0, 3), np.float32), np.ones((2, 0), np.int8), np.array([True, False, True]),
          _RNG.random((70, 90)).astype(np.complex64), np.broadcast_to(np.float32(2), (3, 2)), _RNG.random((2, 1, 3))]


@pytest.mark.parametrize("number", range(len(_FORMS)))
def test_elements_go_in_and_come_out(client: Client, number: int) -> None:
    array = np.asarray(_FORMS[number])
    buffer = client.put(array)
    assert call("Buffer_ElementType", buffer=buffer).type == NUMBERS[array.dtype.name]
    assert call("Buffer_OnDeviceSizeInBytes", buffer=buffer).on_device_size_in_bytes == array.nbytes
    assert np.array_equal(client.get(buffer, array.dtype), array)
    if array.ndim == 2 and array.size:
        kept, layout = _layout(0, 1)
        found = client.get(buffer, array.dtype, layout)
        assert np.array_equal(found.reshape(-1), array.T.reshape(-1))
        del kept
        kept, layout = _layout(1, 0)
        assert np.array_equal(client.get(buffer, array.dtype, layout), array)
    call("Buffer_Destroy", buffer=buffer)


def test_a_layout_that_is_none_is_refused(client: Client) -> None:
    buffer = client.put(np.ones((2, 3), np.float32))
    kept, layout = _layout(0, 0)
    with pytest.raises(Refused, match="is none of 2 dimensions"):
        client.get(buffer, np.float32, layout)
    del kept
    with pytest.raises(Refused, match="20 bytes are too few for 24"):
        call("Buffer_ToHostBuffer", src=buffer, dst=1, dst_size=20)
    call("Buffer_Destroy", buffer=buffer)


def test_a_deleted_buffer_is_refused_everywhere(client: Client) -> None:
    buffer, other, executable = client.put(np.ones(4, np.float32)), client.put(np.ones(4, np.float32)), client.compile(ADD)
    assert not call("Buffer_IsDeleted", buffer=buffer).is_deleted
    call("Buffer_Delete", buffer=buffer)
    call("Buffer_Delete", buffer=buffer)
    assert call("Buffer_IsDeleted", buffer=buffer).is_deleted
    for use in (lambda: client.get(buffer, np.float32), lambda: client.run(executable, [other, buffer], 1),
                lambda: call("Buffer_CopyToDevice", buffer=buffer, dst_device=client.devices[0]),
                lambda: call("Buffer_UnsafePointer", buffer=buffer)):
        with pytest.raises(Refused, match="deleted"):
            use()
    assert Buffer(other).holders == 1
    for handle in (buffer, other):
        call("Buffer_Destroy", buffer=handle)


def test_elements_stay_while_somebody_has_their_address(client: Client) -> None:
    array = _RNG.random(5000)
    buffer = client.put(array)
    address = call("Buffer_OpaqueDeviceMemoryDataPointer", buffer=buffer).device_memory_ptr
    call("Buffer_IncreaseExternalReferenceCount", buffer=buffer)
    call("Buffer_Delete", buffer=buffer)
    again = [client.put(np.zeros(5000)) for _ in range(4)]
    found = np.ndarray(5000, np.float64, (ctypes.c_char * array.nbytes).from_address(address))
    assert np.array_equal(found, array)
    call("Buffer_DecreaseExternalReferenceCount", buffer=buffer)
    for handle in (buffer, *again):
        call("Buffer_Destroy", buffer=handle)


def test_a_view_tells_when_it_is_not_needed_any_more(client: Client) -> None:
    told = []
    callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(lambda data, argument: told.append((data, argument)))
    array, shape = np.arange(6, dtype=np.float32).reshape(2, 3), (ctypes.c_int64 * 2)(2, 3)
    view = call("Client_CreateViewOfDeviceBuffer", client=client.handle, device_buffer_ptr=array.ctypes.data,
                dims=ctypes.addressof(shape), num_dims=2, element_type=NUMBERS["float32"], device=client.devices[0],
                on_delete_callback=ctypes.cast(callback, ctypes.c_void_p), on_delete_callback_arg=77).buffer
    assert call("Buffer_UnsafePointer", buffer=view).buffer_pointer == array.ctypes.data
    assert np.array_equal(client.get(view, np.float32), array)
    call("Buffer_Destroy", buffer=view)
    HANDLES.bury()
    assert told == [(array.ctypes.data, 77)]


def test_a_call_gives_new_buffers(client: Client) -> None:
    executable = client.compile(ADD)
    x, y = client.put(np.arange(4, dtype=np.float32)), client.put(np.full(4, 2, np.float32))
    for _ in range(3):
        (result,) = client.run(executable, [x, y], 1)
        assert np.array_equal(client.get(result, np.float32), [2, 3, 4, 5])
        call("Buffer_Destroy", buffer=result)
    assert Buffer(x).holders == Buffer(y).holders == 1
    with pytest.raises(Refused, match="takes 2 arguments, got 1"):
        client.run(executable, [x], 1)
    call("LoadedExecutable_Delete", executable=executable)
    with pytest.raises(Refused, match="an executable that was deleted"):
        client.run(executable, [x, y], 1)


def test_arguments_are_given_away_once(client: Client) -> None:
    executable = client.compile(GIVE_AWAY)
    x, y = client.put(np.arange(4, dtype=np.float32)), client.put(np.full(4, 2, np.float32))
    (result,) = client.run(executable, [x, y], 1, keep=(0,))
    assert not call("Buffer_IsDeleted", buffer=x).is_deleted
    with pytest.raises(Refused, match=r"donate the same buffer twice .* f\(a, donate\(a\)\)"):
        client.run(executable, [x, x], 1)
    assert not call("Buffer_IsDeleted", buffer=x).is_deleted and Buffer(x).holders == 1
    (result,) = client.run(executable, [x, y], 1)
    assert np.array_equal(client.get(result, np.float32), [2, 3, 4, 5])
    assert call("Buffer_IsDeleted", buffer=x).is_deleted and not call("Buffer_IsDeleted", buffer=y).is_deleted
    with pytest.raises(Refused, match="deleted or donated"):
        client.run(executable, [x, y], 1)
    assert Buffer(y).holders == 1


def test_a_program_that_makes_no_sense_is_refused_with_its_place(client: Client) -> None:
    with pytest.raises(Refused, match=r"stablehlo.add") as found:
        client.compile(ADD.replace("stablehlo.add %x, %y : tensor<4xf32>", "stablehlo.add %x, %y : tensor<5xf32>"))
    assert found.value.code == 3
    with pytest.raises(Refused):
        client.compile("this is no program")
    with pytest.raises(Refused, match="No such compile option: 'no_such'"):
        client.compile(ADD, b"\x3a\x0f\n\x07no_such\x12\x04\n\x02hi")
    with pytest.raises(Refused, match="there is no device 7"):
        client.compile(ADD, b"\x1a\x0e\x20\x01\x28\x01\x4a\x08\x08\x01\x10\x01\x1a\x02\x08\x07")


def test_a_serialized_program_comes_back(client: Client) -> None:
    executable = client.compile(ADD)
    inner = call("LoadedExecutable_GetExecutable", loaded_executable=executable).executable
    made = call("Executable_Serialize", executable=inner)
    data = ctypes.string_at(made.serialized_bytes, made.serialized_bytes_size)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(made.serialized_executable_deleter)(made.serialized_executable)
    kept = ctypes.create_string_buffer(data, len(data))
    again = call("Executable_DeserializeAndLoad", client=client.handle, serialized_executable=ctypes.addressof(kept),
                 serialized_executable_size=len(data)).loaded_executable
    x = client.put(np.arange(4, dtype=np.float32))
    (result,) = client.run(again, [x, x], 1)
    assert np.array_equal(client.get(result, np.float32), [0, 2, 4, 6])
    for wrong in (b"", data[:20], data[:-1], b"other" + data):
        kept = ctypes.create_string_buffer(wrong, len(wrong) + 1)
        with pytest.raises(Refused, match="executable"):
            call("Executable_DeserializeAndLoad", client=client.handle, serialized_executable=ctypes.addressof(kept),
                 serialized_executable_size=len(wrong))


def test_a_program_is_shown_as_hlo(client: Client) -> None:
    """HloModuleProtoWithConfig: the module, and a configuration with the layouts of arguments and results."""
    inner = call("LoadedExecutable_GetExecutable", loaded_executable=client.compile(ADD)).executable
    program = arguments("Program").new()
    call("Executable_OptimizedProgram", executable=inner, program=ctypes.addressof(program))
    memory = ctypes.create_string_buffer(program.code_size)
    program.code = ctypes.addressof(memory)
    call("Executable_OptimizedProgram", executable=inner, program=ctypes.addressof(program))
    assert ctypes.string_at(program.format, program.format_size) == b"hlo_with_config"
    parts = [memory.raw[begin:end] for _, number, _, _, begin, end in records(memory.raw, 0, len(memory.raw)) if number in (1, 2)]
    assert "f32[4]" in hloom.parse(parts[0], format="auto").to_hlo_text()
    ((_, number, *_),) = records(parts[1], 0, len(parts[1]))
    assert number == 1


def test_pieces_make_a_buffer(client: Client) -> None:
    array, shape = np.arange(6, dtype=np.float32), (ctypes.c_int64 * 1)(6)
    spec = arguments("ShapeSpec").new(dims=ctypes.addressof(shape), num_dims=1, element_type=NUMBERS["float32"])
    manager = call("Client_CreateBuffersForAsyncHostToDevice", client=client.handle, shape_specs=ctypes.addressof(spec),
                   num_shape_specs=1, memory=client.memory).transfer_manager
    buffer = call("AsyncHostToDeviceTransferManager_RetrieveBuffer", transfer_manager=manager, buffer_index=0).buffer_out
    event = call("Buffer_ReadyEvent", buffer=buffer).event
    assert not call("Event_IsReady", event=event).is_ready
    found: list[np.ndarray] = []
    reader = threading.Thread(target=lambda: found.append(client.get(buffer, np.float32)))
    reader.start()
    for k, last in ((0, False), (1, True)):
        call("AsyncHostToDeviceTransferManager_TransferData", transfer_manager=manager, data=array.ctypes.data + 12 * k,
             offset=12 * k, transfer_size=12, is_last_transfer=last)
    reader.join(10)
    assert np.array_equal(found[0], array)
    assert call("Event_IsReady", event=event).is_ready
    call("Event_Destroy", event=event)
    with pytest.raises(Refused, match="bytes 20 to 28 of a buffer of 24"):
        call("AsyncHostToDeviceTransferManager_TransferData", transfer_manager=manager, data=array.ctypes.data, offset=20,
             transfer_size=8)
    call("AsyncHostToDeviceTransferManager_Destroy", transfer_manager=manager)
    call("Buffer_Destroy", buffer=buffer)


def test_memory_is_used_again(client: Client) -> None:
    """Twenty thousand buffers of 100 KB do not take more memory than a few."""
    array = np.ones(25_000, np.float32)
    before = call("Device_MemoryStats", device=client.devices[0]).bytes_in_use
    call("Device_ClearMemoryStats", device=client.devices[0])
    for _ in range(20_000):
        call("Buffer_Destroy", buffer=client.put(array))
    stats = call("Device_MemoryStats", device=client.devices[0])
    assert stats.bytes_in_use == before
    assert stats.peak_bytes_in_use < before + (64 << 20)


def test_buffers_are_used_and_deleted_by_threads_at_once(client: Client) -> None:
    executable = client.compile(ADD)
    x, y = client.put(np.arange(4, dtype=np.float32)), client.put(np.full(4, 2, np.float32))
    wrong: list[Any] = []

    def work() -> None:
        for _ in range(300):
            own = client.put(np.arange(4, dtype=np.float32))
            for left in (x, own):
                (result,) = client.run(executable, [left, y], 1)
                if not np.array_equal(client.get(result, np.float32), [2, 3, 4, 5]):
                    wrong.append(result)
                call("Buffer_Delete", buffer=result)
                call("Buffer_Destroy", buffer=result)
            call("Buffer_Destroy", buffer=own)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and Buffer(x).holders == Buffer(y).holders == 1
