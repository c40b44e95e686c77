"""Tuples are taken apart, wherever they are carried, called with, returned or handed over; and stay where they must."""

# ruff: noqa: E501  (operations stand in one line each)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import TupleType
from hloom.passes import PASSES, run_passes
from hloom.pipeline import stages
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.verify import verify
from tests.codegen.program_checks import verify_program

A, B = np.array([1, 2, 3], np.float32), np.array([5], np.int32)
PAIR = "tuple<tensor<3xf32>, tensor<1xi32>>"
#: Programs that take A and B, and what they give: written out, none of it computed by hloom.
PROGRAMS: dict[str, tuple[str, Any]] = {
    "arguments and results": (f"""func.func @main(%t: {PAIR}) -> {PAIR} {{
      %a = stablehlo.get_tuple_element %t[0] : ({PAIR}) -> tensor<3xf32>
      %b = stablehlo.get_tuple_element %t[1] : ({PAIR}) -> tensor<1xi32>
      %c = stablehlo.add %a, %a : tensor<3xf32>
      %r = stablehlo.tuple %c, %b : {PAIR}
      return %r : {PAIR} }}""", ((2 * A, B),)),
    "nested ones": (f"""func.func @main(%t: tuple<{PAIR}, tuple<>, tensor<f32>>, %x: tensor<f32>) -> (tensor<f32>, tuple<tuple<{PAIR}>>) {{
      %p = stablehlo.get_tuple_element %t[0] : (tuple<{PAIR}, tuple<>, tensor<f32>>) -> {PAIR}
      %y = stablehlo.get_tuple_element %t[2] : (tuple<{PAIR}, tuple<>, tensor<f32>>) -> tensor<f32>
      %z = stablehlo.subtract %y, %x : tensor<f32>
      %q = stablehlo.tuple %p : tuple<{PAIR}>
      %r = stablehlo.tuple %q : tuple<tuple<{PAIR}>>
      return %z, %r : tensor<f32>, tuple<tuple<{PAIR}>> }}""", (np.float32(3), (((A, B),),))),
    "a loop that swaps": ("""func.func @main(%a: tensor<3xf32>, %b: tensor<1xi32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %zero = stablehlo.constant dense<0> : tensor<1xi32>
      %n = stablehlo.negate %a : tensor<3xf32>
      %i = stablehlo.tuple %a, %n : tuple<tensor<3xf32>, tensor<3xf32>>
      %t = stablehlo.tuple %b, %i : tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>
      %w = "stablehlo.while"(%t) ({
      ^bb0(%s: tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>):
        %k = stablehlo.get_tuple_element %s[0] : (tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>) -> tensor<1xi32>
        %c = stablehlo.compare GT, %k, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
        %d = stablehlo.reshape %c : (tensor<1xi1>) -> tensor<i1>
        stablehlo.return %d : tensor<i1>
      }, {
      ^bb0(%s: tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>):
        %k = stablehlo.get_tuple_element %s[0] : (tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>) -> tensor<1xi32>
        %p = stablehlo.get_tuple_element %s[1] : (tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>) -> tuple<tensor<3xf32>, tensor<3xf32>>
        %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
        %y = stablehlo.get_tuple_element %p[1] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
        %q = stablehlo.tuple %y, %x : tuple<tensor<3xf32>, tensor<3xf32>>
        %j = stablehlo.subtract %k, %one : tensor<1xi32>
        %r = stablehlo.tuple %j, %q : tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>
        stablehlo.return %r : tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>
      }) : (tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>) -> tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>
      %p = stablehlo.get_tuple_element %w[1] : (tuple<tensor<1xi32>, tuple<tensor<3xf32>, tensor<3xf32>>>) -> tuple<tensor<3xf32>, tensor<3xf32>>
      %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
      %y = stablehlo.get_tuple_element %p[1] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
      return %x, %y : tensor<3xf32>, tensor<3xf32> }""", (-A, A)),
    "a branch": (f"""func.func @main(%a: tensor<3xf32>, %b: tensor<1xi32>) -> (tensor<3xf32>, tensor<1xi32>) {{
      %t = stablehlo.tuple %a, %b : {PAIR}
      %zero = stablehlo.constant dense<0> : tensor<1xi32>
      %c = stablehlo.compare LT, %b, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %p = stablehlo.reshape %c : (tensor<1xi1>) -> tensor<i1>
      %r = "stablehlo.if"(%p) ({{
        stablehlo.return %t : {PAIR}
      }}, {{
        %x = stablehlo.get_tuple_element %t[0] : ({PAIR}) -> tensor<3xf32>
        %n = stablehlo.negate %x : tensor<3xf32>
        %u = stablehlo.tuple %n, %b : {PAIR}
        stablehlo.return %u : {PAIR}
      }}) : (tensor<i1>) -> {PAIR}
      %x = stablehlo.get_tuple_element %r[0] : ({PAIR}) -> tensor<3xf32>
      %y = stablehlo.get_tuple_element %r[1] : ({PAIR}) -> tensor<1xi32>
      return %x, %y : tensor<3xf32>, tensor<1xi32> }}""", (-A, B)),
    "calls": (f"""func.func @main(%a: tensor<3xf32>, %b: tensor<1xi32>) -> ({PAIR}, tensor<3xf32>) {{
      %t = stablehlo.tuple %a, %b : {PAIR}
      %r:2 = call @f(%t, %a) : ({PAIR}, tensor<3xf32>) -> ({PAIR}, tensor<3xf32>)
      return %r#0, %r#1 : {PAIR}, tensor<3xf32> }}
    func.func private @f(%t: {PAIR} {{x.y}}, %a: tensor<3xf32>) -> ({PAIR}, tensor<3xf32> {{x.z}}) {{
      %x = stablehlo.get_tuple_element %t[0] : ({PAIR}) -> tensor<3xf32>
      %s = stablehlo.add %x, %a : tensor<3xf32>
      return %t, %s : {PAIR}, tensor<3xf32> }}""", ((A, B), 2 * A)),
}
ARGUMENTS: dict[str, Any] = {"arguments and results": ((A, B),), "nested ones": (((A, B), (), np.float32(5)), np.float32(2))}


