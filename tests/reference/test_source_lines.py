"""Lines of the user's program: what debug information names is in messages, traces and listings of kernels."""

from __future__ import annotations

import io
import json
import pickle
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.reference.observe import NanCheck, Trace

TRAINED = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.negate %x : tensor<3xf32> loc(#named)
  %1 = stablehlo.log %0 : tensor<3xf32> loc(#called)
  %2 = stablehlo.exponential %1 : tensor<3xf32>
  return %2 : tensor<3xf32> loc(#here)
} loc(unknown)
#here = loc("train.py":41:7)
#there = loc("layers.py":5:2 to :9)
#named = loc("jit(f)/neg"(#here))
#called = loc(callsite(#there at #here))
"""
X = np.array([-1, 1, -2], np.float32)


def frames_of(location: str) -> tuple[str, ...]:
    module = hloom.parse(f"func.func @main(%x: tensor<f32>) -> tensor<f32> {{ %0 = stablehlo.negate %x : tensor<f32> "
                         f"loc({location})\nreturn %0 : tensor<f32> }}")
    op = module.functions["main"].body.block.operations[0]
    assert op.span is not None and op.span.frames == op.location.frames()
    return op.location.frames()


@pytest.mark.parametrize("location, frames", [
    ("unknown", ()), ('"name"', ()), ('"a.py":3:4', ("a.py:3",)), ('"n"("a.py":3:4)', ("a.py:3",)),
    ('callsite("a.py":3:4 at "b.py":5:6)', ("a.py:3", "b.py:5")),
    ('callsite("n"(callsite("a.py":1:1 at "b.py":2:1)) at "m"("c.py":3:1))', ("a.py:1", "b.py:2", "c.py:3")),
    ('callsite("a.py":3:4 at "a.py":3:9)', ("a.py:3",)),
    ('fused["a.py":1:1, "b.py":2:1]', ("a.py:1",)), ('fused<"m">[unknown, "b.py":2:1]', ("b.py:2",)), ("fused[unknown]", ()),
    ('callsite("a.py":1:1 at callsite("b.py":2:1 at callsite("c.py":3:1 at callsite("d.py":4:1 at "e.py":5:1))))',
     ("a.py:1", "b.py:2", "c.py:3", "d.py:4")),
    ('callsite("/v/lib/python3.11/site-packages/flax/linen/linear.py":9:1 at "/models/train.py":2:1)', ("/models/train.py:2",)),
    (r'callsite("C:\\\\venv\\\\site-packages\\\\a.py":9:1 at callsite("b.py":1:1 at "/usr/lib/python3.12/runpy.py":2:1))',
     ("b.py:1",)),
    ('callsite("/v/dist-packages/a.py":1:1 at "/v/site-packages/b.py":2:1)',
     ("/v/dist-packages/a.py:1", "/v/site-packages/b.py:2")),
    ('callsite("/src/jax/_src/nn/functions.py":1:1 at "/src/equinox/examples/a.py":2:1)', ("/src/equinox/examples/a.py:2",)),
    ('fused["/v/site-packages/a.py":1:1, "b.py":2:1]', ("b.py:2",)),
    ("callsite(" + " at callsite(".join(f'"/v/site-packages/a.py":{k}:1' for k in range(1, 9)) + ' at "b.py":1:1' + ")" * 8,
     ("b.py:1",)),
])
def test_lines_of_a_location(location: str, frames: tuple[str, ...]) -> None:
    assert frames_of(location) == frames


def test_operations_without_lines_are_of_their_functions() -> None:
    module = hloom.parse("""module {
      func.func public @main(%x: tensor<f32>) -> tensor<f32> {
        %0 = call @f(%x) : (tensor<f32>) -> tensor<f32> loc("a.py":1:1)
        return %0 : tensor<f32> loc(unknown)
      } loc(unknown)
      func.func private @f(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.log %x : tensor<f32> loc("log")
        %1 = stablehlo.negate %0 : tensor<f32> loc("b.py":2:1)
        %2 = stablehlo.negate %1 : tensor<f32>
        return %2 : tensor<f32> loc("return")
      } loc("jit:"("c.py":3:1))
    }""")
    frames = {op.name: op.span.frames for f in module.functions.values() for op in f.body.block.operations if op.span}
    assert frames == {"func.call": ("a.py:1",), "stablehlo.log": ("c.py:3",), "func.return": ("c.py:3",),
                      "stablehlo.negate": ("c.py:3",)}
    assert module.functions["f"].body.block.operations[1].span.frames == ("b.py:2",)  # type: ignore[union-attr]
    trace = io.StringIO()
    hloom.evaluate(module, np.float32(1), observer=Trace(trace))
    assert [json.loads(line)["source"] for line in trace.getvalue().splitlines()][:2] == ["c.py:3", "b.py:2"]


def test_locations_that_repeat_themselves_take_no_time() -> None:
    aliases = "\n".join(f"#l{k} = loc(callsite(#l{k - 1} at #l{k - 1}))" for k in range(1, 20))
    module = hloom.parse(f"#l0 = loc(unknown)\n{aliases}\nfunc.func @main() {{ return loc(#l19) }}")
    location = module.functions["main"].body.block.terminator.location
    start = perf_counter()
    for _ in range(100):
        assert location.frames() == ()
    assert perf_counter() - start < 5  # each has half a million parts


def test_messages_name_the_line() -> None:
    with pytest.raises(hloom.EvaluationError) as caught:
        hloom.evaluate(hloom.parse(TRAINED, name="m.mlir"), X, observer=NanCheck())
    text = str(caught.value)
    assert text.startswith("m.mlir:3:8: error: [nan_check] stablehlo.log makes NaN")
    assert text.endswith("\nnote: made from layers.py:5, called from train.py:41")
    assert caught.value.diagnostics[0].frames == ("layers.py:5", "train.py:41")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again.diagnostics[0]) == str(caught.value.diagnostics[0])


def test_the_verifier_names_the_line() -> None:
    wrong = TRAINED.replace("stablehlo.negate %x", "stablehlo.reverse %x, dims = [0, 0]")
    found = hloom.diagnose(hloom.parse(wrong))
    assert [(d.code, d.frames) for d in found] == [("reverse_c2", ("train.py:41",))]
    assert "note: made from train.py:41" in str(found[0])
    assert "made from" not in str(hloom.diagnose(hloom.parse(wrong.replace("loc(#named)", "")))[0])


def test_traces_name_the_line() -> None:
    file = io.StringIO()
    hloom.evaluate(hloom.parse(TRAINED), -abs(X), observer=Trace(file))
    records = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [(r["op"], r["source"]) for r in records] == [
        ("stablehlo.negate", "train.py:41"), ("stablehlo.log", "layers.py:5"), ("stablehlo.exponential", None)]


def test_kernels_name_the_line() -> None:
    hloom.compile(hloom.parse(TRAINED.replace("#here", "#other"), name="other.mlir"))
    listing, = hloom.compile(hloom.parse(TRAINED, name="m.mlir")).kernels.values()  # equal, so from the cache
    assert str(listing).splitlines()[:3] == [
        "// stablehlo.negate at m.mlir:2:8 (train.py:41)", "// stablehlo.log at m.mlir:3:8 (layers.py:5)",
        "// stablehlo.exponential at m.mlir:4:8"]


def test_lines_of_operations_that_are_alike() -> None:
    """Operations that only differ in names are read by another way."""
    lines = "".join(f'  %{k + 1} = stablehlo.add %{k}, %{k} : tensor<3xf32> loc("train.py":{k}:1)\n' for k in range(1, 30))
    text = f"func.func @main(%1: tensor<3xf32>) -> tensor<3xf32> {{\n{lines}  return %30 : tensor<3xf32>\n}}"
    operations = hloom.parse(text).functions["main"].body.block.operations
    assert [op.span.frames for op in operations if op.span][:29] == [(f"train.py:{k}",) for k in range(1, 30)]


def test_lines_of_programs_in_hlo() -> None:
    module = hloom.parse("""HloModule m
ENTRY e {
  x = f32[3] parameter(0)
  ROOT y = f32[3] log(x), metadata={op_name="jit(f)/log" source_file="train.py" source_line=41}
}""", format="hlo")
    with pytest.raises(hloom.EvaluationError, match=r"note: made from train\.py:41") as caught:
        hloom.evaluate(module, X, observer=NanCheck())
    assert caught.value.diagnostics[0].line == 4


def test_lines_of_a_function_of_jax() -> None:
    jax = pytest.importorskip("jax")

    def layer(x: Any) -> Any:
        return jax.numpy.log(x)

    def network(x: Any) -> Any:
        return layer(x) + 1

    module = hloom.parse(jax.jit(network).lower(X))
    with pytest.raises(hloom.EvaluationError) as caught:
        hloom.evaluate(module, X, observer=NanCheck())
    first = layer.__code__.co_firstlineno
    inner, outer = caught.value.diagnostics[0].frames[:2]
    assert inner == f"{__file__}:{first + 1}" and outer == f"{__file__}:{first + 4}"
