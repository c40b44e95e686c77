"""A compiled program is found for another number of threads, and a miss has a reason.

Code that was planned for some workers gives the same bits on fewer: who does a piece of the work is decided when it runs.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime import history
from hloom.runtime.cache import Cache
from hloom.runtime.history import Making
from hloom.support.diagnostics import InputError

MAKING = Making(4, "znver4", "abc", "llvmlite 1 llvm 2", "0.1", "def")


def function(inputs: str, body: str, output: str) -> str:
    return f"func.func @main({inputs}) -> {output} {{\n{body}\n  return %r : {output}\n}}"


#: One program of each way in which work is divided among workers, with results that NumPy says.
PROGRAMS = {
    "elementwise": (function("%x: tensor<1000x300xf32>", "  %r = stablehlo.negate %x : tensor<1000x300xf32>",
                             "tensor<1000x300xf32>"), lambda x: -x),
    "product": (function("%x: tensor<333x257xf32>", """
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<333x257xf32>) -> tensor<257x333xf32>
  %r = stablehlo.dot_general %t, %x, contracting_dims = [1] x [0]
    : (tensor<257x333xf32>, tensor<333x257xf32>) -> tensor<257x257xf32>
""", "tensor<257x257xf32>"), lambda x: x.T.astype(float) @ x),
    "row of a product": (function("%x: tensor<1x4000xf32>, %w: tensor<4000x64xf32>", """
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x4000xf32>, tensor<4000x64xf32>) -> tensor<1x64xf32>
""", "tensor<1x64xf32>"), lambda x, w: x.astype(float) @ w),
    "sum": (function("%x: tensor<900000xf32>", """
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<900000xf32>, tensor<f32>) -> tensor<f32>
""", "tensor<f32>"), lambda x: x.sum(dtype=float)),
    "sums of columns": (function("%x: tensor<5000x33xf32>", """
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<5000x33xf32>, tensor<f32>) -> tensor<33xf32>
""", "tensor<33xf32>"), lambda x: x.sum(0, dtype=float)),
    "long sort": (function("%x: tensor<300000xf32>", """
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<300000xf32>) -> tensor<300000xf32>
""", "tensor<300000xf32>"), lambda x: np.sort(x)),
    "convolution": (function("%x: tensor<2x40x40x16xf32>, %w: tensor<1x1x16x24xf32>", """
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x40x40x16xf32>, tensor<1x1x16x24xf32>) -> tensor<2x40x40x24xf32>
""", "tensor<2x40x40x24xf32>"), lambda x, w: x.astype(float) @ w[0, 0]),
    "running sums": (function("%x: tensor<100000xf32>", """
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 100000>, padding = dense<[[99999, 0]]> : tensor<1x2xi64>}
    : (tensor<100000xf32>, tensor<f32>) -> tensor<100000xf32>
""", "tensor<100000xf32>"), lambda x: x.cumsum(dtype=float)),
    "transforms": (function("%x: tensor<64x1024xcomplex<f32>>", """
  %r = stablehlo.fft %x, type = FFT, length = [1024] : (tensor<64x1024xcomplex<f32>>) -> tensor<64x1024xcomplex<f32>>
""", "tensor<64x1024xcomplex<f32>>"), lambda x: np.fft.fft(x)),
}


def arguments(executable: Any) -> Sequence[np.ndarray]:
    generator = np.random.default_rng(7)
    return [generator.standard_normal(p.type.shape).astype(p.type.storage.dtype) for p in executable.signature.arguments]


@pytest.mark.unguarded
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_planned_for_some_workers_runs_on_fewer(name: str) -> None:
    text, meaning = PROGRAMS[name]
    executable = hloom.compile(hloom.parse(text), threads=4)
    arrays = arguments(executable)
    (expected,) = executable(*arrays)
    wanted = meaning(*arrays)
    assert np.allclose(expected, wanted, rtol=1e-4, atol=1e-4 * np.abs(wanted).max())
    for workers in (1, 2, 3):
        executable.native.threads = workers
        for _ in range(3):
            assert executable(*arrays)[0].tobytes() == expected.tobytes()


@pytest.mark.kept
@pytest.mark.parametrize("has_llvm", [True, False])
@pytest.mark.parametrize("here", [1, 2, 3, 5])
def test_a_pickle_runs_on_another_number_of_threads(here: int, has_llvm: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On fewer as it is; on more it is compiled anew, where that can be done, and else leaves some idle."""
    text, meaning = PROGRAMS["sums of columns"]
    made = pickled_on(3, text, monkeypatch)
    executable = unpickled_on(here, made, has_llvm, monkeypatch)
    is_kept = here <= 3 or not has_llvm
    assert (list(executable.stats["seconds"]) == ["cache"]) == is_kept
    assert executable.stats["threads"] == (min(here, 3) if is_kept else here)
    (x,) = arguments(executable)
    assert np.allclose(executable(x)[0], meaning(x), atol=1e-2)
    again = unpickled_on(here, pickle.dumps(executable), False, monkeypatch)
    assert again(x)[0].tobytes() == executable(x)[0].tobytes()


