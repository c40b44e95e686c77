"""Handlers that a compiler of C++ has made of XLA's own headers: what they are given is what XLA gives them, byte for byte."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.bridges import ffi
from tests.processes import printed

jax = pytest.importorskip("jax")
from jax import lax  # noqa: E402
from jax._src import core  # noqa: E402

HERE = Path(__file__).parent
COMPILER = shutil.which("g++") or shutil.which("clang++")
TEXT = jax.ShapeDtypeStruct((1000,), np.uint8)
X = np.arange(6, dtype=np.float32).reshape(2, 3)
ROW = np.array([1, 2, 3], np.float32)

pytestmark = pytest.mark.skipif(COMPILER is None, reason="handlers are compiled by g++ or clang++, and there is none")


def library(source: str, folder: Path) -> ctypes.CDLL:
    made = folder / f"{source}.so"
    headers = jax.ffi.include_dir()
    if not os.path.exists(os.path.join(headers, "xla", "ffi", "api", "ffi.h")):
        pytest.skip(f"jaxlib has no headers in {headers}")
    options = ["-O1", "-w", "-shared", "-fPIC", "-std=c++17", f"-I{headers}"]
    subprocess.run([str(COMPILER), *options, str(HERE / source), "-o", str(made)], check=True, timeout=120)
    return ctypes.CDLL(str(made))


def address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def both(name: str, **functions: Any) -> None:
    """Registers a handler with XLA and with hloom."""
    bundle = {stage: address(function) for stage, function in functions.items()}
    jax.ffi.register_ffi_target(name, {stage: jax.ffi.pycapsule(each) for stage, each in bundle.items()}, platform="cpu")
    assert ffi.register(name, bundle)


@pytest.fixture(scope="module")
def describing(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    made = library("describing.cc", tmp_path_factory.mktemp("describing"))
    made.Instantiated.restype = ctypes.c_char_p
    both("test_describe", instantiate=made.Instantiate, execute=made.Execute)
    return made


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    made = library("keeping.cc", tmp_path_factory.mktemp("keeping"))
    made.CounterId.restype = made.CounterInfo.restype = ctypes.c_void_p
    ffi.register_type("test_counter", made.CounterId(), made.CounterInfo())
    ffi.register("test_count", {"instantiate": address(made.CountInstantiate), "execute": address(made.CountExecute)})
    ffi.register("test_divide", address(made.Divide))
    ffi.register("test_later", address(made.Later))
    return made


def engines(function: Callable[..., Any], *arguments: Any) -> list[Callable[..., tuple[Any, ...]]]:
    module = hloom.parse(jax.jit(function).lower(*arguments).as_text())
    ffi.require(module)
    return [hloom.compile(module), lambda *a: hloom.evaluate(module, *a)]


def describe(*results: Any, **options: Any) -> Callable[..., Any]:
    return jax.ffi.ffi_call("test_describe", (TEXT, *results), **options)


def text_of(results: Any) -> str:
    return bytes(np.asarray(results[0])).rstrip(b"\0").decode()


def agree(function: Callable[..., Any], describing: ctypes.CDLL, *arguments: Any) -> str:
    """Both engines give the handler what XLA gives it; what that is."""
    expected = text_of(jax.tree.leaves(jax.jit(function)(*arguments)))
    instantiated = describing.Instantiated()
    assert expected and instantiated.startswith(b"168 stage 0")
    for run in engines(function, *arguments):
        assert text_of(run(*arguments)) == expected
        assert describing.Instantiated() == instantiated
    return expected


@pytest.mark.parametrize("value", [
    np.int32(3), np.bool_(True), np.float32(1.5), np.float64(2.5), "h\u00e9llo", "", np.int8(-3), np.uint8(200), np.int16(-2), 7,
    0.25, False, np.arange(3), np.array(5), np.array([1, 2.5], np.float32), np.arange(6, dtype=np.int16).reshape(2, 3),
    np.ones(4, np.float32), np.zeros(0, np.int32)],
    ids=lambda value: str(value)[:20])
def test_attributes(value: Any, describing: ctypes.CDLL) -> None:
    agree(lambda x: describe()(x, beta=np.int32(5), value=value, Alpha="first"), describing, X)


def test_a_dictionary_of_attributes(describing: ctypes.CDLL) -> None:
    jax.clear_caches()  # JAX fails where it compares it with arrays that it has seen among attributes
    assert "{B='b',z=" in agree(lambda x: describe()(x, inner={"z": 1, "B": "b"}), describing, X)
    jax.clear_caches()


@pytest.mark.parametrize("name", [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "float16", "bfloat16", "float32", "complex64",
    "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float8_e4m3", "float8_e3m4", "float8_e4m3b11fnuz", "float8_e4m3fnuz",
    "float8_e5m2fnuz", "int4", "uint4", "int2", "uint2", "float4_e2m1fn"])
def test_types_of_elements(name: str, describing: ctypes.CDLL) -> None:
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    x = (np.arange(8).reshape(2, 4) % 2).astype(dtype)
    assert "(6:1000,)" in agree(lambda x: describe(jax.ShapeDtypeStruct((2, 2), dtype))(x), describing, x)


def test_wide_types_of_elements(describing: ctypes.CDLL) -> None:
    with jax.enable_x64(True):
        for dtype in (np.int64, np.uint64, np.float64, np.complex128):
            agree(lambda x: describe(jax.ShapeDtypeStruct((2,), x.dtype))(x), describing, X.astype(dtype))


@pytest.mark.parametrize("case", [
    lambda x: describe()(x, x[0], x[0, 0]), lambda x: describe(jax.ShapeDtypeStruct((0, 3), np.float32))(x[:0]),
    lambda x: describe(core.abstract_token)(x, lax.create_token())[0],
    lambda x: describe(jax.ShapeDtypeStruct((2, 3), np.float32), input_layouts=[(1, 0)], output_layouts=[None, (1, 0)])(x),
    lambda x: describe(has_side_effect=True)(x)])
def test_buffers(case: Callable[..., Any], describing: ctypes.CDLL) -> None:
    agree(case, describing, X)


def test_no_operands(describing: ctypes.CDLL) -> None:
    agree(lambda: describe()(), describing)


def test_a_handler_in_a_vmap_and_in_a_loop(describing: ctypes.CDLL) -> None:
    agree(lambda x: jax.vmap(lambda row: describe(vmap_method="sequential")(row)[0])(x)[1:], describing, X)
    agree(lambda x: lax.fori_loop(0, 3, lambda i, c: describe()(x + i + c[0])[0], np.zeros(1000, np.uint8))[None], describing, X)


def test_layouts_of_results(describing: ctypes.CDLL) -> None:
    """The same bytes are another array where a result has its columns in memory."""
    ffi.register("test_copy", address(COPY))
    like = jax.ShapeDtypeStruct((2, 3), np.float32)
    for run in engines(lambda x: jax.ffi.ffi_call("test_copy", like, output_layouts=(1, 0))(x), X):
        np.testing.assert_array_equal(run(X)[0], X.reshape(3, 2).T)


def word(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def COPY(frame: int) -> int:
    if word(frame + 8):
        return 0  # it asks for the version, which is 0.0 where nothing is said
    source, target = (word(word(word(frame + k)) + 24) for k in (72, 112))
    ctypes.memmove(target, source, 24)
    return 0


# -- with the header for C++ ---------------------------------------------------------------------------------------------------


def call(name: str, x: Any, **attributes: Any) -> Any:
    return jax.ffi.ffi_call(name, jax.ShapeDtypeStruct(x.shape, x.dtype), has_side_effect=True)(x, **attributes)


def test_states_live_as_long_as_the_program(keeping: ctypes.CDLL) -> None:
    before = keeping.Alive()
    module = hloom.parse(jax.jit(lambda x: call("test_count", x, scale=2.0)).lower(ROW).as_text())
    compiled = hloom.compile(module)
    assert keeping.Alive() == before  # it is made at the first call
    for number in range(3):
        np.testing.assert_array_equal(compiled(ROW)[0], ROW * 2 + number)
        assert keeping.Alive() == before + 1
    np.testing.assert_array_equal(hloom.evaluate(module, ROW)[0], ROW * 2)  # another program, another state
    del compiled, module
    gc.collect()
    assert keeping.Alive() == before


def test_each_call_site_has_a_state(keeping: ctypes.CDLL) -> None:
    for run in engines(lambda x: call("test_count", call("test_count", x, scale=2.0), scale=3.0), ROW):
        np.testing.assert_array_equal(run(ROW)[0], ROW * 6)
        np.testing.assert_array_equal(run(ROW)[0], (ROW * 2 + 1) * 3 + 1)


def test_errors_when_a_state_is_made(keeping: ctypes.CDLL) -> None:
    for run in engines(lambda x: call("test_count", x, scale=-1.0), ROW):
        with pytest.raises(ffi.ForeignError, match="test_count failed: OUT_OF_RANGE: scale must not be negative") as caught:
            run(ROW)
        assert caught.value.code == 11


@pytest.mark.parametrize("threads", ["1", "2"])
def test_threads_memory_and_attributes(keeping: ctypes.CDLL, threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_THREADS", threads)
    added = np.array([10, 20], np.int64)
    with jax.enable_x64(True):
        runs = engines(lambda x: call("test_divide", x, how={"factor": np.int32(3)}, added=added, label="four"), ROW)
        wrong = engines(lambda x: call("test_divide", x, how={"factors": np.int32(3)}, added=added, label=""), ROW)
    for run in runs:
        np.testing.assert_array_equal(run(ROW)[0], ROW * 3 + np.array([10, 20, 10]) + 4)
    for run in wrong:
        with pytest.raises(ffi.ForeignError, match="NOT_FOUND: no factor"):
            run(ROW)


def test_results_that_come_later(keeping: ctypes.CDLL) -> None:
    for run in engines(lambda x: call("test_later", x, fails=False), ROW):
        np.testing.assert_array_equal(run(ROW)[0], ROW + 7)
    for run in engines(lambda x: call("test_later", x, fails=True), ROW):
        with pytest.raises(ffi.ForeignError, match="ABORTED: it went wrong later"):
            run(ROW)


ENDING = """
import ctypes, os, sys, time
import numpy as np
import hloom
from hloom.bridges import ffi
from hloom.bridges.ffi import calls
class Slow(calls.Future):
    def set(self, error):
        super().set(error)
        for _ in range(300):  # the thread that has said so is on its way back to C
            time.sleep(0.001)
        os.write(1, b"and is back\\n")
calls.Future = Slow
ffi.register("later", ctypes.cast(ctypes.CDLL(sys.argv[1]).Later, ctypes.c_void_p).value)
module = hloom.parse('''func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @later(%x) {api_version = 4 : i32, mhlo.backend_config = {fails = true}}
    : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}''')
try:
    hloom.evaluate(module, np.ones(3, np.float32))
except ffi.ForeignError:
    print("it failed later", flush=True)
"""


def test_the_process_ends_while_a_thread_of_a_handler_comes_back(keeping: ctypes.CDLL) -> None:
    assert printed("-c", ENDING, keeping._name, is_quiet=True) == "it failed later\nand is back\n"


def test_a_call_that_does_not_fit_its_handler(keeping: ctypes.CDLL) -> None:
    wrong: tuple[tuple[dict[str, Any], str], ...] = (({}, "Wrong number of attributes"), ({"fails": np.int32(1)}, "fails|decode"))
    for attributes, message in wrong:
        for run in engines(lambda x, attributes=attributes: call("test_later", x, **attributes), ROW):
            with pytest.raises(ffi.ForeignError, match=message):
                run(ROW)
