"""Buffers are aligned, private while in use, recycled afterwards, bounded, and refused politely."""

from __future__ import annotations

import gc
import os
import threading
import weakref

import ml_dtypes
import numpy as np
import pytest

from hloom.runtime import memory
from hloom.runtime.memory import HUGE_PAGE, MemoryPool, describe_size, size_class
from hloom.support import page_colouring
from hloom.support.diagnostics import EvaluationError
from tests.processes import printed

MIB = 1 << 20


@pytest.fixture
def pool() -> MemoryPool:
    return MemoryPool(256 * MIB)


@pytest.mark.parametrize("size", [
    0, 1, 63, 64, 65, 1000, 4096, 5000, 32767, 32768, 100_000, MIB, 2 * MIB - 1, 2 * MIB, 2 * MIB + 1, 9 * MIB])
def test_addresses_are_aligned(pool: MemoryPool, size: int) -> None:
    """Large ones begin at odd multiples of a line, each at another place of a page."""
    buffers = [pool.allocate(size) for _ in range(5)]
    assert len({buffer.address for buffer in buffers}) == 5
    for buffer in buffers:
        assert buffer.size == size
        assert buffer.address % 64 == 0 and (size < HUGE_PAGE or buffer.address % HUGE_PAGE < page_colouring.PAGE)
        assert buffer.address % 128 == 64 or size < page_colouring.LEAST
    assert size < page_colouring.LEAST or len({buffer.address % page_colouring.PAGE for buffer in buffers}) == 5
    assert pool.array((size,), np.uint8).ctypes.data % 64 == 0


def test_size_classes_waste_at_most_an_eighth() -> None:
    sizes = np.unique(np.concatenate([np.arange(1, 5000), np.random.default_rng(0).integers(1, 1 << 34, 5000)]))
    classes = np.array([size_class(int(size)) for size in sizes])
    assert (classes >= sizes).all() and (np.diff(classes) >= 0).all()
    assert (classes - sizes <= np.maximum(sizes / 8, np.where(sizes > 7 / 4 * MIB, HUGE_PAGE, 64))).all()
    assert all(size_class(int(c)) == c for c in classes)


def test_released_memory_is_used_again(pool: MemoryPool) -> None:
    first = pool.allocate(MIB)
    address = first.address
    del first
    assert pool.kept_bytes == MIB
    assert pool.allocate(MIB - 100).address == address


def test_memory_comes_back_with_the_last_view(pool: MemoryPool) -> None:
    array = pool.array((1000, 100), np.float32)
    array[:] = 1
    view = array[5:7].T[::2]
    pointer = memoryview(view[0])
    del array
    assert pool.kept_bytes == 0
    assert (view == 1).all()
    del view
    assert pool.kept_bytes == 0 and pointer[0] == 1
    del pointer
    assert pool.kept_bytes == size_class(400_000)


def test_live_arrays_do_not_share_memory(pool: MemoryPool) -> None:
    random = np.random.default_rng(1)
    live: list[tuple[np.ndarray, int]] = []
    for number in range(2000):
        if live and random.random() < 0.5:
            array, value = live.pop(random.integers(len(live)))
            assert (array == value).all()
        else:
            array = pool.array((int(random.integers(1, 3000)),), np.int32)
            array[:] = number
            live.append((array, number))


@pytest.mark.parametrize("dtype", [np.float32, np.complex128, np.bool_, "i8", ml_dtypes.bfloat16,
                                   ml_dtypes.float8_e4m3fn])
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (5,), (2, 3, 4)])
def test_arrays_are_ordinary(pool: MemoryPool, shape: tuple[int, ...], dtype) -> None:
    array = pool.array(shape, dtype)
    assert type(array) is np.ndarray and array.shape == shape and array.dtype == np.dtype(dtype)
    assert array.flags.c_contiguous and array.flags.writeable and array.flags.aligned
    array[...] = 1
    assert (array == np.ones(shape, dtype)).all()


def test_kept_memory_is_bounded() -> None:
    pool = MemoryPool(10 * MIB)
    buffers = [pool.allocate(MIB) for _ in range(20)]
    del buffers
    assert pool.kept_bytes == 10 * MIB
    large = pool.allocate(40 * MIB)
    del large
    assert pool.kept_bytes <= 10 * MIB
    pool.trim()
    assert pool.kept_bytes == 0


def test_trimming_gives_memory_back_to_the_system(pool: MemoryPool) -> None:
    buffer = pool.allocate(32 * MIB)
    block = weakref.ref(buffer._block.storage)
    del buffer
    gc.collect()
    assert block() is not None
    pool.trim()
    assert block() is None


def test_a_hopeless_request_names_its_size(pool: MemoryPool) -> None:
    with pytest.raises(EvaluationError, match=r"out of memory: cannot allocate 8\.0 PiB \(9007199254740992 bytes\)"):
        pool.array((1 << 50,), np.float64)
    with pytest.raises(EvaluationError, match="cannot allocate"):
        pool.allocate(1 << 100)
    assert pool.allocate(100).size == 100


def test_a_request_that_fails_is_tried_again_without_the_kept_memory(
        pool: MemoryPool, monkeypatch: pytest.MonkeyPatch) -> None:
    del (kept := [pool.allocate(4 * MIB)])[:]
    assert pool.kept_bytes and not kept
    map_memory = memory._map
    monkeypatch.setattr(memory, "_map", lambda size: map_memory(size) if pool.kept_bytes == 0 else exhausted())
    assert pool.allocate(16 * MIB).size == 16 * MIB


def exhausted():
    raise MemoryError


@pytest.mark.parametrize("size, text", [
    (0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB (1536 bytes)"), (3 << 30, "3.0 GiB (3221225472 bytes)"),
])
def test_sizes_for_people(size: int, text: str) -> None:
    assert describe_size(size) == text


def test_threads_allocate_and_release(pool: MemoryPool) -> None:
    faults: list[int] = []

    def work(number: int) -> None:
        random = np.random.default_rng(number)
        for _ in range(500):
            array = pool.array((int(random.integers(1, 2000)),), np.int64)
            array[:] = number
            other = pool.array((100,), np.int64)
            other[:] = -1
            if not (array == number).all():
                faults.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    # Everything came back: nothing is lost, and four threads never needed more than four of a class at once.
    assert 0 < pool.kept_bytes <= 4 * sum({size_class(size) for size in range(1, 16_000)})


def test_arrays_in_reference_cycles_come_back(pool: MemoryPool) -> None:
    """The collector may find them in the middle of another allocation."""
    for _ in range(3000):
        cycle: list = [pool.array((100,), np.uint8)]
        cycle.append(cycle)
    del cycle
    gc.collect()
    assert pool.kept_bytes % size_class(100) == 0 and pool.kept_bytes > 0


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_nothing_leaks() -> None:
    program = """
import numpy as np
from hloom.runtime.memory import MemoryPool

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

pool = MemoryPool(64 << 20)
random = np.random.default_rng(0)
for round in range(6):
    for _ in range(100):
        pool.array((int(random.integers(1, 8 << 20)),), np.uint8)[:] = 1
    if round == 1:
        before = resident()
print(resident() - before)
"""
    assert int(printed("-c", program)) < 64 << 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_has_memory_of_its_own() -> None:
    array = memory.array((4 * MIB,), np.uint8)
    array[:] = 1
    del (spare := [memory.array((4 * MIB,), np.uint8)])[:]
    assert not spare
    child = os.fork()
    if child == 0:
        array[:] = 2
        memory.array((4 * MIB,), np.uint8)[:] = 3
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert (array == 1).all()
