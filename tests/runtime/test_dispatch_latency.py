"""Small kernels are handed to workers where that pays, which is measured; what they compute does not depend on it."""

from __future__ import annotations

import ctypes
import threading
import time

import numpy as np
import pytest

import hloom
from hloom.runtime.dispatch import pool_state
from hloom.runtime.pool import Pool

ALWAYS = 640
TYPE = "tensor<300x200xf32>"
PROGRAM = f"""
func.func @main(%x: {TYPE}) -> {TYPE} {{
  %0 = stablehlo.sine %x : {TYPE}
  %1 = stablehlo.optimization_barrier %0 : {TYPE}
  %2 = stablehlo.cosine %1 : {TYPE}
  return %2 : {TYPE}
}}"""


def measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has pools that are made from now on measure; no saved executable of another test offers code of pools that do not."""
    monkeypatch.setattr(pool_state, "ALWAYS", ALWAYS)
    monkeypatch.setattr(Pool, "_offered", None)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch):
    """A pool of two workers that measures, as those outside tests do; programs for two threads get it."""
    measuring(monkeypatch)
    monkeypatch.setattr(Pool, "_sized", {})
    with Pool.sized(2) as made:
        yield made


def word(pool: Pool, offset: int) -> ctypes.c_int64:
    return ctypes.c_int64.from_address(pool.address + pool_state.BUSY + offset)


def force(pool: Pool, least: int) -> None:
    word(pool, pool_state.THRESHOLD).value = least
    word(pool, pool_state.LEFT).value = 1 << 40


def jobs(pool: Pool) -> int:
    """A number that each job changes."""
    return ctypes.c_int32.from_address(pool.address + pool_state.JOB).value


def test_the_least_worth_is_measured(pool: Pool) -> None:
    executable = hloom.compile(hloom.parse(PROGRAM), threads=2)
    x = np.linspace(-3, 3, 60_000, dtype=np.float32).reshape(300, 200)
    found = [executable(x)[0] for _ in range(3)]
    assert 0 < word(pool, pool_state.THRESHOLD).value <= ALWAYS
    assert 0 <= word(pool, pool_state.LEFT).value <= 4096
    left = word(pool, pool_state.LEFT).value
    executable(x)
    assert word(pool, pool_state.LEFT).value == left - 2  # launches
    np.testing.assert_allclose(found[0], np.cos(np.sin(x.astype(np.float64))), rtol=1e-6)
    assert all(np.array_equal(found[0], each) for each in found)


@pytest.mark.parametrize("least", [0, ALWAYS])
def test_only_what_pays_is_handed_over(pool: Pool, least: int) -> None:
    executable = hloom.compile(hloom.parse(PROGRAM), threads=2)
    x = np.ones((300, 200), np.float32)
    executable(x)
    force(pool, least)
    before = jobs(pool)
    executable(x)
    assert (jobs(pool) != before) == (least == 0)


def test_large_kernels_are_always_handed_over(pool: Pool) -> None:
    executable = hloom.compile(hloom.parse(PROGRAM.replace("300x200", "2000x500")), threads=2)
    x = np.ones((2000, 500), np.float32)
    force(pool, ALWAYS)
    before, left = jobs(pool), word(pool, pool_state.LEFT).value
    executable(x)
    assert jobs(pool) != before and word(pool, pool_state.LEFT).value == left


@pytest.fixture
def deserted(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """A pool of two workers of whom one is never there; programs for two threads get it."""
    measuring(monkeypatch)
    pool = Pool(2)
    monkeypatch.setattr(Pool, "_sized", {2: pool})
    monkeypatch.setattr(pool, "_threads", [threading.current_thread()])  # as many as there ought to be: nobody starts one
    return pool


def test_workers_that_do_not_come(deserted: Pool) -> None:
    """Nobody waits for them for long, and the caller does it all."""
    executable = hloom.compile(hloom.parse(PROGRAM), threads=2)
    x = np.ones((300, 200), np.float32)
    start = time.perf_counter()
    (found,) = executable(x)
    assert time.perf_counter() - start < 10
    assert word(deserted, pool_state.THRESHOLD).value == ALWAYS
    np.testing.assert_allclose(found, np.cos(np.sin(1.0)), rtol=1e-6)


def test_who_does_not_come_is_soon_asked_again(deserted: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failure doubles the launches until the next measurement, up to a limit; who comes ends that."""
    pool, waited = deserted, []
    executable = hloom.compile(hloom.parse(PROGRAM), threads=2)
    x = np.ones((300, 200), np.float32)

    def measured() -> None:
        word(pool, pool_state.LEFT).value = 0
        executable(x)

    for _ in range(9):
        measured()
        waited.append(word(pool, pool_state.RETRY).value)
        assert word(pool, pool_state.THRESHOLD).value == ALWAYS
        assert word(pool, pool_state.LEFT).value == waited[-1] - 1  # the second of the launches
    assert waited == [64, 128, 256, 512, 1024, 2048, 4096, 4096, 4096]
    monkeypatch.setattr(pool, "_threads", [])
    with pool:
        deadline = time.monotonic() + 10
        while word(pool, pool_state.RETRY).value and time.monotonic() < deadline:
            measured()
        assert word(pool, pool_state.RETRY).value == 0
        measured()  # once more, unless somebody else has the processor
        assert word(pool, pool_state.RETRY).value in (0, 64)


def test_callers_side_by_side(pool: Pool) -> None:
    """Some measure while others have the workers."""
    executable = hloom.compile(hloom.parse(PROGRAM), threads=2)
    x = np.linspace(-2, 2, 60_000, dtype=np.float32).reshape(300, 200)
    (wanted,) = executable(x)
    wrong: list[int] = []

    def call() -> None:
        for _ in range(400):
            word(pool, pool_state.LEFT).value = 0
            if not np.array_equal(executable(x)[0], wanted):
                wrong.append(1)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads) and not wrong
