"""Programs that other libraries hold: JAX's stages and exports, modules of jaxlib's and torch-mlir's bindings."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import hloom

X = np.array([1, 2, 3], np.float32)
TEXT = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }"


def objects_of_jax() -> dict[str, Any]:
    jax = pytest.importorskip("jax")

    def f(a: Any, b: Any) -> Any:
        return {"sum": jax.numpy.sin(a) + b["w"], "log": jax.numpy.log(b["w"])}

    jitted = jax.jit(f)
    arguments = (X, {"w": X})
    lowered = jitted.lower(*arguments)
    module = lowered.compiler_ir("stablehlo")
    return {"Lowered": lowered, "Traced": jitted.trace(*arguments), "Exported": jax.export.export(jitted)(*arguments),
            "Module": module, "Operation": module.operation}


@pytest.mark.parametrize("kind", ["Lowered", "Traced", "Exported", "Module", "Operation"])
@pytest.mark.parametrize("read", [hloom.parse, hloom.load])
def test_programs_of_jax(kind: str, read: Any) -> None:
    module = read(objects_of_jax()[kind])
    executable = hloom.compile(module)
    assert [p.name for p in executable.signature.arguments] == ["a", "b['w']"]
    assert [p.name for p in executable.signature.results] == ["result['log']", "result['sum']"]
    log, total = executable(a=X, **{"b['w']": X})
    np.testing.assert_allclose(log, np.log(X), rtol=1e-6)
    np.testing.assert_allclose(total, np.sin(X) + X, rtol=1e-6)


def test_modules_of_torch_mlir() -> None:
    ir = pytest.importorskip("torch_mlir.ir", reason="torch-mlir is not installed")
    library = pytest.importorskip("torch_mlir._mlir_libs._stablehlo")
    with ir.Context() as context, ir.Location.unknown():
        library.register_dialect(context)
        module = ir.Module.parse(TEXT.replace("return %x", "%y = stablehlo.add %x, %x : tensor<3xf32> return %y"))
        assert hloom.evaluate(hloom.load(module), X)[0].tolist() == [2, 4, 6]


class Binding:
    """What modules of any MLIR's bindings have."""

    def __init__(self, text: Any) -> None:
        self.text, self.asked = text, {}

    def get_asm(self, **options: Any) -> Any:
        self.asked = options
        if isinstance(self.text, Exception):
            raise self.text
        return self.text


def test_any_bindings() -> None:
    class Module:
        operation = Binding(TEXT)

    assert str(hloom.parse(Module())) == str(hloom.parse(TEXT))
    assert Module.operation.asked == {"enable_debug_info": True}


@pytest.mark.parametrize("value, message", [
    (Binding(RuntimeError("invalidated")), "the program of a Binding cannot be read: RuntimeError: invalidated"),
    (Binding(b"ML"), "the program of a Binding cannot be read: its text is a bytes"),
    (Binding, "a program is a str, or an object of JAX or of MLIR's bindings; got a type"),
    (3, "got a int"), (None, "got a NoneType"), (X, "got a ndarray"),
])
def test_what_is_no_program(value: Any, message: str) -> None:
    with pytest.raises(hloom.InputError, match=message):
        hloom.parse(value)


def test_no_library_is_imported_for_it() -> None:
    code = f"""
import sys, hloom
class Module:
    def get_asm(self, **options): return {TEXT!r}
hloom.load(Module())
sys.exit(bool({{"jax", "jaxlib", "torch_mlir"}} & set(sys.modules)))"""
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
