"""Programs that other libraries hold: JAX's stages and exports, modules of jaxlib's and torch-mlir's bindings."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from tests.processes import printed

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


def like(module: str, name: str, *bases: type) -> object:
    """An object of a class that is called as one of another library, and can be called, as models can."""
    return type(name, bases or (object,), {"__module__": module, "__qualname__": name, "__call__": lambda self: None})()


TORCH = "torch_mlir.fx.export_and_import("
TENSORFLOW = "experimental_get_compiler_ir(x)(stage='hlo')"


@pytest.mark.parametrize("value, said", [
    (like("torch.export.exported_program", "ExportedProgram"), f'{TORCH}x, output_type="stablehlo")'),
    (like("mine", "Net", type(like("torch.nn.modules.module", "Module"))), f'{TORCH}x, example, output_type="stablehlo")'),
    (like("torch", "Tensor"), "an array is an argument"), (X, "an array is an argument of a program"),
    (like("torch.jit", "ScriptFunction"), TORCH),
    (like("tensorflow.python.eager.polymorphic_function.polymorphic_function", "Function"), TENSORFLOW),
    (like("mine", "Net", type(like("keras.src.models.model", "Model"))), TENSORFLOW),
    (like("onnx.onnx_ml_pb2", "ModelProto"), "onnx-mlir-opt --convert-onnx-to-stablehlo"),
    (like("flax.linen.module", "Module"), "jax.jit(model.apply).lower(variables, x)"),
    (like("equinox._module", "Module"), "jax.jit(lambda x: model(x)).lower(x)"),
    (like("jax._src.core", "ClosedJaxpr"), "jax.jit(jax.extend.core.jaxpr_as_fun(x)).lower(x)"),
    (Path("m.mlir"), "hloom.load reads files"), (io.StringIO(TEXT), "hloom.parse takes what x.read() gives"),
    (lambda x: x, "jax.jit(f).lower(x) gives the program"),
])
def test_what_leads_to_a_program(value: Any, said: str) -> None:
    with pytest.raises(hloom.InputError) as caught:
        hloom.parse(value)
    assert said in str(caught.value)


def test_what_jax_has_beside_programs() -> None:
    jax = pytest.importorskip("jax")
    jaxpr = jax.make_jaxpr(lambda x: x + 1)(X)
    for value, said in [(jaxpr, "jaxpr_as_fun"), (jaxpr.jaxpr, "a jaxpr is not yet lowered"), (jax.numpy.ones(2), "an array is"),
                        (jax.jit(lambda x: x), "f.lower(x)"), (jax.jit(lambda x: x).lower(X).compile(), "as_text()")]:
        with pytest.raises(hloom.InputError) as caught:
            hloom.parse(value)
        assert said in str(caught.value)
    from jax.extend.core import jaxpr_as_fun  # as the message says

    assert hloom.evaluate(hloom.parse(jax.jit(jaxpr_as_fun(jaxpr)).lower(X)), X)[0].tolist() == [2, 3, 4]


def test_what_torch_has() -> None:
    torch = pytest.importorskip("torch")
    model = torch.nn.Linear(2, 2)
    exported = torch.export.export(model, (torch.ones(1, 2),))
    for value, said in [(model, "of an nn.Module"), (exported, "of an ExportedProgram"), (torch.jit.script(model), TORCH),
                        (torch.ones(2), "an array is an argument"), (exported.graph_module, TORCH), (exported.graph, TORCH)]:
        with pytest.raises(hloom.InputError) as caught:
            hloom.parse(value)
        assert said in str(caught.value)
    text = str(exported)
    with pytest.raises(hloom.ParseError, match="this is a graph of PyTorch"):
        hloom.parse(text)


def test_what_jax_export_serializes() -> None:
    """The three forms of a portable artifact are read at each door."""
    pytest.importorskip("flatbuffers")
    jax = pytest.importorskip("jax")
    exported = jax.export.export(jax.jit(lambda x: x + 1))(X)
    text = str(hloom.parse(exported))
    for data in (exported.mlir_module_serialized, bytes(exported.serialize()), exported.serialize()):
        for format in ("auto", "mlir"):
            assert str(hloom.parse(data, format=format)) == text


def test_no_library_is_imported_for_it() -> None:
    code = f"""
import sys, hloom
class Module:
    def get_asm(self, **options): return {TEXT!r}
hloom.load(Module())
sys.exit(bool({{"jax", "jaxlib", "torch_mlir"}} & set(sys.modules)))"""
    printed("-c", code)
