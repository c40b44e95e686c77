"""Results that lie where arguments did that were given away: whose memory they have, and when they get a copy."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np
import pytest

from hloom.bridges.pjrt.buffers import Buffer
from hloom.bridges.pjrt.native_layout import Cell
from tests.bridges.pjrt.caller import Client, Refused, call


def program(elements: int) -> str:
    """`x - y * y`, of which x is given away; and the sum of y."""
    t = f"tensor<{elements}xf32>"
    return f"""func.func @main(%x: {t} {{tf.aliasing_output = 0 : i32}}, %y: {t}) -> ({t}, tensor<f32>) {{
      %0 = stablehlo.multiply %y, %y : {t}
      %1 = stablehlo.subtract %x, %0 : {t}
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %2 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : ({t}, tensor<f32>) -> tensor<f32>
      return %1, %2 : {t}, tensor<f32>
    }}"""


#: Elements behind the cell, in a block of their own, and a large one, whose calls are timed.
SIZES = [100, 10_000, 4 << 20]


class Updates:
    def __init__(self, elements: int) -> None:
        self.client, self.elements = Client(), elements
        self.executable = self.client.compile(program(elements))
        self.x, self.y = (np.arange(elements, dtype=np.float32) % n for n in (97, 5))
        self.b = self.client.put(self.y)

    def run(self, x: int, keep: tuple[int, ...] = ()) -> int:
        result, total = self.client.run(self.executable, [x, self.b], 2, keep=keep)
        assert abs(self.client.get(total, np.float32) / self.y.sum(dtype=np.float64) - 1) < 1e-3
        call("Buffer_Destroy", buffer=total)
        return result

    def is_right(self, result: int, times: int = 1) -> bool:
        expected = self.x
        for _ in range(times):
            expected = expected - self.y * self.y
        return np.array_equal(self.client.get(result, np.float32), expected)

    @property
    def bytes_in_use(self) -> int:
        return call("Device_MemoryStats", device=self.client.devices[0]).bytes_in_use

    @property
    def peak(self) -> int:
        return call("Device_MemoryStats", device=self.client.devices[0]).peak_bytes_in_use


@pytest.fixture(params=SIZES)
def updates(request: pytest.FixtureRequest) -> Iterator[Updates]:
    made = Updates(request.param)
    yield made
    call("Buffer_Destroy", buffer=made.b)


def test_a_result_takes_the_memory(updates: Updates) -> None:
    x = updates.client.put(updates.x)
    data, before = Buffer(x).word(Cell.DATA), updates.bytes_in_use
    call("Device_ClearMemoryStats", device=updates.client.devices[0])
    for _ in range(3):
        result = updates.run(x)
        assert call("Buffer_IsDeleted", buffer=x).is_deleted
        call("Buffer_Destroy", buffer=x)
        x = result
    assert updates.is_right(x, 3)
    if updates.elements >= 10_000:
        assert Buffer(x).word(Cell.DATA) == data
        assert updates.peak < before + 100  # and the sum
    assert updates.bytes_in_use == before
    call("Buffer_Destroy", buffer=x)


def test_what_somebody_has_the_address_of_stays(updates: Updates) -> None:
    x = updates.client.put(updates.x)
    data = call("Buffer_OpaqueDeviceMemoryDataPointer", buffer=x).device_memory_ptr
    call("Buffer_IncreaseExternalReferenceCount", buffer=x)
    result = updates.run(x)
    assert call("Buffer_IsDeleted", buffer=x).is_deleted and updates.is_right(result)
    assert Buffer(result).word(Cell.DATA) != data
    assert np.array_equal(np.ctypeslib.as_array((ctypes.c_float * updates.elements).from_address(data)), updates.x)
    call("Buffer_DecreaseExternalReferenceCount", buffer=x)
    for buffer in (x, result):
        call("Buffer_Destroy", buffer=buffer)


def test_what_is_not_to_be_given_away_in_this_call_stays(updates: Updates) -> None:
    x = updates.client.put(updates.x)
    result = updates.run(x, keep=(0,))
    assert not call("Buffer_IsDeleted", buffer=x).is_deleted and updates.is_right(result)
    assert np.array_equal(updates.client.get(x, np.float32), updates.x)
    for buffer in (x, result):
        call("Buffer_Destroy", buffer=buffer)


def test_the_same_buffer_twice_is_refused(updates: Updates) -> None:
    before = updates.bytes_in_use
    x = updates.client.put(updates.x)
    with pytest.raises(Refused, match=r"f\(a, donate\(a\)\) is not allowed"):
        updates.client.run(updates.executable, [x, x], 2)
    assert np.array_equal(updates.client.get(x, np.float32), updates.x)
    result = updates.run(x)
    assert updates.is_right(result)
    for buffer in (x, result):
        call("Buffer_Destroy", buffer=buffer)
    assert updates.bytes_in_use == before


def test_memory_of_somebody_else_is_not_taken(updates: Updates) -> None:
    """A view of an array of NumPy, whose memory nobody frees here."""
    array, shape = updates.x.copy(), (ctypes.c_int64 * 1)(updates.elements)
    view = call("Client_CreateViewOfDeviceBuffer", client=updates.client.handle, device_buffer_ptr=array.ctypes.data,
                dims=ctypes.addressof(shape), num_dims=1, element_type=11, device=updates.client.devices[0]).buffer
    result = updates.run(view)
    assert updates.is_right(result) and np.array_equal(array, updates.x)
    assert Buffer(result).word(Cell.DATA) != array.ctypes.data
    for buffer in (view, result):
        call("Buffer_Destroy", buffer=buffer)


def test_an_update_of_64_mib_takes_no_more() -> None:
    """Beside what there is: parameters and gradients, of which the former become the new ones."""
    large = Updates(16 << 20)
    before = large.bytes_in_use
    x = large.client.put(large.x)
    call("Device_ClearMemoryStats", device=large.client.devices[0])
    for _ in range(4):
        result = large.run(x)
        call("Buffer_Destroy", buffer=x)
        x = result
    assert large.peak <= before + (64 << 20) + 64
    assert large.is_right(x, 4)
    for buffer in (x, large.b):
        call("Buffer_Destroy", buffer=buffer)
