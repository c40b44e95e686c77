"""Long programs are dispatched: what they give is there later, and whatever reads it waits, or comes behind it."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hloom.bridges.pjrt.buffers import Buffer, memory_at
from hloom.bridges.pjrt.interface import arguments
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.native_layout import MOST_WORK, Queue
from tests.bridges.pjrt.caller import Client, Refused, call

#: `n` times a product of matrices: x becomes x @ y; `before` is what is said of x.
LOOP = """func.func @main(%x: tensor<96x96xf32>BEFORE, %y: tensor<96x96xf32>, %n: tensor<i32>) -> tensor<96x96xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<96x96xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.dot_general %a, %y, contracting_dims = [1] x [0]
          : (tensor<96x96xf32>, tensor<96x96xf32>) -> tensor<96x96xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<96x96xf32>
    }
  return %r#1 : tensor<96x96xf32>
}"""
ADD = """func.func @main(%x: tensor<96x96xf32>) -> tensor<96x96xf32> {
  %0 = stablehlo.add %x, %x : tensor<96x96xf32>
  return %0 : tensor<96x96xf32>
}"""
#: Turns that take some tenths of a second, and so many that nobody waits for their end.
SOME, ENDLESS = 10_000, 1 << 30


class Dispatching:
    """A client with a loop, and what is done with it."""

    def __init__(self) -> None:
        self.client = Client()
        self.loop = self.client.compile(LOOP.replace("BEFORE", ""))
        self.giving = self.client.compile(LOOP.replace("BEFORE", " {tf.aliasing_output = 0 : i32}"))
        self.add = self.client.compile(ADD)
        self.array = np.random.default_rng(3).standard_normal((96, 96)).astype(np.float32)
        #: Turning some of its coordinates: products of it neither grow nor vanish.
        self.turn = np.linalg.qr(self.array)[0].astype(np.float32)
        self.y = self.client.put(self.turn)

    def put(self) -> int:
        return self.client.put(self.array)

    def start(self, x: int, turns: int, executable: int | None = None) -> tuple[int, int]:
        """The result of a call, and its event."""
        n = self.client.put(np.asarray(turns, np.int32))
        found = self.begin(executable or self.loop, [x, self.y, n])
        call("Buffer_Destroy", buffer=n)
        return found

    def begin(self, executable: int, buffers: list[int]) -> tuple[int, int]:
        options = arguments("ExecuteOptions").new()
        row, out = (ctypes.c_void_p * len(buffers))(*buffers), (ctypes.c_void_p * 1)()
        rows, outs = ctypes.c_void_p(ctypes.addressof(row)), ctypes.c_void_p(ctypes.addressof(out))
        event = ctypes.c_void_p()
        call("LoadedExecutable_Execute", executable=executable, options=ctypes.addressof(options),
             argument_lists=ctypes.addressof(rows), num_devices=1, num_args=len(buffers), output_lists=ctypes.addressof(outs),
             device_complete_events=ctypes.addressof(event))
        return out[0] or 0, event.value or 0

    def expected(self, turns: int) -> np.ndarray:
        return self.array.astype(np.float64) @ np.linalg.matrix_power(self.turn.astype(np.float64), turns)


@pytest.fixture(scope="module")
def one() -> Dispatching:
    return Dispatching()


@pytest.fixture(autouse=True)
def nothing_is_left(one: Dispatching) -> Iterator[None]:
    """What a test gives back all that it has dispatched."""
    yield
    native().stop(native().queue_word(Queue.NUMBER).value)
    deadline = time.monotonic() + 20
    while native().queue_word(Queue.COUNT).value:
        assert time.monotonic() < deadline, "work does not end"
        time.sleep(0.001)
    assert Buffer(one.y).holders == 1


def is_ready(buffer: int) -> bool:
    event = call("Buffer_ReadyEvent", buffer=buffer).event
    found = call("Event_IsReady", event=event).is_ready
    call("Event_Destroy", event=event)
    return bool(found)


def awaited(event: int) -> None:
    try:
        call("Event_Await", event=event)
    finally:
        call("Event_Destroy", event=event)


def close_to(found: np.ndarray, expected: np.ndarray) -> bool:
    return bool(np.allclose(found, expected, rtol=0, atol=2e-2))


def test_a_long_call_returns_at_once(one: Dispatching) -> None:
    x = one.put()
    start = time.perf_counter()
    result, event = one.start(x, SOME)
    dispatched = time.perf_counter() - start
    assert not is_ready(result) and not call("Event_IsReady", event=event).is_ready
    awaited(event)
    assert is_ready(result) and dispatched < (time.perf_counter() - start) / 4
    assert close_to(one.client.get(result, np.float32), one.expected(SOME))
    for buffer in (x, result):
        call("Buffer_Destroy", buffer=buffer)


def test_who_reads_comes_behind(one: Dispatching) -> None:
    """A copy to the host, the address, a copy to a device, another program: none sees anything but the end."""
    x = one.put()
    result, event = one.start(x, SOME)
    call("Event_Destroy", event=event)
    call("Buffer_Destroy", buffer=x)
    target = np.zeros((96, 96), np.float32)
    copied = call("Buffer_ToHostBuffer", src=result, dst=target.ctypes.data, dst_size=target.nbytes).event
    doubled, event = one.begin(one.add, [result])
    assert not call("Event_IsReady", event=copied).is_ready and not is_ready(doubled)
    call("Event_Destroy", event=event)
    there = call("Buffer_CopyToDevice", buffer=result, dst_device=one.client.devices[0]).dst_buffer
    address = call("Buffer_UnsafePointer", buffer=result).buffer_pointer
    seen = np.ndarray((96, 96), np.float32, memory_at(address, target.nbytes)).copy()
    awaited(copied)
    for found in (target, seen, one.client.get(there, np.float32), one.client.get(doubled, np.float32) / 2):
        assert close_to(found, one.expected(SOME))
    for buffer in (result, there, doubled):
        call("Buffer_Destroy", buffer=buffer)


def test_what_is_deleted_meanwhile_goes_at_the_end(one: Dispatching) -> None:
    before = call("Device_MemoryStats", device=one.client.devices[0]).bytes_in_use
    x = one.put()
    result, event = one.start(x, SOME)
    other, other_event = one.start(result, 3)
    for buffer in (x, result):
        call("Buffer_Delete", buffer=buffer)
        call("Buffer_Destroy", buffer=buffer)
    assert not call("Event_IsReady", event=event).is_ready
    for each in (event, other_event):
        awaited(each)
    assert close_to(one.client.get(other, np.float32), one.expected(SOME + 3))
    call("Buffer_Destroy", buffer=other)
    assert call("Device_MemoryStats", device=one.client.devices[0]).bytes_in_use == before


def test_an_argument_is_given_away_while_it_is_computed(one: Dispatching) -> None:
    x = one.put()
    first, first_event = one.start(x, SOME)
    second, second_event = one.start(first, 5, one.giving)
    assert call("Buffer_IsDeleted", buffer=first).is_deleted
    with pytest.raises(Refused, match="deleted or donated"):
        one.start(first, 1)
    for event in (first_event, second_event):
        awaited(event)
    assert close_to(one.client.get(second, np.float32), one.expected(SOME + 5))
    with pytest.raises(Refused, match=r"f\(a, donate\(a\)\) is not allowed"):
        one.begin(one.giving, [x, x, one.client.put(np.asarray(1, np.int32))])
    assert Buffer(x).holders == 1 and not Buffer(x).is_deleted
    for buffer in (x, first, second):
        call("Buffer_Destroy", buffer=buffer)


def test_errors_come_with_the_events_of_all_that_depends_on_them(one: Dispatching) -> None:
    x = one.put()
    result, event = one.start(x, ENDLESS)
    behind, behind_event = one.begin(one.add, [result])
    target = np.zeros((96, 96), np.float32)
    copied = call("Buffer_ToHostBuffer", src=result, dst=target.ctypes.data, dst_size=target.nbytes).event
    told: list[Any] = []

    def tell(error: int | None, argument: int) -> None:
        assert error
        told.append((call("Error_GetCode", error=error).code, argument))
        call("Error_Destroy", error=error)

    callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(tell)
    call("Event_OnReady", event=event, callback=ctypes.cast(callback, ctypes.c_void_p), user_arg=5)
    assert not told
    native().stop(native().queue_word(Queue.NUMBER).value)
    for each in (event, behind_event, copied):
        with pytest.raises(Refused, match="was stopped") as found:
            call("Event_Await", event=each)
        assert found.value.code == 1
    call("Event_OnReady", event=event, callback=ctypes.cast(callback, ctypes.c_void_p), user_arg=6)
    assert told == [(1, 5), (1, 6)]
    for each in (event, behind_event, copied):
        call("Event_Destroy", event=each)
    # Also what is asked for afterwards fails, and what has nothing to do with it does not.
    for use in (lambda: one.client.get(behind, np.float32), lambda: awaited(one.begin(one.add, [behind])[1]),
                lambda: call("Buffer_UnsafePointer", buffer=result),
                lambda: call("Event_Await", event=call("Buffer_ReadyEvent", buffer=behind).event)):
        with pytest.raises(Refused, match="was stopped"):
            use()
    good, event = one.start(x, 3)
    awaited(event)
    assert close_to(one.client.get(good, np.float32), one.expected(3))
    for buffer in (x, result, behind, good):
        call("Buffer_Destroy", buffer=buffer)


def test_a_short_loop_runs_at_once_when_its_time_is_known(one: Dispatching) -> None:
    """The first call is dispatched; later ones are over when they return, as calls took microseconds before."""
    executable, x = one.client.compile(LOOP.replace("BEFORE", "").replace("LT, %i", "LE, %i")), one.put()
    found = []
    while not any(found[1:]) and len(found) < 1000:  # what else runs on the machine makes some calls long
        result, event = one.start(x, 1, executable)
        found.append(bool(call("Event_IsReady", event=event).is_ready))
        awaited(event)
        call("Buffer_Destroy", buffer=result)
    assert found[-1]
    call("Buffer_Destroy", buffer=x)


def test_no_more_than_some_calls_are_under_way(one: Dispatching) -> None:
    x, most = one.put(), 0
    results = []
    for _ in range(3 * MOST_WORK):
        result, event = one.start(x, SOME // 100)
        call("Event_Destroy", event=event)
        results.append(result)
        most = max(most, native().queue_word(Queue.COUNT).value)
    assert most <= MOST_WORK
    assert all(close_to(one.client.get(result, np.float32), one.expected(SOME // 100)) for result in results[-3:])
    for buffer in (x, *results):
        call("Buffer_Destroy", buffer=buffer)


def test_a_program_lives_as_long_as_its_calls(one: Dispatching) -> None:
    executable, x = one.client.compile(LOOP.replace("BEFORE", "").replace("%one =", "%uno =").replace("%i, %one", "%i, %uno")), \
        one.put()
    result, event = one.start(x, SOME, executable)
    call("LoadedExecutable_Destroy", executable=executable)
    for _ in range(3):  # new handles let the old ones go
        call("Buffer_Destroy", buffer=one.put())
        call("LoadedExecutable_Destroy", executable=one.client.compile(ADD))
        gc.collect()
    awaited(event)
    assert close_to(one.client.get(result, np.float32), one.expected(SOME))
    for buffer in (x, result):
        call("Buffer_Destroy", buffer=buffer)