def arguments(name: str) -> Any:
    return ARGUMENTS.get(name, (A, B))


def listed(values: Any) -> Any:
    return tuple(map(listed, values)) if isinstance(values, tuple) else np.asarray(values).tolist()


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_tuples(name: str) -> None:
    text, expected = PROGRAMS[name]
    module = hloom.parse(text)
    found = hloom.evaluate(module, *arguments(name))
    assert listed(found) == listed(expected)
    for _ in range(2):  # the second one comes from the cache
        executable = hloom.compile(module)
        assert not executable.fallbacks and listed(executable(*arguments(name))) == listed(expected)
    flat: Any = run_passes(module, [PASSES["flatten_tuples"]])
    verify(flat)
    assert not any(isinstance(v.type, TupleType) for op in flat.walk() for v in op.results)
    types = [t for f in flat.functions.values() for t in (*f.function_type.inputs, *f.function_type.outputs)]
    assert not any(isinstance(t, TupleType) for t in types)
    made = stages(module)
    verify_program(made.program, made.module.functions["main"])  # raises what it finds


def test_types_stay_where_a_function_is_not_only_called() -> None:
    text = f"""func.func @main(%a: tensor<3xf32>, %b: tensor<1xi32>) -> tensor<3xf32> {{
      %t = stablehlo.tuple %a, %b : {PAIR}
      %r = stablehlo.custom_call @asks(%t) {{called_computations = [@f]}} : ({PAIR}) -> {PAIR}
      %x = stablehlo.get_tuple_element %r[0] : ({PAIR}) -> tensor<3xf32>
      return %x : tensor<3xf32> }}
    func.func private @f(%t: {PAIR}) -> {PAIR} {{ return %t : {PAIR} }}"""
    module = hloom.parse(text)
    flat: Any = run_passes(module, [PASSES["flatten_tuples"]])
    verify(flat)
    assert str(flat.functions["f"].function_type) == f"({PAIR}) -> {PAIR}"
    assert [op.mnemonic for op in flat.functions["main"].body.block.operations][:2] == ["tuple", "custom_call"]


