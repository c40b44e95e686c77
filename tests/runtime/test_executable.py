"""Calling compiled programs: what they take and refuse, threads, memory, evaluated operations, programs from the cache."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.runtime import saved
from hloom.runtime.cache import Cache
from hloom.runtime.executable import Executable
from hloom.support.diagnostics import EvaluationError, InputError
from tests.passes.programs import program, same
from tests.programs import loop

SCALED = """(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32> }"""
CALL = """(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.negate %x : tensor<3xf32>
    %1 = stablehlo.custom_call @NAME(%0) : (tensor<3xf32>) -> tensor<3xf32>
    %2 = stablehlo.add %1, %1 : tensor<3xf32>
    return %2 : tensor<3xf32> }"""
X = np.arange(32, dtype=np.float32).reshape(4, 8)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty cache of compiled programs, the process's own during the test."""
    made = Cache(tmp_path / "cache", 1 << 28)
    monkeypatch.setattr(Cache, "_process", made)
    return made


@pytest.fixture(scope="module")
def scaled() -> Executable:
    return hloom.compile(program(SCALED))


# -- arguments ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("arrays, message", [
    ((X,), "@main takes 2 arguments, got 1"),
    ((X, 2.0, 3.0), "@main takes 2 arguments, got 3"),
    ((X.T, 2.0), r"argument 0 of @main must have shape \[4, 8\], got \[8, 4\]"),
    ((X, np.zeros(1, np.float32)), r"argument 1 of @main must have shape \[\], got \[1\]"),
    ((X.astype(np.float64), 2.0), "argument 0 of @main must have element type f32"),
    ((X.astype(">f4"), 2.0), "argument 0 of @main must have element type f32"),
    ((X.astype(np.int32), 2.0), "argument 0 of @main must have element type f32"),
    (("text", 2.0), "argument 0 of @main: a str is not an array"),
    ((X, None), "argument 1 of @main: a NoneType is not an array"),
    ((X, object()), "argument 1 of @main: a object is not an array"),
    (([[1.0]], 2.0), "argument 0 of @main must have shape"),
    ((X, "2"), "argument 1 of @main"),
])
def test_what_does_not_fit_is_refused(scaled: Executable, arrays: tuple[Any, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        scaled(*arrays)


def unaligned(x: np.ndarray) -> np.ndarray:
    """A contiguous copy at an odd address."""
    raw = np.empty(x.nbytes + 65, np.uint8)
    start = 1 - raw.ctypes.data % 64 + 64 if raw.ctypes.data % 64 > 1 else 1 - raw.ctypes.data % 64
    copy = raw[start : start + x.nbytes].view(x.dtype).reshape(x.shape)
    copy[...] = x
    return copy


def frozen(x: np.ndarray) -> np.ndarray:
    copy = x.copy()
    copy.flags.writeable = False
    return copy


@pytest.mark.parametrize("convert", [
    lambda x: np.asfortranarray(x), lambda x: np.repeat(x, 2, axis=1)[:, ::2], lambda x: x[::-1].copy()[::-1], frozen, unaligned,
    lambda x: x.tolist(), lambda x: np.broadcast_to(x, (2, 4, 8))[1], lambda x: x.view(np.ndarray), memoryview,
], ids=["fortran", "strided", "reversed", "read-only", "unaligned", "list", "broadcast", "view", "memoryview"])
def test_arrays_of_any_layout(scaled: Executable, convert: Any) -> None:
    given = convert(X)
    if isinstance(given, memoryview):
        with pytest.raises(InputError, match="memoryview is not an array"):
            scaled(given, 2.0)
        return
    assert np.array_equal(scaled(given, 2.0)[0], X * 2)
    assert np.array_equal(np.asarray(given), X)


class Foreign:
    """An array of another library, by one of the protocols."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array


class ByDlpack(Foreign):
    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class ByArray(Foreign):
    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.array


@pytest.mark.parametrize("kind", [ByDlpack, ByArray])
def test_arrays_of_other_libraries(scaled: Executable, kind: Any) -> None:
    assert np.array_equal(scaled(kind(X), np.float32(3))[0], X * 3)


def test_jax_arrays(scaled: Executable) -> None:
    jnp = pytest.importorskip("jax.numpy")
    assert np.array_equal(scaled(jnp.asarray(X), jnp.float32(3))[0], X * 3)


def test_results_belong_to_the_caller(scaled: Executable) -> None:
    (first,) = scaled(X, 1.0)
    (second,) = scaled(X, 2.0)
    assert first.flags.writeable and not np.shares_memory(first, second) and np.array_equal(first, X)


# -- many calls -----------------------------------------------------------------------------------------------------------
LOOP = "(%x: tensor<300x200xf32>, %n: tensor<i32>) -> tensor<300x200xf32> {" + loop(
    "%n", "%a = %x", "tensor<300x200xf32>", """%b = stablehlo.reverse %a, dims = [0, 1] : tensor<300x200xf32>
      %c = stablehlo.add %b, %x : tensor<300x200xf32>""", "%c") + "\nreturn %r#1 : tensor<300x200xf32> }"


def test_threads_call_one_program() -> None:
    module = program(LOOP)
    executable = hloom.compile(module)
    inputs = [np.random.default_rng(k).standard_normal((300, 200)).astype(np.float32) for k in range(4)]
    expected = [hloom.evaluate(module, x, np.int32(k))[0] for k, x in enumerate(inputs)]
    wrong: list[int] = []

    def call(number: int) -> None:
        for _ in range(20):
            if not same(executable(inputs[number], np.int32(number))[0], expected[number]):
                wrong.append(number)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def resident_bytes() -> int:
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("no /proc")
    return int(status.read_text().split()[1]) * 4096


@pytest.mark.long
def test_calls_do_not_leak() -> None:
    executable = hloom.compile(program(LOOP))
    x = np.ones((300, 200), np.float32)
    for _ in range(20):
        executable(x, 2)
    grown = []
    for _ in range(3):  # what else the process does may take memory once
        gc.collect()
        before = resident_bytes()
        for _ in range(100):
            executable(x, 2)
        gc.collect()
        grown.append(resident_bytes() - before)
    assert min(grown) < 20 * x.nbytes  # a leak of one array a call would be 100


# -- operations on the evaluator --------------------------------------------------------------------------------------------
@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Registers a function as the target of CALL; gives the module."""
    def register(name: str, function: Any) -> Any:
        monkeypatch.setitem(CUSTOM_CALLS, name, None)
        hloom.register_custom_call(name, function)
        return program(CALL.replace("NAME", name))

    return register


def test_evaluated_operations_are_named_and_equal(called: Any) -> None:
    module = called("tests.halve", lambda op, x: (x / 2,))
    executable = hloom.compile(module)
    assert [op.name for op in executable.fallbacks] == ["stablehlo.custom_call"]
    assert executable.stats["fallbacks"] == ["stablehlo.custom_call"]
    x = np.array([1, -2, np.inf], np.float32)
    assert same(executable(x)[0], -x) and same(hloom.evaluate(module, x)[0], -x)


def test_what_a_custom_call_raises_reaches_the_caller(called: Any) -> None:
    error = KeyError("the caller's own")

    def fail(op: Any, x: np.ndarray) -> Any:
        raise error

    executable = hloom.compile(called("tests.fail", fail))
    for _ in range(2):  # and the program can be called again
        with pytest.raises(EvaluationError, match=r"'tests\.fail' failed: KeyError") as caught:
            executable(np.zeros(3, np.float32))
        assert caught.value.__cause__ is error


def test_an_error_stops_a_loop(called: Any) -> None:
    calls = []

    def fail(op: Any, i: np.ndarray) -> Any:
        calls.append(int(i))
        if i == 2:
            raise ValueError("two")
        return (i + np.int32(1),)

    called("tests.count", fail)
    executable = hloom.compile(program("""(%n: tensor<i32>) -> tensor<i32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.while(%i = %zero) : tensor<i32>
        cond {
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %j = stablehlo.custom_call @tests.count(%i) : (tensor<i32>) -> tensor<i32>
          stablehlo.return %j : tensor<i32>
        }
        return %r : tensor<i32> }"""))
    with pytest.raises(EvaluationError, match="two"):
        executable(np.int32(10))
    assert calls == [0, 1, 2]
    assert executable(np.int32(2))[0] == 2


# -- programs from the cache ----------------------------------------------------------------------------------------------
CONSTANTS = {
    "f32": ("tensor<3xf32>", "[1.5, 0x7FC00000, -0.0]"), "bf16": ("tensor<3xbf16>", "[1.5, 0xFF80, -0.0]"),
    "f16": ("tensor<3xf16>", "[1.5, 0x7C00, -0.0]"), "i1": ("tensor<3xi1>", "[true, false, true]"),
    "i64": ("tensor<3xi64>", "[1, -9223372036854775808, 7]"), "ui8": ("tensor<3xui8>", "[1, 255, 7]"),
    "complex": ("tensor<3xcomplex<f32>>", "[(1.0, 2.0), (-0.0, 0.5), (3.0, 0x7F800000)]"),
    "empty": ("tensor<0x3xf32>", "[]"), "scalar": ("tensor<f64>", "0.1"),
}


@pytest.mark.kept
@pytest.mark.parametrize("name", CONSTANTS)
def test_saved_programs_are_the_same(name: str, cache: Cache) -> None:
    type, text = CONSTANTS[name]
    value = f"dense<{text}>" if text != "[]" else "dense<>"
    module = program(f"""(%x: {type}, %p: tensor<i1>) -> ({type}, {type}) {{
        %c = stablehlo.constant {value} : {type}
        %r = stablehlo.select %p, %x, %c : tensor<i1>, {type}
        return %r, %c : {type}, {type} }}""")
    x = np.array(hloom.evaluate(module, np.zeros(module.functions["main"].function_type.inputs[0].shape,
                                                 module.functions["main"].function_type.inputs[0].storage.dtype), True)[1])
    first = hloom.compile(module)
    assert "cache" not in first.stats["seconds"]
    again = hloom.compile(module)
    assert "cache" in again.stats["seconds"]
    for p in (True, False):
        for a, b, c in zip(first(x, p), again(x, p), hloom.evaluate(module, x, p)):
            assert same(a, c) and same(b, c)
    assert first.kernels == again.kernels and not again.fallbacks


def test_a_program_runs_on_addresses() -> None:
    """A native caller brings memory for arguments and results; no array is made."""
    native = hloom.compile(program(SCALED)).native
    x, factor = X.copy(), np.array(3.0, np.float32)
    result = np.zeros_like(x)
    native.run([x.ctypes.data, factor.ctypes.data], [result.ctypes.data])
    assert np.array_equal(result, X * 3) and np.array_equal(x, X)


def test_programs_with_evaluated_operations_are_not_saved(called: Any, cache: Cache) -> None:
    module = called("tests.twice", lambda op, x: (x * 2,))
    hloom.compile(module)
    again = hloom.compile(module)
    assert "cache" not in again.stats["seconds"] and len(again.fallbacks) == 1
    assert saved.why_not_saved(again.native.program)


@pytest.mark.kept
def test_a_damaged_entry_is_compiled_again(cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = program(SCALED)
    hloom.compile(module)
    cache.finish_deferred()
    for path in (tmp_path / "cache").iterdir():
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(data)
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path / "cache", 1 << 28))  # as another process sees it
    executable = hloom.compile(module)
    assert "cache" not in executable.stats["seconds"]
    assert np.array_equal(executable(X, 2.0)[0], X * 2)
    assert "cache" in hloom.compile(module).stats["seconds"]


def test_other_functions_of_a_module_are_other_programs(cache: Cache) -> None:
    module = program("""func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
        func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> {
            %0 = stablehlo.negate %x : tensor<2xf32>
            return %0 : tensor<2xf32> }""")
    x = np.array([1, 2], np.float32)
    assert np.array_equal(hloom.compile(module)(x)[0], x)
    assert np.array_equal(hloom.compile(module, "other")(x)[0], -x)
    with pytest.raises(InputError, match="third"):
        hloom.compile(module, "third")


def test_small_types_come_back_as_ml_dtypes() -> None:
    executable = hloom.compile(program("""(%x: tensor<2xbf16>) -> tensor<2xbf16> {
        %0 = stablehlo.add %x, %x : tensor<2xbf16>
        return %0 : tensor<2xbf16> }"""))
    (result,) = executable(np.array([1.5, 0.25], ml_dtypes.bfloat16))
    assert result.dtype == ml_dtypes.bfloat16 and result.tolist() == [3.0, 0.5]


def test_empty_arrays_and_no_arguments() -> None:
    executable = hloom.compile(program("""(%x: tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<4xf32>) {
        %zero = stablehlo.constant dense<2.0> : tensor<f32>
        %0 = stablehlo.add %x, %x : tensor<0x4xf32>
        %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] :
            (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
        return %0, %1 : tensor<0x4xf32>, tensor<4xf32> }"""))
    first, second = executable(np.zeros((0, 4), np.float32))
    assert first.shape == (0, 4) and second.tolist() == [2, 2, 2, 2]
    (result,) = hloom.compile(program("() -> tensor<i32> {\n%c = stablehlo.constant dense<7> : tensor<i32>\n"
                                      "return %c : tensor<i32> }"))()
    assert result.shape == () and result == 7


@pytest.mark.parametrize("size", [40, 30_000])
def test_calls_inside_of_calls_have_memory_of_their_own(size: int) -> None:
    """What is kept from call to call, arenas among it, belongs to one call at a time."""
    type = f"tensor<{size}xf32>"
    module = program(f"""(%x: {type}) -> {type} {{
        %0 = "stablehlo.sort"(%x) ({{
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1> }}) {{dimension = 0 : i64}} : ({type}) -> {type}
        %1 = stablehlo.custom_call @tests.inner(%0) : ({type}) -> {type}
        %2 = stablehlo.add %0, %1 : {type}
        return %2 : {type} }}""")
    depth = 0

    def inner(op: Any, x: Any) -> Any:
        nonlocal depth
        if depth == 3:
            if fails:
                raise ValueError("deep inside")
            return np.ones_like(x)
        depth += 1
        try:
            return exe(x + depth)[0]
        finally:
            depth -= 1

    hloom.register_custom_call("tests.inner", inner)
    exe = hloom.compile(module)
    x = np.random.default_rng(0).standard_normal(size).astype(np.float32)
    for fails in (False, True, False):
        if fails:
            with pytest.raises(hloom.UserError, match="deep inside"):
                exe(x)
            depth = 0
            continue
        rows = [np.sort(x)]
        for k in (1, 2, 3):
            rows.append(rows[-1] + np.float32(k))
        found = np.ones_like(x)
        for row in reversed(rows):
            found = row + found
        assert np.array_equal(exe(x)[0], found)
    assert len(exe.native._free) <= 4
