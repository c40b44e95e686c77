"""Every computation of a program in HLO by itself: run, compiled, explained, written out, and on what a run calls it with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom as public
from hloom.reference.capture import called_with

PROGRAM = """HloModule m, is_scheduled=true

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

scale {
  q = f32[4] parameter(1)
  p = f32[4] parameter(0)
  ROOT r = f32[4] multiply(p, q)
}

cond {
  t = (s32[], f32[4]) parameter(0)
  n = s32[] get-tuple-element(t), index=0
  k = s32[] constant(3)
  ROOT l = pred[] compare(n, k), direction=LT
}

callee {
  q = f32[4] parameter(0)
  ROOT n = f32[4] negate(q)
}

body {
  t = (s32[], f32[4]) parameter(0)
  n = s32[] get-tuple-element(t), index=0
  x = f32[4] get-tuple-element(t), index=1
  one = s32[] constant(1)
  m = s32[] add(n, one)
  y = f32[4] fusion(x, x), kind=kLoop, calls=scale
  z = f32[4] call(y), to_apply=callee
  ROOT r = (s32[], f32[4]) tuple(m, z)
}

yes {
  q = f32[4] parameter(0)
  ROOT n = f32[4] cosine(q)
}

ENTRY entry.7 {
  x = f32[4] parameter(0)
  g = f32[4] call(x), to_apply=callee
  z = s32[] constant(0)
  i = (s32[], f32[4]) tuple(z, g)
  w = (s32[], f32[4]) while(i), condition=cond, body=body
  o = f32[4] get-tuple-element(w), index=1
  h = pred[] parameter(1)
  v = f32[4] conditional(h, o, o), true_computation=yes, false_computation=callee
  zero = f32[] constant(0)
  ROOT s = f32[] reduce(v, zero), dimensions={0}, to_apply=sum
}
"""
X = np.array([0.5, -1, 0.25, 2], np.float32)
GIVEN = ("--input", "4xf32=0.5,-1,0.25,2", "--input", "i1=true")

#: What each computation gives of what it is first called with, by what its instructions say.
FIRST = {"sum": ([0.0], None), "scale": ([-X, -X], [X * X]), "cond": ([0, -X], [True]), "body": ([0, -X], [1, -(X * X)]),
         "callee": ([X], [-X]), "yes": ([-(X**8)], [np.cos(X**8)]), "entry.7": ([X, True], [np.cos(X**8).sum()]),
         "main": ([X, True], [np.cos(X**8).sum()])}


@pytest.fixture
def program(folder: Path) -> str:
    (folder / "p.hlo").write_text(PROGRAM)
    return "p.hlo"


@pytest.mark.parametrize("name", FIRST)
def test_each_runs_on_what_a_run_of_the_whole_calls_it_with(hloom, program: str, name: str) -> None:
    module = public.load(program)
    arrays = called_with(module, name, X, True)
    given, wanted = FIRST[name]
    for a, b in zip(arrays, given):
        np.testing.assert_allclose(a, b, rtol=1e-6)
    wanted = wanted or [np.float32(arrays[0]) + np.float32(arrays[1])]
    alone = module.extract(name)
    alone.verify()
    for found in (public.evaluate(module, *arrays, function=name), public.compile(module, name)(*arrays),
                  public.evaluate(alone, *arrays), public.compile(alone)(*arrays)):
        for a, b in zip(found, wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5)
    for option in ("--function", "--computation"):
        run = hloom("run", program, option, name, "--inputs-from-run", *GIVEN, "--output", "r.npz")
        assert run.status == 0, run.errors
        with np.load("r.npz") as saved:
            for a, b in zip(saved.values(), wanted, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-5)
    assert hloom("run", program, "--function", name, "--random", "3", "--reference-check").status == 0


@pytest.mark.parametrize("name", FIRST)
def test_each_is_compiled_explained_and_written_out(hloom, program: str, name: str) -> None:
    assert "for d0" in hloom("compile", program, "--function", name).output or name in ("sum", "cond", "main", "entry.7")
    assert hloom("compile", program, "--function", name, "--stop-after", "fuse").status == 0
    assert hloom("explain", program, "--function", name).status == 0
    assert hloom("indexing", program, "--function", f"%{name}").status == 0
    shown = "entry.7" if name == "main" else name
    status, output, _ = hloom("format", program, "--function", name)
    assert status == 0 and re.search(rf"^ENTRY %{re.escape(shown)} ", output, re.MULTILINE)
    if name not in ("main", "entry.7"):
        assert "ENTRY %entry" not in output and ("%callee (" in output) == (name in ("body", "callee"))
    assert str(public.parse(output, format="hlo")) + ("" if output.endswith("\n\n") else "\n") == output
    assert hloom("convert", program, "--function", name, "-o", "one.mlir").status == 0
    assert public.load("one.mlir").functions["main"].is_public


def test_instructions_stay_as_they_were() -> None:
    text = str(public.parse(PROGRAM, format="hlo").extract("scale"))
    assert text.splitlines()[0].startswith("HloModule scale, is_scheduled=true, entry_computation_layout={(f32[4]{0}, f32[4]{0})")
    assert text.index("parameter(1)") < text.index("parameter(0)")


def test_later_calls(hloom, program: str) -> None:
    module = public.load(program)
    second = called_with(module, "scale", X, True, call=2)
    np.testing.assert_allclose(second[0], -(X * X))
    output = hloom("run", program, "--function", "scale", "--inputs-from-run", "--call", "2", *GIVEN).output
    assert output.splitlines()[0] == "tensor<4xf32>" and "1.60000e+01]" in output
    status, _, errors = hloom("run", program, "--function", "scale", "--inputs-from-run", "--call", "9", *GIVEN)
    assert status == 2 and "scale is called 3 times in this run, there is no call 9" in errors


@pytest.mark.parametrize(("options", "message"), [
    (("--function", "scal"), "there is no computation scal; did you mean 'scale'?; there are: sum, scale"),
    (("--function", "scale", "--call", "2"), "--call says which call"),
    (("--function", "scale", "--inputs-from-run", "--call", "0", *GIVEN), "calls are numbered from 1, got 0"),
    (("--function", "scale", "--inputs-from-run", "--grid", "1x1"), "it takes no --grid"),
    (("--function", "scale", "--inputs-from-run"), "@main takes 2 arguments, got 0"),
    (("--function", "scale"), "@scale takes 2 arguments, got 0")])
def test_faults(hloom, program: str, options: tuple[str, ...], message: str) -> None:
    status, output, errors = hloom("run", program, *options)
    assert (status, output) == (2, "") and message in errors


@pytest.mark.parametrize("command", [("compile",), ("explain",), ("format",), ("convert", "--to", "hlo"), ("indexing",)])
def test_a_name_that_there_is_not(hloom, program: str, command: tuple[str, ...]) -> None:
    status, _, errors = hloom(command[0], program, *command[1:], "--function", "nothing")
    assert status == 2 and "there is no computation nothing; there are: sum, scale, cond" in errors


def test_many_names_are_shortened(hloom, folder: Path) -> None:
    many = "".join(f"c{k} {{\n  ROOT p{k} = f32[] parameter(0)\n}}\n\n" for k in range(50))
    (folder / "many.hlo").write_text(f"HloModule m\n\n{many}ENTRY e {{\n  ROOT x = f32[] parameter(0)\n}}\n")
    errors = hloom("run", "many.hlo", "--function", "other").errors
    assert "c19 and 31 more" in errors and "c20" not in errors


def test_names_in_python() -> None:
    module = public.parse(PROGRAM, format="hlo")
    assert list(module.computations) == ["sum", "scale", "cond", "callee", "body", "yes", "entry.7"]
    assert module.functions["main"] is module.functions["entry.7"] and "scale" not in module.functions
    with pytest.raises(KeyError):
        module.functions["scale"]
    with pytest.raises(public.InputError, match="there is no computation other"):
        module.extract("other")


def test_functions_of_stablehlo(hloom, folder: Path) -> None:
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @one(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
"""
    (folder / "f.mlir").write_text(text)
    module = public.load("f.mlir")
    alone = module.extract("twice")
    assert list(alone.functions) == ["twice", "one"] and alone.functions["twice"].is_public
    assert not module.functions["twice"].is_public
    x: Any = np.array([1, 2], np.float32)
    assert called_with(module, "twice", x, call=2)[0].tolist() == [2, 4]
    assert public.evaluate(alone, x, function="twice")[0].tolist() == [2, 4]
    run = hloom("run", "f.mlir", "--function", "twice", "--inputs-from-run", "--call", "2", "--input", "2xf32=1,2")
    assert run.output.endswith("[4. 8.]\n")
    assert "@main" not in hloom("format", "f.mlir", "--function", "@twice").output