@pytest.mark.kept
def test_a_pickle_of_dynamic_shapes_runs_on_another_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    text = function("%x: tensor<?x300xf32>", "  %r = stablehlo.negate %x : tensor<?x300xf32>", "tensor<?x300xf32>")
    x = np.ones((7, 300), np.float32)
    with monkeypatch.context() as patch:
        use_threads(3, patch)
        executable = hloom.compile(hloom.parse(text))
        executable(x)
        made = pickle.dumps(executable)
    restored = unpickled_on(2, made, False, monkeypatch)
    assert (restored(x)[0] == -x).all()
    with pytest.raises(InputError, match="llvmlite is not installed"):
        restored(x[:4])


@pytest.mark.kept
def test_without_llvmlite_the_cache_does_for_another_number_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = PROGRAMS["elementwise"]
    with monkeypatch.context() as patch:
        for threads in (8, 4):
            patch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
            use_threads(threads, patch)
            hloom.compile(hloom.parse(text))
            Cache.get_default().finish_deferred()
    for here, planned in ((4, 4), (2, 4), (6, 8), (16, 8)):
        with monkeypatch.context() as patch:
            patch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
            use_threads(here, patch)
            forget_llvm(patch)
            executable = hloom.compile(hloom.parse(text))
            assert executable.stats["threads"] == min(here, planned)


@pytest.mark.kept
def test_the_message_says_what_it_was_compiled_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = PROGRAMS["elementwise"]
    made = pickled_on(3, text, monkeypatch)
    monkeypatch.setattr(history, "code_version", lambda: "another source")
    monkeypatch.setattr("hloom.runtime.cache.code_version", lambda: "another source")
    with pytest.raises(InputError, match=r"not in the cache: it was compiled by another source of hloom and for 3 threads, here "
                                         "are 2"):
        unpickled_on(2, made, False, monkeypatch)


def use_threads(count: int, patch: pytest.MonkeyPatch) -> None:
    """Has this process's pool so many threads."""
    from hloom.runtime.pool import Pool

    patch.setattr(Pool, "_process", Pool.sized(count))


def forget_llvm(patch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise InputError("llvmlite is not installed")

    patch.setattr(history, "has_llvm", lambda: False)
    patch.setattr("hloom.runtime.loading.load_llvm", refuse)


def pickled_on(threads: int, text: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    with monkeypatch.context() as patch:
        use_threads(threads, patch)
        return pickle.dumps(hloom.compile(hloom.parse(text)))


def unpickled_on(threads: int, data: bytes, has_llvm: bool, monkeypatch: pytest.MonkeyPatch) -> Any:
    """In a process with an empty cache and so many threads; without LLVM for good, since it may compile later."""
    monkeypatch.setattr(Cache, "_process", Cache(None, 0))
    use_threads(threads, monkeypatch)
    if not has_llvm:
        forget_llvm(monkeypatch)
    return pickle.loads(data)


@pytest.mark.parametrize("changes, reason", [
    ({"threads": 1}, ["for 4 threads, here is 1"]),
    ({"threads": 2}, ["for 4 threads, here are 2"]),
    ({"processor": "skylake", "features": "x"}, ["for the processor znver4, this one is skylake"]),
    ({"features": "x"}, ["for other instructions of znver4 (the machine, HLOOM_ISA, HLOOM_AMX or HLOOM_MACHINE)"]),
    ({"compiler": "llvmlite 2"}, ["by llvmlite 1 llvm 2, here is llvmlite 2"]),
    ({"version": "0.2", "source": "x"}, ["by hloom 0.1, this is 0.2"]),
    ({"source": "x"}, ["by another source of hloom"]),
    ({}, []),
])
def test_differences(changes: dict[str, Any], reason: list[str]) -> None:
    assert MAKING.differences(MAKING._replace(**changes)) == reason


@pytest.mark.parametrize("values", [[], [1], [0, *"abcde"], [True, *"abcde"], ["4", *"abcde"], [4, *"abcd", 1],
                                    [1 << 40, *"abcde"]])
def test_what_is_no_making_is_refused(values: list[Any]) -> None:
    with pytest.raises(ValueError, match="not a making"):
        Making.read(values)
    assert Making.read([4, *"abcde"]) == Making(4, *"abcde")
    assert Making.read_all([values, [4, *"abcde"]]) == [Making(4, *"abcde")]
