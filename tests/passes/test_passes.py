"""What each pass does to small programs, one by one and in the pipeline."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.location import CallSiteLocation
from hloom.passes import PASSES
from hloom.support.diagnostics import UserError
from tests.passes.programs import after, arguments, assert_same_meaning, mnemonics, program


def changed(text: str, *names: str) -> tuple[Any, Any]:
    """A program and what it is after passes; both mean the same."""
    before = program(text)
    rewritten = after(before, *(PASSES[name] for name in names))
    for seed in range(3):
        assert_same_meaning(before, rewritten, *arguments(before, seed))
    return before, rewritten


# -- inline -----------------------------------------------------------------------------------------------------------

NESTED_CALLS = """
func.func public @main(%x: tensor<3xf32>, %p: tensor<i1>) -> tensor<3xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = call @twice(%x) : (tensor<3xf32>) -> tensor<3xf32> loc("caller")
    stablehlo.return %1 : tensor<3xf32>
  }, { stablehlo.return %x : tensor<3xf32> }) : (tensor<i1>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @twice(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @once(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = call @once(%0) : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @once(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.sine %x : tensor<3xf32> loc("callee")
  return %0 : tensor<3xf32>
}
func.func private @unused(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func public @other(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @once(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def test_calls_are_inlined_everywhere_and_unused_functions_dropped() -> None:
    _, rewritten = changed(NESTED_CALLS, "inline")
    assert mnemonics(rewritten) == ["if", "sine", "sine"]
    assert mnemonics(rewritten, "other") == ["sine"]
    assert list(rewritten.functions) == ["main", "other"]


def test_inlined_operations_know_both_places() -> None:
    _, rewritten = changed(NESTED_CALLS, "inline")
    sine = next(op for op in rewritten.walk() if op.mnemonic == "sine")
    assert isinstance(sine.location, CallSiteLocation)
    assert (str(sine.location.callee), str(sine.location.caller)) == ('"callee"', '"caller"')


def test_a_composite_is_its_decomposition() -> None:
    _, rewritten = changed("""
        func.func public @main(%x: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.composite "ns.sine" %x {decomposition = @f} : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        func.func private @f(%x: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.sine %x : tensor<f32>
          return %0 : tensor<f32>
        }""", "inline")
    assert mnemonics(rewritten) == ["sine"]


def test_functions_that_other_operations_name_stay() -> None:
    rewritten = after(program("""
        func.func public @main(%x: tensor<f32>) -> tensor<f32> {
          %0 = stablehlo.custom_call @target(%x) {called_computations = [@f]} : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
        func.func private @g(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"""), PASSES["inline"])
    assert list(rewritten.functions) == ["main", "f"]


def test_a_library_of_private_functions_stays() -> None:
    rewritten = after(program("func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"),
                      PASSES["inline"])
    assert list(rewritten.functions) == ["f"]


def test_recursion_is_the_users_error() -> None:
    module = program("""
        func.func public @main(%x: tensor<f32>) -> tensor<f32> {
          %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        func.func private @f(%x: tensor<f32>) -> tensor<f32> {
          %0 = call @main(%x) : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }""")
    with pytest.raises(UserError, match="@f calls @main, which leads back"):
        after(module, PASSES["inline"])


def test_calls_that_double_again_and_again_are_bounded() -> None:
    functions = ["func.func private @f0(%x: tensor<f32>) -> tensor<f32> {\n"
                 "%0 = stablehlo.sine %x : tensor<f32>\nreturn %0 : tensor<f32> }"]
    for k in range(1, 40):
        name = "public @main" if k == 39 else f"private @f{k}"
        functions.append(f"func.func {name}(%x: tensor<f32>) -> tensor<f32> {{\n"
                         f"%0 = call @f{k - 1}(%x) : (tensor<f32>) -> tensor<f32>\n"
                         f"%1 = call @f{k - 1}(%0) : (tensor<f32>) -> tensor<f32>\nreturn %1 : tensor<f32> }}")
    import hloom.passes.inline as inline

    limit, inline._MOST_OPERATIONS = inline._MOST_OPERATIONS, 5000
    try:
        with pytest.raises(UserError, match="calls expand to more than"):
            after(program("\n".join(functions)), PASSES["inline"])
    finally:
        inline._MOST_OPERATIONS = limit


# -- decompose --------------------------------------------------------------------------------------------------------


def test_operations_that_stand_for_others_are_replaced() -> None:
    _, rewritten = changed("""(%x: tensor<2x3xf32>, %s: tensor<3xf32>) -> tensor<2x3xf32> {
        %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0 : f32, feature_index = 1 : i64}>
          : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32> }""", "decompose")
    assert "batch_norm_inference" not in mnemonics(rewritten) and "divide" in mnemonics(rewritten)


def test_quantized_operations_compute_on_expressed_values() -> None:
    q = "tensor<3x!quant.uniform<i8:f32, 0.5:1>>"
    _, rewritten = changed(f"""(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {{
        %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> {q}
        %1 = stablehlo.uniform_quantize %y : (tensor<3xf32>) -> {q}
        %2 = stablehlo.add %0, %1 : {q}
        %3 = stablehlo.uniform_dequantize %2 : ({q}) -> tensor<3xf32>
        return %3 : tensor<3xf32> }}""", "decompose")
    assert not any(name.startswith("uniform") for name in mnemonics(rewritten))
    (add,) = (op for op in rewritten.walk() if op.mnemonic == "add" and str(op.results[0].type) == "tensor<3xf32>")
    assert not add.results[0].type.is_quantized


# -- cse --------------------------------------------------------------------------------------------------------------


def test_equal_operations_are_merged() -> None:
    _, rewritten = changed("""(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>)
          -> (tensor<4x3xf32>, tensor<4xf32>, tensor<4xf32>) {
        %0 = stablehlo.add %x, %y : tensor<4x3xf32>
        %1 = stablehlo.add %y, %x : tensor<4x3xf32>
        %2 = stablehlo.multiply %0, %1 : tensor<4x3xf32>
        %c = stablehlo.constant dense<0.0> : tensor<f32>
        %d = stablehlo.constant dense<0.0> : tensor<f32>
        %3 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]
          : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
        %4 = stablehlo.reduce(%x init: %d) applies stablehlo.add across dimensions = [1]
          : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
        return %2, %3, %4 : tensor<4x3xf32>, tensor<4xf32>, tensor<4xf32> }""", "cse")
    assert mnemonics(rewritten) == ["add", "multiply", "constant", "reduce", "add"]


@pytest.mark.parametrize("second", [
    "stablehlo.subtract %y, %x : tensor<3xf32>",
    "stablehlo.subtract %x, %y {mark = 1 : i32} : tensor<3xf32>",
    "stablehlo.add %x, %y : tensor<3xf32>",
])
def test_different_operations_are_not_merged(second: str) -> None:
    _, rewritten = changed(f"""(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {{
        %0 = stablehlo.subtract %x, %y : tensor<3xf32>
        %1 = {second}
        return %0, %1 : tensor<3xf32>, tensor<3xf32> }}""", "cse")
    assert len(mnemonics(rewritten)) == 2


def test_zeros_of_different_sign_are_different_constants() -> None:
    _, rewritten = changed("""() -> (tensor<f32>, tensor<f32>) {
        %0 = stablehlo.constant dense<0.0> : tensor<f32>
        %1 = stablehlo.constant dense<-0.0> : tensor<f32>
        return %0, %1 : tensor<f32>, tensor<f32> }""", "cse")
    assert mnemonics(rewritten) == ["constant", "constant"]


def test_branches_see_what_is_computed_before_them_but_not_each_other() -> None:
    _, rewritten = changed("""(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.sine %x : tensor<f32>
        %1 = "stablehlo.if"(%p) ({
          %2 = stablehlo.sine %x : tensor<f32>
          %3 = stablehlo.cosine %x : tensor<f32>
          %4 = stablehlo.add %2, %3 : tensor<f32>
          stablehlo.return %4 : tensor<f32>
        }, {
          %2 = stablehlo.cosine %x : tensor<f32>
          stablehlo.return %2 : tensor<f32>
        }) : (tensor<i1>) -> tensor<f32>
        %5 = stablehlo.cosine %x : tensor<f32>
        %6 = stablehlo.add %1, %5 : tensor<f32>
        %7 = stablehlo.add %6, %0 : tensor<f32>
        return %7 : tensor<f32> }""", "cse")
    assert mnemonics(rewritten) == ["sine", "if", "cosine", "add", "cosine", "cosine", "add", "add"]


def test_bodies_of_reductions_stay_closed_and_constants_stay_near() -> None:
    _, rewritten = changed("""(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {
        %c = stablehlo.constant dense<0.0> : tensor<f32>
        %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
          reducer(%a: tensor<f32>, %b: tensor<f32>) {
            %d = stablehlo.constant dense<0.0> : tensor<f32>
            %1 = stablehlo.maximum %b, %d : tensor<f32>
            %2 = stablehlo.add %a, %1 : tensor<f32>
            stablehlo.return %2 : tensor<f32>
          }
        return %0, %c : tensor<f32>, tensor<f32> }""", "cse")
    assert mnemonics(rewritten).count("constant") == 2


# -- dce --------------------------------------------------------------------------------------------------------------


def test_unused_operations_go_and_effects_stay() -> None:
    rewritten = after(program("""(%x: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.sine %x : tensor<f32>
        %1 = stablehlo.cosine %0 : tensor<f32>
        %2 = stablehlo.tanh %x : tensor<f32>
        %3 = stablehlo.custom_call @quiet(%x) : (tensor<f32>) -> tensor<f32>
        stablehlo.custom_call @loud(%2) {has_side_effect = true} : (tensor<f32>) -> ()
        %4 = stablehlo.optimization_barrier %1 : tensor<f32>
        return %x : tensor<f32> }"""), PASSES["dce"])
    assert mnemonics(rewritten) == ["tanh", "custom_call"]


LOOP = """(%x: tensor<f32>, %n: tensor<i32>) -> {results} {{
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%i = %c0, %a = %x, %b = %x, %d = %x)
      : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32> cond {{
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %c1 : tensor<i32>
      %2 = stablehlo.sine %a : tensor<f32>
      %3 = stablehlo.add %b, %2 : tensor<f32>
      %4 = stablehlo.cosine %d : tensor<f32>
      {effect}
      stablehlo.return %1, %2, %3, %4 : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
    }}
    {returned} }}"""


@pytest.mark.parametrize(("result", "carried", "inside"), [
    (None, 0, []),
    (0, 1, ["compare", "constant", "add"]),
    (1, 2, ["compare", "constant", "add", "sine"]),
    (2, 3, ["compare", "constant", "add", "sine", "add"]),
    (3, 2, ["compare", "constant", "add", "cosine"]),
])
def test_loops_carry_only_what_is_needed(result: int | None, carried: int, inside: list[str]) -> None:
    type = "tensor<i32>" if result == 0 else "tensor<f32>"
    returned = "return %x : tensor<f32>" if result is None else f"return %0#{result} : {type}"
    _, rewritten = changed(LOOP.format(results=type, effect="", returned=returned), "dce")
    loops = [op for op in rewritten.walk() if op.mnemonic == "while"]
    assert [len(op.results) for op in loops] == ([carried] if carried else [])
    assert mnemonics(rewritten)[2 if carried else 0:] == inside


def test_a_loop_with_an_effect_stays() -> None:
    effect = "stablehlo.custom_call @loud(%d) {has_side_effect = true} : (tensor<f32>) -> ()"
    text = LOOP.format(results="tensor<f32>", effect=effect, returned="return %x : tensor<f32>")
    rewritten = after(program(text), PASSES["dce"])
    loop = next(op for op in rewritten.walk() if op.mnemonic == "while")
    assert len(loop.results) == 2 and "cosine" in mnemonics(rewritten) and "sine" not in mnemonics(rewritten)


def test_branches_compute_only_results_that_are_used() -> None:
    _, rewritten = changed("""(%k: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
        %0:2 = "stablehlo.case"(%k) ({
          %1 = stablehlo.sine %x : tensor<f32>
          %2 = stablehlo.cosine %x : tensor<f32>
          stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
        }, { stablehlo.return %x, %x : tensor<f32>, tensor<f32> }) : (tensor<i32>) -> (tensor<f32>, tensor<f32>)
        return %0#1 : tensor<f32> }""", "dce")
    assert mnemonics(rewritten) == ["case", "cosine"]


# -- loops ------------------------------------------------------------------------------------------------------------


def test_unchanged_values_are_not_carried() -> None:
    _, rewritten = changed("""(%x: tensor<3xf32>, %w: tensor<3xf32>, %n: tensor<i32>)
          -> (tensor<3xf32>, tensor<3xf32>) {
        %c0 = stablehlo.constant dense<0> : tensor<i32>
        %0:5 = stablehlo.while(%i = %c0, %a = %x, %b = %w, %m = %n, %v = %w)
          : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<3xf32> cond {
          %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %c1 = stablehlo.constant dense<1> : tensor<i32>
          %1 = stablehlo.add %i, %c1 : tensor<i32>
          %2 = stablehlo.add %a, %b : tensor<3xf32>
          stablehlo.return %1, %2, %b, %m, %w : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<i32>, tensor<3xf32>
        }
        return %0#1, %0#4 : tensor<3xf32>, tensor<3xf32> }""", "trim_carried")
    loop = next(op for op in rewritten.walk() if op.mnemonic == "while")
    assert len(loop.results) == 2


def test_inner_loops_free_what_outer_ones_carry() -> None:
    inner = """stablehlo.while(%j = %i, %v = %b) : tensor<i32>, tensor<f32> cond {
            %q = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %q : tensor<i1>
          } do {
            %3 = stablehlo.add %j, %one : tensor<i32>
            stablehlo.return %3, %v : tensor<i32>, tensor<f32>
          }"""
    _, rewritten = changed(f"""(%x: tensor<f32>, %n: tensor<i32>) -> (tensor<i32>, tensor<f32>) {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %0:2 = stablehlo.while(%i = %one, %b = %x) : tensor<i32>, tensor<f32> cond {{
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }} do {{
          %1:2 = {inner}
          %2 = stablehlo.add %1#0, %one : tensor<i32>
          stablehlo.return %2, %1#1 : tensor<i32>, tensor<f32>
        }}
        return %0#0, %0#1 : tensor<i32>, tensor<f32> }}""", "trim_carried")
    assert [len(op.results) for op in rewritten.walk() if op.mnemonic == "while"] == [1, 1]


#: A loop that counts and carries what it does not change: with some condition, and some of its results used.
UNCHANGED = """(%x: tensor<5xf32>, %p: tensor<i1>, %y: tensor<i32>) -> (tensor<5xf32>, tensor<i1>) {{
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %limit = stablehlo.constant dense<1000> : tensor<i32>
    %0:4 = stablehlo.while(%i = %c0, %a = %x, %b = %p, %n = %limit) : tensor<i32>, tensor<5xf32>, tensor<i1>, tensor<i32> cond {{
      %q = {condition} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    }} do {{
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %1, %a, %b, %n : tensor<i32>, tensor<5xf32>, tensor<i1>, tensor<i32>
    }}
    {used}
    return {results} : tensor<5xf32>, tensor<i1> }}"""


@pytest.mark.parametrize(("condition", "used", "results", "carried"), [
    ("stablehlo.compare GT, %n, %c0", "", "%0#1, %0#2", [["tensor<i1>"]]),
    ("stablehlo.compare GT, %n, %c0", "", "%0#1, %p", [["tensor<5xf32>"]]),
    ("stablehlo.compare LT, %i, %y", "", "%0#1, %0#2", [["tensor<i32>", "tensor<i1>"]]),
    ("stablehlo.compare LT, %i, %n", "", "%0#1, %0#2", []),
    ("stablehlo.compare GT, %n, %c0", "", "%x, %p", []),
    ("stablehlo.compare GT, %n, %c0", "%2 = stablehlo.add %0#0, %0#0 : tensor<i32>", "%x, %p", []),
    ("stablehlo.compare GT, %n, %c0", "%2 = stablehlo.compare EQ, %0#0, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>",
     "%0#1, %2", [["tensor<i32>"]]),
])
def test_a_loop_that_may_not_end_stays_if_it_is_used(condition: str, used: str, results: str, carried: list[str]) -> None:
    text = UNCHANGED.format(condition=condition, used=used, results=results)
    rewritten = after(program(text), *(PASSES[name] for name in ("trim_carried", "canonicalize", "dce")))
    assert [[str(r.type) for r in op.results] for op in rewritten.walk() if op.mnemonic == "while"] == carried


def test_loops_one_after_the_other_that_may_not_end_stay() -> None:
    loop = """%{}:2 = stablehlo.while(%i = %{}, %j = %q) : tensor<5xf32>, tensor<i1> cond {{
      stablehlo.return %j : tensor<i1>
    }} do {{
      stablehlo.return %i, %j : tensor<5xf32>, tensor<i1>
    }}
    """
    text = "(%x: tensor<5xf32>, %q: tensor<i1>) -> tensor<5xf32> {\n" + loop.format(0, "x") + loop.format(1, "0#0") + (
        "return %1#0 : tensor<5xf32> }")
    rewritten = after(program(text), *(PASSES[name] for name in ("trim_carried", "canonicalize", "dce")))
    assert [len(op.results) for op in rewritten.walk() if op.mnemonic == "while"] == [1, 1]


INVARIANT = """(%x: tensor<200xf32>, %m: tensor<200x200xf32>, %n: tensor<i32>) -> tensor<200xf32> {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<200xf32> cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %c1 : tensor<i32>
      %2 = stablehlo.negate %x : tensor<200xf32>
      %3 = stablehlo.dot_general %m, %2, contracting_dims = [1] x [0]
        : (tensor<200x200xf32>, tensor<200xf32>) -> tensor<200xf32>
      %4 = stablehlo.add %a, %3 : tensor<200xf32>
      %5 = stablehlo.subtract %4, %2 : tensor<200xf32>
      %6 = stablehlo.tanh %2 : tensor<200xf32>
      %7 = stablehlo.multiply %5, %6 : tensor<200xf32>
      stablehlo.return %1, %7 : tensor<i32>, tensor<200xf32>
    }
    return %0#1 : tensor<200xf32> }"""


def test_costly_invariant_computations_leave_the_loop() -> None:
    """With copies of the cheap ones that they need; those stay in the loop for their other uses."""
    _, rewritten = changed(INVARIANT, "loop_invariant")
    names = mnemonics(rewritten)
    at = names.index("while")
    assert names[:at] == ["constant", "negate", "dot_general", "tanh"]
    assert names[at + 1:] == ["compare", "constant", "add", "negate", "add", "subtract", "multiply"]


PLACES = """(%x: tensor<900xf32>, %edges: tensor<800x2xi64>, %n: tensor<i32>) -> tensor<900xf32> {{
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<900xf32> cond {{
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %c1 : tensor<i32>
      %2 = stablehlo.slice %edges [0:800, 0:1] : (tensor<800x2xi64>) -> tensor<800x1xi64>
      %3 = {made} tensor<800x1xi64>
      %4 = "stablehlo.gather"(%a, %3) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
          start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}}>
        : (tensor<900xf32>, tensor<800x1xi64>) -> tensor<800xf32>
      %5 = stablehlo.slice %edges [0:800, 1:2] : (tensor<800x2xi64>) -> tensor<800x1xi64>
      %6 = stablehlo.convert %5 : (tensor<800x1xi64>) -> tensor<800x1xi32>
      %7 = "stablehlo.scatter"(%a, %6, %4) <{{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
        ^bb0(%l: tensor<f32>, %r: tensor<f32>):
          %8 = stablehlo.add %l, %r : tensor<f32>
          stablehlo.return %8 : tensor<f32>
      }}) : (tensor<900xf32>, tensor<800x1xi32>, tensor<800xf32>) -> tensor<900xf32>
      stablehlo.return %1, %7 : tensor<i32>, tensor<900xf32>
    }}
    return %0#1 : tensor<900xf32> }}"""


@pytest.mark.parametrize(("made", "moved"), [
    ("stablehlo.maximum %2, %2 :", ["slice", "maximum", "slice", "convert"]),
    # What only says how places count, or is a part of what lies in memory, stays.
    ("stablehlo.iota dim = 0 :", ["slice", "convert"]),
    ("stablehlo.transpose %2, dims = [0, 1] : (tensor<800x1xi64>) ->", ["slice", "convert"])])
def test_places_are_computed_before_the_loop(made: str, moved: list[str]) -> None:
    _, rewritten = changed(PLACES.format(made=made), "loop_invariant", "dce")
    names = mnemonics(rewritten)
    assert names[1:names.index("while")] == moved


def test_constants_are_copied_into_the_blocks_that_use_them() -> None:
    _, rewritten = changed("""(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
        %c0 = stablehlo.constant dense<0> : tensor<i32>
        %c1 = stablehlo.constant dense<1> : tensor<i32>
        %splat = stablehlo.constant dense<2.0> : tensor<3xf32>
        %table = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
        %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<3xf32> cond {
          %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %1 = stablehlo.add %i, %c1 : tensor<i32>
          %2 = stablehlo.add %a, %splat : tensor<3xf32>
          %3 = stablehlo.multiply %2, %table : tensor<3xf32>
          stablehlo.return %1, %3 : tensor<i32>, tensor<3xf32>
        }
        return %0#1 : tensor<3xf32> }""", "sink_constants", "dce")
    assert mnemonics(rewritten) == ["constant", "constant", "while", "compare", "constant", "constant", "add", "add",
                                    "multiply"]


def test_loads_see_what_is_stored_before_them_and_not_after() -> None:
    """In the order of the program, in branches too; a global that nothing changes is a constant."""
    module = hloom.parse("""
ml_program.global private mutable @seed(dense<3> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @still(dense<7> : tensor<i64>) : tensor<i64>
func.func @main(%x: tensor<i64>, %p: tensor<i1>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %0 = ml_program.global_load @seed : tensor<i64>
  %1 = stablehlo.add %0, %x : tensor<i64>
  ml_program.global_store @seed = %1 : tensor<i64>
  %2 = ml_program.global_load @seed : tensor<i64>
  %3 = "stablehlo.if"(%p) ({
    ml_program.global_store @seed = %x : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }, {
    stablehlo.return %x : tensor<i64>
  }) : (tensor<i1>) -> tensor<i64>
  %4 = ml_program.global_load @seed : tensor<i64>
  %5 = ml_program.global_load @still : tensor<i64>
  return %0, %2, %4, %5 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}""")
    exe = hloom.compile(module)
    for decided, wanted in ((True, [3, 13, 10, 7]), (False, [3, 13, 13, 7])):
        for _ in range(2):  # each run begins anew
            assert [int(r) for r in exe(np.int64(10), np.array(decided))] == wanted
        assert [int(r) for r in hloom.evaluate(module, np.int64(10), np.array(decided))] == wanted
