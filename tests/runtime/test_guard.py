"""Red zones: a kernel that writes outside of its buffers is named, with the buffer."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import hloom
from hloom.runtime.guard import Guard
from hloom.support.diagnostics import InternalError

TEXT = """
func.func @main(%x: tensor<16x8xf32>, %y: tensor<8x5xf32>) -> (tensor<16x5xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x5xf32>) -> tensor<16x5xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<16x5xf32>) -> tensor<16x5xf32>
  %2 = stablehlo.add %1, %0 : tensor<16x5xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
  return %2, %3 : tensor<16x5xf32>, tensor<16xf32>
}
"""


@pytest.fixture
def executable() -> Any:
    with mock.patch.dict(os.environ, HLOOM_GUARD="1"):
        return hloom.compile(hloom.parse(TEXT))


def inputs() -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    return [rng.integers(-3, 4, shape).astype(np.float32) for shape in ((16, 8), (8, 5))]


def test_the_same_results(executable: Any) -> None:
    arrays = inputs()
    module = hloom.parse(TEXT)
    for found, plain, expected in zip(executable(*arrays), hloom.compile(module)(*arrays), hloom.evaluate(module, *arrays)):
        assert np.array_equal(found, expected) and np.array_equal(plain, expected)


def test_every_kernel_is_checked(executable: Any) -> None:
    assert executable.native.program.is_guarded
    names = [name for name, _ in executable.native.program.checks]
    assert all(any(name.startswith(kernel) for name in names) for kernel in executable.kernels)


def damaged(executable: Any, number: int, address: int) -> str:
    """What is said about a byte that changes while the kernel before a check runs."""
    original = Guard.check
    seen = []

    def check(guard: Guard, at: int | None) -> None:
        if at == number:
            place = address if address > 1 << 32 else guard.addresses[-1] + address if address < 1 << 20 else guard.arena.address
            ctypes.memset(place, 0, 1)
            seen.append(at)
        original(guard, at)

    with mock.patch.object(Guard, "check", check), pytest.raises(InternalError) as caught:
        executable(*inputs())
    assert seen == [number]
    return str(caught.value)


def test_damage_is_named(executable: Any) -> None:
    name = executable.native.program.checks[0][0]
    assert damaged(executable, 0, 64) == f"HLOOM_GUARD: {name} of @main wrote 0 bytes after the end of result 1 of 64 bytes"
    assert damaged(executable, 0, -3) == f"HLOOM_GUARD: {name} of @main wrote 3 bytes before result 1 of 64 bytes"


def test_damage_in_the_arena_is_named(executable: Any) -> None:
    offset, _ = executable.native.program.places[0]
    assert offset > 0
    assert "bytes before a temporary buffer of" in damaged(executable, 1, 1 << 20)


def test_arguments_must_stay_as_they_are(executable: Any) -> None:
    original = Guard.check

    def check(guard: Guard, at: int | None) -> None:
        first = len(guard.program.constants)
        ctypes.memset(guard.addresses[first], 0x55, 1)
        original(guard, at)

    with mock.patch.object(Guard, "check", check), pytest.raises(InternalError, match="changed argument 0 of @main"):
        executable(*inputs())


@pytest.mark.unguarded
def test_guarded_programs_are_not_kept(tmp_path: Path) -> None:
    """Nor is one that was compiled without red zones taken for one with them."""
    from hloom.runtime.cache import Cache

    def is_guarded() -> bool:
        executable: Any = hloom.compile(hloom.parse(TEXT))
        return executable.native.program.is_guarded

    cache = Cache(tmp_path / "cache", 1 << 30)
    with mock.patch.object(Cache, "_process", cache):
        assert not is_guarded()
        with mock.patch.dict(os.environ, HLOOM_GUARD="1"):
            assert is_guarded()
        before = cache.statistics.memory_hits
        assert not is_guarded()
    assert cache.statistics.memory_hits == before + 1


@pytest.mark.parametrize("shape", [(3, 5), (0, 5), ()])
def test_a_guarded_program_runs_on_addresses(shape: tuple[int, ...]) -> None:
    type = f"tensor<{''.join(f'{n}x' for n in shape)}f32>"
    module = hloom.parse(f"""func.func @main(%x: {type}, %y: {type}) -> ({type}, {type}) {{
      %0 = stablehlo.add %x, %y : {type}
      %1 = stablehlo.sine %0 : {type}
      return %0, %1 : {type}, {type} }}""")
    with mock.patch.dict(os.environ, HLOOM_GUARD="1"):
        native = hloom.compile(module).native
    x, y = np.full(shape, 1.5, np.float32), np.full(shape, -0.25, np.float32)
    results = [np.zeros(shape, np.float32) for _ in range(2)]
    native.run([x.ctypes.data, y.ctypes.data], [r.ctypes.data for r in results])
    assert np.array_equal(results[0], x + y) and np.allclose(results[1], np.sin(x + y))
