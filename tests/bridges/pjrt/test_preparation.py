"""What JAX knows of hloom before it is one of its platforms: in processes of their own, since it stays."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hloom.bridges.pjrt import jax_internals, preparation
from tests.forks import printed

jax = pytest.importorskip("jax")

HANDLERS = Path(__file__).parents[1] / "ffi"
COMPILER = shutil.which("g++") or shutil.which("clang++")


def child(code: str, **environment: object) -> list[str]:
    """What a process prints that has hloom for its platform."""
    return printed(code, **{"JAX_PLATFORMS": "hloom", **environment}).splitlines()


def test_nothing_is_raised_whatever_jax_is_like(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(platform: str) -> None:
        raise TypeError("this is another JAX")

    reached: list[str] = []
    steps: dict[str, Any] = {"donation": refuse, "rules": reached.append}
    monkeypatch.setattr(preparation, "_STEPS", steps)
    monkeypatch.setattr(jax_internals, "_lost", {})
    preparation.prepare("other")
    assert reached == ["other"]
    [sentence] = jax_internals.lost().values()
    assert "donated arguments: not with jax" in sentence and "TypeError: this is another JAX" in sentence


@pytest.mark.parametrize(("version", "is_it"), [
    ("hloom 0.1", True), ("PJRT C API\nhloom 0.1.0", True), ("cpu", False), ("PJRT C API\ncuda 12", False), ("my hloom", False)])
def test_clients_of_the_plugin_are_told_apart(version: str, is_it: bool) -> None:
    class Client:
        platform_version = version

    assert preparation.is_ours(Client()) is is_it
    assert not preparation.is_ours(None)


def test_preparing_twice_changes_nothing_more() -> None:
    assert child("""
from hloom.bridges.pjrt import jax_internals as i, preparation
import jax
def state():
    return (i.find("callbacks"), i.find("compilation cache"), list(i.find("donation")), dict(i.find("handlers by platform")),
            dict(i.find("rules")["cpu"]), sorted(i.find("experimental")), jax.config.jax_platforms, dict(i.find("common rules")))
for platform in ("cpu", "other"):
    preparation.prepare(platform)
    first = state()
    preparation.prepare(platform)
    print(first == state(), i.lost())
print(jax.config.jax_platforms, "hloom" in i.find("experimental"), "other" in i.find("donation"))
""") == ["True {}", "True {}", "hloom,cpu True True"]


def test_rules_for_processors_hold_for_another_name_also_those_that_come_later() -> None:
    assert child("""
from jax._src import core
from jax._src.interpreters import mlir
from hloom.bridges.pjrt.preparation import prepare
prepare("other")
prepare("another")
rules = mlir._platform_specific_lowerings
names = {str(p) for p in rules["cpu"]}
print(names - {str(p) for p in rules["other"]}, len(names) > 10, rules["another"].keys() == rules["other"].keys())
late = core.Primitive("late")
mlir.register_lowering(late, lambda ctx: [], platform="cpu")
print(rules["other"][late] is rules["cpu"][late] is rules["another"][late])
own = core.Primitive("own")
rules["other"][own] = "its own"
mlir.register_lowering(own, lambda ctx: [], platform="cpu")
print(rules["other"][own])
""") == ["{'dot_general'} True True", "True", "its own"]


PROGRAM = """
import numpy as np, jax, jax.numpy as jnp
from jax.experimental import io_callback
like, x = jax.ShapeDtypeStruct((3,), jnp.float32), np.arange(3, dtype=np.float32)
print(jax.devices()[0].platform)
print(jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, like, x) + 1)(x))
def ordered(x):
    jax.debug.print("first {}", x[0], ordered=True)
    y = io_callback(lambda a: np.asarray(jnp.sin(a) * 0 + a + 1), like, x, ordered=True)
    jax.debug.print("then {}", y[0], ordered=True)
    return y
print(jax.jit(ordered)(x))
jax.effects_barrier()
def cold(a):
    raise ValueError("the water is cold")
try:
    jax.block_until_ready(jax.jit(lambda x: io_callback(cold, like, x))(x))
except Exception as error:
    print(type(error).__name__, "in cold" in str(error), "ValueError: the water is cold" in str(error), str(error).split(":")[:2])
print(jnp.linalg.cholesky(jnp.eye(2) * 4)[0, 0])
with jax.default_device(jax.devices("cpu")[0]):
    f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, like, x) + 1)
    print(f(x), "index = 0 " in f.lower(x).as_text())
"""


@pytest.mark.parametrize("platform", ["cpu", "loom"])
def test_callbacks_through_the_plugin(platform: str) -> None:
    """Those of XLA's own processor, in the same process, stay as they are."""
    assert child(PROGRAM, HLOOM_PLATFORM_NAME=platform) == [
        platform, "[1. 3. 5.]", "first 0.0", "then 1.0", "[1. 2. 3.]",
        "JaxRuntimeError True True ['INTERNAL', ' CpuCallback error calling callback']", "2.0", "[1. 3. 5.] True"]


