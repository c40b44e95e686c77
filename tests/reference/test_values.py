"""The values of operations by name, and the files of what probes see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.ops.builtin.module import Module
from hloom.reference.probes import INDEX, written_to
from hloom.reference.values import Named, Values
from hloom.support.diagnostics import InputError


def values_of(module: Module, *arguments: np.ndarray, function: str = "main") -> list[Named]:
    found: list[Named] = []
    hloom.evaluate(module, *arguments, function=function, observer=Values(function, found.append))
    return found


LOOP = """
func.func private @f(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %x = stablehlo.add %a, %a : tensor<f32>
  %y:2 = stablehlo.optimization_barrier %x, %a : tensor<f32>, tensor<f32>
  return %y#0, %y#1 : tensor<f32>, tensor<f32>
}
func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %q = stablehlo.multiply %b, %two : tensor<f32>
    %r = stablehlo.add %a, %q : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }
  %w:2 = stablehlo.while(%i = %z, %s = %0) : tensor<f32>, tensor<f32> cond {
    %c = stablehlo.compare LT, %i, %two : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t:2 = func.call @f(%s) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
    %n = stablehlo.add %i, %one : tensor<f32>
    stablehlo.return %n, %t#0 : tensor<f32>, tensor<f32>
  }
  return %w#1 : tensor<f32>
}
"""


def test_values_are_named_by_the_text_and_counted_in_loops() -> None:
    found = values_of(hloom.parse(LOOP), np.float32([1, 2, 3]))
    inside = ["f/x", "f/y", "f/y#1", "t", "t#1", "n"]
    assert [named.name for named in found] == [
        "0", "c", *inside, "c@2", *(f"{name}@2" for name in inside), "c@3", "w", "w#1"]
    values = {named.name: named.value.item() for named in found}
    assert (values["0"], values["f/x"], values["f/x@2"], values["w#1"], values["w"]) == (12, 24, 48, 48, 2)
    assert [n.op.name for n in found if n.name in ("0", "f/x")] == ["stablehlo.reduce", "stablehlo.add"]


def test_values_of_the_same_name_and_without_a_name() -> None:
    module = hloom.parse("""func.func @main(%x: tensor<i1>, %v: tensor<f32>) -> tensor<f32> {
      %r = "stablehlo.if"(%x) ({
        %y = stablehlo.negate %v : tensor<f32>
        stablehlo.return %y : tensor<f32>
      }, {
        %y = stablehlo.add %v, %v : tensor<f32>
        stablehlo.return %y : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      return %r : tensor<f32>
    }""")
    assert [n.name for n in values_of(module, np.bool_(True), np.float32(2))] == ["y", "r"]
    assert [(n.name, n.value.item()) for n in values_of(module, np.bool_(False), np.float32(2))] == [("y_1", 4), ("r", 4)]
    for op in module.walk():
        for result in op.results:
            result.name = None
    assert [n.name for n in values_of(module, np.bool_(False), np.float32(2))] == ["add", "if"]


def test_values_of_hlo_have_its_names() -> None:
    module = hloom.parse("HloModule m\nENTRY e {\n  x = f32[2]{0} parameter(0)\n  y.1 = f32[2]{0} negate(x)\n"
                         "  ROOT z = f32[2]{0} add(x, y.1)\n}", format="hlo")
    assert [n.name for n in values_of(module, np.float32([1, 2]))] == ["y.1", "z"]


PROBES = """func.func @main(%x: tensor<2xf32>, %n: tensor<i32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "first" : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = interpreter.probe %1, probe_id = "twice" : tensor<2xf32>
  %3 = interpreter.probe %n, probe_id = "n" : tensor<i32>
  return %2 : tensor<2xf32>
}"""


@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_probes_write_files_with_an_index(tmp_path: Path, engine: str) -> None:
    module = hloom.parse(PROBES)
    run = (lambda *a: hloom.evaluate(module, *a)) if engine == "reference" else hloom.compile(module)
    folder = tmp_path / "new" / "probes"
    for factor in (1, 3):  # the second run replaces the first
        with written_to(str(folder), lambda array: array):
            run(np.float32([1, 2]) * factor, np.int32(7))
    files = [str(folder / f"probe{k}.npy") for k in (1, 2, 3)]
    assert (folder / INDEX).read_text().splitlines() == [
        f"first,tensor<2xf32>,{files[0]}", f"twice,tensor<2xf32>,{files[1]}", f"n,tensor<i32>,{files[2]}"]
    assert [np.load(f).tolist() for f in files] == [[3, 6], [6, 12], 7]
    run(np.float32([5, 5]), np.int32(0))  # outside of the context nothing is written
    assert np.load(files[0]).tolist() == [3, 6]


def test_probes_that_cannot_be_written_say_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file"), written_to(str(tmp_path / "file"), lambda array: array):
        pass
