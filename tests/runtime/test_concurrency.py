"""Eight threads call one executable, of whatever sort, ten thousand times each: every result is the right one."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import hloom
from tests.programs import loop

LAYER = """func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<i32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.abs %0 : tensor<8x4xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.add across dimensions = [1]
    : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  """ + loop("10", "%v = %2", "tensor<8xf32>", "%4 = stablehlo.reverse %v, dims = [0] : tensor<8xf32>", "%4") + """
  return %1, %r#1, %r#0 : tensor<8x4xf32>, tensor<8xf32>, tensor<i32>
}"""
#: Large enough for the pool's workers, which all callers share, and for an arena.
SHARED_WORK = """func.func @main(%x: tensor<128x256xf32>, %w: tensor<256x8xf32>) -> (tensor<256x128xf32>, tensor<128xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<128x256xf32>) -> tensor<256x128xf32>
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x256xf32>, tensor<256x8xf32>) -> tensor<128x8xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %none) applies stablehlo.add across dimensions = [1]
    : (tensor<128x8xf32>, tensor<f32>) -> tensor<128xf32>
  return %0, %2 : tensor<256x128xf32>, tensor<128xf32>
}"""
DYNAMIC = """func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}"""
CALLBACK = """func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @negated_for_threads(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}"""
SMALL, LARGE = [(8, 16, 4)], [(128, 256, 8)]
PROGRAMS: dict[str, tuple[str, list[tuple[int, int, int]], int]] = {
    "a small program": (LAYER, SMALL, 10), "work for the pool": (SHARED_WORK, LARGE, 1),
    "dynamic shapes": (DYNAMIC, [(3, 5, 4), (1, 1, 4), (9, 2, 4)], 10), "a callback": (CALLBACK, SMALL, 1)}
THREADS = 8


def calls_by_threads(name: str, calls: int, **options: Any) -> None:
    """Calls of threads with arguments of their own, whole numbers, whose results are exact."""
    text, sizes, _ = PROGRAMS[name]
    hloom.register_custom_call("negated_for_threads", lambda op, x: -x)
    module = hloom.parse(text)
    exe = hloom.compile(module, **options)
    rng = np.random.default_rng(0)
    given, wanted = [], []
    for number in range(THREADS):
        rows, inner, columns = sizes[number % len(sizes)]
        given.append((rng.integers(-9, 9, (rows, inner)).astype(np.float32),
                      rng.integers(-9, 9, (inner, columns)).astype(np.float32)))
        wanted.append([r.tobytes() for r in hloom.evaluate(module, *given[-1])])
    failures: list[Any] = []
    start = threading.Barrier(THREADS)

    def call(number: int) -> None:
        try:
            start.wait()
            for k in range(calls):
                which = (number + k // 16) % THREADS  # each thread has all shapes in turns
                if [r.tobytes() for r in exe(*given[which])] != wanted[which]:
                    failures.append((number, k))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize("name", PROGRAMS)
def test_eight_threads_call_one_executable(name: str) -> None:
    calls_by_threads(name, 50 * PROGRAMS[name][2])


@pytest.mark.parametrize("options", [{}, {"threads": 1}, {"threads": 4}])
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.exhaustive
def test_eight_threads_call_one_executable_ten_thousand_times(name: str, options: dict[str, int]) -> None:
    calls_by_threads(name, 10_000, **options)


def test_shapes_that_come_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads with more shapes than are kept drive each other's code out while it may still run."""
    monkeypatch.setenv("HLOOM_SPECIALIZATIONS", "1")
    calls_by_threads("dynamic shapes", 40)