@pytest.mark.parametrize("function", [lambda op, a, b: (a + 1, b + 1), lambda op, a, b: ((a + 1, b + 1),)])
def test_custom_calls_give_the_parts_of_their_tuple(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"""func.func @main(%a: tensor<3xf32>, %b: tensor<1xi32>) -> {PAIR} {{
      %r = stablehlo.custom_call @pair(%a, %b) : (tensor<3xf32>, tensor<1xi32>) -> {PAIR}
      return %r : {PAIR} }}"""
    module = hloom.parse(text)
    monkeypatch.setitem(CUSTOM_CALLS, "pair", function)
    executable = hloom.compile(module)
    assert listed(executable(A, B)) == listed(hloom.evaluate(module, A, B)) == listed(((A + 1, B + 1),))
    assert [op.name for op in executable.fallbacks] == ["stablehlo.custom_call"]
    monkeypatch.setitem(CUSTOM_CALLS, "pair", lambda op, a, b: (a, a))
    with pytest.raises(hloom.UserError, match="part 1 must have element type i32"):
        hloom.evaluate(module, A, B)


@pytest.mark.parametrize("engine", [hloom.evaluate, lambda m, *a: hloom.compile(m)(*a)])
@pytest.mark.parametrize("given, message", [
    ((A, B), "takes 1 arguments, got 2"), ((A,), "argument 0 of @main must be a tuple of 2 values, got a ndarray"),
    (((A,),), "must be a tuple of 2 values, got 1 values"), (((A, A),), "argument 0 of @main, part 1 must have element type i32"),
    (((A, np.zeros(2, np.int32)),), r"part 1 must have shape \[1\], got \[2\]"),
])
def test_wrong_arguments(engine: Any, given: Any, message: str) -> None:
    with pytest.raises(hloom.UserError, match=message):
        engine(hloom.parse(PROGRAMS["arguments and results"][0]), *given)


def test_types_that_double_are_left_to_the_evaluator() -> None:
    """A type of 2^19 parts takes nineteen lines; the parser bounds how far this goes."""
    names = "".join(f"!t{k} = tuple<!t{k - 1}, !t{k - 1}>\n" for k in range(1, 20))
    ops = "".join(f"%{k} = stablehlo.tuple %{k - 1}, %{k - 1} : !t{k}\n" for k in range(1, 20))
    text = f"!t0 = tensor<f32>\n{names}func.func @main(%0: tensor<f32>) -> tensor<f32> {{\n{ops}return %0 : tensor<f32> }}"
    assert hloom.compile(hloom.parse(text))(np.float32(3)) == (3,)


def test_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from hloom.cli import main

    path = tmp_path / "pair.mlir"
    path.write_text(PROGRAMS["arguments and results"][0])
    given = ["--input", "3xf32=1,2,3", "--input", "1xi32=5"]
    for engine in ("cpu", "reference"):
        assert main(["run", str(path), *given, "--engine", engine]) == 0
        assert capsys.readouterr().out == (f"{PAIR}\ntensor<3xf32>\n[2. 4. 6.]\ntensor<1xi32>\n[5]\n")
        assert main(["run", str(path), *given, "--engine", engine, "--expected", "3xf32=2,4,6", "--expected", "1xi32=6"]) == 1
        errors = capsys.readouterr().err
        assert "\nresult 0.1: 1 of 1 elements differ, first at [0]: expected 6, got 5;" in errors
    assert main(["run", str(path), "--reference-check"]) == 0
    assert capsys.readouterr().out == "result 0.0: largest difference 0\nresult 0.1: largest difference 0\n"
    for stage in ("flatten_tuples", "fuse", "place"):
        assert main(["compile", str(path), "--stop-after", stage]) == 0
        assert "tuple<" not in capsys.readouterr().out