def test_programs_with_callbacks_are_not_kept_by_jax(tmp_path: Path) -> None:
    code = """
import numpy as np, jax, jax.numpy as jnp, os, sys, warnings
warnings.simplefilter("error")
jax.config.update("jax_compilation_cache_dir", sys.argv[1])
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
jax.config.update("jax_raise_persistent_cache_errors", True)
x = np.arange(3, dtype=np.float32)
jax.jit(lambda x: x + 1)(x)
before = len(os.listdir(sys.argv[1]))
like = jax.ShapeDtypeStruct((3,), jnp.float32)
print(jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * int(sys.argv[2]), like, x))(x))
print(before > 0, len(os.listdir(sys.argv[1])) == before)
"""
    for factor in (2, 3):
        found = printed(code, tmp_path, factor, JAX_PLATFORMS="hloom").splitlines()
        assert found[0] == f"[0. {factor}. {2 * factor}.]"
    assert found[1].endswith("True")


HANDLER = """
import ctypes, sys, jax, numpy as np
library = ctypes.CDLL(sys.argv[1])
library.CounterId.restype = library.CounterInfo.restype = ctypes.c_void_p
at = lambda f: jax.ffi.pycapsule(ctypes.cast(f, ctypes.c_void_p).value)
like, x = jax.ShapeDtypeStruct((3,), np.float32), np.arange(3, dtype=np.float32)
def registered():
    jax.ffi.register_ffi_type("counter", {"type_id": jax.ffi.pycapsule(library.CounterId()),
                                          "type_info": jax.ffi.pycapsule(library.CounterInfo())}, platform="cpu")
    jax.ffi.register_ffi_target("count", {"instantiate": at(library.CountInstantiate), "execute": at(library.CountExecute)},
                                platform="cpu")
    jax.ffi.register_ffi_target("later", at(library.Later), platform="cpu")
if sys.argv[2] == "before":
    registered()
jax.devices()
if sys.argv[2] == "behind":
    jax.devices("cpu")
if sys.argv[2] != "before":
    registered()
f = jax.jit(lambda x: jax.ffi.ffi_call("count", like, has_side_effect=True)(x, scale=np.float64(2)))
print(f(x), f(x))
try:
    print(jax.ffi.ffi_call("later", like)(x, fails=True))
except Exception as error:
    print("it went wrong later" in str(error))
with jax.default_device(jax.devices("cpu")[0]):
    print(jax.jit(lambda x: jax.ffi.ffi_call("count", like, has_side_effect=True)(x, scale=np.float64(3)))(x))
"""


@pytest.fixture(scope="module")
def handlers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of handlers that keep a state."""
    if COMPILER is None:
        pytest.skip("handlers are compiled by g++ or clang++, and there is none")
    made, headers = tmp_path_factory.mktemp("handlers") / "keeping.so", jax.ffi.include_dir()
    if not os.path.exists(os.path.join(headers, "xla", "ffi", "api", "ffi.h")):
        pytest.skip(f"jaxlib has no headers in {headers}")
    options = ["-O0", "-w", "-shared", "-fPIC", "-std=c++17", f"-I{headers}"]
    subprocess.run([COMPILER, *options, str(HANDLERS / "keeping.cc"), "-o", str(made)], check=True, timeout=120)
    assert ctypes.CDLL(str(made)).Alive() == 0
    return made


@pytest.mark.parametrize("when", ["before", "between", "behind"])
def test_handlers_through_the_plugin(when: str, handlers: Path) -> None:
    """Registered before JAX looks for its platforms, behind that, and behind XLA's own client, which has them as well."""
    found = printed(HANDLER, handlers, when, JAX_PLATFORMS="hloom").splitlines()
    assert found == ["[0. 2. 4.] [1. 3. 5.]", "True", "[0. 3. 6.]"]


def test_clearing_jaxs_caches_gives_back_what_hloom_keeps() -> None:
    """Executables that JAX has dropped, blocks of elements that no array has, entries of the cache in memory."""
    assert child("""
import time
import jax, numpy as np
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.loaded import Loaded
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.native_layout import KEPT_BYTES
def loaded():
    return sum(isinstance(one, Loaded) for one in HANDLES._objects.values())
x = np.arange(4, dtype=np.float32)
before = loaded()
functions = [jax.jit(lambda x, k=k: x * k + 1) for k in range(30)]
for k, function in enumerate(functions):
    np.testing.assert_array_equal(np.asarray(function(x)), x * k + 1)
jax.device_put(np.ones(100_000, np.float32)).delete()
print(loaded() - before >= 30, native().state[KEPT_BYTES] > 0)
jax.clear_caches()
end = time.monotonic() + 20
while (loaded() > before or native().state[KEPT_BYTES]) and time.monotonic() < end:
    time.sleep(0.01)
print(loaded() <= before, native().state[KEPT_BYTES])
np.testing.assert_array_equal(np.asarray(functions[3](x)), x * 3 + 1)
""") == ["True True", "True 0"]
